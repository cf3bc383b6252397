/** Rows of payments in memory, statement by statement those of `packages/store/src/payments.ts`. */

import type { Delivery, PaymentId, PaymentRow, Payments } from '../../packages/store/src/payments.ts';

const keyOf = ({ network, asset, payer, nonce }: PaymentId): string => [network, asset, payer, nonce].join(' ');
/** Handed to effects, which write to no table here. */
const TRANSACTION = {} as Parameters<NonNullable<Delivery['effect']>>[0]; // oxlint-disable-line typescript/no-unsafe-type-assertion -- nothing is read of it

type Change = Partial<PaymentRow>;
type State = PaymentRow['state'];

/** No payments. */
export function createMemoryPayments(): Payments & { rows(): readonly PaymentRow[] } {
  const rows = new Map<string, PaymentRow>();
  /** One statement: changes a row that meets the condition. */
  const update = (id: PaymentId, meets: (row: PaymentRow) => boolean, change: (row: PaymentRow) => Change): boolean => {
    const row = rows.get(keyOf(id));
    if (row === undefined || !meets(row)) return false;
    rows.set(keyOf(id), { ...row, ...change(row) });
    return true;
  };
  const inState =
    (by: string, ...states: readonly State[]) =>
    (row: PaymentRow): boolean =>
      row.claimedBy === by && states.includes(row.state);
  const isOpen = ({ state, answeredAt }: PaymentRow): boolean =>
    ['seen', 'verified', 'settling'].includes(state) || (state === 'settled' && answeredAt === null);
  const isUnresolved =
    (now: number) =>
    ({ state, claimedUntil }: PaymentRow): boolean =>
      (state === 'settling' || state === 'unknown') && claimedUntil <= now;
  return {
    rows: () => [...rows.values()],
    find: async (id) => rows.get(keyOf(id)),
    begin: async (payment, { by, until }) => {
      if (rows.has(keyOf(payment))) return false;
      const none = { settlingAt: null, settledAt: null, transaction: null, reason: null, keyId: null, answer: null, answeredAt: null }; // prettier-ignore
      rows.set(keyOf(payment), { ...payment, ...none, state: 'seen', claimedBy: by, claimedUntil: until });
      return true;
    },
    takeOver: async (id, { by, until }, now, state) =>
      update(
        id,
        (row) => row.claimedUntil <= now && row.state === state && isOpen(row),
        () => ({ claimedBy: by, claimedUntil: until }),
      ),
    verified: async (id, by) => update(id, inState(by, 'seen'), () => ({ state: 'verified' })),
    settling: async (id, { by, until }, now) =>
      update(id, inState(by, 'verified', 'settling'), ({ settlingAt }) => ({ state: 'settling', settlingAt: settlingAt ?? now, claimedUntil: until })), // prettier-ignore
    deliver: async (id, by, { answer, at, transaction, effect, keyId }) => {
      const isMine = update(
        id,
        (row) => inState(by, 'settling', 'settled')(row) && row.answeredAt === null,
        ({ settledAt }) => ({ state: 'settled', transaction, settledAt: settledAt ?? at, answer, answeredAt: at, keyId, claimedUntil: 0 }), // prettier-ignore
      );
      if (isMine) await effect?.(TRANSACTION);
      return isMine;
    },
    failed: async (id, by, reason) =>
      update(id, inState(by, 'settling'), () => ({ state: 'failed', reason, claimedBy: null, claimedUntil: 0 })),
    unknown: async (id, by) =>
      update(id, inState(by, 'settling'), () => ({ state: 'unknown', claimedBy: null, claimedUntil: 0 })),
    release: async (id, by) => {
      const row = rows.get(keyOf(id));
      if (row !== undefined && inState(by, 'seen', 'verified')(row)) rows.delete(keyOf(id));
    },
    unclaim: async (id, by) => void update(id, inState(by, 'settling', 'settled'), () => ({ claimedUntil: 0 })),
    isUsed: async () => false,
    unresolved: async (now) => [...rows.values()].filter(isUnresolved(now)).toSorted((a, b) => a.seenAt - b.seenAt),
    resolve: async (id, outcome, now) =>
      update(id, isUnresolved(now), () =>
        outcome.state === 'failed'
          ? { state: 'failed', reason: outcome.reason }
          : { state: 'settled', transaction: outcome.transaction, settledAt: outcome.at, claimedUntil: 0 },
      ),
    prune: async ({ answers, failed }) => {
      for (const [key, row] of rows) {
        if (row.answeredAt !== null && row.answeredAt < answers) rows.set(key, { ...row, answer: null });
        const isOver = ['seen', 'verified', 'failed'].includes(row.state) && row.validBefore < failed;
        if (isOver && row.claimedUntil < failed) rows.delete(key);
      }
    },
  };
}
