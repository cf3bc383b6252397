/** Evidence of a small walk-forward over a simulated market: kept steps, the same hours for all, and claims of them. */

import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { observe } from '@barograph/nowcast';
import { BLOCK_BOOTSTRAP_V1, bootstrapSums, intervalOf } from './block-bootstrap.ts';
import { TRAINING_V2 } from './config.ts';
import { scoreEvidence, scoreSurrogate, scoreUnshuffled, type EvidenceBlock } from './evidence.ts';
import { evidenceMetrics, type SkillTest } from './evidence-metrics.ts';
import { harInputs } from './har-inputs.ts';
import { HEADS_V2 } from './heads-config.ts';
import { openInForce } from './in-force.ts';
import { SURROGATES, surrogateBars, type Surrogate } from './surrogates.ts';
import { tailMetrics } from './tail-metrics.ts';
import { scoreTails } from './tails.ts';
import { addTallies } from './tally.ts';
import { walkForward, walkForwardSteps, type WalkForwardStep } from './walk-forward.ts';
import { WALK_FORWARD_V1, type WalkForwardConfig } from './walk-forward-config.ts';
import { walkForwardMetrics } from './walk-forward-metrics.ts';

const { start } = SIMULATOR_V1;
const simulated = createMarket(SIMULATOR_V1);
const barsOf = (symbol: string) => simulated.candles(symbol, 'perpdex_perp', '1h', start, start + 4_400 * HOUR_MS);
const bars = barsOf('BTC');
const observations = observe(bars);
const panel = { coins: [observe(barsOf('ETH')), observe(barsOf('SOL'))] };

const QUICK: WalkForwardConfig = {
  ...WALK_FORWARD_V1,
  version: 'walk_forward/test',
  training: {
    ...TRAINING_V2,
    version: 'training/test',
    warmUpBars: 400,
    betas: [0.16, 0.3],
    validationHours: 700,
    maxIterations: 2,
    occupancyRows: 600,
    leastOccupancy: 0,
    leastAnchored: 0,
  },
  heads: { ...HEADS_V2, version: 'heads/test', stride: 12 },
  monteCarlo: { ...WALK_FORWARD_V1.monteCarlo, version: 'monte_carlo/test', paths: 100 },
  firstHours: 2_000,
  betaEvery: 2,
  simulationStride: 12,
  leastSimulations: 20,
};
/** As a work folder gives it back. */
const kept = (step: WalkForwardStep): WalkForwardStep => JSON.parse(JSON.stringify(step)) as WalkForwardStep;

const steps = [...walkForwardSteps(observations, QUICK, panel)];
const blocks = steps.map(({ block }) => block);
const har = harInputs(bars);
const real = steps.map(({ block, inForce }) =>
  scoreEvidence(openInForce(inForce, observations), block, block.scores.simulation.outcomes, har, QUICK),
);
const surrogate = (kind: Surrogate): readonly EvidenceBlock[] => {
  const made = surrogateBars(bars, kind);
  const [rows, inputs] = [observe(made), harInputs(made)];
  return steps.map(({ block, inForce }) => scoreSurrogate(inForce, rows, block, inputs, QUICK));
};
const surrogates = {
  real: steps.map(({ block, inForce }) => scoreUnshuffled(openInForce(inForce, observations), block, har)),
  hours: surrogate('hours'),
  days: surrogate('days'),
  signs: surrogate('signs'),
};
const metrics = evidenceMetrics(real, surrogates);

describe('steps of a walk-forward', () => {
  it('are those of a run without steps', () => {
    expect(steps.length).toBeGreaterThan(2);
    expect([...walkForward(observations, QUICK, panel)]).toEqual(blocks);
  });

  it('are plain JSON, and after any of them the run goes on to the same bytes', () => {
    const whole = JSON.stringify(steps);
    // A new β is chosen after the second, and none after the others.
    for (const done of [2, steps.length - 1, steps.length]) {
      const before = steps.slice(0, done).map(kept);
      const rest = [...walkForwardSteps(observations, QUICK, panel, before)];
      expect(rest).toHaveLength(steps.length - done);
      expect(JSON.stringify([...before, ...rest]) === whole).toBe(true);
    }
  });

  it('refuses steps of other hours, and more than there are', () => {
    const [first, second] = steps;
    const rest = (before: readonly WalkForwardStep[]) => () => [
      ...walkForwardSteps(observations, QUICK, panel, before),
    ];
    expect(rest([second!])).toThrow(/expected kept step 1 to be of/);
    expect(rest([...steps, first!])).toThrow(`expected at most ${steps.length} kept steps, got ${steps.length + 1}`);
  });
});

describe('evidence', () => {
  const total = (list: readonly EvidenceBlock[], horizon: 'h4' | 'h24', forecast: 'direct' | 'markov') =>
    addTallies(list.flatMap(({ nextRegime }) => nextRegime[horizon].map(({ scores }) => scores[forecast])));

  it('has the same hours and losses as the scores of the walk-forward', () => {
    const scores = walkForwardMetrics(blocks, QUICK);
    for (const horizon of ['h4', 'h24'] as const) {
      const { direct, markov } = scores.nextRegime[horizon];
      for (const [forecast, score] of [
        ['direct', direct],
        ['markov', markov],
      ] as const) {
        const { rows, loss, brier } = total(real, horizon, forecast);
        expect(rows).toBe(score.rows);
        expect([loss / rows, brier / rows]).toMatchOracle([score.logLoss, score.brier], { rel: 1e-9, abs: 1e-12 });
      }
      expect(metrics.direction[horizon].marginal.skill.mean).toMatchOracle(scores.direction[horizon].skill, {
        rel: 1e-7,
        abs: 1e-9,
      });
    }
    expect(metrics.flipsPerDay.mean).toBeCloseTo(scores.stability.flipsPerDay, 9);
    expect(metrics.calibration.h24.mean).toMatchOracle(scores.nextRegime.h24.direct.ece, { rel: 1e-9, abs: 1e-12 });
    expect(metrics.drawdown!.climatology.model).toMatchOracle(scores.simulation.drawdown.calibrated.brier, {
      rel: 1e-9,
      abs: 1e-12,
    });
  });

  it('scores the same models on real hours as on surrogates', () => {
    for (const horizon of ['h4', 'h24'] as const) {
      expect(total(surrogates.real, horizon, 'direct')).toEqual(total(real, horizon, 'direct'));
    }
    for (const kind of SURROGATES) {
      expect(total(surrogates[kind], 'h4', 'direct').rows).toBe(total(real, 'h4', 'direct').rows);
    }
  });

  it('knows no bar of a surrogate that comes after the last outcome of the block', () => {
    const made = surrogateBars(bars, 'signs');
    const { block, inForce } = steps[0]!;
    const end = made.time.findIndex((time) => time >= block.to + 24 * HOUR_MS);
    const known = {
      ...made,
      length: end,
      time: made.time.slice(0, end),
      open: made.open.slice(0, end),
      high: made.high.slice(0, end),
      low: made.low.slice(0, end),
      close: made.close.slice(0, end),
      volume: made.volume.slice(0, end),
    };
    expect(scoreSurrogate(inForce, observe(known), block, harInputs(known), QUICK)).toEqual(surrogates.signs[0]);
  });

  it('has an interval around every claim, and a test of every baseline', () => {
    const tests: SkillTest[] = [
      ...Object.values(metrics.nextRegime.h4),
      ...Object.values(metrics.nextRegime.h24),
      ...(['h4', 'h24'] as const).flatMap((horizon) => [
        ...Object.values(metrics.direction[horizon]),
        ...Object.values(metrics.volatility[horizon]),
      ]),
      ...Object.values(metrics.drawdown!),
    ];
    expect(tests).toHaveLength(metrics.tests);
    for (const { rows, model, baseline, skill, test, adjusted } of tests) {
      expect(rows).toBeGreaterThan(20);
      expect(skill.mean).toMatchOracle(1 - model / baseline, { rel: 1e-7, abs: 1e-9 });
      expect(skill.low <= skill.mean && skill.mean <= skill.high).toBe(true);
      expect(test.mean).toMatchOracle(baseline - model, { rel: 1e-6, abs: 1e-9 });
      expect(adjusted!).toBeGreaterThanOrEqual(test.p!);
    }
    for (const horizon of ['h4', 'h24'] as const) {
      const { skill, left } = metrics.surrogates.nextRegime[horizon].markov;
      for (const kind of SURROGATES) {
        const { mean, low, high } = left[kind];
        expect(mean).toMatchOracle(skill.real.mean - skill[kind].mean, { rel: 1e-9, abs: 1e-12 });
        expect(low < mean && mean < high).toBe(true);
      }
    }
  });
});

describe('tails', () => {
  const counts = steps.map(({ block, inForce }) => scoreTails(inForce, panel, block, QUICK));

  it('are of one outcome a day and coin, and ascend with the quantiles', () => {
    counts.forEach((coins, i) => {
      const { from, to } = blocks[i]!;
      expect(coins).toHaveLength(2);
      for (const coin of coins) {
        expect(coin!.origins).toBeGreaterThanOrEqual(Math.floor((to - from) / (24 * HOUR_MS)) - 1);
        expect(coin!.origins).toBeLessThanOrEqual(Math.ceil((to - from) / (24 * HOUR_MS)));
        expect(coin!.below).toEqual([...coin!.below].sort((a, b) => a - b));
      }
    });
  });

  it('keep the rule or break it, series by series', () => {
    const of = (...below: readonly number[]) => ({ origins: 1_000, below });
    const made = tailMetrics(
      [
        { name: 'kept', counts: [of(8, 60), null, of(12, 50)] },
        { name: 'thin', counts: [of(25, 70), of(20, 90)] },
        { name: 'young', counts: [{ origins: 364, below: [0, 0] }] },
        { name: 'absent', counts: [null, null] },
      ],
      [0.01, 0.05],
    );
    expect(made.rows.map(({ series, origins }) => [series, origins])).toEqual([
      ['kept', 2_000],
      ['thin', 2_000],
      ['young', 364],
    ]);
    expect(made.rows.map(({ coverage }) => coverage.map(({ kept: is }) => is))).toEqual([
      [true, true],
      [false, false],
      [null, null],
    ]);
    expect(made.rules).toMatchOracle(
      [
        { share: 0.01, permitted: 0.007, kept: 1, judged: 2, mean: (0.01 + 0.0225) / 2 },
        { share: 0.05, permitted: 0.02, kept: 1, judged: 2, mean: (0.055 + 0.08) / 2 },
      ],
      { rel: 1e-12, abs: 0 },
    );
    expect(made.rows[0]!.coverage[0]!.below).toMatchObject({ mean: 0.01, low: 0.008, high: 0.012 });
  });
});

describe('draws of a statistic of sums', () => {
  const ratio = ([a, b]: Float64Array): number => a! / b!;

  it('are around the statistic of all blocks, as wide as blocks differ, and the same again', () => {
    const rows = Array.from({ length: 40 }, (_, i) => [i % 4, 1]);
    const drawn = bootstrapSums(rows, ratio);
    expect(drawn.mean).toBe(1.5);
    expect(bootstrapSums(rows, ratio)).toEqual(drawn);
    expect(bootstrapSums(rows, ratio, '|other').draws).not.toEqual(drawn.draws);
    const { low, high } = intervalOf(drawn);
    // The standard error of a mean of 40 with variance 1.25 is .177.
    expect(high - low).toBeGreaterThan(2 * 1.96 * 0.177 * 0.85);
    expect(high - low).toBeLessThan(2 * 1.96 * 0.177 * 1.15);
    expect(intervalOf(drawn, drawn)).toEqual({ mean: 0, low: 0, high: 0 });
    expect(() => bootstrapSums([], ratio)).toThrow('"blocks" expected at least one');
    expect(drawn.draws).toHaveLength(BLOCK_BOOTSTRAP_V1.draws);
  });
});
