/**
 * Scenario of payments: buyers send a payment again until they know, to any replica, also twice at once, while calls of the
 * database and the chain are lost and replicas die.
 *
 * Rules: a payment moves money at most once; money has moved exactly when the row is settled and the purchase was granted,
 * once; a buyer whose money moved gets the purchase, and one who was refused keeps the money.
 */

import { payments as feature } from '../../packages/contract/src/payments/index.ts';
import { ok } from '@barograph/core';
import { createResolver } from '../../packages/payments/src/resolver.ts';
import { PAYMENTS_V1 } from '../../packages/payments/src/config.ts';
import { createSeller, type Seller } from '../../packages/payments/src/seller.ts';
import type { ForSale } from '../../packages/payments/src/sale.ts';
import { railOf } from '../../packages/payments/src/rails.ts';
import { answerOfText } from '../../packages/runtime/src/answer.ts';
import type { PaymentRow } from '../../packages/store/src/payments.ts';
import { QUIET } from '../../packages/store/test/values.ts';
import { buyer, type Buyer } from './buyer.ts';
import { createChain, type Chain } from './chain.ts';
import { clockOf } from './clocks.ts';
import { createMemoryPayments } from './memory-payments.ts';
import { startReplicas } from './processes.ts';
import { call, remote } from './remote.ts';
import type { Scenario } from './scenario.ts';
import type { Process, World } from './parts.ts';

const MINUTE = 60_000;
const RAIL = railOf('base', `0x${'ab'.repeat(20)}`);
const CONFIG = { ...PAYMENTS_V1, pollMs: 1000, lookMs: 6000 };
const BUYERS = 3;

/** Seal without packing: this scenario does not check the bytes. */
const PLAIN = {
  seal: async ({ bytes }: { readonly bytes: Buffer }) => bytes,
  unseal: async (bytes: Buffer) => ({ type: undefined, headers: {}, bytes }),
};

/** Nonces whose purchase was granted. */
type Granted = string[];

/** A request for the purchase of a payment. */
function requestOf(world: World, process: Process, header: string, granted: Granted): ForSale {
  return {
    operation: feature.operations[0]!,
    url: '/agent/subscribe',
    headers: { 'payment-signature': header },
    remote: undefined,
    asked: { path: {}, query: {}, body: { plan: 'pass_1h' } },
    unsaleable: () => undefined,
    perform: async (sale) => {
      await call(world, process, `makes the answer of ${sale.id.slice(-2)}`, async () => undefined);
      sale.sellKey(sale.id, async () => {
        world.note(`grants ${sale.id.slice(-2)}`);
        granted.push(sale.id);
      });
      return ok(answerOfText('"bought"'));
    },
  };
}

/** Compares money, rows, grants and answers of each payment. */
function check(
  world: World,
  buyers: readonly Buyer[],
  chain: Chain,
  rows: readonly PaymentRow[],
  granted: Granted,
): void {
  for (const { nonce, outcome } of buyers) {
    const name = `payment ${nonce.slice(-2)}`;
    const moved = chain.transfers.filter((transfer) => transfer.nonce === nonce).length;
    const grants = granted.filter((id) => id === nonce).length;
    const row = rows.find((row) => row.nonce === nonce);
    const isSettled = row?.state === 'settled';
    const facts = `moved ${moved} times, granted ${grants} times, row ${row?.state ?? 'absent'}, buyer ${outcome()}`;
    const isRight = moved === grants && moved <= 1 && (moved === 1) === isSettled;
    const isTold = outcome() === (moved === 1 ? 'bought' : 'refused');
    if (!isRight || !isTold) world.violate(name, facts);
  }
}

/** The scenario. */
export const PAYMENTS: Scenario = {
  name: 'payments',
  faultsUntil: 4 * MINUTE,
  until: 12 * MINUTE,
  start: (world, plant) => {
    const chain = createChain(world);
    const plain = createMemoryPayments();
    const rows = plant?.payments?.(plain) ?? plain;
    const granted: Granted = [];
    const sellers = new Map<Process, Seller>();
    const boot = (process: Process): void => {
      const own = chain.settlerOf(process);
      const settler = plant?.settler?.(own) ?? own;
      const payments = remote(world, process, 'payments', rows);
      const wall = clockOf(world, { skewMs: world.random.whole(500) - 250 });
      const shared = { rail: RAIL, settler, payments, wall, log: QUIET, config: CONFIG, sealing: PLAIN };
      const brakes = { take: async () => ok(undefined) };
      sellers.set(process, createSeller({ ...shared, brakes, networkOf: () => 'n', publicUrl: () => 'http://localhost' })); // prettier-ignore
      createResolver(shared).start();
    };
    const places = startReplicas(world, boot, { replicas: 2, until: 4 * MINUTE, most: 4, longestPauseMs: MINUTE });
    const ask = (process: Process, header: string) => sellers.get(process)?.sell(requestOf(world, process, header, granted)); // prettier-ignore
    const buyers = Array.from({ length: BUYERS }, (_, i) => buyer(world, i + 1, { places, ask, rail: RAIL, within: 4 * MINUTE })); // prettier-ignore
    return () => check(world, buyers, chain, plain.rows(), granted);
  },
};
