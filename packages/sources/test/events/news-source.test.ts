/** The source of news over feeds of the loopback venue, those included that a reader must survive. */

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, ok } from '@barograph/core';
import type { NewsItem } from '@barograph/stress/news';
import { describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { createLog } from '../../../store/src/log.ts';
import { createNewsCollector } from '../../src/news/collector.ts';
import { NEWS_FEEDS_V1, NEWS_SOURCE_V1, type NewsFeed } from '../../src/news/config.ts';
import { readNewsFeeds } from '../../src/news/feed-list.ts';
import { newsSourceOf } from '../../src/news/open.ts';
import { createNewsSource } from '../../src/news/source.ts';
import type { Feeds } from '../../src/market/feeds.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { answerFeed, FEED_PATHS } from '../../../venue/src/feeds.ts';
import { onEnd, QUICK } from '../upstream/test-support.ts';

const NOW = Date.UTC(2026, 3, 1, 2, 5);
const SURVIVED = ['broken', 'page', 'bomb', 'packed', 'endless', 'slow', 'loop', 'private', 'rebound', 'file'] as const;

const told = (n: number): NewsItem => ({
  id: `t${n}`,
  title: `Attackers drain $${n}0 million in Bitcoin from Harbor Bridge & Co`,
  url: 'https://paper.example/a',
  domain: 'paper.example',
  tier: 2,
  time: NOW - n * HOUR_MS,
  seenAt: NOW - n * HOUR_MS,
});

/** A server of the venue's feeds, with what it tells, and what was asked. */
async function feedServer() {
  let items: readonly NewsItem[] = [told(3), told(2)];
  const asked: string[] = [];
  const news: Feeds['news'] = {
    pull: async ({ asOf }) =>
      ok({ rows: { reports: items.map((item) => ({ source: 'paper.example', item })), sources: [] }, asOf }),
  };
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers['if-none-match'] === undefined ? 'plain' : 'conditional'}`);
    void answerFeed({ feeds: () => ({ news }), now: () => NOW }, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}/feeds`, asked, tell: (more: readonly NewsItem[]) => (items = more) };
}

/** A source over feeds, opened; its clock stands and its steady one is moved. */
async function opened(feeds: readonly NewsFeed[]) {
  const clock = createManualClock(NOW);
  const steady = createManualClock(0);
  const collector = createNewsCollector(feeds, { clock, config: NEWS_SOURCE_V1, run: 'run' });
  const source = createNewsSource({
    collector,
    feeds,
    named: feeds,
    contact: undefined,
    clock,
    steady,
    log: createLog('silent'),
    meter: createUpstreamMeter('news'),
    resolver: (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
    upstream: { ...QUICK, timeoutMs: 1000, retries: 0 },
  });
  onEnd(async () => source.close());
  const pull = async (from = 0, asOf: number = NOW) => {
    const answer = await source.feeds.news!.pull({ from, asOf });
    if (!answer.ok) throw new Error('expected an answer');
    return answer.value.rows;
  };
  /** Waits until the questions that are due are answered, and something holds. */
  const until = async (holds: () => Promise<void>, stepMs: () => number = () => 0): Promise<void> =>
    vi.waitFor(
      async () => {
        steady.moveTo(steady.now() + stepMs());
        await holds();
      },
      { interval: 20 },
    );
  const named = async (name: string) => (await pull(0, NOW - 1)).sources.find((one) => one.name === name)!;
  await source.start();
  return { source, steady, pull, named, until };
}

const feedAt = (url: string, more: Partial<NewsFeed> = {}): NewsFeed => ({
  name: url.split('/').at(-1)!,
  url,
  tier: 2,
  ...more,
});

describe('the source of news', () => {
  it('[#426] reads RSS, Atom and announcements once each, and asks again under the condition that they changed', async () => {
    const server = await feedServer();
    const feeds = [
      feedAt(`${server.base}/news.xml`, { category: 'hack' }),
      feedAt(`${server.base}/atom.xml`),
      feedAt(`${server.base}/announcements`, { form: 'announcements', tier: 1 }),
      feedAt(`${server.base}/moved.xml`),
    ];
    const { pull, named, steady, until } = await opened(feeds);
    await until(async () => {
      for (const { name } of feeds) expect((await named(name)).counts.items).toBe(2);
    });
    const { reports } = await pull(0, NOW);
    expect(new Set(reports.map(({ item }) => item.title))).toEqual(new Set([told(2).title, told(3).title]));
    expect(reports.map(({ item }) => item.domain)).toEqual(reports.map(() => '127.0.0.1'));
    expect(reports.filter(({ item }) => item.kind === 'hack').map(({ source }) => source)).toEqual([
      'news.xml',
      'news.xml',
    ]);
    expect(reports.find(({ source }) => source === 'announcements')!.item).toMatchObject({
      tier: 1,
      time: NOW - 2 * HOUR_MS,
    });
    expect(Object.keys(reports[0]!.item).sort()).toEqual([
      'domain',
      'id',
      'kind',
      'seenAt',
      'tier',
      'time',
      'title',
      'url',
    ]);

    // Nothing new: 304, and nothing arrives.
    steady.moveTo(NEWS_SOURCE_V1.feedMs);
    await until(async () => expect((await named('moved.xml')).counts.notModified).toBe(1));
    expect((await pull(0, NOW + 1)).reports).toHaveLength(8);
    expect(server.asked.filter((one) => one.endsWith(' conditional'))).toHaveLength(5);

    // One more, and one that changed its text: only the first is news. It arrives after all that was taken.
    server.tell([told(3), { ...told(2), title: 'Regulator approves a fund of gold miners' }, told(1)]);
    steady.moveTo(2 * NEWS_SOURCE_V1.feedMs);
    await until(async () => expect((await named('moved.xml')).counts.items).toBe(3));
    expect((await named('atom.xml')).counts).toEqual({ items: 3, notModified: 1, dropped: { conflict: 1 } });
    const last = await pull(NOW + 1, NOW + DAY_MS);
    expect(last.reports.map(({ item }) => item.title)).toEqual(feeds.map(() => told(1).title));
  });

  it('drops each item with its reason, and takes the others', async () => {
    const server = await feedServer();
    const secret = server.base.replace('://', '://user:hunter2@');
    const { pull, named, until } = await opened([feedAt(`${secret}/faulty.xml?token=hunter2`, { name: 'faulty.xml' })]);
    await until(async () => expect((await named('faulty.xml')).counts.items).toBe(2));
    expect((await pull()).reports.map(({ item }) => item.title)).toEqual([
      'Attackers drain $80 million in Bitcoin from Harbor Bridge',
      'Solana exchange hacked for $70 million',
    ]);
    expect((await named('faulty.xml')).counts.dropped).toEqual({
      no_time: 1,
      future: 1,
      too_old: 1,
      long_title: 1,
      markup: 1,
      bad_link: 1,
      conflict: 1,
      no_title: 1,
    });
    // What the address opens with is the operator's: no caller sees it.
    expect((await named('faulty.xml')).about.url).toBe(`${server.base}/faulty.xml`);
  });

  it('neither hangs nor grows over bombs, endless and slow bodies, loops and redirects to private places', async () => {
    const server = await feedServer();
    const survived = SURVIVED.map((name) => feedAt(`${server.base}/${name}.xml`));
    const before = process.memoryUsage().rss;
    const { source, pull, named, until } = await opened([...survived, feedAt(`${server.base}/news.xml`)]);
    await until(
      async () => expect((await named('news.xml')).counts.items).toBe(2),
      // The slow body ends with the time of one attempt, which is that of the steady clock.
      () => (server.asked.at(-1) === '/feeds/slow.xml plain' ? 200 : 0),
    );
    const errors = Object.fromEntries((await pull()).sources.map(({ name, lastError }) => [name, lastError]));
    expect(errors).toEqual({
      'broken.xml': expect.any(String),
      'page.xml': expect.stringMatching(/feed/),
      'bomb.xml': expect.stringMatching(/document type or an entity/),
      'packed.xml': expect.stringMatching(/feed/),
      'endless.xml': `expected at most ${NEWS_SOURCE_V1.maxBytes} bytes`,
      'slow.xml': 'expected an answer within 1000 ms',
      'loop.xml': 'expected at most 5 redirects',
      'private.xml': 'a redirect to a private address',
      'rebound.xml': expect.stringMatching(/^no answer/),
      'file.xml': 'a redirect to no web address',
      'news.xml': null,
    });
    expect((await named('bomb.xml')).counts.dropped).toEqual({ broken_feed: 1 });
    expect(server.asked.filter((one) => one.startsWith('/feeds/loop.xml'))).toHaveLength(6);
    expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28); // what is unpacked whole takes gigabytes
    expect(source.state(NOW)).toMatchObject([{ feed: 'news', status: 'ok' }]);
    expect(FEED_PATHS).toEqual(expect.arrayContaining(SURVIVED.map((name) => `/${name}.xml`)));
  });

  it('does not ask what the headlines ask, and takes their answers', async () => {
    const clock = createManualClock(NOW);
    const feeds = NEWS_FEEDS_V1.filter(({ name }) => name === 'sec press' || name === 'coindesk');
    const shared = feeds.map(({ name, url, wantsContact }) => {
      return { publisher: name, url, topic: 'news', ...(wantsContact === true ? { wantsContact } : {}) } as const;
    });
    const registerUrl = 'https://register.example/api';
    const parts = { clock, log: createLog('silent'), contact: undefined, shared, registerUrl };
    const { source, tap } = newsSourceOf(feeds, parts);
    await source.start(); // asks nobody
    onEnd(async () => source.close());
    const raw = { id: 'a', title: 'SEC charges Bitcoin miner', url: 'https://other.example/a', time: NOW - HOUR_MS };
    tap.answered(feeds[1]!.url, [{ ...raw, publisher: 'coindesk', topic: 'news' }], false);
    tap.answered('federal-register', [{ ...raw, publisher: 'federal-register', topic: 'policy' }], false);
    tap.answered(feeds[1]!.url, [], true);
    const answer = await source.feeds.news!.pull({ from: 0, asOf: NOW });
    const rows = answer.ok ? answer.value.rows : undefined;
    expect(rows!.reports.map(({ source: name, item }) => [name, item.domain, item.tier])).toEqual([
      ['coindesk', 'coindesk.com', 2],
      ['federal register', 'register.example', 1],
    ]);
    expect(
      rows!.sources.map(({ name, lastError, counts }) => [name, lastError, counts.items, counts.notModified]),
    ).toEqual([
      ['sec press', 'not asked: the publisher wants a contact, see the setting "contact"', 0, 0],
      ['coindesk', null, 1, 1],
      ['federal register', null, 1, 0],
    ]);
    expect(source.upstreams!()[0]!.requests).toEqual({});
  });
});

describe('the list of sources of news', () => {
  it('is a list of names, addresses and tiers; a wrong one is refused in one line that names the place', () => {
    const folder = mkdtempSync(join(tmpdir(), 'news-'));
    onEnd(async () => rmSync(folder, { recursive: true }));
    const file = join(folder, 'news.json');
    const read = (value: unknown) => {
      writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
      const answer = readNewsFeeds(file);
      return answer.ok ? answer.value : answer.error.replaceAll(folder, '');
    };
    const good = {
      name: 'paper',
      url: 'http://10.0.0.7/rss',
      tier: 2,
      category: 'hack',
      form: 'feed',
      wantsContact: true,
    };
    expect(read([good])).toEqual([good]);
    expect(read(NEWS_FEEDS_V1)).toEqual(NEWS_FEEDS_V1);
    for (const [given, line] of [
      ['{', 'expected a JSON file, got no JSON'],
      [{}, 'expected a list'],
      [[{ ...good, tier: 4 }], 'news[0].tier: expected one of 1, 2, 3, got 4'],
      [[{ ...good, url: 'ftp://a.example' }], 'news[0].url: expected an address of http or https'],
      [[{ ...good, category: 'listing' }], 'news[0].category: expected one of hack'],
      [[{ ...good, form: 'pdf' }], 'news[0].form'],
      [[{ ...good, name: '' }], 'news[0].name'],
      [[{ ...good, key: 1 }], 'news[0].key: unknown field'],
      [[good, { ...good, name: 'other' }], 'news[1].url: expected each once'],
      [[good, { ...good, url: 'http://b.example' }], 'news[1].name: expected each once'],
    ] as const) {
      expect(read(given)).toContain(line);
    }
    expect(NEWS_SOURCE_V1.keptMs).toBeGreaterThanOrEqual(DAY_MS);
  });
});
