// @ts-check
/** The tests of the repository over sources in which mutants are written: `tiers.mjs` chose and wrote them. */

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { mergeConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import base from '../../vitest.config.ts';

const ROOT = process.cwd();
const { sources, order } = JSON.parse(process.env['BAROGRAPH_FAST'] ?? '{}');
const contents = JSON.parse(readFileSync(sources, 'utf8'));

/** Runs tests near their sources first: later tests skip the mutants they kill. */
class NearestFirst extends BaseSequencer {
  /** @override @param {readonly import('vitest/node').TestSpecification[]} files */
  sort(files) {
    const place = (/** @type {import('vitest/node').TestSpecification} */ { moduleId }) =>
      order.indexOf(relative(ROOT, moduleId));
    return Promise.resolve([...files].sort((a, b) => place(a) - place(b)));
  }
}

export default mergeConfig(base, {
  root: ROOT,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      load: (/** @type {string} */ id) => contents[id.split('?')[0] ?? ''],
    },
  ],
  test: {
    // The cache is keyed by the file and not by its mutants.
    experimental: { fsModuleCache: false },
    setupFiles: ['.ci/mutation/fast-setup.mjs'],
    runner: '.ci/mutation/file-runner.mjs',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { sequencer: NearestFirst },
  },
});
