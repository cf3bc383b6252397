/** Reports over the simulated market, made by hand: stories of known symbols and hours, and what is dropped. */

import { HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import { entityTable, newsEvents, type NewsItem } from '@barograph/stress/news';
import type { Feeds } from '../../../../sources/src/market/feeds.ts';
import type { NewsSourceReport } from '../../../../store/src/news-sources.ts';

/** Moment of the tests, half a minute into one. */
export const NOW = Date.UTC(2025, 8, 2, 10, 23, 30);
/** The newest story: none of its horizons has matured. */
export const FRESH = NOW - 10 * MINUTE_MS;

const TITLES: readonly (readonly [hoursAgo: number, title: string])[] = [
  [300, 'Solana bridge hacked, millions stolen'],
  [200, 'Bitcoin bridge hacked, attackers drain $100 million'],
  [100, 'CFTC sues ethereum developer over fraud'],
  ...[23, 15, 7.5].flatMap((hours): readonly (readonly [number, string])[] => [
    [hours, `Bitcoin wallet ${hours} hacked, attackers drain it`],
    [hours - 0.1, `Ethereum bridge number ${hours} exploited for everything`],
    [hours - 0.2, `Crypto exchange ${hours} hacked overnight, customers wait`],
    [hours - 0.3, `SEC sues a custodian of bitcoin, case ${hours}`],
  ]),
  [5, 'Solana validator client hacked, chain halts'],
  [4.5, 'SEC approves ethereum fund of a large manager'],
  [(NOW - FRESH) / HOUR_MS, 'Bitcoin bridge of a new chain exploited by unknown persons'],
  [2.2, 'Weather is fine in the mountains today'],
  [2.1, 'Some bridge nobody knows was hacked'],
  [2, 'Solana partners with a regional bank'],
  [1.9, 'Bitcoin price prediction: what next?'],
];

const item = (id: string, title: string, time: number, domain: string, lateMs = 2 * MINUTE_MS): NewsItem => ({
  id,
  title,
  url: `https://${domain}/${id}`,
  domain,
  tier: 2,
  time,
  seenAt: time + lateMs,
});

/** Reports in the order of arrival: each story once, the newest of Solana by two more papers. */
export const ITEMS: readonly NewsItem[] = [
  ...TITLES.map(([hours, title], i) => item(`r${i}`, title, NOW - Math.round(hours * HOUR_MS), 'paper.example')),
  item(
    's1',
    'Attackers broke into software that runs Solana, hacked last night',
    NOW - 4.8 * HOUR_MS,
    'second.example',
  ),
  item('s2', 'Stolen keys: Solana nodes hacked, say engineers of the network', NOW - 4.7 * HOUR_MS, 'third.example'),
].toSorted((a, b) => a.seenAt - b.seenAt);

const source = (name: string, more: Partial<NewsSourceReport>): NewsSourceReport => ({
  name,
  about: { url: `https://${name}/rss`, tier: 2, category: null },
  lastSuccessAt: NOW - MINUTE_MS,
  lastErrorAt: null,
  lastError: null,
  run: 'a',
  counts: { items: 0, notModified: 0, dropped: {} },
  ...more,
});
const SOURCES: readonly NewsSourceReport[] = [
  source('paper.example', { counts: { items: 20, notModified: 7, dropped: { future: 2 } } }),
  source('silent.example', { lastSuccessAt: null, lastErrorAt: NOW - HOUR_MS, lastError: 'body of more than 2 MB' }),
];

/** The items as a feed. */
export const NEWS_FEED: Pick<Required<Feeds>, 'news'> = {
  news: {
    pull: async ({ from, asOf }) => {
      const reports = ITEMS.filter(({ seenAt }) => seenAt > from && seenAt <= asOf);
      return ok({
        rows: { reports: reports.map((one) => ({ source: one.domain, item: one })), sources: SOURCES },
        asOf,
      });
    },
  },
};

/** Stories of the items at once, as a batch. */
export function batch(symbols: readonly string[]): ReturnType<typeof newsEvents> {
  return newsEvents(ITEMS, entityTable(symbols));
}
