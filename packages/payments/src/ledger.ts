/** Test ledger: the same payments and checks on a fictional network, with balances that anyone may fill. */

import { err, ok } from '@barograph/core';
import { paymentsDisabled, type Origin, type Problem, type TestLedger } from '@barograph/contract';
import type { Clock } from '@barograph/sources';
import type { TestLedgerStore } from '@barograph/store';
import type { Hex } from './payment.ts';
import type { Settler } from './settler.ts';
import type { Rail } from './terms.ts';

const address = (text: string): Hex => `0x${Buffer.from(text).toString('hex').padStart(40, '0')}`;

/** Rail of the test ledger. Its chain id is unregistered. */
export const TEST_RAIL: Rail = Object.freeze({
  network: 'eip155:402402402402',
  v1Network: 'barograph-test',
  chainId: 402_402_402_402,
  asset: address('barograph test USDC'),
  domain: Object.freeze({ name: 'Barograph test USDC', version: '1' }),
  payTo: address('barograph test pay'),
  isTest: true,
});

/** Creates a settler that moves balances of the test ledger. */
export function createLedgerSettler(ledger: TestLedgerStore, wall: Clock): Settler {
  return {
    verify: async ({ terms, authorization: { from, nonce } }) => {
      if ((await ledger.transferOf(from, nonce)) !== undefined) {
        return { code: 'payment_replayed', reason: 'nonce_used' };
      }
      const isFunded = (await ledger.balance(from)) >= terms.amount;
      return isFunded ? undefined : { code: 'payment_unfunded', reason: 'insufficient_funds' };
    },
    settle: async ({ terms, authorization: { from, nonce, validBefore } }) => {
      if (wall.now() >= Number(validBefore) * 1000) return { kind: 'failed', reason: 'expired' };
      const moved = await ledger.transfer({ payer: from, payTo: terms.payTo, nonce, units: terms.amount });
      if ('id' in moved) return { kind: 'settled', transaction: moved.id };
      // A used nonce may be this payment, settled earlier.
      return moved.refused === 'nonce_used' ? { kind: 'unknown' } : { kind: 'failed', reason: moved.refused };
    },
    standing: async ({ payer, nonce }) => {
      const transaction = await ledger.transferOf(payer, nonce);
      return transaction === undefined ? { kind: 'unused', time: wall.now() } : { kind: 'moved', transaction };
    },
  };
}

/** Creates the service behind the ledger's port. @param isOpen whether the host uses the ledger. @param brake counts fillings. */
export function createTestLedgerService(
  ledger: TestLedgerStore,
  isOpen: boolean,
  brake: (origin: Origin) => Promise<Problem | undefined>,
): TestLedger {
  return {
    fill: async (given, units, origin) => {
      if (!isOpen) return err(paymentsDisabled());
      const slow = await brake(origin);
      if (slow !== undefined) return err(slow);
      const filled = given.toLowerCase();
      return ok({ address: filled, units: await ledger.fill(filled, units) });
    },
  };
}
