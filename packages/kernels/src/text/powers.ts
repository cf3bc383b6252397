/** Powers of ten for the shortest decimals of doubles. */

const LEAST = -292;
const MOST = 324;
const BITS = 126;

/**
 * Fills the powers that scale any double, each rounded up from 126 bits: `floor(10^k · 2^(125 − floor(log2 10^k))) +
 * 1`, lower half first.
 *
 * @param into two words for each of 617 powers.
 * @source R. Giulietti, "The Schubfach way to render doubles" (2020), section 9.
 */
export function fillPowersOfTen(into: BigUint64Array): void {
  let power = 1n;
  for (let k = 0; k <= MOST; k++, power *= 10n) {
    const length = BigInt(power.toString(16).length * 4);
    const bits = length - BigInt(Math.clz32(Number(power >> (length - 4n))) - 28);
    const excess = bits - BigInt(BITS);
    store(into, k, excess > 0n ? power >> excess : power << -excess);
    // 2^bits / 10^k lies in (1, 2], and equals 2 only for a power of two
    if (k > 0 && -k >= LEAST) store(into, -k, (1n << (bits + BigInt(BITS - 1))) / power);
  }
}

function store(into: BigUint64Array, k: number, floor: bigint): void {
  into[2 * (k - LEAST)] = BigInt.asUintN(64, floor + 1n);
  into[2 * (k - LEAST) + 1] = (floor + 1n) >> 64n;
}
