/**
 * Panel of the most liquid perps in memory: made after the start of a host, and each hour after that extended by the hours
 * that are new. Nothing of it is stored, for bars are.
 */

import type { RiskPanels } from '@barograph/contract';
import { bucketOpen, HOUR_MS, sliceCandles } from '@barograph/core';
import { createPanelStream, type PanelStream, type RiskPanel } from '@barograph/risk';
import { within, type Listing, type Market } from '@barograph/sources';
import { setImmediate } from 'node:timers/promises';
import { marketReader, type MarketReader } from '../../market-reader.ts';
import { largestFirst } from '../../slice.ts';
import { createTurns } from './turns.ts';
import { leadOf, perpsOf } from '../quant/listings.ts';
import type { QuantModel } from '../quant/model.ts';

/** Size of the panel. */
export interface RiskPanelsConfig {
  readonly version: `risk-panels/${string}`;
  /** Perps of the largest volume of the last day that are taken in. */
  readonly coins: number;
  /** Perps of a lower rank are forgotten: no more than so many are in memory. */
  readonly keptCoins: number;
  /** Hours that are kept. */
  readonly hours: number;
  /** Real ms that a request waits for new hours; less than the 7.5 s that an operation has. */
  readonly waitMs: number;
  /** Ms of the market after which perps that brought no bars are asked again. */
  readonly retryMs: number;
  /** Ms of the market after a full hour at which its bars are taken in without being asked: by then they are there. */
  readonly advanceMs: number;
  /** Books that are computed or wait: a book takes some 60 ms of this thread, so the last one waits for about two seconds. */
  readonly books: number;
}

/** Version 1. Twelve bytes an hour and coin, and a month of slack: 13 MB for 60 perps, 20 MB for 90, 50 MB for 230. */
export const RISK_PANELS_V1: RiskPanelsConfig = Object.freeze({
  version: 'risk-panels/1',
  coins: 60,
  keptCoins: 90,
  hours: 17_544,
  waitMs: 5_000,
  retryMs: 60_000,
  advanceMs: 120_000,
  books: 32,
});

/** Hours between two breaks, in which requests come through. */
const HOURS_AT_ONCE = 2_048;

/**
 * Panel of a host. It is computed in this process, at most once for each hour.
 *
 * @param report called with each error of the source; a perp that brings no bars is stale until it does.
 */
export function createRiskPanels(
  { model }: Pick<QuantModel, 'model'>,
  market: Market,
  report: (error: unknown) => void,
  config: RiskPanelsConfig = RISK_PANELS_V1,
): RiskPanels {
  const reader = marketReader(market);
  const stream = createPanelStream(model, config.hours);
  let kept: readonly string[] = [];
  let current: RiskPanel | undefined;
  let done = -Infinity;
  /** Moment from which perps that brought no bars are asked again. */
  let again = Infinity;
  let running: Promise<void> | undefined;

  const extended = async (hour: number, asOf: number): Promise<void> => {
    const listings = await reader.listings(hour);
    const perps = largestFirst(perpsOf(listings));
    const ranks = new Map(perps.map(({ symbol }, rank) => [symbol, rank]));
    const rankOf = (symbol: string): number => ranks.get(symbol) ?? Infinity;
    for (const symbol of kept) if (rankOf(symbol) >= config.keptCoins) stream.drop(symbol);
    const chosen = perps.filter(({ symbol }, rank) => rank < config.coins || stream.last(symbol) !== null);
    const [lead] = leadOf(listings);
    const first = hour - config.hours * HOUR_MS;
    const took = async (listing: Listing, coin: string | null): Promise<boolean> =>
      take(reader, stream, listing, coin, first, hour, report);
    let isWhole = lead === undefined || (await took(lead, null));
    for (const listing of chosen) isWhole = (await took(listing, listing.symbol)) && isWhole;
    kept = chosen.map(({ symbol }) => symbol);
    current = stream.panel(kept) ?? undefined;
    done = hour;
    again = isWhole && kept.length > 0 ? Infinity : asOf + config.retryMs;
  };

  return {
    inTurn: createTurns(config.books),
    at: async (asOf) => {
      const hour = bucketOpen(asOf, HOUR_MS);
      if (hour > done || asOf >= again) {
        running ??= extended(hour, asOf).finally(() => (running = undefined));
        try {
          await within(config.waitMs, running);
        } catch (error) {
          report(error);
        }
      }
      return current;
    },
  };
}

/** Takes in the new hours of a listing. @param coin null: they are the market's. @returns false when the source failed. */
async function take(
  reader: MarketReader,
  stream: PanelStream,
  listing: Listing,
  coin: string | null,
  first: number,
  until: number,
  report: (error: unknown) => void,
): Promise<boolean> {
  const last = stream.last(coin);
  const from = Math.max(0, last === null ? first : last + HOUR_MS);
  try {
    if (from >= until) return true;
    const bars = await reader.closedBars(listing, '1h', from, until);
    if (bars === undefined) return true;
    for (let i = 0; i < bars.length; i += HOURS_AT_ONCE) {
      const some = sliceCandles(bars, i, Math.min(bars.length, i + HOURS_AT_ONCE));
      if (coin === null) stream.addMarket(some);
      else stream.add(coin, some);
      await setImmediate();
    }
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}
