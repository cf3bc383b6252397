/**
 * Dominant cycle of a price by a Hilbert transform and the homodyne discriminator.
 *
 * @source J. F. Ehlers, Rocket Science for Traders, Wiley, 2001, chapter 7: measuring cycle periods.
 */

import { isStill } from '@barograph/core';

/** Coefficients of the transform over seven prices. */
const FIRST = 0.0962;
const SECOND = 0.5769;
/** Bounds of the period, bars. */
const LEAST = 6;
const MOST = 50;

/** Last seven values of a quantity. */
interface History {
  push(value: number): void;
  at(ago: number): number;
}

function history(): History {
  const values = [0, 0, 0, 0, 0, 0, 0];
  return {
    push: (value) => {
      values.unshift(value);
      values.pop();
    },
    at: (ago) => values[ago]!,
  };
}

/** Cycle at a bar. */
export interface CycleBar {
  /** Price, smoothed over four bars. */
  readonly smooth: number;
  /** Components of the analytic signal. */
  readonly inPhase: number;
  readonly quadrature: number;
  /** Length of the dominant cycle in bars, and its smoothed value. */
  readonly period: number;
  readonly smoothPeriod: number;
}

/** Cycle at each bar from the fourth; undefined before. The influence of the start vanishes after some fifty bars. */
export function cycleOf(price: Float64Array): readonly (CycleBar | undefined)[] {
  const [smooth, detrended, quadrature, inPhase] = [history(), history(), history(), history()];
  let [period, smoothPeriod, i2, q2, re, im] = [0, 0, 0, 0, 0, 0];
  const transformed = (values: History, gain: number): number =>
    (FIRST * values.at(0) + SECOND * values.at(2) - SECOND * values.at(4) - FIRST * values.at(6)) * gain;
  return Array.from(price, (value, i) => {
    if (i < 3) return undefined;
    smooth.push((4 * value + 3 * price[i - 1]! + 2 * price[i - 2]! + price[i - 3]!) / 10);
    const gain = 0.075 * period + 0.54;
    const trendless = transformed(smooth, gain);
    // For equal prices the transform leaves rounding errors, whose phase would be a cycle.
    detrended.push(isStill(trendless, value) ? 0 : trendless);
    quadrature.push(transformed(detrended, gain));
    inPhase.push(detrended.at(3));
    const [ji, jq] = [transformed(inPhase, gain), transformed(quadrature, gain)];
    const [i2Before, q2Before] = [i2, q2];
    i2 = 0.2 * (inPhase.at(0) - jq) + 0.8 * i2;
    q2 = 0.2 * (quadrature.at(0) + ji) + 0.8 * q2;
    re = 0.2 * (i2 * i2Before + q2 * q2Before) + 0.8 * re;
    im = 0.2 * (i2 * q2Before - q2 * i2Before) + 0.8 * im;
    const turned = im === 0 || re === 0 ? period : (2 * Math.PI) / Math.atan(im / re);
    const near = Math.min(1.5 * period, Math.max(0.67 * period, turned));
    period = 0.2 * Math.min(MOST, Math.max(LEAST, near)) + 0.8 * period;
    smoothPeriod = 0.33 * period + 0.67 * smoothPeriod;
    return { smooth: smooth.at(0), inPhase: inPhase.at(0), quadrature: quadrature.at(0), period, smoothPeriod };
  });
}
