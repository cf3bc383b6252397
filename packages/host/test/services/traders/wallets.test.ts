/** Positions of wallets: tracked ones from the cycle, any other on demand, at a rate and within a time. */

import type { WalletWire } from '@barograph/contract';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_REQUESTS_V1 } from '../../../../runtime/src/producers/traders/config.ts';
import { realDeadlines } from '../../../../sources/test/deadlines.ts';
import { START } from '../../test-support.ts';
import {
  accountOf,
  address,
  CYCLE,
  fillsOf,
  rowOf,
  tradersCycle,
  tradersVenue,
  type TradersVenue,
} from './test-support.ts';

interface Wallets {
  readonly wallets: readonly WalletWire[];
  readonly on_demand: boolean;
}
const ID = 'perpdex.wallet_positions';

async function cycleOver(venue: TradersVenue, config = ACCOUNT_REQUESTS_V1) {
  const { market, asked } = tradersVenue({ accounts: () => [accountOf(1), accountOf(2, 5e6)], ...venue });
  const cycle = tradersCycle(market, undefined, { config });
  await cycle.run(START);
  return { cycle, asked, asks: cycle.asks() };
}

describe('positions of wallets', () => {
  it('are those of the largest tracked accounts, at mark [#356]', async () => {
    const { asks } = await cycleOver({});
    const all = await asks.json<Wallets>(ID, { tier: 'free' });
    expect(all).toMatchObject({ count: 2, tracked: 5, left_out: 2, on_demand: false, positions_as_of: START - 1000 });
    expect(all).toMatchObject({ data_source: 'live' });
    expect(all.wallets.map((wallet) => wallet.address)).toEqual([address(2), address(1)]);
    const [, one] = all.wallets;
    expect(one).toMatchObject({
      account_value_usd: 1e6,
      gross_usd: 201_100,
      net_usd: 199_100,
      leverage: 0.2011,
      n_positions: 2,
      is_vault: false,
      positions_as_of: START - 1000,
    });
    expect(one!.positions[0]).toEqual({
      coin: 'BTC',
      side: 'long',
      size: 2001,
      entry_price: 90,
      mark_price: 100,
      notional_usd: 200_100,
      unrealized_pnl_usd: 20_010,
      leverage: 5,
      margin_mode: 'isolated',
      margin_usd: 60_000,
      liquidation_price: 70,
      liquidation_basis: 'venue',
      liquidation_dist_pct: expect.closeTo(-30, 9) as number,
    });
    expect(one!.positions[1]).toMatchObject({
      coin: 'ETH',
      side: 'short',
      size: 100,
      margin_mode: 'cross',
      margin_usd: null,
    });
  });

  it('are asked for on demand where the address is not tracked, and a tracked one is not asked for [#356] [#359]', async () => {
    const { asks, asked } = await cycleOver({ account: async () => accountOf(9) });
    const known = await asks.json<Wallets>(ID, { tier: 'free', query: { address: address(1) } });
    expect([known.wallets.length, known.on_demand, asked.accounts.length]).toEqual([1, false, 0]);
    const query = { address: `0x${address(9).slice(2).toUpperCase()}` };
    const found = await asks.json<Wallets>(ID, { tier: 'free', query });
    expect(asked.accounts).toEqual([{ address: address(9), asOf: START }]);
    expect(found).toMatchObject({ count: 1, on_demand: true, data_source: 'live' });
    // At the marks of the cycle; the moment is that of the account.
    expect(found.wallets[0]).toMatchObject({ address: address(9), gross_usd: 201_900, positions_as_of: START - 500 });
    expect(found.wallets[0]!.positions[0]).toMatchObject({ mark_price: 100, liquidation_price: 70 });
  });

  it('of an account are the same on demand as in the cycle, but for the class that it has held', async () => {
    const { asks } = await cycleOver({ account: async () => ({ ...accountOf(2, 5e6), address: address(3) }) });
    const { wallets } = await asks.json<Wallets>(ID, { tier: 'free', query: { address: address(2) } });
    const demanded = await asks.json<Wallets>(ID, { tier: 'free', query: { address: address(3) } });
    const same = { address: '', trader_class: null, positions_as_of: 0 };
    expect({ ...demanded.wallets[0], ...same }).toEqual({ ...wallets[0], ...same });
    expect(demanded.wallets[0]!.trader_class).toBe('whale');
  });

  it('of an address that holds nothing are an empty list [#359]', async () => {
    const { asks } = await cycleOver({ account: async () => null });
    const { wallets } = await asks.json<Wallets>(ID, { tier: 'free', query: { address: address(9) } });
    expect(wallets).toMatchObject([
      { address: address(9), n_positions: 0, positions: [], account_value_usd: null, trader_class: null },
    ]);
  });

  it('are not asked for at a higher rate than a key has, counted apart from its calls', async () => {
    const { asks, asked, cycle } = await cycleOver(
      { account: async () => null },
      { ...ACCOUNT_REQUESTS_V1, perDay: 12 },
    );
    const ask = async (i: number) => asks.outcome(ID, { tier: 'free', query: { address: address(i) } });
    const minute = START - (START % 60_000);
    cycle.clock.put(minute + 15_000);
    for (let i = 10; i < 20; i++) expect((await ask(i)).ok).toBe(true);
    const refused = await ask(20);
    expect(refused.ok ? undefined : [refused.error.status, refused.error.headers['retry-after']]).toEqual([429, '45']);
    expect((await ask(1)).ok).toBe(true); // tracked: costs nothing of the rate
    expect(asked.accounts).toHaveLength(10);
    cycle.clock.put(minute + 60_000);
    expect([(await ask(20)).ok, (await ask(21)).ok]).toEqual([true, true]);
    const daily = await ask(22);
    expect(daily.ok ? 0 : daily.error.status).toBe(429);
    expect(daily.ok ? 0 : Number(daily.error.headers['retry-after'])).toBeGreaterThan(60);
    expect(asked.accounts).toHaveLength(12);
  });

  it('are 503 with Retry-After when the source is late or fails, well within 9 s', async () => {
    realDeadlines();
    expect(ACCOUNT_REQUESTS_V1.waitMs).toBeLessThan(7250);
    const late = await cycleOver(
      { account: async () => new Promise(() => undefined) },
      { ...ACCOUNT_REQUESTS_V1, waitMs: 30 },
    );
    const stale = await cycleOver({ account: async () => ({ code: 'stale_source', reason: 'down' }) });
    const thrown = await cycleOver({
      account: async () => {
        throw new Error('broken');
      },
    });
    for (const { asks } of [late, stale, thrown]) {
      const done = await asks.outcome(ID, { tier: 'free', query: { address: address(9) } });
      expect(done.ok ? undefined : [done.error.status, done.error.headers['retry-after']]).toEqual([503, '3']);
    }
    expect(thrown.cycle.errors).toHaveLength(1);
  });

  it('are 503 where no source has single accounts', async () => {
    const { asks } = await cycleOver({});
    const done = await asks.outcome(ID, { tier: 'free', query: { address: address(9) } });
    expect(done.ok ? undefined : done.error.status).toBe(503);
  });
});

const VENUE: TradersVenue = { leaderboard: () => [rowOf(1, 5)], fills: ({ to }) => fillsOf(1, 1, to) };
const WITH_ADDRESS = ['perpdex.wallet_positions', 'perpdex.trader_profiles'] as const;
const ALL = [...WITH_ADDRESS, 'perpdex.top_traders', 'daily.pd_traders'] as const;

describe('operations of traders', () => {
  it.each(WITH_ADDRESS)('refuse an address that is none: 422 of %s [#356] [#358]', async (id) => {
    const { asks, asked } = await cycleOver({ ...VENUE, account: async () => null });
    const bad = [
      '0x12',
      'x',
      '0x',
      `0x${'g'.repeat(40)}`,
      `${address(1)}0`,
      address(1).slice(2),
      `${address(1)},${address(2)}`,
    ];
    for (const one of bad) {
      const done = await asks.outcome(id, { tier: 'free', query: { address: one } });
      expect(done.ok ? 200 : done.error.status, one).toBe(422);
    }
    expect(asked.accounts).toEqual([]);
  });

  it.each(ALL)('answer 503 before the first cycle, and where positioning is off: %s', async (id) => {
    const { market } = tradersVenue(VENUE);
    const cycle = tradersCycle(market);
    const code = async (isOff: boolean): Promise<unknown> => {
      const done = await cycle.asks(isOff).outcome(id, { tier: 'free' });
      return done.ok ? 200 : [done.error.status, (done.error.body as { detail: { error: string } }).detail.error];
    };
    expect(await code(false)).toEqual([503, 'positioning_warming_up']);
    await cycle.run(START);
    expect(await code(true)).toEqual([503, 'positioning_disabled']);
    expect(await code(false)).toBe(200);
  });

  it('answer 503 where no source has a leaderboard, but for the wallets', async () => {
    const { asks } = await cycleOver({});
    const statuses = ALL.map(async (id) => asks.outcome(id, { tier: 'free' }));
    expect((await Promise.all(statuses)).map((done) => (done.ok ? 200 : done.error.status))).toEqual([
      200, 503, 503, 503,
    ]);
  });

  it('have leaderboard, wallets and the size and age of the tracked set in the day [#246] [#268]', async () => {
    const { asks, cycle } = await cycleOver({ ...VENUE });
    await cycle.run(START + CYCLE);
    const day = await asks.json<Record<string, unknown>>('daily.pd_traders', { tier: 'free' });
    const board = await asks.json<{ traders: unknown }>('perpdex.top_traders', { tier: 'free' });
    const wallets = await asks.json<Wallets>(ID, { tier: 'free' });
    expect(day['leaderboard']).toEqual(board.traders);
    expect(day['wallets']).toEqual(wallets.wallets);
    expect(day['tracking']).toMatchObject({
      tracked: 5,
      left_out: 2,
      listed: 1001,
      profiled: 1,
      positions_as_of: START + CYCLE - 1000,
      leaderboard_as_of: START - 2000,
      computed_at: START + CYCLE,
      positions_age_s: 1,
      leaderboard_age_s: 302,
    });
  });
});
