/**
 * Frames of the channel `liquidation-orders`: about one order per contract and second. Sizes are contracts; the price is the bankruptcy
 * price. When the position has no side (`net`), a sell order closes a long.
 *
 * @source the venue's public API reference, v5 (`liquidation-orders`), and recorded frames of its futures.
 */

import {
  CONTROL,
  createRowIds,
  frameOf,
  momentOf,
  positive,
  tradesOf,
  valuesOf,
  type BadForced,
  type ForcedFrame,
} from '../forced/frame.ts';
import type { Liquidation } from '../market/liquidations.ts';
import type { Subscription } from '../upstream/stream.ts';
import type { Contract } from './payloads.ts';

/** Text of a ping. */
export const PING = 'ping';
export const PONG = 'pong';

const CHANNEL = 'liquidation-orders';
const message = (op: string): string => JSON.stringify({ op, args: [{ channel: CHANNEL, instType: 'SWAP' }] });

/** Subscription to all swaps. */
export const FORCED_SUBSCRIPTION: Subscription = {
  key: CHANNEL,
  subscribe: message('subscribe'),
  unsubscribe: message('unsubscribe'),
};

const TRADES = 'trades';

/** Subscription to the trades of a swap. */
export function tradesSubscription(instId: string): Subscription {
  const text = (op: string): string => JSON.stringify({ op, args: [{ channel: TRADES, instId }] });
  return { key: TRADES, subscribe: text('subscribe'), unsubscribe: text('unsubscribe') };
}

/** Side of the position from `posSide` and the side of the order; undefined when they contradict each other. */
function sideOf(posSide: unknown, side: unknown): 'long' | 'short' | undefined {
  const closed = side === 'sell' ? 'long' : side === 'buy' ? 'short' : undefined;
  if (posSide === 'net') return closed;
  return posSide === closed ? closed : undefined;
}

/** Creates a reader of stream frames. @param contractOf contract of an instrument; undefined when its size is unknown. */
export function createFrameReader(contractOf: (id: string) => Contract | undefined): (frame: unknown) => ForcedFrame {
  const readRow = (id: unknown, detail: unknown, idOf: (text: string) => string): Liquidation | BadForced => {
    const { posSide, side: order, sz, bkPx, ts } = valuesOf(detail);
    const contract = typeof id === 'string' ? contractOf(id) : undefined;
    if (contract === undefined) return 'instrument';
    const side = sideOf(posSide, order);
    if (side === undefined) return 'side';
    const { coin, factor, value, isInverse } = contract;
    const own = positive(bkPx);
    if (Number.isNaN(own)) return 'price';
    const worth = positive(sz) * value;
    const size = (isInverse ? worth / own : worth) * factor;
    if (!(size > 0 && size < Infinity)) return 'size';
    const time = momentOf(ts);
    if (Number.isNaN(time)) return 'time';
    const name = idOf(`${String(id)}-${time}-${side}-${String(sz)}-${String(bkPx)}`);
    return { symbol: coin, id: name, time, side, price: own / factor, size };
  };
  return (frame) => {
    const { event, arg, data } = valuesOf(frame);
    const { channel } = valuesOf(arg);
    if (event === 'subscribe' && (channel === CHANNEL || channel === TRADES)) {
      return { ...CONTROL, kind: 'served', key: channel };
    }
    if (event === 'error') return { ...CONTROL, kind: 'refused' };
    if (channel === TRADES && Array.isArray(data)) return tradesOf(data.map((trade) => valuesOf(trade)['ts']));
    if (channel !== CHANNEL || event !== undefined) return CONTROL;
    if (!Array.isArray(data)) return { ...CONTROL, kind: 'unreadable' };
    const idOf = createRowIds();
    const read = data.flatMap((row): readonly (Liquidation | BadForced)[] => {
      const { instId, details } = valuesOf(row);
      if (!Array.isArray(details)) return ['instrument'];
      return details.map((detail) => readRow(instId, detail, idOf));
    });
    return frameOf(read);
  };
}
