/** Weights of past dates by their similarity to the current market, and the draw from them. */

import { REGIMES } from '@barograph/nowcast';
import type { RiskConfig } from './config.ts';
import { SHOCK_STATE, type RiskPanel } from './panel.ts';
import type { DateRange } from './windows.ts';

const WIDTH: number = REGIMES.length;

/**
 * Computes the weights of the dates of a range, which sum to 1: `decay · (λ + (1 − λ) · overlap · shock / mean of
 * both)`, λ the shrinkage. The overlap is `Σ min(p_now, p_date)`, one minus the total variation of the probabilities of
 * the market's labels. Dates without a label get the mean.
 *
 * @param row index of the present hour.
 * @param isUsable whether a date may be drawn; others have weight 0.
 * @returns one weight per date of the range, oldest first.
 * @source our own rule; the shrinkage keeps the tail of history in a rare regime.
 * @example
 * const { hours } = panel;
 * const weights = dateWeights(panel, hours - 1, { from: 200, to: hours - 24 }, () => true, RISK_V1);
 * weights.reduce((sum, weight) => sum + weight, 0).toFixed(6); // → '1.000000'
 */
export function dateWeights(
  { regimes, shocks }: RiskPanel,
  row: number,
  { from, to }: DateRange,
  isUsable: (t: number) => boolean,
  { halflife, shrinkage, otherShock }: RiskConfig,
): Float64Array {
  const weights = new Float64Array(to - from);
  const now = regimes.subarray(row * WIDTH, (row + 1) * WIDTH);
  const isNow = shocks[row]!;
  let sum = 0;
  let count = 0;
  for (let t = from; t < to; t++) {
    if (!isUsable(t)) continue;
    let overlap = 0;
    for (let label = 0; label < WIDTH; label++) overlap += Math.min(now[label]!, regimes[t * WIDTH + label]!);
    const then = shocks[t]!;
    const differs = then !== isNow && then !== SHOCK_STATE.unknown && isNow !== SHOCK_STATE.unknown;
    weights[t - from] = differs ? overlap * otherShock : overlap;
    if (Number.isNaN(overlap)) continue;
    sum += weights[t - from]!;
    count++;
  }
  const mean = count === 0 || sum === 0 ? NaN : sum / count;
  let total = 0;
  for (let t = from; t < to; t++) {
    if (!isUsable(t)) continue;
    const likeness = weights[t - from]! / mean;
    const decay = halflife === null ? 1 : 2 ** ((t - to) / halflife);
    const weight = decay * (Number.isNaN(likeness) ? 1 : shrinkage + (1 - shrinkage) * likeness);
    weights[t - from] = weight;
    total += weight;
  }
  if (total > 0) for (let t = 0; t < weights.length; t++) weights[t]! /= total;
  return weights;
}

/**
 * Systematic sample: point `k` of `count` is the date at the share `(k + u) / count` of the cumulated weight. A date of
 * weight `w` is drawn `⌊w · count⌋` or `⌈w · count⌉` times, in order of time.
 *
 * @param weights one per date, ≥ 0; they need not sum to 1.
 * @param u offset within 0…1.
 * @returns indexes of the weights, ascending.
 * @source G. Kitagawa, Monte Carlo filter and smoother for non-Gaussian nonlinear state space models, Journal of
 * Computational and Graphical Statistics 5, 1996, appendix.
 * @example
 * systematicSample(Float64Array.of(0.5, 0, 0.25, 0.25), 4, 0.5); // → Int32Array(4) [ 0, 0, 2, 3 ]
 */
export function systematicSample(weights: Float64Array, count: number, u: number): Int32Array {
  const drawn = new Int32Array(count);
  const last = weights.findLastIndex((weight) => weight > 0);
  let place = 0;
  let sum = weights[0] ?? 0;
  for (let k = 0; k < count; k++) {
    const share = (k + u) / count;
    while (place < last && (sum <= share || weights[place] === 0)) sum += weights[++place]!;
    drawn[k] = place;
  }
  return drawn;
}

/** Effective number of dates: `1 / Σ w²`, the number of equally weighted dates with the same spread. */
export function effectiveDates(weights: Float64Array): number {
  return 1 / weights.reduce((sum, weight) => sum + weight * weight, 0);
}
