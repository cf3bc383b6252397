/** Leases in memory with the statements of `packages/store/src/leases.ts`, for tests. */

import type { Leases } from '@barograph/store';

interface Lease {
  readonly name: string;
  readonly holder: string;
  expiresAt: number;
}

/** Creates an empty set of leases. @param present clock of the database, epoch ms. */
export function createMemoryLeases(present: () => number): Leases {
  let leases: Lease[] = [];
  const taken = (name: string, now: number, but: string): number =>
    leases.filter((lease) => lease.name === name && lease.holder !== but && lease.expiresAt > now).length;
  const find = (name: string, holder: string): Lease | undefined =>
    leases.find((lease) => lease.name === name && lease.holder === holder);
  return {
    take: async (name, cap, holder, ttlMs, now) => {
      leases = leases.filter((lease) => lease.name !== name || lease.expiresAt > now);
      for (const lease of leases) {
        const isLate = lease.expiresAt > now + 2 * ttlMs && lease.expiresAt > present() + 2 * ttlMs;
        if (lease.name === name && isLate) lease.expiresAt = now + ttlMs;
      }
      if (taken(name, now, holder) >= cap) return false;
      const own = find(name, holder);
      if (own === undefined) leases.push({ name, holder, expiresAt: now + ttlMs });
      else own.expiresAt = Math.max(own.expiresAt, now + ttlMs);
      return true;
    },
    renew: async (name, holder, ttlMs, now) => {
      const own = find(name, holder);
      if (own === undefined || own.expiresAt <= now) return false;
      own.expiresAt = Math.max(own.expiresAt, now + ttlMs);
      return true;
    },
    release: async (name, holder) => {
      leases = leases.filter((lease) => lease.name !== name || lease.holder !== holder);
    },
    count: async (name, now) => taken(name, now, ''),
  };
}
