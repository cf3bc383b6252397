/**
 * Builds the page: its modules and the libraries that it uses, from `node_modules`, as few small files: what the market
 * needs at once, and apart from it what a view or a chart loads when it is first seen. Nothing is built at run time.
 */

import { buildSync, transformSync, type Metafile } from 'esbuild';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** A file of a library, and what has to be changed in it to be a module beside those of the page. */
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

/** Indentation: means nothing to a script, nor to a template of htm, whose line breaks stay. */
const INDENTATION = /\n[ \t]+/g;

/** Place in the document for what the first view loads beside its script. */
const PRELOADS = /\n *<!-- preloads -->/;

function licenceOf(folder: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- manifests of pinned packages
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, string>>;
  const { name, version, license, homepage } = manifest;
  const file = join(folder, 'LICENSE');
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'Its package holds no text of the licence.';
  return `${name} ${version} (${license})${homepage === undefined ? '' : `\n${homepage}`}\n\n${text}\n`;
}

/** Modules of a folder as one, and those that are loaded later apart. @returns the modules that the first one imports at once. */
function bundled(folder: string): readonly string[] {
  const modules = join(folder, 'js');
  for (const name of readdirSync(modules)) {
    const path = join(modules, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(INDENTATION, '\n'));
  }
  const { metafile, outputFiles } = buildSync({
    absWorkingDir: folder,
    entryPoints: [join(modules, 'app.mjs')],
    outdir: modules,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    conditions: ['source'], // of our packages, which may not be built yet
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    pure: ['Object.freeze'],
    legalComments: 'none', // licences.txt has all of them
    metafile: true,
    write: false,
  });
  const theme = join(modules, 'theme.js');
  const { code } = transformSync(readFileSync(theme, 'utf8'), { minify: true });
  rmSync(modules, { recursive: true });
  mkdirSync(modules);
  for (const { path, contents } of outputFiles) writeFileSync(path, contents);
  writeFileSync(theme, code);
  return importedAtOnce(metafile);
}

function importedAtOnce({ outputs }: Metafile): readonly string[] {
  const app = Object.entries(outputs).find(([path]) => basename(path) === 'app.mjs');
  return (app?.[1].imports ?? []).filter(({ kind }) => kind === 'import-statement').map(({ path }) => basename(path));
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
  const vendor = join(to, 'vendor');
  mkdirSync(vendor, { recursive: true });
  for (const { library, file, to: name, change } of VENDORED) {
    const text = readFileSync(join(modules, library, file), 'utf8').replaceAll(SOURCE_MAP, '');
    writeFileSync(join(vendor, name), change === undefined ? text : change(text));
  }
  const preloads = bundled(resolve(to)).map((name) => `\n    <link rel="modulepreload" href="page/js/${name}" />`);
  const index = readFileSync(join(from, 'index.html'), 'utf8');
  writeFileSync(join(to, 'index.html'), index.replace(PRELOADS, preloads.join('')));
  const sheets = readdirSync(join(from, 'css')).sort();
  const texts = sheets.map((sheet) => readFileSync(join(from, 'css', sheet), 'utf8'));
  rmSync(join(to, 'css'), { recursive: true });
  mkdirSync(join(to, 'css'));
  const style = [readFileSync(join(vendor, 'uplot.css'), 'utf8'), ...texts].join('\n');
  writeFileSync(join(to, 'css', STYLE), transformSync(style, { loader: 'css', minify: true, charset: 'utf8' }).code);
  for (const { to: name } of VENDORED) rmSync(join(vendor, name));
  // The standalone build of lightweight-charts holds fancy-canvas too.
  const libraries = [...new Set(VENDORED.map(({ library }) => library)), 'fancy-canvas'];
  const licences = libraries.map((library) => licenceOf(join(modules, library)));
  writeFileSync(join(vendor, 'licences.txt'), licences.join(`\n${'-'.repeat(72)}\n\n`));
}
