/**
 * Inputs of the heterogeneous autoregression (HAR+), known at the close of an hour.
 *
 * With `g` the Garman–Klass–Yang–Zhang variance of an hour, `V_n` the root of its mean over the hours with a bar among
 * the last n, `r` the log return:
 *
 * | name | formula |
 * |---|---|
 * | quarter, day, week, month | `ln(V_n + ε)` over 6, 24, 168 and 720 hours |
 * | downside | `Σ₂₄ r²·[r < 0] / Σ₂₄ r² − ½`; 0 where nothing moved |
 * | fall | `min(0, Σ₂₄ r) / (√24·V₇₂₀ + ε)` |
 * | hour sine, cosine, and of the half day | of the hour of the day, UTC, that begins now |
 * | weekend behind, ahead 4, ahead 24 | shares of the last 24, the next 4 and the next 24 hours on Saturday or Sunday |
 *
 * All are ratios or logarithms of returns, independent of the price unit.
 *
 * @source F. Corsi, A simple approximate long-memory model of realized volatility, Journal of Financial Econometrics 7,
 * 2009. A. J. Patton, K. Sheppard, Good volatility, bad volatility: signed jumps and the persistence of volatility,
 * Review of Economics and Statistics 97, 2015 (the downside share). D. Yang, Q. Zhang, Journal of Business 73, 2000
 * (the variance of an hour). The windows in hours and the calendar terms are our own.
 */

import { HOUR_MS, type Candles } from '@barograph/core';
import { garmanKlassYangZhangVariance, logRatio } from '@barograph/volatility';
import type { HarConfig } from './config.ts';
import { windowSum, windowSumSlots } from './window-sum.ts';

/** Names of the inputs, in the order of a fit's coefficients. */
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

/** Kernel of one config: hours in, inputs out, the state in one block of memory. */
export interface HarKernel {
  readonly slots: number;
  /**
   * Processes the hour of bar `i`, and the hours without a bar since the previous one.
   *
   * @param bars bars on full hours.
   * @param variance receives the variance of the hour at `row`.
   * @param inputs receives the inputs of the hour as row `row`; all NaN while undefined.
   */
  readonly advance: (
    state: Float64Array,
    bars: Pick<Candles, 'time' | 'open' | 'high' | 'low' | 'close'>,
    i: number,
    variance: Float64Array,
    inputs: Float64Array,
    row: number,
  ) => void;
}

/** Number of weekend hours since 1970 before hour `hour`. */
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

/**
 * Creates the kernel.
 * @param config checked config.
 */
export function harKernel({ windows, leastHours, mostMissing, epsilon }: HarConfig): HarKernel {
  const [quarter, day, week, month] = windows;
  // Terms of the current hour: variance, presence of a bar, squared fall, square, return. Each has windows, whose sums
  // stand in this order; those of the second term count the hours that the first ones average over.
  const lengths = [...windows, ...windows, day, day, day];
  const termOf = [0, 0, 0, 0, 1, 1, 1, 1, 2, 3, 4];
  const terms = new Float64Array(5);
  const sums = new Float64Array(lengths.length);
  let end = WINDOWS;
  const places = lengths.map((length) => {
    const at = end;
    end += windowSumSlots(length);
    return at;
  });
  const dayRoot = Math.sqrt(day);

  const push = (state: Float64Array): void => {
    for (let k = 0; k < places.length; k++) windowSum(state, places[k]!, lengths[k]!, terms, termOf[k]!, sums, k);
  };

  return {
    slots: end,
    advance: (state, bars, i, variance, inputs, row) => {
      const hour = bars.time[i]! / HOUR_MS;
      const open = bars.open[i]!;
      const close = bars.close[i]!;
      const before = state[LAST_CLOSE]!;
      const missing = before > 0 ? hour - state[LAST_HOUR]! - 1 : 0;
      // A month without a bar empties every window.
      if (missing >= month) state.fill(0, WINDOWS);
      else if (missing > 0) {
        terms.fill(0);
        for (let k = 0; k < missing; k++) push(state);
      }
      // Without a previous bar the reference is the hour's own open, so the jump is 0.
      const from = before > 0 && missing <= mostMissing ? before : open;
      variance[row] = garmanKlassYangZhangVariance(from, open, bars.high[i]!, bars.low[i]!, close);
      const move = logRatio(close, from);
      state[LAST_HOUR] = hour;
      state[LAST_CLOSE] = close;

      terms[0] = variance[row]!;
      terms[1] = 1;
      terms[2] = 0;
      terms[3] = move * move;
      terms[4] = move;
      if (move < 0) terms[2] = terms[3];
      push(state);
      const at = row * COUNT;
      const ofQuarter = sums[4]!;
      const ofDay = sums[5]!;
      const ofWeek = sums[6]!;
      const ofMonth = sums[7]!;
      // At least half of each window: a mean of fewer hours does not represent it.
      if (ofMonth < leastHours || 2 * ofQuarter < quarter || 2 * ofDay < day || 2 * ofWeek < week) {
        inputs.fill(NaN, at, at + COUNT);
        return;
      }
      for (let k = 0; k < 4; k++) inputs[at + k] = Math.log(Math.sqrt(sums[k]! / sums[4 + k]!) + epsilon);
      const moved = sums[9]!;
      inputs[at + 4] = moved > 0 ? sums[8]! / moved - 0.5 : 0;
      inputs[at + 5] = Math.min(0, sums[10]!) / (dayRoot * Math.sqrt(sums[3]! / ofMonth) + epsilon);
      const next = hour + 1;
      const hourOfDay = next % DAY;
      inputs[at + 6] = SINE[hourOfDay]!;
      inputs[at + 7] = COSINE[hourOfDay]!;
      inputs[at + 8] = SINE[(2 * hourOfDay) % DAY]!;
      inputs[at + 9] = COSINE[(2 * hourOfDay) % DAY]!;
      inputs[at + 10] = SHARES_24[(next - DAY + WEEK) % WEEK]!;
      inputs[at + 11] = SHARES_4[next % WEEK]!;
      inputs[at + 12] = SHARES_24[next % WEEK]!;
    },
  };
}
