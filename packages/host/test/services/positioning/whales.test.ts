/** Whales of the positioning cycle: the summary, its percentiles, the days, and state after a restart. */

import { OPERATIONS, type PositioningWire, type WhaleDayWire, type WhalesRowWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import { beforeAll, describe, expect, it } from 'vitest';
import { memoryStates, START } from '../../test-support.ts';
import { perpOf } from '../liquidity/test-support.ts';
import { memoryObservations } from '../quant/test-support.ts';
import { accountsVenue, cycleOf, memoryPositionCycles, memoryWhaleDays, type TestCycle } from './test-support.ts';

/** Makers who lean with the hour against whales who do not; a vault; SOL from the second day on. */
function accountsAt(time: number): readonly AccountRecord[] {
  const hour = time / HOUR_MS;
  const makers = Array.from({ length: 5 }, (_, i): AccountRecord => ({
    address: `maker-${i}`,
    equity: 2e6,
    isMarketMaker: true,
    positions: [{ coin: 'BTC', size: -(9000 + 3000 * Math.sin(hour / 5 + i)), entry: 100 }],
  }));
  const whales = Array.from({ length: 4 }, (_, i): AccountRecord => ({
    address: `whale-${i}`,
    equity: 3e6,
    isVault: i === 3,
    positions: [
      { coin: 'BTC', size: i === 3 ? -50_000 : 8000 + i, entry: 100 },
      { coin: 'ETH', size: -30_000, entry: 10 },
      ...(time >= START + DAY_MS ? [{ coin: 'SOL', size: 200_000, entry: 1 }] : []),
    ],
  }));
  return [...makers, ...whales, { address: 'small', equity: 1, positions: [{ coin: 'BTC', size: 10, entry: 100 }] }];
}

const PERPS = [perpOf('BTC'), perpOf('ETH', { mark: 10 }), perpOf('SOL', { mark: 1 }), perpOf('GONE', { isDelisted: true })]; // prettier-ignore
const venue = accountsVenue({ perps: () => PERPS, accounts: accountsAt });

const whalesOf = async (cycle: TestCycle): Promise<WhalesRowWire> =>
  cycle.asks().json<WhalesRowWire>('quant.whales', { tier: 'pro' });

interface History {
  readonly days: readonly WhaleDayWire[];
  readonly meta: Readonly<Record<string, unknown>>;
}
const historyOf = async (cycle: TestCycle, query: object = {}): Promise<History> =>
  cycle.asks().json<History>('quant.whales_history', { tier: 'pro_plus', query: { ...query } });

/** Status and code of a refusal, and whether it says when to come again. */
async function refusal(cycle: TestCycle, id: string, status = 'on') {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- names of states
  const done = await cycle.asks(status as 'on').outcome(id);
  if (done.ok) return expect.fail(`${id} answered`);
  const { body, headers } = done.error;
  return [done.error.status, 'error' in body.detail ? body.detail.error : '', headers['retry-after'] !== undefined];
}

describe('whales of a host', () => {
  const cycle = cycleOf(venue);
  beforeAll(async () => cycle.run(START + DAY_MS));

  it('are the accounts of quant/positioning, class by class and tag by tag [#444][#507]', async () => {
    const { summary } = await whalesOf(cycle);
    const { coins } = await cycle.asks().json<PositioningWire>('quant.positioning', { tier: 'pro' });
    const splits = Object.values(coins);
    const sum = (read: (split: (typeof splits)[number]) => number): number =>
      splits.reduce((all, split) => all + read(split), 0);
    for (const name of ['market_maker', 'whale', 'other'] as const) {
      expect(summary.by_class[name].long_usd).toBeCloseTo(sum((split) => split[name].long_usd), 6); // prettier-ignore
      expect(summary.by_class[name].short_usd).toBeCloseTo(sum((split) => split[name].short_usd), 6); // prettier-ignore
    }
    for (const name of ['smart_money', 'high_leverage'] as const) {
      expect(summary.by_tag_usd[name].gross_usd).toBeCloseTo(
        sum((split) => split.by_tag[name].gross_usd),
        6,
      );
    }
    expect(summary.accounts_tracked).toBe(9);
    expect(summary.by_class.market_maker.accounts + summary.by_class.whale.accounts).toBe(9);
    expect(summary.long_usd).toBeCloseTo(sum((split) => split.all.long_usd), 6); // prettier-ignore
    expect(summary.long_short_ratio).toBeCloseTo(summary.long_usd / summary.short_usd, 12);
  });

  it('lean to the side of those who take one: neither makers nor vaults [#507] [#510]', async () => {
    const { summary } = await whalesOf(cycle);
    // Whales: 24,003 BTC long, and of three of them 90,000 ETH short and 600,000 SOL long.
    expect(summary.directional_net_usd).toBeCloseTo(2_400_300 - 900_000 + 600_000, 6);
    expect(summary.net_bias).toBe('risk-on');
    // The whole book is short all the same: makers stand against them.
    expect(summary.long_pct).toBeLessThan(50);
  });

  it('have their coins by |net|, each with its accounts and sides [#508]', async () => {
    const { top_coins: coins } = await whalesOf(cycle);
    const nets = coins.map(({ net_usd: net }) => Math.abs(net));
    expect(nets).toEqual([...nets].sort((a, b) => b - a));
    expect(coins.map(({ symbol }) => symbol).sort()).toEqual(['BTC', 'ETH', 'SOL']);
    for (const coin of coins) {
      expect(coin.net_usd).toBe(coin.long_usd - coin.short_usd);
      expect(coin.gross_usd).toBe(coin.long_usd + coin.short_usd);
      expect(coin.positions_as_of).toBe(START + DAY_MS);
    }
    expect(coins.find(({ symbol }) => symbol === 'BTC')).toMatchObject({
      n_long: 3,
      n_short: 6,
      dominant_side: 'short',
    });
    // Directional totals exclude makers and the vault.
    const directional = Object.fromEntries(coins.map((one) => [one.symbol, one.directional_net_usd]));
    expect(directional).toEqual({ BTC: 2_400_300, ETH: -900_000, SOL: 600_000 });
    expect(coins.map((one) => one.long_pct_pctile_30d)).toEqual([null, null, null]);
  });

  it('say of which moment, market and rules they are, and from what source [#509][#510]', async () => {
    const { positions_as_of: asOf, meta, ...rest } = await whalesOf(cycle);
    expect(asOf).toBe(START + DAY_MS);
    expect(meta).toMatchObject({ segment: 'perp', spot_status: 'not_tracked', config_version: 'whales/1' });
    expect(meta.classifier_version).toMatch(/^\d{4}\.\d+\.\d+$/);
    expect(rest).toMatchObject({ data_source: 'simulated' });
  });

  it('are for Pro, their history for Pro Plus [#444][#445]', async () => {
    const access = (id: string) => OPERATIONS.find((one) => one.id === id)?.access;
    const { properties } = OPERATIONS.find(({ id }) => id === 'quant.whales_history')!.query;
    expect(properties['days']).toMatchObject({ type: 'integer', minimum: 7, maximum: 540, default: 180 });
    expect(properties['live_only']).toMatchObject({ type: 'boolean', default: false });
    expect(['quant.whales', 'quant.whales_history', 'perpdex.wallet_signals'].map(access)).toEqual([
      'pro',
      'pro_plus',
      'key',
    ]);
  });

  it('are 503 while positioning is off, warming or without a source, with Retry-After [#152] [#486]', async () => {
    const empty = cycleOf(venue);
    for (const id of ['quant.ladder', 'quant.whales', 'quant.whales_history', 'perpdex.wallet_signals']) {
      expect(await refusal(cycle, id, 'off')).toEqual([503, 'positioning_disabled', true]);
      expect(await refusal(empty, id)).toEqual([503, 'positioning_warming_up', true]);
      expect(await refusal(empty, id, 'no_source')).toEqual([503, 'source_unavailable', true]);
    }
  });
});

describe('the samples and days of whales', () => {
  /** Three cycles an hour, for 60 hours from 22:00 of the day before. */
  const RUNS = Array.from({ length: 180 }, (_, i) => START - 2 * HOUR_MS + i * 20 * MINUTE_MS);
  const cycle = cycleOf(venue);
  /** Ranks of BTC and SOL after each run. */
  const ranks: (readonly (number | null | undefined)[])[] = [];
  beforeAll(async () => {
    for (const at of RUNS) {
      await cycle.run(at);
      const { top_coins: coins } = await whalesOf(cycle);
      ranks.push(['BTC', 'SOL'].map((name) => coins.find(({ symbol }) => symbol === name)?.long_pct_pctile_30d));
    }
  });

  it('rank the share of longs from 48 hourly samples on, of the coins that 48 of them know [#508]', () => {
    const hours = (of: number) => ranks.flatMap((one, i) => (typeof one[of] === 'number' ? [Math.floor(i / 3)] : []));
    // The first run of the 48th hour is the 48th sample.
    expect(hours(0)[0]).toBe(47);
    expect(hours(0)).toHaveLength(3 * (60 - 47));
    expect(hours(1)).toEqual([]);
    // Within an hour the newest sample is the same, and so is its rank.
    expect(new Set(ranks.slice(144, 147).map(([btc]) => btc)).size).toBe(1);
    expect(new Set(ranks.slice(141).map(([btc]) => btc)).size).toBeGreaterThan(5);
    for (const [btc] of ranks.slice(141)) expect(btc! >= 0 && btc! <= 100).toBe(true);
  });

  it('are a row for each UTC day, its last cycle, of today the newest [#445][#511][#512]', async () => {
    const { days, meta } = await historyOf(cycle);
    const date = (day: number): string => new Date(START + day * DAY_MS).toISOString().slice(0, 10);
    expect(days.map((day) => day.date)).toEqual([-1, 0, 1, 2].map(date));
    expect(meta).toEqual({ seeded_count: 0, live_count: 4, first_live_date: date(-1), live_only: false });
    const { summary, top_coins: coins } = await whalesOf(cycle);
    const { long_usd: long, short_usd: short } = summary;
    expect(days.at(-1)).toMatchObject({
      long_usd: long,
      short_usd: short,
      net_usd: long - short,
      gross_usd: long + short,
    });
    expect(days.at(-1)!.top_coins.map(({ symbol }) => symbol)).toEqual(coins.map(({ symbol }) => symbol));
    expect(days.every(({ source, estimated }) => source === 'live' && !estimated)).toBe(true);
    // The last cycle of a day is that of 23:40.
    const last = cycleOf(venue);
    await last.run(START + DAY_MS - 20 * MINUTE_MS);
    expect((await historyOf(last)).days).toEqual([days[1]]);
  });

  it('echo live_only, and cut to the days that are asked for, today included [#445][#512]', async () => {
    expect(await historyOf(cycle, { live_only: true })).toMatchObject({ meta: { live_only: true, live_count: 4 } });
    const late = cycleOf(venue, { whaleDays: cycle.whaleDays });
    await late.run(START + 8 * DAY_MS);
    const { days, meta } = await historyOf(late, { days: 7 });
    // Days 2 to 8: a day without a cycle is missing, and the first one that is kept is named.
    expect(days.map(({ date }) => date.slice(-2))).toEqual(['03', '09']);
    expect(meta).toMatchObject({ live_count: 2, first_live_date: new Date(START - DAY_MS).toISOString().slice(0, 10) });
    expect((await historyOf(late, { days: 8 })).days).toHaveLength(3);
    expect((await historyOf(late, { days: 540 })).days).toHaveLength(5);
  });

  it('of a replay that was set back are those that it has come to', async () => {
    const back = cycleOf(venue, { whaleDays: cycle.whaleDays });
    await back.run(START + DAY_MS - 20 * MINUTE_MS);
    expect((await historyOf(back)).days).toHaveLength(2);
  });

  it('survive restarts and replicas in turns to the bit', async () => {
    const states = memoryStates();
    const stores = {
      observations: memoryObservations(),
      states,
      whaleDays: memoryWhaleDays(),
      positionCycles: memoryPositionCycles(states),
    };
    let replicas = [cycleOf(venue, stores), cycleOf(venue, stores)];
    for (const [i, at] of RUNS.entries()) {
      if (i % 13 === 12) replicas = [cycleOf(venue, stores), replicas[0]!];
      await replicas[i % 2]!.run(at);
    }
    expect(replicas[(RUNS.length - 1) % 2]!.published()).toEqual(cycle.published());
    const range = { from: '', asOf: RUNS.at(-1)! };
    expect(await stores.whaleDays.read('t', range)).toEqual(await cycle.whaleDays.read('t', range));
    expect(stores.positionCycles.told).toEqual(cycle.positionCycles.told);
  });

  it('are one an hour also where cycles are older than the runs, whichever replica has them', async () => {
    // Older than the distance of two runs: the sample of one replica lies before the last run of the other.
    const lagging = accountsVenue({ perps: () => PERPS, accounts: accountsAt, lag: 6 * MINUTE_MS });
    const observations = memoryObservations();
    const stores = { observations, states: memoryStates(), whaleDays: memoryWhaleDays() };
    const replicas = [cycleOf(lagging, stores), cycleOf(lagging, stores)];
    for (let i = 0; i < 60; i++) await replicas[i % 2]!.run(START + i * 5 * MINUTE_MS + 2 * MINUTE_MS);
    for (const series of ['whale-samples/whales/1@t', 'gamma-samples/gamma/2@t']) {
      const kept = (await observations.asOf(series, { knownAt: Infinity })).filter(
        ({ key }) => key === '' || key === 'BTC',
      );
      const hours = kept.map(({ validTime }) => Math.floor(validTime / HOUR_MS));
      expect(hours).toEqual([...new Set(hours)]);
      expect(hours.length).toBeGreaterThan(4);
    }
  });
});
