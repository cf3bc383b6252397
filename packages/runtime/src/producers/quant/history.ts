/** Hourly nowcast history: archived answers, and reconstructed ones for other hours. */

import { createRecent, type Provenance, type QuantDay, type QuantHour, type QuantRange } from '@barograph/contract';
import { bucketOpen, DAY_MS, firstAtOrAfter, HOUR_MS } from '@barograph/core';
import {
  historyQuality,
  hoursOfRuns,
  nowcastHistorySteps,
  QUALITY_V2,
  REGIMES,
  type NowcastHistory,
  type Regime,
} from '@barograph/nowcast';
import { setImmediate } from 'node:timers/promises';
import type { Listing, Market } from '@barograph/sources';
import type { Observations } from '@barograph/store';
import type { Histories } from '../../computation.ts';
import { closedBars } from '../closed-bars.ts';
import { joinedPast } from './predecessor.ts';
import type { LoadedModel } from './model.ts';
import { archivedMarket, archivedOf } from './archived.ts';
import { MARKET, marketListings, perpListings } from './listings.ts';
import { firstPublished, type Past } from './past.ts';

const HISTORIES_KEPT = 16;
const LEAST_DAY_HOURS = 12;

/** Opens of the first and last hour, and the maximum number; one more shows that there are others. */
export type HoursQuery = Pick<QuantRange, 'start' | 'end' | 'limit'>;

/** Scope of a history: the market, or a named perp. */
export interface QuantScope {
  readonly key: string;
  readonly listing: Listing;
}

export interface QuantPast {
  /**
   * Past of the market computed by `at`: the pooled model over every closed hour of its listing, preceded by the labelled hours of
   * an older listing of the same coin.
   */
  market(at: number): Promise<Past | undefined>;
  /** Hours of a range for the market or a perp, including its former name; archived answers are unchanged. */
  hours(scope: QuantScope, query: HoursQuery, at: number): Promise<readonly QuantHour[]>;
  /** Sources of the bars behind a scope's hours; undefined without hours. */
  provenance(scope: QuantScope, at: number): Promise<readonly Provenance[] | undefined>;
}

/** Flags of the rows: too young, or too many hours missing. */
function publishedOf({ time, length, label }: NowcastHistory): Uint8Array {
  const published = new Uint8Array(length);
  const week = QUALITY_V2.sparseHours;
  const runs = hoursOfRuns(time);
  let oldest = 0;
  for (let i = 0; i < length; i++) {
    while (time[oldest]! <= time[i]! - week * HOUR_MS) oldest++;
    const seen = (time[i]! - time[0]!) / HOUR_MS + 1;
    const missing = Math.min(week, seen) - (i - oldest + 1);
    published[i] = Number(label[i]! >= 0 && historyQuality(runs[i]!, missing).published);
  }
  return published;
}

/** Computed hour. */
export function computedHour(
  { rows, published }: Omit<Past, 'provenance'>,
  i: number,
  modelVersion: string,
): QuantHour {
  const width = REGIMES.length;
  const isPublished = published[i] === 1;
  const row = (table: Float64Array): readonly number[] =>
    isPublished ? Array.from(table.subarray(i * width, (i + 1) * width)) : [];
  return {
    time: rows.time[i]!,
    regime: isPublished ? REGIMES[rows.label[i]!]! : null,
    confidence: isPublished ? rows.confidence[i]! : NaN,
    rawConfidence: isPublished ? rows.rawConfidence[i]! : NaN,
    now: row(rows.now),
    h4: row(rows.h4),
    h24: row(rows.h24),
    backfilled: true,
    modelVersion,
  };
}

/** Runs a generator to its end, with a pause for requests at every yield. */
async function inBreaths<Value>(steps: Generator<undefined, Value>): Promise<Value> {
  let step = steps.next();
  while (step.done !== true) {
    await setImmediate();
    step = steps.next();
  }
  return step.value;
}

/**
 * Creates the hourly history of the nowcast.
 * @param series series of archived answers.
 * @param histories computes the past. @default this thread, with pauses
 */
export function createQuantPast(
  { model }: LoadedModel,
  source: Market,
  observations: Observations,
  series: string,
  histories: Histories = { history: async (bars) => inBreaths(nowcastHistorySteps(model, bars)) },
): QuantPast {
  const { modelVersion } = model.artifact;
  const kept = createRecent<Promise<Past | undefined>>(HISTORIES_KEPT);

  const compute = async (listing: Listing, at: number): Promise<Past | undefined> => {
    const bars = await closedBars(source, listing, '1h', 0, at);
    if (bars === undefined || bars.length === 0) return undefined;
    const rows = await histories.history(bars);
    return { rows, published: publishedOf(rows), provenance: [{ feed: 'bars', ...bars.provenance }] };
  };

  const once = async (key: string, make: () => Promise<Past | undefined>): Promise<Past | undefined> => {
    let past = kept.get(key);
    if (past === undefined) {
      past = make();
      past.catch(() => kept.delete(key));
      kept.set(key, past);
    }
    return past;
  };
  const computed = async (listing: Listing, at: number): Promise<Past | undefined> => {
    const hour = bucketOpen(at, HOUR_MS);
    return once(`${listing.venue}/${listing.symbol}/${hour}`, async () => compute(listing, hour));
  };
  const market: QuantPast['market'] = async (at) =>
    once(`${MARKET}/${bucketOpen(at, HOUR_MS)}`, async () => {
      const [listing, predecessor] = await marketListings(source, at);
      const past = listing === undefined ? undefined : await computed(listing, at);
      const from = past === undefined ? undefined : firstPublished(past);
      if (past === undefined || predecessor === undefined || from === undefined) return past;
      return joinedPast(await computed(predecessor, from), past);
    });

  const pastOf = async ({ key, listing }: QuantScope, at: number): Promise<Past | undefined> =>
    key === MARKET ? market(at) : computed(listing, at);

  return {
    market,
    provenance: async (scope, at) => (await pastOf(scope, at))?.provenance,
    hours: async (scope, { start, end, limit }, at) => {
      const { key, listing } = scope;
      const past = await pastOf(scope, at);
      const query = { series, start, end, knownAt: at };
      const archived =
        key === MARKET
          ? await archivedMarket(observations, key, query)
          : await archivedOf(observations, listing, await perpListings(source, at), query);
      if (past === undefined) return [...archived.values()].sort((a, b) => a.time - b.time);
      const hours: QuantHour[] = [];
      const { time, length } = past.rows;
      for (let i = firstAtOrAfter(past.rows, start); i < length && time[i]! <= end && hours.length <= limit; i++) {
        hours.push(archived.get(time[i]!) ?? computedHour(past, i, modelVersion));
      }
      return hours;
    },
  };
}

/**
 * Labels of completed UTC days: the most frequent hourly label, of several the latest.
 *
 * @param from midnight of the first requested day; the list begins with the first day that has hours.
 * @param at only days that have ended by then, epoch ms.
 */
export function daysOf({ rows, published }: Omit<Past, 'provenance'>, from: number, at: number): readonly QuantDay[] {
  const days: QuantDay[] = [];
  const first = rows.time[0];
  if (first === undefined) return days;
  let i = firstAtOrAfter(rows, from);
  for (let day = Math.max(from, bucketOpen(first, DAY_MS)); day + DAY_MS <= at; day += DAY_MS) {
    const counts = new Map<Regime, number>();
    const order: Regime[] = [];
    for (; i < rows.length && rows.time[i]! < day + DAY_MS; i++) {
      if (published[i] !== 1) continue;
      const label = REGIMES[rows.label[i]!]!;
      counts.set(label, (counts.get(label) ?? 0) + 1);
      order.push(label);
    }
    days.push({
      time: day,
      regime: order.length < LEAST_DAY_HOURS ? null : winner(counts, order),
      hours: order.length,
    });
  }
  return days;
}

function winner(counts: ReadonlyMap<Regime, number>, order: readonly Regime[]): Regime | null {
  const most = Math.max(...counts.values());
  return order.findLast((label) => counts.get(label) === most) ?? null;
}
