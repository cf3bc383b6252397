/** Embedded engine: a PostgreSQL server of our own in the data folder. */

import { err, ok, type Result } from '@barograph/core';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { unusable } from '../data-folder.ts';
import { createClient, createPool, messageOf, withoutPassword, type Engine } from '../connection.ts';
import { embeddedBinaries } from './binaries.ts';
import { takeGuard, type Guard } from './guard.ts';
import { launch, type LaunchOptions, type Server } from './launch.ts';

/** The only database of an embedded cluster. */
export const DATABASE = 'barograph';
const RETRY_MS = 1000;
export interface EmbeddedEngine extends Engine {
  readonly kind: 'embedded';
  /** Process id of the server, and whether it was already running. */
  server(): { readonly pid: number; readonly port: number; readonly adopted: boolean };
}

interface Held {
  readonly server: Server;
  readonly guard: Guard;
}

async function createDatabase({ client }: Guard): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
}

/** Server with its guard and its database. A server without our guard belongs to another host and is not stopped. */
async function launchAndGuard(options: LaunchOptions): Promise<Result<Held, string>> {
  const launched = await launch(options);
  if (!launched.ok) return launched;
  const server = launched.value;
  let guard: Guard | undefined;
  try {
    guard = await takeGuard(server);
    if (guard === undefined) {
      return err(`another host is using ${options.cluster}; set DATABASE_URL to run several on one database`);
    }
    await createDatabase(guard);
    return ok({ server, guard });
  } catch (error) {
    if (guard !== undefined) await server.stop();
    return err(`cannot use the embedded database in ${options.cluster}: ${messageOf(error)}`);
  }
}

/**
 * Opens the cluster in `<dataDir>/postgres`: creates, adopts or starts it as needed. If the server dies while the host runs,
 * it is restarted on the same port, and connections find it.
 */
export async function openEmbedded(dataDir: string, log: Logger): Promise<Result<EmbeddedEngine, string>> {
  const binaries = await embeddedBinaries();
  if (!binaries.ok) return binaries;
  const options: LaunchOptions = { cluster: resolve(dataDir, 'postgres'), binaries: binaries.value, log };
  const opened = await launchAndGuard(options).catch((error: unknown) => err(unusable(dataDir, error)));
  if (!opened.ok) return opened;
  let lock = opened.value;
  const { port } = lock.server;
  const closing = new AbortController();
  /** Running recovery of a lost server. */
  let revived: Promise<void> | undefined;

  const revive = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const again = await launchAndGuard({ ...options, port });
      if (again.ok) {
        lock = again.value;
        watch();
        log.warn({ pid: lock.server.pid }, 'embedded database recovered');
        return;
      }
      log.error({ reason: again.error }, 'embedded database restart failed; retrying');
      await wait(RETRY_MS);
    }
  };
  const watch = (): void => {
    const revival = async (): Promise<void> => {
      await lock.guard.ended;
      if (closing.signal.aborted) return;
      log.error('embedded database lost; restarting');
      revived = revive();
    };
    void revival();
  };
  watch();

  const url = lock.server.url(DATABASE);
  const { pool, db } = createPool(url, log);
  return ok({
    kind: 'embedded',
    pool,
    db,
    url: withoutPassword(new URL(url)),
    client: () => createClient(url),
    server: () => ({ pid: lock.server.pid, port: lock.server.port, adopted: lock.server.adopted }),
    close: async () => {
      closing.abort();
      await revived;
      await pool.end();
      await lock.server.stop();
      await lock.guard.client.end().catch(() => undefined);
    },
  });
}
