/** Faults that are planted to see that seeds find them: each wraps a part of a world. */

import type { MemoryLedger } from './memory-ledger.ts';
import type { Plant } from './scenario.ts';

/** Events whose ids are given out before they can be read: a later batch is read before an earlier one. */
const readLate: NonNullable<Plant['store']> = (store) => ({
  ...store,
  events: {
    ...store.events,
    since: async (after, limit) => {
      const events = await store.events.since(after, limit);
      const { lastId } = await store.events.bounds();
      // Every third batch of two comes only with the one after the next.
      return events.filter(({ id }) => Math.ceil(id / 2) % 3 !== 0 || id < lastId - 3);
    },
  },
});

/** Answers of the call before: a standby that lags. */
function lagging(newest: MemoryLedger['newest']): MemoryLedger['newest'] {
  let last: ReturnType<MemoryLedger['newest']> | undefined;
  return async (...args) => {
    const now = newest(...args);
    const answer = last ?? now;
    last = now;
    return answer;
  };
}

/** The planted faults. */
export const PLANTS: readonly Plant[] = [
  {
    name: 'events of a slot are stored whoever holds it, and however often',
    scenario: 'jobs',
    store: (store) => ({
      ...store,
      events: { ...store.events, append: async (events) => store.events.append(events) },
    }),
  },
  {
    name: 'a slot counts as finished once it is claimed',
    scenario: 'jobs',
    store: (store) => ({
      ...store,
      slots: {
        ...store.slots,
        claim: async (job, slot, owner, now, leaseMs) => {
          const isTaken = await store.slots.claim(job, slot, owner, now, leaseMs);
          if (isTaken) await store.slots.finish(job, slot, owner, now);
          return isTaken;
        },
      },
    }),
  },
  {
    name: 'a late call shortens the lease of its holder',
    scenario: 'jobs',
    store: (store) => ({
      ...store,
      leases: {
        ...store.leases,
        take: async (scope, cap, holder, ttlMs, now) => {
          if ((await store.leases.count(scope, now)) > 0) await store.leases.release(scope, holder);
          return store.leases.take(scope, cap, holder, ttlMs, now);
        },
      },
    }),
  },
  {
    name: 'a start forgets slots that others have claimed since',
    scenario: 'jobs',
    store: (store) => ({
      ...store,
      slots: { ...store.slots, rewind: async (job, after) => store.slots.rewind(job, after, Infinity) },
    }),
  },
  { name: 'ids of events are given out before the events can be read', scenario: 'jobs', store: readLate },
  {
    name: 'the tail begins one event late',
    scenario: 'jobs',
    tail: (tail) => (afterId, options) => tail(afterId + 1, options),
  },
  {
    name: 'the memory of the ledger is read once',
    scenario: 'ledger',
    ledger: (ledger) => {
      let first: ReturnType<MemoryLedger['newest']> | undefined;
      return { ...ledger, newest: async (...args) => (first ??= ledger.newest(...args)) };
    },
  },
  {
    name: 'the memory of the ledger is read of a standby that lags',
    scenario: 'ledger',
    ledger: (ledger) => ({ ...ledger, newest: lagging(ledger.newest) }),
  },
  {
    name: 'an authorization that is unused counts as ended',
    scenario: 'payments',
    settler: (settler) => ({
      ...settler,
      standing: async (sought) => {
        const standing = await settler.standing(sought);
        return standing.kind === 'unused' ? { kind: 'unused', time: Infinity } : standing;
      },
    }),
  },
  {
    name: 'a settlement whose outcome is unknown counts as failed',
    scenario: 'payments',
    settler: (settler) => ({
      ...settler,
      settle: async (due) => {
        const settlement = await settler.settle(due);
        return settlement.kind === 'unknown' ? { kind: 'failed', reason: 'timeout' } : settlement;
      },
    }),
  },
  {
    name: 'a payment is taken over in whatever state it is by then',
    scenario: 'payments',
    first: 5800,
    payments: (payments) => ({
      ...payments,
      takeOver: async (id, claim, now, state) =>
        payments.takeOver(id, claim, now, (await payments.find(id))?.state ?? state),
    }),
  },
  {
    name: 'a purchase is granted before its row is settled',
    scenario: 'payments',
    payments: (payments) => ({
      ...payments,
      deliver: async (id, by, delivery) => {
        const { effect, ...rest } = delivery;
        await effect?.({} as Parameters<typeof effect>[0]); // oxlint-disable-line typescript/no-unsafe-type-assertion -- nothing is read of it
        return payments.deliver(id, by, rest);
      },
    }),
  },
];
