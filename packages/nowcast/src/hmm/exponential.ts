/**
 * exp and log for the inner loops of the filter, by table and short polynomial: half the time of `Math.exp` and
 * `Math.log` at the same accuracy (see the tests).
 *
 * @source P. T. P. Tang, Table-driven implementation of the exponential function in IEEE floating-point arithmetic, ACM
 * TOMS 15, 1989; and the same author's paper on the logarithm, ACM TOMS 16, 1990.
 *
 * The passes over whole blocks are in this file too: V8 treats the tables as constants only inside their module.
 */

import type { ExponentialTables } from '@barograph/core';

const PARTS = 64;
const PER_UNIT: number = PARTS / Math.LN2;
/** ln 2 / 64 in two parts: the first ends in 21 zero bits, so that its product with an integer is exact. */
const PART_HIGH = 0.01083042469326756;
const PART_LOW = 2.9815858269852933e-12;
/** Adding and subtracting 1.5·2⁵² rounds to an integer. */
const ROUNDER = 6_755_399_441_055_744;
/** Below this the result would be subnormal; it is 0 instead. */
const LEAST = -708;

/** 2^(i/64). */
const ROOTS: Float64Array = Float64Array.from({ length: PARTS }, (_, i) => 2 ** (i / PARTS));
/** 2^−i. */
const HALVINGS: Float64Array = Float64Array.from({ length: 1_024 }, (_, i) => 2 ** -i);

/** e^x for x ≤ 0. Exactly 1 at 0, 0 below −708, NaN for NaN. */
export function expOfNegative(x: number): number {
  if (x < LEAST) return 0;
  const whole = x * PER_UNIT + ROUNDER - ROUNDER;
  const r = x - whole * PART_HIGH - whole * PART_LOW;
  const n = whole | 0;
  const root = ROOTS[n & (PARTS - 1)]!;
  const tail = r + r * r * (0.5 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120))));
  return HALVINGS[(0 - (n >> 6)) & 1_023]! * (root + root * tail);
}

/**
 * Fills `weights[t·states + k] = e^(logs[k·stride + t] − shift[t])` for `rows` rows.
 * @param shift at least the largest log of its row.
 */
export function expOfRows(
  logs: Float64Array,
  stride: number,
  shift: Float64Array,
  rows: number,
  states: number,
  weights: Float64Array,
): void {
  for (let k = 0; k < states; k++) {
    for (let t = 0, at = k, from = k * stride; t < rows; t++, at += states, from++) {
      weights[at] = expOfNegative(logs[from]! - shift[t]!);
    }
  }
}

const CELLS = 128;
/** 1 / the middle of each cell of [1, 2), and minus its log. */
const INVERSES: Float64Array = Float64Array.from({ length: CELLS }, (_, i) => 1 / (1 + (i + 0.5) / CELLS));
const LOGS: Float64Array = INVERSES.map((inverse) => -Math.log(inverse));
/** Tables for other implementations of the same functions. */
export const TABLES: ExponentialTables = { roots: ROOTS, inverses: INVERSES, logs: LOGS };
const DOUBLE: Float64Array = new Float64Array(1);
const WORDS: Int32Array = new Int32Array(DOUBLE.buffer);
/** Index of the word with sign and exponent: the second one on every little-endian machine. */
const HIGH_WORD: number = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

/** ln y for 1 ≤ y < ∞, with an absolute error of a few 1e-16 (of a few ulp once the result is large). NaN for NaN. */
export function logAboveOne(y: number): number {
  DOUBLE[0] = y;
  const high = WORDS[HIGH_WORD]!;
  const exponent = (high >> 20) - 1_023;
  const cell = (high >> 13) & (CELLS - 1);
  const r = y * HALVINGS[exponent & 1_023]! * INVERSES[cell]! - 1;
  const tail = r * (1 - r * (0.5 - r * (1 / 3 - r * (0.25 - r * (0.2 - r * (1 / 6))))));
  return exponent * Math.LN2 + (LOGS[cell]! + tail);
}

/** Parts of the log densities of tempered Student laws: the largest of each state, and the shared parameters. */
interface StudentLaw {
  readonly peak: Float64Array;
  readonly nu: number;
  readonly beta: number;
  readonly dimensions: number;
}

/**
 * Fills `logs[at] = peak[k] − ½·beta·(nu + dimensions)·ln(1 + distances[at] / nu)` for `rows` rows of every state k,
 * each `stride` rows apart, with a finite number in place of Infinity. Covers all states in one call.
 */
export function logOfStudents(
  distances: Float64Array,
  stride: number,
  rows: number,
  { peak, nu, beta, dimensions }: StudentLaw,
  logs: Float64Array,
): void {
  const power = 0.5 * beta * (nu + dimensions);
  const scale = 1 / nu;
  for (let k = 0; k < peak.length; k++) {
    const top = peak[k]!;
    const from = k * stride;
    for (let at = from; at < from + rows; at++) {
      logs[at] = top - power * logAboveOne(1 + scale * Math.min(distances[at]!, Number.MAX_VALUE));
    }
  }
}

/**
 * Fills `sums[at] = shift[t] + ln(sums[at])` for `rows` rows starting at `from`; 0 where the shift is NaN. Sums are
 * normal numbers.
 */
export function logOfSums(sums: Float64Array, from: number, rows: number, shift: Float64Array): void {
  for (let t = 0; t < rows; t++) {
    const sum = sums[from + t]!;
    const log = sum >= 1 ? logAboveOne(sum) : -logAboveOne(1 / sum);
    sums[from + t] = shift[t] === shift[t] ? shift[t]! + log : 0;
  }
}
