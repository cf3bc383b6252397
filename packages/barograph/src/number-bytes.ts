/**
 * Writes numbers as text directly into bytes: the text of `String`, without allocating strings.
 *
 * @source T. J. Dekker, "A floating-point technique for extending the available precision" (Numerische Mathematik 18, 1971):
 * the product of two doubles and its error are both exact doubles. So a double times a power of ten is known exactly, and the
 * shortest decimal that lies within half a unit of its last place can be chosen among whole numbers.
 */

/** Maximum bytes of a number: `-2.2250738585072014e-308`, or 17 digits after a sign and `0.00000`. */
export const NUMBER_BYTES = 28;

const ZERO = 0x30;
const MINUS = 0x2d;
const DOT = 0x2e;
const SPLITTER = 2 ** 27 + 1;
const E8 = 1e8;
/** Smaller numbers have an exponent; numbers of at least `MOST` have more digits than this module handles. */
const LEAST = 1e-6;
const MOST = 1e16;
/** Within this distance of a tie or interval end, `String` decides; many times the rounding error of the distance. */
const DOUBT = 1e-6;
/** Decimals of most prices; numbers with more take the general path. */
const FEW_DECIMALS = 8;

const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
const UPPER = POWERS.map((power) => {
  const scaled = SPLITTER * power;
  return scaled - (scaled - power);
});
const LOWER = POWERS.map((power, i) => power - UPPER[i]!);
const PAIRS = Uint8Array.from(
  { length: 200 },
  (_, i) => ZERO + (i % 2 === 0 ? Math.floor(i / 20) : ((i - 1) / 2) % 10),
);

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
/** Index of a double's exponent word, which depends on the machine's byte order. */
const HIGH = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0;

/**
 * Writes `String(value)` in ASCII.
 *
 * @param bytes at least {@link NUMBER_BYTES} must be free at `at`.
 * @returns index after the last byte written.
 */
export function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  let size = value;
  let to = at;
  if (value < 0) {
    size = -value;
    bytes[to++] = MINUS;
  }
  if (!(size < MOST)) return writeText(bytes, at, value);
  const whole = Math.floor(size);
  if (whole === size) return writeWhole(bytes, to, whole);
  if (size < LEAST) return writeText(bytes, at, value);
  const few = Math.round(size * 1e8);
  // A decimal of at most 15 digits is uniquely nearest to its double.
  if (few < 1e15 && few / 1e8 === size) return writeDecimal(bytes, to, few, FEW_DECIMALS);
  const end = writeShortest(bytes, to, size);
  return end === -1 ? writeText(bytes, at, value) : end;
}

/**
 * Writes a fraction in [1e-6, 1e16) with the fewest digits that round-trip, and the nearest of those.
 *
 * @returns −1 for a near tie or a decimal near the interval's end: rare, and left to `String`.
 */
function writeShortest(bytes: Uint8Array, at: number, size: number): number {
  double[0] = size;
  const high = words[HIGH]!;
  if ((high & 0xf_ffff) === 0 && words[1 - HIGH] === 0) return -1; // the interval of a power of two is lopsided
  const exponent = (high >>> 20) - 1023;
  // floor(log10) from the exponent, or one less
  let digits = Math.floor(exponent * 0.301_029_995_663_981_2);
  let scale = 16 - digits;
  if (scale > 22) scale = 22;
  let power = POWERS[scale]!;
  let product = size * power;
  if (product >= 1e17) {
    power = POWERS[--scale]!;
    product = size * power;
    digits++;
  }
  // product + error is size × power exactly: 17 digits before the point.
  const scaled = SPLITTER * size;
  const upper = scaled - (scaled - size);
  const lower = size - upper;
  const powerUpper = UPPER[scale]!;
  const powerLower = LOWER[scale]!;
  const error = lower * powerLower - (product - upper * powerUpper - lower * powerUpper - upper * powerLower);
  if (!(product >= 1e16 && product < 9.999_999_999_999_99e16)) return -1;
  let head = Math.floor(product / E8);
  let tail = product - head * E8; // both exact: a multiple of 2 below 2^57
  const whole = Math.floor(error);
  const rest = error - whole;
  tail += whole;
  if (tail < 0) {
    tail += E8;
    head--;
  } else if (tail >= E8) {
    tail -= E8;
    head++;
  }
  const half = halfUnit(exponent) * power;
  // 15 digits or fewer, then 16, then 17: the nearest of each length, if it is within the interval.
  const off2 = (tail % 100) + rest;
  const to2 = off2 < 50 ? -off2 : 100 - off2;
  const off1 = (tail % 10) + rest;
  const to1 = off1 < 5 ? -off1 : 10 - off1;
  const far2 = Math.abs(to2);
  const far1 = Math.abs(to1);
  if (Math.abs(far2 - half) < DOUBT || Math.abs(far1 - half) < DOUBT) return -1;
  let last: number;
  if (far2 < half) {
    last = Math.round(tail + rest + to2);
  } else if (far1 < half) {
    if (Math.abs(off1 - 5) < DOUBT) return -1;
    last = Math.round(tail + rest + to1);
  } else {
    if (Math.abs(rest - 0.5) < DOUBT) return -1;
    last = rest < 0.5 ? tail : tail + 1;
  }
  if (last >= E8) {
    last -= E8;
    head++;
  }
  return writeDigits(bytes, at, head, last, scale);
}

/** Half a unit in the last place of doubles of an exponent. */
const halfUnit = (exponent: number): number => HALVES[exponent + 20]!;
const HALVES = Float64Array.from({ length: 80 }, (_, i) => 2 ** (i - 20 - 53));

/** Writes the 17 digits of `head` (9) and `tail` (8) with `scale` of them behind the point, without zeros at the end. */
function writeDigits(bytes: Uint8Array, at: number, head: number, tail: number, scale: number): number {
  const before = 17 - scale;
  let to = at;
  let start = at + 1; // room for the point, which the digits before it are moved over
  if (before <= 0) {
    bytes[to++] = ZERO;
    bytes[to++] = DOT;
    for (let i = before; i < 0; i++) bytes[to++] = ZERO;
    start = to;
  }
  nine(bytes, start, head);
  eight(bytes, start + 9, tail);
  let end = start + 17;
  if (before > 0) {
    for (let i = 0; i < before; i++) bytes[to++] = bytes[to]!;
    bytes[to++] = DOT;
  }
  while (end > to && bytes[end - 1] === ZERO) end--;
  return end === to && before > 0 ? to - 1 : end;
}

function nine(bytes: Uint8Array, at: number, value: number): void {
  const first = Math.floor(value / E8);
  bytes[at] = ZERO + first;
  eight(bytes, at + 1, value - first * E8);
}

/** Writes eight digits with leading zeros. */
function eight(bytes: Uint8Array, at: number, value: number): void {
  const whole = value | 0;
  const upper = (whole / 10_000) | 0;
  const lower = whole - upper * 10_000;
  four(bytes, at, upper);
  four(bytes, at + 4, lower);
}

function four(bytes: Uint8Array, at: number, value: number): void {
  const upper = (value / 100) | 0;
  const lower = value - upper * 100;
  bytes[at] = PAIRS[2 * upper]!;
  bytes[at + 1] = PAIRS[2 * upper + 1]!;
  bytes[at + 2] = PAIRS[2 * lower]!;
  bytes[at + 3] = PAIRS[2 * lower + 1]!;
}

/** Writes a whole number below 1e16. */
function writeWhole(bytes: Uint8Array, at: number, value: number): number {
  if (value < 1e9) return writeSmall(bytes, at, value | 0);
  const head = Math.floor(value / E8);
  const to = writeSmall(bytes, at, head | 0);
  eight(bytes, to, value - head * E8);
  return to + 8;
}

/** Writes a whole number below 1e9. */
function writeSmall(bytes: Uint8Array, at: number, value: number): number {
  let length = 1;
  for (let power = 10; length < 9 && value >= power; power *= 10) length++;
  let rest = value;
  let to = at + length;
  while (rest >= 10) {
    const next = (rest / 10) | 0;
    bytes[--to] = ZERO + rest - next * 10;
    rest = next;
  }
  bytes[--to] = ZERO + rest;
  return at + length;
}

/** Writes `value` / 10^decimals. @param value whole number below 1e15, not a multiple of 10^decimals. */
function writeDecimal(bytes: Uint8Array, at: number, value: number, decimals: number): number {
  const power = POWERS[decimals]!;
  const whole = Math.floor(value / power);
  let to = writeWhole(bytes, at, whole);
  bytes[to++] = DOT;
  eight(bytes, to, value - whole * power);
  to += decimals;
  while (bytes[to - 1] === ZERO) to--;
  return to;
}

function writeText(bytes: Uint8Array, at: number, value: number): number {
  const text = String(value);
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}
