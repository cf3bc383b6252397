/** Funding and open interest of perps at a moment, from files. */

import type { PerpNow } from '@barograph/contract';
import { firstAtOrAfter, HOUR_MS } from '@barograph/core';
import { coinOfFile } from '@barograph/files';
import type { CoinDerivatives, Derivatives } from '@barograph/lab';
import type { Coin } from './coins.ts';

/** Longest interval between settlements, hours; beyond it one is missing. */
const LONGEST_INTERVAL = 8;
/** Age up to which open interest stands for now, as in the service. */
const OPEN_INTEREST_MS = 26 * HOUR_MS;

type Series = CoinDerivatives['funding'];

/** State of the perp of a coin at a moment, epoch ms. */
export type PerpsNow = (coin: Pick<Coin, 'symbol' | 'daily'>, asOf: number) => PerpNow;

const UNKNOWN: PerpNow = { fundingRate: null, openInterestUsd: null };

/** Nothing is known of any perp. */
export const NO_PERPS: PerpsNow = () => UNKNOWN;

/** Index of the newest row by a moment that is not older than so much; −1 without one. */
function newestOf({ time }: Series, asOf: number, maxAge: number): number {
  const i = firstAtOrAfter({ time, length: time.length }, asOf + 1) - 1;
  return i >= 0 && asOf - time[i]! < maxAge ? i : -1;
}

/** Rate of the newest settlement, a fraction per hour. */
function fundingAt(series: Series, asOf: number): number | null {
  const i = newestOf(series, asOf, LONGEST_INTERVAL * HOUR_MS);
  const hours = i < 1 ? NaN : Math.round((series.time[i]! - series.time[i - 1]!) / HOUR_MS);
  return hours >= 1 && hours <= LONGEST_INTERVAL ? series.value[i]! / hours : null;
}

/** States of perps as their files say them; open interest at the last completed close. */
export function perpsNowOf({ coins }: Pick<Derivatives, 'coins'>): PerpsNow {
  return ({ symbol, daily }, asOf) => {
    const of = coins.get(coinOfFile(symbol));
    if (of === undefined) return UNKNOWN;
    const i = newestOf(of.openInterest, asOf, OPEN_INTEREST_MS);
    const close = daily.close.at(-1);
    return {
      fundingRate: fundingAt(of.funding, asOf),
      openInterestUsd: i < 0 || close === undefined ? null : of.openInterest.value[i]! * close,
    };
  };
}
