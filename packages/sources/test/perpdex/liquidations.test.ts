/** Forced closes of accounts: polls, pages, and each of them once. */

import { err, ok, type Result } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { createFillsClient, type FillsClient } from '../../src/perpdex/fills-client.ts';
import { PERPDEX_FILLS_V1 } from '../../src/perpdex/fills-config.ts';
import { createLiquidationsFeed } from '../../src/perpdex/liquidations.ts';
import type { Upstream } from '../../src/upstream/ask.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';

const T = Date.UTC(2024, 8, 9);
const [A, B, USER] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string];

const fill = (time: number, tid: number, more: object = {}) => ({
  coin: 'BTC',
  px: '100.0',
  sz: '5.0',
  side: 'B',
  time,
  tid,
  dir: 'Open Long',
  liquidation: { liquidatedUser: USER, markPx: '100.0', method: 'market' },
  ...more,
});

/** A feed over fills that a test sets, with everything that was asked for. */
function feedOf(accounts: readonly string[] = [A], venueTime = (local: number): number => local) {
  const clock = createManualClock(T);
  const meter = createUpstreamMeter('perpdex');
  const asked: (readonly [string, number, number])[] = [];
  let rows: readonly { readonly time: number }[] = [];
  let failure: string | undefined;
  const fills: FillsClient = async (account, from, to) => {
    asked.push([account, from - T, to - T]);
    return failure === undefined ? ok(rows.filter(({ time }) => time >= from && time <= to)) : err(failure);
  };
  const liquidations = createLiquidationsFeed({ fills, accounts, clock, meter, config: PERPDEX_FILLS_V1, venueTime });
  const pulled = async (from: number, to: number) => {
    const answer = await liquidations.feed.pull({ from, to });
    if (!answer.ok) throw new Error(answer.error.reason);
    return answer.value;
  };
  return {
    clock,
    meter,
    asked,
    liquidations,
    pulled,
    ids: async (from = T - 1, to = clock.now()) =>
      (await pulled(from, to)).rows.liquidations.map(({ id }) => id.split('-').at(-1)),
    gives: (more: typeof rows) => {
      rows = more;
      failure = undefined;
    },
    fails: (reason: string) => {
      failure = reason;
    },
    next: async (ms = 30_000) => {
      clock.moveTo(clock.now() + ms);
      await liquidations.poll();
    },
  };
}

describe('forced closes', () => {
  it('come from fills of $250 and more, say that they are derived, and which position it was [#284] [#288]', async () => {
    const { gives, next, pulled, clock } = feedOf();
    gives([
      fill(T + 1000, 1),
      fill(T + 500, 2, { side: 'A', sz: '2.5', coin: 'kPEPE' }),
      fill(T + 600, 3, { sz: '2.499' }),
      fill(T + 700, 4, { liquidation: null }),
    ]);
    await next();
    const { rows, asOf, isStale } = await pulled(T, clock.now());
    expect([rows.basis, rows.since, asOf, isStale]).toEqual(['fills', T, clock.now(), undefined]);
    expect(rows.liquidations).toEqual([
      { symbol: 'kPEPE', id: `${T + 500}-kPEPE-2`, time: T + 500, side: 'short', price: 100, size: 2.5 },
      { symbol: 'BTC', id: `${T + 1000}-BTC-1`, time: T + 1000, side: 'long', price: 100, size: 5 },
    ]);
  });

  it('are each there once: of two accounts, of polls that overlap, and of one that comes late', async () => {
    const { gives, next, ids, asked, fails, liquidations } = feedOf([A, B]);
    const all = [fill(T + 1000, 1), fill(T + 25_000, 2)];
    gives(all);
    await next();
    gives([...all, fill(T + 29_500, 3)]);
    await next();
    expect(await ids()).toEqual(['1', '2', '3']);
    expect(asked.map(([account, from, to]) => [account === A ? 'A' : 'B', from, to])).toEqual([
      ['A', 30_000 - 610_000, 30_000],
      ['B', 30_000 - 610_000, 30_000],
      ['A', 20_000, 60_000],
      ['B', 20_000, 60_000],
    ]);
    fails('perpdex /info: timeout');
    await next();
    expect(liquidations.state(T + 90_000)).toMatchObject({ status: 'stale', reason: 'perpdex /info: timeout' });
    // Nothing is lost by hours of failures, and nothing doubled.
    await next(3 * 3_600_000);
    gives([...all, fill(T + 29_500, 3), fill(T + 70_000, 4)]);
    const from = T + 30_000;
    await next();
    expect(asked.at(-1)!.slice(1)).toEqual([50_000, 10_920_000]);
    expect(await ids(from)).toEqual(['4']);
    await next();
    expect(await ids(from)).toEqual(['4']);
  });

  it('are found again by questions that join, and forgotten after a while', async () => {
    const { gives, next, ids, clock, pulled } = feedOf();
    gives([fill(T + 1000, 1)]);
    await next();
    const first = clock.now();
    gives([fill(T + 31_000, 2)]);
    await next();
    expect([await ids(T, first), await ids(first, clock.now())]).toEqual([['1'], ['2']]);
    gives([]);
    for (let i = 0; i < 9; i++) await next();
    expect(await ids(T)).toEqual(['2']);
    expect((await pulled(T, clock.now())).rows.since).toBe(first);
  });

  it('with a bad value are counted by it, and the others unharmed', async () => {
    const { gives, next, ids, meter } = feedOf();
    gives([fill(T, 1), fill(T, 2, { sz: '0' }), fill(T, 3, { liquidation: {} }), fill(T, 4)]);
    await next();
    expect(await ids()).toEqual(['1', '4']);
    expect(meter.reading().dropped).toEqual({ 'fills size': 1, 'fills user': 1 });
  });

  it('are warming, unavailable, ok and late in turn', async () => {
    const { liquidations, next, fails, gives, clock, pulled } = feedOf();
    const status = () => liquidations.state(clock.now()).status;
    expect([status(), (await pulled(T - 5, T)).isStale, (await pulled(T - 5, T)).asOf]).toEqual([
      'warming',
      true,
      T - 5,
    ]);
    fails('x');
    await next();
    expect(status()).toBe('unavailable');
    gives([]);
    await next();
    expect(status()).toBe('ok');
    clock.moveTo(clock.now() + 75_001);
    expect([status(), (await pulled(T, clock.now())).isStale]).toEqual(['stale', true]);
    liquidations.begin();
    expect(status()).toBe('warming');
  });

  it('are asked for by the clock of the venue', async () => {
    const { next, asked } = feedOf([A], (local) => local - 5000);
    await next();
    expect(asked).toEqual([[A, 25_000 - 610_000, 25_000]]);
  });
});

describe('fills of an account', () => {
  const ROWS = 4;
  const config = { ...PERPDEX_FILLS_V1, rows: ROWS };
  type Body = { readonly user: string; readonly startTime: number; readonly endTime: number };
  /** A venue that has fills at some times, and leaves out those that do not fit. */
  function clientOf(times: readonly number[], leavesOut: 'oldest' | 'newest', problem?: string) {
    const asks: unknown[] = [];
    const request = (async (ask: {
      readonly body: Body;
      readonly weight: number;
      readonly priority: string;
      weightOf: (rows: readonly unknown[]) => number;
    }) => {
      // prettier-ignore
      const { startTime, endTime, user } = ask.body;
      const all = times.filter((time) => time >= startTime && time <= endTime).map((time) => ({ time }));
      const value = leavesOut === 'oldest' ? all.slice(-ROWS) : all.slice(0, ROWS);
      asks.push([user, startTime, endTime, ask.weight, ask.weightOf(value), ask.priority]);
      return problem === undefined
        ? ok({ value: value.toReversed(), fetchedAt: 0 })
        : err({ source: 'perpdex', path: '/info', reason: problem });
    }) as unknown as Upstream['request'];
    const read = async (from: number, to: number): Promise<Result<number[], string>> => {
      const answer = await createFillsClient(request, config)(A, from, to);
      return answer.ok ? ok([...new Set((answer.value as { time: number }[]).map(({ time }) => time))].sort((a, b) => a - b)) : answer; // prettier-ignore
    };
    return { asks, read };
  }

  it('weigh 20 and one for each 20 rows, behind all else', async () => {
    const { asks, read } = clientOf([5, 6], 'oldest');
    expect(await read(0, 10)).toEqual(ok([5, 6]));
    expect(asks).toEqual([[A, 0, 10, 21, 21, 'bulk']]);
  });

  it.each(['oldest', 'newest'] as const)('all come, where an answer leaves out the %s', async (end) => {
    const times = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11];
    expect(await clientOf(times, end).read(0, 20)).toEqual(ok(times));
  });

  it('are an error where there are more than the venue gives', async () => {
    const { asks, read } = clientOf(Array.from({ length: 100 }, (_, i) => i), 'oldest'); // prettier-ignore
    expect(await read(0, 100)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^expected fewer than 24 fills/),
    });
    expect(asks).toHaveLength(6);
    expect(await clientOf([1], 'oldest', 'status 500').read(0, 1)).toEqual(err('perpdex /info: status 500'));
  });
});
