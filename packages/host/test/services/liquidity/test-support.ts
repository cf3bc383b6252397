/** A venue whose books, contexts and liquidations a test sets, and the sampler over it. */

import { ok } from '@barograph/core';
import { LIQUIDITY, type LiquidityHead, type LiquidityRecordWire } from '@barograph/contract';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import type { Book, BookQuery } from '../../../../sources/src/market/book.ts';
import type { PerpContext } from '../../../../sources/src/market/contexts.ts';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import { createDepthSamples, createLiquidityArchive } from '../../../../runtime/src/producers/liquidity/archive.ts';
import { createBookCounts, type BookCounts } from '../../../../runtime/src/producers/liquidity/book-counts.ts';
import { liquidityProducer } from '../../../../runtime/src/producers/liquidity/producer.ts';
import type { EngineStates } from '../../../../store/src/engine-state.ts';
import type { Observations } from '../../../../store/src/observations.ts';
import { asker, type Asker } from '../../ask.ts';
import { memoryStates } from '../../test-support.ts';
import { runAt } from '../../../../runtime/test/test-support.ts';
import { memoryObservations } from '../quant/test-support.ts';

/** Pairs of price and size, best first. */
export type Levels = readonly (readonly [price: number, size: number])[];

/** A book of pairs. */
export function bookOf(bids: Levels, asks: Levels, time = NaN): Book {
  const side = (levels: Levels) => ({
    price: Float64Array.from(levels, ([price]) => price),
    size: Float64Array.from(levels, ([, size]) => size),
    orders: new Float64Array(levels.length).fill(NaN),
  });
  return { time, bids: side(bids), asks: side(asks) };
}

/** Levels of equal notional, `step` bps apart, that reach `reach` bps from mid. */
export function evenBook(mid: number, usd: number, reach = 120, step = 5): Book {
  const count = Math.floor(reach / step);
  const levels = (sign: number): Levels =>
    Array.from({ length: count }, (_, i) => {
      const price = mid * (1 + (sign * (i + 1) * step) / 1e4);
      return [price, usd / price] as const;
    });
  return bookOf(levels(-1), levels(1));
}

/** State of a perp. */
export function perpOf(symbol: string, of: Partial<PerpContext> = {}): PerpContext {
  return {
    symbol,
    sizeDecimals: 2,
    maxLeverage: 5,
    isDelisted: false,
    onlyIsolated: false,
    fundingRate1h: 0,
    openInterest: 1000,
    mark: 100,
    oracle: 100,
    mid: 100,
    premium: 0,
    dayNotional: 1e6,
    previousDayPrice: 99,
    ...of,
  };
}

/** Answers of a venue. */
export interface VenueSays {
  readonly perps: (asOf: number) => readonly PerpContext[];
  readonly book: (query: BookQuery) => Book | undefined;
  readonly liquidations?: Source['feeds']['liquidations'];
  readonly kind?: Source['kind'];
}

/** A market of that venue. */
export function venueOf({ perps, book, liquidations, kind = 'simulated' }: VenueSays): Market {
  return openMarket([
    {
      id: 'venue',
      kind,
      feeds: {
        contexts: { pull: async ({ asOf }) => ok({ rows: { perps: perps(asOf) }, asOf }) },
        book: {
          pull: async (query) => {
            const rows = book(query);
            if (rows === undefined) return { ok: false, error: { code: 'unavailable', reason: 'no book' } };
            return ok({ rows, asOf: query.asOf });
          },
        },
        ...(liquidations === undefined ? {} : { liquidations }),
      },
      start: async () => undefined,
      close: async () => undefined,
      state: () => [],
    },
  ]);
}

/** The sampler of a market, over stores that a later sampler may continue from. */
export interface Sampler {
  readonly run: (at: number) => Promise<unknown>;
  readonly counts: BookCounts;
  readonly observations: Observations;
  readonly states: EngineStates;
  readonly head: () => LiquidityHead;
  readonly records: () => readonly LiquidityRecordWire[];
  readonly asks: (now: number) => Asker;
}

export function samplerOf(market: Market, on: Partial<Pick<Sampler, 'observations' | 'states'>> = {}): Sampler {
  const { observations = memoryObservations(), states = memoryStates() } = on;
  const snapshots = createMemorySnapshotStore();
  const counts = createBookCounts();
  const samples = createDepthSamples(observations, 't');
  const producer = liquidityProducer({ timeline: 't', samples, counts });
  const latest = (name: string) => snapshots.latest(name);
  // oxlint-disable typescript/no-unsafe-type-assertion -- of that publication
  return {
    run: runAt(producer, { source: market, observations, states, snapshots }),
    counts,
    observations,
    states,
    head: () => snapshots.latest('liquidity')!.head as LiquidityHead,
    records: () => snapshots.latest('liquidity')!.records.map(({ value }) => value as LiquidityRecordWire),
    asks: (now) => {
      const ports = new Map([[LIQUIDITY.name, createLiquidityArchive(market, samples)]]);
      return asker({ source: market, now: () => now, latest, ports });
    },
  };
  // oxlint-enable typescript/no-unsafe-type-assertion
}
