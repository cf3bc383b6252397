/** News of the same items as a batch, over HTTP and from the command line, on the simulated market: pulse, tape, coin, sources and archive, by tier; reactions that are written once. */

import { FEATURES, pulseRow, serviceOf } from '@barograph/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, resample, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V2, type SimulatorConfig } from '@barograph/simulator';
import { latestNews, NEWS_MARKET, newsPulse, type NewsEvent } from '@barograph/stress/news';
import { csv, run, temporaryFolder } from '../packages/barograph/src/test-support.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock } from '../packages/sources/src/clock.ts';
import type { Host } from '../packages/host/src/compose.ts';
import { openMarket, type Market } from '../packages/sources/src/market/market.ts';
import { createSimulatedSource } from '../packages/sources/src/simulated/source.ts';
import { readsOf } from '../packages/runtime/src/producers/news/producer.ts';
import { reactionsTo, type ReactionReads } from '../packages/runtime/src/producers/news/reactions.ts';
import type { Store } from '../packages/store/src/open-store.ts';
import { marketReader } from '../packages/runtime/src/market-reader.ts';
import { batch, FRESH, ITEMS, NEWS_FEED, NOW } from '../packages/runtime/test/producers/news/items.ts';
import { startTestServer, type TestServer } from '../packages/store/test/test-support.ts';
import { hostOver, TIER_GATE } from '../packages/host/test/test-support.ts';

type Row = Readonly<Record<string, unknown>>;
interface Body {
  readonly [field: string]: unknown;
  readonly items: readonly Row[];
  readonly sources: readonly Row[];
  readonly funnel_24h: Readonly<Record<string, number>>;
  readonly funnel_hours: readonly Readonly<Record<string, number>>[];
  readonly next_cursor: string | null;
  readonly as_of: number;
  readonly count: number;
  readonly detail: {
    readonly error: string;
    readonly required_tier?: string;
    readonly suggestions?: readonly string[];
  };
}
interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: Body;
}
/** Stands for any number. */
const ANY_NUMBER: unknown = expect.any(Number);
const WRITTEN: unknown = expect.objectContaining({ ret_pct: ANY_NUMBER });

/** Everything but the engines of the universe, which news do not read. */
const service = serviceOf(FEATURES.filter(({ engine }) => engine === undefined));
const FEW = 'BTC ETH SOL XRP DOGE LINK kPEPE ADA AVAX APT ARB OP NEAR'.split(' ');
/** One of them under a name that is an ordinary ticker and no more: only a cashtag can find it. */
const listings = SIMULATOR_V2.listings
  .filter(({ symbol, venue }) => venue === 'perpdex_perp' && FEW.includes(symbol))
  .map((listing) => (listing.symbol === 'ADA' ? { ...listing, symbol: 'SPX' } : listing));
const config: SimulatorConfig = { ...SIMULATOR_V2, listings };
const market = (): Market => {
  const source = createSimulatedSource(config);
  const { bars, funding, openInterest } = source.feeds;
  return openMarket([{ ...source, feeds: { bars: bars!, funding: funding!, openInterest: openInterest!, ...NEWS_FEED } }]); // prettier-ignore
};
const clock = createManualClock(NOW);
let server: TestServer;
let url: string;
let store: Store;
let host: Host;
let perps: readonly string[];

const startedOver = async (on: Store): Promise<Host> => {
  const started = hostOver(on, { market: market(), clock, gate: TIER_GATE, service });
  await started.start();
  return started;
};
beforeAll(async () => {
  server = await startTestServer();
  url = await server.database();
  store = await server.open(url);
  perps = (await market().listings(NOW)).flatMap(({ symbol, venue }) => (venue === 'perpdex_perp' ? symbol : []));
  host = await startedOver(store);
}, 120_000);
afterAll(async () => {
  await host.stop();
  await server.stop();
});

async function ask(path: string, tier = 'pro_plus', on: Host = host): Promise<Reply> {
  const reply = await on.server.inject({ url: `/api/v1/${path}`, headers: { 'x-api-key': tier } });
  return { status: reply.statusCode, text: reply.body, body: JSON.parse(reply.body) as Body };
}
const items = async (path: string, tier?: string): Promise<readonly Row[]> => (await ask(path, tier)).body.items;
const column = (rows: readonly Row[], name: string): unknown[] => rows.map((row) => row[name]);

describe('the pulse', () => {
  it('has a row for every active perp, zeros included, as a batch of the same items says [#413] [#424] [#425]', async () => {
    const { status, body } = await ask('news/pulse?hours=48');
    expect(status).toBe(200);
    const { events, funnel } = batch(perps);
    const expected = newsPulse(events, perps, { asOf: NOW, hours: 48, coverage: funnel.coverage(NOW, 48) });
    expect(body.items).toEqual(expected.map(pulseRow.encode));
    expect(body).toMatchObject({ count: perps.length, universe_size: perps.length, hours: 48, as_of: NOW });
    const zeros = body.items.filter(({ news_pressure }) => news_pressure === 0);
    expect(zeros.length).toBe(FEW.length - 3);
    expect(zeros[0]).toMatchObject({ news_tilt: 0, event_count: 0, top_impact: 0 });
    expect(body.items[0]).toMatchObject({ symbol: 'BTC' });
    expect(body.items[0]!['news_pressure']).toBeLessThan(1);
    expect(body['market']).toMatchObject({ symbol: NEWS_MARKET, event_count: 3 });
    // A partnership does not qualify, and is coverage all the same.
    expect(body.items.find(({ symbol }) => symbol === 'SOL')).toMatchObject({ event_count: 1, headlines: 4 });
  });

  it('shows a free key the first ten by pressure, of any hours up to a week [#429]', async () => {
    const all = await items('news/pulse');
    const first = await ask('news/pulse', 'free');
    expect(first.body.items).toEqual(all.slice(0, 10));
    expect(first.body).toMatchObject({ count: 10, universe_size: perps.length });
    for (const hours of ['1', '1.5', '168']) expect((await ask(`news/pulse?hours=${hours}`, 'free')).status).toBe(200);
    for (const hours of ['0.9', '168.1', 'x']) expect((await ask(`news/pulse?hours=${hours}`)).status).toBe(422);
  });
});

describe('the tape', () => {
  it('has the newest row of each story, none below the threshold, and no other items [#414] [#417] [#418] [#419]', async () => {
    const { status, body } = await ask('news/market-moving?hours=336');
    expect(status).toBe(200);
    const expected = latestNews(batch(perps).events).toSorted((a, b) => b.time - a.time);
    expect(expected.length).toBe(18);
    expect(column(body.items, 'id')).toEqual(expected.map(({ id }) => id));
    for (const [i, row] of body.items.entries()) {
      const { time, symbol, category, impactScore, bias, corroboration, matchMode, source, title, url: link, revision, knownAt, terms } = expected[i]!; // prettier-ignore
      expect(row).toMatchObject({ published_at: time, symbol, category, impact_score: impactScore, bias, corroboration, match_mode: matchMode, source, title, url: link, revision, known_at: knownAt, score_components: terms }); // prettier-ignore
      expect(impactScore).toBeGreaterThanOrEqual(0.45);
      expect(impactScore).toBeLessThanOrEqual(1);
    }
    // Dropped reports are counted and shown nowhere.
    const paths = service.operations.map(({ path }) => path).filter((path) => path.includes('news'));
    expect(paths.toSorted()).toEqual(['/api/v1/backtesting/news-events', '/api/v1/news/coin/{symbol}', '/api/v1/news/market-moving', '/api/v1/news/pulse', '/api/v1/news/sources']); // prettier-ignore
    const solana = body.items.find(({ symbol, corroboration }) => symbol === 'SOL' && corroboration === 3);
    expect(solana).toMatchObject({ source: 'paper.example', category: 'hack', match_mode: 'name', bias: ANY_NUMBER }); // prettier-ignore
    expect(Number(solana!['bias'])).toBeLessThan(0);
  });

  it('raises a least impact below the threshold and says so [#431]', async () => {
    const low = await ask('news/market-moving?hours=336&min_impact=0.1');
    expect(low.body).toMatchObject({ min_impact: 0.45, min_impact_raised: true, count: 18 });
    const usual = await ask('news/market-moving?hours=336');
    expect(usual.body).toMatchObject({ min_impact: 0.45, min_impact_raised: false });
    const high = await ask('news/market-moving?hours=336&min_impact=0.7');
    expect(high.body).toMatchObject({ min_impact: 0.7, min_impact_raised: false });
    expect(high.body.count).toBeLessThan(18);
    expect(column(high.body.items, 'impact_score').every((score) => Number(score) >= 0.7)).toBe(true);
  });

  it('shows a free key BTC, ETH and MARKET of a day, ten rows; pro a week; pro plus everything [#414] [#430]', async () => {
    const free = await ask('news/market-moving', 'free');
    expect(free.body).toMatchObject({ count: 10, total: 10, hours: 24, symbols: ['BTC', 'ETH', 'MARKET'] });
    const seen = (await items('news/market-moving?symbol=BTC,ETH,market')).toSorted((a, b) => Number(b['impact_score']) - Number(a['impact_score'])); // prettier-ignore
    expect(seen.length).toBeGreaterThan(10);
    expect(new Set(column(free.body.items, 'id'))).toEqual(new Set(column(seen.slice(0, 10), 'id')));
    expect((await ask('news/market-moving?symbol=ETH&hours=24', 'free')).body['symbols']).toEqual(['ETH']);
    const refused = async (path: string, tier: string, required: string): Promise<void> => {
      const { status, body } = await ask(`news/market-moving?${path}`, tier);
      expect([status, body.detail.error, body.detail.required_tier]).toEqual([403, 'tier_too_low', required]);
    };
    await refused('symbol=SOL', 'free', 'pro');
    await refused('symbol=BTC,SOL', 'free', 'pro');
    await refused('hours=25', 'free', 'pro');
    await refused('hours=169', 'free', 'pro_plus');
    await refused('hours=168.5', 'pro', 'pro_plus');
    const pro = await ask('news/market-moving?hours=168', 'pro');
    expect(column(pro.body.items, 'symbol')).toContain('SOL');
    expect(pro.body['total']).toBe(16);
    expect((await ask('news/market-moving?hours=336&limit=3')).body).toMatchObject({ count: 3, total: 18, limit: 3 });
  });

  it('has score components and reactions for pro plus alone [#421]', async () => {
    for (const tier of ['free', 'pro']) {
      for (const path of ['news/market-moving', 'news/coin/BTC']) {
        for (const row of await items(path, tier)) {
          expect(row).not.toHaveProperty('market_response');
          expect(row).not.toHaveProperty('score_components');
        }
      }
    }
    const [row] = await items('news/coin/SOL');
    expect(Object.keys(row!['market_response'] as Row)).toEqual(['15m', '1h', '4h']);
    const { '1h': hour } = row!['market_response'] as Record<string, Row>;
    expect(Object.keys(hour!)).toEqual([
      'ret_pct',
      'oi_change_pct',
      'funding_shift',
      'volume_multiplier',
      'abnormality',
    ]);
    expect(Object.values(hour!).every(Number.isFinite)).toBe(true);
  });

  it('comes as rows too', async () => {
    const reply = await host.server.inject({
      url: '/api/v1/news/market-moving?format=markdown&fields=symbol,impact_score',
      headers: { 'x-api-key': 'free' },
    });
    expect(reply.headers['content-type']).toMatch(/^text\/markdown/);
    expect(reply.body.trim().split('\n').length).toBe(12);
  });
});

describe('news of a coin', () => {
  it('has its events with pressure and tilt [#415]', async () => {
    const { body } = await ask('news/coin/sol?hours=336');
    const pulse = (await items('news/pulse?hours=168')).find(({ symbol }) => symbol === 'SOL');
    expect(body).toMatchObject({ symbol: 'SOL', event_count: 2, cashtag_only: false, hours: 336, count: 2 });
    expect(column(body.items, 'symbol')).toEqual(['SOL', 'SOL']);
    expect((await ask('news/coin/SOL?hours=168')).body).toMatchObject(pulse!);
    expect((await ask('news/coin/SOL')).body).toMatchObject({ hours: 72, count: 1 });
  });

  it('is of BTC and ETH for a free key, and of perps alone [#432]', async () => {
    for (const symbol of ['BTC', 'eth']) expect((await ask(`news/coin/${symbol}?hours=336`, 'free')).status).toBe(200);
    const { status, body } = await ask('news/coin/SOL', 'free');
    expect([status, body.detail.required_tier]).toEqual([403, 'pro']);
    const unknown = await ask('news/coin/SOLX');
    expect([unknown.status, unknown.body.detail.error]).toEqual([404, 'unknown_symbol']);
    expect(unknown.body.detail.suggestions).toContain('SOL');
  });
});

describe('the sources', () => {
  it('say what was not modified and what was dropped, and a funnel that sums up [#416] [#426] [#427]', async () => {
    const { body } = await ask('news/sources', 'free');
    const published = body.sources.filter(({ name }) => String(name).endsWith('.example'));
    expect(published).toMatchObject([
      { name: 'paper.example', status: 'ok', not_modified: 7, items: 20, dropped: { future: 2 } },
      { name: 'silent.example', status: 'failing', not_modified: 0, last_error: 'body of more than 2 MB' },
    ]);
    const { ingested, ...ends } = body.funnel_24h;
    expect(ingested).toBe(Object.values(ends).reduce((sum, end) => sum + end, 0));
    expect(body.funnel_24h).toEqual(batch(perps).funnel.counts(NOW, 24));
    expect(body.funnel_hours.length).toBeGreaterThan(3);
    for (const { hour, ingested: total, ...rest } of body.funnel_hours) {
      expect(hour! % HOUR_MS).toBe(0);
      expect(total).toBe(Object.values(rest).reduce((sum, count) => sum + count, 0));
    }
    expect(body).toMatchObject({ threshold: 0.45, config_version: 'news/2' });
    expect(Object.keys(body.funnel_24h).toSorted()).toEqual(['dropped_below_threshold', 'dropped_no_catalyst', 'dropped_no_entity', 'dropped_noise', 'ingested', 'qualified']); // prettier-ignore
    expect(body['unresolvable']).toEqual(['SPX']);
    expect((await ask('news/coin/SPX')).body).toMatchObject({ symbol: 'SPX', cashtag_only: true });
  });
});

describe('the archive', () => {
  const START = new Date(NOW - 336 * HOUR_MS).toISOString();
  const archive = async (query: string, tier?: string): Promise<Reply> => ask(`backtesting/news-events?${query}`, tier);

  it('pages through every row as it became known, with outcome columns [#412] [#417] [#423]', async () => {
    const { status, body } = await archive(`start=${START}`);
    expect([status, body.next_cursor]).toEqual([200, null]);
    const byPlace = (a: NewsEvent, b: NewsEvent): number => a.time === b.time ? (a.id === b.id ? a.revision - b.revision : a.id < b.id ? -1 : 1) : a.time - b.time; // prettier-ignore
    const expected = batch(perps).events.toSorted(byPlace);
    expect(body.items.map(({ id, revision }) => [id, revision])).toEqual(expected.map(({ id, revision }) => [id, revision])); // prettier-ignore
    expect(expected.some(({ revision }) => revision === 3)).toBe(true);
    expect(Math.min(...body.items.map((row) => Number(row['impact_score'])))).toBeGreaterThanOrEqual(0.45);
    const tape = new Map((await items('news/market-moving?hours=336')).map((row) => [row['id'], row]));
    for (const row of body.items) {
      const reaction = tape.get(row['id'])!['market_response'] as Record<string, Record<string, number | null> | null>;
      expect(row).toMatchObject({
        ret_15m: reaction['15m']?.['ret_pct'] ?? null,
        ret_1h: reaction['1h']?.['ret_pct'] ?? null,
        ret_4h: reaction['4h']?.['ret_pct'] ?? null,
        vol_mult: reaction['1h']?.['volume_multiplier'] ?? null,
        oi_change_pct: reaction['1h']?.['oi_change_pct'] ?? null,
        funding_shift: reaction['1h']?.['funding_shift'] ?? null,
        abnormality: reaction['1h']?.['abnormality'] ?? null,
      });
    }
    const paged: Row[] = [];
    let cursor = '';
    do {
      const page = await archive(`start=${START}&limit=7${cursor}`);
      paged.push(...page.body.items);
      cursor = page.body.next_cursor === null ? '' : `&cursor=${page.body.next_cursor}`;
    } while (cursor !== '');
    expect(paged).toEqual(body.items);
  });

  it('takes moments in two forms, leaves the end out, and filters by row [#412] [#428]', async () => {
    const all = (await archive(`start=${START}`)).body.items;
    const last = Number(all.at(-1)!['published_at']);
    const ms = Date.parse(START);
    expect((await archive(`start=${ms}&end=${last}`)).body.items).toEqual(all.filter(({ published_at }) => Number(published_at) < last)); // prettier-ignore
    expect((await archive(`start=${ms}&end=${last + 1}`)).body.items).toEqual(all);
    expect((await archive(`start=${START}&symbol=market`)).body.items).toEqual(all.filter(({ symbol }) => symbol === 'MARKET')); // prettier-ignore
    expect((await archive(`start=${START}&min_impact=0.8`)).body.items).toEqual(all.filter(({ impact_score }) => Number(impact_score) >= 0.8)); // prettier-ignore
    for (const query of [
      '',
      'start=soon',
      `start=${START}&limit=0`,
      `start=${START}&limit=5001`,
      `start=${START}&end=2020-01-01`,
      `start=${START}&cursor=x`,
    ]) {
      expect([query, (await archive(query)).status]).toEqual([query, 422]);
    }
    expect((await archive(`start=${START}&limit=5000`)).status).toBe(200);
    const other = (await archive(`start=${START}&limit=1`)).body.next_cursor!;
    expect((await archive(`start=${START}&min_impact=0.8&cursor=${other}`)).status).toBe(422);
    expect((await archive(`start=${START}`, 'pro')).status).toBe(403);
  });
});

/** The command line says of a file of the same reports, and of minutes of BTC, what the archive says of them. */
async function expectCommandLine(btc: Candles, at: number): Promise<void> {
  const { make, remove, put, path } = temporaryFolder();
  make();
  try {
    put('BTC.csv', csv(btc));
    const lines = ITEMS.map(({ time, seenAt, domain: _, ...one }) => JSON.stringify({ ...one, time, seen_at: seenAt }));
    put('reports.ndjson', lines.join('\n'));
    const { code, out, err } = await run(['news', path('reports.ndjson'), '--bars', path('BTC.csv'), '--symbols', perps.join(','), '--at', String(at), '--format', 'ndjson']); // prettier-ignore
    expect([code, err]).toEqual([0, '']);
    const responses = out.trim().split('\n').map((line) => JSON.parse(line) as Row); // prettier-ignore
    const rows = await items('backtesting/news-events?start=2025-08-01');
    const newest = new Map(rows.map((row) => [row['id'], row])); // revisions ascend
    expect(responses.map(({ id }) => id)).toEqual([...newest.keys()]);
    // A file of bars has no open interest and no funding, and bars of one perp alone.
    const unsaid = (symbol: unknown): readonly string[] =>
      symbol === 'BTC' || symbol === NEWS_MARKET
        ? ['oi_change_pct', 'funding_shift']
        : ['ret_15m', 'ret_1h', 'ret_4h', 'vol_mult', 'abnormality', 'oi_change_pct', 'funding_shift'];
    const measured = responses.filter(({ published_at }) => Number(published_at) > NOW - 48 * HOUR_MS);
    expect(measured.length).toBeGreaterThan(10);
    for (const row of measured) {
      const nulls = Object.fromEntries(unsaid(row['symbol']).map((name) => [name, null]));
      expect(row).toEqual({ ...newest.get(row['id']), ...nulls });
    }
  } finally {
    remove();
  }
}

describe('reactions', () => {
  const fresh = async (host?: Host): Promise<Row> => {
    const { body } = await ask('news/market-moving?symbol=BTC&hours=24&limit=1', 'pro_plus', host);
    return body.items[0]!['market_response'] as Row;
  };
  /** Runs the market up to a moment, and a minute further where a run under way has passed over its slot. */
  const at = async (moment: number): Promise<void> => {
    clock.moveTo(moment + 6000);
    const seen = async (): Promise<boolean> => (await ask('news/sources')).body.as_of >= clock.now();
    for (let waited = 1; !(await seen()); waited++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (waited % 100 === 0) clock.moveTo(clock.now() + MINUTE_MS);
    }
  };

  it('are null until the last minute has closed, and are then written once, the same ever after, after a restart and from the command line [#421] [#422]', async () => {
    const open = FRESH - (FRESH % MINUTE_MS);
    expect(await fresh()).toEqual({ '15m': null, '1h': null, '4h': null });
    await at(open + 16 * MINUTE_MS);
    const first = await fresh();
    expect(first).toEqual({ '15m': WRITTEN, '1h': null, '4h': null });
    await at(open + 4 * HOUR_MS + MINUTE_MS);
    const whole = await fresh();
    expect(whole['15m']).toEqual(first['15m']);
    for (const name of ['1h', '4h']) {
      expect(Object.values(whole[name] as Row).every(Number.isFinite)).toBe(true);
    }
    await at(open + 20 * HOUR_MS);
    expect(await fresh()).toEqual(whole);

    // Months later, from minutes that somebody kept, and what the market then says of its past.
    const event = batch(perps).events.find(({ time }) => time === FRESH);
    const asOf = open + 60 * DAY_MS;
    const archived = createMarket(config).candles('BTC', 'perpdex_perp', '1m', open - 20 * DAY_MS, open + DAY_MS);
    const read: ReactionReads = {
      ...readsOf(marketReader(market()), undefined, asOf),
      bars: async (_, interval) => (interval === '1m' ? archived : resample(archived, '1m', interval).bars),
      quarters: async () => resample(archived, '1m', '15m').bars,
    };
    const later = await reactionsTo(event!, ['15m', '1h', '4h'], asOf, read);
    const responses = await store.news.responses('test', [event!.id], asOf);
    expect(new Map(later.map(({ horizon, response }) => [horizon, response]))).toEqual(
      new Map(responses.map(({ horizon, response }) => [horizon, response])),
    );

    await expectCommandLine(archived, open + 20 * HOUR_MS);
    const paths = ['news/pulse', 'news/market-moving?hours=336', 'news/coin/BTC', 'news/sources', `backtesting/news-events?start=2025-08-01`]; // prettier-ignore
    const before = await Promise.all(paths.map(async (path) => (await ask(path)).text));
    await host.stop();
    store = await server.open(url);
    host = await startedOver(store);
    // Sources are current; everything else is from the publication.
    const ofThen = (text: string): Row => ({ ...(JSON.parse(text) as Row), sources: [] });
    for (const [i, path] of paths.entries()) expect(ofThen((await ask(path)).text)).toEqual(ofThen(before[i]!));
  }, 60_000);

  it('of a moment that has passed are those that were known then', async () => {
    const then = await ask(`news/market-moving?symbol=BTC&hours=24&limit=1&as_of=${NOW}`);
    expect(then.body.items[0]!['market_response']).toEqual({ '15m': null, '1h': null, '4h': null });
  });
});
