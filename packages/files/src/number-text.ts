/**
 * Parses numbers from text bytes, equal to `Number(text)` for every input and several times faster for plain decimals.
 *
 * @source W. D. Clinger, "How to read floating point numbers accurately" (PLDI 1990), section 3: an integer below
 * 2^53 and a power of ten up to 10^22 are both exact doubles, so one division of them is correctly rounded.
 */

const LIMIT = 2 ** 53;
/** Exact powers of ten. */
export const POWERS_OF_TEN: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
];

const ZERO = 0x30;
const NINE = 0x39;
const DOT = 0x2e;
const MINUS = 0x2d;
const PLUS = 0x2b;

/**
 * Parses the number in `bytes[start, end)`.
 *
 * @param bytes UTF-8 text.
 * @returns exactly what `Number(text)` returns, including NaN for an invalid number and 0 for empty text.
 */
export function parseNumber(bytes: Buffer, start: number, end: number): number {
  let at = start;
  const sign = at < end ? bytes[at]! : 0;
  if (sign === MINUS || sign === PLUS) at++;
  let mantissa = 0;
  let digits = 0;
  let decimals = 0;
  let step = 0; // Added to `decimals` per digit: 1 after the decimal point.
  for (; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= ZERO && byte <= NINE) {
      mantissa = mantissa * 10 + (byte - ZERO);
      digits++;
      decimals += step;
    } else if (byte === DOT && step === 0) {
      step = 1;
    } else {
      return exact(bytes, start, end);
    }
  }
  // Rounding is monotone: a mantissa that ever needed more than 53 bits stays at or above the limit.
  if (digits === 0 || !(mantissa < LIMIT) || decimals > 22) return exact(bytes, start, end);
  const value = decimals === 0 ? mantissa : mantissa / POWERS_OF_TEN[decimals]!;
  return sign === MINUS ? -value : value;
}

/** Exponents, long mantissas, hexadecimal, spaces, infinities and invalid text: parsed by `Number`. */
function exact(bytes: Buffer, start: number, end: number): number {
  return Number(bytes.toString('utf8', start, end));
}
