/** URL of an embedded database that a host has open. */

import { join } from 'node:path';
import { DATABASE } from './open-embedded.ts';
import { urlOf } from './launch.ts';
import { readPassword } from './initialise.ts';
import { findPostmaster } from './postmaster.ts';

/**
 * URL of the database in `<dataDir>/postgres` with the password while its server runs; otherwise undefined. Clients neither
 * start nor stop the server, which belongs to the host.
 */
export async function runningUrl(dataDir: string): Promise<string | undefined> {
  const cluster = join(dataDir, 'postgres');
  const running = await findPostmaster(cluster).catch(() => undefined);
  if (running === undefined) return undefined;
  const password = await readPassword(cluster);
  return password.ok ? urlOf(password.value, running.port, DATABASE) : undefined;
}
