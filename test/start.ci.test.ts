/**
 * Starts at the edges: a database that drops connections, is restarted, stays away or is not ours, a port that is taken
 * meanwhile. A replica that can start does; the others end with exit code 2 and one line. Nobody sees a stack.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { START_V1 } from '../packages/store/src/start-retry.ts';
import { createClient } from '../packages/store/src/connection.ts';
import { embeddedBinaries } from '../packages/store/src/embedded/binaries.ts';
import { launch } from '../packages/store/src/embedded/launch.ts';
import { DATABASE } from '../packages/store/src/embedded/open-embedded.ts';
import { prepareCluster } from '../packages/store/test/template.ts';
import {
  QUIET,
  startTestServer,
  temporaryFolder,
  valueOf,
  type TestServer,
} from '../packages/store/test/test-support.ts';
import { BUILT, NO_ACCOUNTS } from './host-process.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const IS_FULL = process.env['BAROGRAPH_FULL'] === '1';
const FLAGS = ['--from', '2024-03-01', '--speed', '0', '--log-level', 'warn', ...NO_ACCOUNTS];
/** A start on a migrated database receives about 130 packets. */
const CUTS = IS_FULL ? Array.from({ length: 35 }, (_, i) => 1 + 4 * i) : [1, 30, 110];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server.stop());

/** Proxy to a database that fails like networks and servers. */
interface Way {
  readonly url: string;
  /** Number of connections. */
  connections(): number;
  /** Lets further connections through. */
  mend(): void;
}

const opened: TcpServer[] = [];
afterEach(() => {
  for (const proxy of opened.splice(0)) proxy.close();
});

/**
 * Opens a way to a database.
 *
 * @param cutAt number of the packet from the database that cuts all connections; 0 drops them as they are made.
 * @param isBroken true: connections are dropped from the cut until the way is mended.
 * @param onCut called at the cut.
 */
async function wayTo(url: string, cutAt: number, isBroken: boolean, onCut: () => void = () => undefined): Promise<Way> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let packets = 0;
  let isDropping = cutAt === 0;
  let connections = 0;
  const proxy = createServer((client) => {
    connections++;
    client.on('error', () => undefined);
    if (isDropping) {
      client.destroy();
      return;
    }
    const database = connect(Number(port), hostname);
    open.add(client);
    database.on('error', () => undefined);
    client.on('close', () => {
      open.delete(client);
      database.destroy();
    });
    database.on('close', () => client.destroy());
    client.pipe(database);
    database.on('data', (packet) => {
      if (++packets !== cutAt) {
        client.write(packet);
        return;
      }
      isDropping = isBroken;
      for (const socket of open) socket.destroy();
      onCut();
    });
  }).listen(0, '127.0.0.1');
  opened.push(proxy);
  await once(proxy, 'listening');
  const through = new URL(url);
  through.port = String((proxy.address() as AddressInfo).port);
  return { url: through.href, connections: () => connections, mend: () => void (isDropping = false) };
}

/** A host on its way up. */
interface Starting {
  readonly child: ChildProcess;
  /** Standard error so far. */
  readonly log: () => string;
  /** Its address once it listens; rejects when it ends before. */
  readonly url: Promise<string>;
  readonly exitCode: Promise<number | null>;
}

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

function start(flags: readonly string[], environment: Readonly<Record<string, string>>): Starting {
  const args = [...BUILT.args, '--port', '0', ...FLAGS, ...flags];
  const env = { ...process.env, BAROGRAPH_FULL: undefined, ...environment };
  const child = spawn(process.execPath, args, { cwd: BUILT.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const exitCode = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  const url = new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const found = /on (http:\/\/\S+:\d+)/.exec(printed);
      if (found !== null) resolve(found[1]!);
    });
    child.once('close', (code) => reject(new Error(`the host ended with ${code}: ${log}`)));
  });
  url.catch(() => undefined);
  return { child, log: () => log, url, exitCode };
}
const startOn = (url: string, ...flags: readonly string[]): Starting => start(flags, { DATABASE_URL: url });

/** Expects a host to serve, and to end in order. */
async function expectService({ child, log, url, exitCode }: Starting): Promise<void> {
  const ready = `${await url}/ready`;
  await expect.poll(async () => (await fetch(ready)).status, { timeout: 120_000, interval: 100 }).toBe(200);
  child.kill('SIGTERM');
  expect(await exitCode).toBe(0);
  expect(log()).not.toMatch(STACK);
}

/** Expects a host that cannot start to say why in one line. */
async function expectRefusal({ log, exitCode }: Starting, line: RegExp): Promise<void> {
  expect([await exitCode, log()]).toEqual([2, expect.not.stringMatching(STACK)]);
  const lines = log()
    .trim()
    .split('\n')
    .filter((text) => !text.startsWith('{'));
  expect(lines).toEqual([expect.stringMatching(line)]);
}

/** The attempts that a log names. */
const attempts = (log: string): readonly number[] =>
  log.split('\n').flatMap((line) => {
    if (!line.includes('"start failed; retrying"')) return [];
    return (JSON.parse(line) as { readonly attempt: number }).attempt;
  });
/** A stack, of an error that nobody caught or of one in the log. */
const STACK = /\n\s+at |\\n\s+at |Node\.js v/;

describe('a database that drops connections', () => {
  it.each(CUTS)('once, at packet %i of the start, is connected to again', async (cutAt) => {
    const way = await wayTo(await server.database(), cutAt, false);
    const host = startOn(way.url);
    await expectService(host);
    expect(attempts(host.log()).length).toBeLessThanOrEqual(2);
  });

  it('once, in the middle of its first migrations, is migrated', async () => {
    const host = startOn((await wayTo(await server.emptyDatabase(), 20, false)).url);
    await expectService(host);
    expect(attempts(host.log())).toEqual([1]);
  });

  it('from the first one on is waited for, with one line for each attempt', async () => {
    const way = await wayTo(await server.database(), 0, true);
    const host = startOn(way.url);
    await vi.waitUntil(() => way.connections() >= 4, { timeout: 60_000 });
    way.mend();
    await expectService(host);
    const named = attempts(host.log());
    expect(named.length).toBeGreaterThanOrEqual(4);
    expect(named).toEqual(named.map((_, i) => i + 1));
  });

  // Forty seconds of attempts.
  it.runIf(IS_FULL)('for good is given up after all attempts: exit code 2 and one line', async () => {
    const lost = '.*(?:terminated|ECONNRESET|queryable)';
    const cases = [
      [0, new RegExp(`^barograph-host: DATABASE_URL: cannot use postgresql:\\S+: ${lost}`)],
      [60, new RegExp(`^barograph-host: database: lost at the start: ${lost}`)],
    ] as const;
    const ended = cases.map(async ([cutAt, line]) => {
      const host = startOn((await wayTo(await server.database(), cutAt, true)).url);
      await expectRefusal(host, line);
      expect(attempts(host.log())).toEqual(Array.from({ length: START_V1.attempts - 1 }, (_, i) => i + 1));
    });
    await Promise.all(ended);
  });

  it('does not keep a start from being stopped', async () => {
    const way = await wayTo(await server.database(), 0, true);
    const { child, exitCode, log } = startOn(way.url);
    await vi.waitUntil(() => way.connections() >= 3, { timeout: 60_000 });
    child.kill('SIGTERM');
    expect([await exitCode, log()]).toEqual([0, expect.not.stringMatching(STACK)]);
  });
});

describe('a database server', () => {
  it('that is restarted in the middle of a start is waited for', async () => {
    const folder = await temporaryFolder();
    await prepareCluster(folder);
    const options = { cluster: join(folder, 'postgres'), binaries: valueOf(await embeddedBinaries()), log: QUIET };
    let database = valueOf(await launch(options));
    const { port } = database;
    try {
      let restarted: Promise<void> | undefined;
      const restart = async (): Promise<void> => {
        await database.stop();
        await wait(500);
        database = valueOf(await launch({ ...options, port }));
      };
      const way = await wayTo(database.url(DATABASE), 30, false, () => {
        restarted = restart();
      });
      const host = startOn(way.url);
      await host.url;
      await restarted;
      expect(attempts(host.log()).length).toBeGreaterThan(0);
      await expectService(host);
    } finally {
      await database.stop();
      await rm(folder, { recursive: true });
    }
  });
});

describe('a start that is refused ends with exit code 2 and one line', () => {
  const onDatabase = async (url: string, ...statements: readonly string[]): Promise<void> => {
    const client = createClient(url);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };

  it('for a database with tables of another program', async () => {
    const url = await server.emptyDatabase();
    await onDatabase(url, 'create table orders (id int)');
    await expectRefusal(
      startOn(url),
      /^barograph-host: cannot migrate the database: expected .* got tables of another program \(orders\)$/,
    );
  });

  it('for a database of a newer build', async () => {
    const url = await server.database();
    await onDatabase(url, "insert into kysely_migration (name, timestamp) values ('9999-future', 'x')");
    await expectRefusal(
      startOn(url),
      /^barograph-host: cannot migrate the database: expected migrations up to .* got 9999-future of a newer build/,
    );
  });

  it('for a port that was taken while it waited for the database', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await new Promise((resolve) => taken.close(resolve));
    const way = await wayTo(await server.database(), 0, true);
    const host = startOn(way.url, '--port', String(port));
    await vi.waitUntil(() => way.connections() >= 1, { timeout: 60_000 });
    taken.listen(port, '127.0.0.1');
    await once(taken, 'listening');
    way.mend();
    await expectRefusal(host, /^barograph-host: port: cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/);
    taken.close();
  });
});
