/** Ingest of news: every minute new reports go through the funnel, and qualified ones into the archive. */

import { bucketOpen, HOUR_MS } from '@barograph/core';
import {
  createNewsFunnel,
  entityTable,
  nameablePerps,
  NEWS_V1,
  NEWS_V2,
  type NewsEvent,
  type NewsFunnel,
  type NewsFunnelSnapshot,
  type NewsItem,
} from '@barograph/stress/news';
import { type Listing, type NewsReport, CADENCES_V1 } from '@barograph/sources';
import { addedJudged, type NewsFound, type NewsHour, type NewsJudged, type NewsSourceReport } from '@barograph/store';
import { judgedBy } from './judged.ts';
import type { Produced, Producer, ProducerInput, StateKey, StateText } from '../../producer.ts';
import { resumed, stateText } from '../../resume.ts';
import { answered, unlessAway } from '../answered.ts';
import { NEWS_INGEST_V1 } from './ingest-config.ts';
import { isLookDue, lookAtUniverse, UNIVERSE_SOURCE, type KnownUniverse } from './listings.ts';
import { perpNames, tradingOf } from './trading.ts';

/** Name of the producer. */
export const NEWS_INGEST_PRODUCER = 'news-ingest';
const KEY: StateKey = { name: NEWS_INGEST_PRODUCER, version: `${NEWS_INGEST_V1.version}+${NEWS_V2.version}` };
/** State of the previous version: its stories are in the archive, so a host that continues from it does not report them again. */
const KEY_BEFORE: StateKey = { name: NEWS_INGEST_PRODUCER, version: `${NEWS_INGEST_V1.version}+${NEWS_V1.version}` };
const SCOPE = 'market';
const NOTHING: Produced = { states: [], published: [] };

/** State between two runs. */
interface Held {
  /** Moment up to which arrivals are in the archive, epoch ms. */
  readonly upTo: number;
  readonly universe: KnownUniverse | undefined;
  readonly funnel: NewsFunnelSnapshot | undefined;
  /** In the first run after another version: moment up to which stories belong to that version, epoch ms. */
  readonly toldUpTo?: number;
}

/** Reports and listings in order of arrival. */
export function newsIngestProducer(): Producer {
  return {
    name: NEWS_INGEST_PRODUCER,
    cadence: CADENCES_V1.everyMinute,
    makeUp: { kind: 'latest' },
    reads: ['news'],
    needs: [],
    publishes: [],
    isHeavy: false,
    create: () => {
      let memory: Held | undefined;
      return async (input) => {
        // Another replica may have led since; its reports are not ingested again. The text of its own state is not read.
        const [stored] = await input.load(KEY, [SCOPE], memory?.upTo);
        memory = stored === undefined ? (memory ?? (await begun(input))) : recalled(stored, input);
        const done = await ingest(memory, input);
        if (done === undefined) return NOTHING;
        memory = done.held;
        return done.produced;
      };
    },
  };
}

function recalled(stored: StateText | undefined, { asOf, log }: ProducerInput): Held {
  const none: Held = { upTo: Math.max(0, asOf - NEWS_INGEST_V1.backfillMs), universe: undefined, funnel: undefined };
  return resumed<Held, Held>(stored, (state) => state ?? none, log).value;
}

/** Initial state: reads two weeks of reports; those of the previous version only fill the funnel's memory. */
async function begun(input: ProducerInput): Promise<Held> {
  const none = recalled(undefined, input);
  const [before] = await input.load(KEY_BEFORE, [SCOPE]);
  const { upTo, universe } = resumed<Held, Partial<Held>>(before, (state) => state ?? {}, input.log).value;
  return { ...none, universe, ...(upTo === undefined ? {} : { toldUpTo: upTo }) };
}

interface Ingested {
  readonly held: Held;
  readonly produced: Produced;
}

/** @returns undefined when the sources are unavailable or time has not advanced; a later run reads the arrivals. */
async function ingest(memory: Held, { asOf, market }: ProducerInput): Promise<Ingested | undefined> {
  if (asOf <= memory.upTo) return undefined;
  const from = Math.max(memory.upTo, asOf - NEWS_INGEST_V1.backfillMs);
  const news = await answered(market.read('news', { from, asOf }));
  const listings = await unlessAway(async () => market.listings(asOf));
  const trading =
    listings === null || !isLookDue(memory.universe, asOf) ? null : await tradingOf(listings, market, asOf);
  const perps = perpsOf(trading, listings, memory);
  if (news === null || perps.length === 0) return undefined;
  const look = trading === null ? undefined : lookAtUniverse(memory.universe, trading, nameablePerps(perps), asOf);
  const listed = (look?.items ?? []).map((item): NewsReport => ({ source: UNIVERSE_SOURCE, item }));
  const reports = [...news.reports, ...listed].toSorted((a, b) => byArrival(a.item, b.item));
  const run = reports.length === 0 ? NOTHING_TOLD : throughFunnel(perps, memory, reports);
  const after: Held = {
    upTo: asOf,
    universe: look?.known ?? memory.universe,
    funnel: run.funnel?.snapshot() ?? memory.funnel,
  };
  const sources = [...news.sources, universeSource(from, asOf, listed.length, listings !== null)];
  const isChanged = reports.length > 0 || look !== undefined;
  return {
    held: after,
    produced: {
      // Without changes the previous state stays valid, except for its moment of arrival.
      states: isChanged ? [stateText(KEY, SCOPE, asOf, after)] : [],
      published: [],
      writes: [{ table: 'news', rows: { events: run.events, hours: run.hours, sources, ...run.found } }],
      facts: { reports: reports.length, events: run.events.length },
    },
  };
}

/** Perps that traded at the last check, because a delisted one has bars but no market; before the first check the listed perps. */
function perpsOf(
  trading: readonly Listing[] | null,
  listed: readonly Listing[] | null,
  { universe }: Held,
): readonly string[] {
  const before = universe?.symbols.perpdex_perp;
  const listings = trading ?? (before === undefined ? (listed ?? []) : []);
  return listings.length === 0 ? (before ?? []) : perpNames(listings);
}

function byArrival(a: NewsItem, b: NewsItem): number {
  if (a.seenAt !== b.seenAt) return a.seenAt - b.seenAt;
  return a.time === b.time ? (a.id < b.id ? -1 : 1) : a.time - b.time;
}

/** Events and hours of a run. */
interface Run {
  readonly events: readonly NewsEvent[];
  readonly hours: readonly NewsHour[];
  /** Counts by source that the sources do not have. */
  readonly found: NewsFound;
  /** Funnel after the last report. */
  readonly funnel?: NewsFunnel;
}

const NOTHING_TOLD: Run = { events: [], hours: [], found: { conflicts: {} } };

/** Passes reports through the funnel. Funnel and perp names are created only when there are reports; most minutes have none. */
function throughFunnel(
  perps: readonly string[],
  { funnel: before, toldUpTo = -Infinity }: Held,
  reports: readonly NewsReport[],
): Run {
  const funnel = createNewsFunnel(entityTable(nameablePerps(perps)), NEWS_V2, before);
  const events: NewsEvent[] = [];
  const hours = new Map<number, NewsHour>();
  const conflicts: Record<string, number> = {};
  const notRead: Record<string, number> = {};
  const judged: Record<string, NewsJudged> = {};
  for (const report of reports) {
    const { source, item } = report;
    const verdict = funnel.item(item);
    if (verdict.outcome === 'conflict') conflicts[source] = (conflicts[source] ?? 0) + 1;
    if (!verdict.isRead) notRead[source] = (notRead[source] ?? 0) + 1;
    const verdicts = addedJudged(judged[source], judgedBy(report, verdict));
    if (verdicts !== undefined) judged[source] = verdicts;
    if (item.seenAt > toldUpTo) events.push(...verdict.events);
    const hour = bucketOpen(item.seenAt, HOUR_MS);
    // Read before the funnel drops it: it keeps some days, and a first run reads two weeks.
    const counts = funnel.counts(hour, 0);
    if (counts.ingested > 0) hours.set(hour, { hour, counts, coverage: Object.fromEntries(funnel.coverage(hour, 0)) });
  }
  return { events, hours: [...hours.values()], found: { conflicts, notRead, judged }, funnel };
}

/** Universe as a source. @param from identifies the span, so that its items count once. */
function universeSource(from: number, asOf: number, items: number, isThere: boolean): NewsSourceReport {
  return {
    name: UNIVERSE_SOURCE,
    about: { url: null, tier: 1, category: null },
    lastSuccessAt: isThere ? asOf : null,
    lastErrorAt: isThere ? null : asOf,
    lastError: isThere ? null : 'the venue did not list its symbols',
    run: `after ${from}`,
    counts: { items, notModified: 0, dropped: {} },
  };
}
