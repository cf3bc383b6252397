/** Probabilities over labels: certain, undecided, tied, and everything between. */

import { UsageError } from '@barograph/core';
import * as fc from 'fast-check';

/** Options of {@link posteriors}. */
export interface PosteriorsOptions {
  /** Number of labels. @default 6 */
  readonly labels?: number;
  /** Number of posteriors, or its bounds. @default 0…60 */
  readonly n?: number | { readonly min: number; readonly max: number };
}

const FINE = 1_000;

function normalised(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  // All draws are 0: undecided.
  return weights.map((weight) => (sum === 0 ? 1 / weights.length : weight / sum));
}

/**
 * Draws a posterior: finite numbers ≥ 0 whose sum is 1 within rounding (1e-12). One in four is an extreme: certain of
 * one label, undecided between two, or between all. Shrinks towards undecided, and stays a posterior.
 *
 * @param labels number of labels, an integer ≥ 2. @default 6
 * @throws {UsageError} when there are fewer than two labels.
 * @example
 * const fc = await import('fast-check');
 * const sumsToOne = (p: readonly number[]) => Math.abs(p.reduce((a, b) => a + b) - 1) < 1e-12;
 * fc.assert(fc.property(posterior(6), sumsToOne)); // → undefined
 */
export function posterior(labels: number = 6): fc.Arbitrary<number[]> {
  if (!Number.isInteger(labels) || labels < 2) throw new UsageError(`"labels" expected an integer ≥ 2, got ${labels}`);
  const label = fc.nat({ max: labels - 1 });
  const on = (...chosen: readonly number[]): number[] =>
    normalised(Array.from({ length: labels }, (_, i) => (chosen.includes(i) ? 1 : 0)));
  return fc.oneof(
    { weight: 9, arbitrary: fc.array(fc.nat({ max: FINE }), { minLength: labels, maxLength: labels }).map(normalised) },
    { weight: 1, arbitrary: label.map((from) => on(from)) },
    { weight: 1, arbitrary: fc.tuple(label, label).map(([one, other]) => on(one, other)) },
    { weight: 1, arbitrary: fc.constant(on()) },
  );
}

/**
 * Draws posteriors in order of time, like those of a filter: most resemble the previous one, some jump. Shrinks towards
 * few.
 *
 * @example
 * const fc = await import('fast-check');
 * const { hysteresis } = await import('@barograph/nowcast');
 * const isLabelled = (stream: readonly (readonly number[])[]) => {
 *   const hours = stream.map((probabilities, i) => ({ time: i * HOUR_MS, posterior: probabilities }));
 *   return fold(hysteresis(), hours).outputs.length === stream.length;
 * };
 * fc.assert(fc.property(posteriors({ labels: 6 }), isLabelled)); // → undefined
 */
export function posteriors({ labels = 6, n = { min: 0, max: 60 } }: PosteriorsOptions = {}): fc.Arbitrary<number[][]> {
  const size = typeof n === 'number' ? { min: n, max: n } : n;
  const step = fc.record({ drawn: posterior(labels), weight: fc.oneof(fc.constant(FINE), fc.nat({ max: FINE })) });
  return fc.array(step, { minLength: size.min, maxLength: size.max, size: 'max' }).map((steps) => {
    let before: readonly number[] | undefined;
    return steps.map(({ drawn, weight }) => {
      const share = before === undefined ? 1 : weight / FINE;
      const mixed = normalised(drawn.map((p, i) => share * p + (1 - share) * (before?.[i] ?? 0)));
      before = mixed;
      return mixed;
    });
  });
}
