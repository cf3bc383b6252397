/** Payloads of stablecoins, hacks, media volume and headlines: recorded ones, changed ones, and bombs. */

import { existsSync, readFileSync } from 'node:fs';
import { crc32, deflateRawSync, gunzipSync } from 'node:zlib';
import { DAY_MS, epochMs, HOUR_MS } from '@barograph/core';
import { disclosedAt, topicOfHeadline } from '@barograph/stress/risk';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HACKS_V1 } from '../../src/hacks/config.ts';
import { hacksPayload, parseHacks } from '../../src/hacks/payloads.ts';
import { HEADLINE_FEEDS_V1, HEADLINES_V1 } from '../../src/headlines/config.ts';
import { documentsOf, registerPayload } from '../../src/headlines/register.ts';
import { headlineRows, pageOf, type HeadlineRows } from '../../src/headlines/rows.ts';
import { itemsOfFeed } from '../../src/headlines/syndication.ts';
import { createMediaCounts } from '../../src/media/hours.ts';
import { FILE_MS, isAsked, newestFile, parseMentions, pathOfFile } from '../../src/media/payloads.ts';
import { onlyFileOf } from '../../src/media/zip.ts';
import { announcementsOf } from '../../src/news/announcements.ts';
import { createNewsCollector } from '../../src/news/collector.ts';
import { NEWS_SOURCE_V1 } from '../../src/news/config.ts';
import { STABLECOINS_V1 } from '../../src/stablecoins/config.ts';
import { coinsPayload, parseCoins, parseTotal, totalPayload } from '../../src/stablecoins/payloads.ts';
import { shape } from '../../src/upstream/shape.ts';
import { mutate, seeded } from '../perpdex/mutants.ts';
import { mention, zipOf } from './mentions.ts';

const API = new URL('../../../../../shared/data/api/', import.meta.url);
const RECORDED = existsSync(API);
const MUTANTS = process.env['BAROGRAPH_FULL'] === '1' ? 10_000 : 300;
const read = (name: string): string => readFileSync(new URL(name, API), 'utf8');
const shaped = (schema: Parameters<typeof shape>[0], body: unknown): { made: unknown; drift: readonly string[] } => {
  const drift: string[] = [];
  const made = shape(schema, structuredClone(body), (field) => drift.push(field));
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  return { made: made.value, drift };
};
const NOW = Date.UTC(2026, 0, 20);
const limits = { now: Date.UTC(2026, 9, 1), oldest: 0, titleLength: 300 };
const rowsOf = (text: string, topic: 'policy' | 'news'): HeadlineRows => {
  const items = itemsOfFeed(text, { publisher: 'paper', topic }, 100);
  if (!items.ok) throw new Error(items.error);
  return headlineRows(items.value, limits);
};

describe('stablecoins', () => {
  const coin = (symbol: unknown, price: unknown, now: unknown, more: object = {}): object => ({
    symbol,
    price,
    pegType: 'peggedUSD',
    circulating: { peggedUSD: now },
    circulatingPrevDay: [],
    circulatingPrevWeek: { peggedUSD: 2e8 },
    ...more,
  });
  const written = {
    peggedAssets: [
      coin('USDX', 0.999, 1e8),
      coin('USDX', 1, 9e7),
      coin('EURX', 1.1, 1e9, { pegType: 'peggedEUR' }),
      coin('FUND', 1.11, 1e9),
      coin('GONE', 0, 1e9),
      coin('NONE', null, 1e9),
      coin('TEXT', '0.9950', 5e7),
      coin('TINY', 1, 5e6),
      coin('BAD', 'x', 1e9),
      coin(7, 1, 1e9),
      coin('ODD', 1, 'many'),
    ],
  };

  it('are those held at one dollar of which enough circulates, each once', () => {
    const { made } = shaped(coinsPayload, written);
    const { rows, fault } = parseCoins(made as never, STABLECOINS_V1);
    expect(rows.map(({ symbol, price, supplies }) => [symbol, price, supplies[0]![1]])).toEqual([
      // A token of a fund earns interest: it has a supply, and no peg.
      ['FUND', null, 1.11e9],
      ['USDX', 0.999, 0.999e8],
      ['TEXT', 0.995, 0.995 * 5e7],
    ]);
    expect(rows[1]!.supplies[1]).toEqual([7 * DAY_MS, 0.999 * 2e8]);
    expect(fault).toContain('BAD.price expected a price');
  });

  it('have a total by day, known at its end; seconds may be texts, and days to come are none', () => {
    const day = (date: unknown, usd: unknown): object => ({ date, totalCirculatingUSD: { peggedUSD: usd } });
    const today = NOW / 1000;
    const { made } = shaped(totalPayload, [
      day(String(today - 86_400), 5),
      day(today, 6),
      day(today + 99, 7),
      day('x', 1),
    ]);
    const { rows, fault } = parseTotal(made as never, NOW + 1000);
    expect(rows).toEqual([
      [NOW, 5],
      [NOW + 1000, 6],
    ]);
    expect(fault).toContain('no moment to come');
  });

  it.skipIf(!RECORDED)('of the recorded answer have the values that were recorded (needs ../shared/data/api)', () => {
    const body: unknown = JSON.parse(
      gunzipSync(readFileSync(new URL('defillama/stablecoins_full__2026-01.json.gz', API))).toString(),
    );
    const { made, drift } = shaped(coinsPayload, body);
    expect(drift).toEqual([]);
    const { rows, fault } = parseCoins(made as never, STABLECOINS_V1);
    expect(fault).toBeUndefined();
    const { price, supplies } = rows[0]!;
    expect(rows[0]!.symbol).toBe('USDT');
    expect(supplies.map(([age]) => age / DAY_MS)).toEqual([0, 1, 7, 30]);
    expect(supplies[0]![1]).toBeGreaterThan(1.8e11);
    expect(price).toBeCloseTo(0.9996, 4);
    expect(rows.find(({ symbol }) => symbol === 'USYC')!.price).toBeNull();
    expect(new Set(rows.map(({ symbol }) => symbol)).size).toBe(rows.length);
    const trimmed: unknown = JSON.parse(read('defillama/trimmed_defillama_stablecoins.json'));
    expect(parseTotal(shaped(totalPayload, trimmed).made as never, Date.UTC(2030, 0, 1)).rows).toEqual([
      [1_784_505_600_000 + DAY_MS, 2200],
      [1_784_592_000_000 + DAY_MS, 2400],
    ]);
  });

  it('of any changed answer either are refused or have sizes that can be', () => {
    const random = seeded('stablecoins');
    for (let i = 0; i < MUTANTS; i++) {
      const made = shape(coinsPayload, mutate(written, random).body, () => undefined);
      if (!made.ok) continue;
      for (const { price, supplies } of parseCoins(made.value, STABLECOINS_V1).rows) {
        expect(price === null || (price >= 0.01 && price <= 1.05)).toBe(true);
        expect(supplies.every(([, usd]) => usd >= 0 && usd < 1e21)).toBe(true);
      }
    }
  });
});

describe('hacks', () => {
  const hack = (date: unknown, name: unknown, amount: unknown): object => ({ date, name, amount, chain: ['X'] });
  const day = Date.UTC(2024, 2, 22) / 1000;
  const written = [
    hack(day, 'Super Sushi Samurai', 4_800_000),
    hack(day - 86_400, 'GMX V1 Perps', null),
    hack(day, 'Too Much', 1e12),
    hack(day * 2, 'Later', 5),
    hack('then', 'No day', 5),
    hack(day, '', 5),
  ];

  it('are known at the end of their day; a loss of another unit is unknown', () => {
    const { rows, fault } = parseHacks(shaped(hacksPayload, written).made as never, Date.UTC(2024, 2, 22, 6), HACKS_V1);
    expect(rows.map(({ name, time, lossUsd, symbols }) => [name, time, lossUsd, symbols])).toEqual([
      ['GMX V1 Perps', day * 1000, null, ['GMX']],
      // Of the day that runs: known now.
      ['Super Sushi Samurai', Date.UTC(2024, 2, 22, 6), 4_800_000, []],
      ['Too Much', Date.UTC(2024, 2, 22, 6), null, []],
    ]);
    expect(fault).toContain('amount');
  });

  it('that nobody knew of for years are known from their disclosure on', () => {
    expect(disclosedAt('LuBian', Date.UTC(2020, 11, 29))).toBe(Date.UTC(2025, 7, 3));
    expect(disclosedAt('Ronin Bridge', Date.UTC(2022, 2, 24))).toBe(Date.UTC(2022, 2, 30));
    // Another attack on the same bridge, years later.
    expect(disclosedAt('Ronin Bridge', Date.UTC(2024, 7, 7))).toBe(Date.UTC(2024, 7, 7));
    expect(disclosedAt('constructor', 5)).toBe(5);
  });
});

describe('reports of news', () => {
  it.skipIf(!RECORDED)(
    '[#417] of recorded feeds and announcements are items, each once (needs ../shared/data/api)',
    () => {
      const day = (text: string): number => Date.parse(`${text}T23:59:00Z`);
      for (const [name, file, at, form] of [
        ['coindesk', 'rss/coindesk_2026-09-25.xml', day('2026-09-25'), 'feed'],
        ['cointelegraph', 'rss/cointelegraph__2026-09-30.xml', day('2026-09-30'), 'feed'],
        ['sec', 'sec/litigation-releases_rss__2024-07-01.xml', day('2024-07-01'), 'feed'],
        ['bybit', 'bybit/jkorf_V5Api_ExchangeData_GetAnnouncements.json', day('2023-03-18'), 'announcements'],
      ] as const) {
        const feed = { name, url: `https://www.${name}.example.co.uk/rss`, tier: 2, form } as const;
        const raw =
          form === 'feed'
            ? itemsOfFeed(read(file), { publisher: name, topic: 'news' }, 300)
            : announcementsOf(read(file), 300);
        expect(raw.ok, name).toBe(true);
        const items = raw.ok ? raw.value : [];
        const config = { ...NEWS_SOURCE_V1, oldestMs: 400 * DAY_MS };
        const collector = createNewsCollector([feed], { clock: { now: () => epochMs(at) }, config, run: 'r' });
        collector.answered(name, items, false);
        collector.answered(name, items, false);
        const { reports, sources } = collector.pull({ from: 0, asOf: at + 1 });
        expect(reports.length, name).toBe(items.length);
        expect(reports.length, name).toBeGreaterThan(0);
        expect(sources[0]!.counts, name).toEqual({ items: items.length, notModified: 0, dropped: {} });
        expect(new Set(reports.map(({ item }) => item.domain))).toEqual(new Set(['example.co.uk']));
      }
      expect(announcementsOf('<rss/>', 9).ok).toBe(false);
      expect(announcementsOf('{"retCode":10001,"result":{}}', 9).ok).toBe(false);
    },
  );
});

describe('headlines', () => {
  it.skipIf(!RECORDED)('of recorded feeds have titles, pages and times (needs ../shared/data/api)', () => {
    const { rows, dropped } = rowsOf(read('rss/coindesk_2026-09-25.xml'), 'news');
    expect(dropped).toEqual({});
    expect(rows.at(-1)).toEqual({
      id: 'a0b4a6ba-5569-4fef-940c-e402f9698d89',
      title: 'Circle and Tether step in to freeze hacker wallet after massive Bitget crypto heist',
      url: 'https://www.coindesk.com/markets/2026/09/25/circle-and-tether-step-in-to-freeze-hacker-wallet-after-massive-bitget-crypto-heist',
      time: Date.UTC(2026, 8, 25, 14, 41, 53),
      publisher: 'paper',
      topic: 'security',
    });
    const [fca] = rowsOf(read('rss/cointelegraph__2026-09-30.xml'), 'news').rows;
    // Parameters that follow the reader are gone.
    expect(fca).toMatchObject({ url: 'https://cointelegraph.com/news/fca-crypto-authorization-2027-uk-regime' });
    const sec = rowsOf(read('sec/litigation-releases_rss__2024-07-01.xml'), 'policy').rows;
    expect(sec.map(({ title, url, time }) => [title, url, time])).toEqual([
      ['PixarBio Corp. et al.', 'https://www.sec.gov/node/961066', Date.UTC(2024, 5, 14, 21, 15, 34)],
      // The link ends in a line break.
      ['Consensys Software Inc.', 'https://www.sec.gov/node/963771', Date.UTC(2024, 6, 1, 18, 34, 32)],
    ]);
  });

  it.skipIf(!RECORDED)('of the recorded journal are known when its issue is out (needs ../shared/data/api)', () => {
    const { made } = shaped(registerPayload, JSON.parse(read('federal_register/documents__2026-08.json')));
    const { rows } = headlineRows(documentsOf(made as never, HEADLINES_V1.issueMs), limits);
    expect(rows.at(-1)).toMatchObject({
      id: '2026-07755',
      time: Date.UTC(2026, 3, 21, 13, 45),
      publisher: 'federal-register',
      topic: 'policy',
    });
    expect(rows).toHaveLength(5);
    expect(documentsOf({}, 0)).toEqual([]);
  });

  it('of Atom are read too; without a time, or dated to come, they are dropped with the reason', () => {
    const entry = (id: string, title: string, time: string): string =>
      `<entry><id>${id}</id><title type="html">${title}</title><link href="https://x.org/${id}?utm_source=a#b"/>${time}</entry>`;
    const { rows, dropped } = rowsOf(
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><id>f</id>${[
        entry('1', 'SEC approves &amp;lt;b&amp;gt; fund', '<published>2026-01-02T03:04:05Z</published>'),
        entry('2', 'no time', ''),
        entry('3', 'no zone', '<updated>2026-01-02T03:04:05</updated>'),
        entry('4', 'to come', '<updated>2036-01-02T03:04:05Z</updated>'),
        entry('5', ' ', '<updated>2026-01-02T03:04:05Z</updated>'),
      ].join('')}</feed>`,
      'news',
    );
    expect(rows.map(({ id, url, topic }) => [id, url, topic])).toEqual([['1', 'https://x.org/1', 'policy']]);
    expect(dropped).toEqual({ 'no time': 2, 'a time to come': 1, 'no title': 1 });
  });

  it.each([
    ['entities that grow', '<!DOCTYPE r [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><rss version="2.0"><channel/></rss>'],
    ['a file of the host', '<!DOCTYPE r SYSTEM "file:///etc/passwd"><rss version="2.0"><channel/></rss>'],
    ['a page', '<!doctype html><html><body>maintenance</body></html>'],
    ['a text', 'Too many requests'],
    ['nothing', ''],
    ['JSON of another kind', '{"error":true}'],
    ['elements without end', `<rss version="2.0"><channel>${'<a>'.repeat(100_000)}`],
  ])('are not read out of %s', (_, text) => {
    const begin = process.cpuUsage();
    const items = itemsOfFeed(text, { publisher: 'x', topic: 'news' }, 100);
    expect(items.ok ? items.value : []).toEqual([]);
    expect(process.cpuUsage(begin).user).toBeLessThan(5e6); // µs: a busy machine makes it wait, not work
  });

  it('of any feed that was cut or changed have a title, an id and a time that is over', () => {
    const feed = `<rss version="2.0"><channel><title>t</title>${['a', 'b', 'c']
      .map(
        (id) =>
          `<item><title><![CDATA[${id} <!ENTITY]]></title><link>https://x.org/${id}</link><guid>${id}</guid><pubDate>Mon, 01 Jul 2024 14:34:32 -0400</pubDate></item>`,
      )
      .join('')}</channel></rss>`;
    expect(rowsOf(feed, 'news').rows).toHaveLength(3);
    fc.assert(
      fc.property(fc.nat(feed.length), fc.nat(40), fc.string({ maxLength: 8 }), (at, length, put) => {
        const items = itemsOfFeed(
          feed.slice(0, at) + put + feed.slice(at + length),
          { publisher: 'x', topic: 'news' },
          100,
        );
        for (const { id, title, time } of headlineRows(items.ok ? items.value : [], limits).rows) {
          expect(id !== '' && title !== '' && time <= limits.now).toBe(true);
        }
        expect(items.ok || items.error !== '').toBe(true);
      }),
      { numRuns: MUTANTS },
    );
  });

  it('have pages of https alone, and a topic by their words', () => {
    expect(pageOf('javascript:alert(1)')).toBeUndefined();
    expect(pageOf('https://a:b@x.org/')).toBeUndefined();
    expect(pageOf(' https://x.org/a?id=5&utm_medium=rss&fbclid=1\n')).toBe('https://x.org/a?id=5');
    expect(topicOfHeadline('Bridge drained of $5M')).toBe('security');
    expect(topicOfHeadline('SEC sues exchange')).toBe('policy');
    expect(topicOfHeadline('Bitcoin climbs')).toBe('market');
  });

  it('come from feeds that ship: each address once, of https', () => {
    const urls = HEADLINE_FEEDS_V1.map(({ url }) => url);
    expect(new Set(urls).size).toBe(urls.length);
    expect(urls.every((url) => url.startsWith('https://'))).toBe(true);
  });
});

describe('bulk files of media volume (written from the format description, no recorded one was found)', () => {
  const time = Date.UTC(2026, 3, 1, 0, 15);
  const asked = 'https://news.example/2026/sec-sues-crypto-exchange?utm=1';

  it('are named by their quarter of an hour', () => {
    const text = `99 aa http://x/gdeltv2/20260401001500.export.CSV.zip\n7 bb http://x/gdeltv2/20260401001500.mentions.CSV.zip\n8 cc http://x/gdeltv2/20260401001500.gkg.csv.zip\n`;
    expect(newestFile(text)).toBe(time);
    expect(pathOfFile(time)).toBe('/20260401001500.mentions.CSV.zip');
    for (const other of ['', 'server busy', text.replaceAll('001500', '001600'), text.replaceAll('0401', '1341'), 7]) {
      expect(newestFile(other)).toBeUndefined();
    }
  });

  it('have articles of the query, each once, with their tone; a line that is cut is counted', () => {
    const lines = [
      mention(asked, '-3.5'),
      mention(asked.replace('?utm=1', '#top'), '-3.5'),
      mention('https://crypto.example/sec/weather-report', '1'),
      mention('https://news.example/bitcoin-price-rises', '1'),
      mention('https://news.example/senate-passes-stablecoin-bill', ''),
      mention('https://news.example/judge-fines-binance', '-250'),
      mention('not an address', '1'),
      mention(asked, '1', '3'),
      asked,
    ];
    const { articles, bad } = parseMentions(lines.join('\n'));
    expect([...articles]).toEqual([['https://news.example/2026/sec-sues-crypto-exchange', -3.5]]);
    expect(bad).toBe(3);
    // The name of the paper is no word of the article.
    expect(isAsked('https://crypto.example/sec/weather')).toBe(false);
    expect(isAsked('https://x.org/digital-assets/regulators-say')).toBe(true);
  });

  it('unpack to what they say, and to nothing else', () => {
    const file = Buffer.from('one line\n');
    const zip = zipOf(file);
    expect(onlyFileOf(zip, 100)).toEqual({ ok: true, value: file });
    expect(onlyFileOf(zip, 5)).toMatchObject({ ok: false, error: 'expected a file of at most 5 bytes, got 9' });
    // A bomb: a megabyte of zeros that claims nine bytes, and one that says what it is.
    const zeros = Buffer.alloc(1_048_576);
    const packed = deflateRawSync(zeros);
    expect(onlyFileOf(zipOf(file, { packed }), 100)).toMatchObject({ ok: false });
    expect(onlyFileOf(zipOf(zeros, { packed }), 1000)).toMatchObject({ ok: false });
    expect(onlyFileOf(zipOf(file, { crc: crc32(file) ^ 1 }), 100)).toMatchObject({ ok: false });
    expect(onlyFileOf(zipOf(file, { files: 2 }), 100)).toMatchObject({
      error: 'expected an archive of one file, got 2',
    });
    for (const other of [Buffer.alloc(0), Buffer.from('Not Found'), file, zip.subarray(0, -1), zip.subarray(7)]) {
      expect(onlyFileOf(other, 100).ok).toBe(false);
    }
  });

  it('of any changed archive unpack to the same bytes or to nothing', () => {
    const file = Buffer.from('a\tb\n'.repeat(50));
    const zip = zipOf(file);
    fc.assert(
      fc.property(fc.nat(zip.length - 1), fc.integer({ min: 0, max: 255 }), (at, byte) => {
        const changed = Buffer.from(zip);
        changed[at] = byte;
        const read = onlyFileOf(changed, 10_000);
        expect(read.ok ? read.value.equals(file) : true).toBe(true);
      }),
      { numRuns: MUTANTS },
    );
  });

  it('make an hour when all four are there, in any order; an hour without articles is 0, one with a hole is unknown', () => {
    const day = Date.UTC(2026, 3, 1);
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: -9, max: 9 })), {
          minLength: 8,
          maxLength: 8,
        }),
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 7 }),
        (files, order) => {
          const counts = createMediaCounts();
          for (const i of order) counts.add(day + (i + 1) * FILE_MS, new Map(Object.entries(files[i]!)));
          const { time: ends, articles, tone } = counts.within({ from: 0, asOf: Infinity });
          const whole = [0, 1].filter((hour) => [0, 1, 2, 3].every((i) => order.includes(4 * hour + i)));
          expect([...ends]).toEqual(whole.map((hour) => day + (hour + 1) * HOUR_MS));
          for (const [row, hour] of whole.entries()) {
            const all = Object.assign({}, ...files.slice(4 * hour, 4 * hour + 4)) as Record<string, number>;
            expect(articles[row]).toBe(Object.keys(all).length);
            expect(Number.isNaN(tone[row])).toBe(Object.keys(all).length === 0);
          }
          expect(counts.newest()).toBe(whole.length === 0 ? undefined : ends.at(-1));
        },
      ),
      { numRuns: 100 },
    );
  });
});
