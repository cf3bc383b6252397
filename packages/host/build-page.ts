/** Builds the page: its files as they are, beside the libraries that it uses, from `node_modules`. No bundler. */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a library, and what a browser without a bundler needs changed in it. */
interface Vendored {
  readonly library: string;
  readonly file: string;
  readonly to: string;
  readonly change?: (text: string) => string;
}

const VENDORED: readonly Vendored[] = [
  { library: 'preact', file: 'dist/preact.mjs', to: 'preact.mjs' },
  {
    library: 'preact',
    file: 'hooks/dist/hooks.mjs',
    to: 'preact-hooks.mjs',
    // A bare name needs an import map, and the policy of the page blocks inline ones.
    change: (text) => text.replace(/from\s*(["'])preact\1/g, 'from"./preact.mjs"'),
  },
  { library: 'htm', file: 'dist/htm.mjs', to: 'htm.mjs' },
  {
    library: 'uplot',
    file: 'dist/uPlot.iife.min.js',
    to: 'uplot.mjs',
    change: (text) => `${text}\nexport { uPlot };\n`,
  },
  { library: 'uplot', file: 'dist/uPlot.min.css', to: 'uplot.css' },
  {
    library: 'lightweight-charts',
    file: 'dist/lightweight-charts.standalone.production.mjs',
    to: 'lightweight-charts.mjs',
  },
];

/** The sheets of `css`, in the order of their names, as one. */
const STYLE = 'barograph.css';

/** Maps of sources are not shipped: a browser with open tools would ask for them in vain. */
const SOURCE_MAP = /\n?\/\/# sourceMappingURL=.*/g;

function licenceOf(folder: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- manifests of pinned packages
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, string>>;
  const { name, version, license, homepage } = manifest;
  const file = join(folder, 'LICENSE');
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'Its package holds no text of the licence.';
  return `${name} ${version} (${license})${homepage === undefined ? '' : `\n${homepage}`}\n\n${text}\n`;
}

/**
 * Writes the page to a folder, anew.
 *
 * @param from folder with `index.html`, `js` and `css`
 * @param modules `node_modules`, with the versions that the lock file pins
 */
export function buildPage(from: string, to: string, modules: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
  const sheets = readdirSync(join(from, 'css')).sort();
  for (const sheet of sheets) rmSync(join(to, 'css', sheet));
  writeFileSync(
    join(to, 'css', STYLE),
    sheets.map((sheet) => readFileSync(join(from, 'css', sheet), 'utf8')).join('\n'),
  );
  mkdirSync(join(to, 'vendor'), { recursive: true });
  for (const { library, file, to: name, change } of VENDORED) {
    const text = readFileSync(join(modules, library, file), 'utf8').replaceAll(SOURCE_MAP, '');
    writeFileSync(join(to, 'vendor', name), change === undefined ? text : change(text));
  }
  // The standalone build of lightweight-charts holds fancy-canvas too.
  const libraries = [...new Set(VENDORED.map(({ library }) => library)), 'fancy-canvas'];
  const licences = libraries.map((library) => licenceOf(join(modules, library)));
  writeFileSync(join(to, 'vendor', 'licences.txt'), licences.join(`\n${'-'.repeat(72)}\n\n`));
}
