/**
 * Processor time of processes, by what they work for. Linux only: `/proc/<pid>/task/<tid>/schedstat` counts nanoseconds, where
 * `stat` counts ticks of 10 ms and a slice of an idle database is a few of them.
 */

import { readdirSync, readFileSync } from 'node:fs';

/** µs since the start of a process: running, and waiting for a processor. */
export interface Processor {
  readonly used: number;
  readonly waited: number;
}

const NOTHING: Processor = { used: 0, waited: 0 };

/** Times of the live threads of a process; zero for an ended process. */
export function processorOf(pid: number): Processor {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ').map(Number))
      .reduce((sum, [used, waited]) => ({ used: sum.used + used! / 1e3, waited: sum.waited + waited! / 1e3 }), NOTHING);
  } catch {
    return NOTHING;
  }
}

/** Measured processes by role. */
export type Reading = ReadonlyMap<number, Processor & { readonly role: string }>;

/** Reads processes by role. */
export function readingOf(roles: ReadonlyMap<number, string>): Reading {
  return new Map([...roles].map(([pid, role]) => [pid, { role, ...processorOf(pid) }]));
}

/** µs per role between two readings. A process that ended in between counts zero; a new one counts fully. */
export function usedBetween(before: Reading, after: Reading): ReadonlyMap<string, Processor> {
  const roles = new Map<string, Processor>();
  for (const [pid, { role, used, waited }] of after) {
    const [from, sum] = [before.get(pid) ?? NOTHING, roles.get(role) ?? NOTHING];
    roles.set(role, {
      used: sum.used + Math.max(0, used - from.used),
      waited: sum.waited + Math.max(0, waited - from.waited),
    });
  }
  return roles;
}
