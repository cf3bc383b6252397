/** Laws of a store against the obvious way, for any history. */

import * as fc from 'fast-check';
import assert from 'node:assert/strict';
import { DAY_MS, MIDNIGHT, MINUTE_MS, type StoreCase } from './store-case.ts';
import type { EventFilter, NewEvent, StoredEvent } from '../../src/events.ts';
import type { NewObservation } from '../../src/observations.ts';
import type { Limits, Taken } from '../../src/usage.ts';

const idsOf = (events: readonly StoredEvent[]): readonly number[] => events.map(({ id }) => id);
const upTo = (last: number, first: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The obvious way: one list of calls per day and minute. */
function naive(): (limits: Limits, now: number) => Taken {
  const days = new Map<number, number>();
  const minutes = new Map<number, number>();
  return ({ daily, perMinute }, now) => {
    const [day, minute] = [Math.floor(now / DAY_MS), Math.floor(now / MINUTE_MS)];
    const dailyCount = days.get(day) ?? 0;
    const minuteCount = minutes.get(minute) ?? 0;
    if (dailyCount >= daily) return { ok: false, dailyCount, minuteCount, refusedBy: 'day' };
    if (minuteCount >= perMinute) return { ok: false, dailyCount, minuteCount, refusedBy: 'minute' };
    days.set(day, dailyCount + 1);
    minutes.set(minute, minuteCount + 1);
    return { ok: true, dailyCount: dailyCount + 1, minuteCount: minuteCount + 1 };
  };
}

function passes(event: NewEvent, { types, symbols, minUsd }: EventFilter): boolean {
  return (
    (types === undefined || types.includes(event.type)) &&
    (symbols === undefined || (event.symbol !== null && symbols.includes(event.symbol))) &&
    (minUsd === undefined || event.usd === null || Math.abs(event.usd) >= minUsd)
  );
}

const eventArbitrary: fc.Arbitrary<NewEvent> = fc.record({
  ts: fc.integer({ min: MIDNIGHT, max: MIDNIGHT + 100 }),
  recvTs: fc.integer({ min: MIDNIGHT, max: MIDNIGHT + 100 }),
  type: fc.constantFrom('liquidation', 'funding', 'oi_delta'),
  venue: fc.constantFrom(null, 'perpdex'),
  symbol: fc.constantFrom(null, 'BTC', 'ETH'),
  usd: fc.oneof(
    fc.constant(null),
    fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((usd) => usd + 0),
  ),
  payload: fc.jsonValue({ noUnicodeString: false }).map((json) => JSON.parse(JSON.stringify(json)) as unknown),
});

const filterArbitrary: fc.Arbitrary<EventFilter> = fc.record(
  {
    types: fc.subarray(['liquidation', 'funding', 'oi_delta']),
    symbols: fc.subarray(['BTC', 'ETH']),
    minUsd: fc.double({ min: 0, max: 1e6, noNaN: true }),
  },
  { requiredKeys: [] },
);

/** Reference for an as-of read: the last value appended by that moment. */
function naiveAsOf(log: readonly NewObservation[], knownAt: number): readonly (readonly [string, number, unknown])[] {
  const latest = new Map<string, NewObservation>();
  for (const observation of log) {
    if (observation.knownAt <= knownAt) latest.set(`${observation.key} ${observation.validTime}`, observation);
  }
  return [...latest.values()]
    .sort((a, b) => (a.key === b.key ? a.validTime - b.validTime : a.key < b.key ? -1 : 1))
    .map(({ key, validTime, value }) => [key, validTime, value]);
}

export const LAWS: readonly StoreCase[] = [
  {
    name: 'counts as the naive model does, whatever the calls',
    run: async ({ open }) => {
      const { usage } = await open();
      let key = 0;
      const steps = fc.array(fc.constantFrom(0, 1, 20_000, 59_999, 60_000, DAY_MS), { maxLength: 30 });
      const limits = fc.record({ daily: fc.integer({ min: 0, max: 12 }), perMinute: fc.integer({ min: 0, max: 5 }) });
      await fc.assert(
        fc.asyncProperty(steps, limits, async (gaps, both) => {
          const model = naive();
          const id = `law${++key}`;
          let now = MIDNIGHT + DAY_MS - MINUTE_MS;
          for (const gap of gaps) {
            now += gap;
            assert.deepEqual(await usage.take(id, both, now), model(both, now));
          }
        }),
        { numRuns: 20 },
      );
    },
  },
  {
    name: '[12.5] whatever a clock does, a minute is never stricter than one window, and exact while the clock goes on',
    run: async ({ open }) => {
      const { usage } = await open();
      let key = 0;
      const gaps = fc.array(
        fc.constantFrom(0, 0, 1, 20_000, 60_000, -1, -59_999, -60_000, -180_000, 3_600_000, -3_600_000),
      );
      await fc.assert(
        fc.asyncProperty(gaps, fc.integer({ min: 1, max: 3 }), async (list, perMinute) => {
          const id = `clock${++key}`;
          let now = MIDNIGHT + DAY_MS / 2;
          let window = { minute: -Infinity, count: 0 };
          for (const gap of list) {
            now += gap;
            const minute = Math.floor(now / MINUTE_MS);
            // A clock that is behind by less than a window shares the one that others have begun.
            if (minute > window.minute || minute < window.minute - 1) window = { minute, count: 0 };
            const isFree = window.count < perMinute;
            const { ok } = await usage.take(id, { daily: 1000, perMinute }, now);
            assert.equal(ok, isFree);
            if (ok) window = { ...window, count: window.count + 1 };
          }
        }),
        { numRuns: 25 },
      );
    },
  },
  {
    name: 'the newest that pass a filter are those that the naive filter finds, oldest first',
    run: async ({ open }) => {
      const { events } = await open();
      const all: StoredEvent[] = [];
      await fc.assert(
        fc.asyncProperty(
          fc.array(eventArbitrary, { maxLength: 8 }),
          filterArbitrary,
          fc.integer({ min: 1, max: 20 }),
          async (batch, filter, limit) => {
            const ids = await events.append(batch);
            all.push(...batch.map((event, i) => ({ ...event, id: ids[i]! })));
            assert.deepEqual(ids, upTo(all.length, all.length - batch.length + 1));
            const expected = all.filter((event) => passes(event, filter)).slice(-limit);
            assert.deepEqual(idsOf(await events.recent(limit, filter)), idsOf(expected));
            const within = all.filter(({ ts }) => ts >= MIDNIGHT + 20 && ts < MIDNIGHT + 50);
            assert.deepEqual(idsOf(await events.between(MIDNIGHT + 20, MIDNIGHT + 50, 1e6)), idsOf(within));
          },
        ),
        { numRuns: 25 },
      );
    },
  },
  {
    name: 'a state of any finite doubles comes back to the bit',
    run: async ({ open }) => {
      const { engineStates } = await open();
      let asOf = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0)),
          async (state) => {
            await engineStates.save([{ engine: 'e', scope: 's', configVersion: 'v', asOf: ++asOf, state }]);
            const [loaded] = await engineStates.load('e', 'v');
            assert.deepEqual(loaded?.state, state);
          },
        ),
        { numRuns: 20 },
      );
    },
  },
  {
    name: 'observations as of any moment are what the naive model says',
    run: async ({ open }) => {
      const { observations } = await open();
      let made = 0;
      const entry = fc.record({
        key: fc.constantFrom('BTC', 'ETH', 'a'),
        validTime: fc.integer({ min: 0, max: 2 }),
        value: fc.constantFrom(1, 2, null, { a: 1, b: 2 }),
        later: fc.integer({ min: 0, max: 2 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(entry, { maxLength: 25 }), async (entries) => {
          const series = `law${++made}`;
          let knownAt = 0;
          const log = entries.map(({ later, ...fields }) => {
            knownAt += later;
            return { ...fields, series, knownAt, source: 'law' };
          });
          const half = Math.floor(log.length / 2);
          const [a, b] = [await observations.append(log.slice(0, half)), await observations.append(log.slice(half))];
          assert.equal(a.added + b.added + a.unchanged + b.unchanged, log.length);
          for (let at = -1; at <= knownAt; at++) {
            const rows = await observations.asOf(series, { knownAt: at });
            assert.deepEqual(
              rows.map(({ key, validTime, value }) => [key, validTime, value]),
              naiveAsOf(log, at),
            );
          }
          assert.deepEqual(await observations.append(log.slice(log.length)), { added: 0, unchanged: 0, late: 0 });
        }),
        { numRuns: 15 },
      );
    },
  },
];
