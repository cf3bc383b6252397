/** Bars of liquid USDT pairs: spot fills the gaps of the perps. */

import {
  bucketOpen,
  candlesOf,
  err,
  firstAtOrAfter,
  ok,
  sliceCandles,
  stepMs,
  type Bar,
  type Result,
} from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { Bars, BarsRequest } from '../market/bars.ts';
import { failedFeed, type BarsFeed, type FeedProblem } from '../market/feed.ts';
import type { Listing } from '../market/listing.ts';
import type { FeedState } from '../market/source.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import { askByVenueTime, reachedBy } from '../upstream/venue-time.ts';
import type { SpotPair } from '../market/venues.ts';
import { createBarTails } from './bar-tails.ts';
import type { CexaClient } from './client.ts';
import type { CexaConfig } from './config.ts';
import type { Span } from './paged.ts';
import { barOf } from './payloads-spot.ts';
import type { SpotFeeds } from './spot-feeds.ts';
import { isPlainName } from './symbols.ts';

const VENUE = 'cexa_spot';
const QUOTE = 'USDT';
/** A request this far behind the answer is about the past, whose open bar is no longer known. */
const NOW_MS = 60_000;

/** Bars feed of the spot market, with its state. */
export interface CexaBars {
  readonly feed: BarsFeed;
  /** Drops cached bars when the source closes. */
  clear(): void;
  state(now: number): FeedState;
}

/** Bars of a span, and whether every bar could be read. */
interface Known {
  readonly bars: readonly Bar[];
  /** Time of the answer by this machine's clock, epoch ms. */
  readonly fetchedAt: number;
  /** Time of the answer by the venue's clock, epoch ms. */
  readonly at: number;
  readonly isWhole: boolean;
}

function spanOf({ window, interval, asOf }: BarsRequest, barsKept: number): Span {
  const step = stepMs(interval);
  const open = bucketOpen(asOf, step);
  const oldest = open - (barsKept - 1) * step;
  if (window.kind === 'last') return { from: Math.max(oldest, open - window.count * step), to: asOf };
  return { from: Math.max(oldest, bucketOpen(window.from + step - 1, step)), to: Math.min(window.to, asOf) };
}

/** @param closedBy time before which bars have closed, at the venue too, epoch ms. */
function rowsOf({ bars, fetchedAt }: Known, { interval, window, asOf }: BarsRequest, closedBy: number): Bars {
  const step = stepMs(interval);
  const all = candlesOf(bars);
  const closed = sliceCandles(all, 0, firstAtOrAfter(all, closedBy - step + 1));
  const forming = bars.find(({ time }) => time <= closedBy && time + step > closedBy);
  return {
    closed: window.kind === 'last' ? sliceCandles(closed, Math.max(0, closed.length - window.count)) : closed,
    forming: fetchedAt - asOf <= NOW_MS ? forming : undefined,
  };
}

/** Trading USDT pairs by base name; drops bases that cannot be listings. */
function pairsByCoin(pairs: readonly SpotPair[]): ReadonlyMap<string, SpotPair> {
  const trading = pairs.filter(({ quote, isTrading, base }) => quote === QUOTE && isTrading && isPlainName(base));
  return new Map(trading.map((pair) => [pair.base, pair]));
}

/** Trading pairs by coin, recomputed when the list changes. */
function createListed(pairs: SpotFeeds['pairs']): () => Promise<Result<ReadonlyMap<string, SpotPair>, FeedProblem>> {
  let ofPairs: readonly SpotPair[] | undefined;
  let byCoin: ReadonlyMap<string, SpotPair> = new Map();
  return async () => {
    const series = await pairs.series();
    if (!series.ok) return series;
    if (series.value.rows.pairs !== ofPairs) {
      ofPairs = series.value.rows.pairs;
      byCoin = pairsByCoin(ofPairs);
    }
    return ok(byCoin);
  };
}

/** Creates the bars feed of the spot market. */
export function createCexaBars(
  client: Pick<CexaClient, 'klines'>,
  { tickers, pairs }: Pick<SpotFeeds, 'tickers' | 'pairs'>,
  clock: Clock,
  config: CexaConfig,
): CexaBars {
  const { barsKept, settleMs, leastNotional } = config;
  const tails = createBarTails(config);
  let fault: { readonly since: number; readonly reason: string } | undefined;
  const listed = createListed(pairs);
  const known = async (request: BarsRequest, symbol: string): Promise<Result<Known, FeedProblem>> => {
    const { interval, asOf, urgency = 'demand' } = request;
    const step = stepMs(interval);
    const { from, to } = spanOf(request, barsKept);
    const tail = tails.from(symbol, interval, from);
    const before = tail?.bars.filter(({ time }) => time >= from && time <= to) ?? [];
    // Scheduled work reads only closed bars.
    const end = urgency === 'bulk' ? Math.min(to, bucketOpen(asOf, step) - 1) : to;
    const begin = tail?.to ?? from;
    if (begin > end) return ok({ bars: before, fetchedAt: asOf, at: asOf, isWhole: true });
    const answer = await client.klines(symbol, interval, { from: begin, to: end }, urgency);
    if (!answer.ok) return err({ code: 'stale_source', reason: describeUpstreamProblem(answer.error) });
    const { value, fetchedAt } = answer.value;
    const at = reachedBy(answer.value);
    const bars = [...before, ...value.rows.map(barOf)];
    if (value.fault === undefined) {
      const settled = bars.filter(({ time }) => time + step + settleMs <= at);
      tails.take(symbol, interval, from, settled);
      fault = undefined;
    } else fault = { since: fault?.since ?? clock.now(), reason: `${symbol} ${value.fault}` };
    return ok({ bars, fetchedAt, at, isWhole: value.fault === undefined });
  };

  return {
    feed: {
      listings: async () => {
        const [terms, days] = await Promise.all([listed(), tickers.series()]);
        // A run over zero pairs would succeed and drop their rows.
        if (!terms.ok) throw failedFeed(terms.error.reason);
        if (!days.ok) throw failedFeed(days.error.reason);
        const notional = new Map(days.value.rows.tickers.map(({ symbol, quoteVolume }) => [symbol, quoteVolume]));
        return [...terms.value]
          .flatMap(([coin, pair]): Listing[] => {
            const dayNotional = notional.get(pair.symbol) ?? NaN;
            return dayNotional >= leastNotional ? [{ symbol: coin, venue: VENUE, dayNotional }] : [];
          })
          .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
      },
      pull: async (request) => {
        const { symbol, venue, asOf } = request;
        const unlisted = { code: 'unknown_symbol', reason: `${venue} does not list ${symbol}` } as const;
        if (venue !== VENUE) return err(unlisted);
        const terms = await listed();
        if (!terms.ok) return err({ ...terms.error, code: 'stale_source' });
        const pair = terms.value.get(symbol);
        if (pair === undefined) return err(unlisted);
        const answer = await askByVenueTime(request, async (span) => known(span, pair.symbol));
        if (!answer.ok) return answer;
        const { known: bars, closedBy } = answer.value;
        return ok({ rows: rowsOf(bars, request, closedBy), asOf, ...(bars.isWhole ? {} : { isStale: true }) });
      },
    },
    clear: () => tails.clear(),
    state: (now) => {
      const lists = [tickers.state('bars', now), pairs.state('bars', now)];
      const worst = lists.find(({ status }) => status !== 'ok') ?? lists[0]!;
      const { symbols, bars, lastClose } = tails.coverage('1h');
      const coverage = [{ venue: VENUE, symbols, bars, interval: '1h', lastClose } as const];
      const state =
        worst.status === 'ok' && fault !== undefined ? { ...worst, status: 'stale' as const, ...fault } : worst;
      return { ...state, asOf: lastClose ?? state.asOf, coverage };
    },
  };
}
