/** The wiki over HTTP: search, pages, stats, and a host without an index. */

import { INDICATORS, STRATEGIES } from '@barograph/catalogue';
import { openWiki, type WikiIndex } from '@barograph/catalogue/wiki';
import type { Problem, WikiState } from '@barograph/contract';
import type { Result } from '@barograph/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../sources/src/clock.ts';
import { loadWiki, wikiIndexFile } from '../../../runtime/src/producers/wiki/load.ts';
import { asker } from '../ask.ts';
import { simulatedMarket, testHost, TIER_GATE } from '../test-support.ts';

const market = simulatedMarket();
const host = await testHost(market, createManualClock(Date.UTC(2025, 8, 2, 21, 15)), TIER_GATE);
type Wire = Record<string, unknown>;

async function ask(path: string): Promise<{ status: number; body: Wire }> {
  const reply = await host.server.inject({ url: `/api/v1/wiki/${path}`, headers: { 'x-api-key': 'free' } });
  return { status: reply.statusCode, body: JSON.parse(reply.body) as Wire };
}
const resultsOf = async (query: string): Promise<readonly Wire[]> => {
  const { status, body } = await ask(`search?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body['results'] as readonly Wire[];
};
beforeAll(async () => {
  await host.start();
  await vi.waitFor(async () => expect((await ask('stats')).status).toBe(200));
});
afterAll(async () => host.stop());

const index = JSON.parse(readFileSync(wikiIndexFile(), 'utf8')) as WikiIndex;
const wiki = openWiki(index);
const SCHEMAS = new URL('../../../../../shared/spec/schemas/', import.meta.url);

/** The outcome of an operation of a host in this state. */
async function outcomeOf(id: string, query: Wire, state: WikiState): Promise<Result<unknown, Problem>> {
  const ports = new Map<string, unknown>([['wiki', { state: () => state }]]);
  return asker({ source: market, latest: () => undefined, ports }).outcome(id, { query, tier: 'free' });
}

describe('the wiki over HTTP', () => {
  it('lists the newest pages without words and filters, with no score [#545] [#549] [#554]', async () => {
    const results = await resultsOf('limit=50');
    const dates = results.map(({ updated }) => String(updated));
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(results.map(({ score }) => score)).toEqual(results.map(() => null));
    expect(await resultsOf('')).toHaveLength(10);
    expect((await resultsOf('type=strategy')).map(({ score }) => score)).toEqual(
      Array.from({ length: 10 }, () => null),
    );
  });

  it('ranks by words, with a snippet, an address, and labels of strategies alone [#548] [#550]', async () => {
    const results = await resultsOf('q=funding%20carry&limit=50');
    const scores = results.map(({ score }) => Number(score));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const one of results) {
      expect(one['url']).toBe(`/api/v1/wiki/page?path=${encodeURIComponent(String(one['path']))}`);
      expect(one['snippet']).not.toBe('');
      expect(one['strategy'] === null).toBe(one['type'] !== 'strategy');
    }
    const { strategy } = results.find(({ type }) => type === 'strategy')!;
    expect(strategy).toMatchObject({ backtest_status: 'untested', expected_sharpe_source: 'author_estimate' });
  });

  it('takes several values of a filter, with commas and sent again [#545] [#554]', async () => {
    const comma = await resultsOf('horizon=scalp,position&limit=50');
    const again = await resultsOf('horizon=scalp&horizon=position&limit=50');
    expect(comma).toEqual(again);
    const horizons = new Set(comma.map(({ strategy }) => (strategy as Wire)['horizon']));
    expect(horizons).toEqual(new Set(['scalp', 'position']));
    expect(await resultsOf('tag=carry&tag=basis&limit=50')).toEqual(await resultsOf('tag=carry,basis&limit=50'));
  });

  it('maps the timeframe day to the horizon intraday', async () => {
    const { body } = await ask('search?strategy_type=price-patterns&horizon=intraday&limit=50');
    const days = STRATEGIES.filter(({ group, timeframe }) => group === 'price-patterns' && timeframe === 'day');
    const paths = (body['results'] as Wire[]).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(days.map(({ slug }) => `strategies/price-patterns/${slug}.md`)));
    expect((await ask('search?horizon=day')).status).toBe(422);
  });

  it.each([
    ['backtest_status=nope', 422],
    ['backtest_status=untested,nope', 422],
    ['horizon=', 422],
    ['complexity=expert', 422],
    ['crowding_risk=low&crowding_risk=none', 422],
    ['limit=0', 422],
    ['limit=51', 422],
    [`q=${'x'.repeat(201)}`, 422],
    [`q=${'x'.repeat(200)}`, 200],
    ['limit=50', 200],
    ['backtest_status=untested,live', 200],
  ])('%s is %i [#545]', async (query, status) => {
    expect((await ask(`search?${query}`)).status).toBe(status);
  });

  it.each(['type', 'tag', 'category', 'strategy_type', 'market'])('finds nothing of an unknown %s', async (name) => {
    expect((await ask(`search?${name}=nope`)).body).toMatchObject({ results: [], count: 0, total: 0 });
  });

  it('has a page by its path and by a short form [#546] [#551] [#553] [#555]', async () => {
    const path = 'indicators/breadth/arms-index.md';
    const whole = await ask(`page?path=${path}`);
    expect(whole.body).toMatchObject({ path, title: 'Arms index', type: 'indicator', license: 'CC BY 4.0' });
    expect(whole.body['markdown']).toContain('npx barograph indicator arms-index');
    for (const short of ['indicators/breadth/arms-index', 'breadth/arms-index', 'arms-index.md', 'arms-index']) {
      expect((await ask(`page?path=${short}`)).body).toEqual(whole.body);
    }
    for (const { slug } of [...INDICATORS, ...STRATEGIES]) expect(wiki.page(slug)?.path).toContain(`/${slug}.md`);
  });

  it.each([
    'nope',
    '../../../etc/passwd',
    'indicators',
    'index',
    '',
    '%F0%9F%98%80',
    'Arms-Index',
    '/etc/passwd',
    'ms-index',
  ])('says page_not_found of %s, with suggestions and where to search [#143] [#546] [#555]', async (path) => {
    const { status, body } = await ask(`page?path=${path}`);
    const detail = body['detail'] as { error: string; suggestions: string[]; search_url: string };
    expect([status, detail.error]).toEqual([404, 'page_not_found']);
    expect(detail.suggestions.length).toBeLessThanOrEqual(5);
    for (const one of detail.suggestions) expect(wiki.page(one)).toBeDefined();
    const { statusCode } = await host.server.inject({ url: detail.search_url, headers: { 'x-api-key': 'free' } });
    expect(statusCode).toBe(200);
  });

  it('suggests the page that was misspelt', async () => {
    const { body } = await ask('page?path=indicators/arms-indx');
    expect((body['detail'] as { suggestions: string[] }).suggestions[0]).toBe('indicators/breadth/arms-index.md');
  });

  it('needs a path', async () => expect((await ask('page')).status).toBe(422));

  it('counts its pages [#547] [#552]', async () => {
    const { body } = await ask('stats');
    const sum = (name: string): number =>
      Object.values(body[name] as Record<string, number>).reduce((a, b) => a + b, 0);
    expect(body['total_pages']).toBe(index.pages.length);
    expect([sum('by_type'), sum('by_category')]).toEqual([index.pages.length, index.pages.length]);
    expect(body['by_type']).toMatchObject({ strategy: 317, indicator: 187 });
    expect(body['built_at']).toBe(index.builtAt);
    expect(Number(body['built_at'])).toBeLessThan(1e10);
    expect(body['source_commit']).toMatch(/^(?:[0-9a-f]{40}|unknown)$/);
  });

  it('answers odd words', async () => {
    for (const q of ['.*+?^${}()|[]\\', '😀'.repeat(100), 'the of and', 'a '.repeat(100), '"', '%', 'AND OR NOT']) {
      const { status, body } = await ask(`search?q=${encodeURIComponent(q)}`);
      expect([q, status]).toEqual([q, 200]);
      expect(body['results']).toBeInstanceOf(Array);
    }
  });

  it.each([
    ['wiki.search', { q: 'funding' }],
    ['wiki.page', { path: 'arms-index' }],
    ['wiki.stats', {}],
  ])('%s without an index is 503, with Retry-After while it is being read [#153]', async (id, query) => {
    const missing = await outcomeOf(id, query, { kind: 'unavailable' });
    const loading = await outcomeOf(id, query, { kind: 'loading' });
    expect([missing, loading]).toMatchObject([
      { ok: false, error: { status: 503, body: { detail: { error: 'wiki_index_unavailable' } } } },
      { ok: false, error: { status: 503, headers: { 'retry-after': '1' } } },
    ]);
    expect(missing.ok ? '' : missing.error.headers).toEqual({});
  });

  it('refuses filters of strategies alone where the index has no labels [#153]', async () => {
    const state: WikiState = { kind: 'open', wiki: openWiki({ ...index, hasStrategyLabels: false }) };
    const outdated = { ok: false, error: { status: 503, body: { detail: { error: 'wiki_index_outdated' } } } };
    expect(await outcomeOf('wiki.search', { horizon: 'swing' }, state)).toMatchObject(outdated);
    expect(await outcomeOf('wiki.search', { market: 'perps' }, state)).toMatchObject(outdated);
    expect((await outcomeOf('wiki.search', { q: 'funding', type: 'strategy' }, state)).ok).toBe(true);
  });

  it('is unavailable, and says why once, when its index is cut or of another form', async () => {
    for (const text of ['', '{"schema":"wiki/0","pages":[]}', JSON.stringify({ ...index, search: {} })]) {
      const report = vi.fn<(error: unknown) => void>();
      const loading = loadWiki(async () => text, report);
      expect(loading.state().kind).toBe('loading');
      await loading.done;
      expect([loading.state().kind, report.mock.calls.length]).toEqual(['unavailable', 1]);
    }
  });

  it.skipIf(!existsSync(SCHEMAS))(
    'has the fields of the contract (needs shared) [#548] [#550] [#551] [#552]',
    async () => {
      const ajv = new Ajv2020({ strict: false });
      const held = (name: string, one: unknown): void => {
        const schema = JSON.parse(readFileSync(new URL(`${name}.json`, SCHEMAS), 'utf8')) as { $id?: string };
        delete schema.$id;
        const validate = ajv.compile(schema);
        expect(validate(one), JSON.stringify(validate.errors)).toBe(true);
      };
      for (const one of await resultsOf('q=funding&limit=5')) held('wiki_result', one);
      held('wiki_page', (await ask('page?path=arms-index')).body);
      held('wiki_stats', (await ask('stats')).body);
    },
  );
});
