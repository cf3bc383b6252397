/** GET /market-intelligence/liquidations: the answer for a key, before the first run and without a source. */

import { FORCED_SOURCES, forcedPublication, type ForcedVenueWire } from '@barograph/contract';
import { MINUTE_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { liquidationsProducer } from '../../../runtime/src/producers/flow/liquidations.ts';
import { asker } from '../ask.ts';
import { forcedSources, forcedStream } from '../../../runtime/test/producers/flow/forced-venues.ts';
import { memoryObservations } from '../services/quant/test-support.ts';
import { memoryStates, START } from '../test-support.ts';
import { runAt } from '../../../runtime/test/test-support.ts';

interface Reply {
  readonly window_start: number;
  readonly window_end: number;
  readonly min_usd: number;
  readonly totals: { readonly usd: number; readonly n: number };
  readonly venues: readonly ForcedVenueWire[];
  readonly silent: readonly string[];
  readonly data: readonly { readonly symbol: string; readonly long_usd: number }[];
  readonly count: number;
  readonly data_source: string;
}
const ID = 'market_intelligence.liquidations';

function hostOf(hasForced: boolean) {
  const streams = { cexa: forcedStream(), dexb: forcedStream() };
  const source = openMarket(forcedSources(streams, ['BTC']));
  const snapshots = createMemorySnapshotStore();
  const ports = new Map<string, unknown>([[FORCED_SOURCES.name, { hasForced }]]);
  const run = runAt(liquidationsProducer('t'), {
    source,
    snapshots,
    states: memoryStates(),
    observations: memoryObservations(),
  });
  return { streams, run, ask: asker({ source, latest: (name) => snapshots.latest(name), ports }) };
}

describe('liquidations of all venues', () => {
  it('[#644] are totals of 24 hours by coin for any key, and name the venues that are silent', async () => {
    const { streams, run, ask } = hostOf(true);
    const close = { symbol: 'BTC', time: START + 20, side: 'long', price: 100, learned: START + 30 } as const;
    streams.dexb.closes.push({ ...close, id: 'a', size: 40 }, { ...close, id: 'b', size: 5, side: 'short' });
    streams.dexb.closes.push({ ...close, id: 'small', size: 2.4 });
    streams.cexa.isUp = false;
    streams.cexa.changedAt = START;
    const at = START + MINUTE_MS;
    await run(at);
    const reply = await ask.json<Reply>(ID, { tier: 'free' });
    expect(reply).toMatchObject({ window_end: at, min_usd: 250, count: 1, silent: ['cexa'], data_source: 'live' });
    expect(reply.totals).toMatchObject({ usd: 4500, n: 2 });
    expect(reply.data).toEqual([
      expect.objectContaining({ symbol: 'BTC', usd: 4500, long_usd: 4000, short_usd: 500, n_long: 1, n_short: 1 }),
    ]);
    expect(reply.venues.map(({ venue, status }) => [venue, status])).toEqual([
      ['perpdex', 'unavailable'],
      ['cexa', 'down'],
      ['cexb', 'unavailable'],
      ['dexb', 'ok'],
    ]);
    expect(forcedPublication.name).toBe('liquidations');
  });

  it('[#115] merge the closes of a coin on all venues, and leave out what is older than 24 hours', async () => {
    const { streams, run, ask } = hostOf(true);
    const at = START + 24 * 60 * MINUTE_MS;
    const close = { symbol: 'BTC', side: 'long', price: 100, learned: START + 30 } as const;
    streams.dexb.closes.push({ ...close, id: 'a', size: 40, time: START + 20 });
    streams.cexa.closes.push({ ...close, id: 'a', size: 10, time: START + 20 });
    streams.cexa.closes.push({ ...close, id: 'b', size: 7, time: START - 1 });
    await run(START + MINUTE_MS);
    expect((await ask.json<Reply>(ID, { tier: 'free' })).totals.usd).toBe(5700);
    await run(at);
    const { data, totals, window_start: from, window_end: to } = await ask.json<Reply>(ID, { tier: 'free' });
    expect([from, to]).toEqual([START, at]);
    expect(totals).toMatchObject({ usd: 5000, n: 2 });
    expect(data).toMatchObject([{ symbol: 'BTC', usd: 5000, long_usd: 5000, n_long: 2 }]);
  });

  it('are 503 before the first run, and of a service without any source', async () => {
    const code = async (hasForced: boolean) => {
      const done = await hostOf(hasForced).ask.outcome(ID, { tier: 'free' });
      return done.ok ? 200 : [done.error.status, (done.error.body as { detail: { error: string } }).detail.error];
    };
    expect(await code(true)).toEqual([503, 'warming_up']);
    expect(await code(false)).toEqual([503, 'source_unavailable']);
  });
});
