// @ts-check
/** Paths and tool runner of the scripts. Plain Node, no dependencies. */

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository, or the folder of `--root`: tests run the scripts on temporary repositories. */
export const ROOT = resolve(flag('--root') ?? dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Value after a flag of the command line.
 *
 * @param {string} name
 * @returns {string | undefined}
 */
export function flag(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** @param {string} path @returns {any} */
export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Folders with a lock file of their own, which `npm ci` of the workspace leaves out. */
const APART = ['.ci/checks', '.ci/browser', '.ci/peers'];
/** Age of a lock in ms after which its installation counts as dead. */
const DEAD = 600_000;

/** Time of the last change; 0 when the file does not exist. @param {string} path */
export const changedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

/** Record of what npm installed in a folder. @param {string} folder */
const recordOf = (folder) => join(ROOT, folder, 'node_modules', '.package-lock.json');

/** Whether a folder with a lock file of its own is installed as that says. @param {string} folder */
export const isInstalled = (folder) =>
  changedAt(recordOf(folder)) >= changedAt(join(ROOT, folder, 'package-lock.json'));

/**
 * Installs a folder with a lock file of its own, unless it is installed. Processes that need the same folder wait for one.
 *
 * @param {string} folder
 * @returns {string} its path
 */
export function installed(folder) {
  const home = join(ROOT, folder);
  const mark = join(home, '.installing');
  while (!isInstalled(folder)) {
    try {
      mkdirSync(mark);
    } catch {
      if (Date.now() - changedAt(mark) > DEAD) rmSync(mark, { recursive: true, force: true });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      continue;
    }
    try {
      const [command, args] = npmCommand(['ci', '--prefix', home, '--include=dev']);
      const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: home, encoding: 'utf8' });
      if (status !== 0) throw new Error(`npm could not install ${folder}:\n${error?.message ?? stdout + stderr}`);
      utimesSync(recordOf(folder), new Date(), new Date());
    } finally {
      rmSync(mark, { recursive: true });
    }
  }
  return home;
}

/**
 * Makes libraries of `.ci/peers` visible to modules below `.results`, where examples of documents are compiled and run.
 *
 * @param {readonly string[]} names
 */
export function showPeers(names) {
  const from = join(installed('.ci/peers'), 'node_modules');
  const to = join(ROOT, '.results', 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const name of names) {
    rmSync(join(to, name), { force: true });
    symlinkSync(join(from, name), join(to, name), 'junction');
  }
}

/**
 * The script behind a tool's name, to be run by this very Node: `.bin` links are shell scripts on some systems. A tool of a
 * folder with a lock file of its own is installed on first use.
 *
 * @param {string} name of the package, and of its command unless `command` says otherwise
 * @param {string} [command]
 */
export function tool(name, command = name) {
  const folder = APART.find((place) => {
    const manifest = join(ROOT, place, 'package.json');
    return existsSync(manifest) && Object.hasOwn(readJson(manifest).dependencies, name);
  });
  const home = join(folder === undefined ? ROOT : installed(folder), 'node_modules', name);
  const { bin } = readJson(join(home, 'package.json'));
  return join(home, typeof bin === 'string' ? bin : bin[command]);
}

/**
 * Runs a program and collects its output, which is shown only on failure.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [environment] added to this process's
 * @param {string} [folder] that it runs in
 * @returns {Promise<{ code: number, output: string }>} `code` 127 when there is no such program
 */
export function run(command, args, environment = {}, folder = ROOT) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...environment } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => done({ code: 127, output: `${command}: ${error.message}` }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

/**
 * Command that runs npm as the parent process knows it, else the one on the path.
 *
 * @param {readonly string[]} args
 * @returns {[string, readonly string[]]}
 */
function npmCommand(args) {
  const script = process.env.npm_execpath;
  return script !== undefined && /npm-cli\.[cm]?js$/.test(script)
    ? [process.execPath, [script, ...args]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];
}

/** Runs npm. @param {readonly string[]} args */
export const npm = (args) => run(...npmCommand(args));
