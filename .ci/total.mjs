// @ts-check
/** One closing line for the tiers that `.ci/run` runs; fails when one failed or is missing. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { closingLine, print } from './steps.mjs';
import { readJson, ROOT } from './tools.mjs';

const TIERS = ['fast', 'ci'];

const total = { passed: 0, failed: 0, skipped: 0 };
for (const tier of TIERS) {
  const file = join(ROOT, '.results', `total-${tier}.json`);
  const counts = existsSync(file) ? readJson(file) : { passed: 0, failed: 1, skipped: 0 };
  for (const name of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[name] += counts[name];
}
print(closingLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;
