/** Formats numbers as the venue does: decimal text without an exponent. */

/**
 * Formats a number with the shortest digits that parse to the same bits, and at least one decimal.
 *
 * @throws {RangeError} when NaN or infinite; the venue writes null or no value then.
 * @example
 * decimalText(98804); // '98804.0'
 * decimalText(1.25e-7); // '0.000000125'
 */
export function decimalText(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`"value" expected a finite number, got ${value}`);
  const [mantissa = '', power = '0'] = String(Math.abs(value)).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(power);
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift - fraction.length))}`;
  const point = Math.max(0, -shift) + whole.length + shift;
  const front = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const back = digits.slice(point);
  return `${value < 0 ? '-' : ''}${front === '' ? '0' : front}.${back === '' ? '0' : back}`;
}
