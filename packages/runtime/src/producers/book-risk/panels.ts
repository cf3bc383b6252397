/**
 * In-memory panel of the most liquid perps: built after the start of a host and extended every hour. It is not stored, because
 * the bars are.
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

/** Size and timing of the panel. */
export interface RiskPanelsConfig {
  readonly version: `risk-panels/${string}`;
  /** Number of perps, by volume of the last day. */
  readonly coins: number;
  /** Rank below which perps are dropped, which limits the memory. */
  readonly keptCoins: number;
  /** Number of hours. */
  readonly hours: number;
  /** Longest wait of a request for new hours, real ms; below the 7.5 s of an operation. */
  readonly waitMs: number;
  /** Interval between attempts for perps without bars, market ms. */
  readonly retryMs: number;
  /** Delay after a full hour of the scheduled update, market ms; its bars are available by then. */
  readonly advanceMs: number;
  /** Books that are computed or wait: a book takes about 60 ms of this thread, so the last one waits about two seconds. */
  readonly books: number;
}

/** Version 1. Twelve bytes per hour and coin, with a month of slack: 13 MB for 60 perps, 20 MB for 90, 50 MB for 230. */
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

/** Hours processed between two pauses for requests. */
const HOURS_AT_ONCE = 2_048;

/**
 * Panel of a host. Computed in this process, at most once per hour.
 *
 * @param report called with each error of the source; a perp without bars is stale until they arrive.
 * @param stopped ends the reading of bars: the newest panel is then the last one.
 */
export function createRiskPanels(
  { model }: Pick<QuantModel, 'model'>,
  market: Market,
  report: (error: unknown) => void,
  config: RiskPanelsConfig = RISK_PANELS_V1,
  stopped: AbortSignal = new AbortController().signal,
): RiskPanels {
  const reader = marketReader(market);
  const stream = createPanelStream(model, config.hours);
  let kept: readonly string[] = [];
  let current: RiskPanel | undefined;
  let done = -Infinity;
  /** Time of the next attempt for perps without bars. */
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
    for (const listing of chosen) {
      if (stopped.aborted) return;
      isWhole = (await took(listing, listing.symbol)) && isWhole;
    }
    kept = chosen.map(({ symbol }) => symbol);
    current = stream.panel(kept) ?? undefined;
    done = hour;
    again = isWhole && kept.length > 0 ? Infinity : asOf + config.retryMs;
  };

  return {
    inTurn: createTurns(config.books),
    at: async (asOf) => {
      const hour = bucketOpen(asOf, HOUR_MS);
      if (!stopped.aborted && (hour > done || asOf >= again)) {
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

/** Adds the new hours of a listing. @param coin null for the market. @returns false when the source failed. */
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
