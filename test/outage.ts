/** Answers of a host during a database outage, and the database's processes. */

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { findPostmaster } from '../packages/store/src/embedded/postmaster.ts';
import { call, type HostProcess, type Reply } from './host-process.ts';

/** One look at a host: status, code of the error and Retry-After of each answer. */
export interface Look {
  readonly keyed: string;
  readonly minted: string;
  readonly ready: string;
  readonly health: string;
}

/** A host that serves. */
export const SERVING: Look = { keyed: '200', minted: '200', ready: '200', health: '200' };
/** A host without its database: alive, not ready, and calls that need the store ask for a retry. */
export const AWAY: Look = {
  keyed: '503 store_unavailable, retry after 5',
  minted: '503 store_unavailable, retry after 5',
  ready: '503 store_unavailable, retry after 5',
  health: '200',
};

function shown({ status, headers, body }: Reply): string {
  if (status < 400) return String(status);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the envelope of an error, or the body of readiness
  const { detail, reason } = body as { readonly detail?: { readonly error?: string }; readonly reason?: string };
  return `${status} ${detail?.error ?? reason}, retry after ${headers.get('retry-after')}`;
}

let strangers = 0;

/** Makes one call of each kind, all at once. */
export async function look({ url }: HostProcess, key: string): Promise<Look> {
  const body = JSON.stringify({ email: `stranger-${strangers++}@example.org` });
  const mint = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  const [keyed, minted, ready, health] = await Promise.all([
    call(`${url}/api/v1/auth/keys/me`, key),
    call(`${url}/api/v1/auth/keys`, undefined, mint),
    call(`${url}/ready`),
    call(`${url}/api/v1/health`, undefined, { method: 'HEAD' }),
  ]);
  return { keyed: shown(keyed), minted: shown(minted), ready: shown(ready), health: shown(health) };
}

/** Polls until the host answers as expected. @returns distinct answers on the way, by kind. */
export async function until(host: HostProcess, key: string, expected: Look, ms: number): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const began = performance.now();
  for (;;) {
    const now = await look(host, key);
    for (const [kind, answer] of Object.entries(now)) seen.add(`${kind} ${answer}`);
    if (JSON.stringify(now) === JSON.stringify(expected)) return seen;
    if (performance.now() - began > ms)
      throw new Error(`expected ${JSON.stringify(expected)}, got ${[...seen].join('; ')}`);
    await wait(100);
  }
}

/** Answers that match neither a serving host nor one without its database. */
export function unexcused(seen: ReadonlySet<string>): readonly string[] {
  const excused = new Set([SERVING, AWAY].flatMap((state) => Object.entries(state).map((entry) => entry.join(' '))));
  return [...seen].filter((answer) => !excused.has(answer));
}

/** Processes of a cluster, its postmaster first. Linux only. */
export async function processesOf(cluster: string): Promise<readonly number[]> {
  const postmaster = await findPostmaster(cluster);
  if (postmaster === undefined) throw new Error(`expected a server on ${cluster}, got none`);
  const parentOf = (pid: string): number => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[1]);
    } catch {
      return -1; // it has ended meanwhile
    }
  };
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster.pid);
  return [postmaster.pid, ...children.map(Number)];
}
