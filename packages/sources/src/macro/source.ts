/** The source of macro series: the Treasury, FRED, the ECB and a token for gold, each asked at its own pace. */

import type { Feeds } from '../market/feeds.ts';
import { MACRO_SERIES, type MacroSeries, type OutlookQuery } from '../market/outlook.ts';
import type { FeedState, Source } from '../market/source.ts';
import type { MoodSourceParts } from '../mood/source.ts';
import { seriesWithin } from '../polled/rows-since.ts';
import { createPolling } from '../upstream/polled/polling.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { calendarFeed } from './calendar.ts';
import { MACRO_SOURCE_V1 } from './config.ts';
import { chosenSeries, type DayStore } from './day-store.ts';
import { ECB } from './ecb.ts';
import { FRED } from './fred.ts';
import { GOLD } from './gold.ts';
import { createParts, type Parts } from './parts.ts';
import { publisherLane, type Publisher, type PublisherLane } from './publisher.ts';
import { createReleaseDates } from './release-dates.ts';
import { TREASURY } from './treasury.ts';

/** Addresses of the publishers; a publisher without an address is off. */
export interface MacroAddresses {
  readonly fredUrl: string | undefined;
  /** Base URL of FRED's API, which serves release dates to key holders. */
  readonly fredApiUrl: string | undefined;
  readonly fredKey: string | undefined;
  readonly treasuryUrl: string | undefined;
  readonly ecbUrl: string | undefined;
  /** Base URL of spot requests of the large exchange, which lists a gold token. */
  readonly goldUrl: string | undefined;
}

/** Options of the source. */
export interface MacroSourceParts extends MoodSourceParts {
  /** Whether it has the calendar of releases. @default true */
  readonly hasCalendar?: boolean;
}

/** Series within a query, from the preferred publisher of each. */
function seriesOf(stores: readonly DayStore[], behindMs: number, query: OutlookQuery): MacroSeries['series'] {
  return MACRO_SERIES.flatMap((name) => {
    const chosen = chosenSeries(
      stores.filter((store) => store.name === name),
      behindMs,
    );
    if (chosen === undefined) return [];
    const { publisher, isProxy } = chosen;
    return [{ ...seriesWithin(chosen, query), name, publisher, ...(isProxy ? { isProxy: true as const } : {}) }];
  });
}

/** State of the calendar. The built-in list is always available; later dates need an answer. @param later undefined when off. */
function calendarState(later: Parts | undefined, now: number): FeedState {
  const state = later?.state('macroCalendar', now);
  const isShort = state?.status === 'stale' || state?.status === 'unavailable';
  const { since, reason } = isShort ? state : { since: null, reason: null };
  return { feed: 'macroCalendar', asOf: now, status: isShort ? 'stale' : 'ok', since, reason };
}

/**
 * Creates the source of macro series, and of release dates when there is a key. Only the leader opens it, because
 * requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createMacroSource({ ...nowhere, ecbUrl: 'https://www.ecb.europa.eu' }, { clock, log });
 */
export function createMacroSource(addresses: MacroAddresses, parts: MacroSourceParts): Source {
  const { clock, log, hasCalendar = true, steady = createSteadyClock(), config = MACRO_SOURCE_V1 } = parts;
  const { fredUrl, fredApiUrl, fredKey, treasuryUrl, ecbUrl, goldUrl } = addresses;
  const lane = (publisher: Publisher, url: string | undefined, conditions: Parts): readonly PublisherLane[] =>
    url === undefined ? [] : [publisherLane(publisher, url, { clock, steady, log, config, conditions })];

  const conditions = createParts();
  // In order of preference.
  const series = [
    ...lane(TREASURY, treasuryUrl, conditions),
    ...lane(ECB, ecbUrl, conditions),
    ...lane(FRED, fredUrl, conditions),
    ...lane(GOLD, goldUrl, conditions),
  ];
  const stores = series.flatMap((lane) => lane.stores);
  const later =
    hasCalendar && fredKey !== undefined && fredApiUrl !== undefined
      ? { dates: createReleaseDates(fredKey), conditions: createParts() }
      : undefined;
  const all = later === undefined ? series : [...series, ...lane(later.dates.publisher, fredApiUrl, later.conditions)];
  const polling = createPolling(
    all.map((lane) => lane.lane),
    steady,
  );
  const macro: Feeds['macro'] = {
    pull: async (query) =>
      conditions.under('macro', clock.now(), () => ({ series: seriesOf(stores, config.behindMs, query) })),
  };
  return {
    id: 'macro',
    kind: 'live',
    countsRequests: true,
    feeds: {
      ...(stores.length === 0 ? {} : { macro }),
      ...(hasCalendar ? { macroCalendar: calendarFeed([], () => later?.dates.all() ?? []) } : {}),
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => all.map(({ meter }) => meter.reading()),
    state: (now) => [
      ...(stores.length === 0 ? [] : [conditions.state('macro', now)]),
      ...(hasCalendar ? [calendarState(later?.conditions, now)] : []),
    ],
  };
}
