/**
 * Kernels against the same functions without them, whose results are compared to the bit before anything is timed: the
 * hidden Markov filter, its smoother, EM, the five volatility estimators, ranks; and what the first call and an import cost.
 */

import { spawnSync } from 'node:child_process';
import { rollingRank } from '@barograph/core';
import { hasKernels, installKernels, withoutKernels } from '@barograph/kernels';
import { createHmm, filter, smooth } from '@barograph/nowcast';
import { em } from '@barograph/lab';
import { allEstimators, yangZhang } from '@barograph/volatility';
import { firstHours } from './c/inputs.ts';
import { answer, type Timing } from './harness.ts';
import { draws, emStart, featureColumns, list, parametersOf } from './hmm-case.ts';

if (!hasKernels()) throw new Error('there are no kernels here');
installKernels();

/** Short runs, so that the load of the machine is the same within a round. */
const ROWS = 8_192;
const ROUNDS = 101;

const next = draws();
const columns = featureColumns(next, ROWS);
const hours = firstHours(ROWS);

const results: Record<string, Timing[]> = {};

/** Times work with kernels and without. @param numbers numbers of the result, which must be bit-identical. */
function compare<T>(title: string, work: () => T, numbers: (result: T) => Float64Array, rounds = ROUNDS): void {
  const plain = numbers(withoutKernels(work));
  if (!numbers(work()).every((value, i) => Object.is(value, plain[i]))) throw new Error(`${title}: other bits`);
  results[title] = answer({
    title: `${title}, per row`,
    units: ROWS,
    reference: 'JavaScript',
    rounds,
    cases: [
      { name: 'JavaScript', run: () => withoutKernels(work) },
      { name: 'kernel', run: work },
    ],
  });
}

for (const states of [6, 12]) {
  for (const nu of [null, 5]) {
    const parameters = parametersOf(next, states, nu);
    const hmm = createHmm(parameters);
    const law = `${states} full states, ${nu === null ? 'Gaussian' : `t ${nu}`}`;
    compare(
      `filter, ${law}`,
      () => filter(hmm, columns),
      ({ probabilities }) => probabilities,
    );
    const filtered = filter(hmm, columns);
    if (nu === null) {
      compare(
        `smoother, ${law}`,
        () => smooth(hmm, filtered),
        ({ probabilities }) => probabilities,
      );
    }
    const start = emStart(parameters);
    const options = { nu: nu ?? Infinity, beta: 1, prior: null, maxIterations: 1, tolerance: 0 };
    compare(
      `EM, one iteration, ${law}`,
      () => em([{ columns, weight: 1 }], start, options),
      ({ parameters: { scales } }) => scales,
      ROUNDS >> 1,
    );
  }
}

const config = { window: 24, periodsPerYear: 8_760 };
compare(
  'five estimators, window 24',
  () => allEstimators(hours, config),
  ({ yangZhang: column }) => column,
);
const volatility = yangZhang(hours, config).map((value) => (value === value ? value : 0));
for (const window of [20, 90, 365]) {
  compare(
    `rank, window ${window}`,
    () => rollingRank(volatility, window),
    (ranks) => ranks,
  );
}

/** Minimum of eleven fresh processes, ms. */
function fresh(code: string): number {
  const times = list(11, () => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    return Number(stdout);
  });
  return Math.min(...times);
}

const timed = (before: string, work: string): string =>
  `${before}; const begin = performance.now(); ${work}; console.log(performance.now() - begin)`;
// after the package of the engines, which is already loaded
const load = fresh(timed("await import('@barograph/core')", "await import('@barograph/kernels/install')"));
const first = fresh(timed("const { hasKernels } = await import('@barograph/kernels')", 'hasKernels()'));
console.log(
  `\nimport of @barograph/kernels/install ${load.toFixed(2)} ms; first call, which compiles it, ${first.toFixed(2)} ms`,
);

if (process.argv.includes('--json')) console.log(JSON.stringify({ ...results, load, first }));
