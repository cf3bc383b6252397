/** Bars of the venue: from the stream's memory when complete, otherwise by request. */

import {
  bucketOpen,
  candlesOf,
  err,
  firstAtOrAfter,
  MINUTE_MS,
  ok,
  sliceCandles,
  stepMs,
  type Bar,
  type Candles,
  type Interval,
  type Result,
} from '@barograph/core';
import type { Bars, BarsRequest } from '../market/bars.ts';
import { failedFeed, type BarsFeed, type FeedProblem } from '../market/feed.ts';
import type { Listing } from '../market/listing.ts';
import type { FeedState } from '../market/source.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import { askByVenueTime, notPassedBy } from '../upstream/venue-time.ts';
import { windowOf } from '../market/window.ts';
import type { PerpdexClient } from './client.ts';
import type { PerpdexConfig } from './config.ts';
import { UNNAMED, type ContextsFeed } from './contexts.ts';
import type { StreamedBars } from './streamed-bars.ts';

const VENUE = 'perpdex_perp';

/** Span of a request in time: bars that open within `[from, to]`, epoch ms. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** @param at time of the venue's clock: the last bars are those closed by then. */
function spanOf({ window, interval, asOf }: BarsRequest, at: number): Span {
  const step = stepMs(interval);
  if (window.kind === 'range') return { from: window.from, to: Math.min(window.to, asOf) };
  return { from: bucketOpen(Math.min(asOf, at), step) - window.count * step, to: asOf };
}

/** A query this far behind the answer is past, and its open bar is no longer known. */
const NOW_MS = 60_000;

/** Bars with their as-of time by the venue's clock. */
interface Known {
  readonly bars: readonly Bar[];
  readonly at: number;
}

/** Open bar at `asOf`; undefined for a past time, whose open bar has closed since. */
function formingOf({ bars, at }: Known, interval: Interval, asOf: number): Bar | undefined {
  if (at - asOf > NOW_MS) return undefined;
  return bars.find(({ time }) => time < asOf && time + stepMs(interval) > asOf);
}

function closedOf({ bars }: Known, interval: Interval, asOf: number): Candles {
  return candlesOf(bars.filter(({ time }) => time + stepMs(interval) <= asOf));
}

function pulledOf(known: Known, { interval, window, asOf }: BarsRequest): Bars {
  const closed = closedOf(known, interval, asOf);
  const forming = formingOf(known, interval, asOf);
  if (window.kind === 'last') {
    return { closed: sliceCandles(closed, Math.max(0, closed.length - window.count)), forming };
  }
  const first = firstAtOrAfter(closed, window.from);
  const inside = sliceCandles(closed, first, Math.max(first, firstAtOrAfter(closed, window.to + 1)));
  const isInside = forming !== undefined && window.from <= forming.time && forming.time <= window.to;
  return { closed: inside, forming: isInside ? forming : undefined };
}

/** Reads the closed and open bars of a time span. */
type SpanPull = (request: BarsRequest, interval: Interval, span: Span) => Promise<Result<Known, FeedProblem>>;

/**
 * Returns the last closed minutes of the stream, without gaps. Scheduled jobs query every perp each minute; as requests they would
 * use four minutes of the budget, so minutes that the stream missed stay missing.
 */
function streamedMinutes(streamed: StreamedBars, symbol: string, begin: number, asOf: number): readonly Bar[] {
  for (let from = begin; from < bucketOpen(asOf, MINUTE_MS); from += MINUTE_MS) {
    const seen = streamed.since(symbol, '1m', from, asOf);
    if (seen !== undefined) return seen.closed;
  }
  return [];
}

/** Bars of a time span: streamed bars, and the rest by request. */
function createSpanPull(
  client: Pick<PerpdexClient, 'candles'>,
  streamed: StreamedBars,
  config: PerpdexConfig,
  reachedNow: (local: number) => number,
): SpanPull {
  return async (request, interval, { from, to }) => {
    const { symbol, asOf, urgency = 'demand' } = request;
    const step = stepMs(interval);
    const oldest = bucketOpen(asOf, step) - (config.barsKept - 1) * step;
    const begin = Math.max(from, oldest);
    if (begin > to) return ok({ bars: [], at: asOf });
    if (to >= asOf) {
      if (urgency === 'bulk') await streamed.settled(symbol, interval, asOf);
      const seen = streamed.since(symbol, interval, begin, asOf);
      if (seen !== undefined) {
        return ok({ bars: seen.forming === undefined ? seen.closed : [...seen.closed, seen.forming], at: asOf });
      }
      if (urgency === 'bulk' && interval === '1m') {
        return ok({ bars: streamedMinutes(streamed, symbol, begin, asOf), at: asOf });
      }
    }
    const answer = await client.candles(symbol, interval, begin, to, urgency);
    if (!answer.ok) return err({ code: 'stale_source', reason: describeUpstreamProblem(answer.error) });
    const { rows, fault } = answer.value.value;
    const at = Math.min(reachedNow(answer.value.fetchedAt), notPassedBy(answer.value));
    if (fault !== undefined) streamed.fault(`${symbol} ${fault}`);
    streamed.fill(
      symbol,
      interval,
      rows.filter(({ time }) => time + step <= at - config.settleMs),
    );
    return ok({ bars: rows, at });
  };
}

/** Bars of the venue and the state of the feed. */
export interface PerpdexBars {
  readonly feed: BarsFeed;
  state(now: number): FeedState;
}

/**
 * Creates the bars feed of the venue.
 * @param contexts trading perps, which are the listings.
 * @param reachedNow converts a local time to the time that the venue's clock had reached.
 */
export function createBarsFeed(
  client: Pick<PerpdexClient, 'candles'>,
  contexts: Pick<ContextsFeed, 'trading' | 'state'>,
  streamed: StreamedBars,
  config: PerpdexConfig,
  reachedNow: (local: number) => number = (local) => local,
): PerpdexBars {
  const barsOf = createSpanPull(client, streamed, config, reachedNow);
  let lastClose: number | null = null;
  let listed = 0;
  /** Reason for missing perps. */
  const unnamed = (asOf: number): string => `${UNNAMED}: ${contexts.state(asOf).reason ?? 'none of them trades'}`;

  const pull: BarsFeed['pull'] = async (request) => {
    const { symbol, venue, interval, asOf } = request;
    const trading = await contexts.trading();
    if (trading.length === 0) return err({ code: 'stale_source', reason: unnamed(asOf) });
    if (venue !== VENUE || !trading.some((perp) => perp.symbol === symbol)) {
      return err({ code: 'unknown_symbol', reason: `${venue} does not list ${symbol}` });
    }
    // The venue's weeks do not start on Mondays, so weeks are built from its days.
    if (interval === '1w') {
      const span = spanOf(request, reachedNow(asOf));
      const days = await barsOf(request, '1d', { from: bucketOpen(span.from, stepMs('1w')), to: span.to });
      if (!days.ok) return days;
      const at = Math.min(asOf, days.value.at);
      const closed = closedOf(days.value, '1d', at);
      const isNow = days.value.at - asOf <= NOW_MS;
      const weeks = windowOf(closed, '1d', '1w', request.window, at, formingOf(days.value, '1d', at));
      return ok({ rows: isNow ? weeks : { ...weeks, forming: undefined }, asOf });
    }
    const answer = await askByVenueTime(request, async (span) =>
      barsOf(span, interval, spanOf(span, reachedNow(span.asOf))),
    );
    if (!answer.ok) return answer;
    const { known, closedBy } = answer.value;
    const rows = pulledOf(known, { ...request, asOf: closedBy });
    const last = rows.closed.time[rows.closed.length - 1];
    if (last !== undefined) lastClose = Math.max(lastClose ?? 0, last + stepMs(interval));
    return ok({ rows, asOf });
  };

  return {
    feed: {
      pull,
      listings: async (asOf) => {
        const trading = await contexts.trading();
        // A run over zero perps would succeed, and the next run is an hour away.
        if (trading.length === 0) throw failedFeed(unnamed(asOf));
        listed = trading.length;
        return trading
          .map(({ symbol, dayNotional }): Listing => ({
            symbol,
            venue: VENUE,
            ...(Number.isNaN(dayNotional) ? {} : { dayNotional }),
          }))
          .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
      },
    },
    state: (now) => {
      const { status, since, reason, asOf } = contexts.state(now);
      const fault = streamed.fault();
      const isFaulty = status === 'ok' && fault !== undefined;
      const coverage = [{ venue: VENUE, symbols: listed, bars: streamed.size(), interval: '1m', lastClose } as const];
      return {
        feed: 'bars',
        status: isFaulty ? 'stale' : status,
        since: isFaulty ? fault.since : since,
        reason: isFaulty ? fault.reason : reason,
        asOf: lastClose ?? asOf,
        coverage,
      };
    },
  };
}
