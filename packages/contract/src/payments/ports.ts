/** Ports of what is sold: keys, and the ledger of payments that are no money. */

import type { Result } from '@barograph/core';
import { port, type Sale } from '../context.ts';
import { problem, type Problem } from '../problem.ts';
import type { Origin } from '../accounts/port.ts';
import type { Grant } from '../tiers.ts';
import type { PlanName } from './prices.ts';

/** A key that will hold once its payment is settled. */
export interface DraftedKey extends Grant {
  /** The key itself. */
  readonly text: string;
  readonly prefix: string;
  /** Epoch ms. */
  readonly now: number;
  /** Paid with the test ledger: no money moved. */
  readonly isTest: boolean;
}

/** Keys for money. */
export interface KeySales {
  /** A key that begins to hold with the settlement of the sale. */
  draft(plan: PlanName, sale: Sale): DraftedKey;
}

/** Port of the sale of keys. */
export const KEY_SALES = port<KeySales>('keySales');

/** Balance of an address. */
export interface TestBalance {
  readonly address: string;
  /** Units of USDC. */
  readonly units: bigint;
}

/** Balances that are no money. */
export interface TestLedger {
  /** Adds to a balance; how often a network may is limited; a problem where payments are real, or taken by nobody. */
  fill(address: string, units: bigint, origin: Origin): Promise<Result<TestBalance, Problem>>;
}

/** Port of the ledger of test payments. */
export const TEST_LEDGER = port<TestLedger>('testLedger');

/**
 * The answer where no payment is taken.
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
