/**
 * Ehlers' adaptive average, whose share depends on how fast the phase of the dominant cycle turns.
 *
 * @source J. F. Ehlers, Rocket Science for Traders, Wiley, 2001, chapter 17: MESA adaptive moving average.
 */

import type { ComputedColumns } from './computation.ts';
import { cycleOf } from './hilbert.ts';

/** Bars after which a phase is reliable. */
const WARM_UP = 32;

/**
 * Computes the average and its following one.
 * @param price price of each bar.
 * @param fast largest share.
 * @param slow least share.
 */
export function mesa(price: Float64Array, fast: number, slow: number): ComputedColumns {
  const mama = new Float64Array(price.length).fill(NaN);
  const fama = new Float64Array(price.length).fill(NaN);
  let phase = 0;
  let [adaptive, following] = [price[0] ?? NaN, price[0] ?? NaN];
  cycleOf(price).forEach((cycle, i) => {
    if (cycle === undefined) return;
    const phaseBefore = phase;
    if (cycle.inPhase !== 0) phase = (Math.atan(cycle.quadrature / cycle.inPhase) * 180) / Math.PI;
    const share = Math.max(slow, fast / Math.max(1, phaseBefore - phase));
    adaptive += share * (price[i]! - adaptive);
    following += 0.5 * share * (adaptive - following);
    if (i < WARM_UP) return;
    mama[i] = adaptive;
    fama[i] = following;
  });
  return { mama, fama };
}
