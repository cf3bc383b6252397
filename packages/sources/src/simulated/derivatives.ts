/** Funding and open interest of the seeded market: recent minutes, and hours before them. */

import { bucketOpen, DAY_MS, err, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import { createDerivatives, type Market, type Observations } from '@barograph/simulator';
import type { ObservedRange } from '../market/derivatives.ts';
import type { Series } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';

/** Time before the end of a query with minute values; earlier values are hourly, as in a venue's archive. */
export const SIMULATED_MINUTES_MS: number = DAY_MS;

/** Columns of both feeds. */
interface Observed {
  readonly time: Float64Array;
  readonly fundingRate: Float64Array;
  readonly openInterest: Float64Array;
  readonly mark: Float64Array;
}

function joined(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/**
 * The last minute of an hour has the hour's value, so that hourly readers get the same from both.
 *
 * @param observations of `market`.
 */
export function createSimulatedDerivatives(
  market: Market,
  observations: Observations,
): Pick<Feeds, 'funding' | 'openInterest'> {
  const derivatives = createDerivatives(market.config);
  const perps = new Set(observations.symbols);

  /** The hours that end after `from`, and by `to`: what an hour brings is known at its end. */
  const hoursOf = (symbol: string, from: number, to: number): Observed => {
    const open = bucketOpen(from, HOUR_MS);
    const { time, fundingRate, openInterest } = derivatives(symbol, open, Math.max(open, to));
    const mark = market.candles(symbol, 'perpdex_perp', '1h', open, Math.max(open, to)).close;
    return { time: time.map((at) => at + HOUR_MS), fundingRate, openInterest, mark };
  };

  const observed = ({ symbol, from, to }: ObservedRange): Observed => {
    const end = Math.max(0, to);
    const begin = Math.min(end, Math.max(0, from));
    const border = Math.max(0, bucketOpen(end - SIMULATED_MINUTES_MS, HOUR_MS));
    const minutes = observations.minutes(symbol, Math.max(begin, border), end);
    if (begin >= border) return minutes;
    const hours = hoursOf(symbol, begin, border);
    return {
      time: joined(hours.time, minutes.time),
      fundingRate: joined(hours.fundingRate, minutes.fundingRate),
      openInterest: joined(hours.openInterest, minutes.openInterest),
      mark: joined(hours.mark, minutes.mark),
    };
  };

  const pull =
    <Rows>(rowsOf: (columns: Observed) => Rows) =>
    async (range: ObservedRange) => {
      if (!perps.has(range.symbol)) {
        return err({ code: 'unknown_symbol' as const, reason: `perpdex_perp does not list ${range.symbol}` });
      }
      const series: Series<Rows> = { rows: rowsOf(observed(range)), asOf: range.to };
      return ok(series);
    };
  return {
    funding: { every: MINUTE_MS, pull: pull(({ time, fundingRate }) => ({ time, rate1h: fundingRate })) },
    openInterest: {
      every: MINUTE_MS,
      pull: pull(({ time, openInterest, mark }) => ({ time, contracts: openInterest, mark })),
    },
  };
}
