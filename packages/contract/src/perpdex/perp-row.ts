/** Published perp: venue state and volume multiplier. */

import { fieldsOf, record, type WireOf } from '../fields.ts';
import { num } from '../scalar.ts';

/** Perp as its venue reports it. NaN when absent. */
export interface PerpState {
  readonly symbol: string;
  readonly sizeDecimals: number;
  readonly maxLeverage: number;
  readonly onlyIsolated: boolean;
  /** Fraction of the notional per hour. */
  readonly fundingRate1h: number;
  /** Units of the coin. */
  readonly openInterest: number;
  /** USD. */
  readonly mark: number;
  /** USD. */
  readonly oracle: number;
  /** Fraction of the oracle price. */
  readonly premium: number;
  /** USD, of the last 24 hours. */
  readonly dayNotional: number;
  /** USD. */
  readonly previousDayPrice: number;
}

/** Perp with its usual volume. */
export interface PerpFound {
  readonly perp: PerpState;
  /** Mean notional of the last 30 settled days, USD; null with fewer than 7. */
  readonly settledDayNotional: number | null;
  /** Time of the venue's answer, epoch ms. */
  readonly fetchedAt: number;
}

/** Ratio of current to usual volume; null when either is unknown or the usual volume is zero. */
export function volumeMultiplier(dayNotional: number, settledDayNotional: number | null): number | null {
  if (settledDayNotional === null || !(settledDayNotional > 0)) return null;
  return num(dayNotional / settledDayNotional);
}

const AMOUNT = { minimum: 0 };
const field = fieldsOf<PerpFound>();

/** Published record; operations select its fields. */
export const perpRow = record(null, {
  coin: field.text('The perp, as its venue names it.', ({ perp }) => perp.symbol),
  symbol: field.text('The same as coin.', ({ perp }) => perp.symbol),
  funding_rate: field.numberOrNull(
    'Fraction of the notional per hour; negative: shorts pay longs.',
    ({ perp }) => perp.fundingRate1h,
  ),
  open_interest: field.numberOrNull('Units of the coin; 0 is a value.', ({ perp }) => perp.openInterest, AMOUNT),
  open_interest_usd: field.numberOrNull(
    'USD: open_interest times mark_price.',
    ({ perp }) => perp.openInterest * perp.mark,
    AMOUNT,
  ),
  mark_price: field.numberOrNull('USD.', ({ perp }) => perp.mark, AMOUNT),
  oracle_price: field.numberOrNull('USD.', ({ perp }) => perp.oracle, AMOUNT),
  premium: field.numberOrNull("The venue's own field, fraction of the oracle price.", ({ perp }) => perp.premium),
  day_ntl_vlm: field.numberOrNull('Notional of the last 24 hours, USD.', ({ perp }) => perp.dayNotional, AMOUNT),
  prev_day_price: field.numberOrNull(
    'Mark price of 24 hours before, USD.',
    ({ perp }) => perp.previousDayPrice,
    AMOUNT,
  ),
  volume_multiplier: field.numberOrNull(
    'day_ntl_vlm over the mean of the last 30 settled UTC days: 3 is three times normal; null below 7 of them.',
    ({ perp, settledDayNotional }) => volumeMultiplier(perp.dayNotional, settledDayNotional),
    AMOUNT,
  ),
  max_leverage: field.numberOrNull('Largest leverage of a position.', ({ perp }) => perp.maxLeverage, AMOUNT),
  sz_decimals: field.integerOrNull('Decimals of a size.', ({ perp }) => perp.sizeDecimals, AMOUNT),
  only_isolated: field.flag('Positions have a margin of their own only.', ({ perp }) => perp.onlyIsolated),
  as_of: field.moment('When the venue was asked.', ({ fetchedAt }) => fetchedAt),
});
/** Market of one perpetual on the wire. */
export type PerpRowWire = WireOf<typeof perpRow>;
