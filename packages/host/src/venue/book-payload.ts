/** Order books in the words of the venue, also with fewer digits. */

import type { BookColumns, BookSideColumns } from '@barograph/simulator';
import { decimalText } from './decimal-text.ts';
import type { Payload } from './payloads.ts';

/** Digits of a price that levels are put together by. */
export interface BookDigits {
  /** 2 to 5. */
  readonly figures: number;
  /** With 5 figures the last digit goes by ones, twos or fives. */
  readonly mantissa: 1 | 2 | 5;
}

/** Digits of a price on the venue's grid. */
const DIGITS = 5;

/** The price below (bids) or above (asks) that the level of a price belongs to. */
function rounded(price: number, { figures, mantissa }: BookDigits, round: (value: number) => number): number {
  const [digits = '', power] = price.toExponential(DIGITS - 1).split('e');
  const step = 10 ** (DIGITS - figures) * mantissa;
  const whole = round(Number(digits.replace('.', '')) / step) * step;
  return Number(`${whole}e${Number(power) - (DIGITS - 1)}`);
}

function levelsOf(
  { price, size, orders }: BookSideColumns,
  decimals: number,
  digits: BookDigits | undefined,
  round: (value: number) => number,
) {
  const levels = new Map<number, { size: number; orders: number }>();
  price.forEach((exact, i) => {
    const at = digits === undefined ? exact : rounded(exact, digits, round);
    const known = levels.get(at) ?? { size: 0, orders: 0 };
    levels.set(at, { size: known.size + size[i]!, orders: known.orders + orders[i]! });
  });
  const units = 10 ** decimals;
  return [...levels].map(([px, { size: sz, orders: n }]) => ({
    px: decimalText(px),
    sz: decimalText(Math.round(sz * units) / units),
    n,
  }));
}

/**
 * A book: bids, then asks, best first.
 *
 * @param book undefined of a perp that does not trade: both sides are empty.
 * @param digits undefined: levels as they stand.
 */
export function bookPayload(
  coin: string,
  book: BookColumns | undefined,
  now: number,
  decimals: number,
  digits?: BookDigits,
): Payload {
  if (book === undefined) return { coin, time: now, levels: [[], []] as const };
  const levels = [
    levelsOf(book.bids, decimals, digits, Math.floor),
    levelsOf(book.asks, decimals, digits, Math.ceil),
  ] as const;
  return { coin, time: book.time, levels };
}

/** Distance of the best prices, which answers have beside the levels and frames have not. */
export function spreadOf({ bids, asks }: BookColumns): string {
  return decimalText(Number((asks.price[0]! - bids.price[0]!).toPrecision(DIGITS)));
}
