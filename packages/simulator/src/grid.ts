/** The price grid. Venues quote few digits, so real bars have ties; so have these. */

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
