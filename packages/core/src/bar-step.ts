/** Infers the interval of bars from their times. */

import { intervalOf } from './interval.ts';

/** Distances between neighbouring bars, one entry per run of equal distances. */
interface Runs {
  readonly steps: readonly number[];
  readonly counts: readonly number[];
}

/** Largest share of distances that may belong to bars off the grid. */
const STRAY = 0.01;

function runsOf(time: Float64Array): Runs {
  const steps: number[] = [];
  const counts: number[] = [];
  let [at, step] = [1, NaN];
  for (let i = 1; i < time.length; i++) {
    const next = time[i]! - time[i - 1]!;
    if (next === step) continue;
    if (i > 1) {
      steps.push(step);
      counts.push(i - at);
    }
    [at, step] = [i, next];
  }
  return time.length < 2 ? { steps, counts } : { steps: [...steps, step], counts: [...counts, time.length - at] };
}

/**
 * Infers the length of bars, in the unit of `time`: the distance that all others are multiples of, since a gap is not a
 * longer interval. A single bar off the grid, such as a partial last one, does not change the result.
 *
 * @param time ascending.
 * @returns undefined for fewer than two times, and when no distance among them forms a grid.
 * @example
 * barStep(Float64Array.of(0, HOUR_MS, 3 * HOUR_MS, 5 * HOUR_MS)); // → 3600000
 */
export function barStep(time: Float64Array): number | undefined {
  const { steps, counts } = runsOf(time);
  if (steps.length <= 1) return steps[0];
  const total = time.length - 1;
  const common = mostCommon(steps, counts);
  const loose = looseOf(steps, counts, common);
  const isCommon = countOf(steps, counts, common) * 2 >= total;
  // Distances that match no interval may be gaps of the common one.
  if (isCommon && loose === 0 && intervalOf(common) !== undefined) return common;
  // The last bar may be partial.
  const base = commonBase(counts.at(-1) === 1 ? steps.slice(0, -1) : steps, common);
  if (base !== undefined) return base;
  return isCommon && loose <= STRAY * total ? common : undefined;
}

function mostCommon(steps: readonly number[], counts: readonly number[]): number {
  const totals = new Map<number, number>();
  for (const [i, step] of steps.entries()) totals.set(step, (totals.get(step) ?? 0) + counts[i]!);
  let [best, most] = [NaN, 0];
  for (const [step, count] of totals) {
    if (count > most || (count === most && step < best)) [best, most] = [step, count];
  }
  return best;
}

/** Counts the distances that are multiples of `divisor`. */
const countOf = (steps: readonly number[], counts: readonly number[], divisor: number): number =>
  steps.reduce((sum, step, i) => sum + (step % divisor === 0 ? counts[i]! : 0), 0);

/**
 * Counts distances that a single bar off the grid cannot explain: together with the next distance, such a bar is back
 * on the grid.
 */
function looseOf(steps: readonly number[], counts: readonly number[], step: number): number {
  let loose = 0;
  for (let i = 0; i < steps.length; i++) {
    if (steps[i]! % step === 0) continue;
    const isLast = i === steps.length - 1 && counts[i] === 1;
    const isStray = counts[i] === 1 && counts[i + 1] === 1 && (steps[i]! + steps[i + 1]!) % step === 0;
    const isPair = counts[i] === 2 && (2 * steps[i]!) % step === 0;
    if (isStray) i++;
    else if (!isLast && !isPair) loose += counts[i]!;
  }
  return loose;
}

/** Shortest distance when all others are its multiples, else the common distance when all are multiples of that. */
function commonBase(steps: readonly number[], common: number): number | undefined {
  const least = steps.reduce((a, b) => Math.min(a, b), Infinity);
  if (!(least > 0)) return undefined;
  return [least, common].find((base) => steps.every((step) => step % base === 0));
}
