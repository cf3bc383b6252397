/** Bars of the venue: from the stream's memory where it has them all, else by request. */

import {
  bucketOpen,
  candlesOf,
  DAY_MS,
  err,
  firstAtOrAfter,
  MINUTE_MS,
  ok,
  sliceCandles,
  stepMs,
  type Bar,
  type Interval,
  type Result,
} from '@barograph/core';
import type { Clock } from '../../clock.ts';
import type { Bars, BarsRequest } from '../bars.ts';
import { SourceError, type BarsFeed, type FeedProblem } from '../feed.ts';
import type { Listing } from '../listing.ts';
import type { FeedState } from '../source.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import { windowOf } from '../window.ts';
import type { PerpdexClient } from './client.ts';
import type { PerpdexConfig } from './config.ts';
import type { ContextsFeed } from './contexts-feed.ts';
import { isStreamed, type StreamedBars } from './streamed-bars.ts';

const VENUE = 'perpdex_perp';
const UNNAMED = 'the venue has not named its perps';

/** Span of a request in time: bars that open within `[from, to]`, epoch ms. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function spanOf({ window, interval, asOf }: BarsRequest): Span {
  const step = stepMs(interval);
  if (window.kind === 'range') return { from: window.from, to: Math.min(window.to, asOf) };
  return { from: bucketOpen(asOf, step) - window.count * step, to: asOf };
}

function pulledOf(bars: readonly Bar[], { interval, window, asOf }: BarsRequest): Bars {
  const step = stepMs(interval);
  const closed = candlesOf(bars.filter(({ time }) => time + step <= asOf));
  const forming = bars.find(({ time }) => time <= asOf && time + step > asOf);
  if (window.kind === 'last') {
    return { closed: sliceCandles(closed, Math.max(0, closed.length - window.count)), forming };
  }
  const first = firstAtOrAfter(closed, window.from);
  const inside = sliceCandles(closed, first, Math.max(first, firstAtOrAfter(closed, window.to + 1)));
  const isInside = forming !== undefined && window.from <= forming.time && forming.time <= window.to;
  return { closed: inside, forming: isInside ? forming : undefined };
}

/** Bars of the venue, with the condition of the feed. */
export interface PerpdexBars {
  readonly feed: BarsFeed;
  state(now: number): FeedState;
}

/** @param contexts perps that trade, which are the listings. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one pull, from the stream's memory or by request, around what both share
export function createBarsFeed(
  client: Pick<PerpdexClient, 'candles'>,
  contexts: Pick<ContextsFeed, 'trading' | 'state'>,
  streamed: StreamedBars,
  clock: Clock,
  config: PerpdexConfig,
): PerpdexBars {
  let lastClose: number | null = null;
  let listed = 0;

  /** Waits for the last update of a bar that has just closed: a request for each perp would cost a minute's budget. */
  const settled = async (close: number): Promise<void> => {
    const at = close + config.settleMs;
    if (clock.now() < at) await new Promise<void>((resolve) => clock.schedule(at, resolve));
  };

  /**
   * The last closed minutes of the stream, without a hole. Scheduled work asks for those of every perp in every minute: asked
   * for by request they would cost four minutes of the budget, so what the stream missed is missing.
   */
  const streamedMinutes = (symbol: string, begin: number, asOf: number): readonly Bar[] => {
    for (let from = begin; from < bucketOpen(asOf, MINUTE_MS); from += MINUTE_MS) {
      const seen = streamed.since(symbol, '1m', from, asOf);
      if (seen !== undefined) return seen.closed;
    }
    return [];
  };

  /** Bars of a span: those that the stream saw, and the rest by request. */
  const barsOf = async (
    request: BarsRequest,
    interval: Interval,
    { from, to }: Span,
  ): Promise<Result<readonly Bar[], FeedProblem>> => {
    const { symbol, asOf, urgency = 'demand' } = request;
    const step = stepMs(interval);
    const oldest = bucketOpen(asOf, step) - (config.barsKept - 1) * step;
    const begin = Math.max(from, oldest);
    const isBulk = urgency === 'bulk';
    if (isBulk) await settled(bucketOpen(asOf, step));
    // Without the stream nothing is known of the open bar, which scheduled work does not read.
    const seen =
      to >= asOf && (isBulk || isStreamed(interval)) ? streamed.since(symbol, interval, begin, asOf) : undefined;
    if (seen !== undefined) return ok(seen.forming === undefined ? seen.closed : [...seen.closed, seen.forming]);
    if (isBulk && interval === '1m' && to >= asOf) return ok(streamedMinutes(symbol, begin, asOf));
    const answer = await client.candles(symbol, interval, begin, to, urgency);
    if (!answer.ok) return err({ code: 'stale_source', reason: describeUpstreamProblem(answer.error) });
    const { rows, fault } = answer.value.value;
    if (fault !== undefined) streamed.fault(fault);
    streamed.fill(
      symbol,
      interval,
      rows.filter(({ time }) => time + step <= answer.value.fetchedAt - config.settleMs),
    );
    return ok(rows);
  };

  const pull: BarsFeed['pull'] = async (request) => {
    const { symbol, venue, interval, asOf } = request;
    const trading = await contexts.trading();
    if (trading.length === 0) return err({ code: 'stale_source', reason: UNNAMED });
    if (venue !== VENUE || !trading.some((perp) => perp.symbol === symbol)) {
      return err({ code: 'unknown_symbol', reason: `${venue} does not list ${symbol}` });
    }
    const span = spanOf(request);
    // Weeks of the venue do not begin on Mondays: they are made of its days.
    if (interval === '1w') {
      const days = await barsOf(request, '1d', { from: bucketOpen(span.from, stepMs('1w')), to: span.to });
      if (!days.ok) return days;
      const closed = candlesOf(days.value.filter(({ time }) => time + DAY_MS <= asOf));
      const open = days.value.find(({ time }) => time <= asOf && time + DAY_MS > asOf);
      return ok({ rows: windowOf(closed, '1d', '1w', request.window, asOf, open), asOf });
    }
    const bars = await barsOf(request, interval, span);
    if (!bars.ok) return bars;
    const rows = pulledOf(bars.value, request);
    const last = rows.closed.time[rows.closed.length - 1];
    if (last !== undefined) lastClose = Math.max(lastClose ?? 0, last + stepMs(interval));
    return ok({ rows, asOf });
  };

  return {
    feed: {
      pull,
      listings: async () => {
        const trading = await contexts.trading();
        // A venue that was not reached has perps all the same: none would end a cold start.
        if (trading.length === 0) throw new SourceError(UNNAMED);
        listed = trading.length;
        return trading.map(({ symbol, dayNotional }): Listing => ({
          symbol,
          venue: VENUE,
          ...(Number.isNaN(dayNotional) ? {} : { dayNotional }),
        }));
      },
    },
    state: (now) => {
      const { status, since, reason, asOf } = contexts.state(now);
      const fault = streamed.fault();
      const isFaulty = status === 'ok' && fault !== undefined;
      const coverage = [{ venue: VENUE, symbols: listed, bars: 0, interval: '1m', lastClose } as const];
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
