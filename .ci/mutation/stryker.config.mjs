// @ts-check
/** Stryker over the files of one folder that `.ci/mutation.mjs` chose (`BAROGRAPH_MUTATE`, JSON). */

const { files, report } = JSON.parse(process.env['BAROGRAPH_MUTATE'] ?? '{"files":[]}');

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: '.ci/mutation/vitest.config.mjs', related: false },
  mutate: files,
  // Texts of messages and rationales are not mutated (`docs/evidence/mutation.md`).
  mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
  coverageAnalysis: 'perTest',
  // Constants computed at module load belong to no test: thresholds are tested through their readers.
  ignoreStatic: true,
  concurrency: Number(process.env['BAROGRAPH_MUTATION_WORKERS'] ?? 2),
  timeoutMS: 10_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 10,
  tempDirName: '.results/mutation/sandbox',
  ignorePatterns: [
    '/.results',
    '/docs',
    '/models',
    '/benchmarks',
    '/data',
    '/out',
    '**/dist',
    '/packages/host/src',
    '/packages/host/test',
    '/packages/page/src',
    '/.ci/*.mjs',
    '/packages/*/README.md',
  ],
  // Stryker rewrites this file with the compiler's API, which TypeScript 7 does not have; there is nothing in it to rewrite.
  tsconfigFile: 'no-tsconfig.json',
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: report },
  thresholds: { high: 90, low: 85, break: null },
  allowConsoleColors: false,
  checkers: [],
};
