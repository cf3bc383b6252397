/**
 * Stability of labels that are mapped onto the states of a fit afterwards, beside those of a fit that is anchored to
 * them: with another seed, and with two years more of rows. Compared are the likeliest labels, by the filter, of the
 * same hours that no fit had learnt from. `node --conditions=source --import tsx
 * packages/lab/studies/nowcast-unanchored.evidence.ts`
 */

import { describeProblem } from '@barograph/core';
import { readBars } from '@barograph/files';
import { createHmm, filter, labelProbabilities, observe, REGIMES, standardize } from '@barograph/nowcast';
import { fitRegimes, fitUnanchored, TRAINING_V2, type Model } from '../src/index.ts';

const SEEDS = ['a', 'b', 'c', 'd', 'e'];
const STATES = 12;
const EARLY = Date.UTC(2022, 0);
const LATE = Date.UTC(2024, 0);
const WIDTH = REGIMES.length;

const file = await readBars('../shared/data/ohlcv_1h/binance_spot/BTCUSDT.csv.gz');
if (!file.ok) {
  console.error(`nothing to read: ${describeProblem(file.error)}`);
  process.exit(2);
}
const hours = observe(file.value.candles);

/** Likeliest labels of the hours from `LATE` on. */
function labelsOf({ parameters, standardization }: Model): readonly number[] {
  const hmm = createHmm(parameters);
  const probabilities = labelProbabilities(hmm, filter(hmm, standardize(hours.columns, standardization)));
  return [...hours.time.keys()].flatMap((t) => {
    if (hours.time[t]! < LATE || Number.isNaN(hours.columns[0]![t]!)) return [];
    const row = [...probabilities.subarray(t * WIDTH, (t + 1) * WIDTH)];
    return [row.indexOf(Math.max(...row))];
  });
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const agreement = (a: readonly number[], b: readonly number[]): number =>
  a.filter((label, t) => label === b[t]).length / a.length;
const shares = (labels: readonly number[]): string =>
  REGIMES.map((_, id) => percent(labels.filter((label) => label === id).length / labels.length).padStart(7)).join(' ');

function show(name: string, labels: readonly number[], more: string): void {
  console.log(`${name.padEnd(22)} ${shares(labels)}   ${more}`);
}

const anchored = [EARLY, LATE].map((to) => {
  const { parameters, standardization, objectives, checks } = fitRegimes(hours, { version: 'anchored', to });
  const labels = labelsOf({ parameters, standardization });
  const off = checks.nearest.filter((label, k) => label !== parameters.states[k]!.label).length;
  show(`anchored, ${new Date(to).getUTCFullYear()}`, labels, `${off} off their label, ${objectives[0]!.toFixed(0)}`);
  return labels;
});
const free = SEEDS.map((seed) =>
  [EARLY, LATE].map((to) => {
    const fit = fitUnanchored(hours, { init: 'kmeans++', states: STATES, seed, to });
    const labels = labelsOf(fit);
    const off = fit.parameters.states.flatMap(({ label }, k) =>
      label === fit.nearest[k] ? [] : [`${REGIMES[label]} on a ${REGIMES[fit.nearest[k]!]}`],
    );
    show(
      `seed ${seed}, ${new Date(to).getUTCFullYear()}`,
      labels,
      `${[`${off.length} off their label`, ...off].join(', ')}, log likelihood ${fit.logLikelihood.toFixed(4)}, ${fit.objective.length} iterations`,
    );
    return labels;
  }),
);

const pairs = free.flatMap((a, i) => free.slice(i + 1).map((b) => agreement(a[1]!, b[1]!)));
console.log(
  `${anchored[0]!.length} hours from ${new Date(LATE).toISOString().slice(0, 10)} on; ${TRAINING_V2.version}`,
);
console.log(`two years more of rows: anchored ${percent(agreement(anchored[0]!, anchored[1]!))} agree;`);
console.log(`  without anchors ${free.map(([a, b]) => percent(agreement(a!, b!))).join(', ')}`);
console.log(
  `another seed: ${percent(Math.min(...pairs))} … ${percent(Math.max(...pairs))} agree, ${pairs.length} pairs`,
);
