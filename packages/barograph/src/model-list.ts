/** Adds models to the manifest. */

import type { ModelEntry } from '@barograph/core';
import { join } from 'node:path';
import { CommandError, type Io } from './io.ts';
import { writeOutput } from './output.ts';
import { MANIFEST, readManifest } from './shipped-models.ts';

/**
 * Adds a model to the manifest, in version order. A listed version cannot change.
 *
 * @throws {CommandError} when the version is listed with different bytes.
 */
export async function listModel(io: Io, folder: string, entry: ModelEntry): Promise<void> {
  const entries = await readManifest(folder);
  const same = entries.find(({ id, version }) => id === entry.id && version === entry.version);
  if (same !== undefined && same.sha256 !== entry.sha256) {
    throw new CommandError(
      `${entry.id} ${entry.version}: expected the published sha256 ${same.sha256}, got ${entry.sha256}; a changed model is a new version`,
    );
  }
  const others = entries.filter((other) => other !== same);
  const all = [...others, entry].sort((a, b) => order(`${a.id} ${a.version}`, `${b.id} ${b.version}`));
  await writeOutput(io, join(folder, MANIFEST), [`${JSON.stringify(all, null, 2)}\n`]);
}

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
