/** `barograph technical`: averages, RSI, squeeze, range, support and resistance. */

import { bySymbol, encodeTechnicalRow } from '@barograph/contract';
import { barAt, DAY_MS } from '@barograph/core';
import {
  checkTechnicalConfig,
  createTechnicalTracker,
  TECHNICAL_V1,
  technicalRow,
  type TechnicalConfig,
} from '@barograph/indicators';
import type { Coin } from '../coins.ts';
import type { EngineCommand } from '../engine-command.ts';
import type { Row } from '../table.ts';

/** Columns of each completed day with `--rows all`. */
const DAY_COLUMNS = [
  'close_1d',
  'sma_50',
  'sma_100',
  'sma_200',
  'dist_from_200_pct',
  'ma_state',
  'days_in_state',
  'last_cross',
  'rsi_1d',
  'rsi_1d_zone',
  'bb_bandwidth',
  'bb_bandwidth_pctile',
  'bb',
  'bb_days',
  'position_in_range',
  'range_zone',
  'sr',
] as const;

export const technicalCommand: EngineCommand<TechnicalConfig> = {
  name: 'technical',
  summary: 'averages, RSI, squeeze, range, support and resistance',
  description:
    'The technical regime of a coin: where it is from its 50, 100 and 200-day averages and in which state, RSI, the\n' +
    'Bollinger squeeze, the 20-day range, and the levels at which it turned. What needs more days than there are is empty.',
  config: TECHNICAL_V1,
  check: checkTechnicalConfig,
  last: (_, asOf, config, perCoin) =>
    perCoin((coin) => [technicalRow({ ...coin, asOf }, config)])
      .toSorted(bySymbol('asc'))
      .map(encodeTechnicalRow),
  all: { columns: ['timestamp', ...DAY_COLUMNS], rows: dayRows },
};

function* dayRows({ symbol, source, pegged, daily }: Coin, config: TechnicalConfig): Generator<Row> {
  const tracker = createTechnicalTracker(config);
  for (let i = 0; i < daily.length; i++) {
    const bar = barAt(daily, i);
    tracker.day(bar);
    const row = encodeTechnicalRow(tracker.row({ symbol, source, pegged }, bar.time + DAY_MS));
    yield { timestamp: bar.time, ...Object.fromEntries(DAY_COLUMNS.map((column) => [column, row[column]])) };
  }
}
