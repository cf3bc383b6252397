/**
 * Inputs of the heterogeneous autoregression (HAR+): what is known of volatility at the close of an hour.
 *
 * With `g` the Garman–Klass–Yang–Zhang variance of an hour, `V_n` the root of its mean over the hours with a bar among the
 * last n, `r` the log return:
 *
 * | name | formula |
 * |---|---|
 * | quarter, day, week, month | `ln(V_n + ε)` over 6, 24, 168 and 720 hours |
 * | downside | `Σ₂₄ r²·[r < 0] / Σ₂₄ r² − ½`; 0 where nothing moved |
 * | fall | `min(0, Σ₂₄ r) / (√24·V₇₂₀ + ε)` |
 * | hour sine, cosine, and of the half day | of the hour of the day, UTC, that begins now |
 * | weekend behind, ahead 4, ahead 24 | shares of the last 24, the next 4 and the next 24 hours on Saturday or Sunday |
 *
 * All are ratios or logs of returns: the unit of price is in none.
 *
 * @source F. Corsi, A simple approximate long-memory model of realized volatility, Journal of Financial Econometrics 7,
 * 2009. A. J. Patton, K. Sheppard, Good volatility, bad volatility: signed jumps and the persistence of volatility,
 * Review of Economics and Statistics 97, 2015 (the downside share). D. Yang, Q. Zhang, Journal of Business 73, 2000 (the
 * variance of an hour). The windows in hours and the calendar terms are our own.
 */

import { HOUR_MS } from '@barograph/core';
import { garmanKlassVariance, garmanKlassYangZhangVariance, logRatio } from '@barograph/volatility';
import type { HarConfig } from './config.ts';
import { windowSum, windowSumSlots } from './window-sum.ts';

/** In the order of a fit's coefficients. */
export const HAR_INPUTS = [
  'quarter',
  'day',
  'week',
  'month',
  'downside',
  'fall',
  'hour sine',
  'hour cosine',
  'half day sine',
  'half day cosine',
  'weekend behind',
  'weekend ahead 4',
  'weekend ahead 24',
] as const;

const COUNT: number = HAR_INPUTS.length;
const DAY = 24;
const WEEK = 168;

// Slots: hour of the last bar (0 before the first), its close, then the windows.
const LAST_HOUR = 0;
const LAST_CLOSE = 1;
const WINDOWS = 2;

/** The kernel of one config: hours in, inputs out, the state in one block of memory. */
export interface HarKernel {
  readonly slots: number;
  /**
   * Takes in the hour of a bar, and the hours without one since the bar before it.
   *
   * @param time epoch ms, a full hour after that of the bar before.
   * @param into inputs of the hour from `at` on; all NaN while undefined.
   * @returns the variance of the hour.
   */
  readonly advance: (
    state: Float64Array,
    time: number,
    open: number,
    high: number,
    low: number,
    close: number,
    into: Float64Array,
    at: number,
  ) => number;
}

/** Hours on a Saturday or Sunday since 1970, before hour `hour`. */
function weekendHours(hour: number): number {
  const sinceSaturday = hour - 2 * DAY; // 1970 began on a Thursday
  const weeks = Math.floor(sinceSaturday / WEEK);
  return weeks * 2 * DAY + Math.min(sinceSaturday - weeks * WEEK, 2 * DAY);
}

const SHARES_4: Float64Array = new Float64Array(WEEK);
const SHARES_24: Float64Array = new Float64Array(WEEK);
for (let hour = 0; hour < WEEK; hour++) {
  SHARES_4[hour] = (weekendHours(hour + 4) - weekendHours(hour)) / 4;
  SHARES_24[hour] = (weekendHours(hour + DAY) - weekendHours(hour)) / DAY;
}
const overDay = (wave: (angle: number) => number): Float64Array =>
  Float64Array.from({ length: DAY }, (_, hour) => wave((2 * Math.PI * hour) / DAY));
const SINE: Float64Array = overDay(Math.sin);
const COSINE: Float64Array = overDay(Math.cos);

/** @param config one that was checked. */
// oxlint-disable-next-line eslint/max-lines-per-function -- places of the windows, and the step that reads them
export function harKernel({ windows, leastHours, mostMissing, epsilon }: HarConfig): HarKernel {
  const [quarter, day, week, month] = windows;
  let end = WINDOWS;
  const place = (window: number): number => {
    const at = end;
    end += windowSumSlots(window);
    return at;
  };
  // Of every window the variances and the hours that have one.
  const variances = windows.map(place);
  const known = windows.map(place);
  const [down, squares, returns] = [place(day), place(day), place(day)];
  // oxlint-disable typescript/no-unsafe-type-assertion -- one place for each of the four windows
  const [v0, v1, v2, v3] = variances as [number, number, number, number];
  const [k0, k1, k2, k3] = known as [number, number, number, number];
  // oxlint-enable typescript/no-unsafe-type-assertion
  const dayRoot = Math.sqrt(day);
  const levels = (sum: number, hours: number): number => Math.log(Math.sqrt(sum / hours) + epsilon);

  const nothing = (state: Float64Array): void => {
    windowSum(state, v0, quarter, 0);
    windowSum(state, v1, day, 0);
    windowSum(state, v2, week, 0);
    windowSum(state, v3, month, 0);
    windowSum(state, k0, quarter, 0);
    windowSum(state, k1, day, 0);
    windowSum(state, k2, week, 0);
    windowSum(state, k3, month, 0);
    windowSum(state, down, day, 0);
    windowSum(state, squares, day, 0);
    windowSum(state, returns, day, 0);
  };

  return {
    slots: end,
    advance: (state, time, open, high, low, close, into, at) => {
      const hour = time / HOUR_MS;
      const before = state[LAST_CLOSE]!;
      const missing = before > 0 ? hour - state[LAST_HOUR]! - 1 : 0;
      // A month without a bar leaves nothing in any window.
      if (missing >= month) state.fill(0, WINDOWS);
      else for (let i = 0; i < missing; i++) nothing(state);
      const joined = before > 0 && missing <= mostMissing;
      const variance = joined
        ? garmanKlassYangZhangVariance(before, open, high, low, close)
        : garmanKlassVariance(open, high, low, close);
      const move = logRatio(close, joined ? before : open);
      state[LAST_HOUR] = hour;
      state[LAST_CLOSE] = close;

      const s0 = windowSum(state, v0, quarter, variance);
      const s1 = windowSum(state, v1, day, variance);
      const s2 = windowSum(state, v2, week, variance);
      const s3 = windowSum(state, v3, month, variance);
      const n0 = windowSum(state, k0, quarter, 1);
      const n1 = windowSum(state, k1, day, 1);
      const n2 = windowSum(state, k2, week, 1);
      const n3 = windowSum(state, k3, month, 1);
      const square = move * move;
      const fallen = windowSum(state, down, day, move < 0 ? square : 0);
      const moved = windowSum(state, squares, day, square);
      const trend = windowSum(state, returns, day, move);
      // Half of each window: a mean of fewer hours is not that of the window.
      if (n3 < leastHours || 2 * n0 < quarter || 2 * n1 < day || 2 * n2 < week) {
        into.fill(NaN, at, at + COUNT);
        return variance;
      }
      const ofMonth = Math.sqrt(s3 / n3);
      into[at] = levels(s0, n0);
      into[at + 1] = levels(s1, n1);
      into[at + 2] = levels(s2, n2);
      into[at + 3] = Math.log(ofMonth + epsilon);
      into[at + 4] = moved > 0 ? fallen / moved - 0.5 : 0;
      into[at + 5] = Math.min(0, trend) / (dayRoot * ofMonth + epsilon);
      const next = hour + 1;
      const ofDay = next % DAY;
      into[at + 6] = SINE[ofDay]!;
      into[at + 7] = COSINE[ofDay]!;
      into[at + 8] = SINE[(2 * ofDay) % DAY]!;
      into[at + 9] = COSINE[(2 * ofDay) % DAY]!;
      into[at + 10] = SHARES_24[(next - DAY + WEEK) % WEEK]!;
      into[at + 11] = SHARES_4[next % WEEK]!;
      into[at + 12] = SHARES_24[next % WEEK]!;
      return variance;
    },
  };
}
