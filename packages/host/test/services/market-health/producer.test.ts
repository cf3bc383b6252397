/** Market health over sources without answers: missing components are left out, and the day's row is stored. */

import {
  breadthPublication,
  marketHealthPublication,
  sentimentPublication,
  type Published,
  type ScoreDay,
} from '@barograph/contract';
import { DAY_MS, err, HOUR_MS, ok } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { createFilesSource } from '../../../../sources/src/files/source.ts';
import { openMarket, type Market } from '../../../../sources/src/market/market.ts';
import type { OutlookSeries } from '../../../../sources/src/market/outlook.ts';
import type { Source } from '../../../../sources/src/market/source.ts';
import { marketHealthProducers } from '../../../../runtime/src/producers/market-health/producer.ts';
import { breadthSeries } from '../../../../runtime/src/producers/reference/archive.ts';
import { createScoreArchive } from '../../../../runtime/src/producers/scores/archive.ts';
import { sentimentProducers } from '../../../../runtime/src/producers/sentiment/producer.ts';
import type { NewObservation, Observation } from '../../../../store/src/observations.ts';
import { marketReader } from '../../../../runtime/src/market-reader.ts';
import type { Produced, Producer } from '../../../../runtime/src/producer.ts';
import { asker } from '../../ask.ts';
import { series, waveBars } from '../../test-support.ts';

const START = Date.UTC(2025, 0, 1);
const DAYS = 260;
const NOW = START + DAYS * DAY_MS + 5 * 60_000;
const TICKERS = ['BTC', 'ETH', 'SOL', 'ADA', 'XRP', 'LTC', 'BCH', 'DOT', 'PEPE'];
const BARS = TICKERS.map((symbol, i) =>
  series(symbol === 'PEPE' ? 'kPEPE' : symbol, 'perpdex_perp', waveBars(DAYS * 24, START, 100 + i)),
);
const daily = (count: number, value: (i: number) => number, end = NOW - HOUR_MS): OutlookSeries => ({
  time: Float64Array.from({ length: count }, (_, i) => end - (count - 1 - i) * DAY_MS),
  value: Float64Array.from({ length: count }, (_, i) => value(i)),
});

/** A source of some feeds; the others of it fail. */
function source(feeds: Source['feeds']): Source {
  return {
    id: 'told',
    kind: 'files',
    feeds,
    start: async () => undefined,
    close: async () => undefined,
    state: () => [],
  };
}
const away = { pull: async () => err({ code: 'stale_source', reason: 'it is away' } as const) };
const SURROUNDINGS = source({
  fearGreed: {
    pull: async ({ asOf }) =>
      ok({ rows: { indices: [{ publisher: 'alternative_me', ...daily(40, () => 70) }] }, asOf }),
  },
  macro: away,
  stablecoins: {
    pull: async ({ asOf }) => ok({ rows: { total: daily(120, (i) => 1e11 + i * 1e8), coins: [] }, asOf }),
  },
});

/** Runs producers over a store of its own, and asks operations over what they publish. */
function hostOf(market: Market, kept: NewObservation[] = [], isDrawn = true) {
  const timeline = 't';
  const universe = {
    series: breadthSeries(timeline),
    key: '',
    validTime: NOW - (NOW % DAY_MS),
    knownAt: NOW - 1,
    value: TICKERS,
    source: '',
  };
  if (isDrawn) kept.push(universe);
  const seen = (name: string, asOf: number, from = 0, to = Infinity): readonly Observation[] =>
    kept
      .filter((one) => one.series === name && one.knownAt <= asOf && one.validTime >= from && one.validTime <= to)
      .map((one) => ({ ...one, revision: 1 }));
  const run = async (producer: Producer, asOf: number): Promise<Produced> => {
    const produced = await producer.create()({
      asOf,
      slot: asOf,
      market: marketReader(market),
      load: async () => [],
      published: async () => [],
      head: async () => undefined,
      observed: async (name, from, to) => seen(name, asOf, from, to),
      log: { info: () => undefined, warn: () => undefined },
    });
    kept.push(...(produced.observations ?? []));
    return produced;
  };
  const archive = createScoreArchive(
    {
      asOf: async (name, { knownAt, from }) => seen(name, knownAt, from),
      firstTime: async (name, _key, knownAt) => seen(name, knownAt)[0]?.validTime,
    },
    timeline,
  );
  const published = new Map<string, Published<unknown, unknown>>();
  const publish = async (asOf: number): Promise<void> => {
    for (const producer of [marketHealthProducers(market, timeline)[0]!, ...sentimentProducers(market)]) {
      for (const { name, head, records } of (await run(producer, asOf)).published) {
        const rows = records.map((json) => ({ json, value: JSON.parse(json) as unknown }));
        published.set(name, { asOf, head: JSON.parse(head) as unknown, records: rows });
      }
    }
  };
  const operations = asker({
    source: market,
    now: () => NOW,
    latest: (name) => published.get(name) as never,
    ports: new Map<string, unknown>([
      ['score archive', archive],
      ['other venues', { has: (feed: never) => market.has(feed) }],
      ['reference sources', { hasCoins: false }],
    ]),
  });
  const archiver = marketHealthProducers(market, timeline)[1]!;
  return { publish, published, archive, operations, archiveDay: async (asOf: number) => run(archiver, asOf) };
}
interface Answer {
  readonly partial: boolean;
  readonly components: Readonly<Record<string, { readonly score: number | null; readonly available: boolean }>>;
  readonly indicators: Readonly<Record<string, unknown>>;
}
const ask = { tier: 'free' } as const;

describe('market health of sources that do not answer', () => {
  it('[#179] leaves out what it does not know, names what is missing, and stays an integer', async () => {
    const host = hostOf(openMarket([createFilesSource(BARS), SURROUNDINGS]));
    await host.publish(NOW);
    const { components, indicators, partial, ...scores } = await host.operations.json<Answer>('market_health.get', ask);
    expect(partial).toBe(true);
    const missing = Object.keys(components).filter((name) => !components[name]!.available);
    expect(missing).toEqual(['macro_dxy', 'volume_quality', 'derivatives']);
    for (const name of missing) expect(components[name]!.score).toBeNull();
    expect(Object.keys(indicators)).toEqual([
      'fear_greed_value',
      'breadth_pct',
      'pct_from_200ma',
      'cross_status',
      'stablecoin_change_7d',
    ]);
    expect(Object.values(indicators)).not.toContain(null);
    expect(scores).toMatchObject({ total_score: expect.any(Number) as number, config_version: 'market-health/1' });
    expect(host.published.get(marketHealthPublication.name)?.head).toMatchObject({ missing });
  });

  it('is 503 while a whole term has no component, and says which are missing', async () => {
    const young = BARS.map((one) => series(one.symbol, one.venue, waveBars(30 * 24, START + (DAYS - 30) * DAY_MS)));
    const host = hostOf(openMarket([createFilesSource(young)]), [], false);
    await host.publish(NOW);
    for (const id of [
      'market_health.get',
      'market_health.summary',
      'market_health.components',
      'market_health.history',
    ]) {
      const outcome = await host.operations.outcome(id, ask);
      expect(outcome).toMatchObject({ error: { status: 503, body: { detail: { error: 'warming_up' } } } });
      expect(JSON.stringify(outcome)).toContain('price_trend');
    }
    const breadth = await host.operations.json('market_health.altcoin_breadth', ask);
    expect(breadth).toMatchObject({ breadth_pct: null, counted: 0, universe_day: '2025-09-18' });
  });

  it('draws the coins that are traded most where no table of coins says their market caps', async () => {
    const host = hostOf(openMarket([createFilesSource(BARS), SURROUNDINGS]), [], false);
    await host.publish(NOW);
    const breadth = await host.operations.json<{ coins: { symbol: string }[]; universe_day: string }>(
      'market_health.altcoin_breadth',
      ask,
    );
    expect(breadth.coins.map(({ symbol }) => symbol)).toEqual(TICKERS.toSorted());
    const health = await host.operations.json<Answer>('market_health.get', ask);
    expect(health.components['market_breadth']).toMatchObject({ available: true });
    expect(health.components['market_breadth_short']).toMatchObject({ available: true });
    expect(health.indicators).toMatchObject({ breadth_pct: expect.any(Number) as number });
  });

  it('reads a coin by its perp of a thousand, and names one that no venue lists', async () => {
    const host = hostOf(openMarket([createFilesSource(BARS.slice(1))]));
    await host.publish(NOW);
    const days = host.published
      .get(breadthPublication.name)!
      .records.map(({ value }) => value as { symbol: string; closes: number[] });
    expect(days.map(({ symbol }) => symbol)).toEqual(TICKERS);
    expect(days.map(({ closes }) => closes.length)).toEqual([0, ...TICKERS.slice(1).map(() => DAYS)]);
    const breadth = await host.operations.json<{ insufficient: unknown; counted: number }>(
      'market_health.altcoin_breadth',
      ask,
    );
    expect([breadth.insufficient, breadth.counted]).toEqual([['BTC'], 8]);
  });

  it('[#170] archives one row for the day that has ended, and serves it before today', async () => {
    const kept: NewObservation[] = [];
    const host = hostOf(openMarket([createFilesSource(BARS), SURROUNDINGS]), kept);
    await host.publish(NOW);
    await host.archiveDay(NOW);
    await host.archiveDay(NOW);
    const today = NOW - (NOW % DAY_MS);
    const rows: readonly ScoreDay[] = await host.archive.days('market_health', 0, NOW);
    expect(rows.map(({ day, scoredAt, version }) => [day, scoredAt, version])).toEqual([
      [today - DAY_MS, NOW, 'market-health/1'],
    ]);
    interface History {
      readonly history: readonly (Answer & {
        readonly live: boolean;
        readonly date: string;
        readonly total_score: number;
      })[];
      readonly archive_start: string;
    }
    const { history, archive_start: start } = await host.operations.json<History>('market_health.history', ask);
    expect(history.map(({ live }) => live)).toEqual([false, true]);
    expect(start).toBe(history[0]!.date);
    expect(history[0]!.components['macro_dxy']).toBeNull();
    const [past] = history;
    // Both were computed at one moment: the row of yesterday is that of five minutes after it.
    expect(history[1]).toMatchObject({ total_score: past!.total_score, components: past!.components });
    const one = await host.operations.json<History>('market_health.history', { ...ask, query: { days: 1 } });
    expect(one.history.map(({ live }) => live)).toEqual([true]);
  });
});

describe('sentiment of sources that do not answer', () => {
  it('serves the others, and says of each what is the matter', async () => {
    const host = hostOf(openMarket([createFilesSource(BARS), SURROUNDINGS]));
    const early = await host.operations.outcome('sentiment.fear_greed', ask);
    expect(early).toMatchObject({ error: { body: { detail: { error: 'warming_up' } } } });
    await host.publish(NOW);
    expect(await host.operations.json('sentiment.fear_greed', ask)).toMatchObject({
      value: 70,
      classification: 'greed',
    });
    const macro = await host.operations.outcome('sentiment.macro', ask);
    expect(macro).toMatchObject({ error: { status: 503, body: { detail: { error: 'source_unavailable' } } } });
    const none = hostOf(openMarket([createFilesSource(BARS)]));
    expect(await none.operations.outcome('sentiment.stablecoins', ask)).toMatchObject({
      error: {
        body: {
          detail: { error: 'source_unavailable', message: 'This service has no source of supplies of stablecoins.' },
        },
      },
    });
    await expect(
      hostOf(openMarket([createFilesSource(BARS), source({ fearGreed: away })])).publish(NOW),
    ).rejects.toThrow('no source');
  });

  it('is the mean of the indices of several publishers [#196]', async () => {
    const index = (publisher: 'alternative_me' | 'coinmarketcap', value: number) => ({
      publisher,
      ...daily(3, () => value),
    });
    const indices = [index('alternative_me', 30), index('coinmarketcap', 91)];
    const told = source({ fearGreed: { pull: async ({ asOf }) => ok({ rows: { indices }, asOf }) } });
    const host = hostOf(openMarket([createFilesSource(BARS), told]));
    await host.publish(NOW);
    const mood = await host.operations.json<Readonly<Record<string, unknown>>>('sentiment.fear_greed', ask);
    expect(mood).toMatchObject({ exact_value: 60.5, value: 61, sources: [{ value: 30 }, { value: 91 }] });
  });

  it('drops what cannot be, and an index that is too old', async () => {
    const told = source({
      fearGreed: {
        pull: async ({ asOf }) =>
          ok({
            rows: {
              indices: [
                { publisher: 'alternative_me', ...daily(3, (i) => (i === 2 ? 4000 : 30)) },
                { publisher: 'coinmarketcap', ...daily(3, () => 90, NOW - 37 * HOUR_MS) },
              ],
            },
            asOf,
          }),
      },
      macro: {
        pull: async ({ asOf }) =>
          ok({
            rows: {
              series: [
                { name: 'us_10y', publisher: 'a', ...daily(100, (i) => (i === 99 ? 425 : 4)) },
                {
                  name: 'gold_usd',
                  publisher: 'PAXG/USDT',
                  isProxy: true,
                  ...daily(100, () => 2000, NOW - 8 * DAY_MS),
                },
              ],
            },
            asOf,
          }),
      },
    });
    const host = hostOf(openMarket([createFilesSource(BARS), told]));
    await host.publish(NOW);
    const mood = await host.operations.json<{ value: number; sources: readonly unknown[] }>(
      'sentiment.fear_greed',
      ask,
    );
    expect([mood.value, mood.sources.length]).toEqual([30, 1]);
    expect(await host.operations.json('sentiment.macro', ask)).toMatchObject({
      treasury_yields: { us_10y: { value: 4, fresh: true, change_90d: 0, change_unit: 'bp' }, us_2y: null },
      gold_usd: { value: 2000, fresh: false, proxy: true, publisher: 'PAXG/USDT' },
      eur_usd: null,
    });
    expect(host.published.get(sentimentPublication.name)?.head).toMatchObject({ stablecoins: null });
  });
});
