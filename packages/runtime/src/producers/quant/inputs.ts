/** Hourly inputs of the heads besides the model, for a perp. */

import { FUNDING_V1, OPEN_INTEREST_V1, type Breadth, type OutlookInputs } from '@barograph/nowcast';
import { hourlyFundingRates, hourlyOpenInterest, type Market } from '@barograph/sources';

/** Inputs of a scope except depth and forced notional, which depend on the horizon; and its open interest as a weight. */
export interface ScopeInputs {
  readonly inputs: OutlookInputs;
  /** USD; null when unknown. */
  readonly openInterestUsd: number | null;
}

/**
 * Reads the inputs of the forecast heads for one perp and hour.
 * @param last open of the last hour, epoch ms.
 * @param close close of that hour, USD.
 * @param breadth breadth of the market in that hour.
 */
export async function scopeInputs(
  source: Pick<Market, 'read'>,
  symbol: string,
  last: number,
  close: number,
  breadth: Breadth,
): Promise<ScopeInputs> {
  const [fundingRates, openInterest] = await Promise.all([
    hourlyFundingRates(source, { symbol, last, hours: FUNDING_V1.window }),
    hourlyOpenInterest(source, { symbol, last, hours: OPEN_INTEREST_V1.window + 1 }),
  ]);
  const level = openInterest?.at(-1) ?? NaN;
  const openInterestUsd = Number.isNaN(level) ? null : level * close;
  const liquidations = { forced: null, depth: null, openInterest: openInterestUsd };
  return { inputs: { fundingRates, openInterest, breadth, liquidations }, openInterestUsd };
}
