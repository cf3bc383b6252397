/** Builds the generated sources of the client from the contract. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSource } from '../../.ci/import-source.ts';
import type * as Generator from './test/generate.ts';

/**
 * Writes the types and routes of every operation, where they differ from the files in the folder. Runs in the root of the
 * repository.
 *
 * @param folder - folder of the files, created when absent
 */
export async function buildGenerated(folder: string): Promise<void> {
  const { generated } = await importSource<typeof Generator>('packages/client/test/generate.ts');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(generated())) {
    const file = join(folder, name);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}
