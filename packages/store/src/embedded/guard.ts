/**
 * One host per embedded cluster. A second host would not harm the data, but the first to close would stop the server of the
 * other. Use DATABASE_URL for several replicas.
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { createClient } from '../connection.ts';
import { LOCKS } from '../locks.ts';
import type { Server } from './launch.ts';

/** Time within which the server notices a killed host. */
const PATIENCE_MS = 2000;

export interface Guard {
  readonly client: Client;
  /** Resolves when the connection has ended, for any reason. */
  readonly ended: Promise<void>;
}

/**
 * Locks the cluster for this process, on a connection that stays open while the host runs. The server releases the lock when
 * the connection ends, for any reason.
 *
 * @returns the guard; undefined while another process has the cluster.
 */
export async function takeGuard(server: Server): Promise<Guard | undefined> {
  const client = createClient(server.url('postgres'));
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await client.connect();
  const deadline = performance.now() + PATIENCE_MS;
  do {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1::int, 0) as taken', [
      LOCKS.guard,
    ]);
    if (rows[0]!.taken) return { client, ended };
    await wait(100);
  } while (performance.now() < deadline);
  await client.end();
  return undefined;
}
