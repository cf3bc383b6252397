import { defineConfig } from 'vitest/config';

declare module 'vitest' {
  interface ProvidedContext {
    /** Packages whose sources changed since they were built. */
    stalePackages: readonly string[];
  }
}

const full = process.env['BAROGRAPH_FULL'] === '1';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['.ci/stale.mjs'],
    setupFiles: ['packages/testkit/src/setup.ts'],
    testTimeout: full ? 600_000 : 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    benchmark: { include: ['benchmarks/**/*.bench.ts'] },
  },
});
