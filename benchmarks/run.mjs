// @ts-check
/** Runs every `*.bench.ts` of this folder, one process after the other: `npm run bench`, or `npm run bench -- http sse`. */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const asked = process.argv.slice(2);
const files = readdirSync('benchmarks')
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => asked.length === 0 || asked.some((one) => name.startsWith(one)))
  .sort();
for (const file of files) {
  console.log(`\n# ${file}`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', `benchmarks/${file}`], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
