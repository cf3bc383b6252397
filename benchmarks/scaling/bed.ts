/**
 * One Postgres with its commits on disk, one Redis, and groups of replicas over them: each group has a database of its own, so
 * that all are warm and take turns.
 */

import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createLog } from '../../packages/store/src/log.ts';
import { runningUrl } from '../../packages/store/src/embedded/running-url.ts';
import { openStore, type Store } from '../../packages/store/src/open-store.ts';
import { startRedis } from '../../test/histories/stage/redis.ts';
import { freePort } from '../../test/free-port.ts';
import { start, type Running } from '../http/process.ts';
import { readingOf, usedBetween, type Processor, type Reading } from './processor.ts';

/** Keys of each replica that it knows: none meets its limit of 120 calls a minute. */
export const KEYS = 600;
/** Further keys of each replica, for calls that find theirs not known yet. */
const NEW_KEYS = 28_000;
export const KEY = 'bg_live_scaling_';

/** Replicas that share a database, and the worker that does for them what one replica does for all. */
export interface Group {
  readonly replicas: readonly Running[];
  readonly worker: Running;
  readonly caller: Running;
  readonly database: Client;
  readonly name: string;
  /** Events and wake-ups go through Redis. */
  readonly isRedis: boolean;
}

/** Cost of some work, µs of processor time where nothing else is named. */
export interface Used {
  /** Mean of the replicas. */
  readonly replica: number;
  readonly worker: number;
  /** Backends of Postgres that work for replicas and for the worker, and its own processes: checkpoints, write-ahead log, vacuum. */
  readonly forReplicas: number;
  readonly forWorker: number;
  readonly background: number;
  /** Statements of all replicas, and those of them that looked a key up. */
  readonly statements: number;
  readonly lookups: number;
  /** Time that replicas waited for a processor, over the time that they had one: how busy the machine was. */
  readonly contention: number;
  readonly redis: number;
  /** Bytes of the write-ahead log. */
  readonly wal: number;
  /** Transactions that wrote: all but those that send wake-ups wait for the disk. */
  readonly commits: number;
  /** Time that the work took, µs. */
  readonly lock: number;
}

/** The bed: groups, and a meter over each. */
export interface Bed {
  /** Groups without Redis. */
  readonly groups: readonly Group[];
  readonly withRedis: readonly Group[];
  over(group: Group, work: () => Promise<unknown>): Promise<Used>;
  close(): Promise<void>;
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

async function storeIn(dataDir: string): Promise<Store> {
  const opened = await openStore({ dataDir, log: createLog('error') });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

/**
 * A database for all groups at once: their replicas and workers open up to eleven connections each.
 *
 * @throws when a commit would not wait for the disk.
 */
export async function openDatabase(dataDir: string): Promise<Store> {
  const first = await storeIn(dataDir);
  await first.pool.query('alter system set max_connections = 400');
  // The number of connections is read at a start.
  await first.close();
  const store = await storeIn(dataDir);
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await store.pool.query<Record<string, string>>(`show ${name}`);
    if (rows[0]![name] !== 'on') throw new Error(`${name} of Postgres: expected on, got ${rows[0]![name]}`);
  }
  return store;
}

/** Makes keys of the highest tier: `prefix` with each number below `count`. */
export async function makeKeys(database: Pick<Client, 'query'>, prefix: string, count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, i) => `${prefix}${i}`);
  // One statement: each key made alone waits for the disk.
  await database.query(
    `insert into keys (id, hash, prefix, tier, created_at)
     select key, hash, key, 'pro_plus', $3 from unnest($1::text[], $2::text[]) as made (key, hash)`,
    [keys, keys.map(hashOf), Date.now()],
  );
}

/** Starts a database, a Redis, and groups of so many replicas with and without it. */
// oxlint-disable-next-line eslint/max-lines-per-function -- what is started, and how it is read and ended
export async function openBed(sizes: readonly number[]): Promise<Bed> {
  const dataDir = mkdtempSync(join(tmpdir(), 'barograph-scaling-'));
  chmodSync(dataDir, 0o711);
  const store = await openDatabase(dataDir);
  const databaseUrl = await runningUrl(dataDir);
  if (databaseUrl === undefined) throw new Error('no address of the database');
  const urlOf = (name: string, application: string): string => {
    const url = new URL(databaseUrl);
    url.pathname = `/${name}`;
    url.searchParams.set('application_name', application);
    return url.href;
  };

  const redis = await startRedis(dataDir, await freePort());
  const nameOf = (size: number, isRedis: boolean): string => `scaling_${size}${isRedis ? '_redis' : ''}`;
  for (const size of sizes) {
    for (const isRedis of [false, true]) await store.pool.query(`create database ${nameOf(size, isRedis)}`);
  }
  const groupOf = async (size: number, isRedis: boolean): Promise<Group> => {
    const name = nameOf(size, isRedis);
    const redisUrl = isRedis ? redis.url : '';
    const worker = await start('scaling/worker.ts', urlOf(name, 'worker'), join(dataDir, name), redisUrl);
    const database = new Client(urlOf(name, 'meter'));
    await database.connect();
    await makeKeys(database, KEY, (KEYS + (isRedis ? 0 : NEW_KEYS)) * size);
    const replicas = await Promise.all(
      Array.from({ length: size }, async () =>
        start('scaling/replica.ts', urlOf(name, 'replica'), join(dataDir, name), redisUrl),
      ),
    );
    const urls = replicas.map(({ url }) => url).join(',');
    const caller = await start('scaling/caller.ts', urls, KEY, String(KEYS), String(NEW_KEYS));
    return { name, worker, database, replicas, caller, isRedis };
  };
  const groups = await Promise.all(sizes.map(async (size) => groupOf(size, false)));
  const withRedis = await Promise.all(sizes.map(async (size) => groupOf(size, true)));

  const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const read = async ({ replicas, worker, database, name }: Group): Promise<Reading> => {
    const { rows } = await database.query<{ pid: number; datname: string; application_name: string }>(
      `select pid, datname, application_name from pg_stat_activity where backend_type = 'client backend'`,
    );
    const roles = new Map<number, string>([...childrenOf(postmaster), postmaster].map((pid) => [pid, 'background']));
    // Those of other groups and of the meter are nobody's.
    for (const row of rows) roles.set(row.pid, row.datname === name ? `for ${row.application_name}` : 'others');
    for (const { pid } of replicas) roles.set(pid, 'replica');
    roles.set(redis.pid, 'redis');
    return readingOf(roles.set(worker.pid, 'worker'));
  };
  const countsOf = async ({ replicas }: Group): Promise<Pick<Used, 'statements' | 'lookups'>> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a replica answers
    const said = (await Promise.all(replicas.map(async (one) => one.ask({})))) as Pick<
      Used,
      'statements' | 'lookups'
    >[];
    const sumOf = (of: 'statements' | 'lookups'): number => said.reduce((sum, one) => sum + one[of], 0);
    return { statements: sumOf('statements'), lookups: sumOf('lookups') };
  };

  /** Bytes and transactions of the whole server. Reading them writes nothing. */
  const writtenBy = async ({ database }: Group): Promise<Pick<Used, 'wal' | 'commits'>> => {
    const { rows } = await database.query<{ wal: string; commits: string }>(
      `select pg_current_wal_insert_lsn() - '0/0' as wal, pg_snapshot_xmax(pg_current_snapshot())::text as commits`,
    );
    return { wal: Number(rows[0]!.wal), commits: Number(rows[0]!.commits) };
  };

  return {
    groups,
    withRedis,
    over: async (group, work) => {
      const counts = await countsOf(group);
      const wrote = await writtenBy(group);
      const before = await read(group);
      const began = performance.now();
      await work();
      const took = performance.now() - began;
      const used = usedBetween(before, await read(group));
      const written = await writtenBy(group);
      const after = await countsOf(group);
      const of = (role: string): Processor => used.get(role) ?? { used: 0, waited: 0 };
      return {
        replica: of('replica').used / group.replicas.length,
        worker: of('worker').used,
        forReplicas: of('for replica').used,
        forWorker: of('for worker').used,
        background: of('background').used,
        statements: after.statements - counts.statements,
        lookups: after.lookups - counts.lookups,
        contention: of('replica').waited / of('replica').used,
        redis: of('redis').used,
        wal: written.wal - wrote.wal,
        commits: written.commits - wrote.commits,
        lock: took * 1000,
      };
    },
    close: async () => {
      for (const { replicas, worker, caller, database } of [...groups, ...withRedis]) {
        for (const one of [...replicas, worker, caller]) await one.stop();
        await database.end();
      }
      await redis.stop();
      await store.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Processes that a process started and that run. */
export const childrenOf = (parent: number): readonly number[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === parent)
    .map(Number);

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[1]);
  } catch {
    return undefined; // it has ended
  }
}
