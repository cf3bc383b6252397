/** Unlock schedules, and the dated days in them that are no steady emission. */

import { bucketOpen, compensatedSum, DAY_MS } from '@barograph/core';
import { checkSupplyConfig, SUPPLY_V1, type SupplyConfig } from './config.ts';

/** Tokens that are unlocked at a moment. */
export interface Tranche {
  /** Epoch ms. */
  readonly time: number;
  /** Above 0. */
  readonly tokens: number;
  /** Beneficiary, as the source names it: tranches of one section are one series. */
  readonly section: string;
  /** `cliff`: the source has it as a single event; `step`: as one of a series. */
  readonly kind: 'cliff' | 'step';
}

/** Tokens that are unlocked evenly over a span. */
export interface TokenStream {
  /** Epoch ms. */
  readonly from: number;
  /** Epoch ms, after `from`. */
  readonly to: number;
  readonly tokens: number;
}

/** Schedule of a coin, as it was known from a moment on. */
export interface UnlockSchedule {
  /** Id of the coin. */
  readonly coin: string;
  /** Epoch ms. Answers about earlier moments do not know it. */
  readonly knownAt: number;
  readonly tranches: readonly Tranche[];
  readonly streams: readonly TokenStream[];
}

/** A UTC day on which a cliff is unlocked. */
export interface UnlockDay {
  /** 00:00 UTC. */
  readonly day: number;
  /** First tranche of the day, epoch ms. */
  readonly time: number;
  /** Last one, likewise. */
  readonly lastTime: number;
  /** Sum of the day. */
  readonly tokens: number;
  /** Tranches that were summed. */
  readonly tranches: number;
}

/**
 * The newest schedule of each coin that was known at a moment; of two that became known together the later in the list.
 *
 * @example
 * const first = { coin: 'arbitrum', knownAt: 0, tranches: [], streams: [] };
 * const revised = { ...first, knownAt: 10 * DAY_MS };
 * schedulesAt([first, revised], 5 * DAY_MS).get('arbitrum') === first; // → true
 */
export function schedulesAt(schedules: readonly UnlockSchedule[], asOf: number): ReadonlyMap<string, UnlockSchedule> {
  const newest = new Map<string, UnlockSchedule>();
  for (const one of schedules) {
    if (one.knownAt > asOf) continue;
    if (one.knownAt >= (newest.get(one.coin)?.knownAt ?? -Infinity)) newest.set(one.coin, one);
  }
  return newest;
}

/** Tokens of the streams between two moments. */
function streamed(streams: readonly TokenStream[], from: number, to: number): number {
  return streams.reduce((sum, one) => {
    const shared = Math.min(to, one.to) - Math.max(from, one.from);
    return shared > 0 ? sum + (one.tokens * shared) / (one.to - one.from) : sum;
  }, 0);
}

interface Day {
  readonly day: number;
  readonly dated: Tranche[];
  readonly series: Tranche[];
}

/** By time, size and section. */
function byTime(a: Tranche, b: Tranche): number {
  if (a.time !== b.time) return a.time - b.time;
  if (a.tokens !== b.tokens) return a.tokens - b.tokens;
  return a.section < b.section ? -1 : 1;
}

/** Tranches by day: those that are single events, and those of series. */
function daysOf(tranches: readonly Tranche[], spanMs: number): readonly Day[] {
  // By size too: a sum must not depend on the order of the rows.
  const sorted = tranches.filter(({ tokens }) => tokens > 0 && tokens < Infinity).sort(byTime);
  const lastDayOf = new Map<string, { day: number; before: number }>();
  const days = new Map<number, Day>();
  for (const tranche of sorted) {
    const day = bucketOpen(tranche.time, DAY_MS);
    const known = lastDayOf.get(tranche.section);
    // Several rows of one day are one tranche of their section.
    const before = known === undefined ? -Infinity : known.day === day ? known.before : known.day;
    lastDayOf.set(tranche.section, { day, before });
    const isDated = tranche.kind === 'cliff' && day - before > spanMs;
    const of = days.get(day) ?? { day, dated: [], series: [] };
    (isDated ? of.dated : of.series).push(tranche);
    days.set(day, of);
  }
  return [...days.values()];
}

const tokensOf = (tranches: readonly Tranche[]): number => compensatedSum(Float64Array.from(tranches, (t) => t.tokens));

/**
 * The days of a schedule that are cliffs, oldest first; tranches of one UTC day are summed.
 *
 * Single events always are: a tranche that the source marks so, with no other of its section in the 30 days before. What
 * belongs to a series is one when all of it on that day is at least a fifth of the emission of the 30 days before, streams
 * and series together; a daily or linear emission never is.
 *
 * @example
 * const tranches = [{ time: 40 * DAY_MS, tokens: 1e6, section: 'team', kind: 'cliff' }] as const;
 * const streams = [{ from: 0, to: 100 * DAY_MS, tokens: 5e6 }];
 * unlockDays({ tranches, streams }).map(({ day, tokens }) => [day / DAY_MS, tokens]); // → [ [ 40, 1000000 ] ]
 */
export function unlockDays(
  { tranches, streams }: Pick<UnlockSchedule, 'tranches' | 'streams'>,
  config: SupplyConfig = SUPPLY_V1,
): readonly UnlockDay[] {
  const { cliffShare, emissionDays } = checkSupplyConfig(config);
  const spanMs = emissionDays * DAY_MS;
  const days = daysOf(tranches, spanMs);
  const found: UnlockDay[] = [];
  let first = 0;
  for (const [i, { day, dated, series }] of days.entries()) {
    while (days[first]!.day < day - spanMs) first++;
    const emitted = tokensOf(days.slice(first, i).flatMap((one) => one.series));
    const isCliff =
      series.length > 0 && tokensOf(series) >= cliffShare * (emitted + streamed(streams, day - spanMs, day));
    const counted = isCliff ? [...dated, ...series] : dated;
    if (counted.length === 0) continue;
    const times = counted.map(({ time }) => time);
    found.push({
      day,
      time: Math.min(...times),
      lastTime: Math.max(...times),
      tokens: tokensOf(counted),
      tranches: counted.length,
    });
  }
  return found;
}
