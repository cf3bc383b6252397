/** Usage: exact counts under both limits. */

import assert from 'node:assert/strict';
import { DAY_MS, MIDNIGHT, MINUTE_MS, type StoreCase } from './store-case.ts';

export const USAGE_CASES: readonly StoreCase[] = [
  {
    name: 'fifty callers at once on two replicas hit the minute limit exactly',
    run: async ({ open }) => {
      const replicas = [await open(), await open()];
      const limits = { daily: 1000, perMinute: 30 };
      const storm = async (now: number) =>
        Promise.all(Array.from({ length: 50 }, async (_, i) => replicas[i % 2]!.usage.take('k', limits, now)));
      const first = await storm(MIDNIGHT);
      assert.equal(first.filter(({ ok }) => ok).length, 30);
      assert.deepEqual(
        first
          .filter(({ ok }) => ok)
          .map(({ minuteCount }) => minuteCount)
          .sort((x, y) => x - y),
        Array.from({ length: 30 }, (_, i) => i + 1),
      );
      assert.ok(first.every(({ ok, refusedBy }) => ok || refusedBy === 'minute'));
      const second = await storm(MIDNIGHT + MINUTE_MS);
      assert.equal(second.filter(({ ok }) => ok).length, 30);
      assert.equal(await replicas[0]!.usage.today('k', MIDNIGHT), 60);
    },
  },
  {
    name: 'fifty callers at once on two replicas hit the day limit exactly, and the next day is new',
    run: async ({ open }) => {
      const replicas = [await open(), await open()];
      const limits = { daily: 40, perMinute: 1000 };
      const storm = async (now: number) =>
        Promise.all(Array.from({ length: 50 }, async (_, i) => replicas[i % 2]!.usage.take('k', limits, now)));
      const last = await storm(MIDNIGHT + DAY_MS - 1);
      assert.equal(last.filter(({ ok }) => ok).length, 40);
      assert.ok(last.every(({ ok, refusedBy }) => ok || refusedBy === 'day'));
      assert.equal((await storm(MIDNIGHT + DAY_MS)).filter(({ ok }) => ok).length, 40);
    },
  },
  {
    name: 'a clock that is behind cannot empty the minute that others have begun',
    run: async ({ open }) => {
      const { usage } = await open();
      const limits = { daily: 100, perMinute: 2 };
      assert.ok((await usage.take('k', limits, MIDNIGHT + MINUTE_MS)).ok);
      assert.ok((await usage.take('k', limits, MIDNIGHT + MINUTE_MS - 1)).ok);
      assert.equal((await usage.take('k', limits, MIDNIGHT + MINUTE_MS - 1)).refusedBy, 'minute');
      assert.equal((await usage.take('k', limits, MIDNIGHT + MINUTE_MS)).refusedBy, 'minute');
    },
  },
  {
    name: '[12.5] a clock that jumped ahead and back locks nobody out: the minute of now is a new one',
    run: async ({ open }) => {
      const { usage } = await open();
      const limits = { daily: 100, perMinute: 2 };
      const ahead = MIDNIGHT + 60 * MINUTE_MS;
      for (let i = 0; i < 2; i++) assert.ok((await usage.take('k', limits, ahead)).ok);
      assert.equal((await usage.take('k', limits, ahead)).refusedBy, 'minute');
      assert.deepEqual(await usage.take('k', limits, MIDNIGHT), { ok: true, dailyCount: 3, minuteCount: 1 });
      assert.ok((await usage.take('k', limits, MIDNIGHT)).ok);
      assert.deepEqual(await usage.take('k', limits, MIDNIGHT), {
        ok: false,
        dailyCount: 4,
        minuteCount: 2,
        refusedBy: 'minute',
      });
      assert.ok((await usage.take('k', limits, MIDNIGHT + MINUTE_MS)).ok);
    },
  },
  {
    name: 'a refund gives the call back to its day and its minute, and never below zero',
    run: async ({ open }) => {
      const { usage } = await open();
      const limits = { daily: 100, perMinute: 1 };
      await usage.take('k', limits, MIDNIGHT);
      await usage.refund('k', MIDNIGHT);
      await usage.refund('k', MIDNIGHT);
      assert.equal(await usage.today('k', MIDNIGHT), 0);
      assert.deepEqual(await usage.take('k', limits, MIDNIGHT), { ok: true, dailyCount: 1, minuteCount: 1 });
      assert.ok((await usage.take('k', limits, MIDNIGHT + MINUTE_MS)).ok);
      await usage.refund('k', MIDNIGHT);
      const next = await usage.take('k', limits, MIDNIGHT + MINUTE_MS);
      assert.deepEqual(next, { ok: false, dailyCount: 1, minuteCount: 1, refusedBy: 'minute' });
    },
  },
  {
    name: 'forgets days before a moment, and no other',
    run: async ({ open }) => {
      const { usage } = await open();
      const limits = { daily: 9, perMinute: 9 };
      await usage.take('k', limits, MIDNIGHT - 1);
      await usage.take('k', limits, MIDNIGHT);
      await usage.prune(MIDNIGHT);
      assert.equal(await usage.today('k', MIDNIGHT - 1), 0);
      assert.equal(await usage.today('k', MIDNIGHT), 1);
    },
  },
  {
    name: 'a storm of calls of many keys and their refunds on two replicas is exact for each key, and nobody is left waiting',
    run: async ({ open }) => {
      const replicas = [await open(), await open()];
      const limits = { daily: 1000, perMinute: 12 };
      const keys = Array.from({ length: 20 }, (_, i) => `k${i}`);
      const called = await Promise.all(
        Array.from({ length: 600 }, async (_, i) => {
          // Each replica uses the keys in another order.
          const key = keys[(i % 2 === 0 ? i : 7 * i) % keys.length]!;
          const { usage } = replicas[i % 2]!;
          const taken = await usage.take(key, limits, MIDNIGHT);
          if (taken.ok && i % 3 === 0) await usage.refund(key, MIDNIGHT);
          return { key, ok: taken.ok, back: taken.ok && i % 3 === 0 };
        }),
      );
      for (const key of keys) {
        const taken = called.filter((call) => call.key === key && call.ok).length;
        const back = called.filter((call) => call.key === key && call.back).length;
        assert.ok(taken - back <= 12 && taken >= 12, `${key}: ${taken} taken, ${back} given back`);
        assert.equal(await replicas[0]!.usage.today(key, MIDNIGHT), taken - back);
      }
    },
  },
  {
    name: 'calls that come together are numbered one by one, as many of them pass as there is room, and limits stay apart',
    run: async ({ open }) => {
      const { usage } = await open();
      const limits = { daily: 6, perMinute: 4 };
      const first = usage.take('a', limits, MIDNIGHT); // those behind it come together
      const rest = await Promise.all(Array.from({ length: 5 }, async () => usage.take('a', limits, MIDNIGHT)));
      const other = await Promise.all([
        usage.take('b', limits, MIDNIGHT),
        usage.take('a', { daily: 9, perMinute: 9 }, MIDNIGHT),
      ]);
      assert.deepEqual(await first, { ok: true, dailyCount: 1, minuteCount: 1 });
      assert.deepEqual(rest, [
        { ok: true, dailyCount: 2, minuteCount: 2 },
        { ok: true, dailyCount: 3, minuteCount: 3 },
        { ok: true, dailyCount: 4, minuteCount: 4 },
        { ok: false, dailyCount: 4, minuteCount: 4, refusedBy: 'minute' },
        { ok: false, dailyCount: 4, minuteCount: 4, refusedBy: 'minute' },
      ]);
      assert.deepEqual(
        other.map(({ ok, dailyCount }) => [ok, dailyCount]),
        [
          [true, 1],
          [true, 5],
        ],
      );
      const later = MIDNIGHT + MINUTE_MS;
      const next = await Promise.all(Array.from({ length: 3 }, async () => usage.take('a', limits, later)));
      assert.deepEqual(
        next.map(({ ok, refusedBy }) => [ok, refusedBy]),
        [
          [true, undefined],
          [false, 'day'],
          [false, 'day'],
        ],
      );
    },
  },
];
