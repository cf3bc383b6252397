/** Cost of a source, a producer and an operation: a toy of each, written by the recipes of CONTRIBUTING.md, in a copy of the repository. */

import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, posix } from 'node:path';
import { DAY_MS } from '@barograph/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../packages/store/src/connection.ts';
import { built } from '../packages/store/test/built.ts';
import { startTestServer, temporaryFolder, type TestServer } from '../packages/store/test/test-support.ts';
import { call, NO_ACCOUNTS, startHost, type HostProcess, type Reply } from './host-process.ts';
import { runCommand, type Ran } from './run-command.ts';
import { filesBelow, ROOT } from './workspace.ts';

const TOY = 'test/toy-source';

/** Folders of the toy, and the place of each in the product. */
const PLACES = {
  [`${TOY}/sources/`]: 'packages/sources/src/',
  [`${TOY}/runtime/`]: 'packages/runtime/src/producers/',
  [`${TOY}/contract/`]: 'packages/contract/src/',
};

/** Lines that the recipes add to files that were there: the line before, and what is inserted behind it. */
const EDITS: readonly (readonly [file: string, line: string, added: string])[] = [
  [
    'packages/sources/src/sources.ts',
    "import { STABLECOINS } from './stablecoins/definition.ts';",
    "import { TIDES } from './tides/definition.ts';",
  ],
  // Before the other source of its feed: the first one in the list answers.
  ['packages/sources/src/sources.ts', '  typeof SECURITY,', '  typeof TIDES,'],
  ['packages/sources/src/sources.ts', '  SECURITY,', '  TIDES,'],
  [
    'packages/runtime/src/host-producers.ts',
    "import { sentimentProducers } from './producers/sentiment/producer.ts';",
    "import { tidesProducer } from './producers/tides/producer.ts';",
  ],
  [
    'packages/runtime/src/host-producers.ts',
    '    ...marketHealthProducers(market, timeline),',
    '    tidesProducer(timeline),',
  ],
  [
    'packages/contract/src/features.ts',
    "import { technical } from './technical/index.ts';",
    "import { tides } from './tides/index.ts';",
  ],
  ['packages/contract/src/features.ts', '  technical,', '  tides,'],
  [
    'packages/contract/src/changelog.ts',
    'export const CHANGELOG: readonly ChangelogEntry[] = [',
    "  { date: API_VERSION, breaking: false, summary: 'Tides.', changes: ['Additive: tides has the stored days.'] },",
  ],
];

/** Packages to build again: those with edits, and the client, whose types come from the contract. */
const CHANGED = [...new Set(EDITS.map(([file]) => file.split('/')[1]!)), 'client'];

/** Place of a file of the toy in the product. */
function placeOf(path: string): string {
  const [folder, place] = Object.entries(PLACES).find(([from]) => path.startsWith(from)) ?? [path, path];
  return path.replace(folder, place);
}

/** Text of a file of the toy, with the relative imports of its place in the product. */
function placed(path: string): string {
  const own = dirname(placeOf(path));
  return readFileSync(join(ROOT, path), 'utf8').replaceAll(/from '(\.[^']+)'/g, (_, specifier: string) => {
    const to = posix.relative(own, placeOf(posix.join(dirname(path), specifier)));
    return `from '${to.startsWith('.') ? to : `./${to}`}'`;
  });
}

/** Names of the workspace's packages in `node_modules`: their links lead into the copy, all others out of it. */
const OURS = new Set(['@barograph', 'barograph']);

/** Copies the files of a build and a host. The built files come along, so that only changed packages are built again. */
function copyRepository(copy: string): void {
  const isCopied = (path: string): boolean => !/\/node_modules$|\.js\.map$|\.test\.ts$/.test(path);
  cpSync(join(ROOT, 'packages'), join(copy, 'packages'), {
    recursive: true,
    preserveTimestamps: true,
    filter: isCopied,
  });
  mkdirSync(join(copy, '.ci'));
  for (const path of [...filesIn(''), ...filesIn('.ci')].filter((file) => /\.(?:json|ts|mjs)$/.test(file))) {
    cpSync(join(ROOT, path), join(copy, path), { preserveTimestamps: true });
  }
  symlinkSync(join(ROOT, 'packages/barograph/node_modules'), join(copy, 'packages/barograph/node_modules'));
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    const to = join(copy, 'node_modules', name);
    if (OURS.has(name)) cpSync(join(ROOT, 'node_modules', name), to, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(ROOT, 'node_modules', name), to);
  }
}

/** Files of a folder, and of none below it. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => posix.join(folder, name));
}

/** Puts the files of the toy into their places, and edits the files that the recipes name. */
function addToy(copy: string): void {
  for (const path of filesBelow(TOY, '.ts')) {
    mkdirSync(dirname(join(copy, placeOf(path))), { recursive: true });
    writeFileSync(join(copy, placeOf(path)), placed(path));
  }
  for (const [file, line, added] of EDITS) {
    const lines = readFileSync(join(copy, file), 'utf8').split('\n');
    const found = lines.flatMap((other, i) => (other === line ? [i] : []));
    expect(found, `"${line}" in ${file}`).toHaveLength(1);
    writeFileSync(join(copy, file), lines.toSpliced(found[0]! + 1, 0, added).join('\n'));
  }
}

const DAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const at = (days: number, hours: number): number => DAY - days * DAY_MS + hours * (DAY_MS / 24);

/** Answer of the source of tides: two readings of a day, a moment to come, and a value that cannot be. */
const READINGS = [
  { time: at(2, 10), value: 40 },
  { time: at(1, 9), value: 55 },
  { time: at(1, 20), value: 60.5 },
  { time: at(-2, 0), value: 50 },
  { time: at(3, 12), value: 400 },
];

/** Days of that answer, each with its last reading. */
const DAYS = [
  { timestamp: at(2, 0), value: 40 },
  { timestamp: at(1, 0), value: 60.5 },
];

/** A source of tides. */
async function startTides(): Promise<Server> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/tides' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(READINGS));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

interface Tides {
  readonly items: readonly { readonly timestamp: number; readonly value: number }[];
  readonly as_of: number;
  readonly data_source: string;
}

describe('a toy source, its producer and its operation, in a copy of the repository', () => {
  built('packages/host/dist/main.js');
  let copy = '';
  let database = '';
  let server: TestServer;
  let tides: Server;
  let url = '';
  let compiled: Promise<Ran>;
  let host: HostProcess | undefined;
  let key: string | undefined;
  const inCopy = (...args: readonly string[]): Promise<Ran> => runCommand(process.execPath, args, { cwd: copy });
  const start = async (): Promise<void> => {
    const program = { folder: copy, args: ['packages/host/dist/main.js'] };
    host = await startHost(['--tides-url', url, ...NO_ACCOUNTS], { DATABASE_URL: database }, program);
  };
  const stop = async (): Promise<void> => {
    expect(await host!.stop()).toBe(0);
    host = undefined;
  };
  const served = async (): Promise<Tides> => {
    const ask = (): Promise<Reply> => call(`${host!.url}/api/v1/tides`, key);
    await expect.poll(async () => (await ask()).status, { interval: 100 }).toBe(200);
    return (await ask()).body as Tides;
  };

  beforeAll(async () => {
    server = await startTestServer();
    database = await server.database();
    tides = await startTides();
    url = `http://127.0.0.1:${(tides.address() as AddressInfo).port}`;
    copy = await temporaryFolder();
    copyRepository(copy);
    addToy(copy);
    const { code, stderr } = await runCommand(process.execPath, ['node_modules/.bin/tsup'], {
      cwd: copy,
      environment: { BAROGRAPH_BUILD: CHANGED.join() },
    });
    expect(code, stderr).toBe(0);
    compiled = inCopy('node_modules/typescript/bin/tsc', '-b');
  });
  afterAll(async () => {
    await host?.kill();
    tides.close();
    await compiled;
    await rm(copy, { recursive: true });
    await server.stop();
  });

  it('edits three files beside the changelog', () => {
    const edited = new Set(EDITS.map(([file]) => file));
    edited.delete('packages/contract/src/changelog.ts');
    expect([...edited], `${EDITS.length} lines`).toHaveLength(3);
  });

  it('stands in help, table of fields and config check', async () => {
    const table = "import('@barograph/host').then(({ configTable }) => process.stdout.write(configTable()))";
    const texts = await Promise.all([
      inCopy('packages/host/dist/main.js', '--help'),
      inCopy('--input-type=module', '-e', table),
      inCopy('packages/host/dist/main.js', 'config', 'check', '--port', '0', '--tides-url', url),
    ]);
    const [help, fields, check] = texts.map(({ code, stdout, stderr }) => {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout;
    });
    expect(help).toMatch(/^ {2}--tides-url URL$/m);
    expect(fields).toContain('| `tidesUrl` | `--tides-url URL` | `BAROGRAPH_TIDES_URL` | none: not asked |');
    expect(check).toContain(`  tides: ${url}`);
  });

  it('is served, and after a restart without its server from the rows that were stored', async () => {
    await start();
    const body = JSON.stringify({ email: 'tides@example.org' });
    const created = await call(`${host!.url}/api/v1/auth/keys`, undefined, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    key = (created.body as { readonly api_key: string }).api_key;
    const first = await served();
    expect(first).toMatchObject({ items: DAYS, count: 2, data_source: 'live' });
    await stop();
    tides.closeAllConnections();
    tides.close();

    // Without the snapshot, the stored rows are all that the next host can answer with.
    const client = createClient(database);
    await client.connect();
    const { rowCount } = await client.query("delete from snapshots where name like '%/tides'");
    await client.end();
    expect(rowCount).toBe(1);
    await start();
    const again = await served();
    expect(again.items).toEqual(first.items);
    expect(again.as_of).toBeGreaterThan(first.as_of);
    await stop();
  });

  it('compiles', async () => {
    const { code, stdout } = await compiled;
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  });
});
