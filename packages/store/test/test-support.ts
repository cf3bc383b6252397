/** Servers and stores for the tests of this folder. */

import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { createClient } from '../src/connection.ts';
import { embeddedBinaries, type Binaries } from '../src/embedded/binaries.ts';
import { launch } from '../src/embedded/launch.ts';
import { DATABASE } from '../src/embedded/open-embedded.ts';
import { openStore, type Store } from '../src/open-store.ts';
import { prepareCluster } from './template.ts';
import { QUIET, valueOf } from './values.ts';

export { QUIET, valueOf } from './values.ts';

const DEBIAN = '/usr/lib/postgresql/15/bin';

/** Debian's PostgreSQL 15, when it is installed. */
export const debianBinaries: Binaries | undefined = existsSync(join(DEBIAN, 'postgres'))
  ? { initdb: join(DEBIAN, 'initdb'), postgres: join(DEBIAN, 'postgres') }
  : undefined;

/** Database engines that every case runs on. */
export const ENGINES: readonly {
  readonly engine: string;
  readonly binaries: Binaries | undefined;
  readonly isThere: boolean;
}[] = [
  { engine: 'the embedded PostgreSQL', binaries: undefined, isThere: true },
  {
    engine: "Debian's PostgreSQL 15 (needs the package postgresql-15)",
    binaries: debianBinaries,
    isThere: debianBinaries !== undefined,
  },
];

/** A folder that a server of another user can be in. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'barograph-store-'));
  await chmod(folder, 0o711);
  return folder;
}

/** A server of its own, with as many databases as are asked for. */
export interface TestServer {
  /** The URL of a new database: migrated, or a copy of the one that is given, which nobody may be connected to. */
  database(copied?: string): Promise<string>;
  /** The URL of a new database without any table. */
  emptyDatabase(): Promise<string>;
  /** A store on a database: each call is another replica. */
  open(url: string): Promise<Store>;
  /** Closes all stores that were opened: a server has a hundred connections to give. */
  closeStores(): Promise<void>;
  stop(): Promise<void>;
}

/** A running server with a migrated, empty database to copy. */
interface Running {
  readonly folder: string;
  readonly admin: Client;
  url(database: string): string;
  stop(): Promise<void>;
}

async function run(binaries?: Binaries): Promise<Running> {
  const folder = await temporaryFolder();
  const programs = binaries ?? valueOf(await embeddedBinaries());
  await prepareCluster(folder, programs);
  const server = valueOf(await launch({ cluster: join(folder, 'postgres'), binaries: programs, log: QUIET }));
  const admin = createClient(server.url('postgres'));
  await admin.connect();
  // No test of this server pulls its plug, so the disk need not be waited for.
  await admin.query('alter system set fsync = off');
  await admin.query('select pg_reload_conf()');
  return {
    folder,
    admin,
    url: (database) => server.url(database),
    stop: async () => {
      await admin.end();
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

let created = 0;

/** Databases and stores of one test file on a running server. */
function serverOf(running: Running, stop: (databases: readonly string[]) => Promise<void>): TestServer {
  const { folder, admin } = running;
  const databases: string[] = [];
  const create = async (template = ''): Promise<string> => {
    const name = `test_${++created}`;
    await admin.query(`create database ${name} ${template}`);
    databases.push(name);
    return running.url(name);
  };
  let stores: Store[] = [];
  const closeStores = async (): Promise<void> => {
    const opened = stores;
    stores = [];
    await Promise.all(opened.map(async (store) => store.close()));
  };
  return {
    database: async (copied) =>
      create(`template ${copied === undefined ? DATABASE : new URL(copied).pathname.slice(1)}`),
    emptyDatabase: async () => create(),
    open: async (databaseUrl) => {
      const store = valueOf(await openStore({ dataDir: folder, databaseUrl, log: QUIET }));
      stores.push(store);
      return store;
    },
    closeStores,
    stop: async () => {
      await closeStores();
      await stop(databases);
    },
  };
}

/** Starts a server that a test may disturb. @param binaries those of npm when left out. */
export async function startOwnServer(binaries?: Binaries): Promise<TestServer> {
  const running = await run(binaries);
  return serverOf(running, async () => running.stop());
}

/** The server of this process, which starts with the first file that asks for it and ends with the run of the tests. */
let shared: Promise<Running> | undefined;

/** Returns databases on the server that the files of a process share; `stop` drops them. */
export async function startTestServer(): Promise<TestServer> {
  const running = await (shared ??= run());
  return serverOf(running, async (databases) => {
    for (const name of databases) await running.admin.query(`drop database if exists ${name} with (force)`);
  });
}
