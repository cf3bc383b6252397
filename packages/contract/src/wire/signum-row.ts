/** The SIGNUM_RGG row on the wire. */

import type { SignumRow } from '@barograph/indicators';
import { Type, type Static } from 'typebox';
import { ColorSchema, VenueSchema } from '../parameters.ts';
import { EpochMsSchema, nullable, num } from '../scalar.ts';

const Percentage = Type.Number({ minimum: 0, maximum: 100 });
const Count = Type.Integer({ minimum: 0 });

/** The last 20 completed daily bars of a grey row. */
export const SignumRangeWire = Type.Object(
  {
    range_high: Type.Number(),
    range_low: Type.Number(),
    position: Type.Number({ description: '(price − low) / (high − low); 0.5 when the range is zero' }),
  },
  { title: 'SignumRange' },
);
export type SignumRangeWire = Static<typeof SignumRangeWire>;

const always = {
  symbol: Type.String(),
  source: VenueSchema,
  flipped_at: nullable(Type.Integer({ description: 'epoch ms, close of the flip bar; null when no flip was seen' })),
  is_final: Type.Boolean({ description: 'The fields above come from completed daily bars.' }),
  plus_di: nullable(Percentage),
  minus_di: nullable(Percentage),
  flip_alert: Type.Boolean({ description: 'The last 4 closed 1h bars all differ from the daily color.' }),
  intraday_disagrees: nullable(Type.Boolean({ description: 'The last closed 1h bar differs from the daily color.' })),
  flip_alert_reason: nullable(Type.String()),
  recent_flip: Type.Boolean({ description: 'days_in_color ≤ 3' }),
  intraday_timeframe: Type.Literal('1h'),
  h4_color: nullable(ColorSchema),
  h4_adx: nullable(Percentage),
  h4_plus_di: nullable(Percentage),
  h4_minus_di: nullable(Percentage),
  h4_bars_in_color: nullable(Count),
  h4_computed_from: nullable(EpochMsSchema),
  pct_change_24h: nullable(Type.Number({ description: 'percent' })),
  quote_volume_24h: nullable(Type.Number({ minimum: 0, description: 'quote units' })),
  range_20d: Type.Optional(SignumRangeWire),
  pegged: Type.Boolean({ description: 'Listed, but outside breadth.' }),
  settled: Type.Boolean({ description: 'Enough bars that the start of the history no longer shows.' }),
  stale: Type.Boolean({ description: 'The last completed daily bar is not the one that should be last.' }),
  incomplete_days: Type.Integer({ minimum: 0, description: 'Days left out because hours are missing.' }),
  config_version: Type.String(),
};

const scored = {
  color: ColorSchema,
  days_in_color: Count,
  adx: Percentage,
  price: Type.Number({ exclusiveMinimum: 0, description: 'quote units' }),
  computed_from: EpochMsSchema,
  color_live: ColorSchema,
  adx_live: Percentage,
  days_in_color_live: Count,
};

/** A row with a colour: what lists and details carry. */
export const SignumItemWire = Type.Object({ ...scored, ...always }, { title: 'SignumRow' });
export type SignumItemWire = Static<typeof SignumItemWire>;

/** Any row: the fields that need 28 completed days are null until there are as many. */
export type SignumRowWire = Omit<SignumItemWire, keyof typeof scored> & {
  [Field in keyof typeof scored]: SignumItemWire[Field] | null;
};

/** A row of the engine on the wire. `range_20d` is there on grey rows only. */
export function encodeSignumRow(row: SignumRow): SignumRowWire {
  return {
    symbol: row.symbol,
    source: row.source,
    color: row.color,
    days_in_color: num(row.daysInColor),
    adx: num(row.adx),
    plus_di: num(row.plusDi),
    minus_di: num(row.minusDi),
    flipped_at: num(row.flippedAt),
    price: num(row.price),
    pct_change_24h: num(row.pctChange24h),
    quote_volume_24h: num(row.quoteVolume24h),
    computed_from: num(row.computedFrom),
    is_final: row.isFinal,
    color_live: row.colorLive,
    adx_live: num(row.adxLive),
    days_in_color_live: num(row.daysInColorLive),
    flip_alert: row.flipAlert,
    intraday_disagrees: row.intradayDisagrees,
    flip_alert_reason: row.flipAlertReason,
    recent_flip: row.recentFlip,
    intraday_timeframe: row.intradayTimeframe,
    h4_color: row.h4Color,
    h4_adx: num(row.h4Adx),
    h4_plus_di: num(row.h4PlusDi),
    h4_minus_di: num(row.h4MinusDi),
    h4_bars_in_color: num(row.h4BarsInColor),
    h4_computed_from: num(row.h4ComputedFrom),
    ...(row.range === null
      ? {}
      : { range_20d: { range_high: row.range.high, range_low: row.range.low, position: row.range.position } }),
    pegged: row.pegged,
    settled: row.settled,
    stale: row.stale,
    incomplete_days: row.incompleteDays,
    config_version: row.configVersion,
  };
}

/** The row when it has a colour, else undefined: such a symbol is named in `warming` instead. */
export function signumItem(row: SignumRowWire): SignumItemWire | undefined {
  const { color, days_in_color, adx, price, computed_from, color_live, adx_live, days_in_color_live } = row;
  if (color === null || days_in_color === null || adx === null || price === null || computed_from === null) {
    return undefined;
  }
  if (color_live === null || adx_live === null || days_in_color_live === null) return undefined;
  return { ...row, color, days_in_color, adx, price, computed_from, color_live, adx_live, days_in_color_live };
}
