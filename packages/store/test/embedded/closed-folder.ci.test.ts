/** Root keeps a folder to itself (a clone in its home, `mktemp -d`); the server of another account works below it. */

import { execFile } from 'node:child_process';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../src/connection.ts';
import { embeddedBinaries, type Binaries } from '../../src/embedded/binaries.ts';
import { launch, type Server } from '../../src/embedded/launch.ts';
import { QUIET, temporaryFolder, valueOf } from '../test-support.ts';

describe.skipIf(process.getuid?.() !== 0)('[12.12] programs and data below a folder of mode 0700 (needs root)', () => {
  let folder = '';
  let binaries: Binaries;
  const closed = (): string => join(folder, 'closed');
  const cluster = (): string => join(closed(), 'state', 'postgres');
  beforeAll(async () => {
    folder = await temporaryFolder();
    await mkdir(closed(), { mode: 0o700 });
    const { initdb } = valueOf(await embeddedBinaries());
    await promisify(execFile)('cp', ['-a', dirname(dirname(initdb)), join(closed(), 'native')]);
    const program = (name: string): string => join(closed(), 'native', 'bin', name);
    binaries = { initdb: program('initdb'), postgres: program('postgres') };
  });
  afterAll(async () => rm(folder, { recursive: true }));

  const started = async (): Promise<Server> =>
    valueOf(await launch({ cluster: cluster(), binaries, log: QUIET, patienceMs: 5000 }));
  const sum = async (server: Server, statement: string): Promise<unknown> => {
    const client = createClient(server.url('postgres'));
    await client.connect();
    try {
      return (await client.query<{ n: number }>(statement)).rows[0]?.n;
    } finally {
      await client.end();
    }
  };

  it('the first start, a restart, and a recovery after the server was killed succeed', async () => {
    const first = await started();
    await sum(first, 'create table kept (n int)');
    await sum(first, 'insert into kept values (1)');
    await first.stop();
    const second = await started();
    await sum(second, 'insert into kept values (2)');
    process.kill(second.pid, 'SIGKILL');
    await vi.waitFor(() => expect(() => process.kill(second.pid, 0)).toThrow(/ESRCH/));
    const third = await started();
    expect(await sum(third, 'select sum(n)::int as n from kept')).toBe(3);
    await third.stop();
  });

  it('without setpriv the message names the closed folder and what to do', async () => {
    const without = { ...binaries, setpriv: join(folder, 'no-setpriv') };
    const refused = await launch({ cluster: join(folder, 'open', 'postgres'), binaries: without, log: QUIET });
    expect(refused.ok ? 'started' : refused.error).toBe(
      `cannot run ${without.initdb} as the user of the database: only root may enter ${closed()}; ` +
        'install setpriv (package util-linux), use folders that every user may enter, or set DATABASE_URL',
    );
    await chmod(closed(), 0o711);
    const server = valueOf(await launch({ cluster: cluster(), binaries: without, log: QUIET }));
    expect(await sum(server, 'select sum(n)::int as n from kept')).toBe(3);
    await server.stop();
    await chmod(closed(), 0o700);
  });

  it('a setpriv that may not grant the right is named with what it said', async () => {
    const without = { ...binaries, setpriv: '/bin/false' };
    const refused = await launch({ cluster: join(folder, 'other', 'postgres'), binaries: without, log: QUIET });
    expect(refused.ok ? 'started' : refused.error).toMatch(
      /^cannot make the embedded database in .*other\/postgres: .*\/bin\/false/,
    );
  });
});
