/** Builds the generated sources of the clients, in TypeScript and in Python, from the contract. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSource } from '../../.ci/import-source.ts';
import type * as Python from './test/generate-python.ts';
import type * as Generator from './test/generate.ts';

/**
 * Writes the types and routes of every operation, where they differ from the files in the folder. Runs in the root of the
 * repository.
 *
 * @param folder - folder of the files, created when absent
 */
export async function buildGenerated(folder: string): Promise<void> {
  const { generated } = await importSource<typeof Generator>('packages/client/test/generate.ts');
  writeChanged(folder, generated());
}

/**
 * Writes the operations of the Python client, where they differ from the file in the folder. Runs in the root of the
 * repository.
 *
 * @param folder - folder of the Python package, created when absent
 */
export async function buildPython(folder: string): Promise<void> {
  const { generatedPython } = await importSource<typeof Python>('packages/client/test/generate-python.ts');
  writeChanged(folder, { '_operations.py': generatedPython() });
}

function writeChanged(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}
