/**
 * Sums without rounding: an expansion of non-overlapping doubles whose sum is exact. Its value is rounded once, so it
 * depends on the terms but not on their order, and a product can be added in parts.
 *
 * @source J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates, Discrete &
 * Computational Geometry 18, 1997 (growing an expansion); T. J. Dekker, A Floating-Point Technique for Extending the
 * Available Precision, Numerische Mathematik 18, 1971 (the error of a product).
 */

/** 2^27 + 1 splits a double into two halves whose products are exact. */
const SPLITTER = 2 ** 27 + 1;
const FIRST_CAPACITY = 4;

/** Exact sum. Terms and sum must be finite; products must stay within `FILL_RANGE`. */
export class ExactSum {
  /** Parts, ascending by magnitude; never 0 and without overlap. */
  #parts: Float64Array;
  #length: number;

  /**
   * Creates a sum.
   * @param parts parts of an earlier sum. @default empty
   */
  constructor(parts: readonly number[] = []) {
    this.#parts = new Float64Array(Math.max(FIRST_CAPACITY, parts.length));
    this.#parts.set(parts);
    this.#length = parts.length;
  }

  /** Adds a term. */
  add(term: number): void {
    if (this.#length === this.#parts.length) this.#grow();
    const parts = this.#parts;
    const length = this.#length;
    let kept = 0;
    let high = term;
    for (let i = 0; i < length; i++) {
      const part = parts[i]!;
      const sum = high + part;
      const low = Math.abs(high) >= Math.abs(part) ? part - (sum - high) : high - (sum - part);
      if (low !== 0) parts[kept++] = low;
      high = sum;
    }
    if (high !== 0) parts[kept++] = high;
    this.#length = kept;
  }

  /** Adds `a · b` including its rounding error. */
  addProduct(a: number, b: number): void {
    const product = a * b;
    const wideA = SPLITTER * a;
    const wideB = SPLITTER * b;
    const ah = wideA - (wideA - a);
    const bh = wideB - (wideB - b);
    const al = a - ah;
    const bl = b - bh;
    const lost = al * bl - (product - ah * bh - al * bh - ah * bl);
    if (lost !== 0) this.add(lost);
    this.add(product);
  }

  /** Adds another sum. */
  addSum(other: ExactSum): void {
    for (const part of other.parts()) this.add(part);
  }

  /** Value, rounded once to the nearest double; 0 for an empty sum. */
  value(): number {
    let at = this.#length;
    if (at === 0) return 0;
    const parts = this.#parts;
    let high = parts[--at]!;
    let low = 0;
    while (at > 0 && low === 0) {
      const part = parts[--at]!;
      const sum = high + part;
      low = part - (sum - high);
      high = sum;
    }
    // The lower parts decide a tie.
    if (at > 0 && low < 0 === parts[at - 1]! < 0) {
      const nudge = 2 * low;
      const next = high + nudge;
      if (next - high === nudge) return next;
    }
    return high;
  }

  /** Parts as plain JSON, from which a new sum resumes. */
  parts(): number[] {
    return [...this.#parts.subarray(0, this.#length)];
  }

  #grow(): void {
    const larger = new Float64Array(2 * this.#parts.length);
    larger.set(this.#parts);
    this.#parts = larger;
  }
}
