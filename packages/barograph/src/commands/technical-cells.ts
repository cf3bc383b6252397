/** Rows of `technical --rows all` as columns, without a wire row per day. */

import { DAY_MS, type Candles } from '@barograph/core';
import {
  atr,
  averageCross,
  BAND_STATES,
  createPivotFinder,
  MA_STATES,
  RANGE_ZONES,
  rangeZone,
  RSI_ZONES,
  rsiZone,
  srLevels,
  technicalColumns,
  type TechnicalColumns,
  type TechnicalConfig,
} from '@barograph/indicators';
import type { Column } from '../column-rows.ts';
import { finite, words, zones } from '../history-rows.ts';

type Cells = Readonly<Record<string, Column>>;

/** All CSV columns. @throws {UsageError} when a bar does not open a day. */
export function technicalCells(daily: Candles, config: TechnicalConfig): Cells {
  const days = technicalColumns(daily, config);
  // Levels and crosses read the columns before `finite` overwrites them in place.
  const others = { ...crossCells(daily, days), ...levelCells(daily, config) };
  return {
    timestamp: daily.time,
    close_1d: daily.close,
    sma_50: finite(days.sma50),
    sma_100: finite(days.sma100),
    dist_from_200_pct: finite(distances(daily.close, days.sma200)),
    sma_200: finite(days.sma200),
    ma_state: words(days.maState, MA_STATES),
    days_in_state: days.daysInState,
    rsi_1d: days.rsi1d,
    rsi_1d_zone: zones(days.rsi1d, RSI_ZONES, (rsi) => rsiZone(rsi, config)),
    bb_bandwidth: finite(days.bbBandwidth),
    bb_bandwidth_pctile: days.bbBandwidthPctile,
    bb: words(days.bandState, BAND_STATES),
    bb_days: days.daysInBandState,
    range_zone: zones(days.positionInRange, RANGE_ZONES, (position) => rangeZone(position, config)),
    position_in_range: finite(days.positionInRange),
    ...others,
  };
}

/** Distance of the close from its average, percent of the average. */
function distances(close: Float64Array, average: Float64Array): Float64Array {
  return average.map((mean, i) => (100 * (close[i]! - mean)) / mean);
}

const CROSSES = ['golden', 'death'] as const;

function crossCells({ time, length }: Candles, { sma50, sma200 }: TechnicalColumns): Cells {
  const types = new Int8Array(length).fill(-1);
  const [at, ago] = [new Float64Array(length).fill(NaN), new Float64Array(length).fill(NaN)];
  const crosses = averageCross();
  let state = crosses.initial;
  for (let i = 0; i < length; i++) {
    const step = crosses.step(state, { time: time[i]!, fast: sma50[i]!, slow: sma200[i]! });
    state = step.state;
    const last = state.phase === 'unset' ? null : state.last;
    if (last === null) continue;
    types[i] = CROSSES.indexOf(last.type);
    at[i] = last.bar + DAY_MS;
    ago[i] = last.barsAgo;
  }
  return { last_cross_type: { codes: types, texts: CROSSES }, last_cross_at: at, last_cross_bars_ago: ago };
}

const KINDS = ['support', 'resistance'] as const;
const FIELDS = { price: 'price', strength: 'strength', dist_pct: 'distPct' } as const;

/** Price, strength and distance of each day's levels, nearest first. */
function levelCells(daily: Candles, config: TechnicalConfig): Cells {
  const { high, low, close, length } = daily;
  const ranges = atr(daily, config.atr);
  const pivots = createPivotFinder(config.levels);
  const cells: Record<string, Float64Array> = {};
  const columnOf = (name: string): Float64Array => (cells[name] ??= new Float64Array(length).fill(NaN));
  const levelsOf = KINDS.map((kind) =>
    Array.from({ length: config.levels.perSide }, (_, i) =>
      Object.entries(FIELDS).map(([name, field]) => ({ field, column: columnOf(`${kind}_${i + 1}_${name}`) })),
    ),
  );
  for (let day = 0; day < length; day++) {
    pivots.next(high[day]!, low[day]!);
    if (Number.isNaN(ranges[day]!)) continue;
    const found = [0, 0];
    for (const level of srLevels(pivots.pivots, pivots.bars, close[day]!, ranges[day]!, config.levels)) {
      const side = level.kind === 'support' ? 0 : 1;
      for (const { field, column } of levelsOf[side]![found[side]!++]!) column[day] = level[field];
    }
  }
  for (const column of Object.values(cells)) finite(column);
  return cells;
}
