/** Price moves of a closed minute, of the perps that trade enough. */

import type { PriceMoveEvent } from '@barograph/contract';
import { DAY_MS, fold, MINUTE_MS, quoteVolume } from '@barograph/core';
import { priceMove, PRICE_MOVE_V1 } from '@barograph/indicators';
import { setImmediate } from 'node:timers/promises';
import type { Listing } from '@barograph/sources';
import type { MarketReader } from '../market-reader.ts';

/** Selection of the watched perps. */
export interface MinuteEventsConfig {
  readonly version: `minute-events/${string}`;
  /** Least notional of the 24 hours before, quote units. */
  readonly minQuoteVolume24h: number;
}

/** A changed number is a new constant. */
export const MINUTE_EVENTS_V1: MinuteEventsConfig = Object.freeze({
  version: 'minute-events/1',
  minQuoteVolume24h: 1_000_000,
});

/** The events of a minute. */
export interface MinuteEvents {
  /** In the order of the listings. */
  readonly events: readonly PriceMoveEvent[];
  /** Number of perps with bars that fine; with none of them, the source can never report a move. */
  readonly watched: number;
}

/** The venue's name in events. */
export const VENUE = 'perpdex';

/** Whether a perp traded enough in the 24 hours before. */
export async function tradesEnough(market: MarketReader, listing: Listing, slot: number): Promise<boolean> {
  // Where the venue says it, no bars are asked for: it counts requests.
  const hours =
    listing.dayNotional === undefined ? await market.closedBars(listing, '1h', slot - DAY_MS, slot) : undefined;
  const traded = hours === undefined ? (listing.dayNotional ?? null) : quoteVolume(hours);
  return (traded ?? 0) >= MINUTE_EVENTS_V1.minQuoteVolume24h;
}

/**
 * The events of the minute that closed at `slot`. The mark is the close of a minute, so the reference of the detector is
 * the close before it: two minutes are all it needs, any replica can do any minute, and a missing minute gives nothing.
 *
 * @param slot a full minute, epoch ms; nothing that closes later is looked at.
 * @param seenAt when this is done, epoch ms.
 * @throws {SourceError} the source did not bring its bars.
 */
export async function minuteEvents(market: MarketReader, slot: number, seenAt: number): Promise<MinuteEvents> {
  const machine = priceMove(PRICE_MOVE_V1);
  const events: PriceMoveEvent[] = [];
  let watched = 0;
  for (const listing of await market.listings(slot)) {
    if (listing.venue !== 'perpdex_perp') continue;
    const minutes = await market.closedBars(listing, '1m', slot - 2 * MINUTE_MS, slot);
    await setImmediate(); // lets requests through between symbols
    if (minutes === undefined) continue;
    watched++;
    const samples = Array.from(minutes.time, (time, i) => ({ time: time + MINUTE_MS, price: minutes.close[i]! }));
    const move = fold(machine, samples).outputs.at(-1);
    if (move === null || move === undefined) continue;
    if (!(await tradesEnough(market, listing, slot))) continue;
    const head = {
      ts: slot,
      recvTs: seenAt,
      venue: VENUE,
      symbol: listing.symbol,
      dataSource: minutes.provenance.kind,
    };
    events.push({ ...head, type: 'price_move', ...move });
  }
  return { events, watched };
}
