// @ts-check
/** The tests of a package over sources in which all mutants are written, one switch each: `fast.mjs` chose and wrote them. */

import { readFileSync } from 'node:fs';
import process from 'node:process';
import { defineConfig, mergeConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import base from './vitest.config.mjs';

const { sources, include } = JSON.parse(process.env['BAROGRAPH_FAST'] ?? '{}');
const contents = JSON.parse(readFileSync(sources, 'utf8'));

const own = new Set(Object.keys(contents).map((path) => path.replace(/\.ts$/, '.test.ts')));

/** Runs the tests of a source first: they are short, and long tests skip the mutants they kill. */
class OwnFirst extends BaseSequencer {
  /** @override @param {readonly import('vitest/node').TestSpecification[]} files */
  sort(files) {
    const rank = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) => Number(!own.has(moduleId));
    return Promise.resolve([...files].sort((a, b) => rank(a) - rank(b)));
  }
}

export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        load: (id) => contents[id.split('?')[0] ?? ''],
      },
    ],
    test: {
      include,
      setupFiles: ['.ci/mutation/fast-setup.mjs'],
      runner: '.ci/mutation/fast-runner.mjs',
      pool: 'threads',
      maxWorkers: 1,
      fileParallelism: false,
      testTimeout: 20_000,
      bail: 0,
      sequence: { sequencer: OwnFirst },
    },
  }),
);
