/** Residuals of the training hours, for the simulation to draw from. */

import { smooth } from '@barograph/nowcast';
import type { ResidualHistory } from '../monte-carlo/fit-pools.ts';
import type { History } from './views.ts';

/** Residuals of `[from, to)`; smoothing uses no hour at or after `to`. */
export function residualsOf(
  history: History,
  { from, to }: { readonly from: number; readonly to: number },
): ResidualHistory {
  const { hmm, time, length, residual, filteredUntil } = history;
  const end = time.findIndex((at) => at >= to);
  const last = end < 0 ? length : end;
  return {
    residuals: Float64Array.from({ length: last }, (_, t) => (t === 0 || time[t]! < from ? NaN : residual(t))),
    smoothed: smooth(hmm, filteredUntil(last)),
  };
}
