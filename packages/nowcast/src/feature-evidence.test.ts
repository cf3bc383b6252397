import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEATURES } from './features/features.ts';
import { featureEvidence } from './feature-evidence.ts';
import { filter } from './hmm/filter.ts';
import { createHmm } from './hmm/hmm.ts';
import type { HmmParameters } from './hmm/parameters.ts';
import type { NowcastPoint } from './nowcast/point.ts';
import { REGIMES, type Regime } from './regimes.ts';

const d = FEATURES.length;
const value = fc.integer({ min: -2_000, max: 2_000 }).map((k) => k / 1_000);
const unit = Array.from({ length: d }, (_, i) => Array.from({ length: i + 1 }, (_, j) => (i === j ? 1 : 0.2)));
/** One state for every label and one more, with drawn means. */
const parameters = fc
  .array(fc.array(value, { minLength: d, maxLength: d }), { minLength: 7, maxLength: 7 })
  .map((means): HmmParameters => ({
    version: 'test/1',
    labels: REGIMES,
    features: FEATURES,
    nu: 5,
    beta: 0.4,
    states: means.map((mean, k) => ({ label: k % REGIMES.length, mean, scaleCholesky: unit })),
    initial: means.map(() => 1 / 7),
    transition: means.map((_, i) => means.map((_, j) => (i === j ? 0.7 : 0.05))),
  }));
const row = fc.array(fc.option(value, { freq: 6 }), { minLength: d, maxLength: d });

/** The rows as columns, the last row without one feature. */
const columnsOf = (rows: readonly (readonly (number | null)[])[], without?: number): Float64Array[] =>
  FEATURES.map((_, i) =>
    Float64Array.from(rows.map((one, t) => (i === without && t === rows.length - 1 ? NaN : (one[i] ?? NaN)))),
  );

const pointOf = (label: Regime, features: readonly (number | null)[], states: readonly number[]): NowcastPoint =>
  ({ regime: { label }, explain: { features, states, logLikelihood: 0 } }) as unknown as NowcastPoint;

describe('the evidence of the features of an hour', () => {
  it('is what the filter loses in log odds of the label when it reads the hour without the feature [#454]', () => {
    fc.assert(
      fc.property(parameters, fc.array(row, { minLength: 1, maxLength: 4 }), fc.nat(5), (given, rows, label) => {
        const hmm = createHmm(given);
        const last = (without?: number): readonly number[] =>
          Array.from(filter(hmm, columnsOf(rows, without)).probabilities.slice(-given.states.length));
        const oddsOf = (posterior: readonly number[]): number => {
          const of = (isOwn: boolean): number =>
            posterior.reduce((sum, share, k) => sum + ((hmm.labelOf[k] === label) === isOwn ? share : 0), 0);
          return Math.log(of(true)) - Math.log(of(false));
        };
        const all = last();
        const found = featureEvidence(hmm, pointOf(REGIMES[label]!, rows.at(-1)!, all))!;
        expect(found.map(({ feature }) => feature)).toEqual(FEATURES);
        found.forEach(({ z, weight, side }, i) => {
          expect(z).toBe(rows.at(-1)![i] ?? null);
          if (z === null) {
            expect([weight, side]).toEqual([null, null]);
          } else {
            const lost = oddsOf(all) - oddsOf(last(i));
            expect(weight).toMatchOracle(lost, { rel: 1e-7, abs: 1e-9 });
            if (Math.abs(lost) > 1e-8) expect(side).toBe(lost > 0 ? 'for' : 'against');
          }
        });
      }),
      { numRuns: 40 },
    );
  });

  it('is null while warming, and says nothing where odds are infinite', () => {
    const [given] = fc.sample(parameters, { numRuns: 1, seed: 7 });
    const hmm = createHmm(given!);
    const features = FEATURES.map(() => 0.5);
    expect(featureEvidence(hmm, { ...pointOf('squeeze', features, []), regime: null })).toBeNull();
    const certain = given!.states.map((_, k) => (k === 5 ? 1 : 0));
    for (const { weight, side } of featureEvidence(hmm, pointOf('squeeze', features, certain))!) {
      expect([weight, side]).toEqual([null, null]);
    }
  });
});
