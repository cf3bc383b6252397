import { candlesOf, fold, HOUR_MS, type Bar } from '@barograph/core';
import { TRAINING_V2 } from '@barograph/lab';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { barsOf, firstNotJson } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import { artifactText, type NowcastArtifact } from '../artifact/artifact.ts';
import { loadModel, type NowcastModel } from '../artifact/load-model.ts';
import { FEATURES_V1 } from '../features/config.ts';
import { FEATURES } from '../features/features.ts';
import { normalQuantile } from '../features/normal-quantile.ts';
import type { HorizonHeads } from '../heads/horizon-heads.ts';
import { DIRECTION_INPUTS, DIRECTIONS, NEXT_REGIME_INPUTS, VOLATILITIES, VOLATILITY_INPUTS } from '../heads/inputs.ts';
import type { LogisticHead } from '../heads/logistic.ts';
import { HYSTERESIS_V1 } from '../hysteresis/config.ts';
import { hysteresis } from '../hysteresis/hysteresis.ts';
import { CATALOG_VERSION, REGIMES } from '../regimes.ts';
import { createMonteCarlo, monteCarloSeed } from '../monte-carlo/monte-carlo.ts';
import { nowcastHistory, nowcastHistorySteps } from './history.ts';
import { nextDay } from './next-day.ts';
import { createNowcast, type NowcastSnapshot } from './nowcast.ts';
import type { NowcastPoint } from './point.ts';

const head = (classes: readonly string[], inputs: readonly string[]): LogisticHead => ({
  classes,
  inputs,
  mean: inputs.map(() => 0),
  scale: inputs.map(() => 1),
  weights: classes.map((_, k) => inputs.map((_, i) => 0.3 * Math.sin(7 * k + i))),
  intercepts: classes.map((_, k) => 0.1 * k),
  temperature: 1.5,
});

const heads: HorizonHeads = {
  nextRegime: head(REGIMES, NEXT_REGIME_INPUTS),
  direction: head(DIRECTIONS, DIRECTION_INPUTS),
  volatility: head(VOLATILITIES, VOLATILITY_INPUTS),
  volatilityCuts: [0.5, 1, 2],
  rows: 100,
};

/** A model written by hand: states at the prototypes, one width for all. */
function modelOf(modelVersion: string): NowcastModel {
  const states = REGIMES.flatMap((regime, label) => {
    const { at, scales } = TRAINING_V2.prototypes[regime];
    return scales.map((scale) => ({ label, mean: FEATURES.map((feature) => scale * at[feature]) }));
  });
  const artifact: NowcastArtifact = {
    schema: 'nowcast/1',
    modelVersion,
    catalogVersion: CATALOG_VERSION,
    family: 'by hand',
    features: FEATURES_V1,
    standardization: {
      median: [0.05, 0.07, -0.2, 0, 0.19, -0.05, 0.63, 0],
      scale: [0.7, 0.7, 0.34, 1.3, 0.17, 0.6, 0.5, 0.4],
    },
    hmm: {
      version: modelVersion,
      labels: REGIMES,
      features: FEATURES,
      nu: 5,
      beta: 0.2,
      states: states.map(({ label, mean }) => ({
        label,
        mean,
        scaleCholesky: mean.map((_, i) => mean.slice(0, i + 1).map((_, j) => (i === j ? 0.8 : 0.05))),
      })),
      initial: states.map(() => 1 / 12),
      transition: states.map((_, i) => states.map((_, j) => (i === j ? 0.945 : 0.005))),
    },
    hysteresis: HYSTERESIS_V1,
    heads: { h4: heads, h24: heads },
    confidence: [
      [0.3, 0.2],
      [1, 1],
    ],
    residuals: {
      all: Array.from({ length: 64 }, (_, i) => normalQuantile((i + 0.5) / 64)),
      states: states.map((_, k) =>
        k === 0 ? null : Array.from({ length: 64 }, (_, i) => (1 + k / 12) * normalQuantile((i + 0.5) / 64)),
      ),
    },
    training: {
      version: 'by hand',
      headsVersion: 'by hand',
      from: 0,
      to: 0,
      rows: 0,
      logLikelihood: 0,
      objectives: [],
      run: 1,
      betas: [],
    },
    approval: { accepted: true, reason: null, anchored: 12, recentOccupancy: [] },
  };
  const loaded = loadModel(artifactText(artifact));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  return loaded.value;
}

const model = modelOf('hand/1');
const { start } = SIMULATOR_V1;
const whole = barsOf(createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 620 * HOUR_MS));
/** Three hours are missing, and later thirty. */
const holed = whole.filter((_, i) => !(i >= 300 && i < 303) && !(i >= 400 && i < 430));

function run(bars: readonly Bar[], nowcast = createNowcast(model)): NowcastPoint[] {
  return bars.map((bar) => nowcast.next(bar));
}

describe('the nowcast', () => {
  const points = run(holed);
  const history = nowcastHistory(model, candlesOf(holed));

  it('bar by bar and all at once are the same to the bit, gaps and all', () => {
    points.forEach((point, i) => {
      const row = (table: Float64Array): number[] => [...table.subarray(6 * i, 6 * i + 6)];
      const { regime, now, forecasts } = point;
      expect(history.time[i]).toBe(point.time);
      expect(history.label[i]).toBe(regime === null ? -1 : REGIMES.indexOf(regime.label));
      expect(history.rawConfidence[i]).toMatchOracle(regime?.rawConfidence ?? NaN);
      expect(history.confidence[i]).toMatchOracle(regime?.confidence ?? NaN);
      if (now !== null) {
        expect(row(history.now)).toEqual(now);
        expect(row(history.h4)).toEqual(forecasts!.h4.nextRegime);
        expect(row(history.h24)).toEqual(forecasts!.h24.nextRegime);
      }
    });
  });

  it('fills a point that is given, and says the same in it', () => {
    const nowcast = createNowcast(model);
    let point: NowcastPoint | undefined;
    for (const [i, bar] of holed.entries()) {
      const before: NowcastPoint | undefined = point;
      point = nowcast.next(bar, before);
      expect(JSON.stringify(point)).toBe(JSON.stringify(points[i]));
      if (before !== undefined) expect(point).toBe(before);
    }
    const { regime, now, forecasts, volatility, explain } = point!;
    const { h4, h24 } = forecasts!;
    const parts = [regime, now, forecasts, h4, h24, h4.nextRegime, h24.direction, volatility, explain, explain.states];
    const bar = { ...holed.at(-1)!, time: point!.time + HOUR_MS };
    const next = nowcast.next(bar, point);
    const of = next.forecasts!;
    [
      next.regime,
      next.now,
      of,
      of.h4,
      of.h24,
      of.h4.nextRegime,
      of.h24.direction,
      next.volatility,
      next.explain,
      next.explain.states,
    ].forEach((part, i) => expect(part).toBe(parts[i]));
    expect(next.explain.features).toBe(explain.features);
  });

  it('leaves a given point as it is when it refuses the hour', () => {
    const nowcast = createNowcast(model);
    const point = run(holed.slice(0, 200), nowcast).at(-1)!;
    const before = structuredClone(point);
    expect(() => nowcast.next(holed[100]!, point)).toThrow(/expected a full hour after/);
    expect(point).toStrictEqual(before);
  });

  it('all at once takes breath between its parts and every 2,000 rows', () => {
    const steps = nowcastHistorySteps(model, candlesOf(holed));
    const yields: unknown[] = [];
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) yields.push(step.value);
    expect(yields).toHaveLength(Math.ceil(holed.length / 2_000));
    expect(step.value).toStrictEqual(history);
  });

  it('resumed through JSON at any cut goes on to the bit', () => {
    for (const cut of [0, 1, 167, 168, 301, 399, 400, 401]) {
      const nowcast = createNowcast(model);
      run(holed.slice(0, cut), nowcast);
      const snapshot = nowcast.snapshot();
      expect(firstNotJson(snapshot)).toBeUndefined();
      const resumed = createNowcast(model, JSON.parse(JSON.stringify(snapshot)) as NowcastSnapshot);
      expect(run(holed.slice(cut, cut + 40), resumed)).toEqual(points.slice(cut, cut + 40));
    }
  });

  it('is null while warming: for 167 hours, and as long after more than a day without bars', () => {
    const warming = points.map(({ regime }) => regime === null);
    expect(warming.indexOf(false)).toBe(167);
    expect(warming.slice(167, 397).includes(true)).toBe(false);
    expect(warming.slice(397, 397 + 167).includes(false)).toBe(false);
    expect(warming[397 + 167]).toBe(false);
    for (const { regime, now, forecasts } of points) {
      expect(now === null).toBe(regime === null);
      expect(forecasts === null).toBe(regime === null);
    }
  });

  it('says how much history it rests on: since its windows began, carried hours included', () => {
    expect(points[0]!.quality).toMatchObject({ hours: 1, newListing: true, sparse: false });
    expect(points[166]!.quality.newListing).toBe(true);
    expect(points[167]!.quality).toMatchObject({ hours: 168, newListing: false, warmingUp: true });
    expect(points[300]!.quality).toMatchObject({ hours: 304, sparse: false });
    expect(points.slice(397, 397 + 138).every(({ quality }) => quality.sparse)).toBe(true);
    expect(points.at(-1)!.quality).toMatchObject({ hours: 190, insufficientHistory: true, sparse: false });
  });

  it('every list of probabilities sums to 1', () => {
    for (const { now, forecasts, explain } of points) {
      const lists = [
        explain.states,
        ...(now === null ? [] : [now]),
        ...Object.values(forecasts ?? {}).flatMap(({ nextRegime, direction, volatility }) => [
          nextRegime,
          ...[direction, volatility].filter((list) => list !== null),
        ]),
      ];
      for (const list of lists) {
        expect(list.reduce((sum, p) => sum + p, 0)).toMatchOracle(1, { rel: 0, abs: 1e-12 });
      }
    }
  });

  it('H9 the published probabilities, replayed through the machine, give the published labels', () => {
    const published = points.filter(({ regime }) => regime !== null);
    const { outputs } = fold(
      hysteresis(),
      published.map(({ time, now }) => ({ time, posterior: now! })),
    );
    expect(outputs.map(({ label }) => REGIMES[label])).toEqual(published.map(({ regime }) => regime!.label));
    expect(outputs.map(({ since }) => since)).toEqual(published.map(({ regime }) => regime!.since));
  });

  it('says nothing else of an hour when other hours follow', () => {
    const other = holed.slice(0, 350).map((bar, i) => (i < 320 ? bar : { ...bar, close: bar.low, volume: 0 }));
    expect(run(other).slice(0, 320)).toEqual(points.slice(0, 320));
    expect(run(other)[340]).not.toEqual(points[340]);
  });

  it('refuses an hour that comes again or late, and changes nothing', () => {
    const nowcast = createNowcast(model);
    run(holed.slice(0, 200), nowcast);
    const before = JSON.stringify(nowcast.snapshot());
    const last = holed[199]!.time;
    for (const late of [{ ...holed[199]!, close: holed[199]!.high }, holed[100]!]) {
      expect(() => nowcast.next(late)).toThrow(`"time" expected a full hour after ${last}, got ${late.time}`);
    }
    expect(JSON.stringify(nowcast.snapshot())).toBe(before);
  });

  it('forecasts the next regime by the chain until volatilities are known', () => {
    const first = points.find(({ regime }) => regime !== null)!;
    expect(first.forecasts!.h4).toMatchObject({ nextRegimeSource: 'direct', volatility: null });
    expect(points[168]!.forecasts!.h4.volatility).not.toBeNull();
  });

  it('falls back on the chain where a feature was constant in training', () => {
    const { artifact } = model;
    const scale = artifact.standardization.scale.map((value, i) => (i === 7 ? 0 : value));
    const blunt = loadModel(artifactText({ ...artifact, standardization: { ...artifact.standardization, scale } }));
    if (!blunt.ok) throw new Error('the model did not load');
    const [point] = run(holed.slice(0, 168), createNowcast(blunt.value)).slice(-1);
    expect(point!.forecasts!.h4).toMatchObject({ nextRegimeSource: 'chain', direction: null });
    expect(point!.explain.features[7]).toBeNull();
  });

  it('simulates the next day from an hour: the same twice, another for another scope', () => {
    const { time, explain, volatility } = points.at(-1)!;
    const { run } = createMonteCarlo(model.hmm, model.artifact.residuals);
    const of = (scope: string) =>
      run({ states: explain.states, volatility, seed: monteCarloSeed({ model: 'hand/1', scope, time }) })!;
    const once = of('market');
    expect(of('market')).toEqual(once);
    expect(of('BTC').returnQuantiles).not.toEqual(once.returnQuantiles);
    expect(once.seed).toBe(`quant|monte_carlo/1|hand/1|market|${time}|24h|paths`);
    expect(Math.abs(once.visit.frequency - once.visit.probability)).toBeLessThan(0.05);
    const first = points[0]!;
    expect(run({ states: first.explain.states, volatility: first.volatility, seed: '' })).toBeNull();
  });

  it('maps the chance of a drawdown where the model brings a map of this scope and simulation [#451]', () => {
    const point = points.at(-1)!;
    const calibration = {
      version: 'drawdown_map/test',
      scope: 'market',
      monteCarlo: 'monte_carlo/1',
      map: { slope: 0.5, intercept: -1 },
      trainedTo: 0,
      from: 0,
      to: 0,
      origins: 1,
      came: 0,
      brier: { raw: 0, mapped: 0 },
    } as const;
    const of = (drawdown: Partial<NowcastArtifact>): NowcastModel => ({
      ...model,
      artifact: { ...model.artifact, ...drawdown },
    });
    const plain = nextDay(model, point, 'market')!;
    const { raw, calibrated } = nextDay(of({ drawdown: calibration }), point, 'market')!.drawdown;
    expect(plain.drawdown).toEqual({ depth: 0.05, raw, calibrated: null });
    expect(raw).toBeGreaterThan(0);
    expect(calibrated).toBeCloseTo(1 / (1 + Math.exp(1) * Math.sqrt((1 - raw) / raw)), 12);
    const other = { ...calibration, monteCarlo: 'monte_carlo/0' } as const;
    expect(nextDay(of({ drawdown: other }), point, 'market')).toEqual(plain);
    expect(nextDay(of({ drawdown: calibration }), point, 'ETH')).toEqual(nextDay(model, point, 'ETH'));
    expect(nextDay(model, points[0]!, 'market')).toBeNull();
    expect(nextDay(model, { ...point, regime: null }, 'market')).toBeNull();
  });

  it('refuses half hours, and snapshots of another model', () => {
    const nowcast = createNowcast(model);
    expect(() => nowcast.next({ ...whole[0]!, time: start + HOUR_MS / 2 })).toThrow(/"time" expected a full hour, got/);
    expect(() => createNowcast(modelOf('hand/2'), nowcast.snapshot())).toThrow(
      /"resume" expected a version 1 snapshot of model hand\/2, got version 1 of model hand\/1/,
    );
  });
});
