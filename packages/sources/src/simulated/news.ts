/** News of the seeded market: reports, and hacks of their own source. */

import { DAY_MS, HOUR_MS, ok } from '@barograph/core';
import type { Outlook, SimulatedNews } from '@barograph/simulator';
import { newsItem, type NewsItem, type NewsTier } from '@barograph/stress/news';
import type { Feeds } from '../market/feeds.ts';
import type { NewsReport, NewsTruth } from '../market/news-reports.ts';

/** Maximum delay of a report after its publication. */
const LATE_MS = HOUR_MS;
/** Source of the hacks that the security risk counts. */
const HACKS = { domain: 'hacklist.example', tier: 2 } as const;

type SimulatedHack = ReturnType<Outlook['hacks']>[number];

/** Title of a hack, with the cashtag of an affected coin. */
function titleOf({ name, lossUsd, symbols }: SimulatedHack): string {
  const about = symbols.length === 0 ? '' : ` in ${symbols.map((coin) => `$${coin}`).join(' and ')}`;
  const loss = lossUsd === null ? 'funds' : `$${Math.max(0.1, Math.round(lossUsd / 1e5) / 10)} million`;
  return `${name} hacked, ${loss}${about} stolen`;
}

/** Truth of a hack; undefined without an affected coin. */
function hackTruth({ symbols: [symbol] }: SimulatedHack): NewsTruth | undefined {
  return symbol === undefined ? undefined : { event: { symbol, category: 'hack' }, isCopy: false };
}

/** Reports by arrival time; invalid items are dropped. */
function reportsIn(news: SimulatedNews, outlook: Outlook, from: number, asOf: number): readonly NewsReport[] {
  const reports = news
    .reports(Math.max(0, from - LATE_MS), asOf)
    .map(({ id, title, url, domain, tier, time, seenAt, story, isCopy }) => ({
      id,
      title,
      url,
      domain,
      tier,
      time,
      seenAt,
      truth: { event: story === null ? null : { symbol: story.symbol, category: story.category }, isCopy },
    }));
  const hacks = outlook.hacks(Math.max(0, from - DAY_MS), asOf).map((hack) => ({
    id: `${hack.time}:${hack.name}`,
    title: titleOf(hack),
    url: null,
    ...HACKS,
    time: hack.time,
    seenAt: hack.time,
    truth: hackTruth(hack),
  }));
  return [...reports, ...hacks]
    .filter(({ seenAt }) => seenAt > from && seenAt <= asOf)
    .flatMap(({ tier, seenAt, truth, ...raw }): NewsReport[] => {
      const item = newsItem({ ...raw, id: `${raw.domain}:${raw.id}` }, tier, seenAt);
      return item.ok ? [{ source: raw.domain, item: item.value, ...(truth === undefined ? {} : { truth }) }] : [];
    })
    .toSorted((a, b) => byArrival(a.item, b.item));
}

function byArrival(a: NewsItem, b: NewsItem): number {
  return a.seenAt === b.seenAt ? (a.id < b.id ? -1 : 1) : a.seenAt - b.seenAt;
}

/** The news feed. */
export function createSimulatedNews(news: SimulatedNews, outlook: Outlook): Pick<Feeds, 'news'> {
  const publishers: readonly { readonly domain: string; readonly tier: NewsTier }[] = [...news.config.sources, HACKS];
  return {
    news: {
      pull: async ({ from, asOf }) => {
        const reports = reportsIn(news, outlook, from, asOf);
        const sources = publishers.map(({ domain: name, tier }) => ({
          name,
          about: { url: null, tier, category: null },
          lastSuccessAt: asOf,
          lastErrorAt: null,
          lastError: null,
          // Counts of this time span, stable between queries.
          run: `after ${from}`,
          counts: { items: reports.filter(({ source }) => source === name).length, notModified: 0, dropped: {} },
        }));
        return ok({ rows: { reports, sources }, asOf });
      },
    },
  };
}
