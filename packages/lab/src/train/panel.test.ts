/** Training with coins beside the market, small, on the simulated market. */

import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import {
  artifactText,
  createHmm,
  expectedTransitions,
  filter,
  loadModel,
  mixTransitions,
  type Observations,
  observe,
  standardize,
} from '@barograph/nowcast';
import { fitConcentration } from '../coin-concentration.ts';
import { TRAINING_V2, type TrainingConfig } from './config.ts';
import { HEADS_V2, type HeadsConfig } from './heads-config.ts';
import { fitCoinScope, type Panel } from './panel.ts';
import { scoreCoin, transitionsBefore } from './score-coin.ts';
import { trainNowcast } from './train-nowcast.ts';

const { start } = SIMULATOR_V1;
const hoursOf = (coin: string, hours: number): Observations =>
  observe(createMarket(SIMULATOR_V1).candles(coin, 'perpdex_perp', '1h', start, start + hours * HOUR_MS));
const btc = hoursOf('BTC', 2_000);
const to = btc.time[1_700]!;

const QUICK: TrainingConfig = {
  ...TRAINING_V2,
  version: 'training/test',
  warmUpBars: 400,
  betas: [],
  maxIterations: 3,
  occupancyRows: 600,
  panel: { weight: 0.5, leastRows: 600 },
};
const HEADS: HeadsConfig = { ...HEADS_V2, version: 'heads/test', stride: 12 };
const files = [{ file: 'ETHUSDT.csv', sha256: 'ab' }];
const panel: Panel = { coins: [hoursOf('ETH', 2_000), hoursOf('SOL', 1_800), hoursOf('XRP', 500)], files };
const train = (given?: Panel, config = QUICK) =>
  trainNowcast(btc, {
    modelVersion: 'panel-1',
    to,
    config,
    heads: HEADS,
    ...(given === undefined ? {} : { panel: given }),
  });

const artifact = train(panel);
const model = { parameters: artifact.hmm, standardization: artifact.standardization };

describe('a model of market and panel', () => {
  it('says what it learnt from', () => {
    expect(artifact.training.panel).toEqual({ coins: 2, rows: 2 * (1_700 - 399), weight: 0.5, files });
    expect(artifact.training.rows).toBe(1_700 - 399);
  });

  it('is another than that of the market alone, which has no panel on record', () => {
    const alone = train();
    expect(alone.training.panel).toBeUndefined();
    expect(alone.coinScope).toBeUndefined();
    expect(alone.hmm.states).not.toEqual(artifact.hmm.states);
    expect(train(panel, { ...QUICK, panel: { ...QUICK.panel, weight: 0 } }).hmm).toEqual(alone.hmm);
  });

  it('survives its file unchanged, and is refused with an invalid concentration', () => {
    const loaded = loadModel(artifactText(artifact));
    expect(loaded.ok && loaded.value.artifact).toEqual(artifact);
    const broken = { ...artifact, coinScope: { ...artifact.coinScope!, concentration: 0 } };
    expect(loadModel(artifactText(broken))).toMatchObject({
      ok: false,
      error: { got: '"concentration" expected a number > 0, got 0' },
    });
    const shapeless = { ...artifact, coinScope: { concentration: 150 } };
    expect(loadModel(JSON.stringify(shapeless))).toMatchObject({ ok: false, error: { column: 'coinScope.version' } });
  });

  it('is the same to the byte when it is made again', () => {
    expect(artifactText(train(panel))).toBe(artifactText(artifact));
  });
});

describe('the concentration of the coins', () => {
  it('is that of their expected transitions before the end of learning', () => {
    const hmm = createHmm(artifact.hmm);
    const counts = panel.coins.map(({ columns }) => {
      const rows = standardize(
        columns.map((column) => column.slice(0, 1_700)),
        artifact.standardization,
      );
      return expectedTransitions(hmm, filter(hmm, rows));
    });
    expect(artifact.coinScope!.concentration).toBe(fitConcentration(hmm, counts));
    expect(fitCoinScope(model, panel, to)).toEqual(artifact.coinScope);
  });

  it('does not know hours after it', () => {
    const later = panel.coins.map((coin) => ({
      ...coin,
      columns: coin.columns.map((column) => column.slice().fill(3, 1_700)),
    }));
    expect(fitCoinScope(model, { coins: later }, to)).toEqual(artifact.coinScope);
  });
});

describe('the score of a coin', () => {
  const coin = panel.coins[0]!;
  const span = { trainedTo: to, from: to, to: btc.time[1_900]!, stride: 1, leastHours: 500 };
  const pooled = createHmm(artifact.hmm);
  const own = mixTransitions(pooled, transitionsBefore(model, coin, to), artifact.coinScope).transition;
  const given = { ...model, heads: artifact.heads };

  it('is of every hour with a label whose outcome is known', () => {
    const scores = scoreCoin(given, coin, { ...span, transition: own })!;
    expect(scores.hours).toBe(200);
    expect(scores.h4.nextRegime.direct.rows).toBe(200);
    expect(scores.h24.nextRegime.chain.rows).toBe(200);
    const sparse = scoreCoin(given, coin, { ...span, transition: own, stride: 4 })!;
    expect(sparse.h4.nextRegime.direct.rows).toBe(50);
    expect(sparse.flips).toBe(scores.flips);
  });

  it('of the chain changes with the transitions, and not with hours after the test', () => {
    const scores = scoreCoin(given, coin, { ...span, transition: own })!;
    const alone = scoreCoin(given, coin, { ...span, transition: artifact.hmm.transition })!;
    expect(alone.h24.nextRegime.chain.loss).not.toBe(scores.h24.nextRegime.chain.loss);
    const altered = { ...coin, columns: coin.columns.map((column) => column.slice().fill(1, 1_924)) };
    expect(scoreCoin(given, altered, { ...span, transition: own })!.h24).toEqual(scores.h24);
  });

  it('is null for a coin with too few hours before the test, or without hours in it', () => {
    expect(scoreCoin(given, panel.coins[2]!, { ...span, transition: own })).toBeNull();
    expect(scoreCoin(given, coin, { ...span, leastHours: 5_000, transition: own })).toBeNull();
  });
});
