/** The events of the stream as producers have them: what happened, on which venue, to which coin. */

import type { TraderClass } from '@barograph/positioning';
import type { EventHead } from '../event.ts';

/** A position that was closed by force. */
export interface LiquidationEvent extends EventHead {
  readonly type: 'liquidation';
  /** Of the position, not of the order that closed it. */
  readonly side: 'long' | 'short';
  readonly usd: number;
  /** Price, and size in base units: of the perp venue only. */
  readonly fill?: { readonly price: number; readonly size: number };
  /** The venue did not say so itself: it was derived from the fills of accounts that are watched, so others are missing. */
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

/** A top trader's position that changed. */
export interface WhalePositionEvent extends EventHead {
  readonly type: 'whale_position';
  readonly action: 'entry' | 'exit' | 'increase' | 'decrease';
  readonly side: 'long' | 'short';
  /** Base units after the change. */
  readonly size: number;
  /** Notional of the change at the entry price. */
  readonly usd: number;
  readonly address: string;
  /** Percent of the size before; null on an entry. */
  readonly changePct: number | null;
  /** Class of the trader; null: too few positions to have one. Not known when left out. */
  readonly traderClass?: TraderClass | null;
}

/** A funding rate that moved, or the first one of a new hour. */
export interface FundingEvent extends EventHead {
  readonly type: 'funding';
  /** Fraction per hour. */
  readonly rate1h: number;
  readonly prevRate1h: number;
  readonly settle: boolean;
}

/** Open interest that moved. */
export interface OiDeltaEvent extends EventHead {
  readonly type: 'oi_delta';
  /** Signed. */
  readonly usd: number;
  /** Signed, percent. */
  readonly pct: number;
  readonly windowMs: number;
  readonly oiUsd: number;
}

/** A mark price that moved. */
export interface PriceMoveEvent extends EventHead {
  readonly type: 'price_move';
  /** Signed, percent. */
  readonly pct: number;
  readonly price: number;
  readonly prevPrice: number;
  readonly windowMs: number;
}

/** Anything that the stream carries. */
export type MarketEvent =
  | LiquidationEvent
  | WhaleTransferEvent
  | WhalePositionEvent
  | FundingEvent
  | OiDeltaEvent
  | PriceMoveEvent;
