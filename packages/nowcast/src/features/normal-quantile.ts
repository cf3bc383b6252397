/**
 * Quantile function of the normal law, to a relative error of about 1e-16.
 *
 * @source M. J. Wichura, Algorithm AS 241: The percentage points of the normal distribution, Applied Statistics 37,
 * 1988.
 */

const MIDDLE = [
  [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
    133.14166789178438, 3.3871328727963665,
  ],
  [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
    42.31333070160091, 1,
  ],
] as const;
const NEAR = [
  [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
] as const;
const FAR = [
  [
    2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
    1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  [
    2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133, 0.014875361290850615,
    0.1369298809227358, 0.599832206555888, 1,
  ],
] as const;

/**
 * Number below which a normal deviate falls with probability `p`. −∞ at 0, ∞ at 1, NaN outside.
 * @example
 * normalQuantile(0.975).toFixed(4); // → '1.9600'
 */
export function normalQuantile(p: number): number {
  ONE[0] = p;
  normalQuantiles(ONE, 0, 1);
  return ONE[0];
}

const ONE = new Float64Array(1);

/** Applies {@link normalQuantile} to numbers `from…to` in place, without calls, whose numbers may be boxed. */
export function normalQuantiles(values: Float64Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const p = values[i]!;
    const q = p - 0.5;
    const isTail = !(Math.abs(q) <= 0.425);
    const r = isTail ? Math.sqrt(-Math.log(q < 0 ? p : 1 - p)) : 0;
    const [above, below] = isTail ? (r <= 5 ? NEAR : FAR) : MIDDLE;
    const x = isTail ? r - (r <= 5 ? 1.6 : 5) : 0.180625 - q * q;
    let sum = 0;
    let divisor = 0;
    for (let k = 0; k < above.length; k++) {
      sum = sum * x + above[k]!;
      divisor = divisor * x + below[k]!;
    }
    const distance = sum / divisor;
    if (r === Infinity) values[i] = q * Infinity;
    else if (!isTail) values[i] = q * distance;
    else values[i] = q < 0 ? -distance : distance;
  }
}
