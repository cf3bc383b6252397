import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { FEATURES, type Observations, observe, REGIMES } from '@barograph/nowcast';
import { checkParameters } from '@barograph/nowcast/parts';
import { anchorDistance, nearestLabel } from './anchors.ts';
import { TRAINING_V2, type TrainingConfig } from './config.ts';
import { fitUnanchored, UNANCHORED_V1, type UnanchoredOptions } from './fit-unanchored.ts';

const { start } = SIMULATOR_V1;
const observations = observe(
  createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 2_000 * HOUR_MS),
);
const QUICK: TrainingConfig = { ...TRAINING_V2, version: 'training/test', warmUpBars: 400, maxIterations: 6 };
const options: UnanchoredOptions = { init: 'kmeans++', states: 12, seed: 'a', training: QUICK };
const fit = fitUnanchored(observations, options);
const { states } = fit.parameters;
const labels = states.map(({ label }) => label);

describe('a fit without anchors', () => {
  it('is the same to the byte for the same seed, and another for another', () => {
    expect(JSON.stringify(fitUnanchored(observations, options))).toBe(JSON.stringify(fit));
    const other = fitUnanchored(observations, { ...options, seed: 'b' });
    expect(other.parameters.states).not.toEqual(states);
    expect(other.standardization).toEqual(fit.standardization);
  });

  it('gives good parameters, in which every label has a state', () => {
    expect(() => checkParameters(fit.parameters)).not.toThrow();
    expect(new Set(labels)).toEqual(new Set(REGIMES.keys()));
    expect(fit.parameters.version).toBe('unanchored/1|kmeans++|a');
  });

  it('orders states by label, and those of one label by their distance to it', () => {
    const own = states.map(({ mean, label }) => anchorDistance(mean, label, QUICK));
    for (let k = 1; k < states.length; k++) {
      expect(labels[k]).toBeGreaterThanOrEqual(labels[k - 1]!);
      if (labels[k] === labels[k - 1]) expect(own[k]).toBeGreaterThanOrEqual(own[k - 1]!);
    }
  });

  it('tells how far every state is from every label, and which is nearest', () => {
    states.forEach(({ mean }, k) => {
      expect(fit.anchorDistances[k]).toEqual(REGIMES.map((_, label) => anchorDistance(mean, label, QUICK)));
      expect(fit.nearest[k]).toBe(nearestLabel(mean, QUICK));
    });
  });

  it('climbs, and k-means before it falls', () => {
    expect(fit.objective).toHaveLength(6);
    fit.objective.slice(1).forEach((now, i) => expect(now).toBeGreaterThan(fit.objective[i]!));
    expect(fit.inertia.length).toBeGreaterThan(1);
    expect(fit.inertia.length).toBeLessThanOrEqual(UNANCHORED_V1.lloydSteps);
    fit.inertia.slice(1).forEach((now, i) => expect(now).toBeLessThanOrEqual(fit.inertia[i]! * (1 + 1e-12)));
  });

  it('learns only from the rows that it is given', () => {
    const to = observations.time[1_500]!;
    const altered = { ...observations, columns: observations.columns.map((column) => column.slice().fill(1e3, 1_500)) };
    expect(fitUnanchored(altered, { ...options, to })).toEqual(fitUnanchored(observations, { ...options, to }));
  });

  it('uses prototypes for the names alone: with two of them swapped the same states are found, and their names swapped', () => {
    const { strong_trend_bull: bull, strong_trend_bear: bear } = QUICK.prototypes;
    const swapped = { ...QUICK, prototypes: { ...QUICK.prototypes, strong_trend_bull: bear, strong_trend_bear: bull } };
    const other = fitUnanchored(observations, { ...options, training: swapped });
    const sorted = (list: typeof states) => list.map(({ mean }) => mean.join()).toSorted();
    expect(sorted(other.parameters.states)).toEqual(sorted(states));
    const named = (list: typeof states, label: number) => sorted(list.filter((state) => state.label === label));
    expect(named(other.parameters.states, 0)).toEqual(named(states, 1));
    expect(named(other.parameters.states, 1)).toEqual(named(states, 0));
  });
});

describe('a fit without anchors of rows around six centres', () => {
  /** Six corners that follow each other every ten hours, and a little noise. */
  const corner = (t: number): number => Math.floor(t / 10) % 6;
  const at = (k: number, i: number): number => 10 * ((k * (i + 1)) % 11);
  const length = 1_800;
  const planted: Observations = {
    length,
    time: Float64Array.from({ length }, (_, t) => start + t * HOUR_MS),
    close: new Float64Array(length).fill(1),
    missing: new Uint8Array(length),
    columns: FEATURES.map((_, i) =>
      Float64Array.from({ length }, (__, t) => at(corner(t), i) + 0.3 * Math.sin(t * (i + 2))),
    ),
  };
  const training: TrainingConfig = { ...TRAINING_V2, version: 'training/test', warmUpBars: 1 };
  const found = fitUnanchored(planted, { init: 'kmeans++', states: 6, seed: 'corners', training });
  const { median, scale } = found.standardization;

  it('finds them, one state each, and how long they last', () => {
    const centres = found.parameters.states.map(({ mean }) => mean.map((z, i) => median[i]! + z * scale[i]!));
    const nearest = centres.map((centre) => {
      const distances = Array.from({ length: 6 }, (_, k) =>
        Math.max(...centre.map((value, i) => Math.abs(value - at(k, i)))),
      );
      return { k: distances.indexOf(Math.min(...distances)), off: Math.min(...distances) };
    });
    expect(new Set(nearest.map(({ k }) => k)).size).toBe(6);
    for (const { off } of nearest) expect(off).toBeLessThan(0.25);
    // Each is left once in ten hours; the first and the last run are the only ones that differ.
    for (const [k, row] of found.parameters.transition.entries()) {
      expect(row[k]!).toMatchOracle(0.9, { rel: 0, abs: 0.005 });
    }
    expect(found.parameters.states.map(({ label }) => label)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(found.converged).toBe(true);
  });

  it('keeps the transitions with their states when it puts them in order', () => {
    const kOf = found.parameters.states.map(({ mean }) => {
      const x = mean.map((z, i) => median[i]! + z * scale[i]!);
      return Array.from({ length: 6 }, (_, k) => k).find((k) => x.every((value, i) => Math.abs(value - at(k, i)) < 1))!;
    });
    found.parameters.transition.forEach((row, i) => {
      const next = kOf.indexOf((kOf[i]! + 1) % 6);
      expect(row[next]!).toMatchOracle(0.1, { rel: 0, abs: 0.005 });
    });
    expect(found.parameters.initial[kOf.indexOf(0)]!).toMatchOracle(1, { rel: 0, abs: 1e-6 });
  });
});

describe('a fit without anchors is refused', () => {
  it.each([
    ['another start', { ...options, init: 'random' as 'kmeans++' }, /"init" expected one of kmeans\+\+, got "random"/],
    ['fewer states than labels', { ...options, states: 5 }, /"states" expected an integer ≥ 6, got 5/],
    ['no seed', { ...options, seed: '' }, /"seed" expected a text, got ""/],
    [
      'a config by the name of a model',
      { ...options, config: { ...UNANCHORED_V1, version: 'nowcast/1' as 'unanchored/1' } },
      /"config.version" expected to begin with unanchored\/, got "nowcast\/1"/,
    ],
    [
      'too few rows',
      { ...options, to: observations.time[404]! },
      /expected at least 12 different rows with all features, got 5/,
    ],
  ])('%s', (_, bad, message) => {
    expect(() => fitUnanchored(observations, bad)).toThrow(message);
  });
});
