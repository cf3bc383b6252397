/** Folder of the models, independent of the working directory. */

import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONFIG_FIELDS } from './config-fields.ts';

const MANIFEST = 'manifest.json';

/**
 * Configured folder; the default one is also searched above this package, as in a clone.
 *
 * @param from a file of this package; replaced in tests.
 */
export function modelsFolder(configured: string, from: string = fileURLToPath(import.meta.url)): string {
  if (configured !== CONFIG_FIELDS.models.fallback || existsSync(join(configured, MANIFEST)))
    return resolve(configured);
  for (let folder = dirname(from); folder !== dirname(folder); folder = dirname(folder)) {
    const found = join(folder, configured);
    if (existsSync(join(found, MANIFEST))) return found;
  }
  return resolve(configured);
}
