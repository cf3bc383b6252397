/**
 * Engines with and without kernels against plain C (`c/plain.c`, gcc -O3 -march=native -ffast-math), alternating in one run on
 * the same inputs; output sums are compared. C fills existing columns; the engines allocate columns unless a line states
 * otherwise.
 */

import { installKernels, withoutKernels } from '@barograph/kernels';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inputs, ROWS, writeInputs } from './c/inputs.ts';
import { C_FLAGS, gccVersion, plainC } from './c/plain.ts';
import { assertSameSum, C_WORKS, type CWork } from './c/works.ts';

const ROUNDS = 151;

const gcc = gccVersion();
if (gcc === undefined) {
  console.log('left out: there is no gcc here');
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'barograph-c-'));
const data = join(folder, 'data');
const given = inputs();
writeInputs(data, given);
const peer = plainC(folder, data, ROWS);

const results: Record<string, unknown> = {};
installKernels();
console.log(`${cpus()[0]!.model}, Node ${process.version}, ${gcc}, ${C_FLAGS.slice(0, 3).join(' ')}`);
console.log(`\nleast ns a row of ${ROUNDS} turns of ${ROWS} rows`);
console.log(
  `  ${'work'.padEnd(30)}${['C', 'JavaScript', 'x C', 'kernels', 'x C'].map((t) => t.padStart(12)).join('')}`,
);
for (const work of Object.values<CWork>(C_WORKS)) {
  const least = { c: Infinity, js: Infinity, kernels: Infinity };
  for (let turn = 0; turn < ROUNDS; turn++) {
    const [ns, sum] = await peer.ask(work.work);
    least.c = Math.min(least.c, ns! / ROWS);
    const begin = performance.now();
    withoutKernels(() => work.run(given));
    const between = performance.now();
    const columns = work.run(given);
    const end = performance.now();
    least.js = Math.min(least.js, ((between - begin) * 1e6) / ROWS);
    least.kernels = Math.min(least.kernels, ((end - between) * 1e6) / ROWS);
    assertSameSum(work, columns, sum!);
  }
  results[work.title] = least;
  const cells = [least.c, least.js, least.js / least.c, least.kernels, least.kernels / least.c];
  console.log(`  ${work.title.padEnd(30)}${cells.map((cell) => cell.toFixed(2).padStart(12)).join('')}`);
}
await peer.close();
rmSync(folder, { recursive: true });

if (process.argv.includes('--json')) console.log(JSON.stringify(results));
