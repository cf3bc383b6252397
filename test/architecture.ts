/** Layout rules as functions, so that tests can apply them to violating sources. */

import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { codeOf, importsOf } from './source-text.ts';

export interface Source {
  /** From the root, with forward slashes: `packages/core/src/ring.ts`. */
  readonly path: string;
  readonly text: string;
}

/** Packages that a manifest lets its sources and its tests import. */
export interface Declared {
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
}

/** Import direction: each package with the workspace packages that it may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  kernels: ['core'],
  // text rows in WebAssembly, loaded by the reading and writing chunk
  files: ['core', 'kernels'],
  indicators: ['core'],
  simulator: ['core'],
  volatility: ['core'],
  nowcast: ['core', 'indicators', 'volatility'],
  cycle: ['core', 'indicators', 'volatility'],
  stress: ['core', 'indicators', 'volatility'],
  positioning: ['core'],
  risk: ['core', 'nowcast', 'positioning'],
  catalogue: ['core'],
  plot: ['core'],
  lab: [
    'core',
    'files',
    'indicators',
    'simulator',
    'volatility',
    'nowcast',
    'cycle',
    'stress',
    'positioning',
    'risk',
    'plot',
  ],
  contract: ['core', 'indicators', 'volatility', 'nowcast', 'cycle', 'stress', 'positioning', 'risk', 'catalogue'],
  client: [],
  mcp: ['files', 'contract', 'client', 'barograph'],
  testkit: ['core', 'simulator'],
  sources: ['core', 'files', 'simulator', 'volatility', 'nowcast', 'stress', 'positioning', 'contract'],
  venue: ['core', 'files', 'simulator', 'stress', 'positioning', 'sources'],
  // shapes of stored data
  store: ['core', 'files', 'stress', 'positioning', 'contract'],
  runtime: [
    'core',
    'files',
    'kernels',
    'indicators',
    'volatility',
    'nowcast',
    'cycle',
    'stress',
    'positioning',
    'risk',
    'catalogue',
    'contract',
    'sources',
    'store',
  ],
  payments: ['core', 'contract', 'store', 'sources', 'runtime'],
  // computed in the browser and bundled into the page
  page: ['risk'],
  host: [
    'core',
    'files',
    'simulator',
    'contract',
    'kernels',
    'mcp',
    'sources',
    'venue',
    'store',
    'runtime',
    'payments',
    'page',
  ],
  barograph: [
    'core',
    'files',
    'indicators',
    'volatility',
    'nowcast',
    'cycle',
    'stress',
    'positioning',
    'risk',
    'catalogue',
    'contract',
    'kernels',
    'plot',
    // loaded on demand by commands, when installed
    'lab',
    'sources',
    'store',
  ],
};

/** Packages with side effects, by kind. All other packages are pure. */
const MAY_TOUCH: Readonly<Record<string, readonly Touch[]>> = {
  // a reading worker has a deadline
  files: ['node modules', 'timers'],
  testkit: ['node modules', 'process'],
  // the font file and the native PNG renderer
  plot: ['node modules'],
  // work folders, cards, and the Node version of a fit
  lab: ['node modules', 'process'],
  // `verify` asks a host
  barograph: ['node modules', 'process', 'clock', 'secrets', 'timers', 'network'],
  // runs in pages and services: sends requests, waits, and draws payment nonces
  client: ['network', 'timers', 'clock', 'chance', 'secrets'],
  mcp: ['node modules', 'process'],
  sources: ['node modules', 'clock', 'secrets', 'timers', 'network'],
  venue: ['node modules', 'clock', 'timers', 'network'],
  store: ['node modules', 'process', 'clock', 'secrets', 'timers'],
  runtime: ['node modules', 'process', 'clock', 'secrets', 'timers'],
  payments: ['node modules', 'secrets', 'timers'],
  // the build folder
  page: ['node modules'],
  host: ['node modules', 'process', 'clock', 'secrets', 'timers', 'network'],
};

type Touch = 'node modules' | 'process' | 'clock' | 'chance' | 'secrets' | 'console' | 'timers' | 'network';

/** Code patterns of each kind of access. `new Date(time)` is no clock; `new Date()` is. */
const TOUCHES: readonly (readonly [Touch, RegExp])[] = [
  ['clock', /\bDate\.now\b|\bnew Date(?:\(\s*\)|\b(?!\())|(?<!new )\bDate\(|\bperformance\.|\bhrtime\b/],
  ['chance', /\bMath\.random\b/],
  ['secrets', /\b(?:randomUUID|getRandomValues|randomBytes|randomInt)\b/],
  ['process', /\bprocess\b(?!\s*[:(])/],
  ['console', /\bconsole\./],
  ['timers', /\b(?:setTimeout|setInterval|setImmediate)\(/],
  ['network', /\bfetch\(|\bWebSocket\b|\bXMLHttpRequest\b/],
];

const BUILTIN = new Set(builtinModules);
const LONGEST_FILE = 400;
/** Types generated from the operation table of the contract, with wire names; a test compares them. */
const GENERATED = 'packages/client/src/generated/';
/** Catalogue entries: each is read separately, and a group stays in one file. */
const ENTRIES = /^packages\/catalogue\/src\/(?:indicators|strategies|references)\//;
/** The only index that re-exports packages instead of names; the compiler rejects duplicates. */
const UMBRELLA = 'packages/barograph/src/index.ts';

const packageOf = (path: string): string => path.split('/')[1]!;
export const isTest = (path: string): boolean => /\.test(?:-d)?\.ts$|^packages\/[^/]+\/test\//.test(path);

/** Package name of a bare specifier: `@owner/name/sub` → `@owner/name`. */
function moduleOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Folder of one of our packages by its published name, or undefined for others. */
function ours(module: string): string | undefined {
  return module === 'barograph' ? 'barograph' : module.match(/^@barograph\/(.+)$/)?.[1];
}

/** Test helpers for every package: separately installed libraries, and model comparison. */
const FOR_ALL = new Set(['test/apart.ts', 'test/machines/machine.ts']);

/** Additional packages that tests of a package may import, as counterparts. */
const TRIED_WITH: Readonly<Record<string, readonly string[]>> = {
  barograph: ['venue'],
  sources: ['store', 'venue'],
  store: ['sources'],
  venue: ['store'],
};

/** Whether an import is allowed: sources reach their own package; tests also reach allowed and counterpart packages. */
function isReachable(path: string, target: string): boolean {
  const home = packageOf(path);
  if (!isTest(path)) return target.startsWith(`packages/${home}/src/`);
  if (FOR_ALL.has(target) || target.startsWith(`packages/${home}/`)) return true;
  const others = [...(MAY_IMPORT[home] ?? []), ...(TRIED_WITH[home] ?? [])];
  return /^packages\/[^/]+\/(?:src|test)\//.test(target) && others.includes(packageOf(target));
}

function importProblem(source: Source, specifier: string, declared: Declared): string | undefined {
  const home = packageOf(source.path);
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(source.path), specifier);
    if (!isReachable(source.path, target)) return `"${specifier}" leaves the package`;
    return /\.(?:ts|json)$/.test(specifier) ? undefined : `"${specifier}" lacks its ending .ts`;
  }
  const module = moduleOf(specifier);
  if (specifier.startsWith('node:')) {
    const allowed = isTest(source.path) || (MAY_TOUCH[home] ?? []).includes('node modules');
    return allowed ? undefined : `"${specifier}" in a pure package`;
  }
  if (BUILTIN.has(module)) return `"${specifier}" lacks its node: prefix`;
  const inTests = isTest(source.path) ? declared.devDependencies : [];
  if (![...declared.dependencies, ...inTests].includes(module)) return `"${specifier}" is not declared`;
  const target = ours(module);
  if (target === undefined || isTest(source.path)) return undefined;
  return (MAY_IMPORT[home] ?? []).includes(target) ? undefined : `"${specifier}" is against the direction of imports`;
}

function touchProblems(source: Source, code: string): readonly string[] {
  const home = packageOf(source.path);
  // Tests may read the environment, which selects long versions, but use neither clock nor chance.
  const allowed = new Set([...(MAY_TOUCH[home] ?? []), ...(isTest(source.path) ? ['process'] : [])]);
  return TOUCHES.filter(([touch, pattern]) => !allowed.has(touch) && pattern.test(code)).map(
    ([touch, pattern]) => `${touch}: ${code.match(pattern)![0].trim()}`,
  );
}

function nameProblems(source: Source, code: string): readonly string[] {
  const problems: string[] = [];
  const name = posix.basename(source.path);
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*\.ts$/.test(name)) problems.push(`"${name}" is not kebab-case`);
  if (/\bexport\s+default\b/.test(code)) problems.push('a default export');
  if (name === 'index.ts' && source.path !== UMBRELLA && /\bexport\s+\*/.test(code))
    problems.push('export * in an index');
  if (/\bas\s+(?:Brand\b|EpochMs\b|Fraction\b|Percent\b)/.test(code) && source.path !== 'packages/core/src/units.ts') {
    problems.push('a cast to a unit outside units.ts');
  }
  // tsup.config.ts marks both as pure so that bundles drop unused constants: a bare call would be dropped too.
  if (!isTest(source.path) && /(?:[;{})]|\belse)\s*(?:Object\.freeze|deepFreeze)\(/.test(code)) {
    problems.push('a bare freeze, which the build leaves out: take its answer');
  }
  const wire = packageOf(source.path) === 'contract' || isTest(source.path);
  // Names after a dot or in braces may belong to a library; only declarations are checked.
  const snake = wire ? null : code.match(/\b(?:const|let|var|function|readonly)\s+([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/);
  if (snake !== null) problems.push(`snake_case outside the contract: ${snake[1]}`);
  const lines = source.text.split('\n').length;
  // index files are lists of names, and nobody reads generated files
  const isWritten = name !== 'index.ts' && !source.path.startsWith(GENERATED) && !ENTRIES.test(source.path);
  if (lines > LONGEST_FILE && !isTest(source.path) && isWritten)
    problems.push(`${lines} lines, more than ${LONGEST_FILE}`);
  return problems;
}

/** Maximum number of long functions in the service packages together. Lower it with each split. */
export const LONG_FUNCTIONS = { packages: ['host', 'runtime', 'sources'], most: 3 } as const;

/** Counts functions over 80 lines by their linter directives. */
export function longFunctions({ text }: Pick<Source, 'text'>): number {
  return text.match(/oxlint-disable(?:-next-line)?\b[^\n]*\bmax-lines-per-function\b/g)?.length ?? 0;
}

/** A function may be long, or a rule disabled, only with a stated reason. */
function reasonProblems(source: Source): readonly string[] {
  const directives = source.text.match(/\/[/*]\s*(?:oxlint|eslint)-disable\b.*/g) ?? [];
  return directives.filter((line) => !/ -- \S/.test(line)).map((line) => `no reason beside "${line.trim()}"`);
}

/** Arguments of a call whose opening bracket precedes `start`, in code without comments and literals. */
function argumentsAt(code: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < code.length; end++) {
    if (code[end] === '(') depth++;
    else if (code[end] === ')') depth--;
  }
  return code.slice(start, end);
}

/** A property that returns early counts the case as passed; `fc.pre` draws another case instead. */
export function propertyProblems({ path, text }: Source): readonly string[] {
  const code = codeOf(text);
  return [...code.matchAll(/\bfc\s*\.\s*(?:property|asyncProperty)\s*(?:<[^(]*>)?\(/g)]
    .flatMap(({ index, 0: call }) =>
      [...argumentsAt(code, index + call.length).matchAll(/\breturn\s*(?:(?:undefined|true)\s*)?[;}]/g)].map(
        (found) => index + call.length + found.index,
      ),
    )
    .map((at) => `${path}:${code.slice(0, at).split('\n').length}: an early return in a property`);
}

/** All violations of a source file, each with the path. */
export function violations(source: Source, declared: Declared): readonly string[] {
  const code = codeOf(source.text);
  const imports = importsOf(source.text).map((specifier) => importProblem(source, specifier, declared));
  return [...imports, ...touchProblems(source, code), ...nameProblems(source, code), ...reasonProblems(source)]
    .filter((problem) => problem !== undefined)
    .map((problem) => `${source.path}: ${problem}`)
    .concat(propertyProblems(source));
}

/** Packages missing in the import table. */
export function unplaced(folders: readonly string[]): readonly string[] {
  return folders.filter((folder) => MAY_IMPORT[folder] === undefined);
}
