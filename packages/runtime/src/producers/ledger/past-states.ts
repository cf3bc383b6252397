/** Past states derived from bars: the daily colour of a perp, the long-horizon regime of the market. */

import { encodeCycleDay } from '@barograph/contract';
import { bucketOpen, DAY_MS, HOUR_MS } from '@barograph/core';
import { cycleDaySteps } from '@barograph/cycle';
import { signumHistory } from '@barograph/indicators';
import type { Listing } from '@barograph/sources';
import { setImmediate } from 'node:timers/promises';
import { BACKFILL_V1 } from '../../backfill/history.ts';
import type { MarketReader } from '../../market-reader.ts';
import { CYCLE_MARKET_V1, daysAfter } from '../cycle/market.ts';
import { MARKET } from '../quant/listings.ts';

/** Days processed between two pauses for requests. */
const DAYS_AT_ONCE = 8;

/** States of a scope at an hour, its open in epoch ms: those of the last day that had ended by the end of the hour. */
export type PastStates = (time: number) => Readonly<Record<string, string>>;

/** States by the open of the day at whose close they are read. */
type ByDay = ReadonlyMap<number, string>;

const statesOf = (name: string, days: ByDay): PastStates => {
  return (time) => {
    const state = days.get(bucketOpen(time + HOUR_MS, DAY_MS) - DAY_MS);
    return state === undefined ? {} : { [name]: state };
  };
};

async function colors(market: MarketReader, listing: Listing, asOf: number): Promise<ByDay> {
  const daily = await market.closedBars(listing, '1d', 0, asOf);
  if (daily === undefined) return new Map();
  return new Map(signumHistory(daily, daily.length).flatMap(({ time, color }) => (color === null ? [] : [[time, color] as const]))); // prettier-ignore
}

/** Like regimes/reconstructed: past committed states depended on the publications of that time. */
async function regimes(market: MarketReader, asOf: number): Promise<ByDay> {
  const { days } = await daysAfter(market, null, asOf, BACKFILL_V1.ledgerDays + CYCLE_MARKET_V1.universeDays);
  const byDay = new Map<number, string>();
  let count = 0;
  for (const day of cycleDaySteps(days)) {
    const { timestamp, name } = encodeCycleDay(day);
    if (name !== null) byDay.set(timestamp, name);
    if (++count % DAYS_AT_ONCE === 0) await setImmediate();
  }
  return byDay;
}

/**
 * Reads the states of a scope once per UTC day.
 *
 * @param scope `market`, or the perp of the listing.
 */
export function createPastStates(
  scope: string,
  listing: Listing,
): (market: MarketReader, asOf: number) => Promise<PastStates> {
  let kept: { readonly day: number; readonly states: PastStates } | undefined;
  return async (market, asOf) => {
    const day = bucketOpen(asOf, DAY_MS);
    if (kept?.day === day) return kept.states;
    const states =
      scope === MARKET
        ? statesOf('long_regime', await regimes(market, day))
        : statesOf('signum_color', await colors(market, listing, day));
    kept = { day, states };
    return states;
  };
}
