/** Funding and open interest of perps at a moment, from files. */

import type { PerpNow } from '@barograph/contract';
import { firstAtOrAfter, HOUR_MS } from '@barograph/core';
import { coinOfFile } from '@barograph/files';
import type { CoinDerivatives, Derivatives } from '@barograph/lab';
import type { Coin } from './coins.ts';

/** Longest interval between settlements, hours; a longer one means a missing settlement. */
const LONGEST_INTERVAL = 8;
/** Maximum age of current open interest, as in the service. */
const OPEN_INTEREST_MS = 26 * HOUR_MS;

type Series = CoinDerivatives['funding'];

/** Returns the state of a coin's perp at `asOf`, epoch ms. */
export type PerpsNow = (coin: Pick<Coin, 'symbol' | 'daily'>, asOf: number) => PerpNow;

const UNKNOWN: PerpNow = { fundingRate: null, openInterestUsd: null };

/** Every perp is unknown. */
export const NO_PERPS: PerpsNow = () => UNKNOWN;

/** Index of the newest row at or before `asOf` and at most `maxAge` ms old; −1 without such a row. */
function newestOf({ time }: Series, asOf: number, maxAge: number): number {
  const i = firstAtOrAfter({ time, length: time.length }, asOf + 1) - 1;
  return i >= 0 && asOf - time[i]! < maxAge ? i : -1;
}

/** Rate of the newest settlement, fraction per hour. */
function fundingAt(series: Series, asOf: number): number | null {
  const i = newestOf(series, asOf, LONGEST_INTERVAL * HOUR_MS);
  const hours = i < 1 ? NaN : Math.round((series.time[i]! - series.time[i - 1]!) / HOUR_MS);
  return hours >= 1 && hours <= LONGEST_INTERVAL ? series.value[i]! / hours : null;
}

/** Perp states from files; open interest is valued at the last completed close. */
export function perpsNowOf({ coins }: Pick<Derivatives, 'coins'>): PerpsNow {
  return ({ symbol, daily }, asOf) => {
    const row = coins.get(coinOfFile(symbol));
    if (row === undefined) return UNKNOWN;
    const i = newestOf(row.openInterest, asOf, OPEN_INTEREST_MS);
    const close = daily.close.at(-1);
    return {
      fundingRate: fundingAt(row.funding, asOf),
      openInterestUsd: i < 0 || close === undefined ? null : row.openInterest.value[i]! * close,
    };
  };
}
