/** Servers and stores for the tests of this folder. */

import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../src/store/connection.ts';
import { embeddedBinaries, type Binaries } from '../../src/store/embedded/binaries.ts';
import { launch } from '../../src/store/embedded/launch.ts';
import { DATABASE } from '../../src/store/embedded/open-embedded.ts';
import { openStore, type Store } from '../../src/store/open-store.ts';
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

/** @param binaries those of npm when left out. */
export async function startTestServer(binaries?: Binaries): Promise<TestServer> {
  const folder = await temporaryFolder();
  const programs = binaries ?? valueOf(await embeddedBinaries());
  await prepareCluster(folder, programs);
  const server = valueOf(await launch({ cluster: join(folder, 'postgres'), binaries: programs, log: QUIET }));
  const admin = createClient(server.url('postgres'));
  await admin.connect();
  // No test of this server pulls its plug, so the disk need not be waited for.
  await admin.query('alter system set fsync = off');
  await admin.query('select pg_reload_conf()');
  const open = async (databaseUrl: string): Promise<Store> =>
    valueOf(await openStore({ dataDir: folder, databaseUrl, log: QUIET }));
  let stores: Store[] = [];
  let made = 0;
  const closeStores = async (): Promise<void> => {
    const opened = stores;
    stores = [];
    await Promise.all(opened.map(async (store) => store.close()));
  };
  return {
    database: async (copied) => {
      const name = `test_${++made}`;
      const template = copied === undefined ? DATABASE : new URL(copied).pathname.slice(1);
      await admin.query(`create database ${name} template ${template}`);
      return server.url(name);
    },
    emptyDatabase: async () => {
      const name = `test_${++made}`;
      await admin.query(`create database ${name}`);
      return server.url(name);
    },
    open: async (url) => {
      const store = await open(url);
      stores.push(store);
      return store;
    },
    closeStores,
    stop: async () => {
      await closeStores();
      await admin.end();
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}
