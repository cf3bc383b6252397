/**
 * Frames of the stream of forced closes. The venue sends at most one order for each symbol and second, the largest: what comes
 * is a lower bound. An order that sells closes a long.
 *
 * @source the venue's public API reference (USD-M futures, `!forceOrder@arr`, stream paths of 2026-04), and recorded orders.
 */

import type { Liquidation } from '../market/liquidations.ts';
import type { Subscription } from '../upstream/stream.ts';
import { perpCoin } from './symbols.ts';

/** Path of the streams of the market: on the old ones subscriptions are accepted, and nothing follows. */
export const MARKET_STREAM_PATH = '/market/stream';

/**
 * Forced closes of all futures, and the mark price of one that always trades: it ticks every three seconds, and proves that a
 * path without forced closes is served.
 */
const STREAMS = ['!forceOrder@arr', 'btcusdt@markPrice'] as const;

/** The one subscription. */
export const FORCED_SUBSCRIPTION: Subscription = {
  key: 'market',
  subscribe: JSON.stringify({ method: 'SUBSCRIBE', params: STREAMS, id: 1 }),
  unsubscribe: JSON.stringify({ method: 'UNSUBSCRIBE', params: STREAMS, id: 2 }),
};

/** Reason for which an order was left out. `quote`: of a future in no dollar; `unfilled`: nothing was closed yet. */
export type BadForced = 'symbol' | 'quote' | 'side' | 'price' | 'size' | 'unfilled' | 'time';
/** Reasons that say all: what was left out is no forced close that is missing. */
const HARMLESS: ReadonlySet<BadForced> = new Set(['quote', 'unfilled']);

/** A frame. `tick`: data of another stream. */
export interface ForcedFrame {
  readonly kind: 'forced' | 'tick' | 'control';
  /** Set when a forced close may have been lost: one of them could not be read. */
  readonly isLossy: boolean;
  readonly closes: readonly Liquidation[];
  readonly bad: readonly BadForced[];
}

const NOTHING: ForcedFrame = { kind: 'control', isLossy: false, closes: [], bad: [] };
const DECIMAL = /^\d+(?:\.\d+)?$/;
/** No order is older than the venue. */
const FIRST_MS = Date.UTC(2017, 0);

type Values = Readonly<Record<string, unknown>>;
function valuesOf(value: unknown): Values {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is checked where it is used
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}
function positive(value: unknown): number {
  const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : NaN;
  return number > 0 && number < Infinity ? number : NaN;
}

/** Reads an order: what was filled, at its mean price. */
export function readForced(event: unknown): Liquidation | BadForced {
  const { s: symbol, S: side, ap, z, T: time } = valuesOf(valuesOf(event)['o']);
  if (typeof symbol !== 'string' || symbol === '') return 'symbol';
  const perp = perpCoin(symbol);
  if (perp === undefined) return 'quote';
  if (side !== 'SELL' && side !== 'BUY') return 'side';
  const price = positive(ap);
  if (Number.isNaN(price)) return 'price';
  const size = positive(z);
  if (Number.isNaN(size)) return typeof z === 'string' && /^0+(?:\.0+)?$/.test(z) ? 'unfilled' : 'size';
  if (typeof time !== 'number' || !Number.isSafeInteger(time) || time < FIRST_MS) return 'time';
  // The venue gives no number: of one future there is one order in a second.
  const id = `${symbol}-${side}-${time}`;
  const { coin, factor } = perp;
  const closed = side === 'SELL' ? 'long' : 'short';
  return { symbol: coin, id, time, side: closed, price: price / factor, size: size * factor };
}

/** Reads a frame, with or without the name of its stream around it. */
export function readForcedFrame(frame: unknown): ForcedFrame {
  const { stream, data = frame } = valuesOf(frame);
  const events: readonly unknown[] = Array.isArray(data) ? data : [data];
  const kind = valuesOf(events[0])['e'];
  const isForced = kind === 'forceOrder' || (typeof stream === 'string' && stream.includes('forceOrder'));
  if (!isForced) return typeof kind === 'string' ? { ...NOTHING, kind: 'tick' } : NOTHING;
  const read = events.map(readForced);
  const closes = read.filter((one) => typeof one !== 'string');
  const bad = read.filter((one) => typeof one === 'string');
  return { kind: 'forced', isLossy: bad.some((reason) => !HARMLESS.has(reason)), closes, bad };
}
