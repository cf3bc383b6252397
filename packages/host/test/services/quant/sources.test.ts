/** Blocks of the nowcast and of the long-horizon regime name the source of their own series, not the host's first. */

import type { CycleHead, CycleHistoryEntryWire, QuantHead, QuantRecord } from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { cycleProducer, cycleSeries } from '../../../../runtime/src/producers/cycle/producer.ts';
import { quantSeries } from '../../../../runtime/src/producers/quant/listings.ts';
import { quantProducer } from '../../../../runtime/src/producers/quant/producer.ts';
import { twoKinds } from '../../market/two-kinds.ts';
import { memoryStates } from '../../test-support.ts';
import { refreshAt } from '../../../../runtime/test/test-support.ts';
import { memoryObservations, NOW, testModel } from './test-support.ts';

const market = twoKinds();
const loaded = testModel();
/** Moment at which the regime has the history that it needs. */
const later = NOW + 300 * DAY_MS;

describe('a market whose coins come from sources of two kinds', () => {
  it('has each block of the nowcast, and each archived hour, of the kind of its own bars; over a restart too', async () => {
    const [states, observations] = [memoryStates(), memoryObservations()];
    const snapshots = createMemorySnapshotStore();
    const stores = { source: market, states, observations, snapshots };
    const kinds = () => {
      const { head, records } = snapshots.latest<QuantRecord, QuantHead>('quant')!;
      const of = Object.fromEntries(records.map(({ value }) => [value.symbol, value.coin.data_source]));
      return { market: head.market!['24h'].data_source, BTC: of['BTC'], ETH: of['ETH'] };
    };
    const expected = { market: 'live', BTC: 'live', ETH: 'simulated' };
    await refreshAt(quantProducer(loaded, 't'), stores)(NOW);
    expect(kinds()).toEqual(expected);
    // No hour has closed since: nothing is read, and the state says where its hours came from.
    await refreshAt(quantProducer(loaded, 't'), stores)(NOW + MINUTE_MS);
    expect(kinds()).toEqual(expected);
    await refreshAt(quantProducer(loaded, 't'), stores)(NOW + HOUR_MS + MINUTE_MS);
    expect(kinds()).toEqual(expected);
    const archived = await observations.asOf(quantSeries('t'), { knownAt: NOW + 2 * HOUR_MS });
    expect(new Set(archived.map(({ key, source }) => `${key} ${source}`))).toEqual(
      new Set(['market live', 'BTC live', 'ETH simulated', 'SOL live', 'XRP live', 'DOGE live', 'LINK live']),
    );
  });

  it('has the long-horizon regime of the kind of the lead coin, in its samples too', async () => {
    const observations = memoryObservations();
    const snapshots = createMemorySnapshotStore();
    const stores = { source: market, states: memoryStates(), observations, snapshots };
    const refresh = refreshAt(cycleProducer('t'), stores);
    for (const at of [later, later + 15 * MINUTE_MS]) {
      await refresh(at);
      const { head } = snapshots.latest<CycleHistoryEntryWire, CycleHead>('cycle')!;
      expect(head.current!.data_source).toBe('live');
    }
    const samples = await observations.asOf(cycleSeries('t'), { knownAt: later + HOUR_MS });
    expect(samples.map(({ source }) => source)).toEqual(['live', 'live']);
  });
});
