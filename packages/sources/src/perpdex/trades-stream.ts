/** Frames of the channel `trades`. */

import type { Subscription } from '../upstream/stream.ts';
import { subscription } from './stream.ts';
import { readTrade, type BadTradeField, type TradeRow } from './trade-rows.ts';

/** Subscription to the trades of a perp. */
export function tradeSubscription(coin: string): Subscription {
  return subscription(`trades/${coin}`, { type: 'trades', coin });
}

/** Parsed frame of the trade stream. */
export interface TradeFrame {
  /** `unreadable`: a trade frame without a valid row; `control`: any other frame. */
  readonly kind: 'trades' | 'unreadable' | 'control';
  /** Perp with a working subscription: confirmed by this frame, or with trades in it. */
  readonly coin: string | undefined;
  readonly trades: readonly TradeRow[];
  /** Both accounts of each trade as the venue writes them, unchecked. */
  readonly users: readonly unknown[];
  /** Invalid fields of dropped rows. */
  readonly bad: readonly BadTradeField[];
}

const CONTROL: TradeFrame = { kind: 'control', coin: undefined, trades: [], users: [], bad: [] };
const UNREADABLE: TradeFrame = { ...CONTROL, kind: 'unreadable' };

type Values = Readonly<Record<string, unknown>>;

function valuesOf(value: unknown): Values {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is checked where it is used
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

/** @returns the perp of a confirmed trade subscription. */
function confirmedCoin(data: unknown): string | undefined {
  const { method, subscription } = valuesOf(data);
  const { type, coin } = valuesOf(subscription);
  return method === 'subscribe' && type === 'trades' && typeof coin === 'string' ? coin : undefined;
}

/** Parses a frame. */
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
  // A changed format must not look like a market without trades.
  if (trades.length === 0 && bad.length > 0) return { ...UNREADABLE, bad };
  return { kind: 'trades', coin: trades[0]?.coin, trades, users, bad };
}
