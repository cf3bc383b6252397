/** Slots and leases: their holders and durations. */

import assert from 'node:assert/strict';
import type { Store } from '../../src/open-store.ts';
import { MIDNIGHT, type StoreCase } from './store-case.ts';
import { until } from '../../../sources/test/deadlines.ts';

const NOW = MIDNIGHT;

/** Waits until a replica attends. */
async function attended(replica: Store): Promise<void> {
  replica.listener.on('events', () => undefined);
  let slot = 0;
  await until(async () => {
    await replica.slots.claim('attends', ++slot, replica.replica, NOW, 1000);
    const { rows } = await replica.pool.query<{ attended: boolean }>(
      `select attended from slots where job = 'attends' and slot = ${slot}`,
    );
    return rows[0]!.attended;
  });
}

export const CLOCKED_CASES: readonly StoreCase[] = [
  {
    name: 'a slot goes to exactly one of those who claim it',
    run: async ({ open }) => {
      const replicas = [await open(), await open()];
      const claims = Array.from({ length: 20 }, async (_, i) =>
        replicas[i % 2]!.slots.claim('job', NOW, `o${i}`, NOW, 1000),
      );
      assert.equal((await Promise.all(claims)).filter(Boolean).length, 1);
      assert.equal(await replicas[0]!.slots.claim('other', NOW, 'x', NOW, 1000), true);
      assert.equal(await replicas[0]!.slots.claim('job', NOW + 1, 'x', NOW, 1000), true);
    },
  },
  {
    name: 'a claim that crashed is taken again when its lease has run out, and its first owner can finish it no more',
    run: async ({ open }) => {
      const { slots } = await open();
      assert.equal(await slots.claim('job', NOW, 'a', NOW, 1000), true);
      assert.equal(await slots.claim('job', NOW, 'b', NOW + 999, 1000), false);
      assert.equal(await slots.claim('job', NOW, 'b', NOW + 1000, 1000), true);
      assert.equal(await slots.finish('job', NOW, 'a', NOW + 1001), false);
      assert.equal(await slots.extend('job', NOW, 'a', NOW + 1001, 5000), false);
      assert.equal(await slots.extend('job', NOW, 'b', NOW + 1001, 5000), true);
      assert.equal(await slots.claim('job', NOW, 'c', NOW + 2500, 1000), false);
      assert.equal(await slots.finish('job', NOW, 'b', NOW + 2600), true);
      assert.equal(await slots.finish('job', NOW, 'b', NOW + 2600), false);
      assert.equal(await slots.claim('job', NOW, 'c', NOW + 1e9, 1000), false, 'done is done');
    },
  },
  {
    name: 'a claim can be taken again by its owner at once, and by nobody else while its owner attends',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      await attended(a);
      assert.equal(await a.slots.claim('job', NOW, a.replica, NOW, 1000), true);
      assert.equal(await a.slots.claim('job', NOW, a.replica, NOW + 1, 1000), true);
      assert.equal(await b.slots.claim('job', NOW, b.replica, NOW + 2, 1000), false);
      assert.equal(await a.slots.finish('job', NOW, a.replica, NOW + 3), true);
      assert.equal(await a.slots.claim('job', NOW, a.replica, NOW + 4, 1000), false, 'done is done');
    },
  },
  {
    name: 'a claim of a replica whose connection is gone is taken by one of the others at once',
    run: async ({ open }) => {
      const [dead, b, c] = [await open(), await open(), await open()];
      await attended(dead);
      assert.equal(await dead.slots.claim('job', NOW, dead.replica, NOW, 120_000), true);
      await dead.listener.close();
      const take = async () =>
        Promise.all([b, c].map(async (one) => one.slots.claim('job', NOW, one.replica, NOW + 1, 120_000)));
      let taken: readonly boolean[] = [];
      await until(async () => {
        if (!taken.includes(true)) taken = await take();
        return taken.includes(true);
      });
      assert.equal(taken.filter(Boolean).length, 1);
      assert.equal(await b.slots.finish('job', NOW, dead.replica, NOW + 2), false);
    },
  },
  {
    name: 'missed slots are those nobody finished, in order',
    run: async ({ open }) => {
      const { slots } = await open();
      for (const [slot, done] of [
        [NOW, true],
        [NOW + 20, false],
        [NOW + 30, true],
      ] as const) {
        await slots.claim('job', slot, 'a', slot, 10);
        if (done) await slots.finish('job', slot, 'a', slot);
      }
      await slots.claim('other', NOW + 10, 'a', NOW, 10);
      await slots.finish('other', NOW + 10, 'a', NOW);
      assert.deepEqual(await slots.missed('job', NOW, NOW + 50, 10), [NOW + 10, NOW + 20, NOW + 40, NOW + 50]);
      assert.deepEqual(await slots.missed('job', NOW + 30, NOW + 39, 10), []);
      assert.equal(await slots.lastFinished('job'), NOW + 30);
      assert.equal(await slots.lastFinished('never'), undefined);
      await slots.prune(NOW + 30);
      assert.deepEqual(await slots.missed('job', NOW, NOW + 30, 10), [NOW, NOW + 10, NOW + 20]);
      await assert.rejects(slots.missed('job', NOW, NOW, 0), /"step" expected an integer ≥ 1, got 0/);
    },
  },
  {
    name: 'no more holders than places, whoever asks at once',
    run: async ({ open }) => {
      const replicas = [await open(), await open()];
      const takes = Array.from({ length: 20 }, async (_, i) =>
        replicas[i % 2]!.leases.take('streams:k', 3, `h${i}`, 45_000, NOW),
      );
      assert.equal((await Promise.all(takes)).filter(Boolean).length, 3);
      assert.equal(await replicas[0]!.leases.count('streams:k', NOW), 3);
      assert.equal(await replicas[0]!.leases.take('streams:other', 3, 'h', 45_000, NOW), true);
    },
  },
  {
    name: '[12.5] a lease of a clock that jumped ahead and back keeps its place for one time to live, no longer',
    run: async ({ open }) => {
      const { leases } = await open();
      // The database clock must agree that the lease ends in the future.
      const now = Date.now();
      const day = 86_400_000;
      assert.equal(await leases.take('s', 1, 'a', 1000, now + day), true);
      assert.equal(await leases.take('s', 1, 'b', 1000, now), false);
      assert.equal(await leases.take('s', 1, 'b', 1000, now + 999), false);
      assert.equal(await leases.take('s', 1, 'b', 1000, now + 1000), true);
    },
  },
  {
    name: '[#57] a call that was held up on its way shortens no lease, neither its own nor that of another',
    run: async ({ open }) => {
      const { leases } = await open();
      const late = NOW - 100_000;
      assert.equal(await leases.take('s', 1, 'a', 15_000, NOW), true);
      assert.equal(await leases.take('s', 1, 'a', 15_000, late), true);
      assert.equal(await leases.renew('s', 'a', 15_000, late), true);
      assert.equal(await leases.take('s', 1, 'b', 15_000, late), false);
      assert.equal(await leases.take('s', 1, 'b', 15_000, NOW + 14_999), false);
      assert.equal(await leases.take('s', 1, 'b', 15_000, NOW + 15_000), true);
    },
  },
  {
    name: '[#57] slots of before a clock was set back are forgotten, those that were claimed since stay',
    run: async ({ open }) => {
      const { slots } = await open();
      const now = Date.now();
      const isFree = async (slot: number): Promise<boolean> => slots.claim('job', slot, 'x', now, 1000);
      for (const [slot, claimedAt] of [
        [1, now - 5000],
        [2, now - 5000],
        [3, now + 20],
        [4, now + 3_600_000],
      ] as const) {
        await slots.claim('job', slot, 'a', claimedAt, 1000);
        await slots.finish('job', slot, 'a', claimedAt);
      }
      await slots.rewind('job', 1, now);
      assert.deepEqual(
        [await isFree(1), await isFree(2), await isFree(3), await isFree(4)],
        [false, true, false, true],
      );
    },
  },
  {
    name: 'a lease ends at its time unless it is renewed, and a place is free when it is released',
    run: async ({ open }) => {
      const { leases } = await open();
      assert.equal(await leases.take('s', 1, 'a', 100, NOW), true);
      assert.equal(await leases.take('s', 1, 'a', 100, NOW), true, 'its holder has it');
      assert.equal(await leases.take('s', 1, 'b', 100, NOW + 99), false);
      assert.equal(await leases.renew('s', 'a', 100, NOW + 99), true);
      assert.equal(await leases.take('s', 1, 'b', 100, NOW + 198), false);
      assert.equal(await leases.count('s', NOW + 199), 0);
      assert.equal(await leases.renew('s', 'a', 100, NOW + 199), false, 'too late');
      assert.equal(await leases.take('s', 1, 'b', 100, NOW + 199), true);
      await leases.release('s', 'a');
      assert.equal(await leases.take('s', 1, 'c', 100, NOW + 200), false);
      await leases.release('s', 'b');
      assert.equal(await leases.take('s', 1, 'c', 100, NOW + 200), true);
    },
  },
];
