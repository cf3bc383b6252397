/** GET /derivatives/cexa/summary: a perp of the large exchange in one answer. */

import { DAY_MS, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record, type Fields } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { OTHER_VENUES, type ListedPerp, type LongShareSample, type OtherVenues, type Reached } from '../venues-port.ts'; // prettier-ignore
import { symbolParameter, UNKNOWN_COIN, VENUES_AWAY } from './asked.ts';
import { blockFields, blockOf, madeFields, madeOf, type Block, type Made } from './block.ts';
import { accountFields } from './cexa-accounts.ts';
import { currentBlock, currentFunding } from './cexa-funding.ts';
import { interestFields, interestNow, TREND_DAYS, type InterestNow } from './cexa-interest.ts';
import { cexaPerp, cexaRows, elsewhere, perpFields, type CexaPerp } from './cexa-symbol.ts';

/** Prices and funding from the venue's list of perps. */
interface PerpBlock extends Block {
  readonly perp: ListedPerp | undefined;
}
const price = fieldsOf<PerpBlock>();
const perpPart = record(null, {
  mark_price: price.numberOrNull('USD.', ({ perp }) => perp?.mark, { minimum: 0 }),
  index_price: price.numberOrNull('USD.', ({ perp }) => perp?.index, { minimum: 0 }),
  basis_pct: price.numberOrNull('Mark over index, percent.', ({ perp }) => basisPct(perp)),
  day_volume_usd: price.numberOrNull('Notional of the last 24 hours, USD.', ({ perp }) => perp?.dayNotional, { minimum: 0 }), // prettier-ignore
  funding: price.innerOrNull(currentBlock, 'Rate of the interval that runs.', ({ perp }) => currentFunding(perp)),
  ...blockFields,
});

/** Mark over index, percent. */
export function basisPct(perp: Pick<ListedPerp, 'mark' | 'index'> | undefined): number {
  return perp === undefined ? NaN : (perp.mark / perp.index - 1) * 100;
}

interface InterestBlock extends Block, InterestNow {}
const interestTable = { ...interestFields, ...blockFields } satisfies Fields<InterestBlock>;
const interestPart = record<InterestBlock, typeof interestTable>(null, interestTable);

/** Accounts of a perp; the share is NaN when unknown. */
export interface AccountsBlock extends Block {
  readonly long: number;
}
const accountsTable = { ...accountFields, ...blockFields } satisfies Fields<AccountsBlock>;
/** Accounts of a perp. */
export const accountsPart = record<AccountsBlock, typeof accountsTable>(null, accountsTable);

/** The three parts of a perp of the large exchange. */
export interface CexaParts {
  readonly perp: PerpBlock;
  readonly interest: InterestBlock;
  readonly accounts: AccountsBlock;
  readonly reached: readonly Reached<unknown>[];
}

/** Queries the venue about a perp; parts fail independently. */
export async function cexaParts(venues: OtherVenues, lookup: CexaPerp, now: number): Promise<CexaParts> {
  const { symbol, perp, listing, isElsewhere } = lookup;
  const pulled = async <Rows>(pull: () => Promise<Reached<Rows>>): Promise<Reached<Rows>> => {
    const rows = await cexaRows(lookup, pull);
    return rows.ok ? rows.value : elsewhere(symbol, null);
  };
  const [newest, daily, accounts] = await Promise.all([
    pulled(async () => venues.openInterest('cexa', symbol, 'now', 0)),
    pulled(async () => venues.openInterest('cexa', symbol, '1d', now - TREND_DAYS * DAY_MS)),
    pulled<readonly LongShareSample[]>(async () => venues.longShare(symbol, '1h', now - DAY_MS)),
  ]);
  const long = accounts.ok ? (accounts.rows.at(-1)?.long ?? NaN) : NaN;
  return {
    perp: { ...blockOf(isElsewhere ? elsewhere(symbol, listing.asOf) : listing), perp },
    interest: { ...blockOf(newest.ok ? newest : daily), ...interestNow(newest, daily) },
    accounts: { ...blockOf(accounts), long },
    reached: [listing, newest, daily, accounts],
  };
}

interface Found extends Made, CexaParts, Pick<CexaPerp, 'symbol' | 'coin'> {}
const field = fieldsOf<Found>();
/** The answer. */
export const cexaSummaryReply = record('CexaSummary', {
  ...perpFields,
  perp: field.inner(perpPart, ({ perp }) => perp, 'Prices, volume and funding.'),
  open_interest: field.inner(interestPart, (found) => found.interest, 'Open interest and its trend.'),
  long_short: field.inner(accountsPart, ({ accounts }) => accounts, 'Accounts that are long and short.'),
  ...madeFields,
});

export const cexaSummary = operation('derivatives.cexa.summary', {
  path: '/derivatives/cexa/summary',
  family: 'derivatives',
  dataset: 'venue_derivatives',
  ports: [OTHER_VENUES],
  summary: 'A perp of the large exchange in one answer: prices, funding, open interest, accounts.',
  description: 'Each part has a status of its own.',
  query: Type.Object(symbolParameter),
  reply: withProvenance(cexaSummaryReply.schema),
  errors: [UNKNOWN_COIN, VENUES_AWAY],
  answer: async (context, { query }) => {
    const venues = context.use(OTHER_VENUES);
    const lookup = await cexaPerp(venues, query.symbol);
    if (!lookup.ok) return lookup;
    const parts = await cexaParts(venues, lookup.value, context.now());
    const { symbol, coin } = lookup.value;
    const stamp = madeOf(context, parts.reached);
    return ok(value(provenanced(cexaSummaryReply.encode({ symbol, coin, ...parts, ...stamp }), stamp)));
  },
});
