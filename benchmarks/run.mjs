// @ts-check
/** Runs every `*.bench.ts` of this folder, one process after the other: `npm run bench`, or `npm run bench -- http sse`. */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** These time parts of the host that its package does not export; all others time what is built. */
const OF_SOURCES = new Set([
  'universe.bench.ts',
  'event-loop.bench.ts',
  'trade-flow-host.bench.ts',
  'positioning-cycle.bench.ts',
  'accounts.bench.ts',
]);

const asked = process.argv.slice(2);
const files = readdirSync('benchmarks')
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => asked.length === 0 || asked.some((one) => name.startsWith(one)))
  .sort();
for (const file of files) {
  console.log(`\n# ${file}`);
  const conditions = OF_SOURCES.has(file) ? ['--conditions=source'] : [];
  const flags = [...conditions, '--import', 'tsx'];
  const { status } = spawnSync(process.execPath, [...flags, `benchmarks/${file}`], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
