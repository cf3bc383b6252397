/** Events: ids without a gap, followers that miss nothing. */

import assert from 'node:assert/strict';
import { appendEvents, type NewEvent, type StoredEvent } from '../../src/events.ts';
import type { Store } from '../../src/open-store.ts';
import { MIDNIGHT, type StoreCase } from './store-case.ts';

function anEvent(n: number, fields: Partial<NewEvent> = {}): NewEvent {
  const ts = MIDNIGHT + n;
  return {
    ts,
    recvTs: ts + 3,
    type: 'liquidation',
    venue: 'perpdex',
    symbol: 'BTC',
    usd: n,
    payload: { n },
    ...fields,
  };
}

const idsOf = (events: readonly StoredEvent[]): readonly number[] => events.map(({ id }) => id);
const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

async function follow(store: Store, afterId: number, count: number, pollMs = 1000): Promise<readonly StoredEvent[]> {
  const seen: StoredEvent[] = [];
  for await (const event of store.tail(afterId, { pollMs })) {
    seen.push(event);
    if (seen.length === count) break;
  }
  return seen;
}

export const EVENT_CASES: readonly StoreCase[] = [
  {
    name: 'events come back as they went in, under ids 1, 2, 3 …',
    run: async ({ open }) => {
      const { events } = await open();
      assert.deepEqual(await events.bounds(), { oldestId: null, lastId: 0 });
      const given = [
        anEvent(1),
        anEvent(2, { usd: null, venue: null, symbol: null, payload: { b: 1, a: [null, 0.1] } }),
      ];
      assert.deepEqual(await events.append(given), [1, 2]);
      assert.deepEqual(await events.append([]), []);
      assert.deepEqual(await events.append([anEvent(3, { payload: null })]), [3]);
      const stored = [...given, anEvent(3, { payload: null })].map((event, i) => ({ ...event, id: i + 1 }));
      assert.deepEqual(await events.since(0, 10), stored);
      const [second] = await events.since(1, 1);
      assert.equal(JSON.stringify(second?.payload), '{"b":1,"a":[null,0.1]}', 'order of fields');
      assert.deepEqual(await events.bounds(), { oldestId: 1, lastId: 3 });
    },
  },
  {
    name: 'eight writers on two replicas: ids 1…800 without a gap, and followers on both see all, in order',
    run: async ({ open }) => {
      const replicas = [await open(), await open()];
      const followers = replicas.map(async (store) => follow(store, 0, 800));
      const writer = async (w: number): Promise<void> => {
        for (let i = 0; i < 50; i++) {
          const pair = [anEvent(i, { payload: [w, i, 0] }), anEvent(i, { payload: [w, i, 1] })];
          await replicas[w % 2]!.events.append(pair);
        }
      };
      await Promise.all(upTo(8).map(writer));
      for (const seen of await Promise.all(followers)) {
        assert.deepEqual(idsOf(seen), upTo(800));
        assert.equal(new Set(seen.map(({ payload }) => JSON.stringify(payload))).size, 800);
      }
    },
  },
  {
    name: 'an append that fails leaves no gap',
    run: async ({ open }) => {
      const { events } = await open();
      await events.append([anEvent(1)]);
      await assert.rejects(events.append([anEvent(2), anEvent(3, { ts: Number.NaN })]), /null value in column "ts"/);
      assert.deepEqual(await events.append([anEvent(4)]), [2]);
    },
  },
  {
    name: 'an append waits for one in an open transaction, and takes its numbers when that is rolled back',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      assert.equal(await b.slots.claim('minutes', 1, 'b', 0, 1000), true);
      for (const isKept of [true, false]) {
        const { lastId } = await a.events.bounds();
        const waiting = `select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        const whole = async (): Promise<readonly number[]> => {
          const claim = isKept ? { job: 'minutes', slot: 1, owner: 'b' } : undefined;
          let behind: Promise<readonly number[]> | undefined;
          const first = a.db.transaction().execute(async (on) => {
            await appendEvents(on, [anEvent(1), anEvent(2)]);
            behind = b.events.append([anEvent(3), anEvent(4)], claim);
            while ((await a.pool.query<{ n: number }>(waiting)).rows[0]!.n === 0);
            assert.deepEqual(await a.events.since(lastId, 9), [], 'nothing is seen before it is committed');
            if (!isKept) throw new Error('rolled back');
          });
          await first.catch(() => undefined);
          return behind!;
        };
        assert.deepEqual(await whole(), isKept ? [3, 4] : [5, 6]);
      }
      assert.deepEqual(idsOf(await b.events.since(0, 9)), upTo(6));
    },
  },
  {
    name: 'the events of a claimed slot are stored once, by its owner, however often it is begun',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      const claim = async (store: Store, owner: string, slot: number, now: number) => {
        assert.equal(await store.slots.claim('minutes', slot, owner, now, 1000), true);
        return { job: 'minutes', slot, owner };
      };
      const ofA = await claim(a, 'a', 1, 0);
      assert.deepEqual(await a.events.append([], ofA), [], 'nothing to tell leaves the slot untold');
      assert.deepEqual(await a.events.append([anEvent(1), anEvent(2)], ofA), [1, 2]);
      assert.deepEqual(await a.events.append([anEvent(1), anEvent(2)], await claim(a, 'a', 1, 1)), []);
      const ofB = await claim(b, 'b', 1, 2000);
      await assert.rejects(a.events.append([anEvent(3)], ofA), /the slot is held by another replica/);
      assert.deepEqual(await b.events.append([anEvent(1), anEvent(2)], ofB), []);
      assert.equal(await b.slots.finish('minutes', 1, 'b', 2001), true);
      await assert.rejects(b.events.append([anEvent(3)], ofB), /the slot is held by another replica/);

      const slow = await claim(a, 'a', 2, 0);
      const quick = await claim(b, 'b', 2, 2000);
      const both = await Promise.allSettled([
        a.events.append([anEvent(4)], slow),
        b.events.append([anEvent(4)], quick),
        b.events.append([anEvent(4)], quick),
      ]);
      assert.deepEqual(
        both.map(({ status }) => status),
        ['rejected', 'fulfilled', 'fulfilled'],
      );
      assert.deepEqual(await b.events.bounds(), { oldestId: 1, lastId: 3 });
    },
  },
  {
    name: 'a follower is woken before its poll, and finds by its poll what it was not told of',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      const woken = follow(b, 0, 2, 3_600_000);
      await a.events.append([anEvent(1)]);
      await a.events.append([anEvent(2)]);
      assert.deepEqual(idsOf(await woken), [1, 2]);
      await b.listener.close();
      const polled = follow(b, 2, 1, 20);
      await a.events.append([anEvent(3)]);
      assert.deepEqual(idsOf(await polled), [3]);
    },
  },
  {
    name: 'a follower hears again after its listening connection was cut',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      await a.events.append([anEvent(1)]);
      const seen = follow(b, 0, 2, 3_600_000);
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'listen%'`;
      for (let cuts = 0; cuts === 0;) cuts = (await a.pool.query(cut)).rowCount ?? 0;
      await a.events.append([anEvent(2)]);
      assert.deepEqual(idsOf(await seen), [1, 2]);
    },
  },
  {
    name: 'a follower ends when it is told to, while it waits',
    run: async ({ open }) => {
      const store = await open();
      const abort = new AbortController();
      const done = (async () => {
        for await (const event of store.tail(0, { signal: abort.signal, pollMs: 3_600_000 }))
          assert.fail(String(event.id));
      })();
      abort.abort();
      await done;
    },
  },
  {
    name: 'pruning removes the beginning only, and ids go on',
    run: async ({ open }) => {
      const { events } = await open();
      const seen = [10, 20, 15, 30].map((recvTs) => anEvent(0, { recvTs }));
      await events.append(seen);
      assert.equal(await events.prune(10), 0);
      assert.equal(await events.prune(18), 1, 'up to the first that was seen later, though one behind it is older');
      assert.deepEqual(idsOf(await events.since(0, 9)), [2, 3, 4]);
      assert.deepEqual(await events.bounds(), { oldestId: 2, lastId: 4 });
      assert.equal(await events.prune(31), 3);
      assert.deepEqual(await events.bounds(), { oldestId: null, lastId: 4 });
      assert.deepEqual(await events.append([anEvent(5)]), [5]);
    },
  },
  {
    name: 'pruning keeps events that outlive the log for their own time, in the order of the ids',
    run: async ({ open }) => {
      const { events } = await open();
      const seen = ['regime', 'funding', 'regime', 'funding', 'funding'].map((type, i) =>
        anEvent(0, { type, recvTs: 10 * (i + 1) }),
      );
      const ids = await events.append(seen);
      const outliving = (beforeTs: number) => ({ types: ['regime'], beforeTs });
      assert.equal(await events.prune(50, outliving(0)), 4);
      assert.deepEqual(idsOf(await events.since(0, 9)), [1, 3, 5]);
      assert.deepEqual(idsOf(await events.since(1, 1)), [3]);
      assert.deepEqual(await events.since(2, 1), [{ ...seen[2], id: ids[2] }]);
      assert.deepEqual(await events.bounds(), { oldestId: 5, lastId: 5 });
      assert.equal(await events.prune(60, outliving(30)), 1);
      assert.deepEqual(idsOf(await events.since(0, 9)), [3], 'seen at 10 is too old');
      assert.equal(await events.prune(60, outliving(31)), 0);
      assert.deepEqual(idsOf(await events.since(0, 9)), []);
      assert.deepEqual(await events.append([anEvent(6)]), [6]);
    },
  },
];
