/** A perp that is renamed keeps its nowcast and its archive. */

import type { QuantHead, QuantRecord } from '@barograph/contract';
import { HOUR_MS, MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../src/adapters/memory/snapshot-store.ts';
import type { Listing } from '../../../src/market/listing.ts';
import { openMarket } from '../../../src/market/market.ts';
import { createSimulatedSource } from '../../../src/market/simulated/source.ts';
import { QUANT_V1 } from '../../../src/services/quant/config.ts';
import { createQuantPast } from '../../../src/services/quant/history.ts';
import { quantSeries } from '../../../src/services/quant/listings.ts';
import { quantProducer } from '../../../src/services/quant/producer.ts';
import { toySource } from '../../market/toy-source.ts';
import { memoryStates } from '../../test-support.ts';
import { refreshAt } from '../../work/test-support.ts';
import { fewCoinsConfig, memoryObservations, NOW, testModel } from './test-support.ts';

const simulated = createSimulatedSource(fewCoinsConfig());
const loaded = testModel();
const at = (hours: number): number => NOW + hours * HOUR_MS + 10 * MINUTE_MS;

/** A venue whose coin ETH is renamed to NEW when a test says so. */
function venue() {
  let isRenamed = false;
  const name = (listing: Listing): Listing =>
    listing.symbol === 'ETH' && isRenamed ? { ...listing, symbol: 'NEW', formerly: 'ETH' } : listing;
  const source = toySource(simulated, {
    nameOf: (symbol) => (symbol === 'NEW' ? 'ETH' : symbol),
    listings: async (listed) => listed.map(name),
  });
  return { source, market: openMarket([source]), rename: () => (isRenamed = true) };
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

  it('is stored under its new name even when no hour has closed since', async () => {
    const { market, rename } = venue();
    const states = memoryStates();
    const { refresh } = replica(market, states);
    await refresh(at(0));
    rename();
    await refresh(at(0) + MINUTE_MS);
    const version = `${QUANT_V1.version}/${loaded.artifact.modelVersion}/${loaded.sha256.slice(0, 16)}`;
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
