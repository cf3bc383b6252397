/**
 * Logarithm of a price ratio, ln(a/b), faster and more accurate than `Math.log(a / b)`.
 *
 * Rounding a quotient near 1 loses the digits that its logarithm consists of: `Math.log(100.01 / 100)` has a relative
 * error up to 1e-12. With s = (a − b)/(a + b), ln(a/b) = 2·atanh(s): the difference of two prices within a factor of
 * two is exact, so the result is right to two units in the last place however small the move. It is odd (`logRatio(b,
 * a)` is `−logRatio(a, b)` to the bit), exactly 0 for equal prices, and independent of the price unit.
 *
 * @param a a price, finite and above 0.
 * @param b a price, finite and above 0.
 * @source The polynomial is that of `log` in fdlibm (Sun Microsystems, 1993): |s| < 0.1716, error below 2^-58.
 * @example
 * logRatio(110, 100).toFixed(6); // → '0.095310'
 */
export function logRatio(a: number, b: number): number {
  const s = (a - b) / (a + b);
  const z = s * s;
  if (z > WIDEST) return logQuotient(a, b);
  return 2 * s + s * z * (L1 + z * (L2 + z * (L3 + z * (L4 + z * (L5 + z * (L6 + z * L7))))));
}

/**
 * Computes `x[i] = logRatio(a[i], b[i])` and `y[i] = logRatio(c[i], d[i])`, to the bit, for every row of `a`. The
 * polynomial is repeated here: V8 does not inline six logarithms into one loop, and a call would box its prices. Two at
 * a time, because each waits for its own dependency chain.
 *
 * @internal for streams that leave no garbage.
 */
export function logRatios(
  a: Float64Array,
  b: Float64Array,
  x: Float64Array,
  c: Float64Array,
  d: Float64Array,
  y: Float64Array,
): void {
  for (let i = 0; i < a.length; i++) {
    const s = (a[i]! - b[i]!) / (a[i]! + b[i]!);
    const t = (c[i]! - d[i]!) / (c[i]! + d[i]!);
    const z = s * s;
    const w = t * t;
    let p = L6 + z * L7;
    let q = L6 + w * L7;
    p = L5 + z * p;
    q = L5 + w * q;
    p = L4 + z * p;
    q = L4 + w * q;
    p = L3 + z * p;
    q = L3 + w * q;
    p = L2 + z * p;
    q = L2 + w * q;
    p = L1 + z * p;
    q = L1 + w * q;
    x[i] = z > WIDEST ? logQuotient(a[i]!, b[i]!) : 2 * s + s * z * p;
    y[i] = w > WIDEST ? logQuotient(c[i]!, d[i]!) : 2 * t + t * w * q;
  }
}

// A separate function keeps `logRatio` small enough to be inlined several times in one loop.
function logQuotient(a: number, b: number): number {
  return a > b ? Math.log(a / b) : -Math.log(b / a);
}

/** (√2 − 1)⁴: the polynomial holds for ratios within √½…√2, which covers nearly every bar. */
const WIDEST: number = (3 - 2 * Math.SQRT2) ** 2;
const L1 = 0.6666666666666735;
const L2 = 0.3999999999940942;
const L3 = 0.2857142874366239;
const L4 = 0.22222198432149784;
const L5 = 0.1818357216161805;
const L6 = 0.15313837699209373;
const L7 = 0.14798198605116586;
