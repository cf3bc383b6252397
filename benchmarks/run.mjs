// @ts-check
/**
 * Runs every `*.bench.ts` of this folder, one process after the other: `npm run bench`, or `npm run bench -- http sse`.
 * Flags and what follows them are those of the files: `npm run bench -- goals --only rank`.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** Benchmarks of parts that the host does not export; all others time the build. */
const OF_SOURCES = new Set([
  'universe.bench.ts',
  'event-loop.bench.ts',
  'trade-flow-host.bench.ts',
  'positioning-cycle.bench.ts',
  'accounts.bench.ts',
]);

const words = process.argv.slice(2);
const flag = words.findIndex((word) => word.startsWith('-'));
const [prefixes, rest] = flag === -1 ? [words, []] : [words.slice(0, flag), words.slice(flag)];
const files = readdirSync('benchmarks')
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)))
  .sort();
for (const file of files) {
  console.log(`\n# ${file}`);
  const conditions = OF_SOURCES.has(file) ? ['--conditions=source'] : [];
  const flags = [...conditions, '--import', 'tsx'];
  const { status } = spawnSync(process.execPath, [...flags, `benchmarks/${file}`, ...rest], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
