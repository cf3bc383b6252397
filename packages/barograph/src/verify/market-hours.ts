/** Hours of the market out of a reader's bars, as a host publishes them of the same bars. */

import { pointHour, type PublishedHour } from '@barograph/contract';
import { barAt, HOUR_MS, type Candles } from '@barograph/core';
import {
  createShock,
  createTradedNowcast,
  modelFor,
  nextDay,
  publishable,
  type NowcastModel,
  type NowcastPoint,
  type ShockRow,
} from '@barograph/nowcast';

const MARKET = 'market';
/** Hours that may be asked for again: rows of a day come horizon by horizon. */
const REMEMBERED = 30 * 24;

/** Hours of the market, asked for in about the order of time. */
export interface MarketHours {
  /** undefined where nothing would have been published, or where it was long ago. @param time open, epoch ms. */
  at(time: number): PublishedHour | undefined;
}

/** @param first index of the first bar that the state begins with. */
export function createMarketHours(model: NowcastModel, bars: Candles, first: number): MarketHours {
  const own = modelFor(model, MARKET);
  const nowcast = createTradedNowcast(own);
  const ofShock = createShock();
  const points = new Map<number, { readonly point: NowcastPoint; readonly shock: ShockRow | null }>();
  const made = new Map<number, PublishedHour | undefined>();
  let next = first;
  return {
    at: (time) => {
      for (; next < bars.length && bars.time[next]! <= time; next++) {
        const bar = barAt(bars, next);
        const point = publishable(nowcast.next(bar));
        ofShock.next(bar);
        points.set(bar.time, { point, shock: ofShock.row });
        points.delete(bar.time - REMEMBERED * HOUR_MS);
        made.delete(bar.time - REMEMBERED * HOUR_MS);
      }
      const known = points.get(time);
      if (known === undefined || made.has(time)) return made.get(time);
      const about = { scope: MARKET, symbol: MARKET, model: own.artifact.modelVersion };
      const hour = pointHour({ ...about, ...known, simulated: nextDay(own, known.point, MARKET) });
      made.set(time, hour);
      return hour;
    },
  };
}
