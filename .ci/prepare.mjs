// @ts-check
/**
 * Makes the working tree ready: installs when `node_modules` is missing or older than the lock file, and builds the
 * packages whose sources are newer than what was built. Silent when there is nothing to do.
 *
 * `node .ci/prepare.mjs [--plan] [--no-install]`: `--plan` only says what it would do, one line each; `--no-install`
 * leaves `node_modules` as it is.
 */

import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, ROOT, run, tool } from './tools.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');
const PACKAGES = join(ROOT, 'packages');
/**
 * Folders that a package is built from besides its own: pages of concepts go into the index of the wiki, and the types and
 * routes of the client come from the contract.
 */
const INPUTS = { catalogue: join(ROOT, 'docs', 'wiki', 'concepts'), client: join(PACKAGES, 'contract', 'src') };
/** Files of a package that write a part of what is built. */
const BUILDERS = ['build-page.ts', 'build-wiki.ts', 'build-generated.ts', 'test/generate.ts'];
/** A change in one of these changes every package's output. */
const BUILD_CONFIG = ['tsup.config.ts', 'tsconfig.base.json', 'tsconfig.test.json'].map((file) => join(ROOT, file));
const OLDEST_NODE = [20, 20];

/**
 * Says on standard error what is done, and how long it took: these are the long parts of a first start.
 *
 * @param {string} title
 * @param {() => Promise<void>} work
 */
async function told(title, work) {
  const began = performance.now();
  process.stderr.write(`${title} …\n`);
  await work();
  process.stderr.write(`  done in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

/** Time of the last change, 0 when there is no such file. @param {string} path */
const changedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0);

/** A test is not built. @param {string} name */
const isTest = (name) => /\.test(?:-d)?\.ts$/.test(name);

/**
 * Time of the last change of a source anywhere below; a removed file shows in its folder's time.
 * @param {string} folder
 */
function newestBelow(folder) {
  let newest = changedAt(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (isTest(entry.name)) continue;
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestBelow(path) : changedAt(path));
  }
  return newest;
}

/** Whether `node_modules` is missing or older than the lock file. */
function needsInstall() {
  return !existsSync(INSTALLED) || changedAt(INSTALLED) < changedAt(LOCK);
}

/** Names of the packages whose sources or build config are newer than their `dist/index.js`. */
export function packagesToBuild() {
  const config = Math.max(...BUILD_CONFIG.map(changedAt));
  return readdirSync(PACKAGES).filter((name) => {
    const source = join(PACKAGES, name, 'src');
    if (!existsSync(source)) return false;
    const folders = [source, join(PACKAGES, name, 'page'), ...(name in INPUTS ? [INPUTS[name]] : [])];
    const builders = BUILDERS.map((file) => join(PACKAGES, name, file));
    const newest = Math.max(config, ...folders.filter(existsSync).map(newestBelow), ...builders.map(changedAt));
    return changedAt(join(PACKAGES, name, 'dist', 'index.js')) < newest;
  });
}

async function install() {
  const { code, output } = await npm([existsSync(LOCK) ? 'ci' : 'install', '--include=dev']);
  if (code !== 0) throw new Error(`npm could not install:\n${output}`);
  // npm writes both files within milliseconds, in either order: say which one is the younger.
  if (existsSync(INSTALLED)) utimesSync(INSTALLED, new Date(), new Date());
}

/** @param {readonly string[]} names */
async function build(names) {
  const { code, output } = await run(process.execPath, [tool('tsup')], { BAROGRAPH_BUILD: names.join(',') });
  if (code !== 0) throw new Error(`the build failed:\n${output}`);
}

/**
 * Installs and builds what is needed.
 *
 * @param {{ build?: boolean, install?: boolean }} [options] `build: false` installs only, `install: false` builds only
 * @returns {Promise<string[]>} what was done, one line each
 */
export async function prepare(options = {}) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Error(`Barograph needs Node ${OLDEST_NODE.join('.')} or later; this is ${process.versions.node}.`);
  }
  const done = [];
  if (options.install !== false && needsInstall()) {
    await told('Installing dependencies', install);
    done.push('installed');
  }
  const names = options.build === false ? [] : packagesToBuild();
  if (names.length > 0) {
    await told(`Building ${names.join(', ')}`, () => build(names));
    done.push(`built ${names.join(', ')}`);
  }
  return done;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--plan')) {
    if (needsInstall()) process.stdout.write('install\n');
    for (const name of packagesToBuild()) process.stdout.write(`build ${name}\n`);
  } else {
    await prepare({ install: !process.argv.includes('--no-install') }).catch((error) => {
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    });
  }
}
