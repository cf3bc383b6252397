/** Status of the service: lag, gaps of a day, runs, error budget; over all replicas and restarts; without secrets. */

import { DAY_MS, MINUTE_MS } from '@barograph/core';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceReport } from '../../../sources/src/market/market.ts';
import { addStatus } from '../../src/operations/status.ts';
import { createStatus, type StatusRecorder } from '../../src/operations/status-recorder.ts';
import type { ServiceRecords } from '../../../store/src/service-record.ts';
import type { Store } from '../../../store/src/open-store.ts';
import { startTestServer, type TestServer } from '../../../store/test/test-support.ts';
import { QUIET } from '../../../store/test/values.ts';

const T0 = 1_756_720_800_000;
const SECOND = 1000;

interface Status {
  readonly status: string;
  readonly observed_since: number;
  readonly unobserved_s: number;
  readonly sources: readonly { readonly id: string; readonly feeds: readonly Readonly<Record<string, unknown>>[] }[];
  readonly gaps: readonly Readonly<Record<string, unknown>>[];
  readonly error_budget: Readonly<Record<string, number>>;
}

let server: TestServer;
let store: Store;
beforeAll(async () => {
  server = await startTestServer();
  store = await server.open(await server.database());
});
afterAll(async () => server.stop());

/** A service of one feed, of as many replicas as are asked for. */
class Service {
  static #made = 0;
  now = T0;
  /** Every case has a market of its own in one store. */
  readonly timeline = `t${Service.#made++}`;

  /** @param condition of the feed, as this replica sees it. */
  replica(records: ServiceRecords = store.serviceRecords) {
    const seen: { status: 'ok' | 'stale'; since: number | null } = { status: 'ok', since: null };
    const state = (): readonly SourceReport[] => [
      {
        id: 'perpdex',
        kind: 'live',
        feeds: [{ feed: 'openInterest', ...seen, reason: null, asOf: this.now - 5 * SECOND }],
      } as unknown as SourceReport,
    ];
    const recorder = createStatus({
      state,
      producers: () => [],
      whaleTransfers: () => 'not_configured',
      health: () => 'ok',
      now: () => this.now,
      wallNow: () => this.now,
      records,
      timeline: this.timeline,
      log: QUIET,
    });
    const set = (status: 'ok' | 'stale'): void => {
      seen.since = status === 'ok' ? null : this.now;
      seen.status = status;
    };
    return { recorder, set };
  }
}

async function read(recorder: StatusRecorder): Promise<Status> {
  await recorder.look();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of that very path
  return recorder.read() as unknown as Status;
}

describe('the record', () => {
  it('has the lag of each feed, and a gap from its beginning to its end, for a day', async () => {
    const one = new Service();
    const { recorder, set } = one.replica();
    const first = await read(recorder);
    expect(first.sources[0]!.feeds[0]).toMatchObject({ feed: 'open_interest', status: 'ok', lag_s: 5 });
    expect([first.gaps, first.observed_since, first.unobserved_s]).toEqual([[], T0, 0]);
    one.now = T0 + 60 * SECOND;
    set('stale');
    expect((await read(recorder)).gaps).toEqual([
      { source: 'perpdex', feed: 'open_interest', from: T0 + 60 * SECOND, to: null, seconds: 0 },
    ]);
    one.now = T0 + 80 * SECOND;
    await recorder.look();
    one.now = T0 + 90 * SECOND;
    set('ok');
    expect((await read(recorder)).gaps).toMatchObject([{ from: T0 + 60 * SECOND, to: T0 + 90 * SECOND, seconds: 30 }]);
    one.now = T0 + 95 * SECOND;
    set('stale');
    expect((await read(recorder)).gaps).toMatchObject([{ from: T0 + 95 * SECOND, to: null }, { to: T0 + 90 * SECOND }]);
    one.now = T0 + 96 * SECOND;
    set('ok');
    await recorder.look();
    one.now = T0 + 97 * SECOND + DAY_MS;
    expect((await read(recorder)).gaps).toEqual([]);
  });

  it('is that of all replicas, and of the process before', async () => {
    const one = new Service();
    const [a, b] = [one.replica(), one.replica()];
    a.set('stale');
    await a.recorder.look();
    for (let i = 0; i < 700; i++) a.recorder.answered(i === 7 ? 500 : 200);
    for (let i = 0; i < 300; i++) b.recorder.answered(200);
    one.now += 10 * SECOND;
    await Promise.all([a.recorder.look(), b.recorder.look()]);
    one.now += 10 * SECOND;
    const [ofA, ofB] = [await read(a.recorder), await read(b.recorder)];
    expect(ofA.gaps).toMatchObject([{ from: T0, to: null, seconds: 20 }]);
    expect([ofB.gaps, ofB.error_budget]).toEqual([ofA.gaps, ofA.error_budget]);
    expect(ofA.error_budget).toEqual({ target: 0.999, answers: 1000, failed: 1, left: 0 });
    // The next process continues the gap; a restart does not begin a new one.
    one.now += 20 * SECOND;
    const next = one.replica();
    next.set('stale');
    const after = await read(next.recorder);
    expect(after).toMatchObject({ observed_since: T0, gaps: [{ from: T0, to: null, seconds: 40 }] });
    expect(after.error_budget).toEqual(ofA.error_budget);
  });

  it('of a replica that died in a gap, it ends where it was last seen, and says how long nobody looked', async () => {
    const one = new Service();
    const dying = one.replica();
    dying.set('stale');
    await dying.recorder.look();
    one.now += 10 * SECOND;
    await dying.recorder.look();
    one.now += 60 * MINUTE_MS;
    const next = one.replica();
    const status = await read(next.recorder);
    expect(status.gaps).toMatchObject([{ from: T0, to: T0 + 10 * SECOND }]);
    // Eleven whole pieces of five minutes lie between the two looks.
    expect(status.unobserved_s).toBe(11 * 300);
    next.set('stale');
    expect((await read(next.recorder)).gaps).toMatchObject([{ from: one.now, to: null }, { from: T0 }]);
  });

  it('has what is left of the error budget: failures, but not those that ask to come again', async () => {
    const one = new Service();
    const { recorder } = one.replica();
    for (let i = 0; i < 2000; i++) recorder.answered(i === 7 ? 500 : i % 100 === 0 ? 503 : 200);
    const { error_budget: budget } = await read(recorder);
    expect(budget).toEqual({ target: 0.999, answers: 2000, failed: 1, left: 0.5 });
    one.now += DAY_MS + 10 * MINUTE_MS;
    expect((await read(recorder)).error_budget).toMatchObject({ answers: 0, left: 1 });
  });

  it('while the store is away tells what it knows, and writes it afterwards', async () => {
    const one = new Service();
    let isAway = false;
    const records: ServiceRecords = {
      look: async (look) => {
        if (isAway) throw new Error('away');
        return store.serviceRecords.look(look);
      },
    };
    const { recorder, set } = one.replica(records);
    await recorder.look();
    isAway = true;
    one.now += 10 * SECOND;
    set('stale');
    recorder.answered(500);
    const away = await read(recorder);
    expect(away.gaps).toMatchObject([{ from: T0 + 10 * SECOND, to: null }]);
    expect(away.error_budget).toMatchObject({ answers: 1, failed: 1 });
    isAway = false;
    const back = await read(recorder);
    expect([back.gaps, back.error_budget]).toEqual([away.gaps, away.error_budget]);
    expect((await read(one.replica(records).recorder)).error_budget).toEqual(away.error_budget);
  });

  it('forgets what a market whose clock was set back has not come to yet', async () => {
    const one = new Service();
    const { recorder, set } = one.replica();
    one.now = T0 + 60 * MINUTE_MS;
    set('stale');
    await recorder.look();
    one.now = T0;
    expect((await read(one.replica().recorder)).gaps).toEqual([]);
  });
});

describe('the path', () => {
  it('is JSON for programs and leads people to the page', async () => {
    const app = Fastify();
    const end = addStatus(app, new Service().replica().recorder);
    const reply = await app.inject({ url: '/status' });
    expect([reply.statusCode, reply.headers['cache-control'], reply.json<Status>().status]).toEqual([
      200,
      'no-store',
      'ok',
    ]);
    const people = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const page = await app.inject({ url: '/status', headers: people });
    expect([page.statusCode, page.headers['location']]).toEqual([302, '/#/status']);
    const json = await app.inject({ url: '/status', headers: { accept: 'application/json, text/html' } });
    expect(json.statusCode).toBe(200);
    await end();
    await app.close();
  });
});
