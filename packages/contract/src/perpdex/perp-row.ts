/** A perp as it is published: what its venue states, and the volume multiplier that is made from it. */

import { fieldsOf, record, type WireOf } from '../fields.ts';
import { num } from '../scalar.ts';

/** One perp as its venue states it. NaN where the venue says nothing. */
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

/** A perp, and what it is set against. */
export interface PerpFound {
  readonly perp: PerpState;
  /** Mean notional of the last 30 settled days, USD; null below 7 of them. */
  readonly settledDayNotional: number | null;
  /** Moment of the venue's answer, epoch ms. */
  readonly fetchedAt: number;
}

/** Ratio of what is traded to what is usual; null where either is unknown, or nothing is usual. */
export function volumeMultiplier(dayNotional: number, settledDayNotional: number | null): number | null {
  if (settledDayNotional === null || !(settledDayNotional > 0)) return null;
  return num(dayNotional / settledDayNotional);
}

const AMOUNT = { minimum: 0 };
const of = fieldsOf<PerpFound>();

/** The published record; operations show some of its fields each. */
export const perpRow = record(null, {
  coin: of.text('The perp, as its venue names it.', ({ perp }) => perp.symbol),
  symbol: of.text('The same as coin.', ({ perp }) => perp.symbol),
  funding_rate: of.numberOrNull(
    'Fraction of the notional per hour; negative: shorts pay longs.',
    ({ perp }) => perp.fundingRate1h,
  ),
  open_interest: of.numberOrNull('Units of the coin; 0 is a value.', ({ perp }) => perp.openInterest, AMOUNT),
  open_interest_usd: of.numberOrNull(
    'USD: open_interest times mark_price.',
    ({ perp }) => perp.openInterest * perp.mark,
    AMOUNT,
  ),
  mark_price: of.numberOrNull('USD.', ({ perp }) => perp.mark, AMOUNT),
  oracle_price: of.numberOrNull('USD.', ({ perp }) => perp.oracle, AMOUNT),
  premium: of.numberOrNull("The venue's own field, fraction of the oracle price.", ({ perp }) => perp.premium),
  day_ntl_vlm: of.numberOrNull('Notional of the last 24 hours, USD.', ({ perp }) => perp.dayNotional, AMOUNT),
  prev_day_price: of.numberOrNull('Mark price of 24 hours before, USD.', ({ perp }) => perp.previousDayPrice, AMOUNT),
  volume_multiplier: of.numberOrNull(
    'day_ntl_vlm over the mean of the last 30 settled UTC days: 3 is three times normal; null below 7 of them.',
    ({ perp, settledDayNotional }) => volumeMultiplier(perp.dayNotional, settledDayNotional),
    AMOUNT,
  ),
  max_leverage: of.numberOrNull('Largest leverage of a position.', ({ perp }) => perp.maxLeverage, AMOUNT),
  sz_decimals: of.integerOrNull('Decimals of a size.', ({ perp }) => perp.sizeDecimals, AMOUNT),
  only_isolated: of.flag('Positions have a margin of their own only.', ({ perp }) => perp.onlyIsolated),
  as_of: of.moment('When the venue was asked.', ({ fetchedAt }) => fetchedAt),
});
/** The published record on the wire. */
export type PerpRowWire = WireOf<typeof perpRow>;
