/** A walk-forward over a small simulated market: what it may know, and that its sums are those of its hours. */

import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { type Observations, observe } from '@barograph/nowcast';
import { TRAINING_V2 } from './config.ts';
import { fitDrawdownMaps, mapDrawdown } from './drawdown-forecasts.ts';
import { HEADS_V2 } from './heads-config.ts';
import { walkForward } from './walk-forward.ts';
import { WALK_FORWARD_V1, type WalkForwardConfig } from './walk-forward-config.ts';
import { walkForwardMetrics } from './walk-forward-metrics.ts';

const { start } = SIMULATOR_V1;
const observations = observe(
  createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 3_700 * HOUR_MS),
);

const QUICK: WalkForwardConfig = {
  ...WALK_FORWARD_V1,
  version: 'walk_forward/test',
  training: {
    ...TRAINING_V2,
    version: 'training/test',
    warmUpBars: 400,
    betas: [],
    maxIterations: 3,
    occupancyRows: 600,
  },
  heads: { ...HEADS_V2, version: 'heads/test', stride: 12 },
  monteCarlo: { ...WALK_FORWARD_V1.monteCarlo, version: 'monte_carlo/test', paths: 200 },
  firstHours: 1_500,
  simulationStride: 24,
  leastSimulations: 20,
};

const blocks = [...walkForward(observations, QUICK)];
const metrics = walkForwardMetrics(blocks, QUICK);

describe('a walk-forward', () => {
  it('tests every hour from the first refit on once, months after months', () => {
    expect(blocks.length).toBeGreaterThan(1);
    blocks.forEach(({ from, to }, i) => {
      expect(new Date(from).getUTCDate()).toBe(1);
      expect(to).toBe(blocks[i + 1]?.from ?? observations.time.at(-1)! + HOUR_MS);
    });
    expect(metrics.hours).toBe((metrics.to - metrics.from) / HOUR_MS);
  });

  it('learns from nothing within purge and embargo of what it tests', () => {
    for (const { from, refit } of blocks) expect(refit.trainedTo).toBe(from - 120 * HOUR_MS);
  });

  it('says of a block what it would have said without a later hour than its outcomes need', () => {
    const { to } = blocks[0]!;
    const length = Math.round((to - observations.time[0]!) / HOUR_MS) + 24;
    const known: Observations = {
      length,
      time: observations.time.slice(0, length),
      close: observations.close.slice(0, length),
      missing: observations.missing.slice(0, length),
      columns: observations.columns.map((column) => column.slice(0, length)),
    };
    const [again] = [...walkForward(known, QUICK)];
    expect(again!.scores).toEqual(blocks[0]!.scores);
  });

  it('has a forecast for every hour whose outcome is known, and the same rows for every baseline', () => {
    const { direct, chain, marginal, markov, volatility } = metrics.nextRegime.h24;
    expect([chain, marginal, markov, volatility].map(({ rows }) => rows)).toEqual([
      direct.rows,
      direct.rows,
      direct.rows,
      direct.rows,
    ]);
    expect(direct.rows).toBe(metrics.hours - 24);
    expect(metrics.nextRegime.h4.direct.rows).toBe(metrics.hours - 4);
  });

  it('has shares that sum to 1, and quantiles that ascend', () => {
    const shares = Object.values(metrics.stability.regimes).reduce((sum, { share }) => sum + share, 0);
    expect(shares).toBeCloseTo(1, 12);
    expect(metrics.simulation.pit.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    const below = metrics.simulation.coverage.map((row) => row.below);
    expect(below).toEqual([...below].sort((a, b) => a - b));
  });

  it('holds the drawdown against volatility alone and a simulation without regimes, on the same origins', () => {
    const { drawdown } = metrics.simulation;
    const { raw, calibrated, climatology, advantage } = drawdown;
    expect(calibrated.rows).toBeGreaterThan(20);
    for (const baseline of ['withoutRegimes', 'volatility'] as const) {
      expect(drawdown[baseline].rows).toBe(calibrated.rows);
      const { mean, low, high, blocks } = advantage[baseline]!;
      expect(mean).toMatchOracle(drawdown[baseline].brier - calibrated.brier, { rel: 1e-9, abs: 1e-12 });
      expect(low <= mean && mean <= high).toBe(true);
      expect(blocks).toBeGreaterThan(1);
    }
    expect([raw.rows, climatology.rows]).toEqual([calibrated.rows, calibrated.rows]);
  });

  it('maps by outcomes that were known before the block began', () => {
    for (const { from, scores } of blocks) {
      const known = blocks
        .flatMap((block) => block.scores.simulation.outcomes)
        .filter(({ time }) => time + 25 * HOUR_MS <= from);
      const maps = known.length < QUICK.leastSimulations ? null : fitDrawdownMaps(known, QUICK.monteCarlo);
      for (const { raw, mapped } of scores.simulation.outcomes) {
        expect(mapped).toEqual(maps === null ? null : mapDrawdown(maps, raw, QUICK.monteCarlo));
      }
    }
  });

  it('leaves a model in force whose successor breaks the rule', () => {
    const strict = { ...QUICK, approval: { ...QUICK.approval, leastHours: 1, flipsPerDay: [99, 100] as const } };
    const refused = [...walkForward(observations, strict)];
    expect(refused.slice(1).every(({ refit }) => !refit.approved)).toBe(true);
    expect(refused[1]!.refit.reason).toMatch(/flips a day/);
    expect(refused[0]!.scores).toEqual(blocks[0]!.scores);
  });
});
