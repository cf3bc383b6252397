/** The SIGNUM_RGG row on the wire. */

import type { SignumRange, SignumRow } from '@barograph/indicators';
import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { SIGNUM_COLORS, VENUES } from '../parameters.ts';
import { num } from '../scalar.ts';
import { qualityField } from '../shapes/quality.ts';

/** Values that need 28 completed days. */
const SCORED = [
  'color',
  'daysInColor',
  'adx',
  'price',
  'computedFrom',
  'colorLive',
  'adxLive',
  'daysInColorLive',
] as const satisfies readonly (keyof SignumRow)[];

/** Row with a colour; earlier, `warming` names the coin instead. */
export type ReadySignumRow = SignumRow & {
  readonly [K in (typeof SCORED)[number]]: NonNullable<SignumRow[K]>;
};

/** Whether the row has a colour, an age, an ADX and a price. */
export function isReady(row: SignumRow): row is ReadySignumRow {
  return SCORED.every((name) => (typeof row[name] === 'number' ? num(row[name]) : row[name]) !== null);
}

const field = fieldsOf<SignumRange>();

/** Range of the last 20 completed daily bars. */
const range = record(
  'SignumRange',
  {
    range_high: field.number('Highest high, quote units.', (r) => r.high),
    range_low: field.number('Lowest low, quote units.', (r) => r.low),
    position: field.number(
      '(price − low) / (high − low): 0 at the low, 1 at the high, outside 0…1 when the price is outside the range; 0.5 when the range is zero.',
      (r) => r.position,
    ),
  },
  'Range of the last 20 completed daily bars.',
);

const PERCENTAGE = { minimum: 0, maximum: 100 };
const COUNT = { minimum: 0 };
const row = fieldsOf<ReadySignumRow>();

/** Row of the list. Fields without `live`, `intraday` or `h4` in their name describe completed days. */
export const signumRow = record('SignumRow', {
  symbol: row.text('Base coin, as its venue names it.', (r) => r.symbol),
  source: row.choice(VENUES, 'Venue of the bars.', (r) => r.source),
  color: row.choice(SIGNUM_COLORS, 'Trend colour of the last completed day.', (r) => r.color),
  days_in_color: row.integer('Completed days, the day of the flip included.', (r) => r.daysInColor, COUNT),
  adx: row.number('ADX(14) of the last completed day.', (r) => r.adx, PERCENTAGE),
  plus_di: row.numberOrNull('+DI(14); null while not defined.', (r) => r.plusDi, PERCENTAGE),
  minus_di: row.numberOrNull('−DI(14); null while not defined.', (r) => r.minusDi, PERCENTAGE),
  flipped_at: row.integerOrNull(
    'Close of the day that flipped, epoch ms; null when the history shows no flip.',
    (r) => r.flippedAt,
  ),
  price: row.number('Last closed 1h close, else the last daily close; quote units.', (r) => r.price, {
    exclusiveMinimum: 0,
  }),
  pct_change_24h: row.numberOrNull(
    'Percent from the close 24 hours earlier; null when that bar is missing.',
    (r) => r.pctChange24h,
  ),
  quote_volume_24h: row.numberOrNull(
    'Sum of close × volume over the closed hours of the last 24 h, quote units; null when there is none.',
    (r) => r.quoteVolume24h,
    COUNT,
  ),
  computed_from: row.moment('Open of the last completed day.', (r) => r.computedFrom),
  is_final: row.flag('The fields above come from completed daily bars.', (r) => r.isFinal),
  color_live: row.choice(SIGNUM_COLORS, 'Colour if the forming day closed now.', (r) => r.colorLive),
  adx_live: row.number('ADX if the forming day closed now.', (r) => r.adxLive, PERCENTAGE),
  days_in_color_live: row.integer('Days in color_live, the forming day included.', (r) => r.daysInColorLive, COUNT),
  flip_alert: row.flag('The last 4 closed 1h bars all differ from the daily color.', (r) => r.flipAlert),
  intraday_disagrees: row.flagOrNull(
    'The last closed 1h bar differs from the daily color; null while one of them is not known.',
    (r) => r.intradayDisagrees,
  ),
  flip_alert_reason: row.textOrNull(
    'The hours behind flip_alert, such as "4x1h red"; null without one.',
    (r) => r.flipAlertReason,
  ),
  recent_flip: row.flag('days_in_color ≤ 3', (r) => r.recentFlip),
  intraday_timeframe: row.custom(
    Type.Literal('1h', { description: 'Bars of flip_alert and intraday_disagrees.' }),
    (r) => r.intradayTimeframe,
  ),
  h4_color: row.choiceOrNull(
    SIGNUM_COLORS,
    'Colour of the last complete 4h bar; null below 30 of them.',
    (r) => r.h4Color,
  ),
  h4_adx: row.numberOrNull('ADX of the 4h bars; null without h4_color.', (r) => r.h4Adx, PERCENTAGE),
  h4_plus_di: row.numberOrNull('+DI of the 4h bars; null without h4_color.', (r) => r.h4PlusDi, PERCENTAGE),
  h4_minus_di: row.numberOrNull('−DI of the 4h bars; null without h4_color.', (r) => r.h4MinusDi, PERCENTAGE),
  h4_bars_in_color: row.integerOrNull(
    'Complete 4h bars in h4_color, the one of the flip included; null without it.',
    (r) => r.h4BarsInColor,
    COUNT,
  ),
  h4_computed_from: row.momentOrNull(
    'Open of the last complete 4h bar; null without h4_color.',
    (r) => r.h4ComputedFrom,
  ),
  range_20d: row.ifKnown(range.schema, (r) => (r.range === null ? undefined : range.encode(r.range))),
  pegged: row.flag('Listed, but outside breadth.', (r) => r.pegged),
  settled: row.flag('Enough bars that the start of the history no longer shows.', (r) => r.settled),
  stale: row.flag('The last completed daily bar is not the one that should be last.', (r) => r.stale),
  incomplete_days: row.integer('Days left out because hours are missing.', (r) => r.incompleteDays, COUNT),
  quality: qualityField,
  config_version: row.text('Version of the thresholds.', (r) => r.configVersion),
});
/** The row on the wire. */
export type SignumItemWire = WireOf<typeof signumRow>;

type Scored =
  | 'color'
  | 'days_in_color'
  | 'adx'
  | 'price'
  | 'computed_from'
  | `${'color' | 'adx' | 'days_in_color'}_live`;
/** Row with or without a colour; fields that need 28 completed days are null before. */
export type SignumRowWire = Omit<SignumItemWire, Scored> & { readonly [F in Scored]: SignumItemWire[F] | null };

/**
 * Encodes any row, ready or not: for tables that include young coins.
 *
 * @example
 * encodeSignumRow(signumRow({ symbol: 'BTC', source: 'perpdex_perp', hourly, asOf })).days_in_color;
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields hand on the null that they read
export const encodeSignumRow = signumRow.encode as (row: SignumRow) => SignumRowWire;
