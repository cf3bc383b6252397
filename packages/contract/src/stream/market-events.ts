/** Events of the stream as producers report them. */

import type { TraderClass } from '@barograph/positioning';
import type { EventHead } from '../event.ts';

/** Forced close of a position. */
export interface LiquidationEvent extends EventHead {
  readonly type: 'liquidation';
  /** Side of the position, not of the closing order. */
  readonly side: 'long' | 'short';
  readonly usd: number;
  /** Price, and size in base units; only from the perp venue. */
  readonly fill?: { readonly price: number; readonly size: number };
  /** Derived from fills of watched accounts, so that other closes are missing; the venue itself reports none. */
  readonly isDerived?: true;
}

/** A large transfer to or from an exchange. */
export interface WhaleTransferEvent extends EventHead {
  readonly type: 'whale_transfer';
  readonly exchange: string;
  readonly chain: string;
  /** `inflow` is a deposit to the exchange. */
  readonly direction: 'inflow' | 'outflow';
  /** Token units. */
  readonly amount: number;
  readonly usd: number;
}

/** Change of a top trader's position. */
export interface WhalePositionEvent extends EventHead {
  readonly type: 'whale_position';
  readonly action: 'entry' | 'exit' | 'increase' | 'decrease';
  readonly side: 'long' | 'short';
  /** Base units after the change. */
  readonly size: number;
  /** Notional of the change at the entry price. */
  readonly usd: number;
  readonly address: string;
  /** Percent of the size before; null for an entry. */
  readonly changePct: number | null;
  /** Class of the trader; null with too few positions, absent when unknown. */
  readonly traderClass?: TraderClass | null;
}

/** Change of a funding rate, or the first rate of a new hour. */
export interface FundingEvent extends EventHead {
  readonly type: 'funding';
  /** Fraction per hour. */
  readonly rate1h: number;
  readonly prevRate1h: number;
  readonly settle: boolean;
}

/** Change of open interest. */
export interface OiDeltaEvent extends EventHead {
  readonly type: 'oi_delta';
  /** Signed. */
  readonly usd: number;
  /** Signed, percent. */
  readonly pct: number;
  readonly windowMs: number;
  readonly oiUsd: number;
}

/** Move of a mark price. */
export interface PriceMoveEvent extends EventHead {
  readonly type: 'price_move';
  /** Signed, percent. */
  readonly pct: number;
  readonly price: number;
  readonly prevPrice: number;
  readonly windowMs: number;
}

/** Any market event of the stream. */
export type MarketEvent =
  | LiquidationEvent
  | WhaleTransferEvent
  | WhalePositionEvent
  | FundingEvent
  | OiDeltaEvent
  | PriceMoveEvent;
