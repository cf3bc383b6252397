/**
 * Are the cutoffs knife-edge? Every cutoff and width of the rules is multiplied by a random factor of its own in
 * ±15 %, many times, and the windows of `test/cycle-windows.ts` are measured again. A cutoff of 0 cannot be multiplied:
 * the second trial moves those by up to half their width besides.
 *
 * It says how flat the surroundings of the chosen numbers are. It is no out-of-sample claim: see `cycle-holdout.ts`.
 *
 *     node --conditions=source --import tsx packages/lab/studies/cycle-perturbation.ts [--v1]
 */

import { type CycleRules } from '@barograph/cycle';
import { generator, type Draw } from '@barograph/simulator';
import { CYCLE_WINDOWS, measureWindows } from '../../../test/cycle-windows.ts';
import {
  agreement,
  committedDays,
  historySignals,
  movedRules,
  ranked,
  readerOf,
  referenceSignals,
  TRIED,
  type SignalDay,
} from './cycle-trial.ts';

const RUNS = 100;
const SPREAD = 0.15;
const ZERO_WIDTHS = 0.5;
const AGREEMENT_FROM = Date.parse('2018-06-01');

const symmetric = (draw: Draw, spread: number): number => spread * (2 * draw() - 1);

function perturbed(draw: Draw, moveZeros: boolean): CycleRules {
  return movedRules(TRIED.rules, (value, kind, width) =>
    kind === 'cutoff' && value === 0 && moveZeros
      ? width * symmetric(draw, ZERO_WIDTHS)
      : value * (1 + symmetric(draw, SPREAD)),
  );
}

function trial(name: string, days: readonly SignalDay[], moveZeros: boolean): void {
  const original = committedDays(days, readerOf(TRIED.rules));
  const base = measureWindows(original);
  const draw = generator(`cycle-perturbation ${moveZeros}`);
  const passes: number[] = [];
  const agreements: number[] = [];
  const failures = new Map<string, number>();
  for (let run = 0; run < RUNS; run++) {
    const said = committedDays(days, readerOf(perturbed(draw, moveZeros)));
    const measured = measureWindows(said);
    passes.push(measured.filter(({ passed }) => passed).length);
    agreements.push(agreement(said, original, AGREEMENT_FROM));
    for (const { window, passed } of measured) {
      if (!passed) failures.set(window.name, (failures.get(window.name) ?? 0) + 1);
    }
  }
  const unmoved = base.filter(({ passed }) => passed).length;
  console.log(`\n${name}: ${unmoved} of ${CYCLE_WINDOWS.length} windows pass unmoved, ${RUNS} runs`);
  const row = (label: string, values: readonly number[], digits: number): void => {
    const marks = [0, 0.1, 0.5, 0.9, 1].map((share) => ranked(values, share).toFixed(digits).padStart(7));
    console.log(`  ${label.padEnd(28)}${marks.join('')}`);
  };
  console.log(`  ${''.padEnd(28)}    min    p10 median    p90    max`);
  row('windows passed', passes, 0);
  row('days labelled as unmoved', agreements, 3);
  for (const [window, count] of [...failures].sort((a, b) => b[1] - a[1])) {
    const { share } = base.find((one) => one.window.name === window)!;
    console.log(
      `  ${window.padEnd(28)}fails ${((100 * count) / RUNS).toFixed(0).padStart(3)} %, unmoved ${share.toFixed(2)}`,
    );
  }
}

const folder = await historySignals(TRIED.breadth);
const reference = referenceSignals();
trial('data folder, ±15 %', folder, false);
trial('data folder, ±15 % and the zeros ± half a width', folder, true);
trial('reference series, ±15 %', reference, false);
trial('reference series, ±15 % and the zeros ± half a width', reference, true);
