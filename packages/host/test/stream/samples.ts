/** Sample events for the tests of the stream. */

import { encodeEvent, type EncodedEvent, type EventQuery, type MarketEvent } from '@barograph/contract';

/** 2025-09-01T10:00Z. */
export const T0 = 1_756_720_800_000;

/** The query that lets every event pass. */
export const EVERYTHING: EventQuery = { types: undefined, symbols: undefined, minUsd: 0 };

const COINS = ['BTC', 'ETH', 'SOL'];

/** Event number `i`, ready for the log: two types and three coins in turn, one a second. */
export function sample(i: number, ts: number = T0 + i * 1000): EncodedEvent {
  const symbol = COINS[i % COINS.length]!;
  const head = { ts, recvTs: ts + 5, venue: 'perpdex', symbol, dataSource: 'simulated' } as const;
  const event: MarketEvent =
    i % 2 === 0
      ? { ...head, type: 'price_move', pct: 0.2, price: 100.2 + i, prevPrice: 100 + i, windowMs: 60_000 }
      : { ...head, type: 'liquidation', side: 'long', usd: 250 * i };
  return encodeEvent(event);
}

/** Events number `from` … `to − 1`. */
export function samples(from: number, to: number): readonly EncodedEvent[] {
  return Array.from({ length: to - from }, (_, i) => sample(from + i));
}
