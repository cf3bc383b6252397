/// <reference types="node" />
/** Builds the generated sources of the client from the sources of the contract: nothing needs to be built before. */

import { build } from 'esbuild';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Generator from './test/generate.ts';

/**
 * Writes the types and routes of every operation, where they differ from the files in the folder. Runs in the root of the
 * repository.
 *
 * @param folder - folder of the files, created when absent
 */
export async function buildGenerated(folder: string): Promise<void> {
  const bundled = await build({
    entryPoints: ['packages/client/test/generate.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['source'],
  });
  const [module = ''] = bundled.outputFiles.map(({ contents }) => Buffer.from(contents).toString('base64'));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entry point above
  const { generated } = (await import(`data:text/javascript;base64,${module}`)) as typeof Generator;
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(generated())) {
    const file = join(folder, name);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}
