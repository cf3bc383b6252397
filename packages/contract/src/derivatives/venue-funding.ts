/** Funding of a coin on one venue. */

import { FUNDING_HISTORY_STATUSES, type FundingHistoryStatus } from '@barograph/positioning';
import { fieldsOf, record } from '../fields.ts';
import type { FundingHistory, ListedPerp, PerpVenueName } from '../venues-port.ts';
import type { AskedCoin } from './asked.ts';
import { blockFields, blockOf, unlisted, type Block } from './block.ts';
import { scaleFields, settlementRow, type RateOf } from './rate.ts';

/** Funding of a coin on one venue; NaN when absent. */
export interface VenueFunding extends Block, RateOf {
  readonly symbol: string | null;
  readonly nextFundingAt: number;
}

const NOTHING = { rate: NaN, intervalHours: NaN, nextFundingAt: NaN };

/** State of a coin's perp on a venue, with its symbol. */
export function perpBlock(lookup: AskedCoin, venue: PerpVenueName): Block & { readonly symbol: string | null } {
  const reached = lookup.reached[venue];
  const symbol = lookup.symbols[venue] ?? null;
  const isGone = reached.ok && lookup.perps[venue] === undefined;
  return { ...(isGone ? unlisted(venue, lookup.coin, reached) : blockOf(reached)), symbol };
}

/** Funding of the coin on a venue. */
export function venueFunding(lookup: AskedCoin, venue: PerpVenueName): VenueFunding {
  const perp: ListedPerp | undefined = lookup.perps[venue];
  const numbers =
    perp === undefined
      ? NOTHING
      : { rate: perp.fundingRate, intervalHours: perp.intervalHours, nextFundingAt: perp.nextFundingAt };
  return { ...perpBlock(lookup, venue), ...numbers };
}

const field = fieldsOf<VenueFunding>();
/** Fields of the block. */
export const fundingFields = {
  symbol: field.textOrNull('The perp, as its venue writes it; null where it has none.', ({ symbol }) => symbol),
  current_rate: field.numberOrNull(
    'Rate of the interval that runs, fraction of the notional per interval; positive: longs pay. It does not depend on the history.',
    ({ rate }) => rate,
  ),
  ...scaleFields,
  next_funding_time: field.momentOrNull('Next settlement.', ({ nextFundingAt }) => nextFundingAt),
  ...blockFields,
};
export const fundingBlock = record(null, fundingFields);

/** Fields of the block with the perp venue's history. */
export interface HistoryFunding extends VenueFunding, Omit<FundingHistory, 'status'> {
  readonly historyStatus: FundingHistoryStatus;
}
const past = fieldsOf<HistoryFunding>();
export const historyFundingBlock = record('DerivativesFundingPerpdex', {
  ...fundingFields,
  history: past.items(settlementRow, 'Recent settlements, oldest first; empty while history_status is warming.', ({ rows }) => rows), // prettier-ignore
  history_count: past.integer('Rows in history; 0 while it is warming.', ({ rows }) => rows.length, { minimum: 0 }),
  history_available: past.flag('Whether history has rows.', ({ rows }) => rows.length > 0),
  history_status: past.choice(
    FUNDING_HISTORY_STATUSES,
    'ok: a settlement within 26 hours; warming: the first fetch still runs, ask again in a few seconds; unavailable: the venue returned nothing, or the coin is not a perp there. warming never follows ok.',
    ({ historyStatus }) => historyStatus,
  ),
});
