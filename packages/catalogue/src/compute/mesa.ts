/**
 * Ehlers' adaptive average: its share follows from how fast the phase of the dominant cycle turns.
 *
 * @source J. F. Ehlers, Rocket Science for Traders, Wiley, 2001, chapter 17: MESA adaptive moving average.
 */

import type { ComputedColumns } from './computation.ts';

/** Coefficients of the Hilbert transform over seven prices. */
const FIRST = 0.0962;
const SECOND = 0.5769;
/** Bars after which a phase is believed. */
const WARM_UP = 32;

/** The last seven values of a quantity. */
function history(): { push(value: number): void; at(ago: number): number } {
  const values = [0, 0, 0, 0, 0, 0, 0];
  return {
    push: (value) => {
      values.unshift(value);
      values.pop();
    },
    at: (ago) => values[ago]!,
  };
}

/**
 * @param price one a bar.
 * @param fast largest share.
 * @param slow least share.
 */
export function mesa(price: Float64Array, fast: number, slow: number): ComputedColumns {
  const [smooth, detrended, quadrature, inPhase] = [history(), history(), history(), history()];
  const mama = new Float64Array(price.length).fill(NaN);
  const fama = new Float64Array(price.length).fill(NaN);
  let [period, phase, i2, q2, re, im] = [0, 0, 0, 0, 0, 0];
  let [adaptive, following] = [price[0] ?? NaN, price[0] ?? NaN];
  const transformed = (of: { at(ago: number): number }, gain: number): number =>
    (FIRST * of.at(0) + SECOND * of.at(2) - SECOND * of.at(4) - FIRST * of.at(6)) * gain;
  for (let i = 3; i < price.length; i++) {
    smooth.push((4 * price[i]! + 3 * price[i - 1]! + 2 * price[i - 2]! + price[i - 3]!) / 10);
    const gain = 0.075 * period + 0.54;
    detrended.push(transformed(smooth, gain));
    quadrature.push(transformed(detrended, gain));
    inPhase.push(detrended.at(3));
    const [ji, jq] = [transformed(inPhase, gain), transformed(quadrature, gain)];
    const [i2Before, q2Before] = [i2, q2];
    i2 = 0.2 * (inPhase.at(0) - jq) + 0.8 * i2;
    q2 = 0.2 * (quadrature.at(0) + ji) + 0.8 * q2;
    re = 0.2 * (i2 * i2Before + q2 * q2Before) + 0.8 * re;
    im = 0.2 * (i2 * q2Before - q2 * i2Before) + 0.8 * im;
    const turned = im === 0 || re === 0 ? period : (2 * Math.PI) / Math.atan(im / re);
    const bounded = Math.min(50, Math.max(6, Math.min(1.5 * period, Math.max(0.67 * period, turned))));
    period = 0.2 * bounded + 0.8 * period;
    const phaseBefore = phase;
    if (inPhase.at(0) !== 0) phase = (Math.atan(quadrature.at(0) / inPhase.at(0)) * 180) / Math.PI;
    const turn = Math.max(1, phaseBefore - phase);
    const share = Math.max(slow, fast / turn);
    adaptive += share * (price[i]! - adaptive);
    following += 0.5 * share * (adaptive - following);
    if (i < WARM_UP) continue;
    mama[i] = adaptive;
    fama[i] = following;
  }
  return { mama, fama };
}
