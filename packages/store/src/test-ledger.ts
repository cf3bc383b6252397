/** Balances without monetary value, transferred like a token: once per payer and nonce, and never below zero. */

import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Transfer signed by a payer. */
export interface TestTransfer {
  readonly payer: string;
  readonly payTo: string;
  readonly nonce: string;
  readonly units: bigint;
}

/** The ledger of a database. */
export interface TestLedgerStore {
  balance(address: string): Promise<bigint>;
  /** @returns the current balance. */
  fill(address: string, units: bigint): Promise<bigint>;
  /** Id of the transfer with the nonce; undefined without one. */
  transferOf(payer: string, nonce: string): Promise<string | undefined>;
  /** Transfers units. @returns the id of the transfer, or the reason for a refusal. */
  transfer(transfer: TestTransfer): Promise<{ readonly id: string } | { readonly refused: 'nonce_used' | 'unfunded' }>;
}

/** A ledger in a database. */
export function createTestLedger(db: Kysely<Tables>): TestLedgerStore {
  const add = async (to: Kysely<Tables>, address: string, units: bigint): Promise<bigint> => {
    const row = await to
      .insertInto('testBalances')
      .values({ address, units: units.toString() })
      .onConflict((conflict) =>
        conflict.column('address').doUpdateSet({ units: sql`test_balances.units + excluded.units` }),
      )
      .returning('units')
      .executeTakeFirstOrThrow();
    return BigInt(row.units);
  };
  const transferOf: TestLedgerStore['transferOf'] = async (payer, nonce) =>
    (
      await db
        .selectFrom('testTransfers')
        .select('id')
        .where('payer', '=', payer)
        .where('nonce', '=', nonce)
        .executeTakeFirst()
    )?.id;
  return {
    balance: async (address) => {
      const row = await db.selectFrom('testBalances').select('units').where('address', '=', address).executeTakeFirst();
      return BigInt(row?.units ?? 0);
    },
    fill: async (address, units) => add(db, address, units),
    transferOf,
    transfer: async ({ payer, payTo, nonce, units }) =>
      db.transaction().execute(async (transaction) => {
        const id = `0x${randomBytes(32).toString('hex')}`;
        const { numInsertedOrUpdatedRows = 0n } = await transaction
          .insertInto('testTransfers')
          .values({ payer, nonce, id })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (numInsertedOrUpdatedRows === 0n) return { refused: 'nonce_used' as const };
        const { numUpdatedRows } = await transaction
          .updateTable('testBalances')
          .set({ units: sql`units - ${units.toString()}::numeric` })
          .where('address', '=', payer)
          .where(sql<boolean>`units >= ${units.toString()}::numeric`)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) {
          await transaction.deleteFrom('testTransfers').where('payer', '=', payer).where('nonce', '=', nonce).execute();
          return { refused: 'unfunded' as const };
        }
        await add(transaction, payTo, units);
        return { id };
      }),
  };
}
