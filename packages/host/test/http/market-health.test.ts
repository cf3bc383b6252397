/**
 * Market health, sentiment and the daily snapshot over HTTP: values recomputed from the answers, and missing inputs.
 */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import { SIMULATOR_V2, type SimulatorConfig } from '@barograph/simulator';
import { HEALTH_COMPONENTS, MARKET_HEALTH_V1 } from '@barograph/stress';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { openMarket } from '../../../sources/src/market/market.ts';
import { createSimulatedSource } from '../../../sources/src/simulated/source.ts';
import { testHost, TIER_GATE } from '../test-support.ts';

const NOW = Date.UTC(2026, 2, 10, 12, 7);
const COINS = new Set(['BTC', 'ETH', 'SOL', 'PEPE', 'DOGE', 'XRP', 'ADA', 'AVAX', 'LINK', 'LTC', 'USDC']);
/** A market of few coins: its laws are those of the whole one. */
const FEW: SimulatorConfig = {
  ...SIMULATOR_V2,
  listings: SIMULATOR_V2.listings.filter(({ coin }) => COINS.has(coin)),
};
const host = await testHost(openMarket([createSimulatedSource(FEW)]), createManualClock(NOW), TIER_GATE);
beforeAll(async () => {
  await host.start();
  await host.ready();
});
afterAll(async () => host.stop());

type Row = Readonly<Record<string, unknown>>;
interface Component {
  readonly score: number | null;
  readonly exact_score: number | null;
  readonly weight: number;
  readonly group: 'long' | 'short';
  readonly available: boolean;
  readonly details: readonly {
    readonly input: string;
    readonly value: number;
    readonly points: number;
    readonly weight: number;
  }[];
}
interface Health {
  readonly total_score: number;
  readonly long_term_score: number;
  readonly short_term_score: number;
  readonly sentiment: string;
  readonly long_term_sentiment: string;
  readonly short_term_sentiment: string;
  readonly partial: boolean;
  readonly components: Readonly<Record<string, Component>>;
  readonly indicators: Readonly<Record<string, number | string>>;
  readonly as_of: number;
}
async function ask(path: string, tier = 'free', method: 'GET' | 'POST' = 'GET') {
  const reply = await host.server.inject({ method, url: `/api/v1/${path}`, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, text: reply.body, type: String(reply.headers['content-type']) };
}
async function json<Body = Row>(path: string): Promise<Body> {
  const { status, text } = await ask(path);
  expect(status, `${path} ${text.slice(0, 300)}`).toBe(200);
  return JSON.parse(text) as Body;
}
const without = (row: Row, ...names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
const statusOf = async (path: string): Promise<number> => (await ask(path)).status;
const health = async (): Promise<Health> => json<Health>('market-health');
const mean = (rows: readonly (readonly [value: number, weight: number])[]): number =>
  rows.reduce((sum, [value, weight]) => sum + value * weight, 0) / rows.reduce((sum, [, weight]) => sum + weight, 0);
const sentimentOf = (score: number): string => (score >= 60 ? 'BULLISH' : score <= 40 ? 'BEARISH' : 'NEUTRAL');

describe('market health', () => {
  it('[#166] [#173] [#174] [#176] [#178] is re-derived from its answer: inputs, components, groups', async () => {
    const { components, long_term_score: long, short_term_score: short, partial } = await health();
    expect(Object.keys(components)).toEqual([...HEALTH_COMPONENTS]);
    expect(partial).toBe(false);
    for (const [name, { score, exact_score: exact, weight, details, group, available }] of Object.entries(components)) {
      const config = MARKET_HEALTH_V1.components[name as keyof typeof MARKET_HEALTH_V1.components];
      expect([weight, group, available]).toEqual([config.weight, config.group, true]);
      expect(exact).toBeCloseTo(mean(details.map(({ points, weight: share }) => [points, share])), 9);
      expect(score).toBe(Math.floor(exact! + 0.5));
    }
    const groupOf = (group: string): number => {
      const members = Object.values(components).filter((one) => one.group === group);
      expect(members).toHaveLength(group === 'long' ? 4 : 7);
      return Math.floor(mean(members.map((one) => [one.exact_score!, one.weight])) + 0.5);
    };
    expect([groupOf('long'), groupOf('short')]).toEqual([long, short]);
  });

  it('[#175] [#177] has a total of the published integers, and three sentiments by their edges', async () => {
    const one = await health();
    expect(one.total_score).toBe(Math.floor(0.5 * one.long_term_score + 0.5 * one.short_term_score + 0.5));
    expect([one.sentiment, one.long_term_sentiment, one.short_term_sentiment]).toEqual(
      [one.total_score, one.long_term_score, one.short_term_score].map(sentimentOf),
    );
  });

  it('[#179] [#180] [#181] [#182] [#183] [#184] [#185] [#186] [#187] has indicators that are the inputs of the components', async () => {
    const { components, indicators } = await health();
    const input = (component: string, name: string): number =>
      components[component]!.details.find((one) => one.input === name)!.value;
    const stablecoins = await json<{ flow_7d: { pct: number } }>('sentiment/stablecoins');
    expect(indicators).toEqual({
      long_short_ratio: input('derivatives', 'long_short_ratio'),
      funding_rate: input('derivatives', 'funding_pct_8h'),
      buy_ratio: input('volume_quality', 'buy_ratio'),
      fear_greed_value: input('fear_greed', 'fear_greed'),
      breadth_pct: input('market_breadth', 'breadth_pct'),
      pct_from_200ma: input('price_trend', 'pct_from_200ma'),
      cross_status: { '-1': 'Death', '0': 'Neutral', '1': 'Golden' }[String(input('price_trend', 'cross'))],
      stablecoin_change_7d: stablecoins.flow_7d.pct,
    });
    expect(indicators['breadth_pct']).toBe((await json('market-health/altcoin-breadth'))['breadth_pct']);
    const { long_short_ratio: ratio } = await json('derivatives/cexa/long-short-ratio');
    expect(indicators['long_short_ratio']).toBeCloseTo(Number(ratio), 12);
  });

  it('[#167] [#10] has a summary, as JSON and as a note', async () => {
    const scores = without(await json('market-health'), 'components', 'indicators', 'inputs_version');
    expect(await json('market-health/summary')).toEqual({ ...scores, available: 11 });
    const note = await ask('market-health/summary?format=markdown');
    expect([note.status, note.type]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(note.text).toContain(`# Market health ${String(scores['total_score'])}, ${String(scores['sentiment'])}`);
    expect(await statusOf('market-health/summary?format=xml')).toBe(422);
  });

  it('[#168] [#169] [#189] has components, together and by name; another name is 404 with the list', async () => {
    const { components } = await health();
    expect((await json('market-health/components'))['components']).toEqual(components);
    for (const name of HEALTH_COMPONENTS) {
      expect(await json(`market-health/component/${name}`)).toMatchObject({ name, ...components[name] });
    }
    const unknown = await ask('market-health/component/price');
    expect([unknown.status, JSON.parse(unknown.text)]).toMatchObject([
      404,
      { detail: { error: 'not_found', suggestions: HEALTH_COMPONENTS } },
    ]);
  });

  it('[#170] has a history that ends with today as it is now', async () => {
    const { history, ...rest } = await json<{ history: readonly Row[] }>('market-health/history');
    const { total_score: total, as_of: asOf } = await health();
    expect(history.at(-1)).toMatchObject({ date: '2026-03-10', live: true, total_score: total, scored_at: asOf });
    expect(rest).toMatchObject({ days: 365, count: history.length, archive_start: null });
    expect(await statusOf('market-health/history?days=730')).toBe(200);
    for (const days of ['0', '731', '1.5', 'x']) expect(await statusOf(`market-health/history?days=${days}`)).toBe(422);
  });

  it('[#171] has the breadth of coins over any period of 5 to 365 days', async () => {
    interface Breadth {
      readonly breadth_pct: number | null;
      readonly counted: number;
      readonly above_count: number;
      readonly coins: readonly {
        readonly symbol: string;
        readonly price: number;
        readonly ma: number;
        readonly above: boolean;
      }[];
      readonly insufficient: readonly string[];
    }
    for (const period of [5, 20, 200, 365]) {
      const {
        coins,
        counted,
        above_count: above,
        breadth_pct: pct,
      } = await json<Breadth>(`market-health/altcoin-breadth?ma_period=${period}`);
      expect([coins.length, coins.filter((one) => one.above).length]).toEqual([counted, above]);
      expect(pct).toBe(counted < 8 ? null : (100 * above) / counted);
      for (const { price, ma, above: isAbove } of coins) expect(isAbove).toBe(price > ma);
    }
    expect((await json('market-health/altcoin-breadth'))['ma_period']).toBe(200);
    for (const period of ['4', '366', 'x']) {
      expect(await statusOf(`market-health/altcoin-breadth?ma_period=${period}`)).toBe(422);
    }
  });

  it('[#172] [#190] is recomputed on demand by tier pro alone', async () => {
    expect((await ask('market-health/refresh', 'free', 'POST')).status).toBe(403);
    const done = await ask('market-health/refresh', 'pro', 'POST');
    expect([done.status, JSON.parse(done.text)]).toMatchObject([200, { status: 'recomputed', rows: 11, as_of: NOW }]);
  });

  it('[#188] is not scoped by an exchange', async () => {
    expect(await json('market-health?exchange=dexb')).toEqual(await health());
  });
});

describe('sentiment', () => {
  it('[#191] [#10] averages the indices of fear and greed, as JSON and as a note', async () => {
    interface Mood {
      readonly value: number;
      readonly exact_value: number;
      readonly sources: readonly { readonly value: number; readonly as_of: number }[];
    }
    const { value, exact_value: exact, sources } = await json<Mood>('sentiment/fear-greed');
    expect(exact).toBeCloseTo(mean(sources.map((one) => [one.value, 1])), 9);
    expect(value).toBe(Math.floor(exact + 0.5));
    for (const { as_of: at } of sources) expect(NOW - at).toBeLessThanOrEqual(36 * HOUR_MS);
    const note = await ask('sentiment/fear-greed?format=markdown');
    expect([note.status, note.type]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(note.text).toContain(`# Fear and greed ${value}`);
  });

  it('[#192] has the euro, gold and yields, each with its moment and publisher', async () => {
    const { eur_usd: euro, gold_usd: gold, treasury_yields: yields } = await json('sentiment/macro');
    for (const series of [euro, gold, ...Object.values(yields as Row)]) {
      expect(series).toMatchObject({ value: expect.any(Number) as number, fresh: true, publisher: 'simulated' });
      expect((series as { as_of: number }).as_of).toBeLessThanOrEqual(NOW);
    }
    const { components } = await health();
    const dollar = (await json<Record<string, { change_90d: number }>>('sentiment/macro'))['dollar_index']!.change_90d;
    expect(components['macro_dxy']!.details[0]!.value).toBe(dollar);
  });

  it('[#193] [#194] [#195] [#197] has stablecoins: value, flows, daily inflows and the raw series', async () => {
    interface Flow {
      readonly usd: number;
      readonly pct: number;
      readonly from: number;
    }
    interface Point {
      readonly timestamp: number;
      readonly market_cap: number;
      readonly inflow?: number | null;
    }
    const now = await json<Record<'flow_14d' | 'flow_90d', Flow> & { readonly market_cap: number }>(
      'sentiment/stablecoins',
    );
    const { history: raw } = await json<{ history: readonly Point[] }>('sentiment/stablecoins/history');
    const at = (time: number): number => raw.find(({ timestamp }) => timestamp === time)!.market_cap;
    expect(now.market_cap).toBe(raw.at(-1)!.market_cap);
    for (const [name, flow] of [
      ['stablecoin_flow_14d', now.flow_14d],
      ['stablecoin_flow_90d', now.flow_90d],
    ] as const) {
      expect(flow.usd).toBeCloseTo(now.market_cap - at(flow.from), 2);
      expect(flow.pct).toBeCloseTo((100 * flow.usd) / at(flow.from), 9);
      expect((await health()).components[name]!.details[0]!.value).toBe(flow.pct);
    }
    const { history: days } = await json<{ history: readonly Point[] }>('sentiment/stablecoins/remote-history');
    expect(days).toHaveLength(90);
    for (const { timestamp, inflow } of days) expect(inflow).toBe(at(timestamp) - at(timestamp - DAY_MS));
    expect((await json('sentiment/stablecoins/remote-history?days=1'))['count']).toBe(1);
    for (const n of ['0', '366', 'x']) {
      expect(await statusOf(`sentiment/stablecoins/remote-history?days=${n}`)).toBe(422);
    }
  });
});

interface Daily {
  readonly market_health: Omit<Health, 'as_of'>;
  readonly sentiment: Readonly<Record<'fear_greed' | 'macro' | 'stablecoins', Row>>;
  readonly coins: readonly { readonly id: string; readonly symbol: string; readonly pd_symbol: string | null }[];
  readonly funding: readonly {
    readonly coin: string;
    readonly max_abs_rate_1h: number;
    readonly venues: readonly Row[];
  }[];
  readonly liquidations: readonly { readonly symbol: string; readonly usd: number }[];
  readonly technical_regime: { readonly breadth: Row; readonly by_symbol?: Readonly<Record<string, Row>> };
  readonly event: Row;
  readonly security: Row;
  readonly policy: Row;
  readonly long_horizon: Row | null;
  readonly parts_as_of: Readonly<Record<string, number | null>>;
}
const UNTRIMMED = [
  'market_health',
  'sentiment',
  'event',
  'security',
  'policy',
  'technical_regime',
  'long_horizon',
] as const;
const plain = (coin: string): string => coin.replace(/^k(?=[A-Z])/, '');

describe('the daily snapshot', () => {
  const spotCoins = async (): Promise<ReadonlySet<string>> => {
    const { prices } = await json<{ prices: readonly { symbol: string }[] }>('daily/prices');
    return new Set(prices.map(({ symbol }) => symbol.replace(/USDT$/, '')));
  };

  /** The parts that the snapshot replaces, as a reader would fetch it part by part. */
  async function parts() {
    const { rates } = await json<{ rates: readonly (Row & { coin: string; venue: string; rate_1h: number | null })[] }>(
      'market-intelligence/funding-rates',
    );
    const { data: forced } = await json<{ data: Daily['liquidations'] }>('market-intelligence/liquidations');
    const { items: coins } = await json<{ items: Daily['coins'] }>('coins?per_page=250');
    const listed = {
      perpdex: new Set(rates.filter(({ venue }) => venue === 'perpdex').map(({ coin }) => plain(coin))),
      dexb: new Set(rates.filter(({ venue }) => venue === 'dexb').map(({ coin }) => plain(coin))),
      cexa_spot: await spotCoins(),
      all: undefined,
    };
    return { rates, forced, coins, listed };
  }

  it.each(['perpdex', 'cexa_spot', 'dexb', 'all'] as const)(
    '[#243] [#247] [#249] [#250] [#253] [#254] of %s has the numbers of the parts that it replaces',
    async (exchange) => {
      const { rates, forced, coins, listed } = await parts();
      const daily = await json<Daily>(`daily?exchange=${exchange}`);
      if (exchange === 'perpdex') expect(daily).toEqual(await json<Daily>('daily'));
      const set: ReadonlySet<string> | undefined = listed[exchange];
      const has = (coin: string): boolean => set === undefined || set.has(plain(coin));

      const whole = await json('market-health');
      const { components } = await health();
      const brief = Object.fromEntries(
        Object.entries(components).map(([name, component]) => [name, without({ ...component }, 'details')]),
      );
      const scores = without(whole, 'inputs_version', 'as_of', 'data_source', 'source');
      expect(daily.market_health).toEqual({ ...scores, components: brief });
      for (const [name, path] of [
        ['fear_greed', 'fear-greed'],
        ['macro', 'macro'],
        ['stablecoins', 'stablecoins'],
      ] as const) {
        expect(await json(`sentiment/${path}`)).toMatchObject(daily.sentiment[name]);
      }
      for (const risk of ['event', 'security', 'policy'] as const) {
        expect(await json(`${risk}/regime/score`)).toMatchObject(daily[risk]);
      }
      // The largest of several coins with one ticker is listed.
      const isFirst = (one: Daily['coins'][number]): boolean =>
        coins.find(({ symbol }) => symbol === one.symbol) === one;
      expect(daily.coins).toEqual(coins.filter((one) => set === undefined || (has(one.symbol) && isFirst(one))));
      if (exchange === 'perpdex') expect(daily.coins).toEqual(coins.filter((one) => one.pd_symbol !== null));

      const rated = rates.filter(({ coin, rate_1h: rate }) => rate !== null && has(coin));
      const byCoin = new Map(rated.map(({ coin }) => [coin, rated.filter((one) => one.coin === coin)]));
      const largest = (of: readonly { rate_1h: number | null }[]): number =>
        Math.max(...of.map((one) => Math.abs(one.rate_1h!)));
      expect(new Map(daily.funding.map(({ coin, venues }) => [coin, venues]))).toEqual(byCoin);
      for (const { coin, max_abs_rate_1h: rate } of daily.funding) {
        expect(rate).toBeCloseTo(largest(byCoin.get(coin)!), 15);
      }
      const order = daily.funding.map(({ max_abs_rate_1h: rate }) => rate);
      expect(order).toEqual(order.toSorted((a, b) => b - a));
      expect(daily.liquidations).toEqual(forced.filter(({ symbol }) => has(symbol)).toSorted((a, b) => b.usd - a.usd));
      expect(daily.parts_as_of['market_health']).toBe((await health()).as_of);
      // Untrimmed fields are the same for every exchange.
      const untrimmed = await json<Daily>('daily?exchange=all');
      for (const part of UNTRIMMED) {
        expect(daily[part]).toEqual(untrimmed[part]);
      }
    },
  );

  it('[#252] has the technical rows by ticker on demand alone', async () => {
    const { technical_regime: brief } = await json<Daily>('daily');
    const { technical_regime: whole } = await json<Daily>('daily?technical_detail=true');
    expect([brief.by_symbol, whole.breadth]).toEqual([undefined, brief.breadth]);
    const { text } = await ask('indicators/technical?limit=500', 'pro');
    const { items, breadth } = JSON.parse(text) as { items: readonly (Row & { symbol: string })[]; breadth: Row };
    expect(whole.breadth).toEqual(breadth);
    expect(Object.keys(whole.by_symbol!).toSorted()).toEqual(items.map(({ symbol }) => symbol).toSorted());
    for (const row of items) expect(row).toMatchObject(whole.by_symbol![row.symbol]!);
    expect(whole.by_symbol!['BTC']).toMatchObject({
      sma_200: expect.any(Number) as number,
      rsi_1d: expect.any(Number) as number,
    });
  });

  it('[#243] [#10] is also a note; a value that is none is 422', async () => {
    const note = await ask('daily?format=markdown');
    expect([note.status, note.type]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(note.text).toContain(`# Market health ${(await health()).total_score}`);
    for (const bad of ['exchange=binance', 'technical_detail=maybe', 'format=xml']) {
      expect(await statusOf(`daily?${bad}`)).toBe(422);
    }
  });
});
