/** GET /derivatives/open-interest: open interest of a coin across venues. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { OTHER_VENUES, PERP_VENUES, type OtherVenues, type PerpVenueName } from '../venues-port.ts';
import { askedCoin, coinParameter, UNKNOWN_COIN, VENUES_AWAY, type AskedCoin } from './asked.ts';
import { madeFields, madeOf, type Made } from './block.ts';
import { interestBlock, venueInterest, type VenueInterest } from './venue-interest.ts';

/** Open interest across venues. */
export type InterestAcross = Readonly<Record<PerpVenueName, VenueInterest>> & { readonly coin: string };

/** Open interest of a coin on all venues. */
export async function interestAcross(venues: OtherVenues, lookup: AskedCoin): Promise<InterestAcross> {
  const [perpdex, cexa, dexb] = await Promise.all(
    PERP_VENUES.map(async (venue) => venueInterest(venues, lookup, venue)),
  );
  return { coin: lookup.coin, perpdex: perpdex!, cexa: cexa!, dexb: dexb! };
}

/** Venues whose open interest is known in USD. */
export function countedVenues(across: InterestAcross): readonly PerpVenueName[] {
  return PERP_VENUES.filter((venue) => !Number.isNaN(across[venue].notional));
}

/** Sum over venues with a known value, USD; NaN without any. */
export function totalInterest(across: InterestAcross): number {
  const counted = countedVenues(across);
  return counted.length === 0 ? NaN : counted.reduce((sum, venue) => sum + across[venue].notional, 0);
}

const field = fieldsOf<InterestAcross & Made>();
/** The answer. */
export const interestAcrossReply = record('DerivativesOpenInterest', {
  coin: field.text('The coin, in the spelling of the perp venue.', ({ coin }) => coin),
  perpdex: field.inner(interestBlock, ({ perpdex }) => perpdex, 'Open interest on the perp venue.'),
  cexa: field.inner(interestBlock, ({ cexa }) => cexa, 'Open interest on the large exchange.'),
  dexb: field.inner(interestBlock, ({ dexb }) => dexb, 'Open interest on the second perp exchange.'),
  total_usd: field.numberOrNull('Sum over venues_counted, USD; null where none is known.', totalInterest, {
    minimum: 0,
  }),
  venues_counted: field.list(Type.String(), 'Venues in total_usd: those whose block has a value.', countedVenues),
  ...madeFields,
});

export const derivativesOpenInterest = operation('derivatives.open_interest', {
  path: '/derivatives/open-interest',
  family: 'derivatives',
  dataset: 'venue_derivatives',
  ports: [OTHER_VENUES],
  summary: 'Open interest of one coin across venues, and its sum.',
  description:
    'Each block has a status of its own: a venue that is away or does not list the coin is unavailable, and total_usd is the sum of the others, which venues_counted names.',
  query: Type.Object(coinParameter),
  reply: withProvenance(interestAcrossReply.schema),
  errors: [UNKNOWN_COIN, VENUES_AWAY],
  answer: async (context, { query }) => {
    const venues = context.use(OTHER_VENUES);
    const lookup = await askedCoin(venues, query.coin);
    if (!lookup.ok) return lookup;
    const across = await interestAcross(venues, lookup.value);
    const stamp = madeOf(context, Object.values(lookup.value.reached));
    return ok(value(provenanced(interestAcrossReply.encode({ ...across, ...stamp }), stamp)));
  },
});
