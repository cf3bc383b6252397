import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { HOUR_MS } from '@barograph/core';
import { observe } from '@barograph/nowcast';
import { TRAINING_V2 } from '../config.ts';
import { fitStandardization } from '../fit-standardization.ts';
import { lloyd } from '../k-means.ts';
import { descend, fitJump, JUMP_V1 } from './fit-jump.ts';

const ROUNDING = { rel: 1e-10, abs: 1e-10 };
const NO_PRIOR = { means: [], strength: 0 };
const MOST = { maxIterations: 200 };

const point = fc.array(
  fc.integer({ min: -90, max: 90 }).map((k) => k / 10),
  { minLength: 2, maxLength: 2 },
);
const clouds = fc.record({
  rows: fc.array(point, { minLength: 4, maxLength: 60 }),
  start: fc.array(point, { minLength: 1, maxLength: 4 }),
});
const columnsOf = (rows: readonly (readonly number[])[]): Float64Array[] =>
  rows[0]!.map((_, i) => Float64Array.from(rows, (row) => row[i]!));

/** Lloyd's steps to their end; null where a row was ever equally near to two centres. */
function withoutTies(rows: readonly (readonly number[])[], start: readonly (readonly number[])[]) {
  const data = { values: Float64Array.from(rows.flat()), dimensions: 2 };
  let centres: Float64Array = Float64Array.from(start.flat());
  for (let step = 0; step < 200; step++) {
    const at = [...start.keys()].map((k) => [centres[2 * k]!, centres[2 * k + 1]!] as const);
    const distances = rows.map(([x, y]) => at.map(([a, b]) => (x! - a) ** 2 + (y! - b) ** 2).toSorted((a, b) => a - b));
    if (distances.some(([first, second]) => second !== undefined && second - first! < 1e-9)) return null;
    const next = lloyd(data, centres, 1);
    if (next.centres.every((value, i) => value === centres[i])) {
      return { centres: Array.from(centres), inertia: next.inertia[0]! };
    }
    ({ centres } = next);
  }
  return null;
}

describe('the fit of a jump model', () => {
  it('is k-means where a jump costs nothing', () => {
    fc.assert(
      fc.property(clouds, ({ rows, start }) => {
        const { centres, objective } = descend(columnsOf(rows), start, { penalty: 0, prior: NO_PRIOR, ...MOST });
        // In a tie Lloyd takes the first centre, and a sequence its current one.
        const plain = withoutTies(rows, start);
        fc.pre(plain !== null);
        expect(2 * objective.at(-1)!).toMatchOracle(plain!.inertia, ROUNDING);
        expect(centres.flat()).toMatchOracle(plain!.centres, ROUNDING);
      }),
    );
  });

  it('never raises its objective, and ends where a further step changes nothing', () => {
    const priors = fc.record({ penalty: fc.integer({ min: 0, max: 40 }), strength: fc.integer({ min: 0, max: 20 }) });
    fc.assert(
      fc.property(clouds, priors, ({ rows, start }, { penalty, strength }) => {
        const options = { penalty, prior: { means: start, strength }, ...MOST };
        const fit = descend(columnsOf(rows), start, options);
        fit.objective
          .slice(1)
          .forEach((now, i) => expect(now).toBeLessThanOrEqual(fit.objective[i]! * (1 + 1e-9) + 1e-9));
        expect(fit.converged).toBe(true);
        expect(descend(columnsOf(rows), fit.centres, options).centres).toEqual(fit.centres);
      }),
    );
  });

  it('leaves a centre at its prior where the prior is worth more than the rows', () => {
    const start = [
      [0, 0],
      [1, 1],
    ];
    const { centres } = descend(
      columnsOf([
        [5, 5],
        [6, 6],
      ]),
      start,
      {
        penalty: 0,
        prior: { means: start, strength: 1e9 },
        ...MOST,
      },
    );
    expect(centres.flat()).toMatchOracle(start.flat(), { rel: 0, abs: 1e-6 });
  });

  it('finds centres and changes of a series that has them', () => {
    // Spells of 40 rows at -2 and at 2, with noise that alone would flip single rows.
    let seed = 11;
    const uniform = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    const truth = Array.from({ length: 800 }, (_, t) => Math.floor(t / 40) % 2);
    const column = Float64Array.from(truth, (state) => (state === 0 ? -1 : 1) + normal());
    const free = descend([column], [[-0.2], [0.2]], { penalty: 0, prior: NO_PRIOR, ...MOST });
    const fit = descend([column], [[-0.2], [0.2]], { penalty: 6, prior: NO_PRIOR, ...MOST });
    expect(fit.centres.flat()).toMatchOracle([-1, 1], { rel: 0, abs: 0.15 });
    // Without a penalty the centres are too far out: rows go to the nearest one, wherever they came from.
    expect(Math.abs(free.centres[1]![0]!)).toBeGreaterThan(1.1);
  });

  it('chooses the penalty by changes a day on the last hours, and gives the same bytes for the same rows', () => {
    const { start } = SIMULATOR_V1;
    const bars = createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 3_000 * HOUR_MS);
    const observations = observe(bars);
    const training = { ...TRAINING_V2, warmUpBars: 400, validationHours: 700 };
    const standardization = fitStandardization([{ columns: observations.columns, weight: 1 }]);
    const fit = () =>
      fitJump(observations, { from: start, to: start + 3_000 * HOUR_MS, standardization, training, config: JUMP_V1 });
    const { model, trials } = fit();
    expect(trials.map(({ penalty }) => penalty)).toEqual(JUMP_V1.penalties);
    const off = trials.map(({ flipsPerDay }) => Math.abs(flipsPerDay - training.flipsPerDay));
    expect(model.penalty).toBe(trials[off.indexOf(Math.min(...off))]!.penalty);
    expect(trials.at(-1)!.flipsPerDay).toBeLessThan(trials[0]!.flipsPerDay);
    expect(JSON.stringify(fit().model)).toBe(JSON.stringify(model));
  });
});
