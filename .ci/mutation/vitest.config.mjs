// @ts-check
/** The tests of one folder over its mutated sources: the workspace is found in the sandbox, and not through node_modules. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const ROOT = process.cwd();
const { folder } = JSON.parse(process.env['BAROGRAPH_MUTATE'] ?? '{}');

/** Import path → source, of every entry of every package that has a source. */
const alias = readdirSync(join(ROOT, 'packages'))
  .filter((folder) => existsSync(join(ROOT, 'packages', folder, 'package.json')))
  .flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'packages', folder, 'package.json'), 'utf8'));
    return Object.entries(manifest.exports ?? {})
      .filter(([, entry]) => typeof entry !== 'string')
      .map(([path, entry]) => ({
        find: new RegExp(`^${manifest.name}${path.slice(1)}$`),
        replacement: join(ROOT, 'packages', folder, entry.source),
      }));
  });

/** Slow tests: trainings and runs over years. Every formula in them has a test of its own. */
const SLOW = [
  '**/train-nowcast.test.ts',
  '**/walk-forward*.test.ts',
  '**/train-har.test.ts',
  '**/surrogates.test.ts',
  'packages/lab/**/evidence.test.ts',
  '**/alternatives.test.ts',
  '**/fit-unanchored.test.ts',
  '**/recorded*.test.ts',
];

export default defineConfig({
  root: ROOT,
  resolve: { conditions: ['source'], alias },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: [`${folder}/*.test.ts`],
    exclude: SLOW,
    setupFiles: ['packages/testkit/src/setup.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
});
