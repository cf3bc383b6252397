/**
 * One host per embedded cluster. A second one would be safe for the data (PostgreSQL serves both), but whichever closed
 * first would stop the server under the other; several replicas are what DATABASE_URL is for.
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { createClient } from '../connection.ts';
import { LOCKS } from '../locks.ts';
import type { Server } from './launch.ts';

/** A host that was killed is noticed by the server within this time. */
const PATIENCE_MS = 2000;

export interface Guard {
  readonly client: Client;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

/**
 * Takes the cluster for this process, on a connection that is kept for as long as the host runs: the server releases
 * the lock when the connection ends, for any reason.
 *
 * @returns the guard, or undefined while another process holds the cluster.
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
