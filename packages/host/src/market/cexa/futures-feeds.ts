/** Perps of the large exchange: what they stand at, what they settled, their open interest and their accounts. */

import { DAY_MS, err, HOUR_MS, MINUTE_MS, ok, type Result } from '@barograph/core';
import type { Clock } from '../../clock.ts';
import type { FeedProblem, Series } from '../feed.ts';
import type { Feeds } from '../feeds.ts';
import type { Answered, Parsed } from '../payload/parsed.ts';
import type { FeedState } from '../source.ts';
import type { OtherVenue, VenuePerp, VenuePerps, VenueSamplesQuery } from '../venues.ts';
import type { CexaClient } from './client.ts';
import type { CexaConfig } from './config.ts';
import type { Span } from './paged.ts';
import { createPolled, type Polled } from './polled.ts';
import { problemOf } from './problem.ts';
import { createSharedAnswers } from './shared-answers.ts';

/** Feeds of perps, and the list that they are of. */
export interface FuturesFeeds {
  readonly feeds: Pick<Feeds, 'venuePerps' | 'settlements' | 'venueOpenInterest' | 'longShort'>;
  readonly perps: Polled<VenuePerps>;
  state(now: number): readonly FeedState[];
}

const VENUE: OtherVenue = 'cexa';
/** Longest time after its hour at which a settlement is printed. */
const PRINT_MS = MINUTE_MS;

function elsewhere(venue: OtherVenue): { readonly ok: false; readonly error: FeedProblem } {
  return err({ code: 'unavailable', reason: `the large exchange is not ${venue}` });
}

/** All perps in one list, polled: terms and days, which are large or seldom change, less often than premiums. */
function createPerps(client: CexaClient, clock: Clock, config: CexaConfig): Polled<VenuePerps> {
  const { pollMs, againMs, freshMs, lateAfterPolls, usualIntervalHours } = config;
  const terms = createPolled(async () => client.terms(), clock, {
    freshMs: pollMs.terms,
    againMs,
    staleMs: DAY_MS,
  });
  const days = createPolled(async () => client.perpTickers(), clock, {
    freshMs: pollMs.tickers,
    againMs,
    staleMs: lateAfterPolls * pollMs.tickers,
  });
  const ask = async (): Promise<Answered<Parsed<VenuePerps>>> => {
    const premiums = await client.premiums();
    if (!premiums.ok) return premiums;
    const [hours, notional] = await Promise.all([terms.series(), days.series()]);
    const { rows, fault } = premiums.value.value;
    const perps = rows.map((perp): VenuePerp => ({
      ...perp,
      // Without the list of those that differ nothing is known of any.
      intervalHours: hours.ok ? (hours.value.rows.get(perp.symbol) ?? usualIntervalHours) : NaN,
      openInterest: NaN,
      dayNotional: (notional.ok ? notional.value.rows.get(perp.symbol) : undefined) ?? NaN,
    }));
    return ok({ ...premiums.value, value: { rows: { perps }, fault } });
  };
  return createPolled(ask, clock, { freshMs, againMs, staleMs: lateAfterPolls * pollMs.perps });
}

/** Rows within `(from, to]`, with the moment that they are of. */
function within<Row extends { readonly time: number }>(
  answer: Answered<Parsed<readonly Row[]>>,
  { from, to }: Span,
): Result<Series<readonly Row[]>, FeedProblem> {
  if (!answer.ok) return err(problemOf(answer.error));
  const { value, fetchedAt } = answer.value;
  const rows = value.rows.filter(({ time }) => time > from && time <= to);
  return ok({ rows, asOf: Math.min(to, fetchedAt), ...(value.fault === undefined ? {} : { isStale: true }) });
}

const column = <Row>(rows: readonly Row[], of: (row: Row, i: number) => number): Float64Array =>
  Float64Array.from(rows, of);

export function createFuturesFeeds(client: CexaClient, clock: Clock, config: CexaConfig): FuturesFeeds {
  const { samplesKeptMs, sampleSteps, longestIntervalMs, sharedMs, sharedKept } = config;
  const perps = createPerps(client, clock, config);
  const shared = createSharedAnswers(clock, sharedMs, sharedKept);
  /** The perp of a question, or why there is none. */
  const perpOf = async (symbol: string): Promise<Result<VenuePerp, FeedProblem>> => {
    const series = await perps.series();
    if (!series.ok) return series;
    const perp = series.value.rows.perps.find((one) => one.symbol === symbol);
    return perp === undefined ? err({ code: 'unknown_symbol', reason: `cexa has no perp ${symbol}` }) : ok(perp);
  };
  /** Span of samples that the venue still keeps, in whole steps at its beginning; undefined when it keeps none of them. */
  const keptSpan = ({ from, to }: Span, step: number): Span | undefined => {
    const oldest = clock.now() - samplesKeptMs + step;
    const begin = Math.ceil(Math.max(from + 1, oldest) / step) * step;
    return begin > to ? undefined : { from: begin, to };
  };
  /** Samples of a span, or the newest one. */
  const samples = async <Row extends { readonly time: number }>(
    kind: string,
    { symbol, step, from, to }: VenueSamplesQuery,
    ask: (step: '5m' | '1h' | '1d', span: Span) => Promise<Answered<Parsed<readonly Row[]>>>,
  ): Promise<Result<Series<readonly Row[]>, FeedProblem>> => {
    const every = step === 'now' ? '5m' : step;
    const ms = sampleSteps[every];
    // Of the newest one: it may be late by a step or two.
    const span = keptSpan(step === 'now' ? { from: to - 4 * ms, to } : { from, to }, ms);
    if (span === undefined) return ok({ rows: [], asOf: to });
    const key = `${kind} ${symbol} ${step} ${span.from} ${Math.floor(to / ms)}`;
    const answer = within(await shared(key, async () => ask(every, span)), { from: span.from - 1, to });
    if (!answer.ok || step !== 'now') return answer;
    return ok({ ...answer.value, rows: answer.value.rows.slice(-1) });
  };

  return {
    perps,
    feeds: {
      venuePerps: { pull: async ({ venue }) => (venue === VENUE ? perps.series() : elsewhere(venue)) },
      settlements: {
        pull: async ({ venue, symbol, from, to }) => {
          if (venue !== VENUE) return elsewhere(venue);
          const perp = await perpOf(symbol);
          if (!perp.ok) return perp;
          // From the settlement before the first one on: its interval is the time between them.
          const begin = Math.max(0, Math.floor((from - longestIntervalMs) / HOUR_MS) * HOUR_MS);
          const key = `settlements ${symbol} ${begin} ${Math.floor(to / HOUR_MS)}`;
          const all = within(
            await shared(key, async () => client.settlements(symbol, { from: begin, to: to + PRINT_MS })),
            {
              from: begin - 1,
              to,
            },
          );
          if (!all.ok) return all;
          const { rows } = all.value;
          const first = rows.findIndex(({ time }) => time > from);
          const asked = first === -1 ? [] : rows.slice(first);
          const before = (i: number): number => rows[first + i - 1]?.time ?? NaN;
          return ok({
            ...all.value,
            rows: {
              time: column(asked, ({ time }) => time),
              rate: column(asked, ({ rate }) => rate),
              intervalHours: column(asked, ({ time }, i) => (time - before(i)) / HOUR_MS),
            },
          });
        },
      },
      venueOpenInterest: {
        pull: async (query) => {
          const { venue, symbol, step, to } = query;
          if (venue !== VENUE) return elsewhere(venue);
          const perp = await perpOf(symbol);
          if (!perp.ok) return perp;
          const { mark } = perp.value;
          const answer =
            step === 'now'
              ? within(await shared(`open interest ${symbol}`, async () => client.openInterest(symbol)), {
                  from: -1,
                  to: Infinity,
                })
              : await samples('open interest', query, async (every, span) =>
                  client.openInterestHistory(symbol, every, span),
                );
          if (!answer.ok) return answer;
          const { rows } = answer.value;
          return ok({
            ...answer.value,
            asOf: Math.min(to, answer.value.asOf),
            rows: {
              time: column(rows, ({ time }) => time),
              contracts: column(rows, ({ contracts }) => contracts),
              notional: column(rows, ({ contracts, notional }) => (step === 'now' ? contracts * mark : notional)),
            },
          });
        },
      },
      longShort: {
        pull: async (query) => {
          const { venue, symbol } = query;
          if (venue !== VENUE) return elsewhere(venue);
          const perp = await perpOf(symbol);
          if (!perp.ok) return perp;
          const answer = await samples('accounts', query, async (every, span) => client.accounts(symbol, every, span));
          if (!answer.ok) return answer;
          const { rows } = answer.value;
          return ok({
            ...answer.value,
            rows: { time: column(rows, ({ time }) => time), long: column(rows, ({ long }) => long) },
          });
        },
      },
    },
    state: (now) => {
      const state = perps.state('venuePerps', now);
      return [
        state,
        { ...state, feed: 'settlements' },
        { ...state, feed: 'venueOpenInterest' },
        { ...state, feed: 'longShort' },
      ];
    },
  };
}
