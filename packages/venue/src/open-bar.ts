/** Open bars, built from closed minutes and the current minute. */

import { bucketOpen, formingBar, HOUR_MS, MINUTE_MS, type Bar, type Candles } from '@barograph/core';
import { minuteTurns, type Market } from '@barograph/simulator';
import { joinBars } from '@barograph/sources';

/** Minute bars of a listing that open within `[from, to)`. */
export type MinutesOf = (from: number, to: number) => Candles;

/** Minute bars of a perp of the market. */
export function minutesOf(market: Market, symbol: string): MinutesOf {
  return (from, to) => market.candles(symbol, 'perpdex_perp', '1m', Math.max(0, from), Math.max(0, from, to));
}

/**
 * Current minute at `at`, epoch ms, up to that time. Open, extremes and close take a quarter of the minute each, and volume
 * grows evenly, so that it ends as the minute bar.
 *
 * @returns undefined at the start of the minute, and for a listing that does not trade.
 */
export function openMinute(minutes: MinutesOf, at: number): Bar | undefined {
  const time = bucketOpen(at, MINUTE_MS);
  const part = (at - time) / MINUTE_MS;
  const whole = minutes(time, time + MINUTE_MS);
  if (part === 0 || whole.length === 0) return undefined;
  const bar = { open: whole.open[0]!, high: whole.high[0]!, low: whole.low[0]!, close: whole.close[0]! };
  const path = minuteTurns(bar).slice(0, 1 + Math.floor(4 * part));
  return {
    time,
    open: bar.open,
    high: Math.max(...path),
    low: Math.min(...path),
    close: path[path.length - 1]!,
    volume: whole.volume[0]! * part,
  };
}

/** Current hour at `at`, epoch ms, up to that time. */
export function openHour(minutes: MinutesOf, at: number): Bar | undefined {
  const time = bucketOpen(at, HOUR_MS);
  return joinBars(time, formingBar(minutes(time, at), '1m', '1h', at), openMinute(minutes, at));
}
