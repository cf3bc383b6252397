/** Cycles over accounts on a manual clock: weight, order, end, and failures. */

import { err, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../sources/src/clock.ts';
import { createLog } from '../../../../store/src/log.ts';
import { ACCOUNTS_FEED_V1, type AccountsFeedConfig } from '../../../../sources/src/perpdex/accounts-config.ts';
import { createAccountsFeed } from '../../../../sources/src/perpdex/accounts.ts';
import { createKnownAccounts } from '../../../../sources/src/perpdex/known-accounts.ts';
import { openMarket } from '../../../../sources/src/market/market.ts';
import type { UpstreamProblem } from '../../../../sources/src/upstream/problem.ts';
import { cycleOf } from '../../services/positioning/test-support.ts';
import { memoryObservations } from '../../services/quant/test-support.ts';
import { memoryStates } from '../../test-support.ts';
import { perp } from '../../../../sources/test/perpdex/test-support.ts';

/** Half a minute after a multiple of five minutes. */
const T = Date.UTC(2025, 2, 1, 12, 0, 30);
const addressOf = (i: number): string => `0x${i.toString(16).padStart(40, '0')}`;
const PROBLEM: UpstreamProblem = {
  code: 'timeout',
  source: 'perpdex',
  path: '/info',
  status: null,
  field: null,
  reason: 'expected an answer',
  retryAfterMs: null,
};

/** A feed over accounts whose notionals a test sets; account `i` holds `1e6 - i` unless said otherwise. */
function feedOf(count: number, more: Partial<AccountsFeedConfig> = {}) {
  const config = { ...ACCOUNTS_FEED_V1, ...more };
  const clock = createManualClock(T);
  const known = createKnownAccounts(config);
  known.leaderboard(Array.from({ length: count }, (_, i) => ({ address: addressOf(i), accountValue: count - i })));
  const asked: { readonly address: string; readonly at: number }[] = [];
  const failing = new Set<string>();
  const holds = new Map<string, number>();
  const waiting = { bulk: 0, demand: 0, live: 0 };
  let pause = 0;
  const accounts = createAccountsFeed({
    client: {
      account: async (address) => {
        asked.push({ address, at: clock.now() });
        if (failing.has(address)) return err(PROBLEM);
        const notional = holds.get(address) ?? 1e6 - Number(address);
        const positions = notional > 0 ? [{ coin: 'BTC', size: notional, entry: 1 }] : [];
        return ok({ record: { address, equity: 1, positions }, notional, at: clock.now() });
      },
    },
    known,
    leaderboard: { failure: () => undefined },
    budget: { waiting: (priority) => (priority === undefined ? 0 : waiting[priority]) },
    pausedFor: () => pause,
    clock,
    steady: clock,
    log: createLog('silent'),
    config,
  });
  const pulled = async (also?: readonly string[]) => accounts.feed.pull({ asOf: clock.now(), also });
  return {
    config,
    clock,
    known,
    asked,
    failing,
    holds,
    waiting,
    accounts,
    pulled,
    pauses: (ms: number) => {
      pause = ms;
    },
    advance: async (ms: number) => {
      const end = clock.now() + ms;
      while (clock.now() < end) {
        clock.moveTo(Math.min(end, clock.now() + 1000));
        await setImmediate();
      }
    },
    rows: async () => {
      const answer = await pulled();
      return answer.ok ? answer.value : expect.fail(answer.error.reason);
    },
  };
}

/** The most weight in any minute. */
function mostInMinute(asked: readonly { readonly at: number }[]): number {
  let [most, first] = [0, 0];
  for (const [i, { at }] of asked.entries()) {
    while (asked[first]!.at <= at - MINUTE_MS) first++;
    most = Math.max(most, 2 * (i - first + 1));
  }
  return most;
}

describe('a cycle of accounts', () => {
  it('asks for each once within its weight, and is published whole, with the moment of its oldest state', async () => {
    const { accounts, advance, asked, clock, pulled, rows } = feedOf(700);
    accounts.open();
    expect(await pulled()).toMatchObject({ ok: false, error: { code: 'stale_source', isWarming: true } });
    await advance(10_000);
    const { status, readyAt } = accounts.state(clock.now());
    expect(status).toBe('warming');
    // 700 states at 850 a minute.
    expect(readyAt! - T).toBeGreaterThan(95_000);
    expect(readyAt! - T).toBeLessThan(115_000);
    await advance(120_000);
    // What is computed from it at a slot still waits for that slot.
    const begun = accounts.state(clock.now());
    expect(begun.status).toBe('ok');
    expect(begun.readyAt! - T).toBeGreaterThan(95_000);
    expect(begun.readyAt! - T).toBeLessThan(115_000);
    const { rows: first, asOf } = await rows();
    expect([first.accounts.length, first.tracked, first.leftOut]).toEqual([700, 700, 0]);
    expect(asOf).toBe(asked[0]!.at);
    expect(new Set(asked.map(({ address }) => address)).size).toBe(700);
    expect(asked[0]!.address).toBe(addressOf(0));
    await advance(20 * MINUTE_MS);
    expect(mostInMinute(asked)).toBeLessThanOrEqual(850 + 142);
    expect(accounts.state(clock.now()).status).toBe('ok');
    accounts.close();
    const count = asked.length;
    await advance(5 * MINUTE_MS);
    expect(asked).toHaveLength(count);
  });

  it('ends on time with three times too many accounts, and drops the smallest', async () => {
    const { accounts, advance, asked, clock, rows, known } = feedOf(2000, { weightPerMinute: 280 });
    accounts.open();
    await advance(15 * MINUTE_MS);
    // Everything was asked for by turns; now the largest come first.
    const before = asked.length;
    const until = Math.ceil(clock.now() / 300_000) * 300_000 - 5000;
    await advance(until - clock.now() + 300_000);
    const { rows: cycle, asOf } = await rows();
    expect(clock.now() - asOf).toBeLessThanOrEqual(300_000);
    expect(cycle.tracked).toBe(2000);
    expect(cycle.accounts.length).toBeGreaterThan(600);
    expect(cycle.accounts.length).toBeLessThan(720);
    expect(cycle.accounts.length + cycle.leftOut).toBe(2000);
    const ranks = cycle.accounts.map(({ address }) => Number(address)).sort((a, b) => a - b);
    // Nine of ten places are for the largest that are known.
    expect(ranks.filter((rank) => rank < 0.85 * ranks.length).length).toBeGreaterThan(0.8 * ranks.length);
    expect(mostInMinute(asked)).toBeLessThanOrEqual(280 + 48);
    expect(asked.length).toBeGreaterThan(before);
    expect(known.count()).toBe(2000);
  });

  it('takes less while other requests wait, and nothing in a pause', async () => {
    const { accounts, advance, asked, waiting, pauses } = feedOf(2000);
    waiting.bulk = 500;
    accounts.open();
    await advance(2 * MINUTE_MS);
    expect(2 * asked.length).toBeGreaterThan(450);
    expect(2 * asked.length).toBeLessThanOrEqual(2 * 250 + 42);
    waiting.bulk = 0;
    pauses(60_000);
    const count = asked.length;
    await advance(30_000);
    expect(asked).toHaveLength(count);
    pauses(0);
    await advance(5000);
    // What was not used is made up for ten seconds, not for the pause.
    expect(2 * (asked.length - count)).toBeLessThanOrEqual((850 * 16) / 60);
  });

  it('takes a state that fails from the cycle before, once; after that it is left out', async () => {
    const { accounts, advance, failing, rows } = feedOf(50);
    accounts.open();
    await advance(4.5 * MINUTE_MS);
    failing.add(addressOf(3));
    await advance(5 * MINUTE_MS);
    const once = await rows();
    expect([once.rows.accounts.length, once.rows.leftOut]).toEqual([50, 0]);
    await advance(5 * MINUTE_MS);
    const twice = await rows();
    expect([twice.rows.accounts.length, twice.rows.leftOut]).toEqual([49, 1]);
    failing.clear();
    await advance(5 * MINUTE_MS);
    expect((await rows()).rows.leftOut).toBe(0);
  });

  it('of which less than half came says nothing: the one before stays, stale with the reason', async () => {
    const { accounts, advance, clock, failing, rows } = feedOf(50);
    accounts.open();
    await advance(4.5 * MINUTE_MS);
    const before = await rows();
    for (let i = 0; i < 40; i++) failing.add(addressOf(i));
    await advance(5 * MINUTE_MS);
    const after = await rows();
    expect(after).toEqual({ ...before, isStale: true });
    expect(accounts.state(clock.now())).toMatchObject({
      status: 'stale',
      reason: expect.stringContaining('expected an answer'),
    });
  });

  it('follows what was followed before, first of all, and keeps one without positions in its rows', async () => {
    const { accounts, advance, asked, holds, pulled, rows } = feedOf(20);
    const old = addressOf(999);
    holds.set(old, 0);
    await pulled([old]);
    accounts.open();
    await advance(MINUTE_MS);
    expect(asked[0]!.address).toBe(old);
    expect((await rows()).rows.accounts.find(({ address }) => address === old)).toMatchObject({ positions: [] });
  });
});

describe('a takeover in the midst of a cycle', () => {
  it('loses no hourly sample, and goes on with the addresses of before', async () => {
    const stores = { observations: memoryObservations(), states: memoryStates() };
    const marketOf = ({ accounts }: ReturnType<typeof feedOf>) =>
      openMarket([
        {
          id: 'venue',
          kind: 'live',
          feeds: {
            accounts: accounts.feed,
            contexts: { pull: async ({ asOf }) => ok({ rows: { perps: [perp('BTC')] }, asOf }) },
          },
          start: async () => undefined,
          close: async () => undefined,
          state: (now) => [accounts.state(now)],
        },
      ]);
    const passSlots = async (feed: ReturnType<typeof feedOf>, run: (at: number) => Promise<unknown>, count: number) => {
      for (let i = 0; i < count; i++) {
        await feed.advance(300_000 - (feed.clock.now() % 300_000));
        await run(feed.clock.now());
      }
    };
    const first = feedOf(60);
    first.accounts.open();
    await passSlots(first, cycleOf(marketOf(first), stores).run, 11);
    await first.advance(2 * MINUTE_MS);
    // Killed: nothing of the cycle under way is kept, and the other one knows no leaderboard.
    const second = feedOf(0);
    second.clock.moveTo(first.clock.now());
    second.accounts.open();
    const other = cycleOf(marketOf(second), stores);
    await other.run(second.clock.now());
    await passSlots(second, other.run, 26);
    expect(new Set(second.asked.map(({ address }) => address)).size).toBe(60);
    const samples = await stores.observations.asOf('gamma-samples/gamma/2@t', { key: 'BTC', knownAt: Infinity });
    const hours = samples.map(({ validTime }) => Math.floor(validTime / HOUR_MS) - Math.floor(T / HOUR_MS));
    expect(hours).toEqual([0, 1, 2, 3].slice(0, hours.length));
    expect(hours.length).toBeGreaterThanOrEqual(3);
  });
});

describe('the known addresses', () => {
  it('are bounded by origin, the smallest are forgotten, and a holder that leaves the leaderboard stays', () => {
    const known = createKnownAccounts({
      ...ACCOUNTS_FEED_V1,
      known: { leaderboard: 100, fills: 10, asked: 10, held: 10 },
    });
    for (let i = 0; i < 1000; i++) known.add(addressOf(i), 'fills', i);
    expect(known.count()).toBeLessThanOrEqual(12);
    expect(known.choose()).toContain(addressOf(999));
    known.leaderboard([
      { address: addressOf(5000), accountValue: 9 },
      { address: addressOf(5001), accountValue: 8 },
    ]);
    known.held(addressOf(5000), 70, T);
    known.held(addressOf(5001), 0, T);
    known.leaderboard([{ address: addressOf(6000), accountValue: 7 }]);
    expect(known.choose()[0]).toBe(addressOf(5000));
    expect(known.choose()).not.toContain(addressOf(5001));
  });

  it('have a turn each, however many hold more', () => {
    const config = { ...ACCOUNTS_FEED_V1, tracked: 20 };
    const known = createKnownAccounts(config);
    const rows = Array.from({ length: 100 }, (_, i) => ({ address: addressOf(i), accountValue: 100 - i }));
    known.leaderboard(rows);
    const seen = new Set<string>();
    for (let cycle = 0; cycle < 60; cycle++) {
      for (const address of known.choose()) {
        seen.add(address);
        // Half of them hold something.
        known.held(address, Number(address) % 2 === 0 ? 1000 - Number(address) : 0, T + cycle);
      }
    }
    expect(seen.size).toBe(100);
    expect(known.choose().slice(0, 9)).toEqual(Array.from({ length: 9 }, (_, i) => addressOf(2 * i)));
  });
});
