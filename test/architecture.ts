/** The rules of the layout, as functions, so that the tests can try them on sources that break them. */

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

/** The direction of imports: each package with those of ours that it may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  kernels: ['core'],
  // rows of text in WebAssembly, which the chunk that reads and writes loads
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
  // shapes of what is kept
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
  // computed in the reader's browser, and bundled into the page
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
    // loaded by the commands that need them, when they are installed
    'lab',
    'sources',
  ],
};

/** Packages that touch the world, and with what. Everything that is not here is pure. */
const MAY_TOUCH: Readonly<Record<string, readonly Touch[]>> = {
  // a reading worker has a deadline
  files: ['node modules', 'timers'],
  testkit: ['node modules', 'process'],
  // the file of its font, and the native renderer of PNG
  plot: ['node modules'],
  // work folders, cards, and the version of Node that a fit ran on
  lab: ['node modules', 'process'],
  // `verify` asks a host
  barograph: ['node modules', 'process', 'clock', 'secrets', 'timers', 'network'],
  // a page or a service is its place: addresses are asked, waits are its own, and so is the nonce of a payment
  client: ['network', 'timers', 'clock', 'chance', 'secrets'],
  mcp: ['node modules', 'process'],
  sources: ['node modules', 'clock', 'secrets', 'timers', 'network'],
  venue: ['node modules', 'clock', 'timers', 'network'],
  store: ['node modules', 'process', 'clock', 'secrets', 'timers'],
  runtime: ['node modules', 'process', 'clock', 'secrets', 'timers'],
  payments: ['node modules', 'secrets', 'timers'],
  // the folder of what was built
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
/** Types that the operation table of the contract makes, names of the wire included; a test keeps them equal to it. */
const GENERATED = 'packages/client/src/generated/';
/** Entries of a catalogue: one is read at a time, and a group stays in one file. */
const ENTRIES = /^packages\/catalogue\/src\/(?:indicators|strategies|references)\//;
/** The one index that lists packages instead of names: a name that two of them export is a compiler error. */
const UMBRELLA = 'packages/barograph/src/index.ts';

const packageOf = (path: string): string => path.split('/')[1]!;
export const isTest = (path: string): boolean => /\.test(?:-d)?\.ts$|^packages\/[^/]+\/test\//.test(path);

/** Name of the package that a bare specifier asks for: `@scope/name/sub` → `@scope/name`. */
function moduleOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Folder of one of our packages by its published name, or undefined for others. */
function ours(module: string): string | undefined {
  return module === 'barograph' ? 'barograph' : module.match(/^@barograph\/(.+)$/)?.[1];
}

/** Loads libraries that are installed apart, and compares models with implementations, for tests of every package. */
const FOR_ALL = new Set(['test/apart.ts', 'test/machines/machine.ts']);

/** Packages that tests of a package use beside those that it may import: what it is tried against. */
const TRIED_WITH: Readonly<Record<string, readonly string[]>> = {
  barograph: ['venue'],
  sources: ['store', 'venue'],
  store: ['sources'],
  venue: ['store'],
};

/** A source reaches files of its package; a test also files of packages that it is built on or tried with. */
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
  // Tests may read the environment that switches the long versions on; a clock or chance they may not.
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
  // tsup.config.ts calls both pure, so that bundles drop constants that nobody reads: a bare call would not be built.
  if (!isTest(source.path) && /(?:[;{})]|\belse)\s*(?:Object\.freeze|deepFreeze)\(/.test(code)) {
    problems.push('a bare freeze, which the build leaves out: take its answer');
  }
  const wire = packageOf(source.path) === 'contract' || isTest(source.path);
  // A name behind a dot or in braces may be a library's; what we may not do is to declare one.
  const snake = wire ? null : code.match(/\b(?:const|let|var|function|readonly)\s+([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b/);
  if (snake !== null) problems.push(`snake_case outside the contract: ${snake[1]}`);
  const lines = source.text.split('\n').length;
  // an index is a list of names, and what is generated is read by nobody
  const isWritten = name !== 'index.ts' && !source.path.startsWith(GENERATED) && !ENTRIES.test(source.path);
  if (lines > LONGEST_FILE && !isTest(source.path) && isWritten)
    problems.push(`${lines} lines, more than ${LONGEST_FILE}`);
  return problems;
}

/** Long functions of the service: packages that are counted together, and how many there may be. Lower it with each that is split. */
export const LONG_FUNCTIONS = { packages: ['host', 'runtime', 'sources'], most: 3 } as const;

/** Functions over 80 lines: the linter passes each by its directive alone. */
export function longFunctions({ text }: Pick<Source, 'text'>): number {
  return text.match(/oxlint-disable(?:-next-line)?\b[^\n]*\bmax-lines-per-function\b/g)?.length ?? 0;
}

/** A function may be long, or a rule be off, for a reason that stands beside it. */
function reasonProblems(source: Source): readonly string[] {
  const directives = source.text.match(/\/[/*]\s*(?:oxlint|eslint)-disable\b.*/g) ?? [];
  return directives.filter((line) => !/ -- \S/.test(line)).map((line) => `no reason beside "${line.trim()}"`);
}

/** The arguments of a call whose opening bracket stands before `start`, from code without comments and literals. */
function argumentsAt(code: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < code.length; end++) {
    if (code[end] === '(') depth++;
    else if (code[end] === ')') depth--;
  }
  return code.slice(start, end);
}

/** A case that a property returns from counts as one that held; `fc.pre` has another one drawn in its place. */
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

/** Everything that is wrong with one source file, each with the file's path. */
export function violations(source: Source, declared: Declared): readonly string[] {
  const code = codeOf(source.text);
  const imports = importsOf(source.text).map((specifier) => importProblem(source, specifier, declared));
  return [...imports, ...touchProblems(source, code), ...nameProblems(source, code), ...reasonProblems(source)]
    .filter((problem) => problem !== undefined)
    .map((problem) => `${source.path}: ${problem}`)
    .concat(propertyProblems(source));
}

/** Packages that the direction of imports does not know: a new one must be given its place. */
export function unplaced(folders: readonly string[]): readonly string[] {
  return folders.filter((folder) => MAY_IMPORT[folder] === undefined);
}
