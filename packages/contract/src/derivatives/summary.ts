/** GET /derivatives/summary: a coin across venues in one answer, as JSON or as a note. */

import { ok } from '@barograph/core';
import { Type } from 'typebox';
import { text, value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { OTHER_VENUES, PERP_VENUES } from '../venues-port.ts';
import { across, type Across, type VenuePrice } from './across.ts';
import { askedCoin, coinParameter, UNKNOWN_COIN, VENUES_AWAY } from './asked.ts';
import { blockFields, madeFields, madeOf, type Made } from './block.ts';
import { accountsPart, basisPct } from './cexa-summary.ts';
import { fundingSpread, type FundingAcross } from './funding-rates.ts';
import { countedVenues, totalInterest, type InterestAcross } from './open-interest.ts';
import { noteOf } from './note.ts';
import { fundingBlock, historyFundingBlock } from './venue-funding.ts';
import { interestBlock } from './venue-interest.ts';

const price = fieldsOf<VenuePrice>();
const priceBlock = record(null, {
  symbol: price.textOrNull('The perp, as its venue writes it; null where it has none.', ({ symbol }) => symbol),
  mark_price: price.numberOrNull('USD.', ({ mark }) => mark, { minimum: 0 }),
  index_price: price.numberOrNull('USD.', ({ index }) => index, { minimum: 0 }),
  basis_pct: price.numberOrNull('Mark over index, percent.', basisPct),
  ...blockFields,
});
const prices = fieldsOf<Across['prices']>();
const pricesPart = record(null, {
  perpdex: prices.inner(priceBlock, ({ perpdex }) => perpdex, 'Prices on the perp venue.'),
  cexa: prices.inner(priceBlock, ({ cexa }) => cexa, 'Prices on the large exchange.'),
  dexb: prices.inner(priceBlock, ({ dexb }) => dexb, 'Prices on the second perp exchange.'),
});
const funding = fieldsOf<FundingAcross>();
const fundingPart = record(null, {
  perpdex: funding.inner(historyFundingBlock, ({ perpdex }) => perpdex),
  cexa: funding.inner(fundingBlock, ({ cexa }) => cexa, 'Funding on the large exchange.'),
  dexb: funding.inner(fundingBlock, ({ dexb }) => dexb, 'Funding on the second perp exchange.'),
  spread_annualized_pct: funding.numberOrNull(
    'Largest less smallest annualized_pct, percentage points; null below two venues.',
    fundingSpread,
    { minimum: 0 },
  ),
});
const interest = fieldsOf<InterestAcross>();
const interestPart = record(null, {
  perpdex: interest.inner(interestBlock, ({ perpdex }) => perpdex, 'Open interest on the perp venue.'),
  cexa: interest.inner(interestBlock, ({ cexa }) => cexa, 'Open interest on the large exchange.'),
  dexb: interest.inner(interestBlock, ({ dexb }) => dexb, 'Open interest on the second perp exchange.'),
  total_usd: interest.numberOrNull('Sum over venues_counted, USD.', totalInterest, { minimum: 0 }),
  venues_counted: interest.list(Type.String(), 'Venues in total_usd.', countedVenues),
});
const field = fieldsOf<Across & Made>();
/** The answer. */
export const acrossReply = record('DerivativesSummary', {
  coin: field.text('The coin, in the spelling of the perp venue.', ({ coin }) => coin),
  prices: field.inner(pricesPart, (all) => all.prices, 'Prices by venue.'),
  funding: field.inner(fundingPart, (all) => all.funding, 'Funding by venue.'),
  open_interest: field.inner(interestPart, (all) => all.interest, 'Open interest by venue.'),
  open_interest_change_30d_pct: field.numberOrNull(
    'Change of the units on the large exchange within thirty days, percent.',
    (all) => all.interestChangePct,
  ),
  long_short: field.inner(accountsPart, ({ accounts }) => accounts, 'Accounts of the large exchange.'), // prettier-ignore
  ...madeFields,
});

export const derivativesSummary = operation('derivatives.summary', {
  path: '/derivatives/summary',
  family: 'derivatives',
  dataset: 'venue_derivatives',
  ports: [OTHER_VENUES],
  summary: 'A coin across venues in one answer: prices, funding, open interest, accounts; as JSON or as a note.',
  description: `format=markdown is a short note to read. Every block has a status of its own: while a venue is away its blocks are unavailable and those of ${PERP_VENUES.length - 1} others are served.`,
  query: Type.Object({
    ...coinParameter,
    format: Type.Optional(
      Type.Enum(['json', 'markdown'], { type: 'string', description: 'json when left out; markdown: plain text.' }),
    ),
  }),
  otherTypes: ['text/markdown'],
  reply: withProvenance(acrossReply.schema),
  errors: [UNKNOWN_COIN, VENUES_AWAY],
  answer: async (context, { query }) => {
    const venues = context.use(OTHER_VENUES);
    const lookup = await askedCoin(venues, query.coin);
    if (!lookup.ok) return lookup;
    const all = await across(venues, lookup.value, context.now());
    const stamp = madeOf(context, Object.values(lookup.value.reached));
    if (query.format === 'markdown') return ok(text(noteOf(all, stamp), 'text/markdown; charset=utf-8'));
    return ok(value(provenanced(acrossReply.encode({ ...all, ...stamp }), stamp)));
  },
});
