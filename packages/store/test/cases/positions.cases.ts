/** Days of whales, and position cycles compared with the previous one. */

import type { PositionCycle, WalletChange } from '@barograph/contract';
import type { WhaleDay } from '@barograph/positioning';
import assert from 'node:assert/strict';
import type { NewEvent } from '../../src/events.ts';
import type { Store } from '../../src/open-store.ts';
import { POSITION_CYCLES, type ComparedCycle } from '../../src/position-cycles.ts';
import { DAY_MS, MIDNIGHT, MINUTE_MS, type StoreCase } from './store-case.ts';

const NOW = MIDNIGHT;
const CYCLE = 5 * MINUTE_MS;

const change: WalletChange = {
  address: `0x${'ab'.repeat(20)}`,
  coin: 'kPEPE',
  action: 'decrease',
  side: 'short',
  size: 0.1 + 0.2,
  entry: 1e-9,
  usd: 1e5 / 3,
  changePct: 100 / 3,
  traderClass: null,
};
const event = (ts: number): NewEvent => ({
  ts,
  recvTs: ts,
  type: 'whale_position',
  venue: 'perpdex',
  symbol: 'kPEPE',
  usd: change.usd,
  payload: { note: ts },
});

/** Cycle number `i` against number `of`, with so many changes; `by` tells the replicas apart. */
function compared(i: number, of: number | null, changes = 1, by = 'a'): ComparedCycle {
  const time = NOW + i * CYCLE;
  const before = of === null ? null : NOW + of * CYCLE;
  const json = JSON.stringify([[by, i]]);
  return {
    cycle: { time, before, changes: Array.from({ length: changes }, () => change) },
    baseline: { name: 'positions', scope: 'market', version: 'x/1', asOf: time, json },
    replaces: before,
    events: Array.from({ length: changes }, () => event(time)),
  };
}

const append = async ({ db }: Store, cycle: ComparedCycle) =>
  POSITION_CYCLES.write(db, cycle, { timeline: 'm', asOf: NOW });

const everything = { after: -1, upTo: Number.MAX_SAFE_INTEGER };
const timesOf = (cycles: readonly PositionCycle[]) => cycles.map(({ time }) => (time - NOW) / CYCLE);
async function baseline({ engineStates }: Store): Promise<string | undefined> {
  return (await engineStates.loadTexts('positions@m', 'x/1'))[0]?.json;
}

export const POSITION_CASES: readonly StoreCase[] = [
  {
    name: 'a compared cycle is kept with its events, and moves on what the next one is compared with',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      assert.equal(await append(a, compared(0, null, 0)), true);
      assert.equal(await append(b, compared(1, 0, 2)), true);
      assert.deepEqual(await a.positionCycles.read('m', everything), [
        { time: NOW, before: null, changes: [] },
        { time: NOW + CYCLE, before: NOW, changes: [change, change] },
      ]);
      assert.deepEqual((await a.events.recent(9)).map(({ id, ts, usd }) => [id, ts, usd]), [
        [1, NOW + CYCLE, change.usd],
        [2, NOW + CYCLE, change.usd],
      ]); // prettier-ignore
      assert.equal(await baseline(a), '[["a",1]]');
      // A record that restarts after a pause replaces the old one.
      assert.equal(await append(a, { ...compared(9, null, 0), replaces: NOW + CYCLE }), true);
      assert.equal(await baseline(b), '[["a",9]]');
      const range = { after: NOW, upTo: NOW + CYCLE };
      assert.deepEqual(timesOf(await b.positionCycles.read('m', range)), [1]);
      assert.deepEqual(await b.positionCycles.read('other', everything), []);
      await b.tables.prune(POSITION_CYCLES.retention!, NOW + CYCLE);
      assert.deepEqual(timesOf(await a.positionCycles.read('m', everything)), [1, 9]);
    },
  },
  {
    name: 'of cycles that were compared with the same one the first is kept, and nothing of the others',
    run: async ({ open }) => {
      const replicas = [await open(), await open(), await open()];
      const [a] = replicas;
      // The first cycle of all, by three at once.
      const first = await Promise.all(replicas.map(async (one, i) => append(one, compared(0, null, 0, String(i)))));
      assert.deepEqual(first.filter(Boolean), [true]);
      for (let i = 1; i <= 20; i++) {
        const done = await Promise.all(replicas.map(async (one, by) => append(one, compared(i, i - 1, 3, String(by)))));
        assert.deepEqual(done.filter(Boolean), [true]);
        assert.equal(await baseline(a!), `[["${done.indexOf(true)}",${i}]]`);
      }
      // One that is behind, and one that says it is the first.
      assert.equal(await append(a!, compared(25, 7)), false);
      assert.equal(await append(a!, compared(25, null)), false);
      assert.equal((await a!.events.bounds()).lastId, 60);
      const cycles = await a!.positionCycles.read('m', everything);
      assert.deepEqual(
        timesOf(cycles),
        Array.from({ length: 21 }, (_, i) => i),
      );
    },
  },
  {
    name: 'a compared cycle whose events cannot be stored is not kept at all',
    run: async ({ open }) => {
      const store = await open();
      const { positionCycles, events } = store;
      await append(store, compared(0, null, 0));
      const broken = { ...compared(1, 0), events: [event(1), { ...event(1), ts: Number.NaN }] };
      await assert.rejects(append(store, broken));
      assert.deepEqual(timesOf(await positionCycles.read('m', everything)), [0]);
      assert.equal(await baseline(store), '[["a",0]]');
      assert.deepEqual(await events.bounds(), { oldestId: null, lastId: 0 });
      // The same again, whole.
      assert.equal(await append(store, compared(1, 0)), true);
      assert.equal((await events.bounds()).lastId, 1);
    },
  },
  {
    name: 'a day of whales is of its last cycle, by market; a replay sees none of its future',
    run: async ({ open }) => {
      const [one, other] = [await open(), await open()];
      const put = async ({ tables }: Store, timeline: string, rows: WhaleDay) =>
        tables.write({ table: 'whaleDays', rows }, { timeline, asOf: rows.time });
      const day = (date: string, time: number, long: number): WhaleDay => ({
        date,
        time,
        long,
        short: 1 / 3,
        net: long - 1 / 3,
        gross: long + 1 / 3,
        topCoins: [{ coin: 'kPEPE', long, short: 0, net: long, gross: long }],
        source: 'live',
        estimated: false,
      });
      const [first, last, next] = [day('2026-01-01', NOW, 1), day('2026-01-01', NOW + CYCLE, 2), day('2026-01-02', NOW + DAY_MS, 3)]; // prettier-ignore
      await put(one, 'm', first);
      await put(other, 'm', last);
      await put(one, 'm', first);
      await put(one, 'm', { ...last, long: 9 });
      await put(one, 'm', next);
      // A day that was computed afterwards replaces no stored day, and is stored when there is no other.
      const seed = { ...day('2025-12-31', NOW - DAY_MS, 4), source: 'seed' } as const;
      await put(one, 'm', { ...seed, date: last.date, time: NOW + 2 * CYCLE });
      await put(one, 'seeded', seed);
      assert.deepEqual(await other.whaleDays.read('seeded', { from: '', asOf: NOW }), [seed]);
      await put(one, 'other', first);
      const read = async (from: string, asOf: number) => other.whaleDays.read('m', { from, asOf });
      assert.deepEqual(await read('2026-01-01', NOW + DAY_MS), [last, next]);
      assert.deepEqual(await read('2026-01-02', NOW + DAY_MS), [next]);
      assert.deepEqual(await read('2025-01-01', NOW + DAY_MS - 1), [last]);
      assert.deepEqual(await other.whaleDays.read('other', { from: '', asOf: NOW }), [first]);
    },
  },
];
