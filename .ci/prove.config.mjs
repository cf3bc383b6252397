// @ts-check
/**
 * Applies an edit to one source while the tests load it: `prove.mjs` names the edit in `BAROGRAPH_NEGATION`. No file
 * is written, so nothing has to be restored.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';
import { negated } from './negations.mjs';
import { ROOT } from './tools.mjs';

/** @type {import('./negations.mjs').Edit | undefined} */
const negation = JSON.parse(process.env['BAROGRAPH_NEGATION'] ?? 'null') ?? undefined;
const path = negation === undefined ? undefined : join(ROOT, negation.file);

export default mergeConfig(base, {
  plugins: [
    {
      name: 'negation',
      enforce: 'pre',
      /** @param {string} id */
      load: (id) =>
        negation === undefined || id.split('?')[0] !== path ? undefined : negated(readFileSync(path, 'utf8'), negation),
      // An edited module must not be cached.
      /** @param {import('vitest/node').VitestPluginContext} context */
      configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
        experimental_defineCacheKeyGenerator(({ id }) => (id.split('?')[0] === path ? false : undefined)),
    },
  ],
});
