/** Open interest of a coin on one venue. */

import { fieldsOf, record } from '../fields.ts';
import type { InterestSample, OtherVenues, PerpVenueName, Reached } from '../venues-port.ts';
import type { AskedCoin } from './asked.ts';
import { blockFields, blockOf, type Block } from './block.ts';
import { perpBlock } from './venue-funding.ts';

/** Open interest of a coin on one venue; NaN where it is not known. */
export interface VenueInterest extends Block {
  readonly symbol: string | null;
  /** Units of the coin. */
  readonly openInterest: number;
  /** USD. */
  readonly notional: number;
  /** USD, of the last 24 hours. */
  readonly dayNotional: number;
}

/** The newest sample of a perp whose venue gives open interest on its own. */
async function sampled(
  venues: OtherVenues,
  venue: 'cexa' | 'dexb',
  symbol: string,
): Promise<Reached<readonly InterestSample[]>> {
  return venues.openInterest(venue, symbol, 'now', 0);
}

/** Open interest of the coin on a venue: that of its list of perps, or the newest sample where the list has none. */
export async function venueInterest(
  venues: OtherVenues,
  asked: AskedCoin,
  venue: PerpVenueName,
): Promise<VenueInterest> {
  const perp = asked.perps[venue];
  const block = perpBlock(asked, venue);
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

const of = fieldsOf<VenueInterest>();
const AMOUNT = { minimum: 0 };
export const interestBlock = record(null, {
  symbol: of.textOrNull('The perp, as its venue writes it; null where it has none.', ({ symbol }) => symbol),
  open_interest: of.numberOrNull('Units of the coin, one side.', (one) => one.openInterest, AMOUNT),
  open_interest_usd: of.numberOrNull('USD.', ({ notional }) => notional, AMOUNT),
  day_volume_usd: of.numberOrNull('Notional of the last 24 hours, USD.', (one) => one.dayNotional, AMOUNT),
  ...blockFields,
});
