/** Payments of a host by configuration: real, test ledger, or off. */

import { PAY_NETWORKS, type KeySales, type Origin, type PayNetworkName, type TestLedger } from '@barograph/contract';
import type { Logger } from 'pino';
import type { Clock } from '@barograph/sources';
import { LOCKS, underLock, type Store } from '@barograph/store';
import { brakeSales } from './brake-sales.ts';
import { createChainSettler, createStanding } from './chain.ts';
import { PAYMENTS_V1, type PaymentsConfig } from './config.ts';
import { createFacilitatorSettler } from './facilitator.ts';
import { createKeySales } from './keys.ts';
import { createLedgerSettler, createTestLedgerService, TEST_RAIL } from './ledger.ts';
import type { Hex } from './payment.ts';
import { railOf } from './rails.ts';
import { createResolver, type Resolver } from './resolver.ts';
import { createSeller, type Seller } from './seller.ts';
import type { Settler } from './settler.ts';
import type { Rail } from './terms.ts';

/** Settings and parts of payments. */
export type PaymentMode =
  /** Test ledger, without real money. */
  | { readonly kind: 'test' }
  | {
      readonly kind: 'real';
      readonly payTo: string;
      readonly network: PayNetworkName;
      /** Node of the network. */
      readonly rpcUrl: string | undefined;
      /** Settled by a facilitator or with the operator's key. */
      readonly by: { readonly facilitatorUrl: string } | { readonly key: string };
    };

/** Parts of payments. */
export interface PaymentsParts {
  readonly mode: PaymentMode;
  readonly store: Pick<Store, 'payments' | 'testLedger' | 'db' | 'brakes'>;
  readonly wall: Clock;
  readonly networkOf: (origin: Origin) => string;
  readonly publicUrl: () => string;
  readonly log: Logger;
  readonly config?: PaymentsConfig | undefined;
}

/** Payments of a host. */
export interface OpenPayments {
  readonly rail: Rail;
  readonly seller: Seller;
  readonly resolver: Resolver;
  /** Creates purchased keys. */
  readonly keySales: KeySales;
  /** Fills balances of the test ledger. */
  readonly testLedger: TestLedger;
}

/** Opens payments without network requests. */
export function openPayments({ mode, store, ...parts }: PaymentsParts): OpenPayments {
  const { config = PAYMENTS_V1 } = parts;
  const rail = mode.kind === 'test' ? TEST_RAIL : railOf(mode.network, mode.payTo);
  const settler =
    mode.kind === 'test'
      ? createLedgerSettler(store.testLedger, parts.wall)
      : settlerOf(mode, { rail, timeoutMs: config.settleMs }, store);
  const shared = { ...parts, rail, settler, payments: store.payments, brakes: store.brakes, config };
  return {
    rail,
    seller: createSeller(shared),
    resolver: createResolver(shared),
    keySales: createKeySales(parts.wall),
    testLedger: createTestLedgerService(store.testLedger, mode.kind === 'test', async (origin) =>
      brakeSales(shared, origin),
    ),
  };
}

function settlerOf(
  mode: Extract<PaymentMode, { readonly kind: 'real' }>,
  parts: { readonly rail: Rail; readonly timeoutMs: number },
  { db }: Pick<Store, 'db'>,
): Settler {
  const chain = { ...parts, rpcUrl: mode.rpcUrl ?? PAY_NETWORKS[mode.network].rpcUrl };
  if ('facilitatorUrl' in mode.by) {
    return createFacilitatorSettler(mode.by.facilitatorUrl, parts.timeoutMs, createStanding(chain));
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the configuration accepts only keys
  const key = mode.by.key as Hex;
  return createChainSettler(chain, key, async (work) =>
    underLock(db, LOCKS.settling, mode.network, async () => work()),
  );
}
