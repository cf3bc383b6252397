/** The technical row on the wire. */

import {
  BAND_STATES,
  MA_STATES,
  RANGE_ZONES,
  RSI_ZONES,
  type LastCross,
  type SrLevel,
  type TechnicalDay,
  type TechnicalRow,
} from '@barograph/indicators';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { VENUES } from '../parameters.ts';
import { num } from '../scalar.ts';
import { qualityField } from '../shapes/quality.ts';

const DATED = ['price', 'dailyClose', 'computedFrom'] as const satisfies readonly (keyof TechnicalRow)[];

/** Row with a completed day; earlier, `warming` names the coin instead. */
export type ReadyTechnicalRow = TechnicalRow & { readonly [K in (typeof DATED)[number]]: number };

/** True when the row has a completed day and a price. */
export function isReady(row: TechnicalRow): row is ReadyTechnicalRow {
  return DATED.every((name) => num(row[name]) !== null);
}

const PERCENTAGE = { minimum: 0, maximum: 100 };
const COUNT = { minimum: 0 };
const level = fieldsOf<SrLevel>();
const cross = fieldsOf<LastCross>();

/** Price at which the market turned. */
export const srLevel = record(
  'SrLevel',
  {
    kind: level.choice(['support', 'resistance'], 'Side of the price.', (l) => l.kind),
    price: level.number('Mean of the pivots, weighted by recency; quote units.', (l) => l.price),
    strength: level.integer('Pivots in the level.', (l) => l.strength, { minimum: 1 }),
    dist_pct: level.number(
      'Percent of the price from it to the level: 0 or negative for a support, positive for a resistance.',
      (l) => l.distPct,
      { minimum: -30, maximum: 30 },
    ),
  },
  'A price at which the market turned.',
);
const lastCross = record(
  'LastCross',
  {
    type: cross.choice(['golden', 'death'], 'SMA-50 crossed SMA-200 upwards or downwards.', (c) => c.type),
    at: cross.moment('Close of the day that crossed.', (c) => c.at),
    bars_ago: cross.integer('Completed days since; 0 when the last one crossed.', (c) => c.barsAgo, COUNT),
  },
  'A crossing of SMA-50 over SMA-200.',
);

const row = fieldsOf<ReadyTechnicalRow>();
type Value<T> = (r: ReadyTechnicalRow) => T | null;
const sma = (days: number, value: Value<number>) =>
  row.numberOrNull(`Mean of the last ${days} daily closes, quote units; null below ${days} days.`, value);
const distance = (days: number, value: Value<number>) =>
  row.numberOrNull(`Percent of SMA-${days} from it to close_1d; null below ${days} days.`, value);
const above = (days: number, value: Value<boolean>) =>
  row.flagOrNull(
    `close_1d is above SMA-${days}; equality keeps the side of the day before; null without a side.`,
    value,
  );
const LEVELS = { maxItems: 6 };

/** Row of the list. Price, range, levels and the 1h RSI change with the last closed hour; the rest describes completed days. */
export const technicalRow = record('TechnicalRow', {
  symbol: row.text('Base coin, as its venue names it.', (r) => r.symbol),
  source: row.choice(VENUES, 'Venue of the bars.', (r) => r.source),
  price: row.number('Last closed 1h close, or the last daily close if that is later; quote units.', (r) => r.price, {
    exclusiveMinimum: 0,
  }),
  close_1d: row.number(
    'Close of the last completed day, which the averages are compared with; quote units.',
    (r) => r.dailyClose,
    { exclusiveMinimum: 0 },
  ),
  computed_from: row.moment('Open of the last completed day.', (r) => r.computedFrom),
  sma_50: sma(50, (r) => r.sma50),
  sma_100: sma(100, (r) => r.sma100),
  sma_200: sma(200, (r) => r.sma200),
  dist_from_50_pct: distance(50, (r) => r.distFrom50Pct),
  dist_from_100_pct: distance(100, (r) => r.distFrom100Pct),
  dist_from_200_pct: distance(200, (r) => r.distFrom200Pct),
  above_50: above(50, (r) => r.above50),
  above_100: above(100, (r) => r.above100),
  above_200: above(200, (r) => r.above200),
  last_cross: row.innerOrNull(
    lastCross,
    'Last crossing of SMA-50 over SMA-200; null when the history has none.',
    (r) => r.lastCross,
  ),
  ma_state: row.choiceOrNull(
    MA_STATES,
    'Side of SMA-200, or its crossing in the last 5 completed days; null below 200 days.',
    (r) => r.maState,
  ),
  days_in_state: row.integerOrNull('Completed days in ma_state, the first included.', (r) => r.daysInState, COUNT),
  rsi_1d: row.numberOrNull('RSI(14) of completed days; null while not defined.', (r) => r.rsi1d, PERCENTAGE),
  rsi_1d_zone: row.choiceOrNull(
    RSI_ZONES,
    'Overbought from 70, oversold up to 30; null without rsi_1d.',
    (r) => r.rsiZone1d,
  ),
  rsi_1d_extreme: row.flagOrNull('rsi_1d is from 80 or up to 20; null without it.', (r) => r.rsiExtreme1d),
  rsi_1h: row.numberOrNull('RSI(14) of closed hours; null while not defined.', (r) => r.rsi1h, PERCENTAGE),
  rsi_1h_zone: row.choiceOrNull(
    RSI_ZONES,
    'Overbought from 70, oversold up to 30; null without rsi_1h.',
    (r) => r.rsiZone1h,
  ),
  rsi_1h_extreme: row.flagOrNull('rsi_1h is from 80 or up to 20; null without it.', (r) => r.rsiExtreme1h),
  bb_bandwidth: row.numberOrNull(
    'Width of the Bollinger bands, percent of the middle band; null while not defined.',
    (r) => r.bbBandwidth,
    COUNT,
  ),
  bb_bandwidth_pctile: row.numberOrNull(
    'Percentile rank of bb_bandwidth among 126 days; null below 60 of them.',
    (r) => r.bbBandwidthPctile,
    PERCENTAGE,
  ),
  bb: row.choiceOrNull(BAND_STATES, 'State of the bands; null while not defined.', (r) => r.bandState),
  bb_days: row.integerOrNull(
    'Completed days in bb, the first included; null without it.',
    (r) => r.daysInBandState,
    COUNT,
  ),
  in_squeeze: row.flagOrNull(
    'A squeeze began at bandwidth percentile 20 and has not ended above 30; null while not defined.',
    (r) => r.inSqueeze,
  ),
  squeeze_days: row.integerOrNull('Completed days in the squeeze; 0 outside one.', (r) => r.squeezeDays, COUNT),
  expanding: row.flagOrNull(
    'The bands are at least 1.25 times as wide as 5 days before; null while not defined.',
    (r) => r.expanding,
  ),
  range_high: row.numberOrNull('Highest high of 20 completed days and the price, quote units.', (r) => r.rangeHigh),
  range_low: row.numberOrNull('Lowest low of 20 completed days and the price, quote units.', (r) => r.rangeLow),
  position_in_range: row.numberOrNull('Price in that range: 0 at the low, 1 at the high.', (r) => r.positionInRange, {
    minimum: 0,
    maximum: 1,
  }),
  range_zone: row.choiceOrNull(RANGE_ZONES, 'near_low up to 0.2, near_high from 0.8 of the range.', (r) => r.rangeZone),
  sr: row.items(srLevel, 'Up to 3 supports and 3 resistances, nearest first.', (r) => r.levels, LEVELS),
  pegged: row.flag('Listed, but outside breadth.', (r) => r.pegged),
  settled: row.flag('Enough days that the start of the history no longer shows in rsi_1d.', (r) => r.settled),
  stale: row.flag('The last completed daily bar is not the one that should be last.', (r) => r.stale),
  quality: qualityField,
  config_version: row.text('Version of the thresholds.', (r) => r.configVersion),
});
/** The row on the wire. */
export type TechnicalItemWire = WireOf<typeof technicalRow>;

type Dated = 'price' | 'close_1d' | 'computed_from';
/** Row with or without a completed day; price fields are null without one. */
export type TechnicalRowWire = Omit<TechnicalItemWire, Dated> & { readonly [F in Dated]: TechnicalItemWire[F] | null };

/** Encodes any row, ready or not: for tables that include coins on their first day. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields hand on the null that they read
export const encodeTechnicalRow = technicalRow.encode as (row: TechnicalRow) => TechnicalRowWire;

const day = fieldsOf<TechnicalDay>();

export const technicalDay = record('TechnicalDay', {
  timestamp: day.moment('Open of the day.', (d) => d.time),
  close: day.number('Close of the day, quote units.', (d) => d.close),
  rsi: day.numberOrNull('RSI(14); null while not defined.', (d) => d.rsi, PERCENTAGE),
  bb_bandwidth: day.numberOrNull(
    'Width of the Bollinger bands, percent of the middle band; null while not defined.',
    (d) => d.bbBandwidth,
    COUNT,
  ),
  sma_200: day.numberOrNull('Mean of the last 200 closes, quote units; null below 200 days.', (d) => d.sma200),
  above_200: day.flagOrNull('The close is above SMA-200; null without a side.', (d) => d.above200),
});
