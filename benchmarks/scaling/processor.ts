/**
 * Processor time of processes, by what they work for. Linux only: `/proc/<pid>/task/<tid>/schedstat` counts nanoseconds, where
 * `stat` counts ticks of 10 ms and a slice of an idle database is a few of them.
 */

import { readdirSync, readFileSync } from 'node:fs';

/** µs since a process began: on a processor, and waiting for one that others had. */
export interface Processor {
  readonly used: number;
  readonly waited: number;
}

const NOTHING: Processor = { used: 0, waited: 0 };

/** All threads of a process; nothing of one that has ended. Threads that ended are not in it. */
export function processorOf(pid: number): Processor {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1').split(' ').map(Number))
      .reduce((sum, [used, waited]) => ({ used: sum.used + used! / 1e3, waited: sum.waited + waited! / 1e3 }), NOTHING);
  } catch {
    return NOTHING;
  }
}

/** Processes that were looked at, by what they work for. */
export type Reading = ReadonlyMap<number, Processor & { readonly role: string }>;

/** Reads processes by role. */
export function readingOf(roles: ReadonlyMap<number, string>): Reading {
  return new Map([...roles].map(([pid, role]) => [pid, { role, ...processorOf(pid) }]));
}

/** µs that each role used between two readings. One that ended in between counts nothing, one that began counts whole. */
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
