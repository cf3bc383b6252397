/** Stories: what several sources report of one symbol and kind within hours, and the rows that are published of them. */

import { HOUR_MS } from '@barograph/core';
import { NEWS_V2, type NewsCategory, type NewsConfig, type NewsTier } from './config.ts';
import { NEWS_MARKET, type EntityMatch, type MatchMode } from './entities.ts';
import { impact, type Impact } from './impact.ts';
import type { NewsItem } from './item.ts';
import { sharedKeys } from './reader/same-story.ts';

/** A story while it may still grow. Plain JSON. */
export interface Story {
  readonly id: string;
  readonly symbol: string;
  readonly category: NewsCategory;
  readonly matchMode: MatchMode;
  /** Of the report that opened it, as link and source. */
  readonly title: string;
  readonly url: string | null;
  /** Publication and arrival of that report, epoch ms. */
  readonly time: number;
  readonly seenAt: number;
  readonly bias: number;
  /** Best tier, and least lateness in ms, of all reports. */
  readonly tier: NewsTier;
  readonly lateMs: number;
  /** Registrable domains in the order in which they reported it, near-duplicates left out. */
  readonly domains: readonly string[];
  readonly impact: Impact;
  /** Times that it was published. */
  readonly revision: number;
}

/** A qualified story as it was known at a moment. A later row of the same `id` corrects it; none is ever changed. */
export interface NewsEvent {
  readonly id: string;
  /** 1 of the first row. */
  readonly revision: number;
  /** A perp, or `MARKET`. */
  readonly symbol: string;
  readonly category: NewsCategory;
  readonly matchMode: MatchMode;
  readonly title: string;
  readonly url: string | null;
  /** Domain that was first to report it. */
  readonly source: string;
  /** Publication of the first report, and arrival of the one that made this row, epoch ms. */
  readonly time: number;
  readonly knownAt: number;
  /** 0…1, at least the threshold. */
  readonly impactScore: number;
  readonly terms: Impact['terms'];
  /** −1 risk off … 1 risk on. */
  readonly bias: number;
  /** Independent sources, 1 and more. */
  readonly corroboration: number;
  readonly configVersion: string;
}

/** Kind of a report's event, and its bias, −1 risk off … 1 risk on. */
export interface StoryKind {
  readonly category: NewsCategory;
  readonly bias: number;
}

/** A story that a report opens. */
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

/** An attack that is confirmed is the story of the rumour before it. */
function familyOf(category: NewsCategory): NewsCategory {
  return category === 'exploit_rumour' ? 'hack' : category;
}

/** Rare words that titles of one story share: of another symbol, and of the market, which has many stories at once. */
const SHARED = { otherSymbol: 2, market: 1 } as const;

/**
 * The open story that a report belongs to: of its symbol and kind within hours. A reader of clauses also takes a rumour for the start of
 * its attack, and a title that names the market, or another coin, for the same story where both share rare words.
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
      (one) =>
        ofKind(one) &&
        (isMarket || one.symbol === NEWS_MARKET) &&
        sharedKeys(one.title, item.title) >= SHARED.otherSymbol,
    )
  );
}

/** The story with one more report. Its first report names it; a confirmed attack replaces the rumour of it. */
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

/** The row of a story. */
export function eventOf(story: Story, knownAt: number, config: NewsConfig = NEWS_V2): NewsEvent {
  const { id, revision, symbol, category, matchMode, title, url, domains, time, impact: of, bias } = story;
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
    impactScore: of.score,
    terms: of.terms,
    bias,
    corroboration: domains.length,
    configVersion: config.version,
  };
}

/** Order by publication, and of one moment by identifier. */
export function byPublication(a: Pick<NewsEvent, 'time' | 'id'>, b: Pick<NewsEvent, 'time' | 'id'>): number {
  if (a.time !== b.time) return a.time - b.time;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/**
 * The newest row of each story, in the order in which the stories became known.
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
