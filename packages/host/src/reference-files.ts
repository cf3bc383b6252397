/** Static files of the reference. The module is here because this folder has the same depth in `dist` as in `src`. */

import { readFileSync } from 'node:fs';

/** Text of a file in `public/reference`. */
export function referenceFile(name: 'reference.css' | 'reference.js' | 'icon.svg'): string {
  return readFileSync(new URL(`../public/reference/${name}`, import.meta.url), 'utf8');
}
