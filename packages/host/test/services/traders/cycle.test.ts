/** The traders cycle: order of fetched fills, publications, and continuation after a restart or on another replica. */

import type { TopTraderWire, TraderProfileWire } from '@barograph/contract';
import { DAY_MS } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { TRADER_CYCLE_V1 } from '../../../../runtime/src/producers/traders/config.ts';
import { memoryStates, START } from '../../test-support.ts';
import { accountOf, address, CYCLE, fillsOf, rowOf, tradersCycle, tradersVenue } from './test-support.ts';

const { perCycle, refreshMs, leaderboardMs, tracked } = TRADER_CYCLE_V1;
const ROWS = Array.from({ length: 10 }, (_, i) => rowOf(i, 1e6 * (10 - i)));

/** Account 3 wins, account 4 loses, account 5 has no fills, the others have two trips. */
const venue = () =>
  tradersVenue({
    leaderboard: () => ROWS,
    accounts: () => ROWS.map((_, i) => accountOf(i, 1e6 * (10 - i))),
    fills: ({ address: of, to }) => {
      const i = Number(of.slice(2));
      return fillsOf(i === 3 || i === 4 ? 30 : i === 5 ? 0 : 2, i === 4 ? -50 : 50, to);
    },
  });

interface Board {
  readonly traders: readonly TopTraderWire[];
  readonly profiled: number;
  readonly oldest_profile_as_of: number | null;
}
const numberOf = ({ address: of }: { readonly address: string }): number => Number(of.slice(2));

describe('the traders cycle', () => {
  it('fetches the fills of a few accounts in each, of the largest first, and none again within an hour [#355]', async () => {
    const { market, asked } = venue();
    const cycle = tradersCycle(market);
    const runs = refreshMs / CYCLE;
    for (let i = 0; i < runs; i++) await cycle.run(START + i * CYCLE);
    expect(asked.fills.map((query) => numberOf(query))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(asked.fills[0]).toEqual({ address: address(0), from: START - 30 * DAY_MS, to: START });
    expect(new Set(asked.fills.slice(0, perCycle).map(({ to }) => to))).toEqual(new Set([START]));
    await cycle.run(START + refreshMs);
    expect(asked.fills.slice(10).map((query) => numberOf(query))).toEqual([0, 1, 2, 3]);
    expect(asked.boards).toEqual([START, START + leaderboardMs]);
  });

  it('publishes the leaderboard with what is known: scores before none, the winner before the loser [#355] [#361]', async () => {
    const { market } = venue();
    const cycle = tradersCycle(market);
    await cycle.run(START);
    const first = await cycle.asks().json<Board>('perpdex.top_traders', { tier: 'free' });
    expect(first.traders.map(numberOf)).toEqual([3, 0, 1, 2, 4, 5, 6, 7, 8, 9]);
    expect(first).toMatchObject({ profiled: 4, count: 10, listed: 1010, fills_days: 30, config_version: 'traders/1' });
    expect(first).toMatchObject({ leaderboard_as_of: START - 2000, oldest_profile_as_of: START, data_source: 'live' });
    expect(first.traders.at(-1)).toMatchObject({ score: null, n_trips: null, win_rate: null, profile_as_of: null });
    await cycle.run(START + CYCLE);
    await cycle.run(START + 2 * CYCLE);
    const { traders } = await cycle.asks().json<Board>('perpdex.top_traders', { tier: 'free' });
    expect(traders.map(numberOf)).toEqual([3, 4, 0, 1, 2, 5, 6, 7, 8, 9]);
    const [winner, loser] = traders;
    expect(winner!.score).toBeGreaterThan(75);
    expect(loser!.score).toBeLessThan(25);
    expect(winner).toMatchObject({ n_trips: 30, win_rate: 1, profit_factor: null, style: 'day', value_rank: 4 });
    expect(winner!.pnl_usd).toBeCloseTo(30 * 50 + 30 * 1.8 + 6 - 60, -2);
    expect(loser).toMatchObject({ win_rate: 0, profit_factor: 0 });
    expect(traders.find((row) => numberOf(row) === 1)).toMatchObject({
      display_name: 'one',
      score: null,
      n_trips: 2,
      account_value_usd: 9e6,
      windows: { day: { pnl_usd: 1 }, week: { pnl_usd: -7 }, all_time: { pnl_usd: null, roi: null, volume_usd: null } },
    });
  });

  it('has profiles with samples, intervals and edges, and null without fills [#358]', async () => {
    const { market } = venue();
    const cycle = tradersCycle(market);
    for (let i = 0; i < 3; i++) await cycle.run(START + i * CYCLE);
    const asks = cycle.asks();
    const of = async (i: number): Promise<readonly TraderProfileWire[]> => {
      const query = { address: address(i).toUpperCase().replace('0X', '0x') };
      return (await asks.json<{ profiles: TraderProfileWire[] }>('perpdex.trader_profiles', { tier: 'free', query }))
        .profiles;
    };
    const [winner] = await of(3);
    expect(winner).toMatchObject({ address: address(3), trader_class: null, fills_as_of: START, fills_since: 0 });
    expect(winner!.profile).toMatchObject({ n_fills: 60, n_trips: 30, n_partial_trips: 0, n_open_trips: 0, gaps: 0 });
    expect(winner!.profile!.style).toBe('day');
    expect(winner!.profile!.win_rate!.share).toBe(1);
    expect(winner!.profile!.win_rate!.low).toBeGreaterThan(0.85);
    expect(
      winner!.profile!.edges.map(({ dimension, group, n, significant }) => [dimension, group, n, significant]),
    ).toEqual([
      ['coin', 'BTC', 30, true],
      ['side', 'long', 30, true],
    ]);
    expect(await of(5)).toMatchObject([{ profile: null, fills_as_of: START + CYCLE }]);
    expect(await of(77)).toEqual([]);
    const all = await asks.json<{ count: number }>('perpdex.trader_profiles', { tier: 'free' });
    expect(all.count).toBe(10);
  });

  it('goes on after a restart, and from what another replica fetched', async () => {
    const alone = venue();
    const one = tradersCycle(alone.market);
    const shared = venue();
    const states = memoryStates();
    for (let i = 0; i < 6; i++) {
      await one.run(START + i * CYCLE);
      const replica = tradersCycle(shared.market, states); // a new one each time
      await replica.run(START + i * CYCLE);
      expect(replica.published()).toEqual(one.published());
    }
    expect(shared.asked).toEqual(alone.asked);
  });

  it('publishes the leaderboard while the first cycle of accounts is under way, and the wallets after it', async () => {
    let isWarming = true;
    const { market } = tradersVenue({
      accounts: () => (isWarming ? { code: 'stale_source', reason: 'warming', isWarming } : [accountOf(0)]),
      leaderboard: () => ROWS,
      fills: ({ to }) => fillsOf(2, 50, to),
    });
    const cycle = tradersCycle(market);
    await cycle.run(START);
    const board = await cycle.asks().json<Board>('perpdex.top_traders', { tier: 'free' });
    expect(board).toMatchObject({ count: 10, profiled: perCycle });
    expect(cycle.published()[1]).toBeUndefined();
    isWarming = false;
    await cycle.run(START + CYCLE);
    expect(cycle.published()[1]!.records).toHaveLength(1);
  });

  it('keeps what it has while the source brings no leaderboard or no fills, and asks again', async () => {
    let isDown = false;
    const { market, asked } = tradersVenue({
      accounts: () => [accountOf(0)],
      leaderboard: () => (isDown ? { code: 'stale_source', reason: 'down' } : ROWS),
      fills: ({ to }) => (isDown ? { code: 'stale_source', reason: 'down' } : fillsOf(9, 1, to)),
    });
    const cycle = tradersCycle(market);
    await cycle.run(START);
    isDown = true;
    await cycle.run(START + leaderboardMs);
    await cycle.run(START + leaderboardMs + CYCLE);
    expect(asked.boards).toHaveLength(3);
    expect(asked.fills).toHaveLength(perCycle + 2);
    const board = await cycle.asks().json<Board>('perpdex.top_traders', { tier: 'free' });
    expect(board).toMatchObject({ count: 10, profiled: perCycle, oldest_profile_as_of: START });
    isDown = false;
    await cycle.run(START + leaderboardMs + 2 * CYCLE);
    expect((await cycle.asks().json<Board>('perpdex.top_traders', { tier: 'free' })).profiled).toBe(2 * perCycle);
  });

  it('tracks the largest accounts, each once, and forgets those that left the list', async () => {
    let rows = [...Array.from({ length: tracked + 20 }, (_, i) => rowOf(i, 1000 + i)), rowOf(5, 1)];
    const { market } = tradersVenue({ leaderboard: () => rows, fills: ({ to }) => fillsOf(9, 1, to) });
    const cycle = tradersCycle(market);
    await cycle.run(START);
    const board = await cycle.asks().json<Board>('perpdex.top_traders', { tier: 'free' });
    expect(board.traders).toHaveLength(tracked);
    expect(Math.min(...board.traders.map(numberOf))).toBe(20);
    rows = rows.slice(0, 10);
    await cycle.run(START + leaderboardMs);
    const after = await cycle.asks().json<Board>('perpdex.top_traders', { tier: 'free' });
    expect(new Set(after.traders.map(numberOf))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    expect(after.profiled).toBe(perCycle);
  });
});
