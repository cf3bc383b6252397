/** News: events and reactions never change, hourly counts only grow, and counts of sources survive restarts. */

import type { FunnelCounts, HorizonResponse, NewsEvent } from '@barograph/stress/news';
import assert from 'node:assert/strict';
import { NEWS, type NewsKept, type NewsRange, type StoredNewsResponse } from '../../src/news.ts';
import type { Store } from '../../src/open-store.ts';
import type { NewsSourceReport } from '../../src/news-sources.ts';
import { MIDNIGHT, MINUTE_MS, type StoreCase } from './store-case.ts';

const HOUR = 60 * MINUTE_MS;

/** A row that was published `minute` minutes after midnight and became known a minute later. */
export function newsEvent(id: string, minute: number, more: Partial<NewsEvent> = {}): NewsEvent {
  return {
    id,
    revision: 1,
    symbol: 'BTC',
    category: 'hack',
    matchMode: 'cashtag',
    title: `Title of ${id} é😀`,
    url: 'https://example.org/a',
    source: 'example.org',
    time: MIDNIGHT + minute * MINUTE_MS,
    knownAt: MIDNIGHT + (minute + 1) * MINUTE_MS,
    impactScore: 0.1 + 0.4,
    terms: { intercept: -2.2, category: 2.2, tier: 0.3, corroboration: 0.1 + 0.2, centrality: 0.5, recency: -1e-7 },
    bias: -0.6,
    corroboration: 1,
    configVersion: 'news/1',
    ...more,
  };
}

const kept = (events: readonly NewsEvent[], more: Partial<NewsKept> = {}): NewsKept => ({
  events,
  hours: [],
  sources: [],
  ...more,
});
const all: NewsRange = { from: 0, to: 2 * MIDNIGHT, asOf: 2 * MIDNIGHT, limit: 100 };
const namesOf = (events: readonly NewsEvent[]) => events.map(({ id, revision }) => `${id}${revision}`);

function counts(qualified: number, noise: number): FunnelCounts {
  const none = { dropped_no_catalyst: 0, dropped_no_entity: 0, dropped_below_threshold: 0 };
  return { ingested: qualified + noise, dropped_noise: noise, ...none, qualified };
}

function report(run: string, items: number, more: Partial<NewsSourceReport> = {}): NewsSourceReport {
  const about = { url: 'https://example.org/rss', tier: 2, category: null } as const;
  const state = { lastSuccessAt: null, lastErrorAt: null, lastError: null };
  const dropped = items === 0 ? {} : { future: items };
  return { name: 'paper', about, ...state, run, counts: { items, notModified: 1, dropped }, ...more };
}

const reaction: HorizonResponse = {
  retPct: -0.1 - 0.2,
  oiChangePct: null,
  fundingShift: 1e-9,
  volumeMultiplier: 2,
  abnormality: 1 / 3,
};
const response = (id: string, more: Partial<StoredNewsResponse> = {}): StoredNewsResponse => ({
  id,
  symbol: 'BTC',
  horizon: '15m',
  knownAt: MIDNIGHT + HOUR,
  response: reaction,
  ...more,
});

const record = async ({ db }: Store, rows: NewsKept, asOf: number) => NEWS.write(db, rows, { timeline: 'm', asOf });

export const NEWS_CASES: readonly StoreCase[] = [
  {
    name: '[#417] a row of news is read as it was written, once, and a later row corrects it without changing it',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      const first = newsEvent('x', 0);
      const second = newsEvent('x', 0, {
        revision: 2,
        knownAt: first.knownAt + HOUR,
        impactScore: 0.9,
        corroboration: 2,
      });
      assert.deepEqual(await record(a, kept([first]), 1), { appended: 1, conflicts: [] });
      // A run that lost the response of its own commit is repeated a little later.
      const again = { ...first, knownAt: first.knownAt + 1, impactScore: 0.7 };
      assert.deepEqual(await record(b, kept([again, second]), 2), { appended: 1, conflicts: [] });
      assert.deepEqual(await a.news.read('m', all), [second]);
      assert.deepEqual(await a.news.read('m', { ...all, asOf: second.knownAt - 1 }), [first]);
      assert.deepEqual(await a.news.read('m', { ...all, revisions: 'every' }), [first, second]);
      assert.deepEqual(await a.news.read('m', { ...all, asOf: first.knownAt - 1 }), []);
      assert.deepEqual(await a.news.read('other', all), []);
    },
  },
  {
    name: 'a row under the identifier of another story is dropped and named, the others go on',
    run: async ({ open }) => {
      const store = await open();
      await record(store, kept([newsEvent('x', 0)]), 1);
      const other = newsEvent('x', 0, { revision: 2, title: 'Something else' });
      const recorded = await record(store, kept([other, newsEvent('y', 1)]), 2);
      assert.deepEqual(recorded, { appended: 1, conflicts: ['x'] });
      const warning = await store.tables.write({ table: 'news', rows: kept([other]) }, { timeline: 'm', asOf: 3 });
      assert.deepEqual(warning, {
        fields: { stories: ['x'] },
        message: 'news dropped: their stories have another title',
      });
      assert.deepEqual(namesOf(await store.news.read('m', { ...all, revisions: 'every' })), ['x1', 'y1']);
    },
  },
  {
    name: 'a title that the rows of before contradict is counted for its source, and old hours are forgotten',
    run: async ({ open }) => {
      const store = await open();
      const { news } = store;
      const id = 'BTC:hack:paper:https://paper.example/1';
      const hour = (at: number) => ({ hour: at, counts: counts(1, 0), coverage: {} });
      const hours = [hour(MIDNIGHT), hour(MIDNIGHT + HOUR)];
      await record(store, kept([newsEvent(id, 0)], { hours, sources: [report('one', 1)] }), 1);
      const other = newsEvent(id, 0, { revision: 2, title: 'Something else' });
      const more = { sources: [report('one', 1)], conflicts: { paper: 2 } };
      await record(store, kept([other, newsEvent('BTC:hack:nobody:1', 1)], more), 2);
      assert.equal((await news.sources('m'))[0]!.counts.dropped['conflict'], 3);
      await store.tables.prune(NEWS.retention!, MIDNIGHT + HOUR);
      assert.deepEqual(
        (await news.hours('m', 0, 2 * MIDNIGHT)).map((one) => one.hour),
        [MIDNIGHT + HOUR],
      );
    },
  },
  {
    name: 'news is read by publication with an open end, by symbol, by impact of the row that counts, and page by page',
    run: async ({ open }) => {
      const store = await open();
      const { news } = store;
      const rows = [
        newsEvent('a', 0, { impactScore: 0.6 }),
        newsEvent('b', 5, { symbol: 'ETH' }),
        newsEvent('c', 5, { symbol: 'MARKET', impactScore: 0.8 }),
        newsEvent('a', 0, { revision: 2, impactScore: 0.5 }),
        newsEvent('d', 9),
      ];
      await record(store, kept(rows), 1);
      const read = async (more: Partial<NewsRange>) => namesOf(await news.read('m', { ...all, ...more }));
      assert.deepEqual(await read({}), ['a2', 'b1', 'c1', 'd1']);
      assert.deepEqual(await read({ from: MIDNIGHT + 1, to: MIDNIGHT + 9 * MINUTE_MS }), ['b1', 'c1']);
      assert.deepEqual(await read({ symbols: ['ETH', 'MARKET'] }), ['b1', 'c1']);
      assert.deepEqual(await read({ symbols: [] }), []);
      assert.deepEqual(await read({ minImpact: 0.6 }), ['c1']);
      assert.deepEqual(await read({ minImpact: 0.6, revisions: 'every' }), ['a1', 'c1']);
      assert.deepEqual(await read({ order: 'descending', limit: 2 }), ['d1', 'c1']);
      for (const order of ['ascending', 'descending'] as const) {
        const pages: NewsEvent[] = [];
        for (let after: NewsEvent | undefined; ; after = pages.at(-1)) {
          const page = await news.read('m', { ...all, order, after, limit: 2, revisions: 'every' });
          pages.push(...page);
          if (page.length < 2) break;
        }
        assert.deepEqual(pages, await news.read('m', { ...all, order, revisions: 'every' }));
        assert.equal(pages.length, 5);
      }
    },
  },
  {
    name: '[#426] hours of the funnel sum, or are refused with all that came with them; a count never falls',
    run: async ({ open }) => {
      const store = await open();
      const { news } = store;
      const hour = { hour: MIDNIGHT, counts: counts(1, 4), coverage: { BTC: 3 } };
      await record(store, kept([], { hours: [hour] }), 1);
      await record(store, kept([], { hours: [{ hour: MIDNIGHT, counts: counts(1, 2), coverage: {} }] }), 2);
      const next = { hour: MIDNIGHT + HOUR, counts: counts(0, 1), coverage: {} };
      const wrong = { ...next, counts: { ...next.counts, ingested: 2 } };
      await assert.rejects(record(store, kept([newsEvent('x', 0)], { hours: [wrong] }), 3), /check constraint/);
      assert.deepEqual(await news.read('m', all), []);
      await record(store, kept([], { hours: [next] }), 3);
      assert.deepEqual(await news.hours('m', MIDNIGHT, MIDNIGHT + 2 * HOUR), [hour, next]);
      assert.deepEqual(await news.hours('m', MIDNIGHT, MIDNIGHT + HOUR), [hour]);
    },
  },
  {
    name: 'a source counts on over restarts, once however often it reports, and is gone when it is not configured',
    run: async ({ open }) => {
      const store = await open();
      const { news } = store;
      const put = async (at: number, ...sources: NewsSourceReport[]) => record(store, kept([], { sources }), at);
      await put(1, report('run 1', 2, { lastSuccessAt: 1 }), report('run 1', 5, { name: 'old' }));
      await put(2, report('run 1', 3, { lastErrorAt: 2, lastError: 'HTTP 500' }));
      await put(2, report('run 1', 3));
      await put(3, report('run 2', 4));
      const verdicts = { reports: 5, qualified: 3, events: 2, core: 4, coreQualified: 2 };
      const last = { sources: [report('run 2', 5, { lastSuccessAt: 4 })], conflicts: { paper: 2, none: 1 } };
      await record(store, kept([], { ...last, notRead: { paper: 3 }, judged: { paper: verdicts } }), 4);
      // The same run again adds verdicts of new reports, and its own counts once.
      await record(store, kept([], { ...last, conflicts: {}, judged: { paper: { ...verdicts, reports: 1 } } }), 4);
      const [source, ...others] = await news.sources('m');
      assert.deepEqual(others, []);
      const { name, about } = report('', 0);
      const state = { lastSuccessAt: 4, lastErrorAt: 2, lastError: 'HTTP 500' };
      const judged = { reports: 6, qualified: 6, events: 4, core: 8, coreQualified: 4 };
      const summed = { items: 8, notModified: 2, dropped: { future: 8, conflict: 2, not_read: 3 }, judged };
      assert.deepEqual(source, { name, about, ...state, seenAt: 4, counts: summed });
    },
  },
  {
    name: '[#422] a reaction is written once and stays as it is, whoever writes it again',
    run: async ({ open }) => {
      const [a, b] = [await open(), await open()];
      const late = response('x', { horizon: '1h', knownAt: MIDNIGHT + 2 * HOUR });
      assert.equal(await a.news.appendResponses('m', [response('x')]), 1);
      const changed = response('x', { knownAt: MIDNIGHT, response: { ...reaction, retPct: 9 } });
      assert.equal(await b.news.appendResponses('m', [changed, late, response('x', { symbol: 'ETH' })]), 2);
      assert.deepEqual(await a.news.responses('m', ['x', 'y'], MIDNIGHT + HOUR), [
        response('x'),
        response('x', { symbol: 'ETH' }),
      ]);
      assert.equal((await a.news.responses('m', ['x'], late.knownAt)).length, 3);
      assert.deepEqual(await a.news.responses('m', [], late.knownAt), []);
    },
  },
];
