/** Choice of the jump penalty by the return of a strategy on the last part of the training span. */

import type { JumpFeatures } from './features.ts';

/** Share of the training hours that candidates are fitted on; the rest chooses. */
const FITTED = 0.75;
/** Cost of a change of the position, as a share of its value. */
const COST = 0.0005;

/** Labels of rows, in the order of time. */
type OnlineLabels = (columns: readonly Float64Array[]) => Int32Array;

/**
 * Sharpe ratio, by hour, of a position that is held after hours of the better label and closed after the others. The better
 * label is that with the higher mean return in the hours that were fitted.
 *
 * @param returns return of the row's own hour; a position earns that of the hour after its label.
 * @param from first row that counts.
 * @returns 0 for a position that never moves.
 */
export function strategySharpe(labels: Int32Array, returns: Float64Array, from: number): number {
  const sums = new Map<number, readonly [number, number]>();
  for (let t = 0; t < from; t++) {
    const [sum, count] = sums.get(labels[t]!) ?? [0, 0];
    sums.set(labels[t]!, [sum + returns[t]!, count + 1]);
  }
  const means = [...sums].map(([label, [sum, count]]) => ({ label, mean: sum / count }));
  const { label: better } = means.reduce((best, next) => (next.mean > best.mean ? next : best));
  const gains = Array.from({ length: labels.length - 1 - from }, (_, i) => {
    const [now, before] = [labels[from + i]! === better, from + i > 0 && labels[from + i - 1]! === better];
    return Number(now) * returns[from + i + 1]! - COST * Number(now !== before);
  });
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const spread = Math.sqrt(gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / gains.length);
  return spread > 0 ? mean / spread : 0;
}

/**
 * The penalty whose labels make the best strategy; of equal ones the first.
 *
 * @param candidates for λ, in units of half a squared deviation.
 * @param fit fits some hours with a penalty, and returns what labels rows as they come.
 * @source Y. Shu, C. Yu, J. M. Mulvey, Journal of Asset Management 25, 2024: cross-validation by the Sharpe ratio of the 0/1
 * strategy. The paper moves its window every half a year; here one cut has to do.
 */
export function choosePenalty(
  candidates: readonly number[],
  { columns, returns }: Pick<JumpFeatures, 'columns' | 'returns'>,
  fit: (columns: readonly Float64Array[], penalty: number) => OnlineLabels,
): number {
  const cut = Math.floor(FITTED * returns.length);
  const early = columns.map((column) => column.subarray(0, cut));
  const trials = candidates.map((penalty) => ({
    penalty,
    sharpe: strategySharpe(fit(early, penalty)(columns), returns, cut),
  }));
  return trials.reduce((best, trial) => (trial.sharpe > best.sharpe ? trial : best)).penalty;
}
