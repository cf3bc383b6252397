/** In-memory slots with the rules of the stored ones, for tests. */

import type { SlotClaim, Slots } from '@barograph/store';

interface Entry {
  readonly owner: string;
  readonly claimedAt: number;
  readonly leaseUntil: number;
  readonly isFinished: boolean;
  /** Its events are stored. */
  readonly isTold: boolean;
}

/** Slots whose events are stored elsewhere. */
export interface MemorySlots extends Slots {
  /** Marks the events of a slot as stored. @returns false when they are stored already, undefined when another owner has the slot. */
  tell(claim: SlotClaim): boolean | undefined;
}

/** Tolerance of clock differences, ms, as in `packages/store/src/slots.ts`. */
const CLOCK_ERROR_MS = 60_000;

/** Creates an empty set of slots. @param present clock of the database, epoch ms; without it, no claim counts as made by a clock that jumped. */
export function createMemorySlots(present: () => number = () => Infinity): MemorySlots {
  const jobs = new Map<string, Map<number, Entry>>();
  const entriesOf = (job: string): Map<number, Entry> => {
    const slots = jobs.get(job) ?? new Map<number, Entry>();
    jobs.set(job, slots);
    return slots;
  };
  const isHeld = (job: string, slot: number, owner: string): boolean => {
    const entry = entriesOf(job).get(slot);
    return entry !== undefined && entry.owner === owner && !entry.isFinished;
  };
  return {
    tell: ({ job, slot, owner }) => {
      if (!isHeld(job, slot, owner)) return undefined;
      const entry = entriesOf(job).get(slot)!;
      entriesOf(job).set(slot, { ...entry, isTold: true });
      return !entry.isTold;
    },
    claim: async (job, slot, owner, now, leaseMs) => {
      const entry = entriesOf(job).get(slot);
      if (entry !== undefined && (entry.isFinished || (entry.owner !== owner && entry.leaseUntil > now))) return false;
      entriesOf(job).set(slot, {
        owner,
        claimedAt: now,
        leaseUntil: now + leaseMs,
        isFinished: false,
        isTold: entry?.isTold ?? false,
      });
      return true;
    },
    extend: async (job, slot, owner, now, leaseMs) => {
      if (!isHeld(job, slot, owner)) return false;
      entriesOf(job).set(slot, { ...entriesOf(job).get(slot)!, leaseUntil: now + leaseMs });
      return true;
    },
    finish: async (job, slot, owner) => {
      if (!isHeld(job, slot, owner)) return false;
      entriesOf(job).set(slot, { ...entriesOf(job).get(slot)!, isFinished: true });
      return true;
    },
    missed: async (job, since, until, step) => {
      const slots: number[] = [];
      for (let slot = since; slot <= until; slot += step)
        if (entriesOf(job).get(slot)?.isFinished !== true) slots.push(slot);
      return slots;
    },
    lastFinished: async (job) => {
      const done = [...entriesOf(job)].filter(([, { isFinished }]) => isFinished).map(([slot]) => slot);
      return done.length === 0 ? undefined : Math.max(...done);
    },
    rewind: async (job, after, now) => {
      for (const [slot, { claimedAt }] of entriesOf(job)) {
        const isOlder = claimedAt <= now || claimedAt > present() + CLOCK_ERROR_MS;
        if (slot > after && isOlder) entriesOf(job).delete(slot);
      }
    },
    prune: async (before) => {
      for (const slots of jobs.values()) for (const slot of slots.keys()) if (slot < before) slots.delete(slot);
    },
  };
}
