/** The source of macro series: the Treasury, FRED, the ECB and a token for gold, each asked at its own pace. */

import { DAY_MS } from '@barograph/core';
import type { DayValue, FileMacroName } from '@barograph/files';
import { releaseOn, type ScheduledRelease } from '@barograph/stress/risk';
import { parseKlines } from '../cexa/payloads-spot.ts';
import { klinesPayload, refusalOf } from '../cexa/payloads.ts';
import type { Feeds } from '../market/feeds.ts';
import { MACRO_SERIES } from '../market/outlook.ts';
import { createPolling, type Lane, type PolledTask } from '../upstream/polled/polling.ts';
import { seriesWithin } from '../polled/rows-since.ts';
import type { FeedState, Source } from '../market/source.ts';
import type { Upstream, UpstreamAsk, UpstreamKey } from '../upstream/ask.ts';
import { createBudget } from '../upstream/budget.ts';
import { createUpstreamMeter, type UpstreamMeter } from '../upstream/meter.ts';
import { createSteadyClock } from '../upstream/steady-clock.ts';
import { createUpstream } from '../upstream/upstream.ts';
import { reachedBy } from '../upstream/venue-time.ts';
import { readPayload, textReader } from './body.ts';
import { calendarFeed } from './calendar.ts';
import { MACRO_SOURCE_V1 } from './config.ts';
import { chosenSeries, createDayStore, type DayStore, type DayStoreOptions } from './day-store.ts';
import { fredRefusal, parseFredCsv, parseReleaseDates, releaseDatesPayload } from './fred.ts';
import { bare, createParts } from './parts.ts';
import type { MoodSourceParts } from '../mood/source.ts';
import { parseEcb, parseTreasury, type DayRows } from './xml.ts';

/** Addresses of the publishers; one without an address is not asked. */
export interface MacroAddresses {
  readonly fredUrl: string | undefined;
  /** Base of FRED's API, which tells dates of releases to those who have a key. */
  readonly fredApiUrl: string | undefined;
  readonly fredKey: string | undefined;
  readonly treasuryUrl: string | undefined;
  readonly ecbUrl: string | undefined;
  /** Base of the spot requests of the large exchange, where gold is traded as a token. */
  readonly goldUrl: string | undefined;
}

/** Parts of the source. */
export interface MacroSourceParts extends MoodSourceParts {
  /** Whether it has the calendar of releases; true when left out. */
  readonly hasCalendar?: boolean;
}

/** Paths of the publishers. */
const PATHS = {
  fred: '/graph/fredgraph.csv',
  releases: '/fred/release/dates',
  treasury: '/resource-center/data-chart-center/interest-rates/pages/xml',
  // Ninety days, each anew: a year of them is 500 kB of other currencies.
  ecb: '/stats/eurofxref/eurofxref-hist-90d.xml',
  klines: '/api/v3/klines',
} as const;

/** Yields that the Treasury states. */
const YIELDS: readonly FileMacroName[] = ['us_3m', 'us_2y', 'us_5y', 'us_10y', 'us_30y'];

/** Condition of a list that is there. */
const SETTLED = { status: 'ok', since: null, reason: null } as const;

/** Date of a moment, `YYYY-MM-DD`. */
function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/**
 * The source of macro series, and of dates of releases where there is a key for them. Opened and asked by the leader alone:
 * its requests count.
 *
 * @throws {UsageError} an address that is not `http` or `https`.
 * @example
 * const source = createMacroSource({ ...nowhere, ecbUrl: 'https://www.ecb.europa.eu' }, { clock, log });
 */
// oxlint-disable-next-line eslint/max-lines-per-function -- five publishers, one after the other, that share stores, clock and conditions
export function createMacroSource(addresses: MacroAddresses, parts: MacroSourceParts): Source {
  const { clock, log, hasCalendar = true, steady = createSteadyClock(), config = MACRO_SOURCE_V1 } = parts;
  const { budgets, everyMs, againMs, lateAfter, historyDays, maxBytes } = config;
  const { fredUrl, fredApiUrl, fredKey, treasuryUrl, ecbUrl, goldUrl } = addresses;
  const conditions = createParts();
  const calendarConditions = createParts();
  const meters: UpstreamMeter[] = [];
  const stores: DayStore[] = [];
  const dates = new Map<string, readonly ScheduledRelease[]>();

  const store = (options: Omit<DayStoreOptions, 'drop'>, meter: UpstreamMeter): DayStore => {
    const made = createDayStore({
      ...options,
      drop: (name, reason) => meter.dropped(name, reason.replaceAll('_', ' ')),
    });
    stores.push(made);
    return made;
  };
  const lane = (
    source: string,
    baseUrl: string | undefined,
    limit: number,
    tasksOf: (meter: UpstreamMeter) => readonly PolledTask[],
    key?: UpstreamKey,
  ): readonly Lane[] => {
    if (baseUrl === undefined) return [];
    const meter = createUpstreamMeter(source);
    meters.push(meter);
    const budget = createBudget({ limit, clock: steady });
    const open = (): Upstream => createUpstream({ source, baseUrl, key, budget, clock, steady, log, meter });
    return [{ open, tasks: tasksOf(meter) }];
  };
  /** Asks, keeps the condition, and hands on what came. */
  const task = <T>(
    every: number,
    ask: () => UpstreamAsk<ReturnType<typeof readPayload<T>>>,
    take: (value: T, fetchedAt: number) => void,
    on = conditions,
  ): PolledTask => {
    const condition = on.part(every * lateAfter);
    return {
      run: async (upstream) => {
        const answer = await upstream.request({ maxBytes, ...ask() });
        condition.record(bare(answer), clock.now());
        if (!answer.ok) return againMs;
        take(answer.value.value, answer.value.fetchedAt);
        return every;
      },
    };
  };
  const common = { weight: 1, priority: 'live' } as const;

  const treasury = lane('treasury', treasuryUrl, budgets.treasury, (meter) => {
    const own = YIELDS.map((name) => store({ name, publisher: 'US Treasury', publication: 'treasury' }, meter));
    const ofYear = (back: number, every: number): PolledTask =>
      task<DayRows>(
        every,
        () => ({
          ...common,
          path: PATHS.treasury,
          query: {
            data: 'daily_treasury_yield_curve',
            field_tdr_date_value: String(new Date(clock.now()).getUTCFullYear() - back),
          },
          schema: readPayload<DayRows>(),
          reader: textReader(parseTreasury),
        }),
        (rows, fetchedAt) => {
          for (const one of own) one.take(rows[one.name] ?? [], fetchedAt);
        },
      );
    return [ofYear(0, everyMs.treasury), ofYear(1, everyMs.treasuryPast), ofYear(2, everyMs.treasuryPast)];
  });
  const ecb = lane('ecb', ecbUrl, budgets.ecb, (meter) => {
    const own = store({ name: 'eur_usd', publisher: 'ECB', publication: 'ecb' }, meter);
    return [
      task<DayRows>(
        everyMs.ecb,
        () => ({ ...common, path: PATHS.ecb, schema: readPayload<DayRows>(), reader: textReader(parseEcb) }),
        (rows, fetchedAt) => own.take(rows.eur_usd ?? [], fetchedAt),
      ),
    ];
  });
  const fred = lane('fred', fredUrl, budgets.fred, (meter) =>
    config.fred.map(({ id, name, publication }) => {
      const own = store({ name, publisher: `FRED ${id}`, publication }, meter);
      return task<readonly DayValue[]>(
        everyMs.fred,
        () => ({
          ...common,
          path: PATHS.fred,
          query: { id, cosd: dateOf(clock.now() - historyDays * DAY_MS) },
          schema: readPayload<readonly DayValue[]>(),
          reader: textReader((text) => parseFredCsv(text, id)),
        }),
        (rows, fetchedAt) => own.take(rows, fetchedAt),
      );
    }),
  );
  const gold = lane('gold', goldUrl, budgets.gold, (meter) => {
    const { pair, publisher } = config.gold;
    const own = store({ name: 'gold_usd', publisher, publication: 'utc_day', isProxy: true }, meter);
    const condition = conditions.part(everyMs.gold * lateAfter);
    const query = { symbol: pair, interval: '1d', limit: String(historyDays) };
    const ask = { ...common, weight: 2, path: PATHS.klines, query, schema: klinesPayload, refusalOf, maxBytes };
    return [
      {
        run: async (upstream) => {
          const answer = await upstream.request(ask);
          condition.record(bare(answer), clock.now());
          if (!answer.ok) return againMs;
          const { value, fetchedAt } = answer.value;
          // The day that is under way has no close yet.
          const closed = parseKlines(value, '1d').rows.filter(({ time }) => time + DAY_MS <= reachedBy(answer.value));
          own.take(
            closed.map(({ time, close }) => ({ day: time, value: close })),
            fetchedAt,
          );
          return everyMs.gold;
        },
      },
    ];
  });
  const isAsked = hasCalendar && fredKey !== undefined && fredApiUrl !== undefined;
  const calendar = lane(
    'fred_api',
    isAsked ? fredApiUrl : undefined,
    budgets.fredApi,
    () =>
      config.releases.map(({ id, print }) => {
        const condition = calendarConditions.part(everyMs.calendar * lateAfter);
        const query = {
          release_id: String(id),
          file_type: 'json',
          include_release_dates_with_no_data: 'true',
          sort_order: 'desc',
          limit: '60',
        };
        const ask = { ...common, path: PATHS.releases, query, schema: releaseDatesPayload, refusalOf: fredRefusal };
        return {
          run: async (upstream) => {
            const answer = await upstream.request({ ...ask, maxBytes });
            condition.record(bare(answer), clock.now());
            if (!answer.ok) return againMs;
            const { value, fetchedAt } = answer.value;
            const known = new Map((dates.get(print) ?? []).map((one) => [one.time, one]));
            const read = parseReleaseDates(value).map((date) => {
              const release = releaseOn(print, date);
              return known.get(release.time) ?? { ...release, knownAt: fetchedAt, withdrawnAt: null };
            });
            dates.set(print, read);
            return everyMs.calendar;
          },
        };
      }),
    fredKey === undefined ? undefined : { in: 'query', name: 'api_key', value: fredKey },
  );

  const feed: Feeds['macro'] = {
    pull: async (query) =>
      conditions.under('macro', clock.now(), () => ({
        series: MACRO_SERIES.flatMap((name) => {
          const chosen = chosenSeries(
            stores.filter((one) => one.name === name),
            config.behindMs,
          );
          if (chosen === undefined) return [];
          const { publisher, isProxy } = chosen;
          return [{ ...seriesWithin(chosen, query), name, publisher, ...(isProxy ? { isProxy: true as const } : {}) }];
        }),
      })),
  };
  /** The shipped list always stands; without an answer it has no dates behind its end. */
  const calendarState = (now: number): FeedState => {
    const { status, since, reason } = calendarConditions.state('macroCalendar', now);
    const isShort = isAsked && (status === 'stale' || status === 'unavailable');
    const condition = isShort ? ({ status: 'stale', since, reason } as const) : SETTLED;
    return { feed: 'macroCalendar', asOf: now, ...condition };
  };
  const polling = createPolling([...treasury, ...ecb, ...fred, ...gold, ...calendar], steady);
  return {
    id: 'macro',
    kind: 'live',
    countsRequests: true,
    feeds: {
      ...(stores.length === 0 ? {} : { macro: feed }),
      ...(hasCalendar ? { macroCalendar: calendarFeed([], () => [...dates.values()].flat()) } : {}),
    },
    start: async () => polling.start(),
    close: async () => polling.stop(),
    upstreams: () => meters.map((meter) => meter.reading()),
    state: (now) => [
      ...(stores.length === 0 ? [] : [conditions.state('macro', now)]),
      ...(hasCalendar ? [calendarState(now)] : []),
    ],
  };
}
