/** A Redis that replicas share, in memory alone. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';

const REDIS = '/usr/bin/redis-server';

/** A Redis. */
export interface Redis {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts Redis; needs the package `redis-server`. @param folder of the run. */
export async function startRedis(folder: string, port: number): Promise<Redis> {
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child = spawn(REDIS, flags, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let printed = '';
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(text);
    if (printed.includes('Ready to accept connections')) break;
  }
  if (child.exitCode !== null) throw new Error(`expected redis-server to start, got ${printed}`);
  child.stdout.resume();
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: child.pid!,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
