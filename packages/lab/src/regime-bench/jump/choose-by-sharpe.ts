/** Choice of the numbers of a jump model by the return of a strategy on hours of the training span that its fits had not seen. */

import { sharpe } from '../hours/sharpe.ts';
import type { JumpFeatures } from './features.ts';

/** Share of the training hours that a window fits. */
const WINDOW = 0.5;
/** Moves of the window. Each labels as many hours after it as it then moves on, so that the last one ends the training span. */
const MOVES = 4;
/** Cost of a change of the position, as a share of its value. */
const COST = 0.0005;

/** Labels of rows, in the order of time. */
type OnlineLabels = (columns: readonly Float64Array[]) => Int32Array;

/**
 * Returns by hour of a position that is held after hours of the better label and closed after the others. The better label is that
 * with the higher mean return in the hours that were fitted.
 *
 * @param returns return of the row's own hour; a position earns that of the hour after its label.
 * @param from first row that counts.
 */
export function strategyGains(labels: Int32Array, returns: Float64Array, from: number): readonly number[] {
  const sums = new Map<number, readonly [number, number]>();
  for (let t = 0; t < from; t++) {
    const [sum, count] = sums.get(labels[t]!) ?? [0, 0];
    sums.set(labels[t]!, [sum + returns[t]!, count + 1]);
  }
  const means = [...sums].map(([label, [sum, count]]) => ({ label, mean: sum / count }));
  const { label: better } = means.reduce((best, next) => (next.mean > best.mean ? next : best));
  return Array.from({ length: labels.length - 1 - from }, (_, i) => {
    const [now, before] = [labels[from + i]! === better, from + i > 0 && labels[from + i - 1]! === better];
    return Number(now) * returns[from + i + 1]! - COST * Number(now !== before);
  });
}

/**
 * The candidate with the highest Sharpe ratio over the hours after all windows; of equal ones the first.
 *
 * @param candidates for the penalty and whatever else is chosen with it.
 * @param fit fits the hours of a window, and returns what labels rows as they come.
 * @source Y. Shu, C. Yu, J. M. Mulvey, Journal of Asset Management 25, 2024: the penalty with the best Sharpe ratio of the 0/1
 * strategy, whose labels come from fits of a moving window. There the index has decades of days, here a year of hours.
 */
export function chooseBySharpe<Candidate>(
  candidates: readonly Candidate[],
  { columns, returns }: Pick<JumpFeatures, 'columns' | 'returns'>,
  fit: (columns: readonly Float64Array[], candidate: Candidate) => OnlineLabels,
): Candidate {
  const rows = returns.length;
  const length = Math.floor(WINDOW * rows);
  const windows = Array.from({ length: MOVES }, (_, move) => {
    const [from, to] = [move, move + 1].map((at) => Math.floor(((rows - length) * at) / MOVES));
    const end = to! + length;
    return { seen: [from!, from! + length] as const, all: [from!, end] as const };
  });
  const trials = candidates.map((candidate) => {
    const gains = windows.flatMap(({ seen, all }) => {
      const labelsOf = fit(columns.map((column) => column.subarray(...seen)), candidate); // prettier-ignore
      const labels = labelsOf(columns.map((column) => column.subarray(...all)));
      return strategyGains(labels, returns.subarray(...all), length);
    });
    return { candidate, ratio: sharpe(gains) };
  });
  return trials.reduce((best, trial) => (trial.ratio > best.ratio ? trial : best)).candidate;
}
