import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

declare module 'vitest' {
  interface ProvidedContext {
    /** Packages whose sources changed since they were built. */
    stalePackages: readonly string[];
  }
}

const full = process.env['BAROGRAPH_FULL'] === '1';

/**
 * A group of test files. Files that share a process import everything once per worker and not once per file, which is
 * half of the work of a host's test; they may not leave behind what another file would meet.
 */
const group = (
  name: string,
  isolate: boolean,
  include: string[],
  exclude: string[] = [],
): TestProjectInlineConfiguration => ({ extends: true, test: { name, isolate, include, exclude } });

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    globalSetup: ['.ci/stale.mjs', '.ci/templates.mjs'],
    setupFiles: ['packages/testkit/src/setup.ts'],
    testTimeout: full ? 600_000 : 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    benchmark: { include: ['benchmarks/**/*.bench.ts'] },
    projects: [
      group('whole', true, ['test/**/*.test.ts', 'packages/host/{src,test}/**/*.test.ts']),
      group('packages', false, ['packages/*/{src,test}/**/*.test.ts'], ['packages/host/**']),
    ],
  },
});
