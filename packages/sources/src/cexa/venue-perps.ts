/** All perps of the large exchange in one list, and the perp that a question is about. */

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
  /** The perp of a question; `unavailable` of another venue, `unknown_symbol` of one that it does not have. */
  perpOf(query: Pick<VenueRange, 'venue' | 'symbol'>): Promise<Result<VenuePerp, FeedProblem>>;
}

/** Refuses a question about another venue: the next source is asked. */
export function elsewhere(venue: OtherVenue): { readonly ok: false; readonly error: FeedProblem } | undefined {
  return venue === VENUE ? undefined : err({ code: 'unavailable', reason: `the large exchange is not ${venue}` });
}

/** Polled as a whole; terms and days, which are large or seldom change, less often than premiums. */
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
      // Without the list of those that differ nothing is known of any.
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
      const perp = series.value.rows.perps.find((one) => one.symbol === symbol);
      return perp === undefined ? err({ code: 'unknown_symbol', reason: `cexa has no perp ${symbol}` }) : ok(perp);
    },
  };
}
