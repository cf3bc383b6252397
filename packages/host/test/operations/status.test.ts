/** Status of the service: lag, gaps of a day, runs, error budget; nothing secret. */

import { DAY_MS } from '@barograph/core';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { SourceReport } from '../../src/market/market.ts';
import { addStatus, createStatus } from '../../src/operations/status.ts';

const T0 = 1_756_720_800_000;

interface Status {
  readonly status: string;
  readonly sources: readonly { readonly id: string; readonly feeds: readonly Readonly<Record<string, unknown>>[] }[];
  readonly gaps: readonly Readonly<Record<string, unknown>>[];
  readonly producers: readonly Readonly<Record<string, unknown>>[];
  readonly error_budget: Readonly<Record<string, number>>;
}

describe('the record', () => {
  let now = T0;
  let status: 'ok' | 'stale' = 'ok';
  const state = (): readonly SourceReport[] => [
    {
      id: 'perpdex',
      kind: 'live',
      feeds: [{ feed: 'openInterest', status, since: status === 'ok' ? null : now, reason: null, asOf: now - 5000 }],
    } as unknown as SourceReport,
  ];
  const recorder = createStatus({ state, producers: () => [], health: () => 'ok', now: () => now, wallNow: () => now });
  const read = (): Status => recorder.read() as unknown as Status;

  it('has the lag of each feed, and a gap from its beginning to its end, for a day', () => {
    expect(read().sources[0]!.feeds[0]).toMatchObject({ feed: 'open_interest', status: 'ok', lag_s: 5 });
    expect(read().gaps).toEqual([]);
    now = T0 + 60_000;
    status = 'stale';
    expect(read().gaps).toMatchObject([{ source: 'perpdex', feed: 'open_interest', from: T0 + 60_000, to: null }]);
    now = T0 + 90_000;
    status = 'ok';
    expect(read().gaps).toMatchObject([{ from: T0 + 60_000, to: T0 + 90_000, seconds: 30 }]);
    now = T0 + 90_000 + DAY_MS;
    expect(read().gaps).toEqual([]);
  });

  it('has what is left of the error budget: failures, but not those that ask to come again', () => {
    for (let i = 0; i < 2000; i++) recorder.answered(i === 7 ? 500 : i % 100 === 0 ? 503 : 200);
    expect(read().error_budget).toEqual({ target: 0.999, answers: 2000, failed: 1, left: 0.5 });
    now += DAY_MS + 600_000;
    expect(read().error_budget).toMatchObject({ answers: 0, left: 1 });
  });
});

describe('the path', () => {
  it('is JSON for programs and leads people to the page', async () => {
    const server = Fastify();
    const parts = {
      state: () => [],
      producers: () => [],
      health: () => 'ok' as const,
      now: () => T0,
      wallNow: () => T0,
    };
    const end = addStatus(server, parts);
    const reply = await server.inject({ url: '/status' });
    expect([reply.statusCode, reply.headers['cache-control'], reply.json<Status>().status]).toEqual([
      200,
      'no-store',
      'ok',
    ]);
    const people = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const page = await server.inject({ url: '/status', headers: people });
    expect([page.statusCode, page.headers['location']]).toEqual([302, '/#/status']);
    const json = await server.inject({ url: '/status', headers: { accept: 'application/json, text/html' } });
    expect(json.statusCode).toBe(200);
    end();
    await server.close();
  });
});
