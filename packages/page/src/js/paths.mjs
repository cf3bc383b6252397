/** Paths of questions about a range that ends now. */

import { now } from './time.mjs';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A symbol encoded for a URL. */
export const coin = (symbol) => encodeURIComponent(symbol);
/** Start of a range that ends now, at a full hour. */
const ago = (days) => Math.floor((now() - days * DAY) / HOUR) * HOUR;
/** Most hours of one answer of `/quant/history`. */
const MOST_HOURS = 2000;
/** Most bars of one answer, without and with a start. */
const MOST_BARS = 1000;
const MOST_BARS_SINCE = 14_000;
/** Bars that cover a number of days; `days` 0: as many as one answer has. */
export function candles(symbol, interval, days) {
  const length = { '1h': HOUR, '4h': 4 * HOUR, '1d': DAY }[interval];
  const bars = days === 0 ? MOST_BARS_SINCE : Math.ceil((days * DAY) / length) + 4;
  const range = bars <= MOST_BARS ? `limit=${bars}` : `start=${Math.max(0, ago((bars * length) / DAY))}`;
  return `perpdex/candles?coin=${coin(symbol)}&interval=${interval}&${range}`;
}
/** Hours of labels since some days ago, and from which of them on. */
export const hours = (symbol, days = 14, from = 0) =>
  `quant/history?scope=${coin(symbol)}&start=${ago(days) + from * HOUR}&limit=${Math.min(MOST_HOURS, 24 * days + 64 - from)}`;
