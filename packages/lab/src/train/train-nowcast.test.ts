/** The whole of training on a simulated market, small; and what its parts say of hours they have not seen. */

import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import {
  applyLogistic,
  artifactText,
  type BetaTrial,
  createHmm,
  filter,
  labelProbabilities,
  loadModel,
  MONTE_CARLO_V1,
  type Observations,
  observe,
  predict,
  standardize,
} from '@barograph/nowcast';
import { nextRegimeInputs } from '@barograph/nowcast/parts';
import { fitResidualPools } from '../monte-carlo/fit-pools.ts';
import { TRAINING_V2, type TrainingConfig } from './config.ts';
import { fitDayCalibration } from './day-calibration.ts';
import type { DrawdownMapConfig } from './drawdown-map.ts';
import { evaluate, publish } from './evaluate.ts';
import { fitHeads } from './heads.ts';
import { HEADS_V2, type HeadsConfig } from './heads-config.ts';
import { residualsOf } from './residuals.ts';
import { nearestBeta, tryBetas } from './select-beta.ts';
import { trainNowcast, type TrainingStage } from './train-nowcast.ts';
import { createHistory } from './views.ts';

const { start } = SIMULATOR_V1;
const observations = observe(
  createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 2_600 * HOUR_MS),
);
const { time } = observations;
const to = time[2_200]!;

const QUICK: TrainingConfig = {
  ...TRAINING_V2,
  version: 'training/test',
  warmUpBars: 400,
  betas: [],
  restarts: 1,
  maxIterations: 3,
  occupancyRows: 600,
  validationHours: 500,
};

const HEADS: HeadsConfig = { ...HEADS_V2, version: 'heads/test', stride: 12 };

const DRAWDOWN: DrawdownMapConfig = {
  version: 'drawdown_map/test',
  stride: 6,
  leastOrigins: 20,
  monteCarlo: { ...MONTE_CARLO_V1, version: 'monte_carlo/test', paths: 200 },
};

const stages: TrainingStage[] = [];
const artifact = trainNowcast(observations, {
  modelVersion: 'test-1',
  to,
  config: QUICK,
  heads: HEADS,
  drawdown: DRAWDOWN,
  onProgress: (stage) => stages.push(stage),
});

describe('training', () => {
  it('gives the same bytes when it is done again, on rows that end where learning ends', () => {
    const cut = observe(createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, to));
    const again = trainNowcast(cut, { modelVersion: 'test-1', config: QUICK, heads: HEADS, drawdown: DRAWDOWN });
    expect(artifactText(again)).toBe(artifactText(artifact));
  });

  it('gives a file that loads as what it was', () => {
    const loaded = loadModel(artifactText(artifact));
    expect(loaded.ok && loaded.value.artifact).toEqual(artifact);
    expect(loaded.ok && loaded.value.hmm.parameters).toEqual(artifact.hmm);
  });

  it('records how it was done', () => {
    expect(artifact.training).toMatchObject({ from: time[399], to, rows: 2_200 - 399, run: 1, betas: [] });
    expect(artifact.hmm.version).toBe('test-1');
    expect([...new Set(stages.map(({ stage }) => stage))]).toEqual(['regimes', 'heads', 'confidence', 'drawdown']);
  });

  it('tries the candidates for beta on hours after those that they were fitted on', () => {
    const tried: number[] = [];
    const config = { ...QUICK, betas: [0.1, 0.4] };
    const span = { from: artifact.training.from, to };
    const trials = tryBetas(observations, config, { ...span, onProgress: ({ iteration }) => tried.push(iteration) });
    expect(trials.map(({ beta }) => beta)).toEqual([0.1, 0.4]);
    expect(tried).toEqual([1, 2, 3, 1, 2, 3]);
    const altered = { ...observations, columns: observations.columns.map((column) => column.slice().fill(1, 2_200)) };
    expect(tryBetas(altered, config, span)).toEqual(trials);
  });
});

describe('the choice of beta', () => {
  const trial = (beta: number, flipsPerDay: number, advantage = -1): BetaTrial => ({
    beta,
    flipsPerDay,
    advantage4h: -1,
    advantage24h: advantage,
  });

  it.each<[string, BetaTrial[], number]>([
    ['the nearest to the wanted flips', [trial(0.1, 0.4), trial(0.2, 0.55), trial(0.3, 0.7)], 0.2],
    ['of two as near the lower', [trial(0.3, 0.75), trial(0.1, 0.45)], 0.1],
    ['of those with skill at both horizons', [trial(0.1, 0.4), trial(0.2, 0.6, 0)], 0.1],
  ])('is %s', (_, trials, beta) => {
    expect(nearestBeta(trials, 0.6)).toBe(beta);
  });

  it('fails when none has skill', () => {
    expect(() => nearestBeta([trial(0.1, 0.6, 0.1)], 0.6)).toThrow(/no beta forecasts better than the chain/);
  });
});

const model = { parameters: artifact.hmm, standardization: artifact.standardization };
const tested = { from: to, to: time[2_500]!, trainedTo: to };

describe('an evaluation', () => {
  const evaluation = evaluate(model, observations, tested);
  const columns = standardize(observations.columns, model.standardization);

  it('does not know what comes after its rows', () => {
    const altered = { ...observations, columns: observations.columns.map((column) => column.slice().fill(1, 2_500)) };
    expect(evaluate(model, altered, tested)).toEqual(evaluation);
  });

  it('shares and occupancies sum to 1, and paths to flips', () => {
    for (const list of [evaluation.shares, evaluation.occupancy]) {
      expect(list.reduce((sum, share) => sum + share, 0)).toMatchOracle(1, { rel: 0, abs: 1e-9 });
    }
    const { floor, override, margin } = evaluation.flipsByPath;
    expect(evaluation.rows).toBe(300);
    expect(evaluation.flipsPerDay).toMatchOracle((24 * (floor + override + margin)) / 300, { rel: 1e-12, abs: 0 });
    expect(evaluation.dwells).toHaveLength(Math.max(0, floor + override + margin - 1));
  });

  it('log loss is the mean of −log p of what came', () => {
    const hmm = createHmm(model.parameters);
    const { labels } = publish(model.parameters, columns, time);
    const ahead = labelProbabilities(hmm, predict(hmm, filter(hmm, columns), 4));
    let sum = 0;
    for (let t = 2_200; t < 2_496; t++) sum -= Math.log(ahead[6 * t + labels[t + 4]!]!);
    expect(evaluation.logLoss[4]!.chain).toMatchOracle(sum / 296, { rel: 1e-12, abs: 0 });
  });

  it('a model that is sure of nothing has the loss of six equal shares', () => {
    const states = model.parameters.states.length;
    const even = Array.from({ length: states }, () => 1 / states);
    const blank = { ...model.parameters, beta: 0, initial: even, transition: even.map(() => even) };
    const { logLoss, saturated } = evaluate({ ...model, parameters: blank }, observations, tested);
    expect(logLoss[24]!.chain).toMatchOracle(Math.log(6), { rel: 1e-9, abs: 0 });
    expect(saturated).toBe(0);
  });
});

describe('a history', () => {
  const history = createHistory(model, observations);

  it('shows at an hour nothing that comes after it', () => {
    const cut = observe(createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, time[2_000]! + HOUR_MS));
    const part = createHistory(model, cut);
    expect(part.length).toBe(2_001);
    expect(part.view(2_000, 24)).toEqual(history.view(2_000, 24));
    expect(part.labels).toEqual(history.labels.slice(0, 2_001));
    expect(part.rawConfidence(2_000)).toBe(history.rawConfidence(2_000));
  });

  it('is ready once features and volatilities are', () => {
    expect(history.ready(100)).toBe(false);
    expect(history.ready(1_000)).toBe(true);
  });
});

describe('heads', () => {
  const history = createHistory(model, observations);
  const { nextRegime } = artifact.heads.h4;

  it('forecast the next regime better than the shares, on hours that they were not fitted on', () => {
    const at = Array.from({ length: 300 }, (_, i) => 2_200 + i);
    const train = Array.from({ length: 1_500 }, (_, i) => 500 + i);
    const share = (label: number) => (1 + train.filter((t) => history.labels[t] === label).length) / (6 + 1_500);
    const loss = (p: (t: number) => number) => at.reduce((sum, t) => sum - Math.log(p(t)), 0) / at.length;
    const head = loss((t) => applyLogistic(nextRegime, nextRegimeInputs(history.view(t, 4)))![history.labels[t + 4]!]!);
    expect(head).toBeLessThan(loss((t) => share(history.labels[t + 4]!)));
  });

  it('learn only from hours whose outcome came before the end', () => {
    const span = { from: artifact.training.from, to, config: HEADS };
    const altered = { ...observations, close: observations.close.map((price, t) => (t < 2_200 ? price : price * 9)) };
    expect(fitHeads(createHistory(model, altered), 4, span)).toEqual(artifact.heads.h4);
  });

  it('need hours', () => {
    expect(() => fitHeads(history, 4, { from: to, to: to + 50 * HOUR_MS })).toThrow(/at least 100 origins, got/);
  });
});

/** The artifact with one field replaced, as text. */
function altered(change: (copy: Record<string, unknown>) => void): string {
  const copy = JSON.parse(artifactText(artifact)) as Record<string, unknown>;
  change(copy);
  return JSON.stringify(copy);
}

describe('residuals', () => {
  const history = createHistory(model, observations);
  const { residuals, smoothed } = residualsOf(history, artifact.training);

  it('are those of the training hours, in units of the volatility of the day before', () => {
    const known = Array.from(residuals).filter((z) => !Number.isNaN(z));
    expect(known).toHaveLength(artifact.training.rows);
    expect(smoothed.length).toBe(residuals.length);
    expect(observations.time[residuals.length]).toBe(to);
    const deviation = Math.sqrt(known.reduce((sum, z) => sum + z * z, 0) / known.length);
    expect(deviation).toMatchOracle(1, { rel: 0.3, abs: 0 });
  });

  it('make the pools of the artifact', () => {
    const { all, states } = artifact.residuals;
    expect(artifact.residuals).toEqual(fitResidualPools([{ residuals, smoothed }]));
    expect(all.length).toBeLessThanOrEqual(512);
    expect(states).toHaveLength(12);
  });
});

describe('the map of a drawdown', () => {
  const hour = (index: number): number => time[index]!;
  const options = { version: 'map', training: QUICK, config: DRAWDOWN, from: artifact.training.from, to };
  // 500 hours are held back; the first 96 of them are the purge, and the last origin is a day before the end.
  const [first, last] = [2_200 - 500 + 96, 2_200 - 25];
  const held = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter((t) => t % 6 === 0);

  it('is of the hours held back, purged, with every outcome known before training ended', () => {
    expect(artifact.drawdown).toMatchObject({
      version: 'drawdown_map/test',
      scope: 'market',
      monteCarlo: 'monte_carlo/test',
      trainedTo: hour(1_700),
      from: hour(held[0]!),
      to: hour(held.at(-1)!),
      origins: held.length,
    });
  });

  it('counts the days that fell, as prices say', () => {
    const { close } = observations;
    const fell = held.filter((t) => {
      for (let high = t; high < t + 24; high++) {
        for (let low = high + 1; low <= t + 24; low++) if (close[low]! / close[high]! < 0.95) return true;
      }
      return false;
    });
    expect(fell.length).toBeGreaterThan(0);
    expect(fell.length).toBeLessThan(held.length);
    expect(artifact.drawdown!.came).toBe(fell.length);
  });

  it('is nearer to what came than the bare share of the paths', () => {
    const { brier } = artifact.drawdown!;
    expect(brier.mapped).toBeLessThan(brier.raw);
    expect(brier.mapped).toBeGreaterThan(0);
  });

  it('comes of a model that knew no hour of them', () => {
    const mapOf = (rows: Observations, given = options) => fitDayCalibration(rows, given).drawdown;
    const known = mapOf(observations)!;
    const altered = (from: number, factor: number) => ({
      ...observations,
      close: observations.close.map((price, t) => (t >= from ? price * factor ** (t - from) : price)),
    });
    // Prices after the last outcome are no part of it, those before it are.
    expect(mapOf(altered(held.at(-1)! + 25, 0.5))).toEqual(known);
    const crash = mapOf(altered(held[0]!, 0.99))!;
    expect(crash.came).toBe(held.length);
  });

  it('is absent with too few training hours, or too few origins', () => {
    expect(fitDayCalibration(observations, { ...options, training: { ...QUICK, validationHours: 1_300 } })).toEqual({});
    const strict = { ...DRAWDOWN, leastOrigins: held.length + 1 };
    expect(fitDayCalibration(observations, { ...options, config: strict })).toEqual({});
  });
});

describe('a model file that is not one', () => {
  const set = (path: string, value: unknown): string =>
    altered((copy) => {
      const steps = path.split('.');
      const last = steps.pop()!;
      const at = steps.reduce<Record<string, unknown>>((part, step) => part[step] as Record<string, unknown>, copy);
      if (value === undefined) delete at[last];
      else at[last] = value;
    });

  it.each<[string, string, object]>([
    ['no JSON', '{', { code: 'unreadable_file', expected: 'JSON' }],
    ['null', 'null', { code: 'unsupported_version', column: 'schema', got: 'undefined' }],
    ['another schema', set('schema', 'nowcast/4'), { code: 'unsupported_version', got: '"nowcast/4"' }],
    ['a field missing', set('hmm.beta', undefined), { column: 'hmm.beta', expected: 'a number', got: 'nothing' }],
    ['a text for a number', set('hmm.nu', '5'), { column: 'hmm.nu', expected: 'a number', got: '"5"' }],
    [
      'a number for a list',
      set('heads.h4.nextRegime.mean', 5),
      { column: 'heads.h4.nextRegime.mean', expected: 'a list' },
    ],
    ['null in a list', set('standardization.median.3', null), { column: 'standardization.median[3]' }],
    ['no heads', set('heads.h24', null), { column: 'heads.h24', expected: 'a record', got: 'null' }],
    ['no verdict', set('approval.accepted', 1), { column: 'approval.accepted', expected: 'true or false', got: '1' }],
    ['a number for a text', set('family', 1), { column: 'family', expected: 'a text' }],
    ['another version inside', set('hmm.version', 'x'), { got: '"hmm.version" expected "test-1", got "x"' }],
    ['rows that leak', set('hmm.initial.0', 0.9), { code: 'bad_value', expected: 'the numbers of a model' }],
    [
      'other features',
      set('hmm.features.0', 'moon'),
      { got: expect.stringMatching(/"hmm.features" expected trend24/) },
    ],
    ['other labels', set('hmm.labels.0', 'moon'), { got: expect.stringMatching(/"hmm.labels" expected strong_trend/) }],
    ['other inputs', set('heads.h4.nextRegime.inputs.0', 'x'), { got: expect.stringMatching(/"nextRegime.inputs"/) }],
    [
      'cuts that fall',
      set('heads.h4.volatilityCuts.0', 99),
      { got: expect.stringMatching(/"volatilityCuts" expected 3/) },
    ],
    [
      'a map that turns around',
      set('drawdown.map.slope', -1),
      { got: expect.stringMatching(/"slope" expected a number ≥ 0/) },
    ],
    ['a map without a number', set('drawdown.map.intercept', null), { column: 'drawdown.map.intercept' }],
    [
      'labels that were mapped onto free states',
      JSON.stringify({
        ...artifact,
        modelVersion: 'unanchored/1',
        hmm: { ...artifact.hmm, version: 'unanchored/1' },
      }),
      { got: expect.stringMatching(/"hmm.version" expected a model that was fitted to its labels/) },
    ],
    ['a negative scale', set('standardization.scale.0', -1), { got: expect.stringMatching(/"scale\[0\]"/) }],
    [
      'knots that fall',
      set('confidence', [
        [0, 1],
        [1, 0],
        [2, 1],
      ]),
      { got: expect.stringMatching(/"knots\[2\] score"/) },
    ],
  ])('%s', (_, text, problem) => {
    expect(loadModel(text, 'models/x.json')).toMatchObject({ ok: false, error: { file: 'models/x.json', ...problem } });
  });

  it('is read though it has fields that this version does not know', () => {
    expect(loadModel(set('later', { a: 1 })).ok).toBe(true);
  });

  it('is read without a map of the drawdown, as files were before there was one', () => {
    const loaded = loadModel(set('drawdown', undefined));
    expect(loaded.ok && loaded.value.artifact.drawdown).toBeUndefined();
  });

  it('calibrates by its knots', () => {
    const loaded = loadModel(
      set('confidence', [
        [0.5, 0.2],
        [1, 1],
      ]),
    );
    expect(loaded.ok && [0.4, 0.75, 1].map(loaded.value.calibrate)).toMatchOracle([0.2, 0.6, 1], {
      rel: 1e-15,
      abs: 0,
    });
  });
});
