import { candlesOf, HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEATURES, observe, REGIMES } from '@barograph/nowcast';
import { checkParameters } from '@barograph/nowcast/parts';
import { anchorDistance, nearestLabel, prototypeStates } from './anchors.ts';
import { TRAINING_V2, type TrainingConfig } from './config.ts';
import { type Sequence } from './em.ts';
import { fitRegimes, type FitProgress } from './fit.ts';
import { trainingSpan } from './training-rows.ts';
import { fitStandardization } from './fit-standardization.ts';

const { start } = SIMULATOR_V1;
const observations = observe(
  createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 3_000 * HOUR_MS),
);

/** Version 1, but small enough for a test. */
const QUICK: TrainingConfig = {
  ...TRAINING_V2,
  version: 'training/test',
  warmUpBars: 400,
  restarts: 2,
  maxIterations: 4,
  occupancyRows: 1_000,
  leastAnchored: 8,
};

const fit = fitRegimes(observations, { version: 'quick/1', config: QUICK });

describe('a fit', () => {
  it('is the same to the byte when it is done again', () => {
    const again = fitRegimes(observations, { version: 'quick/1', config: QUICK });
    expect(JSON.stringify(again)).toBe(JSON.stringify(fit));
  });

  it('gives good parameters: two states per label, mild before strong, in the order of the labels', () => {
    expect(() => checkParameters(fit.parameters)).not.toThrow();
    expect(fit.parameters.states.map(({ label }) => label)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    expect(fit.parameters.labels).toEqual(REGIMES);
    expect(fit.parameters.features).toEqual(FEATURES);
  });

  it('has diagonal scale matrices when it is asked for them', () => {
    const config: TrainingConfig = { ...QUICK, restarts: 1, covariance: 'diagonal' };
    const { parameters, objective } = fitRegimes(observations, { version: 'diagonal/1', config });
    for (const { scaleCholesky } of parameters.states) {
      scaleCholesky.forEach((row, i) => expect(row.findIndex((value) => value !== 0)).toBe(i));
    }
    objective.slice(1).forEach((now, i) => expect(now).toBeGreaterThan(objective[i]!));
  });

  it('survives JSON', () => {
    expect(JSON.parse(JSON.stringify(fit.parameters))).toEqual(fit.parameters);
  });

  it('takes the best of its runs, and tells of every iteration', () => {
    const seen: FitProgress[] = [];
    fitRegimes(observations, { version: 'quick/1', config: QUICK, onProgress: (progress) => seen.push(progress) });
    expect(seen.map(({ run, iteration }) => [run, iteration])).toEqual(
      [1, 2].flatMap((run) => [1, 2, 3, 4].map((iteration) => [run, iteration])),
    );
    expect(fit.objectives).toHaveLength(2);
    expect(fit.objectives[0]).not.toBe(fit.objectives[1]);
    expect(fit.objectives[fit.run - 1]).toBe(Math.max(...fit.objectives));
    expect(fit.objective.at(-1)).toBe(Math.max(...fit.objectives));
  });

  it('learns only from the rows that it is given', () => {
    const to = observations.time[2_000]!;
    const early = fitRegimes(observations, { version: 'quick/1', config: QUICK, to });
    const altered = { ...observations, columns: observations.columns.map((column) => column.slice()) };
    for (const column of altered.columns) column.fill(1e3, 2_000);
    expect(fitRegimes(altered, { version: 'quick/1', config: QUICK, to })).toEqual(early);
    expect(early.rows).toBe(2_000 - 399);
  });

  it('is refused, with the reason, when states leave their labels or labels have no rows', () => {
    const strict = fitRegimes(observations, {
      version: 'quick/1',
      config: { ...QUICK, leastAnchored: 13, leastOccupancy: 0.9 },
    });
    expect(strict.checks.accepted).toBe(false);
    expect(strict.checks.reason).toMatch(/of 12 states are nearest to their label/);
    expect(strict.checks.reason).toMatch(/vol_spike has less than 0.9 of the last rows/);
    expect(strict.checks.recentOccupancy.reduce((sum, share) => sum + share, 0)).toMatchOracle(1, {
      rel: 0,
      abs: 1e-9,
    });
  });

  it('needs rows', () => {
    expect(() => fitRegimes(observations, { version: 'x', config: QUICK, to: observations.time[500]! })).toThrow(
      /expected at least 1000 rows, got 101/,
    );
  });
});

describe('a fit with a panel', () => {
  const coin = (symbol: string, hours: number) =>
    observe(createMarket(SIMULATOR_V1).candles(symbol, 'perpdex_perp', '1h', start, start + hours * HOUR_MS));
  const panel = [coin('ETH', 3_000), coin('SOL', 2_500), coin('XRP', 900)];
  const fitWith = (weight: number, coins = panel, more = {}) =>
    fitRegimes(observations, {
      version: 'quick/1',
      config: { ...QUICK, restarts: 1, panel: { weight, leastRows: 600 } },
      panel: coins,
      ...more,
    });
  const alone = fitWith(0, []);
  const pooled = fitWith(1);

  it('is the one without when the panel has no weight, no coin, or no coin with enough rows', () => {
    expect(fitWith(0)).toEqual(alone);
    expect(fitWith(1, [])).toEqual(alone);
    expect(fitWith(1, [coin('XRP', 900), coin('SOL', 100)])).toEqual(alone);
    expect(alone.panel).toEqual({ coins: 0, rows: 0 });
  });

  it('learns from the coins that have enough rows with full windows', () => {
    expect(pooled.panel).toEqual({ coins: 2, rows: 3_000 - 399 + (2_500 - 399) });
    expect(pooled.rows).toBe(alone.rows);
    expect(pooled.standardization).not.toEqual(alone.standardization);
    expect(pooled.parameters).not.toEqual(alone.parameters);
  });

  it('goes to that of the market as the weight goes to 0', () => {
    const near = fitWith(1e-9);
    near.parameters.states.forEach(({ mean }, k) => {
      expect(mean).toMatchOracle(alone.parameters.states[k]!.mean, { rel: 0, abs: 1e-2 });
    });
  });

  it('learns only from hours of the span', () => {
    const to = observations.time[2_000]!;
    const altered = panel.map((one) => ({
      ...one,
      columns: one.columns.map((column) => (column.length > 2_000 ? column.slice().fill(1e3, 2_000) : column)),
    }));
    expect(fitWith(1, altered, { to })).toEqual(fitWith(1, panel, { to }));
  });
});

describe('the span of training', () => {
  it('begins where the windows are full and ends after the last hour, or where it is told', () => {
    const { time } = observations;
    expect(trainingSpan(observations, QUICK, -Infinity, Infinity)).toEqual({
      from: time[399],
      to: time[2_999]! + HOUR_MS,
    });
    expect(trainingSpan(observations, QUICK, time[1_000]!, time[1_100]!)).toEqual({
      from: time[1_000],
      to: time[1_100],
    });
    expect(() => trainingSpan(observe(candlesOf([])), QUICK, 0, 1)).toThrow(/expected rows, got none/);
  });
});

describe('anchors', () => {
  it('every prototype is nearest to its own label, at distance 0', () => {
    for (const { label, mean } of prototypeStates(TRAINING_V2)) {
      expect(nearestLabel(mean, TRAINING_V2)).toBe(label);
      expect(anchorDistance(mean, label, TRAINING_V2)).toBe(0);
    }
  });

  it('distance is the weighted mean square, worked by hand', () => {
    // squeeze at scale 0.6, moved by 1 in trend24 (weight 0.5 of 4.75 in all)
    const mean = prototypeStates(TRAINING_V2)[10]!.mean.map((value, i) => (i === 0 ? value + 1 : value));
    expect(anchorDistance(mean, 5, TRAINING_V2)).toMatchOracle(0.5 / 4.75, { rel: 1e-12, abs: 0 });
  });
});

describe('standardisation of training rows', () => {
  const one = (columns: readonly Float64Array[]): Sequence[] => [{ columns, weight: 1 }];

  it('takes medians and scaled absolute deviations, and leaves holes out', () => {
    const fit = fitStandardization(one([Float64Array.of(1, 2, NaN, 3, 4, 100)]));
    expect(fit).toEqual({ median: [3], scale: [1.4826 * 1] });
  });

  it('falls back on quartiles when half of the values are the same, and marks a constant by 0', () => {
    const flat = Float64Array.of(0, 0, 0, 0, 0, 1, 2, 3);
    const { scale } = fitStandardization(one([flat, Float64Array.of(7, 7), Float64Array.of(NaN)]));
    expect(scale).toEqual([1.25 / 1.349, 0, 0]);
  });

  it('of several sequences with one weight is that of all rows, in any order', () => {
    const [a, b] = [Float64Array.of(5, 1, 9), Float64Array.of(2, NaN, 7)];
    const both = fitStandardization(one([Float64Array.of(5, 1, 9, 2, 7)]));
    expect(fitStandardization([...one([a]), ...one([b])])).toEqual(both);
    expect(fitStandardization([...one([b]), ...one([a])])).toEqual(both);
  });

  it('counts rows by their weights: the least value with that share of the weight at or below it', () => {
    const few = { columns: [Float64Array.of(10, 20, 30)], weight: 5 };
    const many = { columns: [Float64Array.of(1, 2, 3, 4, 5, 6)], weight: 0.5 };
    // 3 of 18 is below 10, 8 with it and 13 with 20; deviations from 20: 0 (5), 10 (10), 14 … 19 (3)
    expect(fitStandardization([few, many])).toEqual({ median: [20], scale: [1.4826 * 10] });
  });

  it('with weights is the one of rows as often as they weigh', () => {
    const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(values, values, fc.integer({ min: 2, max: 5 }), (x, y, times) => {
        const [a, b] = [Float64Array.from(x), Float64Array.from(y)];
        const repeated = Float64Array.from([...x, ...Array.from({ length: times }, () => y).flat()]).sort();
        const rank = (share: number): number => repeated[Math.ceil(share * repeated.length) - 1]!;
        const { median } = fitStandardization([
          { columns: [a], weight: 1 },
          { columns: [b], weight: times },
        ]);
        expect(median).toEqual([rank(0.5)]);
      }),
    );
  });
});
