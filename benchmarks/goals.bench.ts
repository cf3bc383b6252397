/**
 * The table of goals of issue 25 in one run, with the peers that are installed here.
 *
 *     npm run bench -- goals                          all rows; kept in .results/goals.json
 *     npm run bench -- goals --only rank,filter       these alone; nothing is kept
 *     npm run bench -- goals --write                  also into docs/speed.md and benchmarks/README.md
 *     npm run bench -- goals --against FILE           which lines differ by more than a fifth from a run that was kept
 *
 * Ratios travel between machines, times do not; both are least values of turns that the contenders take.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compared, differences, type Kept } from './goals/against.ts';
import { load, machine } from './goals/machine.ts';
import { between } from './goals/markers.ts';
import { ROWS } from './goals/rows.ts';
import { ran, tellResult, type Ran } from './goals/run.ts';
import { speedNote } from './goals/speed.ts';
import { goalsTable, missingOf } from './goals/table.ts';

const KEPT = '.results/goals.json';
/** Documents with the table, and whether they show further figures. */
const DOCUMENTS = { 'docs/speed.md': false, 'benchmarks/README.md': true };

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    row: { type: 'string' },
    write: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});

if (options.row === undefined) await printed();
else await tellResult(ROWS.find(({ key }) => key === options.row)!);

async function printed(): Promise<void> {
  const keys = options.only?.split(',') ?? ROWS.map(({ key }) => key);
  const unknown = keys.filter((key) => ROWS.every((row) => row.key !== key));
  if (unknown.length > 0) {
    throw new Error(`--only: expected some of ${ROWS.map(({ key }) => key).join(', ')}, got ${unknown.join(', ')}`);
  }
  if (options.write && options.only !== undefined) throw new Error('--write: expected every row, got --only');
  // read before this run is stored: it may be the same file
  const earlier = options.against === undefined ? undefined : keptIn(options.against);
  const about = machine();
  console.log(about.join('\n'));
  const rows: Ran[] = [];
  for (const row of ROWS) {
    if (!keys.includes(row.key)) continue;
    const result = await ran(row);
    rows.push(result);
    console.log(`  ${row.key}: ${result.result === undefined ? 'failed' : 'done'} in ${result.seconds.toFixed(1)} s`);
    if (result.result === undefined) process.exitCode = 1;
  }
  const left = [...speedNote(rows), ...missingOf(rows).map((reason) => `Left out: ${reason}.`)];
  const block = (figures: boolean): string[] => [
    ...goalsTable(rows, figures),
    ...(left.length > 0 ? ['', ...left] : []),
  ];
  console.log(`\n${block(true).join('\n')}\n\nload at the end ${load()}`);
  if (earlier !== undefined) console.log(`\n${differences(compared(rows, earlier.rows)).join('\n')}`);
  if (options.only === undefined) keep({ machine: about, rows });
  if (options.write) write(block, about);
}

function keep(run: Kept): void {
  mkdirSync('.results', { recursive: true });
  writeFileSync(KEPT, `${JSON.stringify(run, null, 2)}\n`);
  console.log(`kept in ${KEPT}`);
}

function keptIn(path: string): Kept {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `keep` wrote
  return JSON.parse(readFileSync(path, 'utf8')) as Kept;
}

/** The README shows only the goals; the README of this folder also shows the further figures. */
function write(block: (figures: boolean) => readonly string[], about: readonly string[]): void {
  for (const [path, figures] of Object.entries(DOCUMENTS)) {
    const lines = [...block(figures), '', `${about.join('; ')}.`];
    writeFileSync(path, between(readFileSync(path, 'utf8'), 'goals', lines));
  }
}
