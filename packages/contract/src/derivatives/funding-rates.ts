/** GET /derivatives/funding-rates: funding of a coin across venues. */

import { annualisedFunding } from '@barograph/positioning';
import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { OTHER_VENUES, type OtherVenues } from '../venues-port.ts';
import { askedCoin, coinParameter, UNKNOWN_COIN, VENUES_AWAY, type AskedCoin } from './asked.ts';
import { madeFields, madeOf, type Made } from './block.ts';
import {
  fundingBlock,
  historyFundingBlock,
  venueFunding,
  type HistoryFunding,
  type VenueFunding,
} from './venue-funding.ts';

/** Funding across venues. */
export interface FundingAcross {
  readonly coin: string;
  readonly perpdex: HistoryFunding;
  readonly cexa: VenueFunding;
  readonly dexb: VenueFunding;
}

/** Funding of a coin on all venues; the perp venue's history is fetched in the background. */
export async function fundingAcross(venues: OtherVenues, lookup: AskedCoin): Promise<FundingAcross> {
  const perpdex = venueFunding(lookup, 'perpdex');
  // A venue that answered without the coin has no history; an unavailable venue may still have some.
  const isGone = lookup.reached.perpdex.ok && lookup.perps.perpdex === undefined;
  const { status, rows } = isGone
    ? { status: 'unavailable' as const, rows: [] }
    : await venues.fundingHistory(lookup.coin);
  return {
    coin: lookup.coin,
    perpdex: { ...perpdex, rows, historyStatus: status },
    cexa: venueFunding(lookup, 'cexa'),
    dexb: venueFunding(lookup, 'dexb'),
  };
}

/** Largest minus smallest known annualised rate over venues, percentage points; NaN with fewer than two. */
export function fundingSpread({ perpdex, cexa, dexb }: Omit<FundingAcross, 'coin'>): number {
  const known = [perpdex, cexa, dexb]
    .map(({ rate, intervalHours }) => annualisedFunding(rate, intervalHours))
    .filter((rate) => !Number.isNaN(rate));
  return known.length < 2 ? NaN : Math.max(...known) - Math.min(...known);
}

const field = fieldsOf<FundingAcross & Made>();
/** The answer. */
export const fundingAcrossReply = record('DerivativesFundingRates', {
  coin: field.text('The coin, in the spelling of the perp venue.', ({ coin }) => coin),
  perpdex: field.inner(historyFundingBlock, ({ perpdex }) => perpdex),
  cexa: field.inner(fundingBlock, ({ cexa }) => cexa, 'Funding on the large exchange.'),
  dexb: field.inner(fundingBlock, ({ dexb }) => dexb, 'Funding on the second perp exchange.'),
  spread_annualized_pct: field.numberOrNull(
    'Largest less smallest annualized_pct of the venues, percentage points; null below two of them.',
    fundingSpread,
    { minimum: 0 },
  ),
  ...madeFields,
});

export const derivativesFundingRates = operation('derivatives.funding_rates', {
  path: '/derivatives/funding-rates',
  family: 'derivatives',
  dataset: 'venue_derivatives',
  ports: [OTHER_VENUES],
  summary: 'Funding of one coin across venues: the running rate of each, and recent settlements of the perp venue.',
  description:
    'current_rate is right while history_status is warming, and history_count 0 is then normal: the settlements are fetched behind the answer. Each block has a status of its own: a venue that is away or does not list the coin is unavailable, and the others are served. For the funding of every perp in one call see market-intelligence/funding-rates.',
  query: Type.Object(coinParameter),
  reply: withProvenance(fundingAcrossReply.schema),
  errors: [UNKNOWN_COIN, VENUES_AWAY],
  answer: async (context, { query }) => {
    const venues = context.use(OTHER_VENUES);
    const lookup = await askedCoin(venues, query.coin);
    if (!lookup.ok) return lookup;
    const across = await fundingAcross(venues, lookup.value);
    const stamp = madeOf(context, Object.values(lookup.value.reached));
    return ok(value(provenanced(fundingAcrossReply.encode({ ...across, ...stamp }), stamp)));
  },
});
