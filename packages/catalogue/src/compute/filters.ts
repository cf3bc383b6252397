/**
 * Recursive filters of price.
 *
 * @source J. F. Ehlers, Cycle Analytics for Traders, Wiley, 2013, chapters 3, 7 and 8; Cybernetic Analysis for Stocks and
 * Futures, Wiley, 2004, chapter 4; Rocket Science for Traders, Wiley, 2001, chapter 9.
 */

import { isStill } from '@barograph/core';
import type { ComputedColumns } from './computation.ts';
import { cycleOf } from './hilbert.ts';
import { each } from './series.ts';

/** Two-pole low pass, whose first values are the input. */
export function superSmoother(x: Float64Array, n: number): Float64Array {
  const a = Math.exp((-Math.SQRT2 * Math.PI) / n);
  const b = 2 * a * Math.cos((Math.SQRT2 * Math.PI) / n);
  const share = (1 - b + a * a) / 2;
  let [last, older] = [NaN, NaN];
  return each(x, (value, i) => {
    const next = i < 2 ? value : share * (value + x[i - 1]!) + b * last - a * a * older;
    [older, last] = [last, next];
    return next;
  });
}

/** Two-pole high pass whose first values are 0. */
export function highPass(x: Float64Array, n: number): Float64Array {
  const angle = (Math.SQRT1_2 * 2 * Math.PI) / n;
  const alpha = (Math.cos(angle) + Math.sin(angle) - 1) / Math.cos(angle);
  const lead = (1 - alpha / 2) ** 2;
  let [last, older] = [0, 0];
  return each(x, (value, i) => {
    const next =
      i < 2 ? 0 : lead * (value - 2 * x[i - 1]! + x[i - 2]!) + 2 * (1 - alpha) * last - (1 - alpha) ** 2 * older;
    [older, last] = [last, next];
    return next;
  });
}

/** Cyclic part of a price by a high pass of its smooth; the first bars use the second difference. */
export function cyberCycle(x: Float64Array, a: number): Float64Array {
  const smooth = each(x, (value, i) => (i < 3 ? NaN : (value + 2 * x[i - 1]! + 2 * x[i - 2]! + x[i - 3]!) / 6));
  let [last, older] = [0, 0];
  return each(x, (value, i) => {
    if (i < 2) return NaN;
    const next =
      i < 6
        ? (value - 2 * x[i - 1]! + x[i - 2]!) / 4
        : (1 - a / 2) ** 2 * (smooth[i]! - 2 * smooth[i - 1]! + smooth[i - 2]!) +
          2 * (1 - a) * last -
          (1 - a) ** 2 * older;
    [older, last] = [last, next];
    return i < 6 ? NaN : next;
  });
}

/** Sine of the phase of the dominant cycle, and the sine an eighth of a cycle ahead. */
export function sineWave(price: Float64Array, warmUp: number): ComputedColumns {
  const cycles = cycleOf(price);
  const sine = new Float64Array(price.length).fill(NaN);
  const lead = new Float64Array(price.length).fill(NaN);
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  for (let i = warmUp; i < price.length; i++) {
    const { smoothPeriod } = cycles[i]!;
    const length = Math.max(1, Math.floor(smoothPeriod + 0.5));
    let [real, imaginary] = [0, 0];
    for (let k = 0; k < length; k++) {
      const { smooth } = cycles[i - k]!;
      real += Math.sin(radians((360 * k) / length)) * smooth;
      imaginary += Math.cos(radians((360 * k) / length)) * smooth;
    }
    const size = cycles[i]!.smooth * length;
    if (isStill(real, size)) real = 0;
    if (isStill(imaginary, size)) imaginary = 0;
    let phase = Math.abs(imaginary) > 0 ? (Math.atan(real / imaginary) * 180) / Math.PI : 90 * Math.sign(real);
    phase += 90 + 360 / smoothPeriod;
    if (imaginary < 0) phase += 180;
    sine[i] = Math.sin(radians(phase));
    lead[i] = Math.sin(radians(phase + 45));
  }
  return { sine, lead };
}

/** Correlation of the last `n` values with those `lag` bars earlier; 0 when one of them is constant. */
function lagged(x: Float64Array, at: number, lag: number, n: number): number {
  let [sx, sy, sxx, sxy, syy] = [0, 0, 0, 0, 0];
  for (let i = at - n + 1; i <= at; i++) {
    const [a, b] = [x[i]!, x[i - lag]!];
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
    syy += b * b;
  }
  const spread = (n * sxx - sx * sx) * (n * syy - sy * sy);
  return spread > 0 ? (n * sxy - sx * sy) / Math.sqrt(spread) : 0;
}

/** Period with the most power in the spectrum of the autocorrelations, bars. */
export function periodogram(x: Float64Array, shortest: number, longest: number): Float64Array {
  return each(x, (_, at) => {
    if (at < 2 * longest) return NaN;
    const correlations = Array.from({ length: longest + 1 }, (__, lag) => lagged(x, at, lag, longest));
    let [best, most] = [shortest, -1];
    for (let period = shortest; period <= longest; period++) {
      let [cosine, sine] = [0, 0];
      for (let lag = 3; lag <= longest; lag++) {
        cosine += correlations[lag]! * Math.cos((2 * Math.PI * lag) / period);
        sine += correlations[lag]! * Math.sin((2 * Math.PI * lag) / period);
      }
      const power = cosine * cosine + sine * sine;
      if (power > most) [best, most] = [period, power];
    }
    return best;
  });
}
