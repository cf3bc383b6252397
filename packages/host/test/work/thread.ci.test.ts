/** Heavy producers in the built worker thread, compared with the same producers inline. */

import type { CycleHead, QuantRecord } from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, sliceCandles } from '@barograph/core';
import { artifactText, nowcastHistory } from '@barograph/nowcast';
import { existsSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemorySnapshotStore } from '../../../runtime/src/snapshots/memory/snapshot-store.ts';
import { SourceError } from '../../../sources/src/market/feed.ts';
import { readOver, type Market } from '../../../sources/src/market/market.ts';
import { marketReader } from '../../../runtime/src/market-reader.ts';
import { CADENCES_V1 } from '../../../sources/src/cadence.ts';
import { marketProducers } from '../../../runtime/src/producers.ts';
import { createThreadComputation, type ThreadComputation } from '../../../runtime/src/thread/thread.ts';
import { createThreadPool, type ThreadPool } from '../../../runtime/src/thread/pool.ts';
import { withOwnColumns } from '../../../runtime/src/thread/messages.ts';
import { twoKinds } from '../market/two-kinds.ts';
import { fewCoins, memoryObservations, NOW, testModel } from '../services/quant/test-support.ts';
import { QUIET } from '../../../store/test/test-support.ts';
import { memoryStates } from '../test-support.ts';
import { movableClock, runnerOf } from '../../../runtime/test/test-support.ts';

const WORKER = new URL('../../../runtime/dist/worker.js', import.meta.url);
const NAMES = ['signum', 'technical', 'volatility', 'volume', 'heatmap', 'meme', 'cycle', 'quant'] as const;
const model = testModel();
const coins = fewCoins();
const opened: ThreadPool[] = [];
/** The threads of the pool that was opened last. */
let apartThreads: readonly ThreadComputation[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.stop();
});

/** So many threads. */
function threads(count: number): ThreadPool {
  const data = { timeline: 't', model: { text: artifactText(model.artifact), sha256: model.sha256 }, kernels: true };
  const each = Array.from({ length: count }, () => createThreadComputation(WORKER, data, QUIET));
  apartThreads = each;
  const made = createThreadPool(each, marketProducers('t', model));
  opened.push(made);
  return made;
}

/** A replica, inline or on a thread. */
function replica(heavy?: ThreadPool, market: Market = coins, states = memoryStates()) {
  const clock = movableClock(NOW);
  const snapshots = createMemorySnapshotStore();
  const light = {
    name: 'light',
    cadence: CADENCES_V1.hourly,
    makeUp: { kind: 'latest' },
    reads: [],
    needs: [],
    publishes: [],
    isHeavy: false,
    create: () => async () => ({ states: [], published: [] }),
  } as const;
  const stores = { source: market, states, observations: memoryObservations(), snapshots };
  const runner = runnerOf([...marketProducers('t', model), light], clock, { ...stores, heavy });
  return {
    runner,
    states,
    run: async (at: number, producers = ['engines', 'cycle', 'quant']) => {
      clock.put(at);
      for (const name of producers) await runner.run(name);
    },
    latest: () => NAMES.map((name: string) => snapshots.latest(name)),
  };
}

describe('columns that cross', () => {
  it('are copies of their own, wherever they lie, and leave what they were copied from', () => {
    const all = Float64Array.of(1, 2, 3, 4);
    const value = { ok: true, value: { rows: { time: all.subarray(1, 3), symbol: 'BTC' }, list: [null, 1] } };
    const own = withOwnColumns(value) as typeof value;
    expect(own).toEqual(value);
    expect(own.value.rows.time.buffer.byteLength).toBe(16);
    own.value.rows.time.fill(0);
    expect([...all]).toEqual([1, 2, 3, 4]);
  });
});

describe.skipIf(!existsSync(WORKER))('producers in worker threads (needs packages/host/dist)', () => {
  const counts = process.env['BAROGRAPH_FULL'] === '1' ? [1, 2, 3] : [2];
  it.each(counts)(
    'publish and store the same as inline, hour by hour and over a restart: %i threads',
    async (count) => {
      const [inline, apart] = [replica(), replica(threads(count))];
      for (let i = 0; i < 3; i++) {
        const at = NOW + i * HOUR_MS + 6 * MINUTE_MS;
        await inline.run(at);
        await apart.run(at);
        expect(apart.latest()).toEqual(inline.latest());
        if (i === 0) await opened[0]!.crash();
      }
      for (const [name, version] of [
        ['signum@t', 'signum/2'],
        ['cycle@t', 'cycle/3'],
        ['quant@t', `quant-host/2/test-1/${model.sha256.slice(0, 16)}`],
      ] as const) {
        const stored = await inline.states.loadTexts(name, version);
        expect(stored.length).toBeGreaterThan(0);
        expect(await apart.states.loadTexts(name, version)).toEqual(stored);
      }
    },
  );

  it('do the part of one that was lost again on another, to the same answers: in a run, and between two', async () => {
    const [inline, heavy] = [replica(), threads(2)];
    let isArmed = false;
    const market: Market = {
      ...coins,
      read: readOver(coins.read, 'funding', async (query) => {
        // Coins are being evaluated: what the thread has taken in goes with it.
        if (isArmed) await apartThreads[1]!.crash();
        isArmed = false;
        return coins.read('funding', query);
      }),
    };
    const apart = replica(heavy, market);
    for (let i = 0; i < 3; i++) {
      const at = NOW + i * HOUR_MS + 6 * MINUTE_MS;
      isArmed = i === 1;
      await inline.run(at);
      await apart.run(at);
      expect(isArmed).toBe(false);
      expect(apart.latest()).toEqual(inline.latest());
      if (i === 1) await apartThreads[0]!.crash();
    }
    const version = `quant-host/2/test-1/${model.sha256.slice(0, 16)}`;
    const stored = await inline.states.loadTexts('quant@t', version);
    expect(stored.length).toBeGreaterThan(3);
    expect(await apart.states.loadTexts('quant@t', version)).toEqual(stored);
  });

  it('name the sources of what they read as inline, by kind of data and in each block', async () => {
    const market = twoKinds();
    const [inline, apart] = [replica(undefined, market), replica(threads(1), market)];
    for (const one of [inline, apart]) await one.run(NOW);
    expect(apart.latest()).toEqual(inline.latest());
    const [, , , , , , cycle, quant] = apart.latest();
    const of = (feed: string, source: string, kind: string) => ({ feed, source, kind, asOf: NOW, isFresh: true });
    const bars = [of('bars', 'simulated', 'simulated'), of('bars', 'venue', 'live')];
    const feeds = (feed: string) => cycle!.provenance!.filter((one) => one.feed === feed);
    expect(feeds('bars').toSorted((a, b) => (a.source < b.source ? -1 : 1))).toEqual(bars);
    // The optional signals are of the sources that have them.
    for (const feed of ['funding', 'stablecoins', 'pegs']) expect([feed, feeds(feed).length > 0]).toEqual([feed, true]);
    expect(quant!.provenance).toHaveLength(6);
    expect(quant!.provenance).toEqual(expect.arrayContaining([...bars, of('funding', 'venue', 'live')]));
    const coins = quant!.records.map(({ value }) => (value as QuantRecord).coin.data_source);
    expect(new Set(coins)).toEqual(new Set(['live', 'simulated']));
    await apart.run(NOW + 300 * DAY_MS, ['cycle']);
    expect((apart.latest()[6]!.head as CycleHead).current!.data_source).toBe('live');
  });

  it('fail with their thread, while other work goes on, and run again on another', async () => {
    const heavy = threads(1);
    let pulls = 0;
    const market: Market = {
      ...coins,
      read: readOver(coins.read, 'bars', async (request) => {
        if (++pulls === 3) await heavy.crash();
        return coins.read('bars', request);
      }),
    };
    const one = replica(heavy, market);
    await expect(one.run(NOW, ['engines'])).rejects.toThrow('worker thread lost');
    await one.run(NOW, ['light']);
    expect(one.runner.standings().map(({ name, isFailing }) => [name, isFailing])).toEqual([
      ['engines', true],
      ['quant', false],
      ['cycle', false],
      ['positioning', false],
      ['traders', false],
      ['light', false],
    ]);
    await one.run(NOW + MINUTE_MS, ['engines']);
    expect(one.runner.standings()[0]).toMatchObject({ isFailing: false, lastSuccess: NOW + MINUTE_MS });
    expect(one.latest()[0]!.records.length).toBeGreaterThan(0);
  });

  it('compute histories as this thread does, also after one was lost', async () => {
    const pool = threads(2);
    const [listing] = await coins.listings(NOW);
    const bars = await marketReader(coins).closedBars(listing!, '1h', 0, NOW);
    const hours = sliceCandles(bars!, 0, 700);
    const lost = pool.history(hours);
    await pool.crash();
    await expect(lost).rejects.toThrow('worker thread lost');
    const waits = monitorEventLoopDelay({ resolution: 10 });
    waits.enable();
    const rows = await Promise.all([pool.history(hours), pool.history(hours), pool.history(hours)]);
    waits.disable();
    expect(waits.max).toBeLessThan(10e9); // nothing hangs; how long it takes is the benchmark's
    for (const one of rows) expect(one).toEqual(nowcastHistory(model.model, hours));
  });

  it('report errors of their sources under their class', async () => {
    const market: Market = {
      ...coins,
      read: readOver(coins.read, 'bars', async () => ({
        ok: false,
        error: { code: 'stale_source', reason: 'the venue is away' },
      })),
    };
    const one = replica(threads(1), market);
    await expect(one.run(NOW, ['engines'])).rejects.toThrow(SourceError);
    expect(one.runner.standings()[0]!.lastFailure).toEqual({ at: NOW, error: 'SourceError' });
  });

  it('are waited for by a stop', async () => {
    const one = replica(threads(1));
    const running = one.run(NOW, ['engines']);
    await expect.poll(() => opened.length).toBe(1);
    await one.runner.stop();
    await running;
    expect(one.latest()[0]).toBeDefined();
  });
});
