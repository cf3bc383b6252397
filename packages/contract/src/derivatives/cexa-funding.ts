/** GET /derivatives/cexa/funding-rates: current and settled funding of a perp of the large exchange. */

import { HOUR_MS, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { OTHER_VENUES, type ListedPerp, type Settlement } from '../venues-port.ts';
import { symbolParameter, UNKNOWN_COIN, VENUES_AWAY } from './asked.ts';
import { blockFields, blockOf, madeFields, madeOf, type Block, type Made } from './block.ts';
import { cexaPerp, cexaRows, perpFields, type CexaPerp } from './cexa-symbol.ts';
import { scaleFields, settlementRow, type RateOf } from './rate.ts';

/** Longest interval of a perp, hours. */
const LONGEST_HOURS = 8;

/** Rate of the current interval. */
export interface CurrentFunding extends RateOf {
  readonly nextFundingAt: number;
}

/** Rate of the current interval of a listed perp. */
export function currentFunding(perp: ListedPerp | undefined): CurrentFunding | null {
  if (perp === undefined) return null;
  return { rate: perp.fundingRate, intervalHours: perp.intervalHours, nextFundingAt: perp.nextFundingAt };
}
const now = fieldsOf<CurrentFunding>();
export const currentBlock = record(null, {
  funding_rate: now.numberOrNull('Fraction of the notional per interval; positive: longs pay.', ({ rate }) => rate),
  ...scaleFields,
  next_funding_time: now.momentOrNull('Next settlement.', ({ nextFundingAt }) => nextFundingAt),
});

interface Found extends Block, Made, Pick<CexaPerp, 'symbol' | 'coin'> {
  readonly current: CurrentFunding | null;
  readonly history: readonly Settlement[];
}
const field = fieldsOf<Found>();
/** The answer. */
export const cexaFundingReply = record('CexaFundingRates', {
  ...perpFields,
  current: field.innerOrNull(currentBlock, 'Rate of the interval that runs; null where it is not known.', (f) => f.current), // prettier-ignore
  history: field.items(settlementRow, 'Settlements, oldest first.', ({ history }) => history),
  count: field.integer('Rows in history.', ({ history }) => history.length, { minimum: 0 }),
  ...blockFields,
  ...madeFields,
});

export const cexaFundingRates = operation('derivatives.cexa.funding_rates', {
  path: '/derivatives/cexa/funding-rates',
  family: 'derivatives',
  dataset: 'venue_derivatives',
  ports: [OTHER_VENUES],
  summary: 'Funding of a perp of the large exchange: the running rate, and the last settlements.',
  query: Type.Object({
    ...symbolParameter,
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 30, description: 'Settlements.' }),
  }),
  reply: withProvenance(cexaFundingReply.schema),
  errors: [UNKNOWN_COIN, VENUES_AWAY],
  answer: async (context, { query }) => {
    const venues = context.use(OTHER_VENUES);
    const lookup = await cexaPerp(venues, query.symbol);
    if (!lookup.ok) return lookup;
    const { symbol, coin, perp, listing } = lookup.value;
    const hours = (query.limit + 1) * (perp?.intervalHours ?? LONGEST_HOURS);
    const from = context.now() - hours * HOUR_MS;
    const reached = await cexaRows(lookup.value, async () => venues.settlements('cexa', symbol, from));
    if (!reached.ok) return reached;
    const settled = reached.value;
    const stamp = madeOf(context, [settled, listing]);
    const history = settled.ok ? settled.rows.slice(-query.limit) : [];
    const found: Found = { symbol, coin, current: currentFunding(perp), history, ...blockOf(settled), ...stamp };
    return ok(value(provenanced(cexaFundingReply.encode(found), stamp)));
  },
});
