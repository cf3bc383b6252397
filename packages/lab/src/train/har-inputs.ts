/**
 * Inputs of a heterogeneous autoregression, as a standard baseline: log range volatility over six hours, a day, a week and
 * a month. Independent of the regime model.
 *
 * @source F. Corsi, A simple approximate long-memory model of realized volatility, Journal of Financial Econometrics 7,
 * 2009. M. B. Garman, M. J. Klass, On the estimation of security price volatilities from historical data, Journal of
 * Business 53, 1980 (variance of a bar; the jump of the open is added).
 */

import { barAt, HOUR_MS, type Candles } from '@barograph/core';

/** Hours of the windows. */
const WINDOWS = [6, 24, 168, 720] as const;

export const HAR_INPUTS: readonly string[] = WINDOWS.map((hours) => `log range volatility ${hours} h`);

/** Share of a window's hours that must have a bar. */
const LEAST_SHARE = 0.9;

const KLEIN = 2 * Math.LN2 - 1;

/**
 * Inputs at the close of the hour that begins at `time`, epoch ms; null before all windows are full, and without a bar.
 *
 * @example
 * const inputsAt = harInputs(hours);
 * inputsAt(hours.time[10]); // → null
 */
export type HarInputs = (time: number) => readonly number[] | null;

/**
 * Computes the inputs from hourly bars. An hour uses only bars closed with it or before.
 *
 * @example
 * const inputsAt = harInputs(hours);
 * inputsAt(hours.time[1_000])?.length; // → 4
 * inputsAt(hours.time[10]); // → null
 */
export function harInputs(bars: Candles): HarInputs {
  const { time, length } = bars;
  const first = time[0] ?? 0;
  const hours = length === 0 ? 0 : (time[length - 1]! - first) / HOUR_MS + 1;
  // Sums from the first hour on, of the variance and of the bars.
  const variance = new Float64Array(hours + 1);
  const count = new Float64Array(hours + 1);
  const known = new Uint8Array(hours);
  let before = NaN;
  for (let i = 0, hour = 0; hour < hours; hour++) {
    variance[hour + 1] = variance[hour]!;
    count[hour + 1] = count[hour]!;
    if (time[i] !== first + hour * HOUR_MS) continue;
    const { open, high, low, close } = barAt(bars, i);
    const jump = i === 0 ? 0 : Math.log(open / before);
    const range = 0.5 * Math.log(high / low) ** 2 - KLEIN * Math.log(close / open) ** 2;
    variance[hour + 1] = variance[hour]! + Math.max(0, range) + jump * jump;
    count[hour + 1] = count[hour]! + 1;
    known[hour] = 1;
    before = close;
    i++;
  }
  return (at) => {
    const hour = (at - first) / HOUR_MS;
    if (!(hour >= 0) || known[hour] !== 1) return null;
    const logs: number[] = [];
    for (const window of WINDOWS) {
      const from = hour + 1 - window;
      if (from < 0) return null;
      const rows = count[hour + 1]! - count[from]!;
      const sum = variance[hour + 1]! - variance[from]!;
      if (rows < LEAST_SHARE * window || !(sum > 0)) return null;
      logs.push(0.5 * Math.log(sum / rows));
    }
    return logs;
  };
}
