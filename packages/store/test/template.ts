/**
 * Template cluster for test servers: `initdb` and the migrations cost several times as much as a start. The first test that needs
 * it creates it, once per run, and the others copy it.
 */

import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '../src/connection.ts';
import { embeddedBinaries, type Binaries } from '../src/embedded/binaries.ts';
import { launch } from '../src/embedded/launch.ts';
import { DATABASE } from '../src/embedded/open-embedded.ts';
import { openStore } from '../src/open-store.ts';
import { QUIET, valueOf } from './values.ts';

/** Creates a cluster with a migrated, empty host database, and stops its server. */
async function make(cluster: string, binaries: Binaries): Promise<void> {
  const server = valueOf(await launch({ cluster, binaries, log: QUIET }));
  try {
    const admin = createClient(server.url('postgres'));
    await admin.connect();
    await admin.query(`create database ${DATABASE}`);
    await admin.end();
    const databaseUrl = server.url(DATABASE);
    await valueOf(await openStore({ dataDir: cluster, databaseUrl, log: QUIET })).close();
  } finally {
    await server.stop();
  }
}

/** The template of these programs. Of two that make it at once, one is kept. */
async function template(folder: string, binaries: Binaries): Promise<string> {
  const name = createHash('sha256').update(binaries.postgres).digest('hex').slice(0, 12);
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const own = `${path}-${randomUUID()}`;
  await make(own, binaries);
  await rename(own, path).catch(() => undefined);
  await rm(own, { recursive: true, force: true });
  await rm(`${own}.log`, { force: true });
  return path;
}

/**
 * Puts a cluster into a folder as `postgres`: what a host finds there that was started before and kept nothing. Without
 * the folder of templates, which a run of the tests has (`.ci/watchdog.mjs`), it is made there. One that is there stays.
 *
 * @param binaries those of npm when left out.
 */
export async function prepareCluster(dataDir: string, binaries?: Binaries): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  if (existsSync(cluster)) return;
  const programs = binaries ?? valueOf(await embeddedBinaries());
  const folder = process.env['CLUSTER_TEMPLATES'];
  if (folder === undefined) return make(cluster, programs);
  await cp(await template(folder, programs), cluster, { recursive: true });
}
