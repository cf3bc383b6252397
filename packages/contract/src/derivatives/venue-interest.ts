/** Open interest of a coin on one venue. */

import { fieldsOf, record } from '../fields.ts';
import type { InterestSample, OtherVenues, PerpVenueName, Reached } from '../venues-port.ts';
import type { AskedCoin } from './asked.ts';
import { blockFields, blockOf, type Block } from './block.ts';
import { perpBlock } from './venue-funding.ts';

/** Open interest of a coin on one venue; NaN when unknown. */
export interface VenueInterest extends Block {
  readonly symbol: string | null;
  /** Units of the coin. */
  readonly openInterest: number;
  /** USD. */
  readonly notional: number;
  /** USD, of the last 24 hours. */
  readonly dayNotional: number;
}

/** Newest sample of a perp whose venue reports open interest separately. */
async function sampled(
  venues: OtherVenues,
  venue: 'cexa' | 'dexb',
  symbol: string,
): Promise<Reached<readonly InterestSample[]>> {
  return venues.openInterest(venue, symbol, 'now', 0);
}

/** Open interest of the coin on a venue, from its list of perps, or from the newest sample when the list has none. */
export async function venueInterest(
  venues: OtherVenues,
  lookup: AskedCoin,
  venue: PerpVenueName,
): Promise<VenueInterest> {
  const perp = lookup.perps[venue];
  const block = perpBlock(lookup, venue);
  if (perp === undefined) return { ...block, openInterest: NaN, notional: NaN, dayNotional: NaN };
  const { openInterest, mark, dayNotional } = perp;
  if (venue === 'perpdex' || !Number.isNaN(openInterest)) {
    return { ...block, openInterest, notional: openInterest * mark, dayNotional };
  }
  const reached = await sampled(venues, venue, perp.symbol);
  const newest = reached.ok ? reached.rows.at(-1) : undefined;
  if (newest === undefined) {
    const away = reached.ok
      ? { status: 'unavailable' as const, reason: `${venue} states no open interest of ${perp.symbol}`, asOf: reached.asOf }
      : blockOf(reached); // prettier-ignore
    return { ...away, symbol: perp.symbol, openInterest: NaN, notional: NaN, dayNotional };
  }
  const { contracts, notional } = newest;
  return {
    ...blockOf(reached),
    asOf: newest.time,
    symbol: perp.symbol,
    openInterest: contracts,
    notional: Number.isNaN(notional) ? contracts * mark : notional,
    dayNotional,
  };
}

const field = fieldsOf<VenueInterest>();
const AMOUNT = { minimum: 0 };
export const interestBlock = record(null, {
  symbol: field.textOrNull('The perp, as its venue writes it; null where it has none.', ({ symbol }) => symbol),
  open_interest: field.numberOrNull('Units of the coin, one side.', (interest) => interest.openInterest, AMOUNT),
  open_interest_usd: field.numberOrNull('USD.', ({ notional }) => notional, AMOUNT),
  day_volume_usd: field.numberOrNull('Notional of the last 24 hours, USD.', (interest) => interest.dayNotional, AMOUNT),
  ...blockFields,
});
