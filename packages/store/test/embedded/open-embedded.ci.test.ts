import { spawn, type ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NewEvent } from '../../src/events.ts';
import { createStore, openStore, type Store } from '../../src/open-store.ts';
import { built } from '../built.ts';
import { prepareCluster } from '../template.ts';
import { QUIET, temporaryFolder, valueOf } from '../test-support.ts';
import { asAccount, serverAccount } from '../../src/embedded/account.ts';
import { embeddedBinaries } from '../../src/embedded/binaries.ts';
import { launch } from '../../src/embedded/launch.ts';
import { openEmbedded } from '../../src/embedded/open-embedded.ts';
import { findPostmaster, type Postmaster } from '../../src/embedded/postmaster.ts';

/** Long versions kill two hundred times. */
const ROUNDS = process.env['BAROGRAPH_FULL'] === '1' ? 100 : 2;

let dataDir: string;
let opened: Store[] = [];
beforeEach(async () => {
  dataDir = await temporaryFolder();
});
afterEach(async () => {
  await Promise.all(opened.map(async (store) => store.close()));
  opened = [];
  await rm(dataDir, { recursive: true });
});

it.skipIf(process.getuid?.() !== 0)('opens below a folder that root keeps to itself (needs root)', async () => {
  const hidden = join(dataDir, 'hidden');
  await mkdir(hidden, { mode: 0o700 });
  const store = valueOf(await openStore({ dataDir: join(hidden, 'state'), log: QUIET }));
  expect((await store.pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await store.close();
});

const cluster = (): string => join(dataDir, 'postgres');
const event = (n: number): NewEvent => ({
  ts: n,
  recvTs: n,
  type: 't',
  venue: null,
  symbol: null,
  usd: n,
  payload: { n },
});
/** The server of the cluster; one that starts has no file yet. */
const running = async (): Promise<Postmaster> =>
  vi.waitFor(async () => (await findPostmaster(cluster())) ?? Promise.reject(new Error('no server runs')));

async function open(): Promise<Store> {
  const store = valueOf(await openStore({ dataDir, log: QUIET }));
  opened.push(store);
  return store;
}

async function close(store: Store): Promise<void> {
  opened = opened.filter((other) => other !== store);
  await store.close();
}

/** True when every user may enter a folder and those above it. */
function isOpenToAll(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (dirname(folder) === folder || isOpenToAll(dirname(folder)));
}

/** A host of its own that appends events and says each id that was acknowledged. */
function spawnWriter(account: { readonly uid?: number } = {}): {
  readonly child: ChildProcess;
  readonly acknowledged: number[];
  readonly output: () => string;
} {
  const host = pathToFileURL(built('packages/store/dist/index.js')).href;
  const code = `
    const { createLog, openStore } = await import(${JSON.stringify(host)});
    const opened = await openStore({ dataDir: ${JSON.stringify(dataDir)}, log: createLog('silent') });
    if (!opened.ok) throw new Error(opened.error);
    for (let n = 0; ; n++) {
      const [id] = await opened.value.events.append([{ ts: n, recvTs: n, type: 't', venue: null, symbol: null, usd: n, payload: { n } }]);
      process.stdout.write(id + '\\n');
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], account);
  const acknowledged: number[] = [];
  let errors = '';
  let rest = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop()!;
    acknowledged.push(...lines.map(Number));
  });
  return { child, acknowledged, output: () => errors };
}

/** Every id from 1 to the last, each once: what an undamaged log holds. */
async function checkWhole(store: Store, acknowledged: readonly number[]): Promise<number> {
  const stored = (await store.events.since(0, 1_000_000)).map(({ id }) => id);
  expect(stored).toEqual(Array.from(stored, (_, i) => i + 1));
  expect((await store.events.bounds()).lastId).toBe(stored.length);
  expect(acknowledged.filter((id) => id > stored.length)).toEqual([]);
  return stored.length;
}

describe('the embedded engine', () => {
  it('starts from nothing, keeps what it was given, and stops its server when it closes', async () => {
    const store = await open();
    expect(store.kind).toBe('embedded');
    expect(store.url).toMatch(/^postgresql:\/\/barograph@127\.0\.0\.1:\d+\/barograph$/);
    await store.events.append([event(1)]);
    const { pid } = await running();
    await close(store);
    expect(await findPostmaster(cluster())).toBeUndefined();
    // Its file goes before the process does.
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/));
    const again = await open();
    expect(await again.events.append([event(2)])).toEqual([2]);
  });

  it('listens on the loopback alone, asks for its password, and writes to the disk', async () => {
    const store = await open();
    const settings = async (name: string): Promise<unknown> =>
      (await store.pool.query<{ value: string }>(`select current_setting('${name}') as value`)).rows[0]!.value;
    expect(await settings('listen_addresses')).toBe('127.0.0.1');
    expect(await settings('unix_socket_directories')).toBe('');
    expect([await settings('fsync'), await settings('synchronous_commit'), await settings('full_page_writes')]).toEqual(
      ['on', 'on', 'on'],
    );
    expect((await stat(join(cluster(), 'barograph.password'))).mode & 0o777).toBe(0o600);
    expect((await stat(cluster())).mode & 0o777).toBe(0o700);
    const wrong = store.url.replace('barograph@', 'barograph:guess@');
    const refused = await openStore({ dataDir, databaseUrl: wrong, log: QUIET });
    expect(refused.ok ? 'opened' : refused.error).toMatch(/password authentication failed/);
  });

  it('refuses a second host on the same folder, and leaves the first alone', async () => {
    const store = await open();
    const second = await openStore({ dataDir, log: QUIET });
    expect(second.ok ? 'opened' : second.error).toMatch(/^another host is using .*postgres; set DATABASE_URL/);
    expect(await store.events.append([event(1)])).toEqual([1]);
  });

  it('of two hosts that start at once on nothing, one gets the folder', async () => {
    const answers = await Promise.all([openStore({ dataDir, log: QUIET }), openStore({ dataDir, log: QUIET })]);
    opened.push(...answers.flatMap((answer) => (answer.ok ? [answer.value] : [])));
    expect(opened.length).toBe(1);
    expect(answers.map((answer) => (answer.ok ? '' : answer.error)).join('')).toMatch(/^another host is using/);
    expect(await opened[0]!.events.append([event(1)])).toEqual([1]);
  });

  // An ordinary user cannot run a clone that only root may enter.
  const canBecomeUser = process.getuid?.() === 0 && isOpenToAll(import.meta.dirname);
  it.skipIf(!canBecomeUser)('runs as an ordinary user, too (needs root and a clone that all may enter)', async () => {
    const nobody = 65_534;
    await chown(dataDir, nobody, nobody);
    const { child, acknowledged, output } = spawnWriter({ uid: nobody });
    await vi.waitFor(() => expect(acknowledged.length, output()).toBeGreaterThan(0));
    child.kill('SIGKILL');
    expect((await stat(cluster())).uid).toBe(nobody);
    await checkWhole(await open(), []);
  });
});

/** Nothing of how a cluster is made matters to these. */
describe('the embedded engine', () => {
  beforeEach(async () => prepareCluster(dataDir));

  it('adopts the server that a killed host left behind, with every acknowledged event', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { child, acknowledged, output } = spawnWriter();
      await vi.waitFor(() => expect(acknowledged.length, output()).toBeGreaterThan(20));
      const { pid } = await running();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      const engine = valueOf(await openEmbedded(dataDir, QUIET));
      const store = createStore(engine, QUIET);
      opened.push(store);
      expect(engine.server()).toMatchObject({ pid, adopted: true });
      await checkWhole(store, acknowledged);
      // The next round's host starts its own server, or adopts: closing stops what was adopted, too.
      await close(store);
      expect(await findPostmaster(cluster())).toBeUndefined();
    }
  });

  it('when its server is killed during writes it starts it again; no acknowledged event is lost, ids go on', async () => {
    const store = await open();
    const acknowledged: number[] = [];
    const done = new AbortController();
    const writer = async (n: number): Promise<void> => {
      // A write that fails may have happened or not: what was acknowledged must have.
      while (!done.signal.aborted) {
        await store.events.append([event(n)]).then(
          (ids) => acknowledged.push(...ids),
          async () => wait(20),
        );
      }
    };
    const writers = [1, 2, 3, 4].map(writer);
    for (let round = 0; round < ROUNDS; round++) {
      const before = acknowledged.length;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), {
        interval: 5,
      });
      const { pid } = await running();
      process.kill(pid, 'SIGKILL');
      const after = acknowledged.length;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(after + 20));
      expect((await running()).pid).not.toBe(pid);
    }
    done.abort();
    await Promise.all(writers);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    // The last acknowledgements can come from processes of the killed server, before the new one accepts connections.
    await vi.waitFor(async () => store.events.bounds());
    const count = await checkWhole(store, acknowledged);
    await close(store);
    expect(await checkWhole(await open(), acknowledged)).toBe(count);
  });

  it('a follower goes on after its server was killed, without a gap', async () => {
    const store = await open();
    await store.events.append([event(1)]);
    const seen: number[] = [];
    const abort = new AbortController();
    const following = (async () => {
      for await (const { id } of store.tail(0, { pollMs: 100, signal: abort.signal })) seen.push(id);
    })();
    await vi.waitFor(() => expect(seen).toEqual([1]));
    process.kill((await running()).pid, 'SIGKILL');
    await vi.waitFor(async () => store.events.append([event(2), event(3)]));
    await vi.waitFor(() => expect(seen).toEqual([1, 2, 3]));
    abort.abort();
    await following;
  });

  it('the job worker goes on after its server was killed, also between a job and its last word', async () => {
    const store = await open();
    const done: unknown[] = [];
    const worker = await store.jobs.startWorker({
      job: async (payload) => {
        done.push(payload);
        if (payload !== 1) return;
        process.kill((await running()).pid, 'SIGKILL');
        await vi.waitFor(async () => expect(store.usage.today('k', 0)).rejects.toThrow(/./));
      },
    });
    await store.jobs.add('job', 1);
    await vi.waitFor(() => expect(done).toEqual([1]));
    await vi.waitFor(async () => store.jobs.add('job', 2));
    await vi.waitFor(() => expect(done).toEqual([1, 2]));
    await worker.stop();
    await worker.stop();
  });

  it('a lock file of a dead process is left to the server, which starts', async () => {
    await close(await open());
    const stale = ['999999999', cluster(), '1', '5432', '', '127.0.0.1', '', 'ready', ''].join('\n');
    await writeFile(join(cluster(), 'postmaster.pid'), stale);
    expect(await (await open()).events.append([event(1)])).toEqual([1]);
  });

  it('a process that has the number of a dead server is not taken for it, and not touched', async () => {
    await close(await open());
    const bystander = spawn('sleep', ['60']);
    const lines = [String(bystander.pid), cluster(), '1', '5432', '', '127.0.0.1', '', 'ready', ''].join('\n');
    await writeFile(join(cluster(), 'postmaster.pid'), lines);
    expect(await findPostmaster(cluster())).toBeUndefined();
    // As root the server runs as another user and sees that this is none of its own; without, it must refuse.
    if (process.getuid?.() === 0) expect(await (await open()).events.append([event(1)])).toEqual([1]);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
    bystander.kill();
  });

  it('a running server that does not answer is stopped and started again', async () => {
    await close(await open());
    const binaries = valueOf(await embeddedBinaries());
    const flags = [
      '-D',
      cluster(),
      '-p',
      '54329',
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${cluster()}`,
    ];
    const user = await serverAccount(cluster());
    const command = valueOf(await asAccount(user, cluster(), binaries.postgres, flags));
    const silent = spawn(command.file, [...command.flags], { ...command.account, env: { LC_ALL: 'C' } });
    await vi.waitFor(async () => expect((await findPostmaster(cluster()))?.pid).toBe(silent.pid));
    const launched = valueOf(await launch({ cluster: cluster(), binaries, log: QUIET, patienceMs: 300 }));
    expect([launched.adopted, launched.pid === silent.pid]).toEqual([false, false]);
    expect(silent.exitCode).toBe(0);
    await launched.stop();
  });
});

describe('the embedded engine', () => {
  it('says in one line what keeps it from starting', async () => {
    await mkdir(cluster());
    await writeFile(join(cluster(), 'something'), '');
    const occupied = await openStore({ dataDir, log: QUIET });
    expect(occupied.ok ? 'opened' : occupied.error).toMatch(
      /^cannot make the embedded database in .*(?:ENOTEMPTY|EEXIST)/,
    );
    await rm(cluster(), { recursive: true });
    await close(await open());
    await writeFile(join(cluster(), 'PG_VERSION'), '14\n');
    const older = await openStore({ dataDir, log: QUIET });
    expect(older.ok ? 'opened' : older.error).toMatch(
      /^cannot start the embedded database in .*FATAL: +database files are incompatible/,
    );
    await rm(join(cluster(), 'barograph.password'));
    const secretless = await openStore({ dataDir, log: QUIET });
    expect(secretless.ok ? 'opened' : secretless.error).toMatch(
      /^cannot read the embedded database's password: ENOENT/,
    );
    expect(await readFile(join(cluster(), 'PG_VERSION'), 'utf8')).toBe('14\n');
  });
});
