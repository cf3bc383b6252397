/** The price grid. Venues quote few digits, so real bars have ties; so have these. */

/** Price digits that the venues quote. */
export const PRICE_DIGITS = 5;

/**
 * `value` rounded to `digits` significant decimal digits. Exact decimals: the result prints with no more digits.
 *
 * @param value a finite number > 0 within 1e-12…1e15.
 */
export function roundSignificant(value: number, digits: number): number {
  const decimals = digits - 1 - Math.floor(Math.log10(value));
  // Powers of ten are exact doubles up to 1e22, and one division of two exact numbers rounds once.
  return decimals >= 0
    ? Math.round(value * 10 ** decimals) / 10 ** decimals
    : Math.round(value / 10 ** -decimals) * 10 ** -decimals;
}

/** The digits of a price on the grid as a whole number, and the power of ten that it is times. */
function parts(price: number): readonly [digits: number, exponent: number] {
  const [mantissa, exponent] = price.toExponential(PRICE_DIGITS - 1).split('e');
  return [Number(mantissa!.replace('.', '')), Number(exponent) - (PRICE_DIGITS - 1)];
}

/** Prices on the grid from one on, away from it tick by tick: a step costs no text, as `above` and `below` do. */
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
  /** With 5 figures the last digit goes by ones, twos or fives; ones when left out. */
  readonly mantissa?: 1 | 2 | 5;
}

/** The price on the grid, or a coarser one outside of it: below of bids, above of asks. */
export function outward(price: number, { figures, mantissa = 1 }: PriceDigits, side: 'bids' | 'asks'): number {
  const [digits, exponent] = parts(price);
  const step = 10 ** (PRICE_DIGITS - figures) * mantissa;
  const whole = (side === 'bids' ? Math.floor(digits / step) : Math.ceil(digits / step)) * step;
  return Number(`${whole}e${exponent}`);
}

/** The price `ticks` above one on the grid. A tick is one of the last digit, so ticks grow tenfold with the prices. */
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

/** The price `ticks` below one on the grid; never 0. */
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
