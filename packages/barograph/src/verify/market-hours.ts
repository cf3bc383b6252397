/** Market hours computed from the reader's bars, as a host publishes them. */

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
/** Hours kept for repeated requests: the rows of a day arrive by horizon. */
const REMEMBERED = 30 * 24;

/** Market hours, requested in approximate time order. */
export interface MarketHours {
  /** Hour at a time; undefined when it would not have been published, or is no longer kept. @param time open, epoch ms. */
  at(time: number): PublishedHour | undefined;
}

/** Creates the hours. @param first index of the bar where the state begins. */
export function createMarketHours(model: NowcastModel, bars: Candles, first: number): MarketHours {
  const own = modelFor(model, MARKET);
  const nowcast = createTradedNowcast(own);
  const ofShock = createShock();
  const points = new Map<number, { readonly point: NowcastPoint; readonly shock: ShockRow | null }>();
  const hours = new Map<number, PublishedHour | undefined>();
  let next = first;
  return {
    at: (time) => {
      for (; next < bars.length && bars.time[next]! <= time; next++) {
        const bar = barAt(bars, next);
        const point = publishable(nowcast.next(bar));
        ofShock.next(bar);
        points.set(bar.time, { point, shock: ofShock.row });
        points.delete(bar.time - REMEMBERED * HOUR_MS);
        hours.delete(bar.time - REMEMBERED * HOUR_MS);
      }
      const known = points.get(time);
      if (known === undefined || hours.has(time)) return hours.get(time);
      const about = { scope: MARKET, symbol: MARKET, model: own.artifact.modelVersion };
      const hour = pointHour({ ...about, ...known, simulated: nextDay(own, known.point, MARKET) });
      hours.set(time, hour);
      return hour;
    },
  };
}
