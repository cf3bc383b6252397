/**
 * Near-duplicates of titles by 64-bit fingerprints: similar texts differ in few bits, so a copy with another comma,
 * case or tag is found without storing the text.
 *
 * @source M. S. Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002; the bound of three
 * bits of 64: G. S. Manku, A. Jain, A. Das Sarma, "Detecting near-duplicates for web crawling", WWW 2007.
 */

/** Fingerprint: its upper and its lower 32 bits, unsigned. */
export type Fingerprint = readonly [high: number, low: number];

/** Letters per feature. */
const SHINGLE = 4;
/** Longest part to read. */
const READ = 500;

/** Text in the form that fingerprints use: letters and digits of any script in lower case, one space between words. */
export function plainTitle(title: string): string {
  return title
    .slice(0, READ)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Finalizer of MurmurHash3: each input bit changes half of the output bits. */
function mixed(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85_eb_ca_6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2_b2_ae_35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** FNV-1a hash of a text range, with a different start for each half. */
function hashed(text: string, from: number, to: number, start: number): number {
  let h = start;
  for (let i = from; i < to; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01_00_01_93);
  return mixed(h);
}

/**
 * Fingerprint of a title: bit `b` is the majority of bit `b` over the hashes of its four-letter pieces.
 *
 * @example
 * nearDuplicate(simHash('SEC sues Coinbase'), simHash('SEC sues “Coinbase”!')); // true
 */
export function simHash(title: string): Fingerprint {
  const text = ` ${plainTitle(title)} `;
  const counts = new Int32Array(64);
  const pieces = Math.max(1, text.length - SHINGLE + 1);
  for (let i = 0; i < pieces; i++) {
    const end = Math.min(text.length, i + SHINGLE);
    const halves = [hashed(text, i, end, 0x81_1c_9d_c5), hashed(text, i, end, 0x9e_37_79_b9)] as const;
    for (let bit = 0; bit < 64; bit++) {
      const half = bit < 32 ? halves[0] : halves[1];
      counts[bit]! += 2 * ((half >>> (bit & 31)) & 1) - 1;
    }
  }
  let [high, low] = [0, 0];
  for (let bit = 0; bit < 32; bit++) {
    if (counts[bit]! > 0) high |= 1 << bit;
    if (counts[32 + bit]! > 0) low |= 1 << bit;
  }
  return [high >>> 0, low >>> 0];
}

function bitsOf(value: number): number {
  let v = value - ((value >>> 1) & 0x55_55_55_55);
  v = (v & 0x33_33_33_33) + ((v >>> 2) & 0x33_33_33_33);
  return Math.imul((v + (v >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}

/**
 * Number of bits, of 64, in which two fingerprints differ.
 *
 * @example
 * fingerprintDistance(simHash('SEC sues Coinbase'), simHash('SEC sues “Coinbase”!')); // → 0
 */
export function fingerprintDistance(a: Fingerprint, b: Fingerprint): number {
  return bitsOf(a[0] ^ b[0]) + bitsOf(a[1] ^ b[1]);
}

/**
 * Returns whether two fingerprints belong to nearly the same title: at most `most` bits differ.
 *
 * @param most most differing bits. @default 3
 * @example
 * nearDuplicate(simHash('SEC sues Coinbase'), simHash('SEC sues “Coinbase”!')); // → true
 * nearDuplicate(simHash('SEC sues Coinbase'), simHash('Bridge exploited')); // → false
 */
export function nearDuplicate(a: Fingerprint, b: Fingerprint, most: number = 3): boolean {
  return fingerprintDistance(a, b) <= most;
}
