/** Stories: reports of several sources about one symbol and kind within hours, and the rows published for them. */

import { HOUR_MS } from '@barograph/core';
import { NEWS_V2, type NewsCategory, type NewsConfig, type NewsTier } from './config.ts';
import { NEWS_MARKET, type EntityMatch, type MatchMode } from './entities.ts';
import { impact, type Impact } from './impact.ts';
import type { NewsItem } from './item.ts';
import { sharedKeys } from './reader/same-story.ts';

/** Story that may still grow. Plain JSON. */
export interface Story {
  readonly id: string;
  readonly symbol: string;
  readonly category: NewsCategory;
  readonly matchMode: MatchMode;
  /** Title, link and source of the report that opened it. */
  readonly title: string;
  readonly url: string | null;
  /** Publication and arrival of that report, epoch ms. */
  readonly time: number;
  readonly seenAt: number;
  readonly bias: number;
  /** Best tier, and least lateness in ms, of all reports. */
  readonly tier: NewsTier;
  readonly lateMs: number;
  /** Registrable domains in order of their reports, without near-duplicates. */
  readonly domains: readonly string[];
  readonly impact: Impact;
  /** Number of published rows. */
  readonly revision: number;
}

/** Qualified story as known at a moment. A later row with the same `id` corrects it; rows never change. */
export interface NewsEvent {
  readonly id: string;
  /** Revision; 1 for the first row. */
  readonly revision: number;
  /** Perp, or `MARKET`. */
  readonly symbol: string;
  readonly category: NewsCategory;
  readonly matchMode: MatchMode;
  readonly title: string;
  readonly url: string | null;
  /** Domain of the first report. */
  readonly source: string;
  /** Publication of the first report, and arrival of the report that led to this row, epoch ms. */
  readonly time: number;
  readonly knownAt: number;
  /** Impact 0…1, at least the threshold. */
  readonly impactScore: number;
  readonly terms: Impact['terms'];
  /** Direction, −1 risk off … 1 risk on. */
  readonly bias: number;
  /** Number of independent sources, at least 1. */
  readonly corroboration: number;
  readonly configVersion: string;
}

/** Kind of a report's event, and its bias, −1 risk off … 1 risk on. */
export interface StoryKind {
  readonly category: NewsCategory;
  readonly bias: number;
}

/** Opens a story with a report. */
export function openedBy(item: NewsItem, { category, bias }: StoryKind, match: EntityMatch, config: NewsConfig): Story {
  const { id, title, url, domain, tier, time, seenAt } = item;
  return scored(
    {
      id: `${match.symbol}:${category}:${id}`,
      symbol: match.symbol,
      category,
      matchMode: match.mode,
      title,
      url,
      time,
      seenAt,
      bias,
      tier,
      lateMs: Math.max(0, seenAt - time),
      domains: [domain],
      revision: 0,
    },
    config,
  );
}

/** Family of a category: a confirmed attack continues the story of its rumour. */
function familyOf(category: NewsCategory): NewsCategory {
  return category === 'exploit_rumour' ? 'hack' : category;
}

/**
 * Rare words that two titles of one story must share, for another symbol, and for the market, which has many stories at
 * once.
 */
const SHARED = { otherSymbol: 2, market: 1 } as const;

/**
 * Finds the open story of a report: same symbol and kind within hours. With the clause reader a rumour also matches its
 * attack, and a title about the market or another coin matches when both share rare words.
 */
export function storyOf(
  stories: readonly Story[],
  item: NewsItem,
  category: NewsCategory,
  match: EntityMatch,
  { storyHours, reader }: NewsConfig,
): Story | undefined {
  const open = stories.filter((one) => Math.abs(item.time - one.time) <= storyHours * HOUR_MS);
  const same = open.filter(({ symbol }) => symbol === match.symbol);
  if (reader === undefined || item.stated !== undefined) return same.find((one) => one.category === category);
  const ofKind = (one: Story): boolean => familyOf(one.category) === familyOf(category);
  const isMarket = match.symbol === NEWS_MARKET;
  const own = same.find((one) => ofKind(one) && (!isMarket || sharedKeys(one.title, item.title) >= SHARED.market));
  return (
    own ??
    open.find(
      (candidate) =>
        ofKind(candidate) &&
        (isMarket || candidate.symbol === NEWS_MARKET) &&
        sharedKeys(candidate.title, item.title) >= SHARED.otherSymbol,
    )
  );
}

/** Adds a report to a story. The first report names it; a confirmed attack replaces its rumour. */
export function grownBy(story: Story, item: NewsItem, { category, bias }: StoryKind, config: NewsConfig): Story {
  const domains = story.domains.includes(item.domain) ? story.domains : [...story.domains, item.domain];
  const tier = item.tier < story.tier ? item.tier : story.tier;
  const lateMs = Math.min(story.lateMs, Math.max(0, item.seenAt - item.time));
  const isConfirmed = config.reader !== undefined && story.category === 'exploit_rumour' && category === 'hack';
  return scored({ ...story, domains, tier, lateMs, ...(isConfirmed ? { category, bias } : {}) }, config);
}

function scored(story: Omit<Story, 'impact'>, config: NewsConfig): Story {
  const { category, tier, domains, lateMs } = story;
  return {
    ...story,
    impact: impact({ category, tier, corroboration: domains.length, isInTitle: true, lateMs }, config),
  };
}

/** Builds the row of a story. */
export function eventOf(story: Story, knownAt: number, config: NewsConfig = NEWS_V2): NewsEvent {
  const { id, revision, symbol, category, matchMode, title, url, domains, time, bias } = story;
  return {
    id,
    revision,
    symbol,
    category,
    matchMode,
    title,
    url,
    source: domains[0]!,
    time,
    knownAt,
    impactScore: story.impact.score,
    terms: story.impact.terms,
    bias,
    corroboration: domains.length,
    configVersion: config.version,
  };
}

/** Orders by publication, then by identifier. */
export function byPublication(a: Pick<NewsEvent, 'time' | 'id'>, b: Pick<NewsEvent, 'time' | 'id'>): number {
  if (a.time !== b.time) return a.time - b.time;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/**
 * Newest row of each story, in the order in which the stories became known.
 *
 * @example
 * const report = { url: null, tier: 2, time: 0 } as const;
 * const first = { ...report, id: 'a', title: 'Bridge hacked, Ethereum drained', domain: 'a.example', seenAt: 60_000 };
 * const second = { ...report, id: 'b', title: 'Hacker drains Ethereum bridge', domain: 'b.example', seenAt: 120_000 };
 * const { events } = newsEvents([first, second], entityTable(['ETH']));
 * [events.length, latestNews(events).map(({ corroboration }) => corroboration)]; // → [ 2, [ 2 ] ]
 */
export function latestNews(events: readonly NewsEvent[]): readonly NewsEvent[] {
  const newest = new Map<string, NewsEvent>();
  for (const event of events) {
    const before = newest.get(event.id);
    if (before === undefined || event.revision > before.revision) newest.set(event.id, event);
  }
  return [...newest.values()];
}
