/** A run of the tests that is killed leaves no process and no folder behind (`.ci/watchdog.mjs`). */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { startTestServer } from '../packages/store/test/test-support.ts';
import { ROOT } from './workspace.ts';

/** A run, as its only test sees it. */
interface Run {
  readonly pids: Readonly<Record<'tests' | 'worker' | 'database' | 'child', number>>;
  readonly folder: string;
}

/** Set in the run that is killed: the file that it writes. */
const REPORT = process.env['BAROGRAPH_HANGS'];

/** Starts a database and a process, says so, and never ends. */
async function hang(report: string): Promise<void> {
  await startTestServer();
  const child = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  const folder = tmpdir();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const lock = files.find((path) => path.endsWith('postgres/postmaster.pid'));
  const database = Number(readFileSync(join(folder, lock!), 'utf8').split('\n')[0]);
  const pids = { tests: process.ppid, worker: process.pid, database, child: child.pid! };
  writeFileSync(`${report}.new`, JSON.stringify({ pids, folder } satisfies Run));
  renameSync(`${report}.new`, report);
  await new Promise(() => undefined);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts a run and waits for its processes. @returns them, and the process that was started. */
async function started(command: string, args: readonly string[]): Promise<{ readonly run: Run; readonly pid: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-killed-'));
  const report = join(folder, 'run.json');
  const environment = { ...process.env, BAROGRAPH_HANGS: report };
  const vitest = [...args, 'run', 'test/watchdog.ci.test.ts', '--project', 'repository'];
  const { pid } = spawn(command, vitest, { cwd: ROOT, env: environment, stdio: 'ignore' });
  await vi.waitFor(() => expect(existsSync(report)).toBe(true));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `hang` wrote
  const run = JSON.parse(readFileSync(report, 'utf8')) as Run;
  rmSync(folder, { recursive: true });
  return { run, pid: pid! };
}

// oxlint-disable vitest/no-conditional-tests, vitest/expect-expect -- the run that is killed is one of this file
if (REPORT === undefined) {
  describe('a run that is killed', () => {
    it.each([
      ['itself', process.execPath, ['node_modules/vitest/vitest.mjs']],
      ['with the npm that started it alone', 'npx', ['vitest']],
    ])('%s leaves no process and no folder behind', async (_, command, args) => {
      const { run, pid } = await started(command, args);
      expect(Object.values(run.pids).map(isAlive)).toEqual([true, true, true, true]);
      expect(existsSync(run.folder)).toBe(true);
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => {
        expect(Object.entries(run.pids).filter(([, pid]) => isAlive(pid))).toEqual([]);
        expect(existsSync(run.folder)).toBe(false);
      });
    });
  });
} else {
  it('hangs', async () => hang(REPORT));
}
