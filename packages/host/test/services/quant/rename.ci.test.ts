/** A perp that is renamed keeps its nowcast and its archive. */

import type { QuantHead, QuantRecord } from '@barograph/contract';
import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import type { Listing } from '../../../../sources/src/market/listing.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../../sources/src/simulated/source.ts';
import { QUANT_V2 } from '../../../../runtime/src/producers/quant/config.ts';
import { createQuantPast } from '../../../../runtime/src/producers/quant/history.ts';
import { quantSeries } from '../../../../runtime/src/producers/quant/listings.ts';
import { quantProducer } from '../../../../runtime/src/producers/quant/producer.ts';
import { toySource } from '../../../../sources/test/market/toy-source.ts';
import { memoryStates } from '../../test-support.ts';
import { refreshAt } from '../../../../runtime/test/test-support.ts';
import { fewCoinsConfig, memoryObservations, NOW, testModel } from './test-support.ts';

const simulated = createSimulatedSource(fewCoinsConfig());
const loaded = testModel();
const at = (hours: number): number => NOW + hours * HOUR_MS + 10 * MINUTE_MS;

/** A venue whose coin ETH is renamed to NEW when a test says so. */
function venue() {
  let isRenamed = false;
  const name = (listing: Listing): Listing =>
    listing.symbol === 'ETH' && isRenamed ? { ...listing, symbol: 'NEW', formerly: 'ETH' } : listing;
  let isTaken = false;
  const source = toySource(simulated, {
    nameOf: (symbol) => (symbol === 'NEW' ? 'ETH' : symbol === 'ETH' && isTaken ? 'BTC' : symbol),
    listings: async (listed) => [
      ...(isTaken ? [{ symbol: 'ETH', venue: 'perpdex_perp' } as const] : []),
      ...listed.map(name),
    ],
  });
  return {
    source,
    market: openMarket([source]),
    rename: () => (isRenamed = true),
    /** Another coin, with the bars of BTC, is listed under the former name. */
    take: () => (isTaken = true),
  };
}

function replica(
  market: ReturnType<typeof venue>['market'],
  states = memoryStates(),
  observations = memoryObservations(),
) {
  const snapshots = createMemorySnapshotStore();
  const refresh = refreshAt(quantProducer(loaded, 't'), { source: market, states, observations, snapshots });
  const coin = (symbol: string) => {
    const { records } = snapshots.latest<QuantRecord, QuantHead>('quant')!;
    const { p_now, regime } = records.find(({ value }) => value.symbol === symbol)!.value.coin;
    return { p_now, regime };
  };
  return { refresh, coin };
}

describe('a renamed perp', () => {
  it.each([
    ['in memory', false],
    ['over a restart', true],
  ])('keeps its state %s: only the hours since are new, and the next ones go on', async (_, restarts) => {
    const [steady, own] = [venue(), venue()];
    const [states, observations] = [memoryStates(), memoryObservations()];
    const kept = replica(steady.market);
    let renamed = replica(own.market, states, observations);
    for (const one of [kept, renamed]) await one.refresh(at(0));
    own.rename();
    own.source.asked.length = 0;
    if (restarts) renamed = replica(own.market, states, observations);
    for (const one of [kept, renamed]) await one.refresh(at(1));
    const asked = own.source.asked.filter(({ symbol }) => symbol === 'NEW');
    expect(asked.map(({ window }) => window.kind === 'range' && window.from)).toEqual([NOW]);
    expect(renamed.coin('NEW')).toEqual(kept.coin('ETH'));
    renamed = replica(own.market, states, observations);
    for (const one of [kept, renamed]) await one.refresh(at(2));
    expect(renamed.coin('NEW')).toEqual(kept.coin('ETH'));
  });

  it.each([
    ['at once', true, false],
    ['at once, and over a restart', true, true],
    ['later, and over a restart', false, true],
  ])('keeps its own, and leaves nothing to a new perp that takes its former name %s', async (_, atOnce, restarts) => {
    const [steady, own] = [venue(), venue()];
    const [states, observations, said] = [memoryStates(), memoryObservations(), memoryObservations()];
    const kept = replica(steady.market, memoryStates(), said);
    let renamed = replica(own.market, states, observations);
    const run = async (hours: number): Promise<void> => {
      if (restarts) renamed = replica(own.market, states, observations);
      for (const one of [kept, renamed]) await one.refresh(at(hours));
    };
    await run(0);
    await run(1);
    own.rename();
    if (!atOnce) await run(2);
    own.take();
    for (const hours of [3, 4]) await run(hours);
    expect(renamed.coin('NEW')).toEqual(kept.coin('ETH'));
    // The new perp has the bars of BTC and nothing of its own before: it says what BTC says.
    expect(renamed.coin('ETH').p_now).toEqual(kept.coin('BTC').p_now);

    const hoursOf = async (of: typeof own, from: typeof said, symbol: string) => {
      const listing = (await of.market.listings(at(4))).find((one) => one.symbol === symbol)!;
      const past = createQuantPast(loaded, of.market, from, quantSeries('t'));
      return past.hours({ key: symbol, listing }, { start: NOW - 4 * HOUR_MS, end: at(4), limit: 20 }, at(4));
    };
    const live = (hours: Awaited<ReturnType<typeof hoursOf>>) => hours.filter(({ backfilled }) => !backfilled);
    const [before, now] = [await hoursOf(steady, said, 'ETH'), await hoursOf(own, observations, 'NEW')];
    const wasSaid = new Set(live(now).map(({ time }) => time));
    expect(wasSaid.size).toBe(atOnce ? 4 : 5);
    expect(live(now)).toEqual(live(before).filter(({ time }) => wasSaid.has(time)));
    const taken = await hoursOf(own, observations, 'ETH');
    expect(live(taken).map(({ time }) => time)).toEqual([NOW + 2 * HOUR_MS, NOW + 3 * HOUR_MS]);
    const lead = live(await hoursOf(steady, said, 'BTC')).filter(({ time }) => time >= NOW + 2 * HOUR_MS);
    expect(live(taken).map((hour) => hour.now)).toEqual(lead.map((hour) => hour.now));
  });

  it('is stored under its new name even when no hour has closed since', async () => {
    const { market, rename } = venue();
    const states = memoryStates();
    const { refresh } = replica(market, states);
    await refresh(at(0));
    rename();
    await refresh(at(0) + MINUTE_MS);
    const version = `${QUANT_V2.version}/${loaded.artifact.modelVersion}/${loaded.sha256.slice(0, 16)}`;
    expect((await states.loadTexts('quant@t', version)).map(({ scope }) => scope)).toContain('NEW');
  });

  it('keeps what was said of it at the time under the former name', async () => {
    const { market, rename } = venue();
    const observations = memoryObservations();
    const { refresh } = replica(market, memoryStates(), observations);
    await refresh(at(0));
    await refresh(at(1));
    rename();
    await refresh(at(2));
    const listing = (await market.listings(at(2))).find(({ symbol }) => symbol === 'NEW')!;
    const past = createQuantPast(loaded, market, observations, quantSeries('t'));
    const query = { start: NOW - 2 * HOUR_MS, end: NOW + 2 * HOUR_MS, limit: 10 };
    const hours = await past.hours({ key: 'NEW', listing }, query, at(2));
    expect(hours.map(({ time, backfilled }) => [time, backfilled])).toEqual([
      [NOW - 2 * HOUR_MS, true],
      [NOW - HOUR_MS, false],
      [NOW, false],
      [NOW + HOUR_MS, false],
    ]);
  });
});
