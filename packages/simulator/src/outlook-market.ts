/** Moves of the market as its environment knows them: returns of the factor up to a whole hour. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { Market } from './market.ts';
import { grown } from './series.ts';

/** Hours computed at once, because each call copies the whole track. */
const STEP = 24 * 30;
/** Deviation of the factor's hourly return in an ordinary market. */
const ORDINARY = 0.006;

/** Past of the market. Before its start nothing moved. */
export interface OutlookMarket {
  /** Log return of the factor over the `days` before a moment, in whole closed hours. */
  change(time: number, days: number): number;
  /** Deviation of hourly returns over the `days` before a moment, 1 in an ordinary market; 1 before the start. */
  liveliness(time: number, days: number): number;
}

/** Reads the factor of a market, a month at a time. */
export function createOutlookMarket(market: Market): OutlookMarket {
  const { start } = market.config;
  let known = 0;
  // Running sums over earlier hours: returns and their squares.
  let sums: Float64Array = new Float64Array(1);
  let squares: Float64Array = new Float64Array(1);
  const hoursBy = (time: number): number => Math.max(0, Math.floor((time - start) / HOUR_MS));
  const extend = (hours: number): void => {
    if (hours <= known) return;
    const until = Math.ceil(hours / STEP) * STEP;
    const { change } = market.regimes(start + until * HOUR_MS);
    sums = grown(sums, until + 1);
    squares = grown(squares, until + 1);
    for (let i = known; i < until; i++) {
      sums[i + 1] = sums[i]! + change[i]!;
      squares[i + 1] = squares[i]! + change[i]! ** 2;
    }
    known = until;
  };
  return {
    change: (time, days) => {
      const to = hoursBy(time);
      extend(to);
      return sums[to]! - sums[hoursBy(time - days * DAY_MS)]!;
    },
    liveliness: (time, days) => {
      const to = hoursBy(time);
      const from = hoursBy(time - days * DAY_MS);
      if (to === from) return 1;
      extend(to);
      return Math.sqrt((squares[to]! - squares[from]!) / (to - from)) / ORDINARY;
    },
  };
}
