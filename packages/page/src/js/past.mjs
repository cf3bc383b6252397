/** Questions about the past that need several windows: the service answers at most 400 days or 2,000 hours at once. */

import { QUESTIONS, useAnswer } from './ask.mjs';
import { DAY_MS, HOUR_MS, windowBack } from './series.mjs';
import { now } from './time.mjs';

/** Days per window of the reconstructed regimes: the service's maximum. */
export const CYCLE_WINDOW = 400;
/** Days per window of hourly labels. */
export const HOURS_WINDOW = 45;
/** Most windows requested: eleven years of days. */
export const WINDOWS = 10;

const windowed = (days, pathOf) => (name, k) => pathOf(encodeURIComponent(name), windowBack(now(), k, days));

Object.assign(QUESTIONS, {
  timeline: [() => 'quant/timeline', DAY_MS],
  cyclePast: [windowed(CYCLE_WINDOW, (_, { from, to }) => `regimes/reconstructed?from=${from}&to=${to}`), DAY_MS],
  // 250 days of quarter-hourly refreshes, the service's maximum.
  cyclePublished: [() => `regimes/history?from=${windowBack(now(), 0, 250).from}&limit=25000`, HOUR_MS],
  hoursPast: [
    windowed(
      HOURS_WINDOW,
      (scope, { from, to }) => `quant/history?scope=${scope}&start=${from}&end=${to - HOUR_MS}&horizon=4h&limit=2000`,
    ),
    2 * HOUR_MS,
  ],
  hourBars: [
    windowed(2 * HOURS_WINDOW, (coin, { from }) => `perpdex/candles?coin=${coin}&interval=1h&start=${from}`),
    HOUR_MS,
  ],
  dayBars: [
    (coin) => `perpdex/candles?coin=${encodeURIComponent(coin)}&interval=1d&start=${Date.UTC(2012, 0)}`,
    HOUR_MS,
  ],
  dayBarsSpot: [(coin) => `market-data/klines?symbol=${encodeURIComponent(coin)}USDT&interval=1d&limit=1000`, HOUR_MS],
});

/**
 * Rows of several windows, joined, oldest first.
 *
 * @param kind of question; @param name argument of each window's question
 * @param count windows to request, at most ten; 0 requests none
 * @param rowsOf returns the rows of an answer
 * @returns `{ rows, newest, isWhole, failed }`: the newest window's result, whether all windows have answered, the
 * first failed one
 */
export function usePast(kind, name, count, rowsOf) {
  const results = [];
  for (let k = 0; k < WINDOWS; k++) results.push(useAnswer(kind, [name, k], k < count));
  const asked = results.slice(0, Math.min(count, WINDOWS));
  const found = asked.filter(({ state }) => state === 'ok');
  return {
    newest: results[0],
    isWhole: asked.every(({ state }) => state !== 'loading' && state !== 'waiting'),
    failed: asked.find(({ state }) => !['ok', 'loading', 'waiting'].includes(state)),
    rows: found.toReversed().flatMap(({ data }) => rowsOf(data)),
  };
}
