/** Sets up what a run disturbs: a database, a way to it for each replica, a chain, and the replicas. */

import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from '../../apart.ts';
import { freePort } from '../../free-port.ts';
import { ROOT } from '../../workspace.ts';
import { runCommand } from '../../run-command.ts';
import { PAY_NETWORK, PAY_TO, startChain, type Chain } from './chain.ts';
import { startDatabase, type Database } from './database.ts';
import { startProxy, type Proxy } from './proxy.ts';
import { startRedis } from './redis.ts';
import { createReplica, eventually, type Replica } from './replica.ts';
import { buildCommit, migrationOf, newerEdit, OWN_EDITS, type Build, type Edit } from './versions.ts';

/** Replicas of a run. */
export const REPLICAS = 3;
/** Keys of the highest tier for readers. */
const READER_KEYS = 40;
/** Replayed seconds per second: a minute of the market, with its jobs, every twelve seconds. */
export const SPEED = 5;
/** Five minutes before midnight: a day ends, and is archived, a minute after the start. */
export const FROM: number = Date.UTC(2024, 3, 1, 23, 55);
/** The first start of all replicas at once, on a busy machine. */
const START_MS = 180_000;

/** A stage. */
export interface Built {
  readonly folder: string;
  readonly archive: string;
  readonly database: Database;
  readonly chain: Chain;
  readonly replicas: readonly Replica[];
  readonly ways: readonly Proxy[];
  readonly readers: readonly string[];
  /** Start of the market's clock on the monotonic clock of the machine, ms. */
  readonly began: number;
  /** Has replicas start as a newer version from now on. @returns the name of its migration. */
  newer(): string;
  stop(): Promise<void>;
}

async function readerKeys(databaseUrl: string, { root }: Build): Promise<readonly string[]> {
  const main = join(root, 'packages', 'host', 'dist', 'main.js');
  const args = [main, 'key', 'create', '--tier', 'pro_plus', '--count', String(READER_KEYS)];
  const { stdout, stderr } = await runCommand(process.execPath, args, { environment: { DATABASE_URL: databaseUrl } });
  const keys = stdout.match(/bg_live_[\w-]+/g) ?? [];
  if (keys.length !== READER_KEYS) throw new Error(`expected ${READER_KEYS} keys, got ${stdout}${stderr}`);
  return keys;
}

/** Ways to build a stage. */
export interface StageOptions {
  /** Events and wake-ups go through a Redis. */
  readonly isRedis: boolean;
  /** Commit that the first replica runs until it ends; the present build when undefined. */
  readonly older: string | undefined;
}

/** Starts all of it. @param edits of a planted fault. */
export async function buildStage(edits: readonly Edit[], { isRedis, older }: StageOptions): Promise<Built> {
  await installed('payments');
  const folder = await mkdtemp(join(tmpdir(), 'barograph-histories-'));
  const [disk, archive] = [join(folder, 'disk'), join(folder, 'archive')];
  await mkdir(disk);
  await mkdir(archive);
  /** Number of newer versions that have come. */
  let version = 0;
  const newest = (): Build => ({
    name: 'present',
    root: ROOT,
    edits: [...OWN_EDITS, ...edits, ...(version === 0 ? [] : [newerEdit(version)])],
  });
  const earlier = older === undefined ? undefined : await buildCommit(older, join(folder, 'older'));
  const isEarlier = (replica: number): boolean => replica === 0 && earlier !== undefined;
  /** Starts of the first replica. It cannot start again as it was once a newer version has migrated the database. */
  let starts = 0;
  const [database, chain] = await Promise.all([startDatabase(disk), startChain()]);
  const ways = await Promise.all(Array.from({ length: REPLICAS }, async () => startProxy(() => database.port())));
  // Its tables would be those of the present build.
  if (earlier !== undefined) await database.clear();
  const redis = isRedis ? await startRedis(folder, await freePort()) : undefined;
  const readers = await readerKeys(database.url(database.port()), earlier ?? newest());
  const began = Number(process.hrtime.bigint() / 1_000_000n);
  const own = ['--from', String(FROM), '--speed', String(SPEED), '--positioning', 'off'];
  const open = [
    '--mints-per-network',
    '1000000',
    '--mints-per-hour',
    '1000000',
    '--webhooks-private',
    '--threads',
    '1',
  ];
  const paid = [
    '--pay-to',
    PAY_TO,
    '--pay-network',
    PAY_NETWORK,
    '--facilitator-url',
    chain.url,
    '--pay-rpc-url',
    chain.url,
  ];
  const shared = redis === undefined ? [] : ['--redis-url', redis.url];
  const replicas = await Promise.all(
    ways.map(async ({ port }, i) =>
      createReplica({
        name: `replica-${i + 1}`,
        port: await freePort(),
        flags: [...own, ...open, '--archive', archive, ...paid, ...shared],
        environment: { DATABASE_URL: database.url(port) },
        folder,
        build: () => (i === 0 && ++starts === 1 ? (earlier ?? newest()) : newest()),
        began,
      }),
    ),
  );
  const stop = async (): Promise<void> => {
    await Promise.all(replicas.map(async (replica) => replica.kill()));
    await Promise.all(ways.map(async (way) => way.close()));
    await database.stop();
    await redis?.stop();
    await chain.stop();
    await rm(folder, { recursive: true });
  };
  try {
    // The first one makes what the others read.
    for (const replica of replicas) {
      replica.start();
      if (replica === replicas[0])
        await eventually('the first replica to serve', START_MS, async () => replica.serves());
    }
    await eventually('all replicas to serve', START_MS, async () => {
      const serving = await Promise.all(replicas.map(async (replica) => replica.serves()));
      return serving.every(Boolean);
    });
    if (earlier !== undefined && starts > 1) throw new Error(`expected ${older} to serve, and it has ended`);
    const unapplied = [...OWN_EDITS, ...edits].find((_, i) =>
      replicas.some(
        ({ logged }, j) => (i < OWN_EDITS.length || !isEarlier(j)) && !logged().includes(`edit ${i} applied`),
      ),
    );
    if (unapplied !== undefined)
      throw new Error(`expected the text of an edit in a module, got none: ${unapplied.from}`);
  } catch (error) {
    const logs = replicas.map(({ name, logged }) => `${name}: ${logged()}`).join('\n');
    await stop();
    throw new Error(`${String(error)}\n${logs}`, { cause: error });
  }
  return {
    folder,
    archive,
    database,
    chain,
    replicas,
    ways,
    readers,
    began,
    newer: () => migrationOf(++version),
    stop,
  };
}
