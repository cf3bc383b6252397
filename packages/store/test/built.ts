/** Built files, for tests that start processes: transpiling would cost each of them a second or more. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Path of a built file.
 *
 * @param path from the root: `packages/host/dist/main.js`.
 * @throws {Error} when a package changed since it was built, because the process would run other code.
 */
export function built(path: string): string {
  const stale = inject('stalePackages');
  if (stale.length > 0) {
    throw new Error(
      `${stale.join(', ')} changed since the last build: "npm run build", or "npm run unit", which builds`,
    );
  }
  return join(ROOT, path);
}
