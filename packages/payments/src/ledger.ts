/** The test ledger: the same payments and checks, on a network that exists nowhere, with balances that anyone may fill. */

import { err, ok } from '@barograph/core';
import { paymentsDisabled, type Origin, type Problem, type TestLedger } from '@barograph/contract';
import type { Clock } from '@barograph/sources';
import type { TestLedgerStore } from '@barograph/store';
import type { Hex } from './payment.ts';
import type { Settler } from './settler.ts';
import type { Rail } from './terms.ts';

const address = (text: string): Hex => `0x${Buffer.from(text).toString('hex').padStart(40, '0')}`;

/** Its rail. The chain id is registered to nobody. */
export const TEST_RAIL: Rail = Object.freeze({
  network: 'eip155:402402402402',
  v1Network: 'barograph-test',
  chainId: 402_402_402_402,
  asset: address('barograph test USDC'),
  domain: Object.freeze({ name: 'Barograph test USDC', version: '1' }),
  payTo: address('barograph test pay'),
  isTest: true,
});

/** Moves balances of the test ledger. */
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
      // A nonce that was used is perhaps this very payment, settled before.
      return moved.refused === 'nonce_used' ? { kind: 'unknown' } : { kind: 'failed', reason: moved.refused };
    },
    standing: async ({ payer, nonce }) => {
      const transaction = await ledger.transferOf(payer, nonce);
      return transaction === undefined ? { kind: 'unused', time: wall.now() } : { kind: 'moved', transaction };
    },
  };
}

/** Service behind the port of the ledger. @param isOpen whether payments are those of the ledger. @param brake counts a filling. */
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
