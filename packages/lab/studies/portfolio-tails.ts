/** Tails of forecasts of a book's return: quantile, shortfall, and the law below the quantile in a few steps. */

import { studentLogDensity, studentQuantile, type TailForecast } from '../src/index.ts';

/** Tail shares that are judged. */
export const LEVELS = [0.01, 0.05] as const;

/** Steps of equal probability that the law below a quantile is kept in. */
export const STEPS = 20;

/** A tail, with the mean of each step of the law below the quantile. */
export interface StudyTail extends TailForecast {
  readonly steps: ArrayLike<number>;
}

/** Moves the `count` least values to the front, in place. */
export function selectLeast(values: Float64Array, count: number): void {
  let [low, high] = [0, values.length - 1];
  while (low < high) {
    const pivot = values[(low + high) >>> 1]!;
    let [i, j] = [low, high];
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const swapped = values[i]!;
      values[i++] = values[j]!;
      values[j--] = swapped;
    }
    if (count - 1 <= j) high = j;
    else if (count - 1 >= i) low = i;
    else return;
  }
}

/** Tails of equally likely returns, one per level; the order of `values` changes. The rule is that of `tailOf` of the engine. */
export function sampleTails(values: Float64Array, levels: readonly number[] = LEVELS): readonly StudyTail[] {
  const most = Math.ceil(Math.max(...levels) * values.length - 1e-9);
  selectLeast(values, most);
  const worst = values.subarray(0, most).sort();
  return levels.map((level) => {
    const exact = level * values.length;
    const places = Math.max(1, Math.ceil(exact - 1e-9));
    /** Integral of the values by place, up to a place and part of the next. */
    const sums = new Float64Array(places + 1);
    for (let k = 0; k < places; k++) sums[k + 1] = sums[k]! + worst[k]!;
    const integral = (until: number): number => {
      const whole = Math.min(places - 1, Math.floor(until));
      return sums[whole]! + (until - whole) * worst[whole]!;
    };
    const steps = Float32Array.from(
      { length: STEPS },
      (_, s) => ((integral(((s + 1) * exact) / STEPS) - integral((s * exact) / STEPS)) * STEPS) / exact,
    );
    return { quantile: worst[places - 1]!, shortfall: integral(exact) / exact, steps };
  });
}

/** Mean below the quantile `q` of Student's law of variance 1, with its probability. */
function studentShortfall(q: number, level: number, degrees: number): number {
  return (-Math.exp(studentLogDensity(degrees)(q)) / level) * ((degrees - 2 + q * q) / (degrees - 1));
}

/** Tails of Student's law of variance 1. */
export function studentTails(degrees: number, levels: readonly number[] = LEVELS): readonly StudyTail[] {
  const unit = Math.sqrt((degrees - 2) / degrees);
  return levels.map((level) => {
    /** Integral of the quantile up to a share. */
    const integral = (share: number): number =>
      share === 0 ? 0 : share * studentShortfall(unit * studentQuantile(share, degrees), share, degrees);
    const steps = Float64Array.from(
      { length: STEPS },
      (_, s) => ((integral(((s + 1) * level) / STEPS) - integral((s * level) / STEPS)) * STEPS) / level,
    );
    return { quantile: unit * studentQuantile(level, degrees), shortfall: integral(level) / level, steps };
  });
}
