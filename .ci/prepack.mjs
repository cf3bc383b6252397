// @ts-check
/**
 * The `prepack` of every published package: refuses one that would go out without what its manifest promises. A build
 * that forgot the types looks whole until somebody imports it.
 *
 * `node prepack.mjs [folder]`: the working folder unless given, as npm runs it.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? process.cwd();
/** @type {{ name: string, main: string, types: string, exports: Record<string, string | { types: string, default: string }> }} */
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const promised = [
  manifest.main,
  manifest.types,
  ...Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : [entry.types, entry.default],
  ),
];
const missing = [...new Set(promised)].filter((file) => file === undefined || !existsSync(join(folder, file)));
if (missing.length > 0) {
  process.stderr.write(
    `${manifest.name}: expected ${missing.join(', ')} in the package, got none; run \`npm run build\` first\n`,
  );
  process.exitCode = 1;
}
