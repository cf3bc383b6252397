/** Spot feeds: 24-hour tickers, terms of pairs, and bars of a pair with taker volumes. */

import { bucketOpen, err, ok, stepMs } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { Feeds } from '../market/feeds.ts';
import type { FeedState } from '../market/source.ts';
import { askByVenueTime, reachedBy } from '../upstream/venue-time.ts';
import type { PairBarsQuery, SpotPairs, SpotTickers } from '../market/venues.ts';
import type { CexaClient } from './client.ts';
import type { CexaConfig } from './config.ts';
import type { Span } from './paged.ts';
import { pairBarsOf } from './payloads-spot.ts';
import { createPolled, type Polled } from './polled.ts';
import { problemOf } from './problem.ts';
import { createSharedAnswers } from './shared-answers.ts';

/** Spot feeds and the polled lists behind them. */
export interface SpotFeeds {
  readonly feeds: Pick<Feeds, 'spotTickers' | 'spotPairs' | 'pairBars'>;
  readonly tickers: Polled<SpotTickers>;
  readonly pairs: Polled<SpotPairs>;
  state(now: number): readonly FeedState[];
}

/** A query this far behind the answer is about the past, whose open bar is no longer known. */
const NOW_MS = 60_000;

/** Time span of a query, starting on a whole bar. */
function spanOf({ window, interval, asOf }: PairBarsQuery, barsKept: number): Span {
  const step = stepMs(interval);
  const open = bucketOpen(asOf, step);
  const oldest = open - barsKept * step;
  if (window.kind === 'last') return { from: Math.max(oldest, open - window.count * step), to: asOf };
  return { from: Math.max(oldest, bucketOpen(window.from + step - 1, step)), to: Math.min(window.to, asOf) };
}

/** Creates the spot feeds of the venue. */
export function createSpotFeeds(client: CexaClient, clock: Clock, config: CexaConfig): SpotFeeds {
  const { pollMs, freshMs, againMs, lateAfterPolls, barsKept, sharedMs, sharedKept } = config;
  const late = (every: number): number => lateAfterPolls * every;
  const tickers = createPolled(async () => client.tickers(), clock, {
    freshMs,
    againMs,
    staleMs: late(pollMs.tickers),
  });
  const pairs = createPolled(async () => client.pairs(), clock, {
    freshMs: pollMs.pairs,
    againMs,
    staleMs: late(pollMs.pairs),
  });
  const shared = createSharedAnswers(clock, sharedMs, sharedKept);
  const ask = async (query: PairBarsQuery) => {
    const { symbol, interval, asOf } = query;
    const { from, to } = spanOf(query, barsKept);
    const end = to === asOf ? `now ${bucketOpen(asOf, stepMs(interval))}` : to;
    const answer = await shared(`${symbol} ${interval} ${from} ${end}`, async () =>
      client.klines(symbol, interval, { from, to }, 'demand'),
    );
    if (!answer.ok) return answer;
    const { rows: bars, fault } = answer.value.value;
    return ok({ bars, fault, fetchedAt: answer.value.fetchedAt, at: reachedBy(answer.value) });
  };

  return {
    tickers,
    pairs,
    feeds: {
      spotTickers: { pull: async () => tickers.series() },
      spotPairs: { pull: async () => pairs.series() },
      pairBars: {
        pull: async (query) => {
          const { symbol, interval, asOf } = query;
          const listed = await pairs.series();
          if (!listed.ok) return listed;
          if (!listed.value.rows.pairs.some((pair) => pair.symbol === symbol)) {
            return err({ code: 'unknown_symbol', reason: `cexa_spot does not list ${symbol}` });
          }
          const answer = await askByVenueTime(query, ask);
          if (!answer.ok) return err(problemOf(answer.error));
          const { known, closedBy } = answer.value;
          const bars = pairBarsOf(known.bars, interval, closedBy);
          const isNow = spanOf(query, barsKept).to === asOf && known.fetchedAt - asOf <= NOW_MS;
          const rows = isNow ? bars : { ...bars, forming: undefined };
          return ok({ rows, asOf, ...(known.fault === undefined ? {} : { isStale: true }) });
        },
      },
    },
    state: (now) => [
      tickers.state('spotTickers', now),
      pairs.state('spotPairs', now),
      { ...pairs.state('spotPairs', now), feed: 'pairBars' },
    ],
  };
}
