// @ts-check
/**
 * `npm run inputs`: writes `docs/inputs.md`, the inputs of the engines by the ways to run a host, from what engines and sources
 * declare. A test fails while the page is old.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './prepare.mjs';
import { ROOT } from './tools.mjs';

await prepare({ install: false });
// Dynamic, because a static import would load the previous build.
const { inputsPage } = await import(new URL('../packages/runtime/dist/index.js', import.meta.url).href);
writeFileSync(join(ROOT, 'docs', 'inputs.md'), inputsPage());
process.stdout.write('Written: docs/inputs.md\n');
