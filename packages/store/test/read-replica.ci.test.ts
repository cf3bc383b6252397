/** A streaming replica: it answers reads of the past as the primary does, whatever its lag, and only while the lag is small. */

import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient } from '../src/connection.ts';
import { giveTo, serverAccount } from '../src/embedded/account.ts';
import { launch, type Server } from '../src/embedded/launch.ts';
import type { Store } from '../src/open-store.ts';
import {
  archivesWithReplica,
  historyWithReplica,
  ledgerWithReplica,
  takerMinutesWithReplica,
} from '../src/past-reads.ts';
import { createReadReplica, READ_REPLICA_V1 } from '../src/read-replica.ts';
import { createSnapshotHistory } from '../src/snapshot-history.ts';
import { createArchives, type NewArchiveFile } from '../src/archives.ts';
import { LEDGER_ROWS } from '../src/ledger.ts';
import { TAKER_MINUTES } from '../src/taker-minutes.ts';
import { forecast } from './cases/ledger.cases.ts';
import { DAY_MS, MIDNIGHT } from './cases/store-case.ts';
import { debianBinaries, QUIET, startOwnServer, temporaryFolder, valueOf, type TestServer } from './test-support.ts';

const SOON = { timeout: 20_000, interval: 20 };
const FILE = { type: 'klines', date: '2026-11-01', exchange: 'perpdex', symbol: 'BTC' };

describe.skipIf(debianBinaries === undefined)('a read replica (needs the package postgresql-15)', () => {
  let primary: TestServer;
  let replica: Server;
  let folder = '';
  let store: Store;
  let url = '';
  beforeAll(async () => {
    primary = await startOwnServer(debianBinaries);
    const primaryUrl = await primary.database();
    folder = await temporaryFolder();
    const cluster = join(folder, 'replica');
    const account = await serverAccount(cluster);
    await giveTo(account, folder);
    const flags = ['--no-sync', '-c', 'fast', '-R', '-D', cluster, '-d', primaryUrl];
    await promisify(execFile)('/usr/lib/postgresql/15/bin/pg_basebackup', flags, account);
    replica = valueOf(await launch({ cluster, binaries: debianBinaries!, log: QUIET }));
    url = replica.url(new URL(primaryUrl).pathname.slice(1));
    store = await primary.open(primaryUrl);
  });
  afterAll(async () => {
    await primary.closeStores();
    await replica.stop();
    await primary.stop();
    await rm(folder, { recursive: true });
  });

  /** The replica by a clock that the test moves. */
  function onReplica() {
    let now = 0;
    const read = createReadReplica(url, store.pool, QUIET, () => now);
    return { read, pass: (ms: number) => void (now += ms) };
  }
  const snapshot = (n: number) => ({
    name: 'signum',
    knownAt: n,
    asOf: n,
    version: 'signum/1',
    head: `{"n":${n}}`,
    records: ['1'],
  });
  const textsAt = async (n: number, history = store.snapshotHistory) => {
    const line = await store.snapshotHistory.lineAt('t', 'signum', ['signum/1'], n);
    return history.texts('t', line!.hash);
  };
  const add = async (file: string): Promise<void> => {
    const row: NewArchiveFile = { ...FILE, file, sha256: 'x', bytes: 1, rows: 1 };
    await store.archives.put('t', row, 1);
  };
  const replay = async (word: 'pause' | 'resume'): Promise<void> => {
    const client = createClient(url);
    await client.connect();
    await client.query(`select pg_wal_replay_${word}()`);
    await client.end();
  };

  it('is read while its lag is within the bound, and gives what the primary gives while it replays nothing', async () => {
    const { read, pass } = onReplica();
    expect(read.state()).toEqual({ lagMs: null, isUsed: false });
    await store.snapshotHistory.keep('t', snapshot(1));
    await add('one');
    const history = historyWithReplica(store.snapshotHistory, read);
    const archives = archivesWithReplica(store.archives, read);
    const there = async (n: number) => read.read(async (db) => textsAt(n, createSnapshotHistory(db)));
    await vi.waitFor(async () => {
      await read.look();
      expect(await there(1)).toEqual({ head: '{"n":1}', records: ['1'] });
    }, SOON);
    expect(read.state()).toEqual({ lagMs: 0, isUsed: true });

    await replay('pause');
    await store.snapshotHistory.keep('t', snapshot(2));
    await add('two');
    expect(await there(2)).toBeUndefined();
    expect(await textsAt(2, history)).toEqual({ head: '{"n":2}', records: ['1'] });
    const upTo = await store.archives.head('t');
    const filter = { timeline: 't', type: 'klines', upTo };
    expect(await archives.list(filter)).toEqual(await store.archives.list(filter));
    expect(await read.read(async (db) => createArchives(db).head('t'))).toBeLessThan(upTo);
    expect((await archives.named('t', 'two'))?.file).toBe('two');

    pass(READ_REPLICA_V1.mostLagMs);
    await read.look();
    expect(read.state()).toEqual({ lagMs: READ_REPLICA_V1.mostLagMs, isUsed: true });
    pass(1);
    await read.look();
    expect(read.state()).toEqual({ lagMs: READ_REPLICA_V1.mostLagMs + 1, isUsed: false });
    expect(await there(1)).toBeUndefined();
    expect(await textsAt(1, history)).toEqual({ head: '{"n":1}', records: ['1'] });

    await replay('resume');
    await vi.waitFor(async () => {
      await read.look();
      expect(await there(2)).toEqual({ head: '{"n":2}', records: ['1'] });
    }, SOON);
    expect(read.state()).toEqual({ lagMs: 0, isUsed: true });
    await read.close();
  });

  it('gives closed days of the ledger, sealed minutes and sums of the archive; the rest comes from the primary', async () => {
    const { read } = onReplica();
    const place = { timeline: 't', asOf: MIDNIGHT };
    const close = async (rows: number, days: number): Promise<void> => {
      const day = MIDNIGHT + (days - 1) * DAY_MS;
      const added = Array.from({ length: rows }, (_, hour) => forecast((days - 1) * 24 + hour));
      await LEDGER_ROWS.write(store.db, { origin: 'live', rows: added, day, closeBefore: day + DAY_MS }, place);
    };
    const seal = async (...opens: readonly number[]): Promise<void> => {
      await TAKER_MINUTES.write(
        store.db,
        opens.map((time) => ({ time, partial: false, coins: [] })),
        place,
      );
    };
    const ledgerRows = { origin: 'live', day: MIDNIGHT, limit: 10, asOf: Number.MAX_SAFE_INTEGER } as const;
    const [nextRows, oneDay] = [
      { ...ledgerRows, day: MIDNIGHT + DAY_MS },
      { origin: 'live', from: 0, to: MIDNIGHT } as const,
    ];
    const minutes = { after: 0, upTo: 2, most: 10 };
    const refuse = async (): Promise<never> => Promise.reject(new Error('the primary was read'));
    /** Reads of the replica; their rejection shows that the primary was asked. */
    const there = {
      ledger: ledgerWithReplica({ ...store.ledger, rows: refuse, digests: refuse }, read),
      minutes: takerMinutesWithReplica({ read: refuse }, read),
      archives: archivesWithReplica({ ...store.archives, extents: refuse }, read),
    };
    const whole = {
      ledger: ledgerWithReplica(store.ledger, read),
      minutes: takerMinutesWithReplica(store.takerMinutes, read),
      archives: archivesWithReplica(store.archives, read),
    };
    await close(3, 1);
    await seal(1, 2);
    await add('three');
    await vi.waitFor(async () => {
      await read.look();
      expect(await there.ledger.rows('t', ledgerRows)).toHaveLength(3);
      expect(await there.archives.extents('t', FILE.date)).toHaveLength(1);
    }, SOON);
    expect(await there.ledger.digests('t', oneDay)).toEqual(await store.ledger.digests('t', oneDay));
    expect(await there.minutes.read('t', minutes)).toEqual(await store.takerMinutes.read('t', minutes));
    expect(await there.minutes.read('t', { ...minutes, upTo: 9, most: 1 })).toHaveLength(1);

    await replay('pause');
    await close(2, 2);
    await seal(3);
    await add('four');
    const [later, nextDay] = [
      { ...minutes, upTo: 3 },
      { ...oneDay, to: MIDNIGHT + DAY_MS },
    ];
    await expect(there.ledger.rows('t', nextRows)).rejects.toThrow('primary');
    await expect(there.ledger.digests('t', nextDay)).rejects.toThrow('primary');
    await expect(there.minutes.read('t', later)).rejects.toThrow('primary');
    await expect(there.archives.extents('t', FILE.date)).rejects.toThrow('primary');
    expect(await whole.ledger.rows('t', nextRows)).toHaveLength(2);
    expect(await whole.ledger.digests('t', nextDay)).toHaveLength(2);
    expect(await whole.minutes.read('t', later)).toHaveLength(3);
    const extents = await whole.archives.extents('t', FILE.date);
    expect(extents).toEqual(await store.archives.extents('t', FILE.date));
    await replay('resume');
    await read.close();
  });

  it('needs no rights beyond those of a login', async () => {
    await store.pool.query('create role plain');
    const client = await store.pool.connect();
    await client.query('set role plain');
    const { rows } = await client.query('select system_identifier, pg_current_wal_lsn() from pg_control_system()');
    expect(rows).toHaveLength(1);
    client.release(true);
  });

  it('is not used when it is no replica of the database, and its failures are answered by the primary', async () => {
    const other = createReadReplica(await primary.database(), store.pool, QUIET, () => 0);
    await other.look();
    expect(other.state().isUsed).toBe(false);
    await other.close();

    const { read } = onReplica();
    await vi.waitFor(async () => {
      await read.look();
      expect(read.state().isUsed).toBe(true);
    }, SOON);
    const failing = async (): Promise<never> => Promise.reject(new Error('conflict with recovery'));
    expect(await read.read(failing)).toBeUndefined();
    expect(read.state().isUsed).toBe(false);
    await read.look();
    expect(read.state().isUsed).toBe(true);
    await read.close();
  });
});
