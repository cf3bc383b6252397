/// <reference types="node" />

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { createCycle, CYCLE_V1, type CycleReport, type CycleSnapshot } from '@barograph/cycle';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { CYCLE_ARCHIVE, type CycleCurrentWire, type CycleHistoryEntryWire } from '@barograph/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { readOver, type Market } from '../../../../sources/src/market/market.ts';
import type { Store } from '../../../../store/src/open-store.ts';
import { asker, type Asker } from '../../ask.ts';
import { startTestServer, type TestServer } from '../../../../store/test/test-support.ts';
import { daysAfter, runningDay } from '../../../../runtime/src/producers/cycle/market.ts';
import { createCycleArchive, cycleProducer } from '../../../../runtime/src/producers/cycle/producer.ts';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import { simulatedMarket } from '../../test-support.ts';
import { refreshAt } from '../../../../runtime/test/test-support.ts';

const FROM = SIMULATOR_V2.start + 420 * DAY_MS;
const QUARTER = 15 * MINUTE_MS;
const source = simulatedMarket();
let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(async () => server.stop());

/** A replica: refreshes, and what it answers. */
function replica(store: Store, from: Market = source) {
  const snapshots = createMemorySnapshotStore();
  const { engineStates: states, observations } = store;
  const refresh = refreshAt(cycleProducer('t'), { source: from, states, observations, snapshots });
  const ports = new Map([[CYCLE_ARCHIVE.name, createCycleArchive(observations, 't')]]);
  return { refresh, service: asker({ source: from, latest: () => snapshots.latest('cycle'), ports }) };
}

interface History {
  readonly history: readonly CycleHistoryEntryWire[];
  readonly samples: number;
}
const current = async (service: Asker): Promise<CycleCurrentWire> => service.json('regimes.current');
const history = async (service: Asker, from: number, to: number, limit = 5000): Promise<History> =>
  service.json('regimes.history', { query: { from: String(from), to: String(to), limit } });

describe('the long-horizon regime of the service', () => {
  it('says, refresh by refresh and over restarts, what the engine says of the same days [#513] [#514] [#525]', async () => {
    const url = await server.database();
    let one = replica(await server.open(url));
    const engine = createCycle();
    for (let i = 0; i < 40; i++) {
      const at = FROM + i * 3 * QUARTER;
      if (i % 7 === 6) one = replica(await server.open(url));
      await one.refresh(at);
      for (const day of (await daysAfter(marketReader(source), engine.lastDay, at)).days) engine.day(day);
      const want: CycleReport = engine.refresh(at, await runningDay(marketReader(source), at))!;
      const got = await current(one.service);
      expect([got.id, got.rationale, got.pending?.count ?? null]).toEqual([
        want.regime,
        want.rationale,
        want.pending?.count ?? null,
      ]);
      expect(got.stability.score).toBe(want.stability.score);
      expect(got.as_of).toBe(new Date(at).toISOString());
      expect(got.pending === null).toBe(got.raw.matches_committed);
    }
    expect(engine.lastDay).toBe(FROM);
  });

  it('is refreshed every quarter of an hour [#525]', () => {
    expect(cycleProducer('t').cadence).toEqual({ step: QUARTER, offset: 0 });
  });

  it('keeps a sample of every refresh, and a history of what they say [#515] [#531]', async () => {
    const store = await server.open(await server.database());
    const { refresh, service } = replica(store);
    for (let i = 0; i < 12; i++) await refresh(FROM + i * QUARTER);
    const all = await history(service, FROM, FROM + HOUR_MS * 24);
    expect(all).toMatchObject({ samples: 12, truncated: false, archive_start: new Date(FROM).toISOString() });
    expect(all.history.length).toBeGreaterThan(0);
    expect(all.history.at(-1)!.ended_at).toBeNull();
    expect(all.history.reduce((sum, { observations }) => sum + observations, 0)).toBe(12);
    expect(all.history[0]!.anchor).toBe('coverage_start');
    // from inclusive, to exclusive, and the limit counts samples
    expect((await history(service, FROM, FROM + QUARTER)).samples).toBe(1);
    expect(await history(service, FROM, FROM + DAY_MS, 5)).toMatchObject({ samples: 5, truncated: true });
    expect(all).not.toHaveProperty('available');
    expect(await history(service, FROM - DAY_MS, FROM)).toMatchObject({
      samples: 0,
      history: [],
      available: { from: FROM, to: FROM + 11 * QUARTER },
      truncated: false,
    });
  });

  it('takes a repeated moment for nothing, and begins anew when the clock was set back', async () => {
    const store = await server.open(await server.database());
    const { refresh, service } = replica(store);
    await refresh(FROM);
    const before = await current(service);
    await refresh(FROM);
    expect(await current(service)).toEqual(before);
    await refresh(FROM - 2 * DAY_MS);
    expect((await current(service)).as_of).toBe(new Date(FROM - 2 * DAY_MS).toISOString());
  });

  it('goes on from the state of a host of version 1: its history and regime stay, its days are read again', async () => {
    const store = await server.open(await server.database());
    const old = createCycle(CYCLE_V1);
    for (const day of (await daysAfter(marketReader(source), null, FROM)).days) old.day(day);
    for (let i = 0; i < 6; i++) old.refresh(FROM + i * QUARTER);
    const kept: CycleSnapshot = old.snapshot();
    const asOf = FROM + 5 * QUARTER;
    await store.engineStates.save([
      { engine: 'cycle@t', scope: 'market', configVersion: 'cycle/1', asOf, state: kept },
    ]);
    const { refresh, service } = replica(store);
    await refresh(asOf + QUARTER);
    const now = await current(service);
    expect(now.meta.config_version).toBe('cycle/3');
    expect(now.id).toBe(kept.history.at(-1)!.regime);
    expect(now.universe).toMatchObject({ version: 'cycle-breadth/3' });
    const told = await history(service, FROM, FROM + DAY_MS);
    expect(told.history.at(-1)).toMatchObject({
      committed_at: new Date(kept.history.at(-1)!.committedAt).toISOString(),
      observations: kept.history.at(-1)!.observations + 1,
    });
    // with the signals of one that was never anything else
    const anew = createCycle();
    for (const day of (await daysAfter(marketReader(source), null, asOf + QUARTER)).days) anew.day(day);
    anew.refresh(asOf + QUARTER, await runningDay(marketReader(source), asOf + QUARTER));
    expect(now.raw.id).toBe(anew.lastRead!.raw.regime);
    expect(now.signals['b200']).toBe(anew.lastRead!.signals.b200);
    const [stored] = await store.engineStates.load('cycle@t', 'cycle/3');
    expect(stored).toMatchObject({ scope: 'market', asOf: asOf + QUARTER });
  });

  it('has no current regime without history or without Bitcoin, and says so', async () => {
    const store = await server.open(await server.database());
    const { refresh, service } = replica(store, { ...source, listings: async () => [] });
    expect(await service.outcome('regimes.current')).toMatchObject({ error: { status: 503 } });
    await refresh(FROM);
    expect(await service.outcome('regimes.current')).toMatchObject({ error: { status: 503 } });
    expect(await service.json('regimes.list')).toMatchObject({ count: 10, current: null });
  });

  it('fails where the bars of Bitcoin do not come, and keeps what was said', async () => {
    const store = await server.open(await server.database());
    const { refresh } = replica(store, {
      ...source,
      read: readOver(source.read, 'bars', async () => ({
        ok: false,
        error: { code: 'stale_source', reason: 'the venue is away' },
      })),
    });
    await expect(refresh(FROM)).rejects.toThrow(/the venue is away/);
    expect(await store.engineStates.load('cycle@t', 'cycle/3')).toEqual([]);
  });
});
