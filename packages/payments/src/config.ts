/** Settings of payments. */

import { PAYMENT_ANSWERS_MS } from '@barograph/store';

/** Intervals and limits of payments; ms unless stated otherwise. */
export interface PaymentsConfig {
  readonly version: `payments/${string}`;
  /** Requested validity of a payment, seconds. */
  readonly validSeconds: number;
  /** Maximum validity of a payment: its outcome may stay unknown as long as it can be settled. */
  readonly longestValidMs: number;
  /** Minimum remaining validity: a shorter payment could not be settled in time. */
  readonly shortestValidMs: number;
  /** Lease of a replica on a payment while it computes the answer. */
  readonly claimMs: number;
  /** Maximum wait for a settlement; then the outcome is unknown to the caller, and the network is queried. */
  readonly settleMs: number;
  /** Time after that wait until other replicas may resolve the outcome. */
  readonly graceMs: number;
  /** Maximum wait for another request with the same payment. */
  readonly waitMs: number;
  /** Poll interval of a payment that another request processes. */
  readonly pollMs: number;
  /** Interval of resolving unknown outcomes. */
  readonly lookMs: number;
  /** Retry-After of an unknown outcome, seconds. */
  readonly retrySeconds: number;
  /** Time during which a purchase can be fetched again. */
  readonly answersMs: number;
  /** Payments, and prices that need the store, per client network and minute. */
  readonly perNetwork: number;
  /** Maximum wait for the check of a payment; nothing is charged after it. */
  readonly verifyMs: number;
  /** Maximum size of a payment header, bytes. */
  readonly headerBytes: number;
}

/** Add a constant instead of changing a number. */
export const PAYMENTS_V1: PaymentsConfig = Object.freeze({
  version: 'payments/1',
  validSeconds: 120,
  longestValidMs: 3_600_000,
  shortestValidMs: 6000,
  claimMs: 120_000,
  settleMs: 6000,
  graceMs: 10_000,
  waitMs: 6000,
  pollMs: 100,
  lookMs: 3000,
  retrySeconds: 3,
  answersMs: PAYMENT_ANSWERS_MS,
  perNetwork: 300,
  verifyMs: 3000,
  headerBytes: 8192,
});
