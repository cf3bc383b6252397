/** `key`: an owner hosting on Postgres gets access and keeps control of every key. */

import { DAY_MS } from '@barograph/core';
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONFIG_FIELDS } from '../../src/config-fields.ts';
import { run } from '../../src/run.ts';
import { openStore } from '../../../store/src/open-store.ts';
import { ask, replica } from '../accounts/test-support.ts';
import { createSystemClock, createManualClock } from '../../../sources/src/clock.ts';
import { QUIET, startTestServer, temporaryFolder, valueOf, type TestServer } from '../../../store/test/test-support.ts';

let server: TestServer;
let folder = '';
let url = '';
beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startTestServer();
  url = await server.database();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

interface Ran {
  readonly code: number;
  readonly lines: readonly string[];
  readonly complaints: readonly string[];
}

async function words(argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const lines: string[] = [];
  const complaints: string[] = [];
  const code = await run({
    argv,
    env: { BAROGRAPH_LOG_LEVEL: 'silent', ...env },
    print: (text) => lines.push(...text.split('\n')),
    complain: (text) => complaints.push(text),
    onSignal: () => {},
  });
  return { code, lines, complaints };
}
const onServer = async (...argv: readonly string[]): Promise<Ran> => words(argv, { DATABASE_URL: url });

describe('[12.13] the word key', () => {
  it('makes keys of a tier for some days, which a replica takes at once', async () => {
    const made = await onServer('key', 'create', '--tier', 'pro_plus', '--days', '30', '--count', '3');
    expect([made.code, made.complaints]).toEqual([0, []]);
    expect(made.lines).toHaveLength(3);
    const wall = createSystemClock();
    const host = replica(await server.open(url), createManualClock(wall.now()));
    for (const key of made.lines) {
      const { status, body } = await ask(host, 'GET /auth/keys/me', { key });
      expect(status).toBe(200);
      expect(body).toMatchObject({ tier: 'pro_plus', email: null });
      const left = Number(body['tier_expires_at']) - wall.now();
      expect([left > 30 * DAY_MS - 60_000, left <= 30 * DAY_MS]).toEqual([true, true]);
    }
    const [forever] = (await onServer('key', 'create', '--tier=pro', '--email', 'owner@example.org')).lines;
    expect((await ask(host, 'GET /auth/keys/me', { key: forever! })).body).toMatchObject({
      tier: 'pro',
      tier_expires_at: null,
      email: 'owner@example.org',
    });
    await host.server.close();
  });

  it('lists what is live, and ends a key by its text, its prefix or its id', async () => {
    const made = (await onServer('key', 'create', '--tier', 'free', '--count', '3')).lines;
    const listed = await onServer('key', 'list');
    const [heading, ...rows] = listed.lines.map((line) => line.split('\t'));
    expect(heading).toEqual(['id', 'prefix', 'tier', 'tier_expires_at', 'email', 'created_at', 'state']);
    const idOf = (key: string): string => rows.find(([, prefix]) => prefix === key.slice(0, 12))![0]!;
    for (const key of made) expect(listed.lines.join()).not.toContain(key.slice(12));
    for (const name of [made[0]!, made[1]!.slice(0, 12), idOf(made[2]!)]) {
      expect(await onServer('key', 'revoke', name)).toMatchObject({ code: 0, complaints: [] });
      expect(await onServer('key', 'revoke', name)).toMatchObject({ code: 2, lines: [] });
    }
    const live = (await onServer('key', 'list')).lines.map((line) => line.split('\t')[1]);
    for (const key of made) expect(live).not.toContain(key.slice(0, 12));
    const all = (await onServer('key', 'list', '--all')).lines.filter((line) => line.includes('\trevoked 20'));
    expect(all).toHaveLength(3);
  });

  it('works beside the embedded host that has the folder, and alone when no host runs', async () => {
    const dataDir = join(folder, 'state');
    const own = async (...argv: readonly string[]): Promise<Ran> => words([...argv, '--data-dir', dataDir]);
    expect((await own('key', 'list')).complaints).toEqual([
      `dataDir: expected a folder with a database, got ${dataDir}`,
    ]);
    const [first] = (await own('key', 'create', '--tier', 'pro')).lines;
    const store = valueOf(await openStore({ dataDir, log: QUIET }));
    const [second] = (await own('key', 'create', '--tier', 'pro')).lines;
    const { lines } = await own('key', 'list');
    expect(lines.map((line) => line.split('\t')[1])).toEqual(['prefix', first!.slice(0, 12), second!.slice(0, 12)]);
    expect((await store.pool.query('select 1 from keys')).rowCount).toBe(2);
    await store.close();
  });

  it.each([
    [['key'], 'key: expected create, list or revoke, got ""'],
    [['key', 'mint'], 'key: expected create, list or revoke, got "mint"'],
    [['key', 'create'], 'tier: expected one of free, pro, pro_plus, got "" (--tier)'],
    [['key', 'create', '--tier', 'gold'], 'tier: expected one of free, pro, pro_plus, got "gold" (--tier)'],
    [['key', 'create', '--tier', 'pro', '--days', '0'], 'days: expected an integer within 1…36500, got "0" (--days)'],
    [
      ['key', 'create', '--tier', 'pro', '--count', '1e3'],
      'count: expected an integer within 1…1000, got "1e3" (--count)',
    ],
    [['key', 'create', '--tier'], 'tier: expected a value after --tier'],
    [['key', 'create', '--tier', 'pro', 'more'], 'key create: expected no further word, got "more"'],
    [['key', 'revoke'], 'key revoke: expected a key, a prefix or an id'],
    [['key', 'list', '--prot', '1'], 'unknown flag --prot (did you mean --port?); --help lists them'],
    [['key', 'create', '--teir', 'pro'], 'unknown flag --teir (did you mean --tier?); --help lists them'],
  ])('%j is refused in one line with exit code 2', async (argv, line) => {
    expect(await words(argv)).toEqual({ code: 2, lines: [], complaints: [line] });
  });
});

describe('[12.13] --help', () => {
  it('names every environment variable and every word', async () => {
    const { code, lines } = await words(['key', '--help']);
    const text = lines.join('\n');
    expect(code).toBe(0);
    for (const { env } of Object.values(CONFIG_FIELDS)) expect(text).toContain(`Environment: ${env}.`);
    expect(text).toContain('BAROGRAPH_CONFIG');
    for (const word of ['export DIR', 'import DIR', 'key create --tier', 'key list', 'key revoke']) {
      expect(text).toContain(`\n  ${word}`);
    }
  });
});
