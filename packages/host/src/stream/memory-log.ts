/** An event log and leases in memory, with the rules of the stored ones: for tests of what is built on them. */

import { createTail, type Tail, type EventLog, type StoredEvent, type Leases } from '@barograph/store';

/** Log shared by replicas. */
export interface MemoryLog {
  readonly events: EventLog;
  readonly tail: Tail;
  readonly leases: Leases;
}

/** @param lastId the last id that was given out before; nothing of those events is kept. */
export function createMemoryLog(lastId = 0): MemoryLog {
  let stored: StoredEvent[] = [];
  let last = lastId;
  const listeners = new Set<() => void>();
  const events: EventLog = {
    append: async (batch) => {
      const added = batch.map((event) => ({ ...event, id: ++last }));
      stored.push(...added);
      for (const listener of listeners) listener();
      return added.map(({ id }) => id);
    },
    // Ids have no gaps: the place of an event is its distance from the first.
    since: async (afterId, limit) => {
      const from = Math.max(0, afterId + 1 - (stored[0]?.id ?? 0));
      return stored.slice(from, from + limit);
    },
    recent: async (limit) => stored.slice(-limit),
    between: async (from, to, limit) => stored.filter(({ ts }) => ts >= from && ts < to).slice(0, limit),
    bounds: async () => ({ oldestId: stored[0]?.id ?? null, lastId: last }),
    prune: async (beforeTs) => {
      const first = stored.findIndex(({ recvTs }) => recvTs >= beforeTs);
      const forgotten = first === -1 ? stored.length : first;
      stored = stored.slice(forgotten);
      return forgotten;
    },
  };
  const tail = createTail(events, {
    on: (_, listener) => {
      const ring = (): void => listener('');
      listeners.add(ring);
      return () => listeners.delete(ring);
    },
  });
  return { events, tail, leases: createMemoryLeases() };
}

function createMemoryLeases(): Leases {
  const scopes = new Map<string, Map<string, number>>();
  const live = (scope: string, now: number): Map<string, number> => {
    const holders = new Map([...(scopes.get(scope) ?? [])].filter(([, expires]) => expires > now));
    scopes.set(scope, holders);
    return holders;
  };
  return {
    take: async (scope, cap, holder, ttlMs, now) => {
      const holders = live(scope, now);
      if (!holders.has(holder) && holders.size >= cap) return false;
      holders.set(holder, now + ttlMs);
      return true;
    },
    renew: async (scope, holder, ttlMs, now) => {
      const holders = live(scope, now);
      if (!holders.has(holder)) return false;
      holders.set(holder, now + ttlMs);
      return true;
    },
    release: async (scope, holder) => {
      scopes.get(scope)?.delete(holder);
    },
    count: async (scope, now) => live(scope, now).size,
  };
}
