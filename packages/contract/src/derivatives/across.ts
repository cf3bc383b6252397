/** A coin on every venue: what the summary and its note are made of. */

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
  /** USD; NaN where it is not known. */
  readonly mark: number;
  readonly index: number;
}

/** Everything of a coin across venues. */
export interface Across {
  readonly coin: string;
  readonly prices: Readonly<Record<PerpVenueName, VenuePrice>>;
  readonly funding: FundingAcross;
  readonly interest: InterestAcross;
  readonly accounts: Block & { readonly long: number };
  /** Change of open interest on `cexa` within thirty days, percent; NaN where it is not known. */
  readonly interestChangePct: number;
}

function priceOf(asked: AskedCoin, venue: PerpVenueName): VenuePrice {
  const { mark = NaN, index = NaN } = asked.perps[venue] ?? {};
  return { ...perpBlock(asked, venue), mark, index };
}

/** Asks every venue; each part on its own. */
export async function across(venues: OtherVenues, asked: AskedCoin, now: number): Promise<Across> {
  const { coin, reached, perps, symbols } = asked;
  const cexa = {
    symbol: symbols.cexa ?? `${coin}USDT`,
    coin,
    perp: perps.cexa,
    listing: reached.cexa,
    isElsewhere: symbols.cexa === undefined,
  };
  const [funding, interest, parts] = await Promise.all([
    fundingAcross(venues, asked),
    interestAcross(venues, asked),
    cexaParts(venues, cexa, now),
  ]);
  return {
    coin,
    prices: { perpdex: priceOf(asked, 'perpdex'), cexa: priceOf(asked, 'cexa'), dexb: priceOf(asked, 'dexb') },
    funding,
    interest,
    accounts: parts.accounts,
    interestChangePct: parts.interest.changePct,
  };
}
