/** Ports of sales: keys, and the ledger of test payments. */

import type { Result } from '@barograph/core';
import { port, type Sale } from '../context.ts';
import { problem, type Problem } from '../problem.ts';
import type { Origin } from '../accounts/port.ts';
import type { Grant } from '../tiers.ts';
import type { PlanName } from './prices.ts';

/** Key that becomes valid once its payment settles. */
export interface DraftedKey extends Grant {
  /** The key itself. */
  readonly text: string;
  readonly prefix: string;
  /** Epoch ms. */
  readonly now: number;
  /** Paid on the test ledger, without money. */
  readonly isTest: boolean;
}

/** Sale of keys. */
export interface KeySales {
  /** Drafts a key that becomes valid when the sale settles. */
  draft(plan: PlanName, sale: Sale): DraftedKey;
}

/** Port of key sales. */
export const KEY_SALES = port<KeySales>('keySales');

/** Test balance of an address. */
export interface TestBalance {
  readonly address: string;
  /** Units of USDC. */
  readonly units: bigint;
}

/** Test balances, which are not money. */
export interface TestLedger {
  /** Adds to a balance, rate-limited per network. Returns a problem when payments are real or disabled. */
  fill(address: string, units: bigint, origin: Origin): Promise<Result<TestBalance, Problem>>;
}

/** Port of the test ledger. */
export const TEST_LEDGER = port<TestLedger>('testLedger');

/**
 * Answer of a service without payments.
 *
 * @example
 * paymentsDisabled().status; // → 503
 */
export function paymentsDisabled(): Problem {
  return problem(
    'payments_disabled',
    'This service takes no payments as it is configured; a key is made with one call.',
  );
}
