/**
 * Writes the state that a version leaves: `node --conditions=source --import tsx test/upgrades/write.ts COMMIT NAME`. The code of
 * the commit runs from its sources, over the libraries that are installed, on a database of its own; callers use it; then the
 * database is dumped, and every text of SQL that it sent is kept. Needs Debian's PostgreSQL 15, for `pg_dump`.
 */

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { debianBinaries, startOwnServer } from '../../packages/store/test/test-support.ts';
import { ROOT } from '../workspace.ts';
import { barFiles } from './bars.ts';
import { writeTree } from './tree.ts';
import { useHost, type Used } from './use.ts';

const [commit = 'HEAD', name = commit] = process.argv.slice(2);
if (debianBinaries === undefined) throw new Error('expected the package postgresql-15, which is not installed');

const folder = mkdtempSync(join(tmpdir(), 'barograph-upgrade-'));
const statements = join(folder, 'statements.json');
const state = join(folder, 'state');
const args = ['--conditions=source', '--import', 'tsx', 'packages/host/src/main.ts'];

/** Starts a host from the sources of a tree, which records its statements. */
function started(tree: string, environment: NodeJS.ProcessEnv): ChildProcess {
  const recorder = join(ROOT, 'test/upgrades/record-statements.mjs');
  const flags = ['--port', '0', '--data', barFiles(join(folder, 'bars')), '--webhooks-private'];
  const env = { ...environment, STATEMENTS: statements };
  return spawn(process.execPath, ['--import', recorder, ...args, ...flags], { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'] }); // prettier-ignore
}

/** Address of a host, once its cold start has ended. */
async function ready(host: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    for (const stream of [host.stdout!, host.stderr!]) {
      stream.setEncoding('utf8').on('data', (more: string) => {
        text += more;
        const base = / on (http:\/\/\S+:\d+)/.exec(text)?.[1];
        if (base !== undefined && text.includes('cold start finished')) resolve(base);
      });
    }
    host.once('exit', (code) => reject(new Error(`the host ended with ${code}: ${text}`)));
  });
}

/** Runs the commit on a database, and uses it. */
async function used(databaseUrl: string): Promise<Used> {
  const tree = join(folder, 'tree');
  writeTree(commit, tree);
  const environment = { ...process.env, DATABASE_URL: databaseUrl, BAROGRAPH_DATA_DIR: state };
  const host = started(tree, environment);
  try {
    const url = await ready(host);
    const printed = execFileSync(process.execPath, [...args, 'key', 'create', '--tier', 'pro_plus'], { cwd: tree, env: environment, encoding: 'utf8' }); // prettier-ignore
    const key = /bg_\S+/.exec(printed)?.[0];
    if (key === undefined) throw new Error(`expected a key, got ${printed}`);
    return await useHost(url, key);
  } finally {
    host.kill('SIGTERM');
    if (host.exitCode === null) await once(host, 'exit');
  }
}

/** The database as SQL. Lines for psql alone are left out: a client runs the rest. */
function dumped(databaseUrl: string): string {
  const flags = ['--inserts', '--no-owner', '--no-privileges'];
  const dump = execFileSync('/usr/lib/postgresql/15/bin/pg_dump', [...flags, databaseUrl], { maxBuffer: 2 ** 30, encoding: 'utf8' }); // prettier-ignore
  return dump.replaceAll(/^\\(?:un)?restrict .*$/gm, '');
}

mkdirSync(state);
const server = await startOwnServer(debianBinaries);
try {
  const databaseUrl = await server.emptyDatabase();
  const facts = await used(databaseUrl);
  const out = join(ROOT, 'fixtures/upgrades', name);
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'database.sql.gz'), gzipSync(dumped(databaseUrl), { level: 9 }));
  // None of its migrations runs again.
  const texts = (JSON.parse(readFileSync(statements, 'utf8')) as readonly string[]).filter((text) =>
    /^\s*(?:select|insert|update|delete|with)\b/i.test(text),
  ); // oxlint-disable-line typescript/no-unsafe-type-assertion -- written by the recorder // prettier-ignore
  writeFileSync(join(out, 'statements.json.gz'), gzipSync(JSON.stringify(texts), { level: 9 }));
  writeFileSync(join(out, 'used.json'), `${JSON.stringify({ commit, ...facts }, undefined, 2)}\n`);
  for (const file of readdirSync(state, { withFileTypes: true })) {
    if (file.isFile()) copyFileSync(join(state, file.name), join(out, file.name));
  }
  process.stdout.write(`Written: fixtures/upgrades/${name}\n`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
