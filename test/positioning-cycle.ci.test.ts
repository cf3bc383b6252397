/** The positioning cycle: its four operations, what a restart remembers, and an answer that explains its own score. */

import type { GammaAnswerWire, LadderWire, PositioningWire } from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@barograph/core';
import type { AccountRecord } from '@barograph/positioning';
import { SIMULATOR_V2 } from '@barograph/simulator';
import { beforeAll, describe, expect, it } from 'vitest';
import { calculateGamma } from '../packages/contract/test/gamma-calculator.ts';
import { openMarket } from '../packages/sources/src/market/market.ts';
import { createSimulatedSource } from '../packages/sources/src/simulated/source.ts';
import { positioningProducer } from '../packages/runtime/src/producers/positioning/producer.ts';
import { memoryStates, START } from '../packages/host/test/test-support.ts';
import { perpOf } from '../packages/host/test/services/liquidity/test-support.ts';
import { memoryObservations } from '../packages/host/test/services/quant/test-support.ts';
import { accountsVenue, cycleOf, type TestCycle } from '../packages/host/test/services/positioning/test-support.ts';

const CYCLE = 5 * MINUTE_MS;

/** 24 makers who lean with the hour, whales on either side, and accounts that are wrong. */
function accountsAt(asOf: number): readonly AccountRecord[] {
  const hour = asOf / HOUR_MS;
  const makers = Array.from({ length: 24 }, (_, i): AccountRecord => ({
    address: `maker-${i}`,
    equity: 2e6,
    isMarketMaker: true,
    positions: [
      { coin: 'BTC', size: 4000 * (Math.sin(hour / 5 + i / 9) + 0.1), entry: 100 },
      { coin: 'ETH', size: -9000, entry: 10 + Math.cos(hour) / 5 },
    ],
  }));
  const whales = Array.from({ length: 30 }, (_, i): AccountRecord => {
    const isLong = i % 2 === 0;
    const distance = 0.4 + i / 3 + Math.sin(hour / 7);
    return {
      address: `whale-${i}`,
      equity: 1.5e6,
      isVault: i === 0,
      positions: [
        { coin: 'BTC', size: isLong ? 5000 : -4000, entry: 100, liquidation: isLong ? 100 - distance : 100 + distance },
      ],
    };
  });
  return [
    ...makers,
    ...whales,
    { address: 'nan', equity: NaN, positions: [{ coin: 'BTC', size: 5000, entry: 100 }] },
    { address: 'no-entry', equity: 1e6, positions: [{ coin: 'BTC', size: 5000, entry: null }] },
    { address: 'crossed', equity: 1e6, positions: [{ coin: 'BTC', size: 5000, entry: 100, liquidation: 120 }] },
    { address: 'far', equity: 1e6, positions: [{ coin: 'SOL', size: 2e5, entry: 1, liquidation: 0.1 }] },
  ];
}

const venue = accountsVenue({
  perps: (asOf) => [
    perpOf('BTC', { openInterest: 5e6, fundingRate1h: 1e-5 * (1 + Math.sin(asOf / DAY_MS)), oracle: 99.9 }),
    perpOf('ETH', { mark: 10, oracle: NaN, openInterest: NaN, fundingRate1h: NaN }),
    perpOf('SOL', { mark: 1 }),
    perpOf('GONE', { isDelisted: true }),
  ],
  accounts: accountsAt,
  openInterest: (symbol) => (symbol === 'BTC' ? 4e6 : NaN),
});

/** Status and code of an error, with its Retry-After. */
async function refusal(cycle: TestCycle, id: string, query: object, status?: 'on' | 'off' | 'no_source', tier = 'pro') {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- names of tiers
  const done = await cycle.asks(status).outcome(id, { query: { ...query }, tier: tier as 'pro' });
  if (done.ok) return expect.fail(`${id} answered`);
  const { body, headers } = done.error;
  const code = Array.isArray(body.detail) ? body.detail[0]!.loc : body.detail.error;
  return [done.error.status, code, headers['retry-after'] !== undefined];
}

describe('positioning of a host', () => {
  const cycle = cycleOf(venue);
  beforeAll(async () => cycle.run(START));

  it('splits each coin by class, whose sums are all of it, with overlays beside [#440] [#473] [#475] [#476]', async () => {
    const { coins, positions_as_of: asOf } = await cycle
      .asks()
      .json<PositioningWire>('quant.positioning', { tier: 'pro' });
    expect(Object.keys(coins)).toEqual(['BTC', 'ETH', 'SOL']);
    for (const { market_maker: maker, whale, other, all, by_tag: tags, ...row } of Object.values(coins)) {
      expect(row.positions_as_of).toBe(asOf);
      for (const name of ['long_usd', 'short_usd', 'gross_usd', 'n_accounts'] as const) {
        expect(maker[name] + whale[name] + other[name]).toBeCloseTo(all[name], 6);
        expect(tags.high_leverage[name]).toBeLessThanOrEqual(all[name]);
      }
    }
    expect(coins['BTC']!.market_maker.n_accounts).toBe(24);
    expect(coins['BTC']!.open_interest_share!.long).toBeCloseTo(coins['BTC']!.all.long_usd / 5e8, 12);
    expect(coins['ETH']).not.toHaveProperty('open_interest_share');
  });

  it('counts what it dropped by reason, and how many accounts it asks for [#474] [#477] [#32]', async () => {
    const { meta } = await cycle.asks().json<PositioningWire>('quant.positioning', { tier: 'pro' });
    expect(meta).toMatchObject({ n_tracked: accountsAt(START).length + 1, n_left_out: 1 });
    expect(meta.classifier_version).toMatch(/^\d{4}\.\d+\.\d+$/);
    expect(Object.values(meta.dropped).reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(meta.dropped).toMatchObject({ entry: 1 });
  });

  it('counts accounts from 100,000 dollars on, by a cycle every five minutes [#474]', async () => {
    const holder = (address: string, usd: number): AccountRecord => ({
      address,
      equity: 1e6,
      positions: [{ coin: 'BTC', size: usd / 100, entry: 100, liquidation: 90 }],
    });
    const small = cycleOf(
      accountsVenue({
        perps: () => [perpOf('BTC')],
        accounts: () => [holder('below', 99_999.99), holder('at', 100_000), holder('above', 100_000.01)],
      }),
    );
    const { step } = positioningProducer('t').cadence;
    expect(step).toBe(CYCLE);
    for (const at of [START, START + step]) {
      await small.run(at);
      const { coins, positions_as_of: asOf } = await small.asks().json<PositioningWire>('quant.positioning');
      expect(coins['BTC']!.all.n_accounts).toBe(2);
      expect(asOf).toBe(at);
    }
  });

  it('takes a comma list, and says nothing of unknown coins [#478]', async () => {
    const ask = async (symbol: string) =>
      Object.keys((await cycle.asks().json<PositioningWire>('quant.positioning', { query: { symbol } })).coins);
    expect(await ask('eth, BTC-PERP,NOPE')).toEqual(['BTC', 'ETH']);
    expect(await ask('NOPE')).toEqual([]);
  });

  it('has a ladder whose bins and left-out notional are all of the coin [#441] [#479] [#480] [#481] [#482] [#485]', async () => {
    const ladder = await cycle.asks().json<LadderWire>('quant.ladder', { query: { symbol: 'btc' } });
    const { bins, meta, bins_by_class: lists, bins_directional: directional } = ladder;
    const sum = (list: LadderWire['bins']): number => list.reduce((all, { total_usd: usd }) => all + usd, 0);
    const { outside_usd: outside, crossed_usd: crossed, unliquidatable_usd: none } = meta;
    expect(sum(bins) + outside.below + outside.above + crossed + none).toBeCloseTo(meta.total_usd, 4);
    expect(crossed).toBe(500_000);
    expect(sum(lists.market_maker) + sum(lists.whale) + sum(lists.other)).toBeCloseTo(sum(bins), 4);
    expect(lists.other).toEqual([]);
    expect(sum(directional)).toBeLessThan(sum(bins));
    expect(ladder).toMatchObject({ symbol: 'BTC', mark: 100, positions_as_of: START, timestamp: START });
  });

  it('names six levels, the nearest on either side [#483] [#484]', async () => {
    const { levels, meta } = await cycle.asks().json<LadderWire>('quant.ladder', { query: { symbol: 'BTC' } });
    expect(meta.n_levels).toBe(6);
    for (const { side, dist_pct: distance, n_accounts: accounts } of levels) {
      expect(Math.sign(distance)).toBe(side === 'long' ? -1 : 1);
      expect(accounts).toBeGreaterThanOrEqual(1);
    }
    expect(levels.filter(({ side }) => side === 'long')).toHaveLength(3);
  });

  it('has no ladder of a coin without levels: 404 symbol_not_found [#141] [#486]', async () => {
    // SOL has positions, but all of them are liquidated beyond 50 %.
    for (const symbol of ['SOL', 'NOPE', 'GONE']) {
      expect(await refusal(cycle, 'quant.ladder', { symbol }, 'on', 'pro_plus')).toEqual([
        404,
        'symbol_not_found',
        false,
      ]);
    }
  });

  it('explains each score: a pocket calculator finds state, score and confidence from the answer alone [#442] [#488] [#495] [#500]', async () => {
    const { coins, meta } = await cycle.asks().json<GammaAnswerWire>('quant.gex', { tier: 'pro' });
    expect(Object.keys(coins)).toEqual(['BTC', 'ETH', 'SOL']);
    for (const row of Object.values(coins)) {
      const { state, score, confidence } = calculateGamma(row, meta.regime_rules);
      expect(row.regime).toMatchObject({ state, score });
      expect(row.regime.confidence).toBeCloseTo(confidence, 12);
    }
    expect(coins['BTC']!.regime.coverage).toBe('full');
    expect(coins['SOL']!.regime).toMatchObject({ coverage: 'funding_only', insufficient_mm_coverage: true });
    expect(coins['ETH']!).toMatchObject({ funding_rate: null, oracle_price: null, premium: null, open_interest: null });
  });

  it('has levels as the ladder has them, prices of the venue, and the tiers of the coins it shows [#487] [#491] [#494]', async () => {
    const { coins, meta } = await cycle.asks().json<GammaAnswerWire>('quant.gex', { query: { symbol: 'BTC' } });
    const ladder = await cycle.asks().json<LadderWire>('quant.ladder', { query: { symbol: 'BTC' } });
    const row = coins['BTC']!;
    expect(row.levels).toEqual(ladder.levels);
    expect(row.gamma_flip).toBe(ladder.flip);
    expect(row).toMatchObject({
      open_interest: 5e8,
      oracle_price: 99.9,
      premium: 100 / 99.9 - 1,
      positions_as_of: START,
    });
    expect(row.regime.inputs.oi_change_pct).toBe(25);
    expect(meta.maintenance_margin_tiers).toEqual({ BTC: [{ from_usd: 0, max_leverage: 5, maintenance_margin: 0.1 }] });
    expect(Object.keys(meta.distribution_legend)).toEqual(Object.keys(row.distribution_context));
  });

  it('shows BTC to a free key, also when it asks for nothing, and no other coin [#501] [#506]', async () => {
    const all = await cycle.asks().json<GammaAnswerWire>('quant.gex', { tier: 'free' });
    expect(Object.keys(all.coins)).toEqual(['BTC']);
    for (const symbol of ['ETH', 'BTC,ETH']) {
      expect(await refusal(cycle, 'quant.gex', { symbol }, 'on', 'free')).toEqual([403, 'tier_too_low', false]);
    }
    expect(await refusal(cycle, 'quant.gex_history', { symbol: 'ETH' }, 'on', 'free')).toEqual([
      403,
      'tier_too_low',
      false,
    ]);
  });

  it('says when positioning is off, warming, or without a source: 503 with Retry-After [#152]', async () => {
    const empty = cycleOf(venue);
    for (const [id, query] of [
      ['quant.positioning', {}],
      ['quant.ladder', { symbol: 'BTC' }],
      ['quant.gex', {}],
      ['quant.gex_history', { symbol: 'BTC' }],
    ] as const) {
      expect(await refusal(cycle, id, query, 'off')).toEqual([503, 'positioning_disabled', true]);
      expect(await refusal(empty, id, query)).toEqual([503, 'positioning_warming_up', true]);
      expect(await refusal(empty, id, query, 'no_source')).toEqual([503, 'source_unavailable', true]);
    }
  });
});

interface History {
  readonly grain: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
  readonly symbol: string;
  readonly points: readonly { readonly ts: number; readonly regime_score: number | null }[];
  readonly meta: { readonly first_sample_ts: number | null; readonly last_sample_ts: number | null };
}

describe('the hourly samples', () => {
  const HOURS = 60;
  const runs = Array.from({ length: HOURS * 3 }, (_, i) => START + i * 4 * CYCLE);
  const end = runs.at(-1)!;
  const cycle = cycleOf(venue);
  const history = async (query: object): Promise<History> =>
    cycle.asks().json<History>('quant.gex_history', { query: { ...query } });
  beforeAll(async () => {
    for (const at of runs) await cycle.run(at);
  });

  it('are one for each UTC hour, the first cycle of it [#443] [#502] [#503] [#504]', async () => {
    const all = await history({ symbol: 'btc' });
    expect(all.points.map(({ ts }) => ts)).toEqual(Array.from({ length: HOURS }, (_, i) => START + i * HOUR_MS));
    expect(all).toMatchObject({
      scope: 'gamma_exposure_history',
      symbol: 'BTC',
      grain: '1h',
      timestamp: end,
      count: HOURS,
      from: START,
      to: START + (HOURS - 1) * HOUR_MS,
      meta: { window_days: 30, first_sample_ts: START, last_sample_ts: START + (HOURS - 1) * HOUR_MS },
    });
  });

  it('are asked for by from and to, both included, as ISO 8601 or epoch ms [#506]', async () => {
    const from = START + 3 * HOUR_MS;
    const some = await history({ symbol: 'BTC', from: new Date(from).toISOString(), to: String(from + 2 * HOUR_MS) });
    expect(some.points.map(({ ts }) => ts)).toEqual([from, from + HOUR_MS, from + 2 * HOUR_MS]);
    expect([some.from, some.to]).toEqual([from, from + 2 * HOUR_MS]);
    expect((await history({ symbol: 'BTC', from: String(from), to: String(from) })).count).toBe(1);
    expect((await history({ symbol: 'BTC', from: String(from + 1), to: String(from + 1) })).count).toBe(0);
  });

  it('refuse a start after the end, and what is no moment, by name [#145] [#506]', async () => {
    for (const query of [{ from: '2025-01-02', to: '2025-01-01' }, { from: 'noon' }]) {
      expect(await refusal(cycle, 'quant.gex_history', { symbol: 'BTC', ...query })).toEqual([
        422,
        ['query', 'from'],
        false,
      ]);
    }
    expect(await refusal(cycle, 'quant.gex_history', { symbol: 'BTC', to: '1 May' })).toEqual([
      422,
      ['query', 'to'],
      false,
    ]);
  });

  it('of a coin without history are none, with null bounds [#505]', async () => {
    expect(await history({ symbol: 'NOPE', from: String(START) })).toMatchObject({
      symbol: 'NOPE',
      count: 0,
      points: [],
      from: null,
      to: null,
      meta: { first_sample_ts: null, last_sample_ts: null },
    });
  });

  it('give percentiles from 48 of them on, and the calculator finds every score of them too [#492] [#493] [#496] [#497]', async () => {
    const { coins, meta } = await cycle.asks().json<GammaAnswerWire>('quant.gex');
    const { distribution_context: context, regime } = coins['BTC']!;
    expect(context).toMatchObject({ sample_count: HOURS, status: 'ready', sample_ts: START + (HOURS - 1) * HOUR_MS });
    expect([context.mm_skew_pctile, context.near_density_pctile, context.mm_skew_z].every(Number.isFinite)).toBe(true);
    expect(regime.inputs.skew_source).toBe('mm_skew_pctile');
    for (const row of Object.values(coins)) {
      const { state, score, confidence } = calculateGamma(row, meta.regime_rules);
      expect(row.regime).toMatchObject({ state, score });
      expect(row.regime.confidence).toBeCloseTo(confidence, 12);
    }
  });

  it('survive restarts and replicas in turns to the bit: what is published is the same [#504]', async () => {
    const stores = { observations: memoryObservations(), states: memoryStates() };
    let replicas = [cycleOf(venue, stores), cycleOf(venue, stores)];
    for (const [i, at] of runs.entries()) {
      if (i % 17 === 16) replicas = [cycleOf(venue, stores), replicas[0]!];
      await replicas[i % 2]!.run(at);
    }
    expect(replicas[(runs.length - 1) % 2]!.published()).toEqual(cycle.published());
    const everything = { knownAt: Infinity };
    const series = 'gamma-samples/gamma/2@t';
    expect(await stores.observations.asOf(series, everything)).toEqual(
      await cycle.observations.asOf(series, everything),
    );
  });

  it('are lost by no kill between sample and state: the next run goes on from the sample that is there', async () => {
    const stores = { observations: memoryObservations(), states: memoryStates() };
    const first = cycleOf(venue, stores);
    await first.run(START);
    const dying = cycleOf(venue, {
      ...stores,
      states: {
        ...stores.states,
        saveTexts: async () => {
          throw new Error('killed');
        },
      },
    });
    await expect(dying.run(START + HOUR_MS)).rejects.toThrow('killed');
    const next = cycleOf(venue, stores);
    await next.run(START + HOUR_MS + CYCLE);
    const samples = await stores.observations.asOf('gamma-samples/gamma/2@t', { key: 'BTC', knownAt: Infinity });
    expect(samples.map(({ validTime }) => validTime)).toEqual([START, START + HOUR_MS]);
    const { coins } = await next.asks().json<GammaAnswerWire>('quant.gex');
    expect(coins['BTC']!.distribution_context).toMatchObject({ sample_count: 2, sample_ts: START + HOUR_MS });
  });
});

describe('a class', () => {
  it('changes after six cycles, restarts in between included [#474]', async () => {
    // A whale that loses its equity changes class.
    const turning = accountsVenue({
      perps: () => [perpOf('BTC')],
      accounts: (asOf) => [
        { address: 'a', equity: asOf > START ? 5e5 : 2e6, positions: [{ coin: 'BTC', size: 2000, entry: 100 }] },
      ],
    });
    const stores = { observations: memoryObservations(), states: memoryStates() };
    const classes: number[] = [];
    for (let i = 0; i <= 7; i++) {
      const cycle = cycleOf(turning, stores);
      await cycle.run(START + i * CYCLE);
      const { coins } = await cycle.asks().json<PositioningWire>('quant.positioning');
      classes.push(coins['BTC']!.whale.n_accounts);
    }
    expect(classes).toEqual([1, 1, 1, 1, 1, 1, 0, 0]);
  });
});

describe('positioning of the simulator', () => {
  it('has full coverage of BTC by makers, which explains its own score [#442] [#490] [#500]', async () => {
    const cycle = cycleOf(openMarket([createSimulatedSource(SIMULATOR_V2)]));
    const at = Date.UTC(2024, 2, 1, 12);
    await cycle.run(at);
    const { coins, meta } = await cycle.asks().json<GammaAnswerWire>('quant.gex', { query: { symbol: 'BTC' } });
    const row = coins['BTC']!;
    expect(row.regime.coverage).toBe('full');
    expect(row.coverage.mm_n_accounts).toBeGreaterThanOrEqual(20);
    expect(row.coverage.bands).toBeGreaterThan(10);
    expect(row.regime.inputs.oi_change_pct).not.toBeNull();
    const { state, score } = calculateGamma(row, meta.regime_rules);
    expect(row.regime).toMatchObject({ state, score });
    const ladder = await cycle.asks().json<LadderWire>('quant.ladder', { query: { symbol: 'BTC' } });
    expect(ladder.meta.crossed_usd).toBeLessThan(0.2 * ladder.meta.total_usd);
    const { coins: splits } = await cycle.asks().json<PositioningWire>('quant.positioning');
    for (const { open_interest_share: share } of Object.values(splits)) {
      expect(share!.long).toBeLessThanOrEqual(1 + 1e-9);
      expect(share!.short).toBeLessThanOrEqual(1 + 1e-9);
    }
  });
});
