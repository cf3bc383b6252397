/** Panels of the simulator by bar length, and two ways to change the bars after a moment. */

import { createDerivatives, createMarket, SIMULATOR_V2 } from '@barograph/simulator';
import type { CoinBars, Panel } from './backtester.ts';

const HOUR_MS = 3_600_000;
/** Hours of the longest history: 900 days, to the middle of 2026. */
const HOURS = 900 * 24;

const market = createMarket(SIMULATOR_V2);
const derivatives = createDerivatives(SIMULATOR_V2);
const created = new Map<string, CoinBars>();

const part = (x: Float64Array, every: number, valueOf: (from: number, to: number) => number): Float64Array =>
  Float64Array.from({ length: Math.floor(x.length / every) }, (_, i) => valueOf(i * every, (i + 1) * every));
const sum = (x: Float64Array, from: number, to: number): number => x.subarray(from, to).reduce((a, b) => a + b, 0);

/** Bars of `every` hours of a coin, from the start of the simulator. */
function coinOf(symbol: string, every: number, bars: number): CoinBars {
  const key = `${symbol} ${every} ${bars}`;
  const known = created.get(key);
  if (known !== undefined) return known;
  const from = SIMULATOR_V2.start;
  const to = from + every * bars * HOUR_MS;
  const hours = market.candles(symbol, 'perpdex_perp', '1h', from, to);
  const { fundingRate, openInterest } = derivatives(symbol, from, to);
  const coin: CoinBars = {
    time: part(hours.time, every, (i) => hours.time[i]!),
    open: part(hours.open, every, (i) => hours.open[i]!),
    high: part(hours.high, every, (i, end) => Math.max(...hours.high.subarray(i, end))),
    low: part(hours.low, every, (i, end) => Math.min(...hours.low.subarray(i, end))),
    close: part(hours.close, every, (_, end) => hours.close[end - 1]!),
    volume: part(hours.volume, every, (i, end) => sum(hours.volume, i, end)),
    funding: part(fundingRate, every, (i, end) => (8 * sum(fundingRate, i, end)) / every),
    openInterest: part(openInterest, every, (_, end) => openInterest[end - 1]!),
    paid: part(fundingRate, every, (i, end) => sum(fundingRate, i, end)),
  };
  created.set(key, coin);
  return coin;
}

/** A panel of the simulator: 900 days of bars of a day, fewer of shorter ones. */
export function panelOf(symbols: readonly string[], every: number): Panel {
  const bars = every === 24 ? HOURS / 24 : every === 1 ? 3000 : 2000;
  const coins = symbols.map((symbol) => coinOf(symbol, every, bars));
  return { symbols, time: coins[0]!.time, coins };
}

const eachColumn = (panel: Panel, convert: (column: Float64Array) => Float64Array): Panel => ({
  symbols: panel.symbols,
  time: panel.time,
  coins: panel.coins.map(({ time, open, high, low, close, volume, funding, openInterest, paid }) => ({
    time,
    open: convert(open),
    high: convert(high),
    low: convert(low),
    close: convert(close),
    volume: convert(volume),
    funding: convert(funding),
    openInterest: convert(openInterest),
    paid: convert(paid),
  })),
});

/** The first bars alone. */
export function cutAt(panel: Panel, length: number): Panel {
  const { symbols, coins, time } = eachColumn(panel, (column) => column.slice(0, length));
  return { symbols, time: time.slice(0, length), coins: coins.map((c) => ({ ...c, time: c.time.slice(0, length) })) };
}

/** The same bars up to an index, followed by nonsense. */
export function garbageFrom(panel: Panel, at: number): Panel {
  return eachColumn(panel, (column) =>
    column.map((value, i) => (i < at ? value : value * (1.5 + ((i * 13) % 7) / 10))),
  );
}
