/** GET /market-intelligence/funding-rates: funding of every perp of every venue. */

import { annualisedFunding } from '@barograph/positioning';
import { err, ok } from '@barograph/core';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { OTHER_VENUES, PERP_VENUES, type ListedPerp, type PerpVenueName, type ReachedPerps } from '../venues-port.ts';
import { VENUES_AWAY } from './asked.ts';
import { blockFields, blockOf, madeFields, madeOf, type Block, type Made } from './block.ts';
import { scaleFields } from './rate.ts';

/** Retry-After of venues that did not answer, seconds. */
const RETRY_SECONDS = 3;

/** Perp with its venue. */
export interface RatedPerp extends ListedPerp {
  readonly venue: PerpVenueName;
}
const row = fieldsOf<RatedPerp>();
/** Funding of one perp. */
export const rateRow = record(null, {
  coin: row.text('The coin, in the spelling of the perp venue.', ({ coin }) => coin),
  venue: row.choice(PERP_VENUES, 'Venue of the perp.', ({ venue }) => venue),
  symbol: row.text('The perp, as its venue writes it.', ({ symbol }) => symbol),
  funding_rate: row.numberOrNull(
    'Rate of the interval that runs, fraction of the notional per interval; positive: longs pay.',
    ({ fundingRate }) => fundingRate,
  ),
  interval_hours: { ...scaleFields.interval_hours, read: scaled(scaleFields.interval_hours.read) },
  rate_1h: { ...scaleFields.rate_1h, read: scaled(scaleFields.rate_1h.read) },
  annualized_pct: { ...scaleFields.annualized_pct, read: scaled(scaleFields.annualized_pct.read) },
  next_funding_time: row.momentOrNull('Next settlement.', ({ nextFundingAt }) => nextFundingAt),
});

function scaled<Value>(read: (rates: { rate: number; intervalHours: number }) => Value): (perp: ListedPerp) => Value {
  return ({ fundingRate, intervalHours }) => read({ rate: fundingRate, intervalHours });
}

interface VenueState extends Block {
  readonly venue: PerpVenueName;
  readonly perps: number;
}
const state = fieldsOf<VenueState>();
const venueRow = record(null, {
  venue: state.choice(PERP_VENUES, 'Venue.', ({ venue }) => venue),
  perps: state.integer('Rows of the venue.', ({ perps }) => perps, { minimum: 0 }),
  ...blockFields,
});

interface Found extends Made {
  readonly rows: readonly RatedPerp[];
  readonly venues: readonly VenueState[];
}
const field = fieldsOf<Found>();
/** The answer. */
export const allFundingReply = record('FundingRatesOfVenues', {
  rates: field.items(rateRow, 'Highest annualized_pct first; rates that are not known last.', ({ rows }) => rows),
  count: field.integer('Rows in rates.', ({ rows }) => rows.length, { minimum: 0 }),
  venues: field.items(venueRow, 'Condition of each venue.', ({ venues }) => venues),
  ...madeFields,
});

/** Perps of the venues that answered, highest rate first; ties in the order of {@link PERP_VENUES}. */
export function ratedPerps(reached: readonly ReachedPerps[]): readonly RatedPerp[] {
  const rows = reached.flatMap((answer, i): RatedPerp[] =>
    answer.ok ? answer.rows.map((perp) => ({ ...perp, venue: PERP_VENUES[i]! })) : [],
  );
  const rate = ({ fundingRate, intervalHours }: RatedPerp): number => {
    const annual = annualisedFunding(fundingRate, intervalHours);
    return Number.isNaN(annual) ? -Number.MAX_VALUE : annual;
  };
  return rows.sort((a, b) => {
    const higher = rate(b) - rate(a);
    return higher === 0 ? (a.coin < b.coin ? -1 : 1) : higher;
  });
}

export const allFundingRates = operation('market_intelligence.funding_rates', {
  path: '/market-intelligence/funding-rates',
  family: 'market-intelligence',
  dataset: 'venue_derivatives',
  ports: [OTHER_VENUES],
  summary: 'Funding of every perp of every venue, on one scale.',
  description: 'A venue that is away has no rows; venues says so. Rates are fractions of the notional per interval.',
  reply: withProvenance(allFundingReply.schema),
  errors: [VENUES_AWAY],
  answer: async (context) => {
    const otherVenues = context.use(OTHER_VENUES);
    const reached = await Promise.all(PERP_VENUES.map(async (venue) => otherVenues.perps(venue)));
    if (reached.every((answer) => !answer.ok)) {
      return err(problem('source_unavailable', 'No venue answered.', { retryAfter: RETRY_SECONDS }));
    }
    const venues = PERP_VENUES.map((venue, i): VenueState => {
      const answer = reached[i]!;
      return { venue, perps: answer.ok ? answer.rows.length : 0, ...blockOf(answer) };
    });
    const stamp = madeOf(context, reached);
    return ok(value(provenanced(allFundingReply.encode({ rows: ratedPerps(reached), venues, ...stamp }), stamp)));
  },
});
