/** A coin on every venue, for the summary and its note. */

import type { OtherVenues, PerpVenueName } from '../venues-port.ts';
import type { AskedCoin } from './asked.ts';
import type { Block } from './block.ts';
import { cexaParts } from './cexa-summary.ts';
import { fundingAcross, type FundingAcross } from './funding-rates.ts';
import { interestAcross, type InterestAcross } from './open-interest.ts';
import { perpBlock } from './venue-funding.ts';

/** Prices of a coin on one venue. */
export interface VenuePrice extends Block {
  readonly symbol: string | null;
  /** USD; NaN when unknown. */
  readonly mark: number;
  readonly index: number;
}

/** Data of a coin across venues. */
export interface Across {
  readonly coin: string;
  readonly prices: Readonly<Record<PerpVenueName, VenuePrice>>;
  readonly funding: FundingAcross;
  readonly interest: InterestAcross;
  readonly accounts: Block & { readonly long: number };
  /** 30-day change of open interest on `cexa`, percent; NaN when unknown. */
  readonly interestChangePct: number;
}

function priceOf(lookup: AskedCoin, venue: PerpVenueName): VenuePrice {
  const { mark = NaN, index = NaN } = lookup.perps[venue] ?? {};
  return { ...perpBlock(lookup, venue), mark, index };
}

/** Queries every venue; parts fail independently. */
export async function across(venues: OtherVenues, lookup: AskedCoin, now: number): Promise<Across> {
  const { coin, reached, perps, symbols } = lookup;
  const cexa = {
    symbol: symbols.cexa ?? `${coin}USDT`,
    coin,
    perp: perps.cexa,
    listing: reached.cexa,
    isElsewhere: symbols.cexa === undefined,
  };
  const [funding, interest, parts] = await Promise.all([
    fundingAcross(venues, lookup),
    interestAcross(venues, lookup),
    cexaParts(venues, cexa, now),
  ]);
  return {
    coin,
    prices: { perpdex: priceOf(lookup, 'perpdex'), cexa: priceOf(lookup, 'cexa'), dexb: priceOf(lookup, 'dexb') },
    funding,
    interest,
    accounts: parts.accounts,
    interestChangePct: parts.interest.changePct,
  };
}
