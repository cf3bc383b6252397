/** Slots in memory with the rules of the stored ones: for tests of what is built on them. */

import type { Slots } from '@barograph/store';

interface Entry {
  readonly owner: string;
  readonly leaseUntil: number;
  readonly isFinished: boolean;
}

export function createMemorySlots(): Slots {
  const jobs = new Map<string, Map<number, Entry>>();
  const of = (job: string): Map<number, Entry> => {
    const slots = jobs.get(job) ?? new Map<number, Entry>();
    jobs.set(job, slots);
    return slots;
  };
  const held = (job: string, slot: number, owner: string): boolean => {
    const entry = of(job).get(slot);
    return entry !== undefined && entry.owner === owner && !entry.isFinished;
  };
  return {
    claim: async (job, slot, owner, now, leaseMs) => {
      const entry = of(job).get(slot);
      if (entry !== undefined && (entry.isFinished || (entry.owner !== owner && entry.leaseUntil > now))) return false;
      of(job).set(slot, { owner, leaseUntil: now + leaseMs, isFinished: false });
      return true;
    },
    extend: async (job, slot, owner, now, leaseMs) => {
      if (!held(job, slot, owner)) return false;
      of(job).set(slot, { owner, leaseUntil: now + leaseMs, isFinished: false });
      return true;
    },
    finish: async (job, slot, owner, now) => {
      if (!held(job, slot, owner)) return false;
      of(job).set(slot, { owner, leaseUntil: now, isFinished: true });
      return true;
    },
    missed: async (job, since, until, step) => {
      const slots: number[] = [];
      for (let slot = since; slot <= until; slot += step) if (of(job).get(slot)?.isFinished !== true) slots.push(slot);
      return slots;
    },
    lastFinished: async (job) => {
      const done = [...of(job)].filter(([, { isFinished }]) => isFinished).map(([slot]) => slot);
      return done.length === 0 ? undefined : Math.max(...done);
    },
    rewind: async (job, after) => {
      for (const slot of of(job).keys()) if (slot > after) of(job).delete(slot);
    },
    prune: async (before) => {
      for (const slots of jobs.values()) for (const slot of slots.keys()) if (slot < before) slots.delete(slot);
    },
  };
}
