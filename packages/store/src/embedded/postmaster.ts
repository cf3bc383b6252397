/** Server process named by a cluster's lock file, which is only read, never written or deleted. */

import { readFile, readlink, realpath } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Process ids are reused, so only a process that works in our folder is our server. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  const home = await realpath(cluster);
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === home;
  } catch {
    const listed = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return listed.stdout.includes('postgres') && (listed.stdout.includes(cluster) || listed.stdout.includes(home));
  }
}

/** Live server of this cluster, if any. PostgreSQL itself handles the lock file of a dead process. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  // Lines: process, folder, start, port, socket folder, address, shared memory, status.
  const [pid, , , port] = text.split('\n').map(Number);
  if (pid === undefined || !(pid > 0) || port === undefined || !(port > 0)) return undefined;
  return isAlive(pid) && (await worksIn(pid, cluster)) ? { pid, port } : undefined;
}

/** Requests a fast shutdown and waits until the server has released its lock file. */
export async function stopPostmaster(cluster: string, { pid }: Postmaster, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  if ((await findPostmaster(cluster))?.pid === pid) process.kill(pid, 'SIGINT');
  while ((await findPostmaster(cluster))?.pid === pid) {
    if (performance.now() > deadline) return false;
    await wait(20);
  }
  return true;
}
