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
