// @ts-check
/**
 * Makes the working tree ready: installs when `node_modules` is missing or older than the lock file, and builds the
 * packages whose sources are newer than what was built. Silent when there is nothing to do.
 *
 * A start needs the dependencies alone; development packages are added for those who ask for them, and stay.
 *
 * `node .ci/prepare.mjs [--plan] [--no-install] [--dev] [--payments]`: `--plan` only says what it would do, one line each;
 * `--no-install` leaves `node_modules` as it is; `--dev` adds development packages, `--payments` the libraries of payments.
 */

import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changedAt, installed, isInstalled, npm, readJson, ROOT, run, tool } from './tools.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');
const PACKAGES = join(ROOT, 'packages');
/**
 * Folders that a package is built from besides its own: pages of concepts go into the index of the wiki, and the types and
 * routes of the client come from the contract; the page computes the risk of a book.
 */
const INPUTS = {
  catalogue: join(ROOT, 'docs', 'wiki', 'concepts'),
  client: join(PACKAGES, 'contract', 'src'),
  page: join(PACKAGES, 'risk', 'src'),
};
/** Files of a package that write a part of what is built. */
const BUILDERS = [
  'build-page.ts',
  'build-wiki.ts',
  'build-generated.ts',
  ...['generate.ts', 'generate-python.ts', 'python-arguments.ts', 'python-columns.ts'].map((file) => `test/${file}`),
];
/** A change in one of these changes every package's output. */
const BUILD_CONFIG = ['tsup.config.ts', 'tsconfig.base.json', 'tsconfig.test.json'].map((file) => join(ROOT, file));
const OLDEST_NODE = [20, 20];

/**
 * Says on standard error what is done, and how long it took: these are the long parts of a first start.
 *
 * @param {string} title
 * @param {() => Promise<void>} work
 */
async function timed(title, work) {
  const began = performance.now();
  process.stderr.write(`${title} …\n`);
  await work();
  process.stderr.write(`  done in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
}

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
const isStale = () => changedAt(INSTALLED) < changedAt(LOCK) || !existsSync(INSTALLED);

/** Installed packages by npm's own record. @returns {Record<string, { dev?: boolean }>} */
const packagesThere = () => (existsSync(INSTALLED) ? (readJson(INSTALLED).packages ?? {}) : {});

/** Whether a development package is missing. */
function lacksDev() {
  const there = packagesThere();
  const names = Object.keys(readJson(join(ROOT, 'package.json')).devDependencies ?? {});
  return names.some((name) => there[`node_modules/${name}`] === undefined);
}

/** What has to be installed. @param {boolean} dev whether development packages are needed */
const needsInstall = (dev) => isStale() || (dev && lacksDev());

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

/**
 * Packages that are named only as optional peers are left out of a start by `--legacy-peer-deps`: else npm installs the
 * compiler, which tsup and cosmiconfig name, with whatever is omitted.
 */
const START = ['--omit=dev', '--legacy-peer-deps'];

/** @param {boolean} dev whether development packages are needed */
async function install(dev) {
  // Installed development packages stay.
  const keepsDev = dev || Object.values(packagesThere()).some((entry) => entry.dev === true);
  // `npm ci` removes what is there first; what only lacks packages gets them by the same lock file.
  const command = isStale() ? [existsSync(LOCK) ? 'ci' : 'install'] : ['install', '--no-save'];
  const { code, output } = await npm([...command, ...(keepsDev ? ['--include=dev'] : START)]);
  if (code !== 0) throw new Error(`npm could not install:\n${output}`);
  // npm writes both files within milliseconds in either order, so set which one is newer.
  if (existsSync(INSTALLED)) utimesSync(INSTALLED, new Date(), new Date());
}

/**
 * tsup loads a compiler for declarations, which this build does not make; where none is installed it finds an empty module.
 */
const ABSENT = fileURLToPath(new URL('absent', import.meta.url));

/** @param {readonly string[]} names */
async function build(names) {
  const environment = { BAROGRAPH_BUILD: names.join(','), NODE_PATH: ABSENT };
  const { code, output } = await run(process.execPath, [tool('tsup')], environment);
  if (code !== 0) throw new Error(`the build failed:\n${output}`);
}

/** Installs the libraries of payments, unless they are installed. */
export async function preparePayments() {
  if (!isInstalled('payments'))
    await timed('Installing the libraries of payments', async () => void installed('payments'));
}

/**
 * Installs and builds what is needed.
 *
 * @param {{ build?: boolean, install?: boolean, dev?: boolean }} [options] `build: false` installs only, `install: false`
 *   builds only, `dev: true` installs development packages too
 * @returns {Promise<string[]>} what was done, one line each
 */
export async function prepare(options = {}) {
  const { dev = false } = options;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Error(`Barograph needs Node ${OLDEST_NODE.join('.')} or later; this is ${process.versions.node}.`);
  }
  const done = [];
  if (options.install !== false && needsInstall(dev)) {
    await timed('Installing dependencies', () => install(dev));
    done.push('installed');
  }
  const names = options.build === false ? [] : packagesToBuild();
  if (names.length > 0) {
    await timed(`Building ${names.join(', ')}`, () => build(names));
    done.push(`built ${names.join(', ')}`);
  }
  return done;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dev = process.argv.includes('--dev');
  if (process.argv.includes('--plan')) {
    if (needsInstall(dev)) process.stdout.write('install\n');
    for (const name of packagesToBuild()) process.stdout.write(`build ${name}\n`);
  } else {
    try {
      await prepare({ install: !process.argv.includes('--no-install'), dev });
      if (process.argv.includes('--payments')) await preparePayments();
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
}
