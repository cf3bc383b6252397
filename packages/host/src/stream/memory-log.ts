/** Event log and leases in memory with the rules of the stored ones, for tests. */

import { createMemoryLeases } from './memory-leases.ts';
import { createTail, type Tail, type EventLog, type StoredEvent, type Leases } from '@barograph/store';

type EventFilter = NonNullable<Parameters<EventLog['recent']>[1]>;

const passes = (event: StoredEvent, { types, symbols, venues, minUsd }: EventFilter): boolean =>
  (types === undefined || types.includes(event.type)) &&
  (symbols === undefined || (event.symbol !== null && symbols.includes(event.symbol))) &&
  (venues === undefined || (event.venue !== null && venues.includes(event.venue))) &&
  (minUsd === undefined || event.usd === null || Math.abs(event.usd) >= minUsd);

/** Log shared by replicas. */
export interface MemoryLog {
  readonly events: EventLog;
  readonly tail: Tail;
  readonly leases: Leases;
}

/**
 * Creates an empty log in memory.
 * @param lastId last id issued before; those events are not kept.
 * @param present clock of the database, epoch ms; without it, no lease counts as written by a clock that jumped.
 */
export function createMemoryLog(lastId = 0, present: () => number = () => Infinity): MemoryLog {
  let stored: StoredEvent[] = [];
  /** Those that outlive the log. */
  let kept: readonly StoredEvent[] = [];
  let last = lastId;
  const listeners = new Set<() => void>();
  const events: EventLog = {
    append: async (batch) => {
      const added = batch.map((event) => ({ ...event, id: ++last }));
      stored.push(...added);
      for (const listener of listeners) listener();
      return added.map(({ id }) => id);
    },
    since: async (afterId, limit) => {
      // Ids have no gaps: the place of an event is its distance from the first.
      const from = Math.max(0, afterId + 1 - (stored[0]?.id ?? 0));
      const older = kept.filter(({ id }) => id > afterId);
      return [...older, ...stored.slice(from, from + limit)].slice(0, limit);
    },
    recent: async (limit, filter = {}) => stored.filter((event) => passes(event, filter)).slice(-limit),
    between: async (from, to, limit) => stored.filter(({ ts }) => ts >= from && ts < to).slice(0, limit),
    bounds: async () => ({ oldestId: stored[0]?.id ?? null, lastId: last }),
    prune: async (beforeTs, { types, beforeTs: outlivingTs } = { types: [], beforeTs: 0 }) => {
      const first = stored.findIndex(({ recvTs }) => recvTs >= beforeTs);
      const forgotten = first === -1 ? stored.length : first;
      const moved = stored.slice(0, forgotten).filter(({ type }) => types.includes(type));
      kept = [...kept, ...moved].filter(({ recvTs }) => recvTs >= outlivingTs);
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
  return { events, tail, leases: createMemoryLeases(present) };
}
