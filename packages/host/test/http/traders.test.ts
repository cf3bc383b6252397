/** Traders over HTTP, of a host on the simulated market: the answers before and after a restart, and the rate of a key. */

import type { TopTraderWire, TraderProfileWire, WalletWire } from '@barograph/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { ACCOUNT_REQUESTS_V1, TRADER_CYCLE_V1 } from '../../../runtime/src/producers/traders/config.ts';
import { fewCoinsConfig, NOW } from '../services/quant/test-support.ts';
import { startTestServer } from '../../../store/test/test-support.ts';
import { hostOver, TIER_GATE } from '../test-support.ts';

const server = await startTestServer();
const url = await server.database();
const hostOf = async () =>
  hostOver(await server.open(url), {
    market: openMarket([createSimulatedSource(fewCoinsConfig())]),
    clock: createManualClock(NOW),
    gate: TIER_GATE,
  });
type Host = Awaited<ReturnType<typeof hostOf>>;
let host: Host;
beforeAll(async () => {
  host = await hostOf();
  await host.start();
});
afterAll(async () => {
  await host.stop();
  await server.stop();
});

interface Board {
  readonly traders: readonly TopTraderWire[];
  readonly profiled: number;
}
interface Wallets {
  readonly wallets: readonly WalletWire[];
  readonly on_demand: boolean;
}
async function ask<Body>(path: string, status = 200, of = host): Promise<Body> {
  const reply = await of.server.inject({ url: `/api/v1/${path}`, headers: { 'x-api-key': 'free' } });
  expect([path, reply.statusCode, reply.statusCode === status ? '' : reply.body]).toEqual([path, status, '']);
  return JSON.parse(reply.body) as Body;
}

describe('traders of the simulated market', () => {
  it('are listed with what their fills tell, and profiles agree with the list [#355] [#358]', async () => {
    const board = await ask<Board>('perpdex/top-traders');
    expect(board.profiled).toBe(TRADER_CYCLE_V1.perCycle);
    expect(board.traders).toHaveLength(TRADER_CYCLE_V1.tracked);
    const profiled = board.traders.filter((row) => row.profile_as_of !== null);
    expect(profiled.map((row) => row.value_rank).sort((one, other) => one - other)).toEqual([1, 2, 3, 4]);
    for (const row of profiled) {
      const { profiles } = await ask<{ profiles: TraderProfileWire[] }>(
        `perpdex/trader-profiles?address=${row.address}`,
      );
      const [{ profile } = { profile: null }] = profiles;
      expect(profile).toMatchObject({ score: row.score, n_trips: row.n_trips, pnl_usd: row.pnl_usd, gaps: 0 });
      expect(profile!.win_rate!.share).toBe(row.win_rate);
      expect(['scalp', 'day', 'swing', 'position']).toContain(profile!.style);
      expect(Array.isArray(profile!.edges)).toBe(true);
      expect(profile!.closed_pnl_usd - profile!.fees_usd).toBeCloseTo(profile!.pnl_usd, 4);
    }
  });

  it('have positions that are the same from the cycle and on demand, but for the class [#356] [#359]', async () => {
    const { wallets } = await ask<Wallets>('perpdex/wallet-positions');
    expect(wallets).toHaveLength(TRADER_CYCLE_V1.wallets);
    const all = new Set(wallets.map(({ address }) => address));
    const states = await host.server.inject({ url: '/api/v1/daily/pd-traders', headers: { 'x-api-key': 'free' } });
    expect((JSON.parse(states.body) as { wallets: unknown[] }).wallets).toEqual(wallets);
    const market = openMarket([createSimulatedSource(fewCoinsConfig())]);
    const answer = await market.read('accounts', { asOf: NOW });
    const accounts = answer.ok ? answer.value.accounts : [];
    const small = accounts.find(({ address, positions }) => !all.has(address) && positions.length > 1)!;
    const { wallets: found, on_demand: isOnDemand } = await ask<Wallets>(
      `perpdex/wallet-positions?address=${small.address}`,
    );
    expect(isOnDemand).toBe(true);
    expect(found[0]!.positions.map(({ coin }) => coin).sort()).toEqual(small.positions.map(({ coin }) => coin).sort());
    for (const { coin, size, entry } of small.positions) {
      const row = found[0]!.positions.find((one) => one.coin === coin)!;
      expect([row.side === 'long' ? row.size : -row.size, row.entry_price]).toEqual([size, entry]);
    }
  });

  it('answer the same after a restart, before a cycle has run', async () => {
    const paths = ['perpdex/top-traders', 'perpdex/wallet-positions', 'perpdex/trader-profiles', 'daily/pd-traders'];
    const before = await Promise.all(paths.map(async (path) => ask(path)));
    await host.stop();
    host = await hostOf();
    await host.start();
    expect(await Promise.all(paths.map(async (path) => ask(path)))).toEqual(before);
  });

  it('have a rate of accounts on demand that the store counts', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 2 * ACCOUNT_REQUESTS_V1.perMinute + 2; i++) {
      const address = `0x${String(i).padStart(40, 'f')}`;
      const reply = await host.server.inject({
        url: `/api/v1/perpdex/wallet-positions?address=${address}`,
        headers: { 'x-api-key': 'free' },
      });
      statuses.push(reply.statusCode);
    }
    // The wall clock may pass into the next minute.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});
