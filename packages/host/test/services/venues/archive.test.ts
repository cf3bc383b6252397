/** The archive of the large exchange: a row per perp and day, over restarts, replicas and silences of the venue, in a database. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import { fundingDays } from '@barograph/positioning';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perpSamplesSeries } from '../../../../runtime/src/producers/perp/archive.ts';
import { venueArchiveProducers } from '../../../../runtime/src/producers/venues/archive.ts';
import { VENUE_ARCHIVE_V1 } from '../../../../runtime/src/producers/venues/config.ts';
import type { Store } from '../../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../../store/test/test-support.ts';
import { runAt } from '../../../../runtime/test/test-support.ts';
import { askVenues, NOW, switched } from './test-support.ts';

const TODAY = Math.floor(NOW / DAY_MS) * DAY_MS;
let server: TestServer;
let store: Store;

beforeAll(async () => {
  server = await startTestServer();
  store = await server.open(await server.database());
});
afterAll(async () => server?.stop(), 60_000);

/** The producer of a new process over the same database. */
function archiveOver(switchedMarket: ReturnType<typeof switched>, timeline: string) {
  const source = switchedMarket.market;
  const [producer] = venueArchiveProducers(source);
  const stores = { source, timeline, states: store.engineStates, tables: store.tables };
  return runAt(producer!, stores);
}
const readDays = async (timeline: string, symbol: string, from = 0, asOf = NOW + 400 * DAY_MS) =>
  store.venueDays.read(timeline, { venue: 'cexa', symbol, from, asOf });

describe('the archive of the large exchange', () => {
  it('has ninety days of funding and thirty of the rest after its first run, of every perp [#212]', async () => {
    const venue = switched();
    await archiveOver(venue, 'first')(NOW);
    for (const symbol of ['BTCUSDT', '1000PEPEUSDT', 'TRXUSDT', 'CRVUSDT']) {
      const days = await readDays('first', symbol);
      expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 90 }, (_, i) => TODAY - (90 - i) * DAY_MS));
      const whole = days.filter(({ numbers }) => numbers.openInterest !== undefined && numbers.longShare !== undefined);
      expect(whole.map(({ day }) => day)).toEqual(days.slice(-30).map(({ day }) => day));
    }
    const query = { venue: 'cexa', symbol: 'BTCUSDT', from: TODAY - 90 * DAY_MS, to: TODAY } as const;
    const settled = await venue.market.read('settlements', query);
    const expected = settled.ok ? fundingDays(settled.value) : expect.fail(settled.error.reason);
    for (const { day, numbers } of await readDays('first', 'BTCUSDT')) {
      expect(numbers).toMatchObject({ settlements: 3, funding: expected.get(day)!.sum });
    }
  });

  it('grows by a day a day, asks for nothing twice, and goes on after a restart and on another replica', async () => {
    const venue = switched();
    for (let day = 0; day < 3; day++) {
      const at = NOW + day * DAY_MS;
      await archiveOver(venue, 'grows')(at); // a new process each time
      const asked = venue.asked.length;
      await archiveOver(venue, 'grows')(at + HOUR_MS);
      expect(venue.asked.slice(asked)).toEqual(['venuePerps cexa']);
    }
    const days = await readDays('grows', 'BTCUSDT');
    expect(days).toHaveLength(92);
    expect(days.slice(-32).every(({ numbers }) => numbers.openInterest !== undefined)).toBe(true);
  });

  it('keeps what was done when the venue falls silent, and takes up the rest', async () => {
    const venue = switched();
    const { market } = venue;
    let left = 40;
    const silent = { ...venue, market: { ...market, read: (async (...args) => {
      if (left-- === 0) venue.away.add('cexa');
      return market.read(...args);
    }) as typeof market.read } }; // prettier-ignore
    await archiveOver(silent, 'silent')(NOW);
    const counts = async () =>
      (await Promise.all(['BTCUSDT', 'TRXUSDT'].map(async (symbol) => readDays('silent', symbol)))).map(
        (of) => of.length,
      );
    expect(await counts()).toEqual([90, 0]);
    venue.away.clear();
    left = Infinity;
    await archiveOver(silent, 'silent')(NOW + HOUR_MS);
    expect(await counts()).toEqual([90, 90]);
  });

  it('asks for a day again while it lacks a sample, and not for ever', async () => {
    const venue = switched();
    const { market } = venue;
    let isLate = true;
    const late = { ...venue, market: { ...market, read: (async (name, query) => {
      const answer = await market.read(name, query);
      if (name !== 'longShort' || !isLate || !answer.ok) return answer;
      return { ...answer, value: { ...answer.value, time: new Float64Array(0), long: new Float64Array(0) } };
    }) as typeof market.read } }; // prettier-ignore
    const five = TODAY + 5 * MINUTE_MS;
    await archiveOver(late, 'late')(five);
    const yesterday = async () => (await readDays('late', 'BTCUSDT', TODAY - DAY_MS))[0]?.numbers.longShare;
    expect(await yesterday()).toBeUndefined();
    isLate = false;
    await archiveOver(late, 'late')(five + HOUR_MS);
    expect(await yesterday()).toBeGreaterThan(0);
    isLate = true;
    const next = five + DAY_MS + VENUE_ARCHIVE_V1.patienceMs;
    await archiveOver(late, 'late')(next);
    const asked = venue.asked.length;
    await archiveOver(late, 'late')(next + HOUR_MS);
    expect(venue.asked.slice(asked)).toEqual(['venuePerps cexa']);
  });

  it('keeps 400 days and drops older ones; a number is never lost to a day that does not know it', async () => {
    const put = async (day: number, numbers: object) =>
      store.tables.write({ table: 'venueDays', rows: { days: [{ venue: 'cexa', symbol: 'BTCUSDT', day, numbers }], keepFrom: day - 400 * DAY_MS } }, { timeline: 'kept', asOf: day + DAY_MS }); // prettier-ignore
    await put(TODAY - 401 * DAY_MS, { funding: 1 });
    await put(TODAY - 400 * DAY_MS, { funding: 2, longShare: 0.5 });
    await put(TODAY - 400 * DAY_MS, { funding: 3 });
    await put(TODAY, { funding: 4 });
    expect((await readDays('kept', 'BTCUSDT')).map(({ day, numbers }) => [(TODAY - day) / DAY_MS, numbers])).toEqual([
      [400, { funding: 3, longShare: 0.5 }],
      [0, { funding: 4 }],
    ]);
    expect(await readDays('kept', 'BTCUSDT', 0, TODAY)).toHaveLength(1); // a replay has not come to the other yet
  });
});

describe('histories of the archives', () => {
  interface Wire {
    readonly symbol: string;
    readonly count: number;
    readonly archive_start: number | null;
    readonly days: readonly Readonly<Record<string, number | string | null>>[];
  }

  it('of the large exchange have 1 to 90 days, thirty when left out, of BTCUSDT when left out [#203] [#212]', async () => {
    const { market } = switched();
    const { asks } = askVenues(market, { store, timeline: 'first' });
    const wire = await asks.json<Wire>('derivatives.cexa.history', { tier: 'free' });
    expect(wire).toMatchObject({ symbol: 'BTCUSDT', count: 30, archive_start: TODAY - 90 * DAY_MS });
    for (const row of wire.days) {
      expect(row['annualized_pct']).toBeCloseTo((row['funding_rate_day'] as number) * 365 * 100, 9);
      expect((row['long_account'] as number) + (row['short_account'] as number)).toBeCloseTo(1, 12);
      expect(row['settlements']).toBe(3);
    }
    const query = { days: 90, symbol: 'kpepe' };
    const pepe = await asks.json<Wire>('derivatives.cexa.history', { tier: 'free', query });
    expect(pepe).toMatchObject({ symbol: '1000PEPEUSDT', count: 90 });
    expect(pepe.days[0]).toMatchObject({ open_interest: null, long_short_ratio: null, settlements: 6 });
  });

  it('say why they are empty, and since when there are days', async () => {
    const { asks } = askVenues(switched().market, { store, timeline: 'nobody’s' });
    for (const id of ['derivatives.cexa.history', 'derivatives.perpdex.history']) {
      expect(await asks.json(id, { tier: 'pro_plus' })).toMatchObject({
        count: 0,
        archive_start: null,
        available: {
          from: null,
          to: null,
          reason: 'the archive of this perp is empty: it begins with the first start of the service',
        },
      });
    }
    const old = askVenues(switched().market, { store, timeline: 'kept' }).asks;
    const day = { tier: 'free', query: { days: 1 } } as const;
    expect(await old.json('derivatives.cexa.history', day)).toMatchObject({
      count: 0,
      available: { from: TODAY - 400 * DAY_MS, to: TODAY, reason: 'the archive has nothing of the days asked for' },
    });
    const full = askVenues(switched().market, { store, timeline: 'first' }).asks;
    expect(await full.json('derivatives.cexa.history', { tier: 'free' })).not.toHaveProperty('available');
  });

  // They begin with the first sample of this host: 2026-03-30 is the first day of another service's.
  it('of the perp venue are days of samples, with how many there are [#204~] [#213~]', async () => {
    const series = perpSamplesSeries('samples');
    const first = TODAY - 2 * DAY_MS + 3 * HOUR_MS;
    const observations = [];
    for (let at = first; at <= NOW; at += 5 * MINUTE_MS) {
      if (at > TODAY - DAY_MS && at <= TODAY - DAY_MS + HOUR_MS) continue; // an hour is missing
      const value = { fundingRate: at > TODAY ? 3e-5 : 1e-5, openInterest: (at - first) / MINUTE_MS, mark: 2 };
      observations.push({ series, key: 'BTC', validTime: at, knownAt: at, value, source: 'venue' });
    }
    await store.observations.append(observations);
    const { asks } = askVenues(switched().market, { store, timeline: 'samples' });
    const wire = await asks.json<Wire>('derivatives.perpdex.history', { tier: 'pro_plus' });
    expect(wire).toMatchObject({ symbol: 'BTC', count: 3, archive_start: first });
    expect(wire.days.map((row) => [row['samples'], row['samples_expected']])).toEqual([
      [253, 288],
      [276, 288],
      [61, 288],
    ]);
    expect(wire.days[1]).toMatchObject({
      funding_rate: expect.closeTo(1e-5, 15) as number,
      annualized_pct: expect.closeTo(1e-5 * 24 * 365 * 100, 9) as number,
      open_interest: (TODAY - first) / MINUTE_MS,
      open_interest_usd: (2 * (TODAY - first)) / MINUTE_MS,
    });
    expect(wire.days[2]!['funding_rate']).toBeCloseTo(3e-5, 15);
    const one = await asks.json<Wire>('derivatives.perpdex.history', { tier: 'pro_plus', query: { days: 1 } });
    expect(one.count).toBe(1);
  });
});
