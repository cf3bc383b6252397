/**
 * News funnel: selects, of all items, the stories about a perp or the market, of a kind that can move it, and with
 * enough weight. One item at a time in order of arrival; equal to all of them at once.
 */

import { bucketOpen, HOUR_MS, sameConfig, shown, UsageError } from '@barograph/core';
import { checkNewsConfig, NEWS_V2, type NewsConfig } from './config.ts';
import type { EntityMatch, EntityTable } from './entities.ts';
import type { NewsItem } from './item.ts';
import { nearDuplicate, simHash, type Fingerprint } from './near-duplicate.ts';
import { readReport } from './reader/report.ts';
import {
  byPublication,
  eventOf,
  grownBy,
  openedBy,
  storyOf,
  type NewsEvent,
  type Story,
  type StoryKind,
} from './story.ts';

/** Outcomes of an item in the funnel. */
export const NEWS_OUTCOMES = [
  'dropped_noise',
  'dropped_no_catalyst',
  'dropped_no_entity',
  'dropped_below_threshold',
  'qualified',
] as const;
/** Outcome of an item in the funnel; each item has one. */
export type NewsOutcome = (typeof NEWS_OUTCOMES)[number];

/** Counts of items over some hours. `ingested` always equals the sum of the others. */
export type FunnelCounts = Readonly<Record<'ingested' | NewsOutcome, number>>;

/** Result of an item. */
export interface NewsVerdict {
  /**
   * Outcome. `repeated`: known identifier, not counted again. `conflict`: known identifier with another text, dropped.
   */
  readonly outcome: NewsOutcome | 'repeated' | 'conflict';
  /** Stories after the item, one for each symbol; empty unless it qualified and changed one. */
  readonly events: readonly NewsEvent[];
  /** False for a title in another script, which is dropped as not a catalyst. */
  readonly isRead: boolean;
}

/** Funnel that takes items in order of arrival. */
export interface NewsFunnel {
  /** Processes an item. @throws {UsageError} when it arrived before the last one. */
  item(item: NewsItem): NewsVerdict;
  /** Counts of the items that arrived in the `hours` before a moment, by whole hours including the current one. */
  counts(asOf: number, hours: number): FunnelCounts;
  /** Reports by symbol in the same hours, qualified or not, including copies but not noise. */
  coverage(asOf: number, hours: number): ReadonlyMap<string, number>;
  snapshot(): NewsFunnelSnapshot;
}

/** JSON-safe state of {@link createNewsFunnel}. */
export interface NewsFunnelSnapshot {
  readonly version: 1;
  readonly config: NewsConfig;
  readonly last: number;
  readonly known: readonly (readonly [id: string, seenAt: number, print: Fingerprint])[];
  readonly stories: readonly Story[];
  readonly hours: readonly (readonly [
    hour: number,
    counts: FunnelCounts,
    coverage: Readonly<Record<string, number>>,
  ])[];
}

/** Stored hours of counts: eight days, a day more than the longest pulse. */
const KEPT_HOURS = 192;

const NOTHING: FunnelCounts = Object.freeze({
  ingested: 0,
  dropped_noise: 0,
  dropped_no_catalyst: 0,
  dropped_no_entity: 0,
  dropped_below_threshold: 0,
  qualified: 0,
});

interface Hour {
  counts: FunnelCounts;
  readonly coverage: Map<string, number>;
}

/**
 * Creates the funnel over a universe.
 *
 * @param table table of the current perps; a resumed funnel may have another one when the universe has changed.
 * @param config parameters. @default NEWS_V2
 * @param snapshot snapshot of a funnel with the same config, to resume.
 * @throws {UsageError} when the config is invalid, or the snapshot has another.
 * @example
 * const funnel = createNewsFunnel(entityTable(['BTC', 'ETH']));
 * const title = 'Bridge exploited, Ethereum drained of $80 million';
 * const item = { id: 'a', title, url: null, domain: 'a.example', tier: 2, time: 0, seenAt: 60_000 } as const;
 * funnel.item(item).outcome; // → 'qualified'
 * funnel.item(item).outcome; // → 'repeated'
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- the state and its few steps
export function createNewsFunnel(
  table: EntityTable,
  config: NewsConfig = NEWS_V2,
  snapshot?: NewsFunnelSnapshot,
): NewsFunnel {
  checkNewsConfig(config);
  if (snapshot !== undefined && (snapshot.version !== 1 || !sameConfig(snapshot.config, config))) {
    throw new UsageError(`"snapshot" expected version 1 of ${config.version}, got ${shown(snapshot.config?.version)}`);
  }
  // In order of arrival, so that the oldest is first.
  const known = new Map(snapshot?.known.map(([id, seenAt, print]) => [id, { seenAt, print }]));
  let stories: readonly Story[] = snapshot?.stories ?? [];
  const hours = new Map<number, Hour>(
    snapshot?.hours.map(([hour, counts, coverage]) => [hour, { counts, coverage: new Map(Object.entries(coverage)) }]),
  );
  let last = snapshot?.last ?? 0;

  const forget = (now: number): void => {
    const oldest = now - config.memoryHours * HOUR_MS;
    for (const [id, { seenAt }] of known) {
      if (seenAt >= oldest && known.size <= config.memoryItems) break;
      known.delete(id);
    }
    if (stories.some(({ seenAt }) => seenAt < oldest)) stories = stories.filter(({ seenAt }) => seenAt >= oldest);
    for (const hour of hours.keys()) if (hour < now - KEPT_HOURS * HOUR_MS) hours.delete(hour);
  };
  const hourAt = (time: number): Hour => {
    const open = bucketOpen(time, HOUR_MS);
    const hour = hours.get(open) ?? { counts: NOTHING, coverage: new Map<string, number>() };
    hours.set(open, hour);
    return hour;
  };
  const isCopy = (print: Fingerprint): boolean => {
    for (const item of known.values()) if (nearDuplicate(item.print, print, config.duplicateBits)) return true;
    return false;
  };

  /** Adds a report to its story. */
  const report = (item: NewsItem, kind: StoryKind, match: EntityMatch): readonly [Story, NewsEvent | null] => {
    const before = storyOf(stories, item, kind.category, match, config);
    const grown = before === undefined ? openedBy(item, kind, match, config) : grownBy(before, item, kind, config);
    const isNews =
      grown.impact.score >= config.threshold &&
      (before === undefined ||
        before.impact.score < config.threshold ||
        grown.impact.score !== before.impact.score ||
        grown.domains.length !== before.domains.length);
    const after = isNews ? { ...grown, revision: grown.revision + 1 } : grown;
    stories = before === undefined ? [...stories, after] : stories.map((one) => (one === before ? after : one));
    return [after, isNews ? eventOf(after, item.seenAt, config) : null];
  };

  const filtered = (item: NewsItem, print: Fingerprint, { coverage }: Hour): Counted => {
    const { isRead, isNoise, category, bias, matches, named } = readReport(item, table, config);
    if (isNoise) return dropped('dropped_noise');
    for (const { symbol } of named) coverage.set(symbol, (coverage.get(symbol) ?? 0) + 1);
    if (item.stated === undefined && isCopy(print)) return dropped('dropped_noise');
    if (category === null) return { ...dropped('dropped_no_catalyst'), isRead };
    if (matches.length === 0) return dropped('dropped_no_entity');
    const reports = matches.map((match) => report(item, { category, bias }, match));
    if (!reports.some(([{ impact }]) => impact.score >= config.threshold)) return dropped('dropped_below_threshold');
    return { outcome: 'qualified', events: reports.flatMap(([, event]) => event ?? []), isRead };
  };

  return {
    item(item) {
      if (!(item.seenAt >= last)) {
        throw new UsageError(
          `"seenAt" expected items in the order of arrival, got ${shown(item.seenAt)} after ${last}`,
        );
      }
      const print = simHash(item.title);
      const before = known.get(item.id);
      if (before !== undefined) {
        return dropped(nearDuplicate(before.print, print, config.duplicateBits) ? 'repeated' : 'conflict');
      }
      last = item.seenAt;
      forget(item.seenAt);
      const hour = hourAt(item.seenAt);
      const result = filtered(item, print, hour);
      known.set(item.id, { seenAt: item.seenAt, print });
      hour.counts = counted(hour.counts, result.outcome);
      return result;
    },
    counts: (asOf, span) => {
      let sum = NOTHING;
      for (const { counts } of inSpan(hours, asOf, span)) sum = added(sum, counts);
      return sum;
    },
    coverage: (asOf, span) => {
      const sum = new Map<string, number>();
      for (const { coverage } of inSpan(hours, asOf, span)) {
        for (const [symbol, count] of coverage) sum.set(symbol, (sum.get(symbol) ?? 0) + count);
      }
      return sum;
    },
    snapshot: () => ({
      version: 1,
      config,
      last,
      known: Array.from(known, ([id, { seenAt, print }]) => [id, seenAt, print] as const),
      stories,
      hours: Array.from(hours, ([hour, { counts, coverage }]) => [hour, counts, Object.fromEntries(coverage)] as const),
    }),
  };
}

/** Result of an item that counts. */
interface Counted extends NewsVerdict {
  readonly outcome: NewsOutcome;
}

function dropped<const Outcome extends NewsVerdict['outcome']>(outcome: Outcome) {
  return { outcome, events: [] as readonly NewsEvent[], isRead: true };
}

function counted(counts: FunnelCounts, outcome: NewsOutcome): FunnelCounts {
  return { ...counts, ingested: counts.ingested + 1, [outcome]: counts[outcome] + 1 };
}

function added(a: FunnelCounts, b: FunnelCounts): FunnelCounts {
  const sum = { ...a };
  for (const name of ['ingested', ...NEWS_OUTCOMES] as const) sum[name] += b[name];
  return sum;
}

/** Hours that had begun by a moment and ended after the start of the span. */
function inSpan(hours: ReadonlyMap<number, Hour>, asOf: number, span: number): readonly Hour[] {
  const from = asOf - span * HOUR_MS;
  return [...hours].filter(([open]) => open <= asOf && open + HOUR_MS > from).map(([, hour]) => hour);
}

/**
 * Processes all items at once, in any order: they are sorted by arrival, then by publication and identifier.
 *
 * @param config parameters. @default NEWS_V2
 * @returns events in the order in which they became known, and the funnel.
 * @example
 * const report = { url: null, domain: 'a.example', tier: 2, time: 0, seenAt: 60_000 } as const;
 * const items = [
 *   { ...report, id: 'a', title: 'Bridge exploited, Ethereum drained of $80 million' },
 *   { ...report, id: 'b', title: 'Bitcoin price prediction for May' },
 * ];
 * const { events, funnel } = newsEvents(items, entityTable(['BTC', 'ETH']));
 * events.map(({ symbol, category }) => [symbol, category]); // → [ [ 'ETH', 'hack' ] ]
 * funnel.counts(HOUR_MS, 24).dropped_noise; // → 1
 */
export function newsEvents(
  items: readonly NewsItem[],
  table: EntityTable,
  config: NewsConfig = NEWS_V2,
): { readonly events: readonly NewsEvent[]; readonly funnel: NewsFunnel } {
  const funnel = createNewsFunnel(table, config);
  const ordered = items.toSorted((a, b) => (a.seenAt === b.seenAt ? byPublication(a, b) : a.seenAt - b.seenAt));
  return { events: ordered.flatMap((item) => funnel.item(item).events), funnel };
}
