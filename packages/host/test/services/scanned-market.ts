/** A market for the volume scanner and the heatmap: both venues, a new coin, and a delisted one. */

import { DAY_MS, HOUR_MS, resample, type Candles } from '@barograph/core';
import { beforeAll } from 'vitest';
import { createMemorySnapshotStore } from '../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { createManualClock } from '../../../sources/src/clock.ts';
import type { BarSeries } from '../../../sources/src/files/bars.ts';
import type { Market } from '../../../sources/src/market/market.ts';
import { asker, type Asker } from '../ask.ts';
import { filesMarket, refreshOf, series, START, waveBars } from '../test-support.ts';

/** Half past eleven on the 121st day: 11 hours of it have closed. */
export const HOURS: number = 120 * 24 + 11;
export const END: number = START + HOURS * HOUR_MS;
export const AS_OF: number = END + HOUR_MS / 2;

/** Hourly bars around a price, up to a moment. */
export function barsUntil(hours: number, price: number, end: number = END): Candles {
  return waveBars(hours, end - hours * HOUR_MS, price);
}

/** A coin of the perp venue. */
export function perp(symbol: string, bars: Candles): BarSeries {
  return series(symbol, 'perpdex_perp', bars);
}

const SERIES: readonly BarSeries[] = [
  perp('BTC', barsUntil(HOURS, 50_000)),
  perp('kPEPE', barsUntil(HOURS, 0.01)),
  perp('NEW', barsUntil(5 * 24, 3)),
  perp('GONE', barsUntil(50 * 24, 7, END - 3 * DAY_MS)),
  perp('USDE', barsUntil(HOURS, 40)),
  series('SPOT', 'cexa_spot', barsUntil(HOURS, 200)),
  ...Array.from({ length: 20 }, (_, i) => perp(`C${10 + i}`, barsUntil(45 * 24, 10 + i))),
];

/** The hourly and daily bars of a symbol. */
export function barsOfSymbol(symbol: string): { readonly hourly: Candles; readonly daily: Candles } {
  const hourly = SERIES.find((one) => one.symbol === symbol)!.bars;
  return { hourly, daily: resample(hourly, '1h', '1d').bars };
}

/** The market, and who asks about one of its snapshots once all of them are there. */
export function scannedMarket(snapshot: 'heatmap' | 'volume'): { readonly source: Market; readonly ask: Asker } {
  const source = filesMarket(SERIES);
  const store = createMemorySnapshotStore();
  const refresh = refreshOf(source, createManualClock(AS_OF), store);
  beforeAll(async () => {
    await refresh.all();
  });
  return { source, ask: asker({ source, latest: () => store.latest(snapshot) }) };
}
