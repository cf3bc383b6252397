// @ts-check
/** What the chain's scripts share: where things are, and how a tool is run and heard. Plain Node, no dependencies. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, or the one named by `--root`: tests run the scripts on repositories of their own. */
export const ROOT = resolve(flag('--root') ?? dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * The value behind a flag of the command line.
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

/**
 * The script behind a tool's name, to be run by this very Node: `.bin` links are shell scripts on some systems.
 *
 * @param {string} name of the package, and of its command unless `command` says otherwise
 * @param {string} [command]
 */
export function tool(name, command = name) {
  const home = join(ROOT, 'node_modules', name);
  const { bin } = readJson(join(home, 'package.json'));
  return join(home, typeof bin === 'string' ? bin : bin[command]);
}

/**
 * Runs a program and keeps what it says, so that only failures need be shown.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [environment] added to this process's
 * @returns {Promise<{ code: number, output: string }>} `code` 127 when there is no such program
 */
export function run(command, args, environment = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...environment } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => done({ code: 127, output: `${command}: ${error.message}` }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}

/** npm as the parent process knows it, else the one on the path. @param {readonly string[]} args */
export function npm(args) {
  const script = process.env.npm_execpath;
  return script !== undefined && /npm-cli\.[cm]?js$/.test(script)
    ? run(process.execPath, [script, ...args])
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
}
