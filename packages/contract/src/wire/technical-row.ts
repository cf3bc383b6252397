/** The technical row on the wire. */

import { BAND_STATES, MA_STATES, RANGE_ZONES, RSI_ZONES, type TechnicalRow } from '@barograph/indicators';
import { Type, type Static } from 'typebox';
import { VenueSchema } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';

const Price = nullable(Type.Number({ description: 'quote units' }));
const Percent = nullable(Type.Number({ description: 'percent' }));
const Percentile = nullable(Type.Number({ minimum: 0, maximum: 100 }));
const Flag = nullable(Type.Boolean());
const Days = nullable(Type.Integer({ minimum: 0, description: 'completed days' }));
const RsiZoneSchema = nullable(Type.Enum([...RSI_ZONES], { type: 'string' }));

/** A price at which the market turned. */
export const SrLevelWire = Type.Object(
  {
    kind: Type.Enum(['support', 'resistance'], { type: 'string' }),
    price: Type.Number({ description: 'Mean of the pivots, weighted by recency.' }),
    strength: Type.Integer({ minimum: 1, description: 'Pivots in the level.' }),
    dist_pct: Type.Number({
      minimum: -30,
      maximum: 30,
      description: 'Percent of the price from it to the level: 0 or negative for a support, positive for a resistance.',
    }),
  },
  { title: 'SrLevel' },
);
export type SrLevelWire = Static<typeof SrLevelWire>;

/** A crossing of the 50-day average over the 200-day one. */
export const LastCrossWire = Type.Object(
  {
    type: Type.Enum(['golden', 'death'], { type: 'string' }),
    at: EpochMsSchema,
    bars_ago: Type.Integer({ minimum: 0 }),
  },
  { title: 'LastCross' },
);

const rest = {
  symbol: Type.String(),
  source: VenueSchema,
  sma_50: Price,
  sma_100: Price,
  sma_200: Price,
  dist_from_50_pct: Percent,
  dist_from_100_pct: Percent,
  dist_from_200_pct: Percent,
  above_50: Flag,
  above_100: Flag,
  above_200: Flag,
  last_cross: nullable(LastCrossWire),
  ma_state: nullable(Type.Enum([...MA_STATES], { type: 'string' })),
  days_in_state: Days,
  rsi_1d: Percentile,
  rsi_1d_zone: RsiZoneSchema,
  rsi_1d_extreme: Flag,
  rsi_1h: Percentile,
  rsi_1h_zone: RsiZoneSchema,
  rsi_1h_extreme: Flag,
  bb_bandwidth: nullable(Type.Number({ minimum: 0, description: 'percent of the middle band' })),
  bb_bandwidth_pctile: Percentile,
  bb: nullable(Type.Enum([...BAND_STATES], { type: 'string' })),
  bb_days: Days,
  in_squeeze: Flag,
  squeeze_days: Days,
  expanding: Flag,
  range_high: Price,
  range_low: Price,
  position_in_range: nullable(Type.Number({ minimum: 0, maximum: 1 })),
  range_zone: nullable(Type.Enum([...RANGE_ZONES], { type: 'string' })),
  sr: Type.Array(SrLevelWire, { maxItems: 6, description: 'Up to 3 supports and 3 resistances, nearest first.' }),
  pegged: Type.Boolean({ description: 'Listed, but outside breadth.' }),
  settled: Type.Boolean({ description: 'Enough days that the start of the history no longer shows in rsi_1d.' }),
  stale: Type.Boolean({ description: 'The last completed daily bar is not the one that should be last.' }),
  config_version: Type.String(),
};

const dated = {
  price: Type.Number({ exclusiveMinimum: 0, description: 'last closed 1h close, quote units' }),
  close_1d: Type.Number({
    exclusiveMinimum: 0,
    description: 'Last daily close, which the averages are compared with.',
  }),
  computed_from: EpochMsSchema,
};

/** A row with a completed day: what lists and details carry. Everything that needs more days is null until they are there. */
export const TechnicalItemWire = Type.Object({ ...dated, ...rest }, { title: 'TechnicalRow' });
export type TechnicalItemWire = Static<typeof TechnicalItemWire>;

/** Any row: without a completed day there is no price to speak of. */
export type TechnicalRowWire = Omit<TechnicalItemWire, keyof typeof dated> & {
  [Field in keyof typeof dated]: TechnicalItemWire[Field] | null;
};

/** A row of the engine on the wire. */
export function encodeTechnicalRow(row: TechnicalRow): TechnicalRowWire {
  const { lastCross } = row;
  return {
    symbol: row.symbol,
    source: row.source,
    price: num(row.price),
    close_1d: num(row.dailyClose),
    computed_from: num(row.computedFrom),
    sma_50: num(row.sma50),
    sma_100: num(row.sma100),
    sma_200: num(row.sma200),
    dist_from_50_pct: num(row.distFrom50Pct),
    dist_from_100_pct: num(row.distFrom100Pct),
    dist_from_200_pct: num(row.distFrom200Pct),
    above_50: row.above50,
    above_100: row.above100,
    above_200: row.above200,
    last_cross: lastCross === null ? null : { type: lastCross.type, at: lastCross.at, bars_ago: lastCross.barsAgo },
    ma_state: row.maState,
    days_in_state: num(row.daysInState),
    rsi_1d: num(row.rsi1d),
    rsi_1d_zone: row.rsiZone1d,
    rsi_1d_extreme: row.rsiExtreme1d,
    rsi_1h: num(row.rsi1h),
    rsi_1h_zone: row.rsiZone1h,
    rsi_1h_extreme: row.rsiExtreme1h,
    bb_bandwidth: num(row.bbBandwidth),
    bb_bandwidth_pctile: num(row.bbBandwidthPctile),
    bb: row.bandState,
    bb_days: num(row.daysInBandState),
    in_squeeze: row.inSqueeze,
    squeeze_days: num(row.squeezeDays),
    expanding: row.expanding,
    range_high: num(row.rangeHigh),
    range_low: num(row.rangeLow),
    position_in_range: num(row.positionInRange),
    range_zone: row.rangeZone,
    sr: row.levels.map(({ kind, price, strength, distPct }) => ({ kind, price, strength, dist_pct: distPct })),
    pegged: row.pegged,
    settled: row.settled,
    stale: row.stale,
    config_version: row.configVersion,
  };
}

/** The row when it has a completed day, else undefined: such a symbol is named in `warming` instead. */
export function technicalItem(row: TechnicalRowWire): TechnicalItemWire | undefined {
  const { price, close_1d, computed_from } = row;
  if (price === null || close_1d === null || computed_from === null) return undefined;
  return { ...row, price, close_1d, computed_from };
}
