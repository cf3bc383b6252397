/**
 * News pulse: pressure and tilt of every perp from the events of the last hours, with exponential decay.
 *
 * A sum of exponentially decaying terms decays as a whole, so a stream stores one number and its time, and updates them
 * only on an event or a query.
 */

import { clamp, HOUR_MS, shown, UsageError } from '@barograph/core';
import { checkNewsConfig, NEWS_V2, type NewsConfig } from './config.ts';
import { byPublication, latestNews, type NewsEvent } from './story.ts';

/** Row of a perp. */
export interface PulseRow {
  readonly symbol: string;
  /** Pressure 0…1, never 1. */
  readonly newsPressure: number;
  /** Tilt −1…1; 0 without events. */
  readonly newsTilt: number;
  readonly eventCount: number;
  /** Largest impact; null without events. */
  readonly topImpact: number | null;
  /** Number of reports that name it, qualified or not. */
  readonly headlines: number;
}

/** Largest double below 1, the upper bound of the pressure. */
const BELOW_ONE = 1 - 2 ** -53;

const pressureOf = (sum: number): number => Math.min(BELOW_ONE, -Math.expm1(-sum));
const tiltOf = (leaning: number, sum: number): number => (sum > 0 ? clamp(leaning / sum, -1, 1) : 0);

/** Weight of an event at its publication. */
function weightOf({ impactScore, corroboration }: NewsEvent, { pulse }: NewsConfig): number {
  return impactScore * (1 + pulse.perSource * (corroboration - 1));
}

/**
 * Computes the pulse at a moment: a row for every perp, zeros included, largest pressure first.
 *
 * @param events rows in any order; the newest row of each story known by then counts, after its publication.
 * @param hours length of the window, hours: events published within it count.
 * @param coverage reports by symbol in these hours, from the funnel.
 * @param config parameters. @default NEWS_V2
 * @throws {UsageError} when the hours are invalid.
 * @example
 * const title = 'Bridge exploited, Ethereum drained of $80 million';
 * const item = { id: 'a', title, url: null, domain: 'a.example', tier: 2, time: 0, seenAt: 60_000 } as const;
 * const { events, funnel } = newsEvents([item], entityTable(['BTC', 'ETH']));
 * const window = { asOf: HOUR_MS, hours: 24, coverage: funnel.coverage(HOUR_MS, 24) };
 * const rows = newsPulse(events, ['BTC', 'ETH'], window);
 * rows.map(({ symbol, eventCount }) => [symbol, eventCount]); // → [ [ 'ETH', 1 ], [ 'BTC', 0 ] ]
 */
export function newsPulse(
  events: readonly NewsEvent[],
  symbols: readonly string[],
  {
    asOf,
    hours,
    coverage,
  }: { readonly asOf: number; readonly hours: number; readonly coverage: ReadonlyMap<string, number> },
  config: NewsConfig = NEWS_V2,
): readonly PulseRow[] {
  if (!(hours > 0)) throw new UsageError(`"hours" expected a number above 0, got ${shown(hours)}`);
  const known = latestNews(events.filter(({ knownAt }) => knownAt <= asOf))
    .filter(({ time }) => time <= asOf && time > asOf - hours * HOUR_MS)
    // Fixed order of the terms, whatever that of the events: sums are then equal to the bit.
    .toSorted(byPublication);
  const bySymbol = grouped(known);
  return symbols
    .map((symbol): PulseRow => {
      const own = bySymbol.get(symbol) ?? [];
      let [sum, leaning] = [0, 0];
      for (const event of own) {
        const weight = weightOf(event, config) * faded(asOf - event.time, config);
        sum += weight;
        leaning += weight * event.bias;
      }
      return {
        symbol,
        newsPressure: pressureOf(sum),
        newsTilt: tiltOf(leaning, sum),
        eventCount: own.length,
        topImpact: own.length === 0 ? null : Math.max(...own.map(({ impactScore }) => impactScore)),
        headlines: coverage.get(symbol) ?? 0,
      };
    })
    .toSorted((a, b) =>
      a.newsPressure === b.newsPressure ? (a.symbol < b.symbol ? -1 : 1) : b.newsPressure - a.newsPressure,
    );
}

function faded(ageMs: number, { pulse }: NewsConfig): number {
  return 2 ** (-ageMs / (pulse.halflifeHours * HOUR_MS));
}

function grouped(events: readonly NewsEvent[]): Map<string, NewsEvent[]> {
  const groups = new Map<string, NewsEvent[]>();
  for (const event of events) {
    const group = groups.get(event.symbol);
    if (group === undefined) groups.set(event.symbol, [event]);
    else group.push(event);
  }
  return groups;
}

/** Current pressure and tilt. */
export interface PulseReading {
  /** Pressure 0…1, never 1. */
  readonly newsPressure: number;
  /** Tilt −1…1; 0 without events. */
  readonly newsTilt: number;
}

/** Pressure and tilt of every symbol as sums that decay on access. */
export interface NewsPulse {
  /** Adds a row of an event; a later row of the same story replaces the weight of the earlier one. Any order. */
  event(event: NewsEvent): void;
  /** Reading of a symbol; zeros without events. @throws {UsageError} when the moment is before its newest event. */
  at(symbol: string, asOf: number): PulseReading;
  snapshot(): NewsPulseSnapshot;
}

/** Sums of a symbol at a moment, epoch ms. */
interface Sums {
  readonly at: number;
  readonly sum: number;
  readonly leaning: number;
}

/** JSON-safe state of {@link createNewsPulse}. */
export interface NewsPulseSnapshot {
  readonly version: 1;
  readonly sums: readonly (readonly [symbol: string, sums: Sums])[];
  readonly weights: readonly (readonly [id: string, revision: number, weight: number, time: number])[];
}

/** Half-lives after which the weight of a story is no longer corrected. */
const FORGOTTEN = 30;

/**
 * Creates sums of all events, updated lazily. Equal to {@link newsPulse} without a bound on the hours, up to the
 * rounding of sums.
 *
 * @param config parameters. @default NEWS_V2
 * @throws {UsageError} when the config is invalid.
 * @example
 * const title = 'Bridge exploited, Ethereum drained of $80 million';
 * const item = { id: 'a', title, url: null, domain: 'a.example', tier: 2, time: 0, seenAt: 60_000 } as const;
 * const { events } = newsEvents([item], entityTable(['BTC', 'ETH']));
 * const pulse = createNewsPulse();
 * for (const event of events) pulse.event(event);
 * pulse.at('ETH', HOUR_MS).newsTilt < 0; // → true
 */
export function createNewsPulse(config: NewsConfig = NEWS_V2, snapshot?: NewsPulseSnapshot): NewsPulse {
  checkNewsConfig(config);
  const sums = new Map<string, Sums>(snapshot?.sums);
  const weights = new Map(snapshot?.weights.map(([id, revision, weight, time]) => [id, { revision, weight, time }]));
  const movedTo = ({ at, sum, leaning }: Sums, time: number): Sums => {
    const share = faded(time - at, config);
    return { at: time, sum: sum * share, leaning: leaning * share };
  };
  return {
    event(event) {
      const { id, revision, symbol, time, bias } = event;
      const before = weights.get(id);
      if (before !== undefined && before.revision >= revision) return;
      const own = sums.get(symbol) ?? { at: time, sum: 0, leaning: 0 };
      const { at, sum, leaning } = time > own.at ? movedTo(own, time) : own;
      const weight = weightOf(event, config);
      const more = (weight - (before?.weight ?? 0)) * faded(at - time, config);
      sums.set(symbol, { at, sum: sum + more, leaning: leaning + more * bias });
      weights.set(id, { revision, weight, time });
      const oldest = at - FORGOTTEN * config.pulse.halflifeHours * HOUR_MS;
      for (const [story, entry] of weights) if (entry.time < oldest) weights.delete(story);
    },
    at(symbol, asOf) {
      const own = sums.get(symbol);
      if (own === undefined) return { newsPressure: 0, newsTilt: 0 };
      if (!(asOf >= own.at)) {
        throw new UsageError(`"asOf" expected a moment from ${own.at} on, got ${shown(asOf)}`);
      }
      const { sum, leaning } = movedTo(own, asOf);
      return { newsPressure: pressureOf(sum), newsTilt: tiltOf(leaning, sum) };
    },
    snapshot: () => ({
      version: 1,
      sums: [...sums],
      weights: Array.from(weights, ([id, { revision, weight, time }]) => [id, revision, weight, time] as const),
    }),
  };
}
