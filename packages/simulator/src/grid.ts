/** Price grid. Venues quote few digits, so real bars have ties, and these do too. */

/** Price digits that the venues quote. */
export const PRICE_DIGITS = 5;

/** Powers of ten by their exponent. They are exact up to 1e22; computing one takes longer than the rest of a rounding. */
const POWERS: readonly number[] = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

const power = (exponent: number): number => POWERS[exponent] ?? 10 ** exponent;

/**
 * Rounds `value` to `digits` significant decimal digits. Exact decimals: the result prints with no more digits.
 *
 * @param value finite number > 0 within 1e-12…1e15.
 */
export function roundSignificant(value: number, digits: number): number {
  const decimals = digits - 1 - Math.floor(Math.log10(value));
  // Powers of ten are exact doubles up to 1e22, and one division of two exact numbers rounds once.
  const scale = power(Math.abs(decimals));
  return decimals >= 0 ? Math.round(value * scale) / scale : Math.round(value / scale) * scale;
}

/** Splits a price on the grid into its digits as an integer, and a power of ten. */
function parts(price: number): readonly [digits: number, exponent: number] {
  const [mantissa, exponent] = price.toExponential(PRICE_DIGITS - 1).split('e');
  return [Number(mantissa!.replace('.', '')), Number(exponent) - (PRICE_DIGITS - 1)];
}

/**
 * Creates the prices on the grid starting at `from`, tick by tick. Unlike `above` and `below`, a step needs no text.
 */
export function ladder(from: number, direction: 1 | -1): (ticks: number) => number {
  let [digits, exponent] = parts(from);
  const most = 10 ** PRICE_DIGITS;
  return (ticks) => {
    digits += direction * ticks;
    if (digits >= most) {
      digits = most / 10 + (digits - most);
      exponent++;
    } else if (digits < most / 10) {
      digits = most - (most / 10 - digits);
      exponent--;
    }
    return exponent >= 0 ? digits * 10 ** exponent : digits / 10 ** -exponent;
  };
}

/** Rounding of prices to fewer digits. */
export interface PriceDigits {
  /** Significant figures. */
  readonly figures: 2 | 3 | 4 | 5;
  /** Step of the last of 5 figures. @default 1 */
  readonly mantissa?: 1 | 2 | 5;
}

/** Price on the grid, or a coarser price outside of it: lower for bids, higher for asks. */
export function outward(price: number, { figures, mantissa = 1 }: PriceDigits, side: 'bids' | 'asks'): number {
  const [digits, exponent] = parts(price);
  const step = 10 ** (PRICE_DIGITS - figures) * mantissa;
  const whole = (side === 'bids' ? Math.floor(digits / step) : Math.ceil(digits / step)) * step;
  return Number(`${whole}e${exponent}`);
}

/** Price `ticks` above one on the grid. A tick is one of the last digit, so ticks grow tenfold with the price. */
export function above(price: number, ticks = 1): number {
  let [digits, exponent] = parts(price);
  digits += ticks;
  while (digits >= 10 ** PRICE_DIGITS) {
    const over = digits - 10 ** PRICE_DIGITS;
    digits = 10 ** (PRICE_DIGITS - 1) + over;
    exponent++;
  }
  return Number(`${digits}e${exponent}`);
}

/** Price `ticks` below one on the grid; never 0. */
export function below(price: number, ticks = 1): number {
  let [digits, exponent] = parts(price);
  digits -= ticks;
  while (digits < 10 ** (PRICE_DIGITS - 1)) {
    const short = 10 ** (PRICE_DIGITS - 1) - digits;
    digits = 10 ** PRICE_DIGITS - short;
    exponent--;
  }
  return Number(`${digits}e${exponent}`);
}
