import { DAY_MS, HOUR_MS } from '@barograph/core';
import { createMarket, createNews } from '@barograph/simulator';
import { entityTable, latestNews, marketResponse, newsEvents } from '@barograph/stress/news';
import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csv, lines, parse, run, temporaryFolder } from '../test-support.ts';

const { make, remove, put, path } = temporaryFolder();
const market = createMarket();
const FROM = market.config.start + 12 * DAY_MS;
const TO = FROM + 4 * DAY_MS;
const SYMBOLS = ['BTC', 'ETH', 'SOL', 'XRP', 'AVAX', 'LINK', 'ADA', 'DOGE'];
const reports = createNews(market).reports(FROM, TO);
const hours = (symbol: string) => market.candles(symbol, 'perpdex_perp', '1h', market.config.start, TO);

const rows = (text: string) => lines(text).map(parse);

beforeAll(() => {
  make();
  mkdirSync(path('bars'));
  for (const symbol of SYMBOLS) put(`bars/${symbol}.csv`, csv(hours(symbol)));
  const texts = reports.map(({ id, title, url, tier, time, seenAt }) =>
    JSON.stringify({ id, title, url, tier, published_at: new Date(time).toISOString(), seen_at: seenAt }),
  );
  put(
    'reports.ndjson',
    [...texts, '', 'no json', '{"title":"x"}', '{"title":"<b>a</b> b c","time":1704067200000}'].join('\n'),
  );
});
afterAll(remove);

describe('barograph news', () => {
  it('[#421] says what the engines say of the same reports and bars', async () => {
    const { code, out, err } = await run([
      'news',
      path('reports.ndjson'),
      '--bars',
      path('bars'),
      '--format',
      'ndjson',
    ]);
    expect(code).toBe(0);
    expect(err).toMatch(/left out 1 of no_json/);
    expect(err).toMatch(/left out 1 of no_time/);
    expect(err).toMatch(/left out 1 of markup/);
    const items = reports.map(({ story: _, isCopy: __, ...item }) => item);
    const events = latestNews(newsEvents(items, entityTable(SYMBOLS)).events).toSorted((a, b) => a.time - b.time);
    const report = rows(out);
    expect(report.map(({ id, impact_score, bias, corroboration }) => [id, impact_score, bias, corroboration])).toEqual(
      events.map(({ id, impactScore, bias, corroboration }) => [id, impactScore, bias, corroboration]),
    );
    expect(report.length).toBeGreaterThan(1);
    for (const [i, { symbol, time }] of events.entries()) {
      const bars = hours(symbol === 'MARKET' ? 'BTC' : symbol);
      const response = marketResponse({ time, asOf: TO, bars, stepMs: HOUR_MS });
      expect(report[i]).toMatchObject({ symbol, ret_15m: null, ret_1h: response['1h']?.retPct ?? null, abnormality: response['1h']?.abnormality ?? null }); // prettier-ignore
    }
  });

  it('leaves out reports of the future, and perps that no title can name, and says so', async () => {
    const title = 'Harbor Bridge exploited for $80 million as 1000PEPE and ETH pools are emptied';
    const report = (url: string, time: number) => JSON.stringify({ title, url, tier: 1, time });
    put('future.ndjson', [report('https://a.org/1', FROM), report('https://b.org/2', Date.now() + DAY_MS)].join('\n'));
    const args = ['news', path('future.ndjson'), '--format', 'ndjson', '--symbols', 'ETH,kPEPE,PEPE'];
    const { code, out, err } = await run(args);
    expect(code).toBe(0);
    expect(err).toMatch(/left out 1 of future/);
    expect(err).toMatch(/left out PEPE: no ticker, or a coin that is there in another multiple/);
    expect(rows(out).map(({ symbol, corroboration }) => [symbol, corroboration])).toEqual([['ETH', 1], ['kPEPE', 1]]); // prettier-ignore
  });

  it('knows nothing of what came after --at, and leaves what is not matured null', async () => {
    const whole = rows((await run(['news', path('reports.ndjson'), '--bars', path('bars'), '--format', 'ndjson'])).out);
    const last = whole.at(-1)!;
    const at = Number(last['known_at']) + 60_000;
    const then = rows(
      (await run(['news', path('reports.ndjson'), '--bars', path('bars'), '--format', 'ndjson', '--at', String(at)]))
        .out,
    );
    const row = then.find(({ id }) => id === last['id'])!;
    expect(row['ret_4h']).toBeNull();
    for (const event of then) {
      const later = whole.find(({ id }) => id === event['id'])!;
      for (const name of ['ret_1h', 'ret_4h', 'vol_mult', 'abnormality']) {
        if (event[name] !== null) expect(later[name]).toBe(event[name]);
      }
    }
  });

  it('has the pulse of every perp, and the counts of the funnel', async () => {
    const pulse = rows(
      (await run(['news', path('reports.ndjson'), '--show', 'pulse', '--symbols', 'BTC,ETH,SPX', '--format', 'ndjson']))
        .out,
    );
    expect(pulse.map(({ symbol }) => String(symbol)).toSorted()).toEqual(['BTC', 'ETH', 'SPX']);
    const { out } = await run([
      'news',
      path('reports.ndjson'),
      '--show',
      'funnel',
      '--symbols',
      'BTC,ETH,SPX',
      '--format',
      'json',
    ]);
    const { ingested, unresolvable, ...others } = parse(out) as Record<string, number | string>;
    const rest = Object.entries(others).flatMap(([name, count]) => (name === 'as_of' ? [] : [count]));
    expect(unresolvable).toBe('SPX');
    expect(ingested).toBe(rest.reduce((sum: number, count) => sum + Number(count), 0));
  });

  it('[#56] scores labelled reports, and refuses a label that is none by line and field', async () => {
    const label = (title: string, more: object) =>
      JSON.stringify({ title, time: FROM, source: 'a.org', kind: 'none', symbols: [], bias: 'neutral', must_qualify: false, ...more }); // prettier-ignore
    const hack = { kind: 'hack', symbols: ['ETH'], bias: 'negative', must_qualify: true };
    const titles = [
      label('Ethereum bridge exploited for $80 million', hack),
      label('Ethereum team denies it was hacked', { trap: 'denial' }),
      label('比特币交易所遭黑客攻击', { trap: 'script' }),
    ];
    put('labels.ndjson', titles.join('\n'));
    const { code, out, err } = await run(['news', 'score', path('labels.ndjson'), '--format', 'ndjson']);
    expect(code).toBe(0);
    expect(err).toMatch(/3 labelled headlines, 3 stories, 1 not read/);
    const figures = new Map(rows(out).map(({ figure, ...rest }) => [figure, rest]));
    expect(figures.get('precision')).toMatchObject({ value: 1, hits: 1, total: 1 });
    expect(figures.get('recall_core')).toMatchObject({ value: 1, hits: 1, total: 1 });
    expect(figures.get('trap_denial')).toMatchObject({ value: 0, hits: 0, total: 1 });
    put('labels.ndjson', label('Ethereum bridge exploited', { bias: 'up' }));
    expect(await run(['news', 'score', path('labels.ndjson')])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/line 1: "bias" expected one of positive, negative, neutral, got "up"/),
    });
    expect((await run(['news', 'score', path('none.ndjson')])).code).toBe(2);
  });

  it('raises a least impact below the threshold and says so, and refuses what is no file of reports', async () => {
    const low = await run(['news', path('reports.ndjson'), '--min-impact', '0.1', '--format', 'ndjson']);
    expect(low.err).toMatch(/--min-impact: raised to 0.45/);
    const high = rows((await run(['news', path('reports.ndjson'), '--min-impact', '0.7', '--format', 'ndjson'])).out);
    expect(high.every(({ impact_score }) => Number(impact_score) >= 0.7)).toBe(true);
    put('bad.ndjson', '{"title":"x"}\n[]\n');
    expect(await run(['news', path('bad.ndjson')])).toMatchObject({ code: 2, err: expect.stringMatching(/at least one report, got 1 no_time, 1 no_object/) }); // prettier-ignore
    expect(await run(['news', path('none.ndjson')])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/got no such file/),
    });
    expect((await run(['news', path('reports.ndjson'), '--at', '2020-01-01'])).err).toMatch(
      /--at: expected a time after the first report/,
    );
    expect((await run(['news', path('reports.ndjson'), '--symbols', 'b t'])).code).toBe(2);
  });
});
