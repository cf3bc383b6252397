// @ts-check
/**
 * The `prepack` of every published package: refuses a package that lacks a file its manifest names. A build
 * without types looks complete until somebody imports it.
 *
 * `node prepack.mjs [folder]`: the working folder unless given, as npm runs it.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? process.cwd();
/** @typedef {string | { [condition: string]: Target }} Target */
/** @type {{ name: string, main: string, types: string, exports: Target }} */
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
/**
 * Files under every condition, such as those of a browser; sources are for the tests of the repository.
 *
 * @param {Target} target
 * @returns {string[]}
 */
const filesOf = (target) =>
  typeof target === 'string'
    ? [target]
    : Object.entries(target).flatMap(([condition, inner]) => (condition === 'source' ? [] : filesOf(inner)));
const promised = [manifest.main, manifest.types, ...filesOf(manifest.exports)];
/** The site, which the package of the page ships without exporting it. */
const SITE = 'dist/docs/index.html.br';
if (manifest.name === '@barograph/page' && !existsSync(join(folder, SITE))) {
  process.stderr.write(`${manifest.name}: expected ${SITE} in the package, got none; run \`npm run docs\` first\n`);
  process.exitCode = 1;
}
const missing = [...new Set(promised)].filter((file) => file === undefined || !existsSync(join(folder, file)));
if (missing.length > 0) {
  process.stderr.write(
    `${manifest.name}: expected ${missing.join(', ')} in the package, got none; run \`npm run build\` first\n`,
  );
  process.exitCode = 1;
}
