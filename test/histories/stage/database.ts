/** A PostgreSQL server of its own, with fsync on, whose processes, disk and log can be disturbed. */

import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'pg';
import { createClient } from '../../../packages/store/src/connection.ts';
import { embeddedBinaries } from '../../../packages/store/src/embedded/binaries.ts';
import { launch, type Server } from '../../../packages/store/src/embedded/launch.ts';
import { DATABASE } from '../../../packages/store/src/embedded/open-embedded.ts';
import { prepareCluster } from '../../../packages/store/test/template.ts';
import { debianBinaries } from '../../../packages/store/test/test-support.ts';
import { QUIET, valueOf } from '../../../packages/store/test/values.ts';
import { eventually } from './replica.ts';

/** A server. */
export interface Database {
  /** Current port. */
  port(): number;
  /** URL of the host's database through a port. */
  url(port: number): string;
  /** Runs statements; retried by the caller while the server is away. */
  query<Row extends object>(text: string): Promise<readonly Row[]>;
  /** Drops everything in the database, which then is as before the first start. */
  clear(): Promise<void>;
  /** Ends the postmaster as a power cut does, and starts it again. */
  crash(): Promise<void>;
  /** Starts the server when it has given up. */
  revive(): Promise<void>;
  /** Reason why no disk can be filled; undefined when one is mounted. */
  readonly noDisk: string | undefined;
  /** Fills the disk. */
  fill(): void;
  /** Frees the disk space. */
  empty(): void;
  stop(): Promise<void>;
}

const DISK = 'size=512m,mode=0711';
/** Room for the log is bounded, so that the disk is full when it is filled; crashes come before a checkpoint would. */
const SETTINGS = ["max_wal_size = '96MB'", "min_wal_size = '32MB'", 'max_connections = 200'];

const REVIVED_MS = 60_000;

/** Mounts a disk of memory on a folder. @returns the reason why it cannot. */
function mounted(folder: string): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'barograph', folder], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
  }
}

/** Writes until nothing more fits. */
function fillUp(path: string): void {
  const file = openSync(path, 'a');
  try {
    for (const size of [1 << 20, 4096]) {
      try {
        for (const bytes = Buffer.alloc(size); ;) writeSync(file, bytes);
      } catch (error) {
        if (!String(error).includes('ENOSPC')) throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** @param folder an empty folder of the run. */
export async function startDatabase(folder: string): Promise<Database> {
  const noDisk = mounted(folder);
  chmodSync(folder, 0o711);
  const binaries = debianBinaries ?? valueOf(await embeddedBinaries());
  await prepareCluster(folder, binaries);
  const cluster = join(folder, 'postgres');
  const ballast = join(folder, 'ballast');
  const start = async (port?: number): Promise<Server> =>
    valueOf(await launch({ cluster, binaries, log: QUIET, ...(port === undefined ? {} : { port }) }));
  let server = await start();
  let client: Client | undefined;
  const query = async <Row extends object>(text: string): Promise<readonly Row[]> => {
    if (client === undefined) {
      const fresh = createClient(server.url(DATABASE));
      // A connection that is lost between two statements is replaced.
      fresh.on('error', () => {
        if (client === fresh) client = undefined;
      });
      await fresh.connect();
      client = fresh;
    }
    try {
      return (await client.query<Row>(text)).rows;
    } catch (error) {
      await client?.end().catch(() => undefined);
      client = undefined;
      throw error;
    }
  };
  for (const setting of SETTINGS) await query(`alter system set ${setting}`);
  await client!.end();
  client = undefined;
  await server.stop();
  server = await start(server.port);
  /** Server processes that outlive a killed postmaster for some ms keep a new one from starting. */
  const revive = async (): Promise<void> =>
    eventually('PostgreSQL to start', REVIVED_MS, async () => {
      server = await start(server.port);
      return true;
    });
  return {
    port: () => server.port,
    url: (port) => server.url(DATABASE).replace(/:\d+\//, `:${port}/`),
    query,
    clear: async () => {
      await query('drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public');
    },
    crash: async () => {
      const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      await revive();
    },
    revive,
    noDisk,
    fill: () => fillUp(ballast),
    empty: () => rmSync(ballast, { force: true }),
    stop: async () => {
      rmSync(ballast, { force: true });
      await client?.end().catch(() => undefined);
      await server.stop();
      if (noDisk === undefined && existsSync(cluster)) execFileSync('umount', ['-l', folder]);
    },
  };
}
