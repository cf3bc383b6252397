/** Sources of stablecoins, hacks, media volume and headlines over a loopback server. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import { describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../src/clock.ts';
import { createLog } from '../log.ts';
import { createHacksSource } from '../../src/hacks/source.ts';
import { readHeadlineFeeds } from '../../src/headlines/feed-list.ts';
import { createHeadlinesSource } from '../../src/headlines/source.ts';
import { FILE_MS, pathOfFile } from '../../src/media/payloads.ts';
import { MEDIA_V1 } from '../../src/media/config.ts';
import { createMediaSource } from '../../src/media/source.ts';
import { createStablecoinsSource } from '../../src/stablecoins/source.ts';
import { createUpstreamMeter } from '../../src/upstream/meter.ts';
import { json, listen, onEnd } from '../upstream/test-support.ts';
import { mention, zipOf } from './mentions.ts';
import { settled } from '../deadlines.ts';

const NOW = Date.UTC(2026, 3, 1, 2, 5);

/** Parts of a source whose clocks stand still, and the lines that it logs. */
function parts(id: string) {
  const lines: string[] = [];
  const clock = createManualClock(NOW);
  const steady = createManualClock(0);
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  /** Moves both clocks, and waits until the questions that were due are answered. */
  const move = async (ms: number): Promise<void> => {
    clock.moveTo(clock.now() + ms);
    steady.moveTo(steady.now() + ms);
    await settled();
  };
  return { clock, steady, log, lines, move, meter: createUpstreamMeter(id) };
}

/** Waits for what a busy machine takes seconds for. */
const soon = async (holds: () => unknown): Promise<unknown> => vi.waitFor(holds, 20_000);

describe('the source of stablecoins', () => {
  it('remembers prices and supplies as it saw them; a wrong answer leaves the last good one, stale', async () => {
    let price: unknown = 0.9991;
    const server = await listen((request, response) => {
      if (request.url === '/stablecoincharts/all') {
        return json(response, [{ date: NOW / 1000 - 3600, totalCirculatingUSD: { peggedUSD: 3e11 } }]);
      }
      const amounts = { circulating: { peggedUSD: 1e8 }, circulatingPrevWeek: { peggedUSD: 9e7 } };
      const coin = { symbol: 'USDC', pegType: 'peggedUSD', price, ...amounts };
      return json(response, price === 'broken' ? { error: 'busy' } : { peggedAssets: [coin] });
    });
    const { move, ...rest } = parts('stablecoins');
    const source = createStablecoinsSource({ ...rest, url: server.baseUrl });
    onEnd(async () => source.close());
    const pegs = async (asOf: number) => source.feeds.pegs!.pull({ from: NOW - DAY_MS, asOf });
    expect(await pegs(NOW)).toMatchObject({ ok: false, error: { isWarming: true } });
    await source.start();
    await soon(async () => {
      await move(0);
      expect((await source.feeds.stablecoins!.pull({ from: 0, asOf: NOW })).ok).toBe(true);
    });
    const supplies = await source.feeds.stablecoins!.pull({ from: 0, asOf: NOW });
    const { total, coins } = supplies.ok ? supplies.value.rows : { total: undefined, coins: [] };
    expect([...total!.time, ...total!.value]).toEqual([NOW, 3e11]);
    expect([...coins[0]!.time]).toEqual([NOW - 7 * DAY_MS, NOW]);
    price = 0.88;
    await move(10 * 60_000);
    price = 'broken';
    await move(10 * 60_000);
    const answer = await pegs(NOW + HOUR_MS);
    expect(answer).toMatchObject({ ok: true, value: { isStale: true } });
    const seen = answer.ok ? answer.value.rows.coins : [];
    expect(seen.map(({ symbol, publisher, value }) => [symbol, publisher, [...value]])).toEqual([
      ['USDC', 'defillama', [0.9991, 0.88]],
    ]);
    // Nothing that became known later.
    const before = await pegs(NOW);
    expect(before.ok ? [...before.value.rows.coins[0]!.value] : []).toEqual([0.9991]);
  });
});

describe('the source of hacks', () => {
  it('asks with its key in the path, which no line of the log shows; without one it is not made', async () => {
    const key = 'paid-key-5309';
    const server = await listen((request, response) =>
      request.url === `/${key}/api/hacks`
        ? json(response, [{ date: Date.UTC(2026, 2, 30) / 1000, name: 'Euler V1', amount: 197e6 }])
        : json(response, { message: `no ${request.url}` }, 402),
    );
    const { move, lines, ...rest } = parts('hacks');
    const source = createHacksSource({ ...rest, url: server.baseUrl, key });
    const refused = createHacksSource({ ...rest, url: server.baseUrl, key: `${key}9` });
    onEnd(async () => source.close());
    onEnd(async () => refused.close());
    await source.start();
    await refused.start();
    await soon(async () => {
      await move(0);
      expect(server.asked).toHaveLength(2);
      expect(refused.state(NOW)[0]).toMatchObject({ feed: 'hacks', status: 'unavailable' });
    });
    const answer = await source.feeds.hacks!.pull({ from: 0, asOf: NOW });
    expect(answer).toMatchObject({
      ok: true,
      value: { rows: { hacks: [{ name: 'Euler V1', time: Date.UTC(2026, 2, 31), lossUsd: 197e6, symbols: ['EUL'] }] } },
    });
    const shown = [
      ...lines,
      JSON.stringify(refused.state(NOW)),
      JSON.stringify(await refused.feeds.hacks!.pull({ from: 0, asOf: NOW })),
    ];
    expect(shown.filter((line) => line.includes(key))).toEqual([]);
  });
});

describe('the source of media volume', () => {
  it('reads the newest file and those before it; an hour with a file that is missing is not known', async () => {
    const newest = Date.UTC(2026, 3, 1, 2);
    const gone = newest - 5 * FILE_MS;
    const stamp = (time: number): string => pathOfFile(time).slice(1, 15);
    let isBusy = true;
    const server = await listen((request, response) => {
      const url = request.url ?? '';
      if (url === '/lastupdate.txt') {
        const text = isBusy
          ? 'Please limit requests'
          : `7 aa http://elsewhere.example/gdeltv2/${stamp(newest)}.mentions.CSV.zip\n`;
        isBusy = false;
        return void response.writeHead(200, { 'content-type': 'text/plain' }).end(text);
      }
      if (url === pathOfFile(gone)) return json(response, {}, 404);
      const time = [0, 1, 2, 3].map((i) => newest - i * FILE_MS).find((one) => url === pathOfFile(one));
      const lines =
        time === undefined
          ? []
          : [mention('https://x.org/sec-sues-bitcoin-fund', '-4'), mention(`https://x.org/bitcoin-ban-${time}`, '2')];
      return void response.writeHead(200).end(zipOf(Buffer.from(lines.join('\n'))));
    });
    const { move, ...rest } = parts('media');
    const source = createMediaSource({
      ...rest,
      url: server.baseUrl,
      config: { ...MEDIA_V1, pastHours: 3, budget: 1000 },
    });
    onEnd(async () => source.close());
    const media = async () => source.feeds.media!.pull({ from: 0, asOf: NOW });
    await source.start();
    await move(0);
    await soon(() => expect(source.state(NOW)[0]!.status).toBe('unavailable'));
    // A text error with 200 is one of the source.
    expect(source.state(NOW)[0]!.reason).toContain('Please limit requests');
    await soon(async () => {
      await move(5 * 60_000);
      expect(new Set(server.asked.map(({ url }) => url)).size).toBe(1 + 12);
    });
    const answer = await media();
    const { time, articles, tone } = answer.ok ? answer.value.rows : { time: [], articles: [], tone: [] };
    expect([...time]).toEqual([newest - 2 * HOUR_MS, newest]);
    expect([...articles]).toEqual([0, 5]);
    expect([...tone]).toEqual([NaN, (-4 + 4 * 2) / 5]);
    // Not asked again and again, and never at the address that the text named.
    expect(server.asked.filter(({ url }) => url === pathOfFile(gone))).toHaveLength(MEDIA_V1.attempts);
  });
});

describe('the source of headlines', () => {
  const item = (id: string, time: string): string =>
    `<item><title>SEC sues ${id}</title><link>https://x.org/${id}</link><guid>${id}</guid><pubDate>${time}</pubDate></item>`;
  const feedOf = (...items: readonly string[]): string =>
    `<rss version="2.0"><channel><title>t</title>${items.join('')}</channel></rss>`;

  it('asks each feed only for what is new, names a contact, and outlives feeds that fail', async () => {
    let text = feedOf(item('one', 'Wed, 01 Apr 2026 01:00:00 GMT'), item('later', 'Wed, 01 Apr 2026 03:00:00 GMT'));
    let version = 1;
    const server = await listen((request, response) => {
      const url = request.url ?? '';
      if (url.startsWith('/documents.json')) {
        const results = [
          {
            title: 'Rule on digital assets',
            document_number: '2026-1',
            html_url: 'https://f.gov/1',
            publication_date: '2026-03-31',
          },
        ];
        return json(response, url.includes('securities') ? { count: 1, results } : { count: 0 });
      }
      if (url !== '/feed?a=b') return void response.writeHead(200).end('x'.repeat(3_000_000));
      const etag = `"${version}"`;
      if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
      return void response.writeHead(200, { etag, 'last-modified': 'Wed, 01 Apr 2026 01:00:00 GMT' }).end(text);
    });
    const feeds = [
      { publisher: 'paper', url: `${server.baseUrl}/feed?a=b`, topic: 'news' },
      { publisher: 'large', url: `${server.baseUrl}/large`, topic: 'policy' },
      { publisher: 'shy', url: `${server.baseUrl}/shy`, topic: 'policy', wantsContact: true },
    ] as const;
    const { move, lines, ...rest } = parts('headlines');
    const told = new Set<string>();
    const tap = {
      answered: (feed: string, items: readonly { readonly id: unknown }[], isNotModified: boolean) =>
        void told.add(`${feed.replace(server.baseUrl, '')} ${items.map(({ id }) => id).join()} ${isNotModified}`),
      failed: (feed: string, reason: string, isBroken: boolean) =>
        void told.add(`${feed.replace(server.baseUrl, '')} ${reason} ${isBroken}`),
    };
    const made = { ...rest, registerUrl: server.baseUrl, feeds, tap };
    const source = createHeadlinesSource({ ...made, contact: 'desk@example.org' });
    onEnd(async () => source.close());
    const titles = async (asOf: number): Promise<unknown> => {
      const answer = await source.feeds.headlines!.pull({ from: 0, asOf });
      return answer.ok ? answer.value.rows.headlines.map(({ id, topic }) => [id, topic]) : answer.error;
    };
    await source.start();
    await soon(async () => {
      await move(0);
      expect(server.asked).toHaveLength(6);
    });
    await soon(async () => expect(await titles(NOW)).toEqual([['2026-1', 'policy'], ['one', 'policy']])); // prettier-ignore
    expect(rest.meter.reading().dropped).toEqual({ 'headlines a time to come': 1 });
    expect(server.asked[0]!.headers['user-agent']).toBe('barograph (desk@example.org)');
    expect(lines.some((line) => line.includes('expected at most 2097152 bytes'))).toBe(true);
    expect(source.state(NOW)[0]).toMatchObject({ feed: 'headlines', status: 'ok' });
    const asked = (): number => server.asked.filter(({ url }) => url === '/feed?a=b').length;
    const before = asked();
    await soon(async () => {
      await move(10 * 60_000);
      expect(asked()).toBeGreaterThan(before);
      // Its answer has come too: the next one is of another version.
      expect([...told]).toContain('/feed?a=b  true');
    });
    expect(server.asked.at(-1)!.headers['if-none-match'] ?? '"1"').toBe('"1"');
    expect(await titles(NOW)).toEqual([['2026-1', 'policy'], ['one', 'policy']]); // prettier-ignore
    version = 2;
    text = feedOf(item('two', 'Wed, 01 Apr 2026 02:10:00 GMT'));
    await soon(async () => {
      await move(10 * 60_000);
      expect(await titles(NOW + HOUR_MS)).toEqual([['2026-1', 'policy'], ['one', 'policy'], ['two', 'policy']]); // prettier-ignore
    });
    // What was said after the question is no part of the answer.
    expect(await titles(NOW)).toHaveLength(2);
    // Who listens gets all of it, before anything is dropped, and nobody is asked twice.
    for (const line of [
      'federal-register 2026-1 false',
      '/feed?a=b one,later false',
      '/feed?a=b  true',
      '/feed?a=b two false',
      '/large expected at most 2097152 bytes false',
    ]) {
      expect([...told]).toContain(line);
    }
  });

  it('leaves out who wants a contact where there is none, and says so', async () => {
    const { lines, ...rest } = parts('headlines');
    const feeds = [{ publisher: 'shy', url: 'http://127.0.0.1:9/shy', topic: 'policy', wantsContact: true }] as const;
    const source = createHeadlinesSource({ ...rest, registerUrl: undefined, feeds, contact: undefined });
    await source.start();
    onEnd(async () => source.close());
    expect(lines.some((line) => line.includes('feed left out: it wants a contact'))).toBe(true);
    expect(source.state(NOW)[0]!.status).toBe('warming');
  });
});

describe('a list of feeds', () => {
  it('is read from a file; each fault names its place', () => {
    const folder = mkdtempSync(join(tmpdir(), 'feeds-'));
    onEnd(async () => rmSync(folder, { recursive: true }));
    const path = join(folder, 'feeds.json');
    const read = (given: unknown): unknown => {
      writeFileSync(path, typeof given === 'string' ? given : JSON.stringify(given));
      const feeds = readHeadlineFeeds(path);
      return feeds.ok ? feeds.value : feeds.error.replaceAll(path, 'FILE');
    };
    const feed = { publisher: 'sec', url: 'https://sec.gov/rss', topic: 'policy', wantsContact: true };
    expect(read([feed])).toEqual([feed]);
    expect(read('[')).toBe('headlines: expected a JSON file, got no JSON: FILE');
    expect(read({})).toContain('headlines: expected a list of at most 50 feeds in FILE');
    expect(read([feed, feed])).toContain('headlines[1].url: expected each address once');
    expect(read([{ ...feed, url: 'file:///etc/passwd' }])).toContain(
      'headlines[0].url: expected an address of http or https',
    );
    expect(read([{ ...feed, topic: 'gossip' }])).toContain(
      'headlines[0].topic: expected one of policy, security, market, news',
    );
    expect(read([{ ...feed, publisher: '' }])).toContain('headlines[0].publisher: expected a name');
    expect(read([{ ...feed, key: 1 }])).toContain('headlines[0].key: unknown field');
    expect(readHeadlineFeeds(join(folder, 'none'))).toMatchObject({ ok: false });
  });
});
