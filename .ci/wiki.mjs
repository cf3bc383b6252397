// @ts-check
/**
 * `npm run wiki`: writes the pages of the catalogue's entries, `docs/wiki/indicators` and `docs/wiki/strategies`, anew
 * from the data, and removes those that no entry has. Pages of `docs/wiki/concepts` are written by hand.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { prepare } from './prepare.mjs';
import { ROOT } from './tools.mjs';

const WIKI = join(ROOT, 'docs', 'wiki');

// The index is built from what is written below.
process.env['BAROGRAPH_WIKI'] = 'later';
await prepare({ install: false });
delete process.env['BAROGRAPH_WIKI'];
const { generatedPages } = await import('../packages/catalogue/dist/wiki.js');
for (const folder of ['indicators', 'strategies']) rmSync(join(WIKI, folder), { recursive: true, force: true });
for (const [path, text] of generatedPages()) {
  mkdirSync(dirname(join(WIKI, path)), { recursive: true });
  writeFileSync(join(WIKI, path), text);
}
await prepare({ install: false });
process.stdout.write(`wrote ${generatedPages().size} pages\n`);
