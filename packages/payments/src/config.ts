/** Numbers of payments. */

import { PAYMENT_ANSWERS_MS } from '@barograph/store';

/** Pace and limits of payments, ms but where another unit is named. */
export interface PaymentsConfig {
  readonly version: `payments/${string}`;
  /** Seconds that a payer is asked to keep a payment valid for. */
  readonly validSeconds: number;
  /** A payment that is valid for longer is refused: as long as it can still be settled, its outcome may stay unknown. */
  readonly longestValidMs: number;
  /** A payment that ends sooner is refused: it could not be settled in time. */
  readonly shortestValidMs: number;
  /** A replica holds a payment for this long while it makes the answer. */
  readonly claimMs: number;
  /** Longest wait for a settlement; then its outcome is unknown to the caller, and read from the network. */
  readonly settleMs: number;
  /** Beyond that wait, until others may read the outcome. */
  readonly graceMs: number;
  /** Longest wait for another request with the same payment. */
  readonly waitMs: number;
  /** Pause between looks at a payment that another request works on. */
  readonly pollMs: number;
  /** Outcomes that are unknown are read this often. */
  readonly lookMs: number;
  /** Seconds after which an unknown outcome is worth asking for. */
  readonly retrySeconds: number;
  /** A purchase is given again for this long. */
  readonly answersMs: number;
  /** Payments, and prices that the store must be asked for, of a client network in a minute. */
  readonly perNetwork: number;
  /** Longest wait for the check of a payment; then nothing was charged. */
  readonly verifyMs: number;
  /** Bytes of a payment header; more is no payment. */
  readonly headerBytes: number;
}

/** A changed number is a new constant. */
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
