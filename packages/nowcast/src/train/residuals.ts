/** Pools of standardised residuals, one per latent state, from training hours only. */

import { quantileSorted } from '@barograph/core';
import type { ResidualPools } from '../monte-carlo/monte-carlo.ts';
import { smooth } from '../hmm/smooth.ts';
import type { History } from './views.ts';

/** Numbers that a pool is kept as. */
const POOL_SIZE = 512;
/** Below this many residuals a state has no pool of its own. */
const LEAST_RESIDUALS = 300;
/** Residuals are clipped to ± this: one print must not make a path. */
const MOST = 12;

/**
 * `z = r_t / √h_{t−1}` of the hours of `[from, to)`, by the likeliest smoothed state of the hour, centred and clipped.
 *
 * @param least a state with fewer residuals gets the pool of all states together.
 */
export function fitResiduals(
  history: History,
  { from, to, least = LEAST_RESIDUALS }: { readonly from: number; readonly to: number; readonly least?: number },
): ResidualPools {
  const { hmm, time, length } = history;
  const states = hmm.chain.states;
  const last = time.findIndex((at) => at >= to);
  const gamma = smooth(hmm, history.filteredUntil(last < 0 ? length : last)).probabilities;
  const byState: number[][] = Array.from({ length: states }, () => []);
  for (let t = 1; t < gamma.length / states; t++) {
    const z = history.residual(t);
    if (time[t]! < from || Number.isNaN(z)) continue;
    const row = gamma.subarray(t * states, (t + 1) * states);
    byState[row.indexOf(Math.max(...row))]!.push(z);
  }
  const all = quantilesOf(byState.flat());
  return {
    pools: byState.map((residuals) => (residuals.length < least ? all : quantilesOf(residuals))),
    counts: byState.map((residuals) => residuals.length),
  };
}

function quantilesOf(residuals: readonly number[]): number[] {
  const mean = residuals.reduce((sum, z) => sum + z, 0) / residuals.length;
  const sorted = Float64Array.from(residuals, (z) => Math.min(MOST, Math.max(-MOST, z - mean))).sort();
  // Six decimals: what is below them is noise of the sample, and half of the file.
  return Array.from({ length: POOL_SIZE }, (_, i) => Number(quantileSorted(sorted, (i + 0.5) / POOL_SIZE).toFixed(6)));
}
