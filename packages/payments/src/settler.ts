/** The mover of money: a chain with a key of one's own, a facilitator, or the test ledger. */

import type { Authorization, Hex } from './payment.ts';
import type { Terms } from './terms.ts';

/** A payment that fits its terms. */
export interface Due {
  readonly terms: Terms;
  readonly authorization: Authorization;
  readonly signature: Hex;
}

/** The reason why a payment is not taken. */
export interface Refusal {
  readonly code: 'payment_unfunded' | 'payment_bad_signature' | 'payment_replayed' | 'payment_refused';
  /** A word for it; never of the payment itself. */
  readonly reason: string;
}

/** Outcome of a settlement. */
export type Settlement =
  | { readonly kind: 'settled'; readonly transaction: string }
  /** Nothing was moved, and nothing will be. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** It may have been. */
  | { readonly kind: 'unknown' };

/** State of an authorization on the network. */
export type Standing =
  | { readonly kind: 'moved'; readonly transaction: string }
  /** Used for something else, or given up by the payer: it can move nothing any more. */
  | { readonly kind: 'spent' }
  /** @param time of the network, epoch ms: an authorization that ended by then can move nothing. */
  | { readonly kind: 'unused'; readonly time: number };

/** An authorization whose outcome is looked for. */
export interface Sought {
  readonly payer: Hex;
  readonly nonce: Hex;
  readonly payTo: Hex;
  readonly amount: bigint;
  /** Epoch ms at which it can have been settled first. */
  readonly since: number;
}

/** Moves money. */
export interface Settler {
  /** Whether the payment could be settled now. Rejects when that cannot be known. */
  verify(due: Due): Promise<Refusal | undefined>;
  /** Settles it. A rejection is an unknown outcome. */
  settle(due: Due): Promise<Settlement>;
  /** Rejects when the network does not answer. */
  standing(sought: Sought): Promise<Standing>;
}
