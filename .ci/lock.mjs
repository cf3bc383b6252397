// @ts-check
/**
 * Finds lock file problems that `npm install` accepts: an optional platform package missing from the lock (a fresh `npm ci`
 * then fails on that platform), a changed manifest, and packages that require a different Node version.
 *
 * `node .ci/lock.mjs` prints one line per problem and fails when there is one.
 */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, readJson, ROOT } from './tools.mjs';

/** Packages that require a later Node version but work on ours, each with the reason. */
const RUNS_ANYWAY = new Map([
  ['cookie', 'fastify uses parse and serialize, plain string code; the host tests pass on Node 20.20'],
]);

/** Whether a package installed at `place` would find `name`: in its own folder, in one further up, or at the root. */
function resolves(packages, place, name) {
  for (
    let folder = place;
    folder !== '';
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  ) {
    if (packages[`${folder}/node_modules/${name}`] !== undefined) return true;
  }
  return packages[`node_modules/${name}`] !== undefined;
}

/** @returns {Promise<string[]>} one line per problem */
export async function lockProblems() {
  const { packages } = readJson(join(ROOT, 'package-lock.json'));
  const problems = [];
  for (const [place, entry] of Object.entries(packages)) {
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!resolves(packages, place, name)) problems.push(`${place} names ${name}, which the lock does not have`);
    }
  }
  // npm itself compares the lock with the manifests and the engines with this Node; nothing is installed.
  const { code, output } = await npm(['ci', '--dry-run', '--offline', '--ignore-scripts', '--include=dev']);
  if (code !== 0) problems.push(`npm ci would fail:\n${output}`);
  for (const [, name, range] of output.matchAll(
    /EBADENGINE\s+package: '(.+)@[^@]+',\s+npm warn EBADENGINE\s+required: (.*),/g,
  )) {
    if (!RUNS_ANYWAY.has(name)) problems.push(`${name} asks for ${range}; this is Node ${process.versions.node}`);
  }
  return problems;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = await lockProblems();
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
