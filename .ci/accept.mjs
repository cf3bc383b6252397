// @ts-check
/**
 * `npm run accept`: accepts the current answers as the new goldens. Builds what changed, writes the examples of the
 * OpenAPI document, the frozen answers and the lists of exported names, and formats.
 *
 * Read the resulting diff before committing it: it is part of the change.
 */

import { prepare } from './prepare.mjs';
import { run, tool } from './tools.mjs';

/** Tests that compare with a stored file, and can update it. */
const KEEPERS = [
  'packages/host/test/http/examples.ci.test.ts',
  'packages/host/test/http/goldens.ci.test.ts',
  'packages/barograph/src/terminal/tables.test.ts',
  'packages/barograph/src/terminal/more-tables.test.ts',
  'test/api-surface.test.ts',
  'test/model-figures.test.ts',
];
const WRITING = { BAROGRAPH_EXAMPLES: 'write', BAROGRAPH_GOLDENS: 'write' };

/** @param {string} name @param {readonly string[]} args @param {Readonly<Record<string, string>>} [environment] */
async function done(name, args, environment) {
  const { code, output } = await run(process.execPath, [tool(name), ...args], environment);
  if (code !== 0) throw new Error(`${name} failed:\n${output.trimEnd()}`);
}

try {
  await prepare({ dev: true });
  process.stderr.write('Writing examples, frozen answers and exported names …\n');
  await done('vitest', ['run', ...KEEPERS, '--update'], WRITING);
  await done('oxfmt', []);
  // The examples are a source of the contract, so rebuild it.
  await prepare({ install: false });
  process.stdout.write('Written and formatted. Read the diff before you commit it: git diff --patience\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
