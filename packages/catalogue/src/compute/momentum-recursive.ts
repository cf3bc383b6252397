/** Momentum with a state carried from bar to bar. */

import { each } from './series.ts';

/** Consecutive closes in one direction, signed; 0 after an equal close. */
export function streaks(close: Float64Array): Float64Array {
  let run = 0;
  return each(close, (price, i) => {
    const step = i === 0 ? 0 : Math.sign(price - close[i - 1]!);
    run = step === 0 ? 0 : Math.sign(run) === step ? run + step : step;
    return run;
  });
}

/** Consecutive changes of one sign, limited to ±`length`. */
export function setupCount(change: Float64Array, length: number): Float64Array {
  let run = 0;
  return each(change, (value) => {
    if (Number.isNaN(value)) return NaN;
    const step = Math.sign(value);
    run = step === 0 ? 0 : Math.sign(run) === step ? Math.max(-length, Math.min(length, run + step)) : step;
    return run;
  });
}

/**
 * Share of gains among the stages of a Laguerre filter.
 *
 * @source J. F. Ehlers, Cybernetic Analysis for Stocks and Futures, Wiley, 2004, chapter 14.
 */
export function laguerre(close: Float64Array, gamma: number): Float64Array {
  const stages = [0, 0, 0, 0].map(() => close[0] ?? NaN);
  return each(close, (price, i) => {
    let [inner, innerBefore] = [price, NaN];
    for (let k = 0; k < stages.length; k++) {
      const was = stages[k]!;
      stages[k] = k === 0 ? (1 - gamma) * price + gamma * was : -gamma * inner + innerBefore + gamma * was;
      [inner, innerBefore] = [stages[k]!, was];
    }
    if (i < 3) return NaN;
    let [up, down] = [0, 0];
    for (let k = 1; k < stages.length; k++) {
      const step = stages[k - 1]! - stages[k]!;
      if (step >= 0) up += step;
      else down -= step;
    }
    return up + down === 0 ? 0 : up / (up + down);
  });
}

/**
 * Fisher transform of a position in 0…1.
 *
 * @source J. F. Ehlers, Cybernetic Analysis for Stocks and Futures, Wiley, 2004, chapter 1.
 */
export function fisher(place: Float64Array): Float64Array {
  let [x, last] = [0, 0];
  return each(place, (value) => {
    if (Number.isNaN(value)) return NaN;
    x = Math.max(-0.999, Math.min(0.999, 0.33 * 2 * (value - 0.5) + 0.67 * x));
    last = 0.5 * Math.log((1 + x) / (1 - x)) + 0.5 * last;
    return last;
  });
}
