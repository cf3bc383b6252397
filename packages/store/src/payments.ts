/**
 * Payments: one row per payer's authorization, written before any settlement. A replica works on a row while its claim
 * lasts. Every step is one statement that checks the previous state, so only one of two replicas succeeds.
 */

import type { Kysely, Selectable, Transaction } from 'kysely';
import type { PaymentsTable, Tables } from './schema.ts';

/** Stored payment. */
export type PaymentRow = Readonly<Selectable<PaymentsTable>>;
/** Primary key of a payment. */
export type PaymentId = Pick<PaymentsTable, 'network' | 'asset' | 'payer' | 'nonce'>;
/** Payment in its first state. */
export type NewPayment = Omit<
  PaymentRow,
  | 'state'
  | 'settlingAt'
  | 'settledAt'
  | 'transaction'
  | 'reason'
  | 'keyId'
  | 'answer'
  | 'answeredAt'
  | 'claimedBy'
  | 'claimedUntil'
>;

/** Retention of a purchase, during which it is returned again, ms. */
export const PAYMENT_ANSWERS_MS = 3_600_000;

/** Temporary right of a replica to continue a payment. */
export interface Claim {
  /** Identifier of the attempt. */
  readonly by: string;
  /** End of the claim, epoch ms. */
  readonly until: number;
}

/** Purchase and its side effects. */
export interface Delivery {
  /** Encrypted response. */
  readonly answer: Buffer;
  readonly at: number;
  readonly transaction: string;
  /** Runs in the same transaction. */
  readonly effect?: ((transaction: Transaction<Tables>) => Promise<void>) | undefined;
  readonly keyId: string | null;
}

/** Payments of all replicas. */
export interface Payments {
  find(id: PaymentId): Promise<PaymentRow | undefined>;
  /** Adds a payment as `seen`. @returns false when it exists already. */
  begin(payment: NewPayment, claim: Claim): Promise<boolean>;
  /**
   * Takes over a payment with unfinished settlement or delivery whose claim has expired.
   *
   * @param state expected state. The next step depends on it, and the earlier attempt may have advanced meanwhile.
   */
  takeOver(id: PaymentId, claim: Claim, now: number, state: PaymentRow['state']): Promise<boolean>;
  /** `seen` → `verified`. */
  verified(id: PaymentId, by: string): Promise<boolean>;
  /** `verified` → `settling`; the payer may be charged after this step. A `settling` payment stays so and is settled again. */
  settling(id: PaymentId, claim: Claim, now: number): Promise<boolean>;
  /** `settling` → `settled`, or adds the missing answer of a settled payment. @returns false when another attempt was faster. */
  deliver(id: PaymentId, by: string, delivery: Delivery): Promise<boolean>;
  /** `settling` → `failed`: nothing was or will be charged. */
  failed(id: PaymentId, by: string, reason: string): Promise<boolean>;
  /** `settling` → `unknown`. */
  unknown(id: PaymentId, by: string): Promise<boolean>;
  /** Deletes a payment that is not being settled, so that its authorization can be used again. */
  release(id: PaymentId, by: string): Promise<void>;
  /** Ends the claim on a payment that was taken over, so that another replica may continue it. */
  unclaim(id: PaymentId, by: string): Promise<void>;
  /** Whether a bought key was used, renewed or revoked. */
  isUsed(keyId: string): Promise<boolean>;
  /** Unclaimed payments that may have been charged. */
  unresolved(now: number): Promise<readonly PaymentRow[]>;
  /** Sets the outcome of an unresolved payment; its answer is created on the next request. */
  resolve(
    id: PaymentId,
    outcome:
      | { readonly state: 'settled'; readonly transaction: string; readonly at: number }
      | { readonly state: 'failed'; readonly reason: string },
    now: number,
  ): Promise<boolean>;
  /** Deletes old answers and old failed payments, epoch ms each. */
  prune(before: { readonly answers: number; readonly failed: number }): Promise<void>;
}

/** Payments in a database. */
// oxlint-disable-next-line eslint/max-lines-per-function -- one statement for each step of a payment
export function createPayments(db: Kysely<Tables>): Payments {
  const at = ({ network, asset, payer, nonce }: PaymentId) =>
    db
      .updateTable('payments')
      .where('network', '=', network)
      .where('asset', '=', asset)
      .where('payer', '=', payer)
      .where('nonce', '=', nonce);
  const done = async (change: { executeTakeFirstOrThrow(): Promise<{ readonly numUpdatedRows: bigint }> }) =>
    (await change.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
  const inState = (id: PaymentId, by: string, ...states: readonly PaymentRow['state'][]) =>
    at(id).where('claimedBy', '=', by).where('state', 'in', states);

  return {
    find: async ({ network, asset, payer, nonce }) =>
      db
        .selectFrom('payments')
        .selectAll()
        .where('network', '=', network)
        .where('asset', '=', asset)
        .where('payer', '=', payer)
        .where('nonce', '=', nonce)
        .executeTakeFirst(),
    begin: async (payment, { by, until }) => {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('payments')
        .values({ ...payment, state: 'seen', claimedBy: by, claimedUntil: until })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows > 0n;
    },
    takeOver: async (id, { by, until }, now, state) =>
      done(
        at(id)
          .set({ claimedBy: by, claimedUntil: until })
          .where('claimedUntil', '<=', now)
          .where('state', '=', state)
          .where((eb) =>
            eb.or([
              eb('state', 'in', ['seen', 'verified', 'settling']),
              eb('state', '=', 'settled').and('answeredAt', 'is', null),
            ]),
          ),
      ),
    verified: async (id, by) => done(inState(id, by, 'seen').set({ state: 'verified' })),
    settling: async (id, { by, until }, now) =>
      done(
        inState(id, by, 'verified', 'settling').set((eb) => ({
          state: 'settling' as const,
          // The first attempt sets the time from which the network is searched.
          settlingAt: eb.fn.coalesce('settlingAt', eb.val(now)),
          claimedUntil: until,
        })),
      ),
    deliver: async ({ network, asset, payer, nonce }, by, { answer, at: now, transaction: hash, effect, keyId }) =>
      db.transaction().execute(async (transaction) => {
        const isMine = await done(
          transaction
            .updateTable('payments')
            .where('network', '=', network)
            .where('asset', '=', asset)
            .where('payer', '=', payer)
            .where('nonce', '=', nonce)
            .where('claimedBy', '=', by)
            .where('state', 'in', ['settling', 'settled'])
            .where('answeredAt', 'is', null)
            .set((eb) => ({
              state: 'settled' as const,
              transaction: hash,
              settledAt: eb.fn.coalesce('settledAt', eb.val(now)),
              answer,
              answeredAt: now,
              keyId,
              claimedUntil: 0,
            })),
        );
        if (isMine) await effect?.(transaction);
        return isMine;
      }),
    failed: async (id, by, reason) =>
      done(inState(id, by, 'settling').set({ state: 'failed', reason, claimedBy: null, claimedUntil: 0 })),
    unknown: async (id, by) =>
      done(inState(id, by, 'settling').set({ state: 'unknown', claimedBy: null, claimedUntil: 0 })),
    release: async ({ network, asset, payer, nonce }, by) => {
      await db
        .deleteFrom('payments')
        .where('network', '=', network)
        .where('asset', '=', asset)
        .where('payer', '=', payer)
        .where('nonce', '=', nonce)
        .where('claimedBy', '=', by)
        .where('state', 'in', ['seen', 'verified'])
        .execute();
    },
    unclaim: async (id, by) => {
      await inState(id, by, 'settling', 'settled').set({ claimedUntil: 0 }).execute();
    },
    isUsed: async (keyId) => {
      const key = await db.selectFrom('keys').select('revokedAt').where('id', '=', keyId).executeTakeFirst();
      if (key === undefined || key.revokedAt !== null) return true;
      return (await db.selectFrom('usage').select('day').where('keyId', '=', keyId).executeTakeFirst()) !== undefined;
    },
    unresolved: async (now) =>
      db
        .selectFrom('payments')
        .selectAll()
        .where('state', 'in', ['settling', 'unknown'])
        .where('claimedUntil', '<=', now)
        .orderBy('seenAt')
        .execute(),
    resolve: async (id, outcome, now) =>
      done(
        at(id)
          .where('state', 'in', ['settling', 'unknown'])
          .where('claimedUntil', '<=', now)
          .set(
            outcome.state === 'failed'
              ? { state: 'failed', reason: outcome.reason }
              : { state: 'settled', transaction: outcome.transaction, settledAt: outcome.at, claimedUntil: 0 },
          ),
      ),
    prune: async ({ answers, failed }) => {
      await db
        .updateTable('payments')
        .set({ answer: null })
        .where('answer', 'is not', null)
        .where('answeredAt', '<', answers)
        .execute();
      await db
        .deleteFrom('payments')
        .where('state', 'in', ['seen', 'verified', 'failed'])
        .where('validBefore', '<', failed)
        .where('claimedUntil', '<', failed)
        .execute();
    },
  };
}
