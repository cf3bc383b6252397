/** News feeds of the loopback venue: simulated news, and hostile feeds that a reader must survive. */

import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { NewsItem } from '@barograph/stress/news';
import type { Feeds } from '@barograph/sources';
import { sendReply } from './reply.ts';

/** Base path of the feeds. */
export const FEEDS_PATH = '/feeds';

/** Feed behind the answers; without it they are empty. */
export type NewsFeeds = Partial<Pick<Feeds, 'news'>>;

/** Options of the feeds. */
export interface FeedsParts {
  readonly feeds: () => NewsFeeds;
  /** Epoch ms of the venue's clock. */
  readonly now: () => number;
}

/** Answers a feed. */
type FeedAnswer = (parts: FeedsParts, request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

/** Span of a feed. */
const SPAN_MS = DAY_MS;
const XML = { 'content-type': 'application/xml' };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Reports up to now, newest first, of the named publisher or of all. */
async function itemsOf({ feeds, now }: FeedsParts, { url }: IncomingMessage): Promise<readonly NewsItem[]> {
  const pulled = await feeds().news?.pull({ from: now() - SPAN_MS, asOf: now() });
  const source = new URL(url ?? '/', 'http://venue').searchParams.get('source');
  const reports = pulled?.ok === true ? pulled.value.rows.reports : [];
  return reports
    .filter((report) => source === null || report.source === source)
    .map(({ item }) => item)
    .toReversed();
}

/** Sends a text with its ETag, or 304 when the reader has it. */
function tagged(request: IncomingMessage, response: ServerResponse, text: string, type: string): void {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 20)}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(200, { 'content-type': type, etag }).end(text);
}

const rssOf = (items: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>venue</title>${items}</channel></rss>`;

const rssItem = (id: string, title: string, time: string, link = 'https://paper.example/a'): string =>
  `<item><title>${title}</title><link>${escaped(link)}</link><guid isPermaLink="false">${escaped(id)}</guid>${time === '' ? '' : `<pubDate>${time}</pubDate>`}<description>The text of the article.</description></item>`;

const rss: FeedAnswer = async (parts, request, response) => {
  const items = await itemsOf(parts, request);
  const texts = items.map(({ id, title, time, url }) =>
    rssItem(id, escaped(title), new Date(time).toUTCString(), url ?? undefined),
  );
  tagged(request, response, rssOf(texts.join('\n')), 'application/rss+xml');
};

const atom: FeedAnswer = async (parts, request, response) => {
  const entries = (await itemsOf(parts, request)).map(
    ({ id, title, time }) =>
      `<entry><id>${escaped(id)}</id><title>${escaped(title)}</title><link href="https://paper.example/a"/><updated>${new Date(time).toISOString()}</updated></entry>`,
  );
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>venue</title>${entries.join('\n')}</feed>`;
  tagged(request, response, text, 'application/atom+xml');
};

const announcements: FeedAnswer = async (parts, request, response) => {
  const list = (await itemsOf(parts, request)).map(({ id, title, time }) => ({
    title,
    description: 'The text of the announcement.',
    url: `https://exchange.example/${encodeURIComponent(id)}`,
    dateTimestamp: time,
  }));
  tagged(
    request,
    response,
    JSON.stringify({ retCode: 0, retMsg: 'OK', result: { total: list.length, list } }),
    'application/json',
  );
};

/** An item per fault that a reader drops, and a valid item. */
const faulty: FeedAnswer = ({ now }, _, response) => {
  const at = new Date(now() - HOUR_MS).toUTCString();
  const items = [
    rssItem('good', 'Attackers drain $80 million in Bitcoin from Harbor Bridge', at),
    rssItem('no time', 'Bitcoin bridge hacked yesterday', ''),
    rssItem('future', 'Bitcoin bridge will be hacked', new Date(now() + DAY_MS).toUTCString()),
    rssItem('old', 'Bitcoin bridge was hacked', new Date(now() - 40 * DAY_MS).toUTCString()),
    rssItem('long', `Bitcoin ${'hack '.repeat(20_000)}`, at),
    rssItem('markup', '&lt;script&gt;alert(1)&lt;/script&gt; Bitcoin hacked', at),
    rssItem('link', 'Ethereum bridge hacked for $9 million', at, 'javascript:alert(1)'),
    rssItem('twice', 'Solana exchange hacked for $70 million', at),
    rssItem('twice', 'Regulator approves a fund of gold miners', at),
    rssItem('empty', ' ', at),
  ];
  response.writeHead(200, XML).end(rssOf(items.join('')));
};

/** Entity expansion: ten entities, each ten times the previous. */
const bomb: FeedAnswer = (_, __, response) => {
  const entities = Array.from({ length: 9 }, (_one, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`);
  const declared = `<!DOCTYPE rss [<!ENTITY e0 "boom">${entities.join('')}]>`;
  const item = rssItem('bomb', '&e9;', new Date(0).toUTCString());
  response.writeHead(200, XML).end(`<?xml version="1.0"?>\n${declared}${rssOf(item).split('\n')[1]}`);
};

/** Endless body, as fast as it is read. */
const endless: FeedAnswer = (_, __, response) => {
  const piece = Buffer.alloc(65_536, '<item><title>more</title></item>');
  response.writeHead(200, XML);
  response.write('<?xml version="1.0"?><rss version="2.0"><channel>');
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
};

/** Body that is sent slowly, byte by byte. */
const slow: FeedAnswer = (_, __, response) => {
  response.writeHead(200, XML);
  const timer = setInterval(() => void response.write(' '), 100);
  response.on('close', () => clearInterval(timer));
};

const redirect =
  (location: string): FeedAnswer =>
  (_, __, response) =>
    void response.writeHead(302, { location }).end();

const ANSWERS: Readonly<Record<string, FeedAnswer>> = {
  '/news.xml': rss,
  '/atom.xml': atom,
  '/announcements': announcements,
  '/faulty.xml': faulty,
  '/broken.xml': (_, __, response) =>
    void response.writeHead(200, XML).end('<rss version="2.0"><channel><item><title>cut'),
  '/page.xml': (_, __, response) => void response.writeHead(200, XML).end('<!doctype html><html>Not a feed</html>'),
  '/bomb.xml': bomb,
  // Compressed without being requested: unpacking expands it a thousandfold.
  '/packed.xml': (_, __, response) =>
    void response.writeHead(200, { ...XML, 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8_000_000, ' '))),
  '/endless.xml': endless,
  '/slow.xml': slow,
  '/moved.xml': redirect(`${FEEDS_PATH}/news.xml`),
  '/loop.xml': redirect(`${FEEDS_PATH}/loop.xml`),
  '/private.xml': redirect('http://169.254.169.254/latest/meta-data/'),
  '/rebound.xml': redirect('http://rebound.example/feed.xml'),
  '/file.xml': redirect('file:///etc/passwd'),
};

/** Names of the feeds, as `/news.xml`. */
export const FEED_PATHS: readonly string[] = Object.keys(ANSWERS);

/** Answers a request for a feed. @returns undefined for other paths. */
export function answerFeed(
  parts: FeedsParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  const { pathname } = new URL(request.url ?? '/', 'http://venue');
  if (request.method !== 'GET' || !pathname.startsWith(`${FEEDS_PATH}/`)) return undefined;
  const name = pathname.slice(FEEDS_PATH.length);
  const answer = Object.hasOwn(ANSWERS, name) ? ANSWERS[name] : undefined;
  if (answer === undefined) {
    sendReply(response, { status: 404, body: 'Not Found', isText: true });
    return Promise.resolve();
  }
  return Promise.resolve(answer(parts, request, response));
}
