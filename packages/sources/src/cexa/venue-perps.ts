/** List of all perps of the large exchange, and the perp of a query. */

import { DAY_MS, err, ok, type Result } from '@barograph/core';
import type { Clock } from '../clock.ts';
import type { FeedProblem } from '../market/feed.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import type { OtherVenue, VenuePerp, VenuePerps, VenueRange } from '../market/venues.ts';
import type { CexaClient } from './client.ts';
import type { CexaConfig } from './config.ts';
import { createPolled, type Polled } from './polled.ts';

/** Name of the venue in queries. */
const VENUE: OtherVenue = 'cexa';

/** The list. */
export interface PerpsList {
  readonly polled: Polled<VenuePerps>;
  /** Returns the perp of a query. Problems: `unavailable` for another venue, `unknown_symbol` for an unlisted perp. */
  perpOf(query: Pick<VenueRange, 'venue' | 'symbol'>): Promise<Result<VenuePerp, FeedProblem>>;
}

/** Refuses a query about another venue, so that the next source is tried; otherwise undefined. */
export function elsewhere(venue: OtherVenue): { readonly ok: false; readonly error: FeedProblem } | undefined {
  return venue === VENUE ? undefined : err({ code: 'unavailable', reason: `the large exchange is not ${venue}` });
}

/** Polls whole lists. Terms and 24-hour tickers are large or change seldom, so they are polled less often than premiums. */
export function createPerpsList(client: CexaClient, clock: Clock, config: CexaConfig): PerpsList {
  const { pollMs, againMs, freshMs, lateAfterPolls, usualIntervalHours } = config;
  const terms = createPolled(async () => client.terms(), clock, { freshMs: pollMs.terms, againMs, staleMs: DAY_MS });
  const staleMs = lateAfterPolls * pollMs.tickers;
  const days = createPolled(async () => client.perpTickers(), clock, { freshMs: pollMs.tickers, againMs, staleMs });
  const ask = async (): Promise<Answered<Parsed<VenuePerps>>> => {
    const premiums = await client.premiums();
    if (!premiums.ok) return premiums;
    const [hours, notional] = await Promise.all([terms.series(), days.series()]);
    const { rows, fault } = premiums.value.value;
    const perps = rows.map((perp): VenuePerp => ({
      ...perp,
      // Without the list of exceptions no interval is known.
      intervalHours: hours.ok ? (hours.value.rows.get(perp.symbol) ?? usualIntervalHours) : NaN,
      openInterest: NaN,
      dayNotional: (notional.ok ? notional.value.rows.get(perp.symbol) : undefined) ?? NaN,
    }));
    return ok({ ...premiums.value, value: { rows: { perps }, fault } });
  };
  const polled = createPolled(ask, clock, { freshMs, againMs, staleMs: lateAfterPolls * pollMs.perps });
  return {
    polled,
    perpOf: async ({ venue, symbol }) => {
      const other = elsewhere(venue);
      if (other !== undefined) return other;
      const series = await polled.series();
      if (!series.ok) return series;
      const perp = series.value.rows.perps.find((perp) => perp.symbol === symbol);
      return perp === undefined ? err({ code: 'unknown_symbol', reason: `cexa has no perp ${symbol}` }) : ok(perp);
    },
  };
}
