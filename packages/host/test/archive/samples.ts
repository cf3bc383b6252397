/** A small archive: two hours of each day, three perps, and every stored kind of their data. */

import { ARCHIVE_FILES, BACKTESTING, LINKED_FILES, PUBLICATIONS, type Backtesting } from '@barograph/contract';
import { candleColumns, candles, DAY_MS, HOUR_MS, MINUTE_MS, type Candles } from '@barograph/core';
import { createArchiver, type Archiver } from '../../../runtime/src/archive/archiver.ts';
import type { Blobs } from '../../../runtime/src/archive/blobs.ts';
import { ARCHIVER_V1 } from '../../../runtime/src/archive/config.ts';
import { createArchiveReaders } from '../../../runtime/src/archive/readers.ts';
import { snapshotTypes } from '../../../runtime/src/archive/snapshot-types.ts';
import { type Clock, createManualClock } from '../../../sources/src/clock.ts';
import { liquidationsSeries } from '../../../runtime/src/producers/flow/forced-memory.ts';
import { perpSamplesSeries } from '../../../runtime/src/producers/perp/archive.ts';
import type { Market } from '../../../sources/src/market/market.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { asker, type Asker } from '../ask.ts';
import { QUIET } from '../../../store/test/test-support.ts';
import { filesMarket, series } from '../test-support.ts';

/** 2026-03-30T00:00Z, a Monday. */
export const FIRST_DAY = Date.UTC(2026, 2, 30);
/** Days of the samples. */
export const DAYS = 4;
export const TIMELINE = 'test';
export const SYMBOLS = ['BTC', 'ETH', 'kPEPE'] as const;
/** Minutes of each day that have bars. */
export const MINUTES = 120;

/** Minute bars: the first two hours of each day, except one minute without trades. */
function minuteBars(price: number): Candles {
  const times = Array.from({ length: DAYS }, (_, day) =>
    Array.from({ length: MINUTES }, (_, i) => FIRST_DAY + day * DAY_MS + i * MINUTE_MS).filter((_, i) => i !== 30),
  ).flat();
  const columns = candleColumns(times.length);
  for (const [i, time] of times.entries()) {
    const open = price * (1 + 0.1 * Math.sin(i / 20));
    columns.time[i] = time;
    columns.open[i] = open;
    columns.high[i] = open * 1.002;
    columns.low[i] = open * 0.998;
    columns.close[i] = open * (1 + 0.001 * Math.cos(i));
    columns.volume[i] = 1 + (i % 7) / 3;
  }
  return candles(columns);
}

/** Bars of the samples by symbol. */
export const BARS: Readonly<Record<(typeof SYMBOLS)[number], Candles>> = {
  BTC: minuteBars(60_000),
  ETH: minuteBars(2500),
  kPEPE: minuteBars(0.01),
};

/** Their market. */
export const market: Market = filesMarket(SYMBOLS.map((symbol) => series(symbol, 'perpdex_perp', BARS[symbol], '1m')));

/** Keeps what producers would have: samples every five minutes, forced closes, taker minutes. */
export async function keepDays({ observations, tables }: Store): Promise<void> {
  for (let day = 0; day < DAYS; day++) {
    const open = FIRST_DAY + day * DAY_MS;
    await observations.append(
      SYMBOLS.flatMap((key) =>
        Array.from({ length: 24 }, (_, i) => ({
          series: perpSamplesSeries(TIMELINE),
          key,
          validTime: open + i * 5 * MINUTE_MS,
          // Each sample becomes known two seconds after the venue's own moment.
          knownAt: open + i * 5 * MINUTE_MS + 2000,
          value: { fundingRate: i * 1e-6, openInterest: 1000 + day + i, mark: i === 3 ? null : 100 + i },
          source: 'simulated',
        })),
      ),
    );
    for (const venue of ['perpdex', 'cexa'] as const) {
      await observations.append(
        Array.from({ length: 5 }, (_, i) => ({
          series: liquidationsSeries(TIMELINE, venue),
          key: `BTC/${day}-${i}`,
          validTime: open + i * HOUR_MS,
          knownAt: open + i * HOUR_MS + 1,
          value: { symbol: 'BTC', side: i % 2 === 0 ? 'long' : 'short', price: 60_000 + i, size: 0.5, basis: 'venue' },
          source: 'simulated',
        })),
      );
    }
    const coin = { coin: 'BTC', buy: 10, sell: 5, large: 0, trades: 3, vwap: 60_000, maxFill: 7 };
    const rows = Array.from({ length: 10 }, (_, i) => ({
      time: open + i * MINUTE_MS,
      partial: i === 0,
      coins: [coin],
    }));
    await tables.write({ table: 'takerMinutes', rows }, { timeline: TIMELINE, asOf: open });
  }
}

/** An archive on a store, with the operations that read it. */
export interface Archived extends Asker {
  readonly archiver: Archiver;
  readonly backtesting: Backtesting;
  readonly blobs: Blobs;
  readonly clock: ReturnType<typeof createManualClock>;
  /** Writes what has ended by now. */
  write(): Promise<void>;
}

/** @param now epoch ms of the market. @param wall the machine's time. @param of another market. */
export function archiveOver(store: Store, blobs: Blobs, now: number, wall: Clock, of: Market = market): Archived {
  const clock = createManualClock(now);
  const types = snapshotTypes(PUBLICATIONS.map(({ name }) => name));
  const archiver = createArchiver({
    store,
    blobs,
    types,
    clock,
    wall,
    market: of,
    timeline: TIMELINE,
    config: ARCHIVER_V1,
    log: QUIET,
    daily: async () => JSON.stringify({ generated_at: clock.now() }),
  });
  const service = { publications: PUBLICATIONS };
  const publicUrl = (): string => 'http://localhost';
  const shared = { files: blobs, store, timeline: TIMELINE, market: of, clock, wall, publicUrl, service };
  const readers = createArchiveReaders(shared);
  const ports = new Map<string, unknown>([
    [BACKTESTING.name, readers.backtesting],
    [ARCHIVE_FILES.name, readers.files],
    [LINKED_FILES.name, readers.files],
  ]);
  const operations = asker({ source: market, latest: () => undefined, ports, now: () => clock.now() });
  const { backtesting } = readers;
  return { ...operations, archiver, backtesting, blobs, clock, write: async () => archiver.job.run(clock.now()) };
}
