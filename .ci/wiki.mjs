// @ts-check
/**
 * `npm run wiki`: writes the pages of the catalogue's entries to `docs/wiki/indicators` and `docs/wiki/strategies`, which git
 * ignores, and removes pages without an entry. Pages of `docs/wiki/concepts` are written by hand.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { prepare } from './prepare.mjs';
import { ROOT } from './tools.mjs';

const WIKI = join(ROOT, 'docs', 'wiki');

await prepare({ install: false });
const { generatedPages } = await import('../packages/catalogue/dist/wiki.js');
const pages = generatedPages();
for (const folder of ['indicators', 'strategies']) rmSync(join(WIKI, folder), { recursive: true, force: true });
for (const [path, text] of pages) {
  mkdirSync(dirname(join(WIKI, path)), { recursive: true });
  writeFileSync(join(WIKI, path), text);
}
process.stdout.write(`wrote ${pages.size} pages\n`);
