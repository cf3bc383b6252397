import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { defineConfig, type Options } from 'tsup';
import { buildWiki } from './packages/catalogue/build-wiki.ts';
import { buildGenerated, buildPython } from './packages/client/build-generated.ts';
import { buildPage } from './packages/page/build-page.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/**
 * What a first call loads, built apart as well: the entry then shares no chunk with it, and is one file. The few functions that
 * both need stand in both; nothing that has state may.
 */
const LATER: Readonly<Record<string, RegExp>> = { files: /\/reading\.ts$/ };

/** Libraries put into a bundle, and the file that holds the licence of each, which is packed beside it. */
const LICENCES = {
  seedrandom: 'lib/alea.js',
  typebox: 'license',
  kysely: 'LICENSE',
  feedsmith: 'LICENSE',
  entities: 'LICENSE',
} as const;

/**
 * `seedrandom/lib/alea` is the only CommonJS of the engines: for one file of it Node starts its second loader, which takes 7 ms.
 * The others have hundreds of small modules, each of which is found, read and compiled by itself. They have no state that two
 * copies of them would have to share. What they freeze must stay frozen, so nothing of such a bundle is said to be pure.
 */
const INLINED: Readonly<Record<string, readonly (keyof typeof LICENCES)[]>> = {
  nowcast: ['seedrandom'],
  risk: ['seedrandom'],
  simulator: ['seedrandom'],
  contract: ['typebox'],
  sources: ['typebox', 'feedsmith', 'entities'],
  store: ['kysely'],
  runtime: ['typebox', 'kysely'],
  host: ['typebox'],
};

/** Writes the licences of what a bundle holds: each asks to go with every copy. */
function writeLicences(name: string): void {
  const texts = (INLINED[name] ?? []).map((library) => {
    const text = readFileSync(`node_modules/${library}/${LICENCES[library]}`, 'utf8');
    // Of the generator the head of the file: its package has no file of a licence.
    const own = library === 'seedrandom' ? text.slice(0, text.indexOf('(function')).replaceAll(/^\/\/ ?/gm, '') : text;
    return `${library}\n\n${own.trim()}\n`;
  });
  if (texts.length > 0) writeFileSync(`packages/${name}/dist/THIRD-PARTY-LICENCES.txt`, texts.join('\n---\n\n'));
}

/** Leaves the import of such a file as it is, by the name that it is built under. */
const laterFiles = (filter: RegExp): Plugin => ({
  name: 'later',
  setup: (build) =>
    build.onResolve({ filter }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: path.replace(/\.ts$/, '.js'), external: true } : undefined,
    ),
});

/** Writes the sources of the client that come from the contract before they are read, and those of the Python client. */
const generatedFiles: Plugin = {
  name: 'generated',
  setup: (build) =>
    build.onStart(async () => {
      await buildGenerated('packages/client/src/generated');
      await buildPython('packages/python/barograph');
    }),
};

/**
 * Packages in build order do not matter: nothing is bundled across packages, so each is transpiled alone. What several
 * entries share becomes chunks, and each chunk costs half a millisecond at import; an entry that nobody imports beside the
 * others (the command, a worker, what a browser takes) shares nothing with them: `name:entry`.
 */
const entries: Readonly<Record<string, readonly string[]>> = {
  core: ['index'],
  kernels: ['index', 'install'],
  'kernels:text': ['text'],
  files: ['index'],
  'files:reading': ['reading', 'parquet-tables'],
  'files:worker': ['read-worker'],
  indicators: ['index'],
  volatility: ['index'],
  nowcast: ['index'],
  // a chunk of both would make the main entry larger
  'nowcast:parts': ['parts'],
  risk: ['index'],
  cycle: ['index'],
  stress: ['index', 'news', 'risk', 'user'],
  positioning: ['index'],
  catalogue: ['index', 'compute', 'wiki'],
  simulator: ['index'],
  plot: ['index'],
  lab: ['index'],
  testkit: ['index'],
  contract: ['index'],
  client: ['index'],
  mcp: ['index', 'stdio'],
  // the simulator, which only a simulated host loads
  sources: ['index', 'simulated'],
  store: ['index'],
  venue: ['index'],
  runtime: ['index', 'worker', 'archive-duckdb'],
  payments: ['index'],
  page: ['index'],
  host: ['index', 'main'],
  barograph: ['index'],
  'barograph:browser': ['browser'],
  'barograph:parts': ['tables', 'wire', 'indicator'],
  'barograph:engines': [
    'engines/core',
    'engines/files',
    'engines/indicators',
    'engines/volatility',
    'engines/nowcast',
    'engines/cycle',
    'engines/positioning',
    'engines/stress',
    'engines/news',
    'engines/risk',
    'engines/catalogue',
  ],
  'barograph:command': ['cli'],
  'barograph:worker': ['jobs-worker'],
};

/** `BAROGRAPH_BUILD=core,host` builds only those: `.ci/prepare.mjs` names the packages whose sources changed. */
const only = process.env['BAROGRAPH_BUILD']?.split(',');

export default defineConfig(
  Object.entries(entries)
    .map(([group, files]) => [group.replace(/:.*/, ''), files] as const)
    .filter(([name]) => only === undefined || only.includes(name))
    .map(([name, files]) => {
      const manifest = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')) as { name: string };
      const later = LATER[name];
      const inlined = INLINED[name] ?? [];
      return {
        name: manifest.name,
        entry: files.map((file) => `packages/${name}/src/${file}.ts`),
        outDir: `packages/${name}/dist`,
        tsconfig: 'tsconfig.test.json',
        format: 'esm' as const,
        target: 'node20',
        dts: false, // TypeScript 7 has no compiler API; `tsc -b` emits the types
        clean: false, // would delete tsc's .d.ts while its build info says "up to date"
        sourcemap: true,
        splitting: true,
        silent: true,
        skipNodeModulesBundle: true,
        noExternal: inlined.map((library) => new RegExp(`^${library}(/|$)`)),
        esbuildPlugins: [
          ...(later === undefined ? [] : [laterFiles(later)]),
          ...(name === 'client' ? [generatedFiles] : []),
        ],
        // A constant that a bundle does not read may be left out of it: 0.6 kB of the nowcast were configs of other packages.
        // The price: a call of these whose answer is dropped is left out too (`test/architecture.ts` finds it).
        esbuildOptions: (options) => {
          options.outbase = `packages/${name}/src`;
          options.sourcesContent = false; // sources are packed beside the bundles
          if (!inlined.includes('typebox')) options.pure = ['Object.freeze', 'Date.UTC'];
        },
        // The command opens the shipped models where it lies itself, so that they are packed with it.
        onSuccess: async () => {
          writeLicences(name);
          if (name === 'barograph') cpSync('models', 'packages/barograph/dist/models', { recursive: true });
          if (name === 'catalogue') await buildWiki('docs/wiki/concepts', 'packages/catalogue/dist/wiki-index.json');
          if (name === 'page') buildPage('packages/page/src', 'packages/page/dist/page', 'node_modules');
        },
      };
    }),
);
