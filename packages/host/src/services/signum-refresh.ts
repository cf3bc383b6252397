/** SIGNUM_RGG from bars to ready rows: computed and encoded once per refresh. */

import { encodeSignumBreadth, encodeSignumRow, signumItem, type SignumItemWire } from '@barograph/contract';
import { candleColumns, candles, resample, type Candles, type Interval } from '@barograph/core';
import { isPegged, mergeUniverse, signumBreadth, signumRow, type SignumRow } from '@barograph/indicators';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { SourceError, type CandleSource, type Listing } from '../ports/candle-source.ts';
import type { Encoded, SnapshotStore } from '../ports/snapshot-store.ts';

/** What a refresh did. */
export interface Refreshed {
  readonly rows: number;
  readonly asOf: number;
  /** Real milliseconds. */
  readonly tookMs: number;
}

/** All that is known of a symbol at a moment; no bars where the source has none that fine. */
export async function everyBar(
  source: CandleSource,
  listing: Listing,
  interval: Interval,
  asOf: number,
): Promise<Candles | undefined> {
  const window = { kind: 'range', from: 0, to: asOf } as const;
  const answer = await source.bars({ ...listing, interval, window, asOf });
  if (answer.ok) return answer.value.closed;
  if (answer.error.code === 'unavailable') return undefined;
  throw new SourceError(`${listing.venue} ${listing.symbol} ${interval}: ${answer.error.reason}`);
}

async function rowOf(source: CandleSource, listing: Listing, asOf: number): Promise<SignumRow> {
  const hourly = await everyBar(source, listing, '1h', asOf);
  const daily = hourly === undefined ? await everyBar(source, listing, '1d', asOf) : resample(hourly, '1h', '1d').bars;
  const none = candles(candleColumns(0));
  return signumRow({
    symbol: listing.symbol,
    source: listing.venue,
    hourly: hourly ?? none,
    ...(hourly === undefined ? { daily: daily ?? none } : {}),
    asOf,
    pegged: isPegged(listing.symbol, daily ?? none),
  });
}

function encodedItems(rows: readonly SignumRow[]): Encoded<SignumItemWire>[] {
  const items: Encoded<SignumItemWire>[] = [];
  for (const row of rows) {
    const value = signumItem(encodeSignumRow(row));
    if (value !== undefined) items.push({ value, json: JSON.stringify(value) });
  }
  return items;
}

/** @returns what recomputes and publishes every row; calls during a run share that run. */
export function createSignumRefresh(
  source: CandleSource,
  clock: Clock,
  store: SnapshotStore,
): () => Promise<Refreshed> {
  let running: Promise<Refreshed> | undefined;

  const run = async (): Promise<Refreshed> => {
    const began = performance.now();
    const asOf = clock.now();
    const rows: SignumRow[] = [];
    for (const listing of source.listings(asOf)) {
      rows.push(await rowOf(source, listing, asOf));
      await setImmediate(); // lets requests through between symbols
    }
    const universe = mergeUniverse(
      rows.filter((row) => row.source === 'perpdex_perp'),
      rows.filter((row) => row.source === 'cexa_spot'),
    );
    const records = encodedItems(universe);
    const scored = new Set(records.map(({ value }) => value.symbol));
    const warming = universe.map(({ symbol }) => symbol).filter((symbol) => !scored.has(symbol));
    const breadth = encodeSignumBreadth(signumBreadth(universe));
    await store.publish('signum', { asOf, head: { breadth, warming }, records });
    return { rows: records.length, asOf, tookMs: performance.now() - began };
  };

  return async () => {
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
