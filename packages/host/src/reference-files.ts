/** Files of the reference that a browser takes as they are. Here, because this folder is as deep in `dist` as in `src`. */

import { readFileSync } from 'node:fs';

/** The text of a file of `public/reference`. */
export function referenceFile(name: 'reference.css' | 'reference.js' | 'icon.svg'): string {
  return readFileSync(new URL(`../public/reference/${name}`, import.meta.url), 'utf8');
}
