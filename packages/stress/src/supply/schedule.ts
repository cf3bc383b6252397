/** Unlock schedules, and the dated days in them that are not steady emission. */

import { bucketOpen, compensatedSum, DAY_MS } from '@barograph/core';
import { checkSupplyConfig, SUPPLY_V1, type SupplyConfig } from './config.ts';

/** Tokens that unlock at a moment. */
export interface Tranche {
  /** Epoch ms. */
  readonly time: number;
  /** Number of tokens, above 0. */
  readonly tokens: number;
  /** Beneficiary, as the source names it: tranches of one section are one series. */
  readonly section: string;
  /** Kind in the source. `cliff`: a single event; `step`: one of a series. */
  readonly kind: 'cliff' | 'step';
}

/** Tokens that unlock evenly over a time span. */
export interface TokenStream {
  /** Epoch ms. */
  readonly from: number;
  /** Epoch ms, after `from`. */
  readonly to: number;
  /** Number of tokens over the whole span. */
  readonly tokens: number;
}

/** Schedule of a coin, and when it became known. */
export interface UnlockSchedule {
  /** Id of the coin. */
  readonly coin: string;
  /** Time at which it became known, epoch ms. Answers about earlier moments do not use it. */
  readonly knownAt: number;
  readonly tranches: readonly Tranche[];
  readonly streams: readonly TokenStream[];
}

/** UTC day with a cliff. */
export interface UnlockDay {
  /** Start of the day, 00:00 UTC, epoch ms. */
  readonly day: number;
  /** Time of the first tranche, epoch ms. */
  readonly time: number;
  /** Time of the last tranche, epoch ms. */
  readonly lastTime: number;
  /** Tokens of the day. */
  readonly tokens: number;
  /** Number of tranches. */
  readonly tranches: number;
}

/**
 * Newest schedule of each coin known at a moment; the later in the list of two that became known together.
 *
 * @param asOf the moment, epoch ms.
 * @example
 * const first = { coin: 'arbitrum', knownAt: 0, tranches: [], streams: [] };
 * const revised = { ...first, knownAt: 10 * DAY_MS };
 * schedulesAt([first, revised], 5 * DAY_MS).get('arbitrum') === first; // → true
 */
export function schedulesAt(schedules: readonly UnlockSchedule[], asOf: number): ReadonlyMap<string, UnlockSchedule> {
  const newest = new Map<string, UnlockSchedule>();
  for (const schedule of schedules) {
    if (schedule.knownAt > asOf) continue;
    if (schedule.knownAt >= (newest.get(schedule.coin)?.knownAt ?? -Infinity)) newest.set(schedule.coin, schedule);
  }
  return newest;
}

/** Tokens of the streams between two moments. */
function streamed(streams: readonly TokenStream[], from: number, to: number): number {
  return streams.reduce((sum, stream) => {
    const shared = Math.min(to, stream.to) - Math.max(from, stream.from);
    return shared > 0 ? sum + (stream.tokens * shared) / (stream.to - stream.from) : sum;
  }, 0);
}

interface Day {
  readonly day: number;
  readonly dated: Tranche[];
  readonly series: Tranche[];
}

/** Orders by time, size and section. */
function byTime(a: Tranche, b: Tranche): number {
  if (a.time !== b.time) return a.time - b.time;
  if (a.tokens !== b.tokens) return a.tokens - b.tokens;
  return a.section < b.section ? -1 : 1;
}

/** Tranches by day: single events, and those of series. */
function daysOf(tranches: readonly Tranche[], spanMs: number): readonly Day[] {
  // Sorted by size too, so that a sum does not depend on the order of the rows.
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
    const tranches = days.get(day) ?? { day, dated: [], series: [] };
    (isDated ? tranches.dated : tranches.series).push(tranche);
    days.set(day, tranches);
  }
  return [...days.values()];
}

const tokensOf = (tranches: readonly Tranche[]): number => compensatedSum(Float64Array.from(tranches, (t) => t.tokens));

/**
 * Finds the cliff days of a schedule, oldest first; tranches of one UTC day are summed.
 *
 * Single events always count: tranches marked as such, without another of their section in the 30 days before. A series
 * counts when all of it on that day is at least a fifth of the emission of the 30 days before, streams and series
 * together; daily or linear emission never counts.
 *
 * @param config parameters. @default SUPPLY_V1
 * @throws {UsageError} when the config is invalid.
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
