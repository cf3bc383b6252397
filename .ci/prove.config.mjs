// @ts-check
/**
 * The tests over sources of which one is negated while it is loaded: `prove.mjs` names the edit in `BAROGRAPH_NEGATION`. No file
 * is written, so that nothing has to be restored.
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
      // A module that is not what its file says is not for the cache.
      /** @param {import('vitest/node').VitestPluginContext} context */
      configureVitest: ({ experimental_defineCacheKeyGenerator }) =>
        experimental_defineCacheKeyGenerator(({ id }) => (id.split('?')[0] === path ? false : undefined)),
    },
  ],
});
