/** Price moves in a closed minute, for perps with sufficient volume. */

import type { PriceMoveEvent } from '@barograph/contract';
import { DAY_MS, fold, MINUTE_MS, quoteVolume } from '@barograph/core';
import { priceMove, PRICE_MOVE_V1 } from '@barograph/indicators';
import { setImmediate } from 'node:timers/promises';
import type { Listing } from '@barograph/sources';
import type { MarketReader } from '../market-reader.ts';

/** Selection of the watched perps. */
export interface MinuteEventsConfig {
  readonly version: `minute-events/${string}`;
  /** Minimum notional of the previous 24 hours, quote units. */
  readonly minQuoteVolume24h: number;
}

/** A changed number is a new constant. */
export const MINUTE_EVENTS_V1: MinuteEventsConfig = Object.freeze({
  version: 'minute-events/1',
  minQuoteVolume24h: 1_000_000,
});

/** Events of a minute. */
export interface MinuteEvents {
  /** In the order of the listings. */
  readonly events: readonly PriceMoveEvent[];
  /** Number of perps with one-minute bars; when 0, the source can never report a move. */
  readonly watched: number;
}

/** The venue's name in events. */
export const VENUE = 'perpdex';

/** Whether a perp had sufficient volume in the previous 24 hours. */
export async function tradesEnough(market: MarketReader, listing: Listing, slot: number): Promise<boolean> {
  // Uses the venue's own volume when available, because requests for bars count against its budget.
  const hours =
    listing.dayNotional === undefined ? await market.closedBars(listing, '1h', slot - DAY_MS, slot) : undefined;
  const traded = hours === undefined ? (listing.dayNotional ?? null) : quoteVolume(hours);
  return (traded ?? 0) >= MINUTE_EVENTS_V1.minQuoteVolume24h;
}

/**
 * Events of the minute that closed at `slot`. The mark is the close of a minute and the reference of the detector is the
 * previous close. Two minutes suffice, so any replica can do any minute, and a missing minute gives no events.
 *
 * @param slot full minute, epoch ms; later closes are ignored.
 * @param seenAt time of the run, epoch ms.
 * @throws {SourceError} when the source did not return its bars.
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
