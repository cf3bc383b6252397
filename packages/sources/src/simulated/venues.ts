/** Perps of the other venues of the seeded market, and their forced closes. */

import { bucketOpen, DAY_MS, err, HOUR_MS, MINUTE_MS, ok } from '@barograph/core';
import type { createVenueForcedCloses, PerpVenue, TimedColumns, VenuePerps } from '@barograph/simulator';
import { setImmediate } from 'node:timers/promises';
import type { FeedProblem } from '../market/feed.ts';
import type { Feeds } from '../market/feeds.ts';
import type { Liquidation } from '../market/liquidations.ts';
import type { OtherVenue, VenuePerp, VenueRange, VenueSamplesQuery } from '../market/venues.ts';
import { SIMULATED_FLOW_MS } from './trades.ts';
import { coinOfVenueSymbol, venueSymbol } from './venue-symbols.ts';

/** Age up to which sampled observations are kept, as at a venue. */
export const SIMULATED_SAMPLES_MS: number = 30 * DAY_MS;

const STEPS = { '5m': 5 * MINUTE_MS, '1h': HOUR_MS, '1d': DAY_MS } as const;

type Refusal = { readonly ok: false; readonly error: FeedProblem };

const isPerpVenue = (venue: OtherVenue): venue is PerpVenue => venue !== 'cexb';
const noPerps = (venue: OtherVenue): Refusal => err({ code: 'unavailable', reason: `no perps of ${venue}` });

/** Time span of a query, clamped to the start of the market. */
function spanOf({ from, to }: Pick<VenueRange, 'from' | 'to'>): readonly [from: number, to: number] {
  const end = Math.max(0, Math.floor(to));
  return [Math.max(0, Math.min(end, Math.floor(from))), end];
}

/** Samples of a query at a step, as far as kept; `now` is the newest 5-minute sample. */
function sampled(
  { step, ...range }: VenueSamplesQuery,
  samples: (step: number, from: number, to: number) => TimedColumns,
): TimedColumns {
  const [from, to] = spanOf(range);
  if (step === 'now') return samples(STEPS['5m'], Math.max(0, bucketOpen(to, STEPS['5m']) - 1), to);
  return samples(STEPS[step], Math.max(from, to - SIMULATED_SAMPLES_MS, 0), to);
}

/** Perps with their settlements, open interest and ratios. */
export function createSimulatedVenues(
  perps: VenuePerps,
): Pick<Feeds, 'venuePerps' | 'settlements' | 'venueOpenInterest' | 'longShort'> {
  const coins = { cexa: new Set(perps.coins('cexa')), dexb: new Set(perps.coins('dexb')) };
  const coinOn = (venue: PerpVenue, symbol: string): string | undefined => {
    const coin = coinOfVenueSymbol(symbol);
    return coin !== undefined && coins[venue].has(coin) ? coin : undefined;
  };
  const unlisted = ({ venue, symbol }: Pick<VenueRange, 'venue' | 'symbol'>): Refusal =>
    err({ code: 'unknown_symbol', reason: `${venue} does not list ${symbol}` });

  const perpAt = (venue: PerpVenue, coin: string, asOf: number): VenuePerp | undefined => {
    const state = perps.perp(venue, coin, Math.max(0, asOf));
    return state === undefined ? undefined : { symbol: venueSymbol(coin), ...state };
  };

  return {
    venuePerps: {
      pull: async ({ venue, asOf }) => {
        if (!isPerpVenue(venue)) return noPerps(venue);
        const found: VenuePerp[] = [];
        for (const coin of coins[venue]) {
          const perp = perpAt(venue, coin, asOf);
          if (perp !== undefined) found.push(perp);
          await setImmediate(); // lets requests through between perps
        }
        return ok({ rows: { perps: found }, asOf: bucketOpen(asOf, MINUTE_MS) });
      },
    },
    settlements: {
      pull: async (range) => {
        const { venue, symbol, to } = range;
        if (!isPerpVenue(venue)) return noPerps(venue);
        const coin = coinOn(venue, symbol);
        if (coin === undefined) return unlisted(range);
        const { time, value } = perps.settlements(venue, coin, ...spanOf(range));
        const intervalHours = new Float64Array(time.length).fill(perps.intervalHours(venue, coin));
        return ok({ rows: { time, rate: value, intervalHours }, asOf: to });
      },
    },
    venueOpenInterest: {
      pull: async (query) => {
        const { venue, symbol, to } = query;
        if (!isPerpVenue(venue)) return noPerps(venue);
        const coin = coinOn(venue, symbol);
        if (coin === undefined) return unlisted(query);
        const { time, value } = sampled(query, (step, from, until) =>
          perps.openInterest(venue, coin, step, from, until),
        );
        const notional = value.map((units, i) => units * perps.priceAt(venue, coin, time[i]!));
        return ok({ rows: { time, contracts: value, notional }, asOf: to });
      },
    },
    longShort: {
      pull: async (query) => {
        const { venue, symbol, to } = query;
        if (venue !== 'cexa') return err({ code: 'unavailable', reason: `no ratios of accounts of ${venue}` });
        const coin = coinOn(venue, symbol);
        if (coin === undefined) return unlisted(query);
        const { time, value } = sampled(query, (step, from, until) => perps.longShare(coin, step, from, until));
        return ok({ rows: { time, long: value }, asOf: to });
      },
    },
  };
}

/** Forced closes of three venues, known when they happen; the streams are always up. */
export function createSimulatedForcedCloses(
  symbols: readonly string[],
  forcedCloses: ReturnType<typeof createVenueForcedCloses>,
): Pick<Feeds, 'forcedCloses'> {
  return {
    forcedCloses: {
      pull: async ({ venue, ...range }) => {
        const [begin, to] = spanOf(range);
        const from = Math.max(begin, to - SIMULATED_FLOW_MS, 0);
        const liquidations: Liquidation[] = [];
        for (const symbol of symbols) {
          liquidations.push(...forcedCloses(venue, symbol, from, to));
          await setImmediate(); // lets requests through between perps
        }
        liquidations.sort((a, b) => a.time - b.time);
        return ok({ rows: { liquidations, basis: 'venue', since: from, isUp: true, changedAt: null }, asOf: to });
      },
    },
  };
}
