/** Simulated answers of the sources of stablecoins, hacks, media volume and headlines. */

import { crc32, deflateRawSync } from 'node:zlib';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { Feeds, OutlookSeries } from '@barograph/sources';
import { zipOf } from './one-file-zip.ts';
import type { Reply } from './reply.ts';

/** Feeds behind the answers; requests of missing feeds are not served. */
export type EventFeeds = Partial<Pick<Feeds, 'stablecoins' | 'pegs' | 'hacks' | 'media' | 'headlines'>>;

/** Answers a request. @param now epoch ms of the venue's clock. */
export type EventAnswer = (feeds: EventFeeds, query: URLSearchParams, now: number) => Promise<Reply>;

const FILE_MS = HOUR_MS / 4;
/** Days of totals, and of hacks, in an answer. */
const TOTAL_DAYS = 400;
const HACK_DAYS = 800;
const PAPER = 'https://news.example';

const NOTHING: Reply = { status: 404, body: 'Not Found', isText: true };
const json = (body: unknown): Reply => ({ status: 200, body });
const text = (body: string): Reply => ({ status: 200, body, isText: true });

/** Newest value up to a time; undefined before the first. */
function valueBy({ time, value }: OutlookSeries, moment: number): number | undefined {
  const at = time.findLastIndex((time) => time <= moment);
  return at === -1 ? undefined : value[at];
}

const stablecoins: EventAnswer = async (feeds, _, now) => {
  const query = { from: now - 40 * DAY_MS, asOf: now };
  const [supplies, prices] = await Promise.all([feeds.stablecoins?.pull(query), feeds.pegs?.pull(query)]);
  if (supplies?.ok !== true) return NOTHING;
  const priceOf = new Map(
    prices?.ok === true ? prices.value.rows.coins.map((series) => [series.symbol, series] as const) : [],
  );
  const peggedAssets = supplies.value.rows.coins.map((coin, i) => {
    const amount = (days: number): object => {
      const usd = valueBy(coin, now - days * DAY_MS);
      return usd === undefined ? [] : { peggedUSD: usd };
    };
    const series = priceOf.get(coin.symbol);
    return {
      id: String(i + 1),
      name: coin.symbol,
      symbol: coin.symbol,
      pegType: 'peggedUSD',
      circulating: amount(0),
      circulatingPrevDay: amount(1),
      circulatingPrevWeek: amount(7),
      circulatingPrevMonth: amount(30),
      price: series === undefined ? null : (valueBy(series, now) ?? null),
    };
  });
  return json({ peggedAssets });
};

const total: EventAnswer = async (feeds, _, now) => {
  const pulled = await feeds.stablecoins?.pull({ from: now - TOTAL_DAYS * DAY_MS, asOf: now });
  if (pulled?.ok !== true) return NOTHING;
  const series = pulled.value.rows.total;
  const rows = Array.from(series.time, (time, i) => ({
    // The day of a value that is known at its end, as seconds in text.
    date: String(Math.floor((time - 1) / DAY_MS) * 86_400),
    totalCirculatingUSD: { peggedUSD: series.value[i] },
  }));
  return json([...new Map(rows.map((row) => [row.date, row])).values()]);
};

const hacks: EventAnswer = async (feeds, _, now) => {
  const pulled = await feeds.hacks?.pull({ from: now - HACK_DAYS * DAY_MS, asOf: now });
  if (pulled?.ok !== true) return NOTHING;
  return json(
    pulled.value.rows.hacks.map(({ name, time, lossUsd }) => ({
      date: Math.floor(time / DAY_MS) * 86_400,
      name,
      amount: lossUsd,
      chain: ['Simulated'],
    })),
  );
};

/** Timestamp in a file name. */
function stampOf(time: number): string {
  return new Date(time).toISOString().replaceAll(/\D/g, '').slice(0, 14);
}

const newest: EventAnswer = async (feeds, _, now) => {
  if (feeds.media === undefined) return NOTHING;
  const stamp = stampOf(Math.floor(now / FILE_MS) * FILE_MS);
  const kinds = ['export.CSV', 'mentions.CSV', 'gkg.csv'];
  return text(kinds.map((kind) => `1000 0 http://venue.example/gdeltv2/${stamp}.${kind}.zip\n`).join(''));
};

/** Articles of a 15-minute file: a quarter of the hour's articles, with the tone of the hour. */
async function mentionsOf(feeds: EventFeeds, stamp: string, now: number): Promise<Reply> {
  const time = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'));
  if (Number.isNaN(time) || time % FILE_MS !== 0 || time > now) return NOTHING;
  const hour = Math.ceil(time / HOUR_MS) * HOUR_MS;
  // The hour may not have ended; its first quarters are parts of the final hour.
  const pulled = await feeds.media?.pull({ from: hour - 1, asOf: hour });
  if (pulled?.ok !== true) return NOTHING;
  const { articles, tone } = pulled.value.rows;
  const quarter = ((time - 1) % HOUR_MS) / FILE_MS;
  const lines: string[] = [];
  for (let i = 0; i < (articles[0] ?? 0); i++) {
    if (i % 4 !== Math.floor(quarter)) continue;
    const address = `${PAPER}/${hour}/sec-and-bitcoin-${i}`;
    lines.push(['1', stamp, stamp, '1', 'news.example', address, '1', '-1', '-1', '1', '1', '50', '500', String(tone[0]), '', ''].join('\t')); // prettier-ignore
  }
  const file = Buffer.from(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
  return { status: 200, body: zipOf(`${stamp}.mentions.CSV`, file, deflateRawSync(file), crc32(file)) };
}

const escaped = (title: string): string =>
  title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Headlines as RSS, of the given topic or of all. */
const feed: EventAnswer = async (feeds, query, now) => {
  const pulled = await feeds.headlines?.pull({ from: now - 14 * DAY_MS, asOf: now });
  if (pulled?.ok !== true) return NOTHING;
  const topic = query.get('topic');
  const items = pulled.value.rows.headlines
    .filter((headline) => topic === null || headline.topic === topic)
    .toReversed()
    .slice(0, 100)
    .map(
      ({ id, title, time }) =>
        `<item><title>${escaped(title)}</title><link>${PAPER}/${encodeURIComponent(id)}</link><guid isPermaLink="false">${escaped(id)}</guid><pubDate>${new Date(time).toUTCString()}</pubDate></item>`,
    );
  return text(
    `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>venue</title>${items.join('\n')}</channel></rss>`,
  );
};

const register: EventAnswer = async (feeds, query, now) => {
  const pulled = await feeds.headlines?.pull({ from: now - 30 * DAY_MS, asOf: now });
  if (pulled?.ok !== true) return NOTHING;
  // A single agency returns all documents, so that they are not repeated.
  const isFirst = query.get('conditions[agencies][]') === 'securities-and-exchange-commission';
  const policy = pulled.value.rows.headlines.filter(({ topic }) => isFirst && topic === 'policy').toReversed();
  if (policy.length === 0) return json({ description: 'Documents', count: 0 });
  const results = policy.slice(0, Number(query.get('per_page') ?? 20)).map(({ id, title, time }) => ({
    title,
    type: 'Notice',
    document_number: id,
    html_url: `${PAPER}/documents/${encodeURIComponent(id)}`,
    publication_date: new Date(time - DAY_MS).toISOString().slice(0, 10),
  }));
  return json({ description: 'Documents', count: results.length, total_pages: 1, results });
};

const ANSWERS: Readonly<Record<string, EventAnswer>> = {
  '/stablecoins': stablecoins,
  '/stablecoincharts/all': total,
  '/lastupdate.txt': newest,
  '/documents.json': register,
  '/feed.xml': feed,
};
const MENTIONS = /^\/(\d{14})\.mentions\.CSV\.zip$/;
/** Path with any key. */
const HACKS = /^\/[\w-]{1,200}\/api\/hacks$/;

/** Finds the handler of a path below the base; undefined for other paths. */
export function eventAnswer(path: string): EventAnswer | undefined {
  const stamp = MENTIONS.exec(path)?.[1];
  if (stamp !== undefined) return async (feeds, _, now) => mentionsOf(feeds, stamp, now);
  if (HACKS.test(path)) return hacks;
  return Object.hasOwn(ANSWERS, path) ? ANSWERS[path] : undefined;
}
