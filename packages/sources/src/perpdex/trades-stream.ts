/** Frames of the channel `trades`. */

import type { Subscription } from '../upstream/stream.ts';
import { subscription } from './stream.ts';
import { readTrade, type BadTradeField, type TradeRow } from './trade-rows.ts';

/** Subscription to the trades of a perp. */
export function tradeSubscription(coin: string): Subscription {
  return subscription(`trades/${coin}`, { type: 'trades', coin });
}

/** A frame of the stream of trades. */
export interface TradeFrame {
  /** `unreadable`: of trades, and not one of them could be read; `control`: anything else. */
  readonly kind: 'trades' | 'unreadable' | 'control';
  /** Perp whose subscription is served: confirmed by this frame, or the one that it has trades of. */
  readonly coin: string | undefined;
  readonly trades: readonly TradeRow[];
  /** The two accounts of each of them as the venue writes them, unchecked. */
  readonly users: readonly unknown[];
  /** Fields for which the other rows were left out. */
  readonly bad: readonly BadTradeField[];
}

const CONTROL: TradeFrame = { kind: 'control', coin: undefined, trades: [], users: [], bad: [] };
const UNREADABLE: TradeFrame = { ...CONTROL, kind: 'unreadable' };

type Values = Readonly<Record<string, unknown>>;

function valuesOf(value: unknown): Values {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is checked where it is used
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

/** @returns the perp of a confirmed subscription to trades. */
function confirmedCoin(data: unknown): string | undefined {
  const { method, subscription: of } = valuesOf(data);
  const { type, coin } = valuesOf(of);
  return method === 'subscribe' && type === 'trades' && typeof coin === 'string' ? coin : undefined;
}

/** Reads a frame. */
export function readTradeFrame(frame: unknown): TradeFrame {
  const { channel, data } = valuesOf(frame);
  if (channel === 'subscriptionResponse') return { ...CONTROL, coin: confirmedCoin(data) };
  if (channel !== 'trades') return CONTROL;
  if (!Array.isArray(data)) return UNREADABLE;
  const trades: TradeRow[] = [];
  const users: unknown[] = [];
  const bad: BadTradeField[] = [];
  for (const row of data) {
    const trade = readTrade(row);
    if (typeof trade === 'string') {
      bad.push(trade);
      continue;
    }
    trades.push(trade);
    users.push(valuesOf(row)['users']);
  }
  // A form that changed must not pass for a market without trades.
  if (trades.length === 0 && bad.length > 0) return { ...UNREADABLE, bad };
  return { kind: 'trades', coin: trades[0]?.coin, trades, users, bad };
}
