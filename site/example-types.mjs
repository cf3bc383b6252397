// @ts-check
/**
 * Examples in doc comments, compiled: one module a package, with what {@link file://./examples.mjs} has in scope. Prints
 * what the compiler says of them, each with its example; exit code 1 then.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, examplesOf, PACKAGES } from './example-blocks.mjs';
import { showPeers } from '../.ci/tools.mjs';
import { ROOT } from './places.mjs';

const FOLDER = '.results/examples';
/** Packages whose exports the examples of each package have, its own first. @type {Readonly<Record<string, readonly string[]>>} */
const SEEN = {
  barograph: ['indicators', 'nowcast', 'files'],
  contract: ['indicators', 'volatility', 'stress', 'cycle', 'positioning', 'nowcast', 'files', 'simulator'],
  lab: ['nowcast'],
  risk: ['nowcast'],
  testkit: ['indicators'],
};

/** Names that an entry exports, types among them. @param {string} file @returns {readonly string[]} */
function namesOf(file) {
  const code = readFileSync(join(ROOT, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  const lists = [...code.matchAll(/export\s+(?:type\s+)?\{([^}]*)\}/g)].map(([, list = '']) => list.split(','));
  const own = [...code.matchAll(/^export\s+(?:async\s+)?(?:function|const|class|interface|type)\s+(\w+)/gm)];
  return [...lists.flat().flatMap((part) => part.trim().split(/\s/).at(-1) || []), ...own.map(([, type = '']) => type)];
}

/** Imports of everything that the examples of a package see. @param {string} name */
function importsOf(name) {
  /** @type {Set<string>} */
  const known = new Set();
  const entries = [name, 'core', ...(SEEN[name] ?? [])].flatMap((module) => [...entriesOf(module)]);
  return entries
    .map(([entry, { source }]) => {
      const names = namesOf(source).filter((name) => !known.has(name));
      names.forEach((name) => known.add(name));
      return `import { ${names.join(', ')} } from '${entry}';\n`;
    })
    .join('');
}

const SCOPE = `import type { Candles as ScopeCandles } from '@barograph/core';
import type { NowcastModel as ScopeModel, NowcastPoint as ScopePoint, Observations as ScopeRows } from '@barograph/nowcast';
import type { RiskPanel as ScopePanel } from '@barograph/risk';
import type { WalkForwardConfig as ScopeConfig, WalkForwardStep as ScopeStep } from '@barograph/lab';
declare const bars: ScopeCandles, hours: ScopeCandles, model: ScopeModel, point: ScopePoint;
declare const months: ScopeCandles, rows: ScopeRows, small: ScopeConfig, steps: readonly ScopeStep[];
declare const panel: ScopePanel;
`;

rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
mkdirSync(join(ROOT, FOLDER), { recursive: true });
showPeers(['apache-arrow']);
/** @type {Map<string, readonly string[]>} */
const modules = new Map();
for (const name of PACKAGES) {
  const examples = examplesOf(name);
  if (examples.length === 0) continue;
  const blocks = examples.map(({ file, lines }) => `// ${file}\nvoid (async () => {\n${lines.join('\n')}\n});\n`);
  const text = `${importsOf(name)}${SCOPE}${blocks.join('')}`;
  modules.set(name, text.split('\n'));
  writeFileSync(join(ROOT, FOLDER, `${name}.ts`), text);
}
const compilerOptions = {
  customConditions: [], // what is built: half of the time
  noUnusedLocals: false,
  noUncheckedIndexedAccess: false,
  noPropertyAccessFromIndexSignature: false,
  verbatimModuleSyntax: false,
};
const config = { extends: '../../tsconfig.test.json', compilerOptions, include: ['*.ts'] };
writeFileSync(join(ROOT, FOLDER, 'tsconfig.json'), JSON.stringify(config));
const { stdout, status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', FOLDER], {
  cwd: ROOT,
  encoding: 'utf8',
});
for (const line of stdout.split('\n')) {
  const [, name = '', row = '', message] = /\/([a-z]+)\.ts\((\d+),\d+\): (.*)$/.exec(line) ?? [];
  if (message === undefined) continue;
  const lines = modules.get(name) ?? [];
  const file = lines.slice(0, Number(row)).findLast((line) => line.startsWith('// packages/'));
  process.stdout.write(`${file?.slice(3)}: ${lines[Number(row) - 1]}: ${message}\n`);
}
process.exitCode = status ?? 1;
