/** Snapshots, engine state, observations and the archive index. */

import type { SealedMinute } from '@barograph/positioning';
import assert from 'node:assert/strict';
import type { NewObservation } from '../../src/observations.ts';
import type { Store } from '../../src/open-store.ts';
import { TAKER_MINUTES } from '../../src/taker-minutes.ts';
import { MIDNIGHT, type StoreCase } from './store-case.ts';

const NOW = MIDNIGHT;

function observation(validTime: number, knownAt: number, value: unknown, key = 'BTC'): NewObservation {
  return { series: 'funding', key, validTime, knownAt, value, source: 'test' };
}

/** The snapshot as it was published. */
async function readBack({ snapshots }: Store): Promise<unknown> {
  return snapshots.latest('signum');
}

export const KEPT_CASES: readonly StoreCase[] = [
  {
    name: 'a snapshot replaces the one before, is heard elsewhere, and never gives way to an older one',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      const snapshot = {
        name: 'signum',
        asOf: NOW,
        version: 'signum/1',
        head: { z: 1, a: null },
        records: [{ x: 0.1 }],
      };
      assert.equal(await b.snapshots.latest('signum'), undefined);
      await new Promise<void>((resolve) => b.listener.on('snapshots', () => resolve()));
      const heard = new Promise<string | undefined>((resolve) => b.listener.on('snapshots', resolve));
      assert.equal(await a.snapshots.publish(snapshot), true);
      assert.equal(await heard, 'signum');
      assert.deepEqual(await readBack(b), snapshot);
      assert.equal(await b.snapshots.publish({ ...snapshot, asOf: NOW - 1, records: [] }), false);
      assert.deepEqual(await readBack(a), snapshot);
      const provenance = [{ feed: 'bars', source: 'a', kind: 'files', asOf: NOW, isFresh: true }] as const;
      const next = { ...snapshot, asOf: NOW + 1, records: [1, 2], provenance };
      assert.equal(await b.snapshots.publish(next), true);
      assert.deepEqual(await readBack(a), next);
      const texts = await a.snapshots.newerTexts('signum', 'signum/1', NOW);
      assert.deepEqual([texts?.records, texts?.provenance], [['1', '2'], provenance]);
      await a.snapshots.remove('signum');
      assert.equal(await a.snapshots.latest('signum'), undefined);
    },
  },
  {
    name: 'events of a snapshot are stored with it: once, in the order of two replicas, and not at all when it is not stored',
    run: async ({ open }) => {
      const replicas = [await open(), await open()];
      const key = { engine: 'changes@test', scope: 'count', configVersion: 'changes/1' };
      const publish = async (store: Store, asOf: number, to: number, fails = false): Promise<boolean> =>
        store.snapshots.publishTexts(
          { name: 'count', asOf, version: 'count/1', head: `{"to":${to}}`, records: [] },
          {
            key,
            tell: async (from) => {
              if (fails) throw new Error('the replica died');
              if (from === to) return undefined;
              const event = { ts: asOf, recvTs: asOf, type: 'count', venue: null, symbol: null, usd: null };
              return { memory: to, events: from === undefined ? [] : [{ ...event, payload: { from, to } }] };
            },
          },
        );
      // Both publish every moment at once; of each pair one has the states that the other has left.
      for (let i = 0; i < 20; i++) {
        await Promise.all(replicas.map(async (store) => publish(store, NOW + i, Math.floor(i / 2))));
      }
      await assert.rejects(publish(replicas[0]!, NOW + 20, 99, true), /the replica died/);
      assert.equal((await replicas[1]!.snapshots.latest('count'))?.asOf, NOW + 19);
      assert.equal(await publish(replicas[1]!, NOW + 5, 77), false);
      assert.equal(await publish(replicas[1]!, NOW + 20, 10), true);
      const told = (await replicas[0]!.events.since(0, 100)).map(({ id, ts, payload }) => [id, ts, payload]);
      const expected = Array.from({ length: 10 }, (_, i) => [i + 1, NOW + 2 * (i + 1), { from: i, to: i + 1 }]);
      assert.deepEqual(told, expected);
      // A replay that begins again: states of later moments are not those before.
      await replicas[0]!.snapshots.remove('count');
      assert.equal(await publish(replicas[0]!, NOW - 1, 5), true);
      assert.equal((await replicas[0]!.events.bounds()).lastId, 10);
    },
  },
  {
    name: 'a snapshot is set aside once, as it was read and not when it was replaced since',
    run: async ({ open }) => {
      const store = await open();
      const snapshot = { name: 'meme', asOf: NOW, version: 'meme/1', head: null, records: [1] };
      await store.snapshots.publish(snapshot);
      const old = (await store.snapshots.newerTexts('meme', 'meme/1', 0))!;
      await store.snapshots.publish({ ...snapshot, records: [2] });
      assert.equal(await store.snapshots.setAside(old), false);
      const read = (await store.snapshots.newerTexts('meme', 'meme/1', 0))!;
      assert.equal(await store.snapshots.setAside(read), true);
      assert.equal(await store.snapshots.setAside(read), false);
      assert.equal(await store.snapshots.latest('meme'), undefined);
      assert.deepEqual((await store.snapshots.latest('aside/meme'))?.records, [2]);
      await store.snapshots.publish({ ...snapshot, asOf: NOW - 1, records: [3] });
      assert.equal(await store.snapshots.setAside((await store.snapshots.newerTexts('meme', 'meme/1', 0))!), true);
      assert.deepEqual((await store.snapshots.latest('aside/meme'))?.records, [3], 'the last one stays');
    },
  },
  {
    name: 'engine state goes forward only, per scope and version of its config',
    run: async ({ open }) => {
      const { engineStates } = await open();
      const state = (scope: string, asOf: number, value: unknown, configVersion = 'signum/1') => ({
        engine: 'signum',
        scope,
        configVersion,
        asOf,
        state: value,
      });
      assert.equal(await engineStates.save([]), 0);
      const first = [state('BTC', NOW, { adx: 0.1 + 0.2, prior: null }), state('ETH', NOW, [1e-300])];
      assert.equal(await engineStates.save(first), 2);
      assert.equal(await engineStates.save([state('BTC', NOW, 'same'), state('ETH', NOW - 1, 'older')]), 0);
      const both = [state('BTC', NOW + 2, 'newest'), state('BTC', NOW + 1, 'newer')];
      assert.equal(await engineStates.save(both), 1);
      assert.equal(await engineStates.save([state('BTC', NOW, 'two', 'signum/2')]), 1);
      assert.deepEqual(await engineStates.load('signum', 'signum/1'), [both[0], first[1]]);
      assert.deepEqual(await engineStates.load('signum', 'signum/2'), [state('BTC', NOW, 'two', 'signum/2')]);
      assert.deepEqual(await engineStates.load('other', 'signum/1'), []);
    },
  },
  {
    name: 'the same value again adds no revision; a different one that claims to be older is refused',
    run: async ({ open }) => {
      const { observations } = await open();
      assert.deepEqual(await observations.append([observation(1, 10, { a: 1, b: 2 })]), {
        added: 1,
        unchanged: 0,
        late: 0,
      });
      const batch = [
        observation(1, 11, { b: 2, a: 1 }),
        observation(1, 12, 'corrected'),
        observation(1, 12, 'again'),
        observation(1, 11, 'too late'),
        observation(2, 5, 'another time'),
      ];
      assert.deepEqual(await observations.append(batch), { added: 3, unchanged: 1, late: 1 });
      assert.equal(await observations.firstTime('funding', 'BTC', 4), undefined);
      assert.equal(await observations.firstTime('funding', 'BTC', 9), 2);
      assert.equal(await observations.firstTime('funding', 'BTC', 10), 1);
      assert.equal(await observations.firstTime('funding', 'NONE', 1000), undefined);
      const revisions = await observations.revisions('funding', 'BTC', 1);
      assert.deepEqual(
        revisions.map(({ revision, knownAt, value }) => [revision, knownAt, value]),
        [
          [1, 10, { a: 1, b: 2 }],
          [2, 12, 'corrected'],
          [3, 12, 'again'],
        ],
      );
      const asOf = async (query: Parameters<typeof observations.asOf>[1]) =>
        (await observations.asOf('funding', query)).map(({ value }) => value);
      assert.deepEqual(await asOf({ knownAt: 11, key: 'BTC' }), [{ a: 1, b: 2 }, 'another time']);
      assert.deepEqual(await asOf({ knownAt: 12, from: 1, to: 1 }), ['again']);
      assert.deepEqual(await asOf({ knownAt: 12, key: 'ETH' }), []);
      await observations.prune('other', 100);
      await observations.prune('funding', 2);
      assert.deepEqual(await asOf({ knownAt: 12 }), ['another time']);
    },
  },
  {
    name: 'the event of an observation is appended with it, once, whichever replica found it',
    run: async ({ open }) => {
      const replicas = [await open(), await open()];
      const told = (ts: number, of: number) => ({
        ts,
        recvTs: NOW,
        type: 'liquidation',
        venue: 'perpdex',
        symbol: 'BTC',
        usd: 500,
        payload: { of },
        observation: of,
      });
      const batch = [observation(1, 10, 'a'), observation(2, 10, 'b'), observation(1, 11, 'corrected')];
      const events = [told(2, 1), told(1, 0), told(1, 2)];
      await Promise.all(replicas.map(async ({ observations }) => observations.append(batch, events)));
      const later = [observation(2, 12, 'b'), observation(3, 12, 'c')];
      await replicas[1]!.observations.append(later, [told(2, 0), told(3, 1)]);
      const stored = await replicas[0]!.events.since(0, 10);
      assert.deepEqual(
        stored.map(({ id, ts, payload }) => [id, ts, payload]),
        [
          [1, 2, { of: 1 }],
          [2, 1, { of: 0 }],
          [3, 3, { of: 1 }],
        ],
      );
      // None without its observation.
      const broken = replicas[0]!.observations.append([observation(4, 13, 'd')], [{ ...told(4, 0), ts: 0.5 }]);
      await assert.rejects(broken);
      assert.equal(await replicas[0]!.observations.firstTime('funding', 'BTC', 13), 1);
      assert.deepEqual(await replicas[0]!.observations.revisions('funding', 'BTC', 4), []);
    },
  },
  {
    name: 'two replicas that append at once make consecutive revisions',
    run: async ({ open }) => {
      const replicas = [await open(), await open()];
      const writes = Array.from({ length: 30 }, async (_, i) =>
        replicas[i % 2]!.observations.append([observation(1, 7, i)]),
      );
      await Promise.all(writes);
      const revisions = await replicas[0]!.observations.revisions('funding', 'BTC', 1);
      assert.deepEqual(
        revisions.map(({ revision }) => revision),
        Array.from({ length: 30 }, (_, i) => i + 1),
      );
    },
  },
  {
    name: 'a day of the archive is written by one of two replicas, all at once; the newest of a file holds',
    run: async ({ open }) => {
      const { archives } = await open();
      const day = { timeline: 't', type: 'klines', date: '2026-01-02' };
      const file = (symbol: string, hash: string, date = day.date) => ({
        type: 'klines',
        date,
        exchange: 'perpdex',
        symbol,
        file: `${date}/${symbol}.${hash}`,
        sha256: hash,
        bytes: 5_000_000_000,
        rows: 9,
      });
      const shown = async (filter: Partial<Parameters<typeof archives.list>[0]> = {}) =>
        (await archives.list({ timeline: 't', type: 'klines', ...filter })).map((one) => one.file);
      const both = await Promise.all(['a', 'b'].map(async (holder) => archives.claim(day, holder, 100, NOW)));
      assert.equal(both.filter(Boolean).length, 1);
      const [winner, loser] = both[0] === true ? ['a', 'b'] : ['b', 'a'];
      assert.equal(await archives.finish(day, loser!, [file('BTC', 'x')], NOW), false);
      assert.deepEqual(await shown(), []);
      // A lease that has run out is another's, and the first comes too late.
      assert.equal(await archives.claim(day, loser!, 100, NOW + 100), true);
      assert.equal(await archives.finish(day, winner!, [file('BTC', 'x')], NOW), false);
      assert.equal(await archives.finish(day, loser!, [file('kPEPE', 'x'), file('BTC', 'x')], NOW), true);
      assert.equal(await archives.claim(day, winner!, 100, NOW + 1000), false);
      assert.deepEqual(await archives.days('t', 'klines'), [day.date]);
      assert.deepEqual(await shown(), ['2026-01-02/BTC.x', '2026-01-02/kPEPE.x']);
      const before = await archives.head('t');
      assert.equal(await archives.correct('t', [file('BTC', 'y'), file('kPEPE', 'x')], NOW), 1);
      assert.deepEqual(await shown(), ['2026-01-02/BTC.y', '2026-01-02/kPEPE.x']);
      assert.deepEqual(await shown({ upTo: before }), ['2026-01-02/BTC.x', '2026-01-02/kPEPE.x']);
      assert.deepEqual(await shown({ since: { date: day.date, exchange: 'perpdex', symbol: 'C' } }), [
        '2026-01-02/kPEPE.x',
      ]);
      assert.deepEqual(await shown({ from: '2026-01-03' }), []);
      assert.equal((await archives.named('t', '2026-01-02/BTC.x'))?.bytes, 5_000_000_000);
      assert.equal(await archives.named('other', '2026-01-02/BTC.x'), undefined);
      const [extent] = await archives.extents('t', '2026-01-02');
      assert.deepEqual(extent, {
        type: 'klines',
        dates: ['2026-01-02'],
        symbols: 2,
        files: 2,
        rows: 18,
        bytes: 10_000_000_000,
      });
    },
  },
  {
    name: 'a minute of the taker flow is written once, by market, and read in pages; old ones are forgotten',
    run: async ({ open }) => {
      const { db, tables, takerMinutes } = await open();
      const append = async (timeline: string, minutes: readonly SealedMinute[]) =>
        TAKER_MINUTES.write(db, minutes, { timeline, asOf: NOW });
      const coin = { coin: 'kPEPE', buy: 0.1 + 0.2, sell: 1e-9, large: 0, trades: 3, vwap: 1 / 3, maxFill: 2e11 };
      const minute = (i: number, partial = false) => ({
        time: NOW + i * 60_000,
        partial,
        coins: partial ? [] : [coin],
      });
      assert.equal(await append('a', []), 0);
      assert.equal(await append('a', [minute(0), minute(1, true), minute(2)]), 3);
      // Another replica, or the same after a crash, that saw less of them.
      assert.equal(await append('a', [minute(2, true), minute(3)]), 1);
      assert.equal(await append('b', [minute(0, true)]), 1);
      const range = { after: NOW - 1, upTo: NOW + 3 * 60_000, most: 9 };
      const stored = ['kPEPE', coin.buy, 1e-9, 0, 3, 1 / 3, 2e11];
      assert.deepEqual(await takerMinutes.read('a', range), [
        { time: NOW, partial: false, coins: [stored] },
        { time: NOW + 60_000, partial: true, coins: [] },
        { time: NOW + 120_000, partial: false, coins: [stored] },
        { time: NOW + 180_000, partial: false, coins: [stored] },
      ]);
      const page = await takerMinutes.read('a', { after: NOW, upTo: NOW + 120_000, most: 1 });
      assert.deepEqual(
        page.map(({ time }) => time),
        [NOW + 60_000],
      );
      await tables.prune(TAKER_MINUTES.retention!, NOW + 120_000);
      assert.equal((await takerMinutes.read('a', range)).length, 2);
      assert.deepEqual(await takerMinutes.read('b', range), []);
    },
  },
];
