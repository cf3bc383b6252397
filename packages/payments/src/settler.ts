/** Interface of settlement by a chain with the operator's key, a facilitator, or the test ledger. */

import type { Authorization, Hex } from './payment.ts';
import type { Terms } from './terms.ts';

/** Payment that matches its terms. */
export interface Due {
  readonly terms: Terms;
  readonly authorization: Authorization;
  readonly signature: Hex;
}

/** Reason for refusing a payment. */
export interface Refusal {
  readonly code: 'payment_unfunded' | 'payment_bad_signature' | 'payment_replayed' | 'payment_refused';
  /** Code word without payment data. */
  readonly reason: string;
}

/** Outcome of a settlement. */
export type Settlement =
  | { readonly kind: 'settled'; readonly transaction: string }
  /** No money was or will be moved. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Money may have been moved. */
  | { readonly kind: 'unknown' };

/** State of an authorization on the network. */
export type Standing =
  | { readonly kind: 'moved'; readonly transaction: string }
  /** Used otherwise or cancelled by the payer: it can no longer move money. */
  | { readonly kind: 'spent' }
  /** Not used. `time` is the network's, epoch ms: an authorization that ended by then can no longer move money. */
  | { readonly kind: 'unused'; readonly time: number };

/** Authorization with an unknown outcome. */
export interface Sought {
  readonly payer: Hex;
  readonly nonce: Hex;
  readonly payTo: Hex;
  readonly amount: bigint;
  /** Earliest possible settlement, epoch ms. */
  readonly since: number;
}

/** Settles payments. */
export interface Settler {
  /** Returns why the payment cannot be settled; undefined when it can. Rejects when unknown. */
  verify(due: Due): Promise<Refusal | undefined>;
  /** Settles the payment. A rejection is an unknown outcome. */
  settle(due: Due): Promise<Settlement>;
  /** Reads the state of an authorization. Rejects when the network does not answer. */
  standing(sought: Sought): Promise<Standing>;
}
