/**
 * Frames of the stream of forced closes. The venue sends at most one order for each symbol and second, the largest:
 * totals are lower bounds. A sell order closes a long.
 *
 * @source the venue's public API reference (USD-M futures, `!forceOrder@arr`, stream paths of 2026-04), and recorded orders.
 */

import type { Liquidation } from '../market/liquidations.ts';
import type { Subscription } from '../upstream/stream.ts';
import { perpCoin } from './symbols.ts';

/** Path of the market streams. The old paths accept subscriptions but send no data. */
export const MARKET_STREAM_PATH = '/market/stream';

/**
 * Forced closes of all futures, and the mark price of a liquid one: it ticks every three seconds, which proves that a
 * quiet path is served.
 */
const STREAMS = ['!forceOrder@arr', 'btcusdt@markPrice'] as const;

/** Subscription to both streams. */
export const FORCED_SUBSCRIPTION: Subscription = {
  key: 'market',
  subscribe: JSON.stringify({ method: 'SUBSCRIBE', params: STREAMS, id: 1 }),
  unsubscribe: JSON.stringify({ method: 'UNSUBSCRIBE', params: STREAMS, id: 2 }),
};

/** Reason an order was dropped. `quote`: not quoted in dollars; `unfilled`: nothing was closed yet. */
export type BadForced = 'symbol' | 'quote' | 'side' | 'price' | 'size' | 'unfilled' | 'time';
/** Reasons that do not mean a missing forced close. */
const HARMLESS: ReadonlySet<BadForced> = new Set(['quote', 'unfilled']);

/** A frame. `tick`: data of another stream. */
export interface ForcedFrame {
  readonly kind: 'forced' | 'tick' | 'control';
  /** Whether a forced close may have been lost because it could not be read. */
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

/** Reads an order: its filled size at the average price. Returns the reason when it cannot. */
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
  // The venue gives no id, but sends one order per future and second.
  const id = `${symbol}-${side}-${time}`;
  const { coin, factor } = perp;
  const closed = side === 'SELL' ? 'long' : 'short';
  return { symbol: coin, id, time, side: closed, price: price / factor, size: size * factor };
}

/** Reads a frame, with or without the wrapper that names its stream. */
export function readForcedFrame(frame: unknown): ForcedFrame {
  const { stream, data = frame } = valuesOf(frame);
  const events: readonly unknown[] = Array.isArray(data) ? data : [data];
  const kind = valuesOf(events[0])['e'];
  const isForced = kind === 'forceOrder' || (typeof stream === 'string' && stream.includes('forceOrder'));
  if (!isForced) return typeof kind === 'string' ? { ...NOTHING, kind: 'tick' } : NOTHING;
  const read = events.map(readForced);
  const closes = read.filter((close) => typeof close !== 'string');
  const bad = read.filter((close) => typeof close === 'string');
  return { kind: 'forced', isLossy: bad.some((reason) => !HARMLESS.has(reason)), closes, bad };
}
