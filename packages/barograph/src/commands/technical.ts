/** `barograph technical`: averages, RSI, squeeze, range, support and resistance. */

import { bySymbol, encodeTechnicalRow } from '@barograph/contract';
import { barAt, DAY_MS, hasBreaks } from '@barograph/core';
import {
  checkTechnicalConfig,
  createTechnicalTracker,
  TECHNICAL_V2,
  technicalRow,
  type TechnicalConfig,
} from '@barograph/indicators';
import type { Coin } from '../coins.ts';
import type { EngineCommand } from '../engine-command.ts';
import { historyRows } from '../history-rows.ts';
import type { Row } from '../table.ts';
import { technicalCells } from './technical-cells.ts';

/** Columns of `--rows all`. */
const DAY_COLUMNS = [
  'close_1d',
  'sma_50',
  'sma_100',
  'sma_200',
  'dist_from_200_pct',
  'ma_state',
  'days_in_state',
  'rsi_1d',
  'rsi_1d_zone',
  'bb_bandwidth',
  'bb_bandwidth_pctile',
  'bb',
  'bb_days',
  'position_in_range',
  'range_zone',
] as const;

const LEVEL_FIELDS = ['price', 'strength', 'dist_pct'] as const;
/** Flat columns for `last_cross` and `sr`: a table has no records or lists. */
const CROSS_COLUMNS = ['last_cross_type', 'last_cross_at', 'last_cross_bars_ago'] as const;
const LEVELS = 3;
const LEVEL_COLUMNS: readonly string[] = (['support', 'resistance'] as const).flatMap((kind) =>
  Array.from({ length: LEVELS }, (_, i) => LEVEL_FIELDS.map((field) => `${kind}_${i + 1}_${field}`)).flat(),
);

/** Cells that are records or lists. */
type Nested = Pick<ReturnType<typeof encodeTechnicalRow>, 'last_cross' | 'sr'>;

const openedCells = (row: Nested): Row => ({ ...crossCells(row), ...levelCells(row) });

function crossCells({ last_cross: cross }: Nested): Row {
  const [type, at, barsAgo] = CROSS_COLUMNS;
  return { [type]: cross?.type ?? null, [at]: cross?.at ?? null, [barsAgo]: cross?.bars_ago ?? null };
}

/** Flat cells of the levels, nearest first; null when there are fewer. */
function levelCells({ sr }: Nested): Row {
  const cells: Record<string, number | null> = Object.fromEntries(LEVEL_COLUMNS.map((column) => [column, null]));
  for (const kind of ['support', 'resistance'] as const) {
    const levels = sr.filter((level) => level.kind === kind);
    for (const [i, level] of levels.entries()) {
      for (const field of LEVEL_FIELDS) cells[`${kind}_${i + 1}_${field}`] = level[field];
    }
  }
  return cells;
}

export const technicalCommand: EngineCommand<TechnicalConfig> = {
  name: 'technical',
  summary: 'averages, RSI, squeeze, range, support and resistance',
  description:
    'The technical regime of a coin: where it is from its 50, 100 and 200-day averages and in which state, RSI, the ' +
    'Bollinger squeeze, the 20-day range, and the levels at which it turned. What needs more days than there are is empty.',
  config: TECHNICAL_V2,
  check: checkTechnicalConfig,
  last: (_, asOf, config, perCoin) =>
    perCoin((coin) => [technicalRow({ ...coin, asOf }, config)])
      .toSorted(bySymbol('asc'))
      .map(encodeTechnicalRow),
  opened: ({ sr, last_cross: cross, ...row }) => ({
    ...row,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row of this command
    ...openedCells({ sr, last_cross: cross } as Nested),
  }),
  all: {
    work: 'technical rows',
    columns: ['timestamp', ...DAY_COLUMNS, ...CROSS_COLUMNS, ...LEVEL_COLUMNS],
    rows: (coin, config) =>
      // Column levels and crosses ignore breaks; with breaks the tracker computes them.
      config.breaks !== undefined && hasBreaks(coin.daily, config.breaks)
        ? dayRecords(coin, config)
        : historyRows(
            coin.daily,
            () => technicalCells(coin.daily, config),
            () => dayRecords(coin, config),
          ),
  },
};

function* dayRecords({ symbol, source, pegged, daily }: Coin, config: TechnicalConfig): Generator<Row> {
  const tracker = createTechnicalTracker(config);
  for (let i = 0; i < daily.length; i++) {
    const bar = barAt(daily, i);
    tracker.day(bar);
    const row = encodeTechnicalRow(tracker.row({ symbol, source, pegged }, bar.time + DAY_MS));
    yield {
      timestamp: bar.time,
      ...Object.fromEntries(DAY_COLUMNS.map((column) => [column, row[column]])),
      last_cross: row.last_cross,
      sr: row.sr,
      ...openedCells(row),
    };
  }
}
