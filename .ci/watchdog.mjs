// @ts-check
/**
 * One temporary folder for everything that a run of the tests writes, and a process that outlives the run: when the tests or
 * the npm that started them are gone, it ends every process that still uses the folder, and deletes it. A run that ends by
 * itself has left no such process.
 *
 * Children carry the folder in their environment (`TMPDIR`); a database of another user works in it.
 */

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Time for a clean stop: a killed database does not free its shared memory. */
const CLEAN_MS = 2000;
const LOOK_MS = 250;

/** Processes of this machine; the text has the command, the folder and the environment, as far as they may be read. */
function processes() {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-axEww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' });
    const lines = (stdout ?? '').matchAll(/^ *(\d+) +(\d+) (.*)$/gm);
    return Array.from(lines, ([, pid, parent, text]) => ({ pid: Number(pid), parent: Number(parent), text }));
  }
  /** @param {() => string} read */
  const readable = (read) => {
    try {
      return read();
    } catch {
      return ''; // gone, or another user's
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      const [stat, command, environment] = ['stat', 'cmdline', 'environ'].map((file) =>
        readable(() => readFileSync(`/proc/${pid}/${file}`, 'utf8')),
      );
      const folder = readable(() => readlinkSync(`/proc/${pid}/cwd`));
      const parent = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
      return { pid: Number(pid), parent, text: [command, folder, environment].join('\0') };
    });
}

/** This process and its ancestors up to the npm that started it; without npm, nobody. */
function startedByNpm() {
  const all = new Map(processes().map((process) => [process.pid, process]));
  const line = [];
  for (let ancestor = all.get(process.pid); ancestor !== undefined; ancestor = all.get(ancestor.parent)) {
    line.push(ancestor.pid);
    if (ancestor.text.startsWith('npm ')) return line;
  }
  return [];
}

/** Runs before the tests. */
export function setup() {
  const name = `barograph-run-${process.pid}-`;
  if (tmpdir().includes(name)) return; // another project of this run
  const folder = mkdtempSync(join(tmpdir(), name));
  chmodSync(folder, 0o711); // the database of a test that runs as root belongs to another user
  const watchdog = [fileURLToPath(import.meta.url), folder, ...startedByNpm().map(String)];
  // The pipe closes when this process ends for any reason.
  const child = spawn(process.execPath, watchdog, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  /** @type {import('node:net').Socket} */ (child.stdin).unref();
  child.unref();
  process.env['TMPDIR'] = folder;
  process.env['CLUSTER_TEMPLATES'] = folder;
}

/** @param {number} pid @param {NodeJS.Signals | 0} signal @returns whether there was such a process */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** @param {string} folder @param {number[]} line the tests, and their ancestors up to npm */
async function watch(folder, line) {
  const npm = line.pop();
  const ended = new Promise((resolve) => process.stdin.on('error', () => undefined).on('close', () => resolve(true)));
  process.stdin.resume();
  const isWaitedFor = () => npm === undefined || send(npm, 0);
  let isOver = false;
  do isOver = await Promise.race([ended, setTimeout(LOOK_MS, false)]);
  while (!isOver && isWaitedFor());
  // npm was killed while the tests keep running.
  if (!isOver) for (const pid of line) send(pid, 'SIGKILL');
  const killFrom = performance.now() + CLEAN_MS;
  for (;;) {
    const left = processes().filter(({ pid, text }) => pid !== process.pid && text.includes(folder));
    if (left.length === 0) break;
    for (const { pid } of left) send(pid, performance.now() < killFrom ? 'SIGTERM' : 'SIGKILL');
    await setTimeout(LOOK_MS);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = '', ...line] = process.argv.slice(2);
  await watch(folder, line.map(Number));
}
