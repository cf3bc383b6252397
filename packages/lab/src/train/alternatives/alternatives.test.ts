/** Alternatives beside the models of a small walk-forward over a simulated market: the same hours, and claims of them. */

import { HOUR_MS } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { observe } from '@barograph/nowcast';
import { TRAINING_V2 } from '../config.ts';
import { scoreSurrogate, type EvidenceBlock } from '../evidence.ts';
import type { SkillTest } from '../evidence-metrics.ts';
import { harInputs } from '../har-inputs.ts';
import { HEADS_V2 } from '../heads-config.ts';
import { SURROGATES, surrogateBars, type Surrogate } from '../surrogates.ts';
import { hoursBefore } from '../training-rows.ts';
import { createHistory } from '../views.ts';
import { walkForwardSteps } from '../walk-forward.ts';
import { WALK_FORWARD_V1, type WalkForwardConfig } from '../walk-forward-config.ts';
import { alternativesMetrics, isBetter, type AlternativeEvidence } from './metrics.ts';
import {
  agreementWith,
  ALTERNATIVES,
  alternativeHistory,
  fitAlternative,
  type Alternative,
  type FittedAlternative,
} from './regimes.ts';
import { scoreAlternative } from './score.ts';
import { asSemiMarkov } from './semi-markov.ts';

const { start } = SIMULATOR_V1;
const bars = createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 3_600 * HOUR_MS);
const observations = observe(bars);

const QUICK: WalkForwardConfig = {
  ...WALK_FORWARD_V1,
  version: 'walk_forward/test',
  training: {
    ...TRAINING_V2,
    version: 'training/test',
    warmUpBars: 400,
    betas: [],
    validationHours: 700,
    maxIterations: 2,
    occupancyRows: 600,
    leastOccupancy: 0,
    leastAnchored: 0,
  },
  heads: { ...HEADS_V2, version: 'heads/test', stride: 16 },
  monteCarlo: { ...WALK_FORWARD_V1.monteCarlo, version: 'monte_carlo/test', paths: 50 },
  firstHours: 2_000,
  stepMonths: 6,
  simulationStride: 48,
  leastSimulations: 20,
};
const steps = [...walkForwardSteps(observations, QUICK)].map(({ block: { from, to }, inForce }) => ({
  from,
  to,
  inForce,
}));

const all = <Value>(of: (kind: Surrogate | 'real') => Value) => ({
  real: of('real'),
  hours: of('hours'),
  days: of('days'),
  signs: of('signs'),
});
const series = all((kind) => {
  const made = kind === 'real' ? bars : surrogateBars(bars, kind);
  return { rows: observe(made), har: harInputs(made) };
});
type Block = (typeof steps)[number];
const over = (score: (block: Block, of: (typeof series)['real']) => EvidenceBlock) =>
  all((kind) => steps.map((block) => score(block, series[kind])));
const shipped = over((block, { rows, har }) => scoreSurrogate(block.inForce, rows, block, har, QUICK));

// Through its text, as a work folder gives it back.
const fitted = (kind: Alternative, { inForce }: Block): FittedAlternative =>
  JSON.parse(JSON.stringify(fitAlternative(kind, inForce, observations, QUICK))) as FittedAlternative;
const fits = {
  jump: steps.map((step) => fitted('jump', step)),
  semiMarkov: steps.map((step) => fitted('semiMarkov', step)),
};
const evidenceOf = (kind: Alternative): AlternativeEvidence => ({
  blocks: over((block, { rows, har }) =>
    scoreAlternative(fits[kind][steps.indexOf(block)]!, block.inForce, rows, block, har, QUICK),
  ),
  agreement: steps.map((block, i) => agreementWith(fits[kind][i]!, block.inForce, observations, block, QUICK)),
});
const evidence = { jump: evidenceOf('jump'), semiMarkov: evidenceOf('semiMarkov') };
const metrics = alternativesMetrics(evidence, shipped);
const tests = (kind: Alternative): readonly SkillTest[] => {
  const { volatility, direction } = metrics.rows[kind];
  return [volatility.h4, volatility.h24, direction.h4, direction.h24];
};

describe('an alternative beside the shipped model', () => {
  it('knows no hour that comes later', () => {
    const [{ inForce }] = steps as [Block];
    const early = hoursBefore(observations, observations.time[3_000]!);
    for (const kind of ALTERNATIVES) {
      const [fit] = fits[kind] as [FittedAlternative];
      const [whole, part] = [observations, early].map((rows) => alternativeHistory(fit, inForce, rows, QUICK));
      expect(part!.labels).toEqual(whole!.labels.subarray(0, 3_000));
      // The volatilities and outcomes of the view are tested with the shipped model.
      for (const t of [700, 1_500, 2_999]) {
        expect(part!.view(t, 4).posterior).toEqual(whole!.view(t, 4).posterior);
        expect(part!.view(t, 24).ahead).toEqual(whole!.view(t, 24).ahead);
      }
    }
  });

  it('publishes what the shipped model does where its dwells are the geometric ones of that model', () => {
    const [{ inForce }] = steps as [Block];
    const fit = { parameters: asSemiMarkov(inForce.parameters, 20), objective: [], converged: true };
    const own = alternativeHistory({ kind: 'semiMarkov', fit }, inForce, observations, QUICK);
    const theirs = createHistory(inForce, observations);
    expect(own.labels).toEqual(theirs.labels);
    for (let t = 500; t < 3_500; t += 7) {
      expect(own.view(t, 24).posterior).toMatchOracle(theirs.view(t, 24).posterior, { rel: 1e-9, abs: 1e-9 });
      expect(own.view(t, 24).ahead).toMatchOracle(theirs.view(t, 24).ahead, { rel: 1e-9, abs: 1e-9 });
    }
  });

  it('has labels of its own on the same hours, and agrees with the shipped ones on some', () => {
    for (const kind of ALTERNATIVES) {
      const { hours, agreement, flipsPerDay } = metrics.rows[kind];
      expect(hours).toBe(shipped.real.reduce((sum, block) => sum + block.hours, 0));
      expect(agreement.mean).toBeGreaterThan(0.2);
      expect(agreement.mean).toBeLessThan(1);
      expect(flipsPerDay.real).toBeGreaterThan(0);
    }
  });
});

describe('claims about alternatives', () => {
  it('all have an interval, and a test of Diebold and Mariano where outcomes are the same', () => {
    expect(metrics.tests).toBe(8);
    for (const kind of ALTERNATIVES) {
      for (const horizon of ['h4', 'h24'] as const) {
        for (const { skill, left, more } of Object.values(metrics.rows[kind].nextRegime[horizon])) {
          for (const { mean, low, high } of [skill.real, ...SURROGATES.flatMap((name) => [left[name], more[name]])]) {
            expect(low).toBeLessThanOrEqual(mean);
            expect(mean).toBeLessThanOrEqual(high);
          }
          expect(left.hours.mean).toBeCloseTo(skill.real.mean - skill.hours.mean, 12);
        }
      }
      for (const { test, adjusted, skill, rows } of tests(kind)) {
        expect(test.version).toBe('diebold_mariano/1');
        expect(adjusted).toBeGreaterThanOrEqual(test.p!);
        expect(Math.sign(skill.mean)).toBe(Math.sign(test.statistic!));
        expect(rows).toBeGreaterThan(400);
      }
    }
  });

  it('are none where the alternative is the shipped model', () => {
    const same = { blocks: shipped, agreement: [{ hours: 10, same: 10 }] };
    const { rows } = alternativesMetrics({ jump: same, semiMarkov: same }, shipped);
    for (const kind of ALTERNATIVES) {
      expect(rows[kind].adopted).toBe(false);
      expect(rows[kind].nextRegime.h24.markov.more.hours).toEqual({ mean: 0, low: 0, high: 0 });
      expect(rows[kind].volatility.h4.test).toMatchObject({ statistic: null, p: null });
    }
  });

  it('adopt by the rule alone: more is left above hours and signs over both baselines, and no head is worse', () => {
    const row = metrics.rows.jump;
    const interval = (mean: number) => ({ mean, low: mean - 0.01, high: mean + 0.01 });
    const skill = (mean: number) => {
      const more = { hours: interval(mean), days: interval(-1), signs: interval(mean) };
      return { ...row.nextRegime.h4.markov, more };
    };
    const next = (markov: number, tableConfidence: number) => ({
      markov: skill(markov),
      tableConfidence: skill(tableConfidence),
    });
    const worse = { ...row.volatility.h4, skill: interval(-0.1), adjusted: 0.001 };
    const level = { ...worse, adjusted: 0.9 };
    const heads = { volatility: { h4: level, h24: level }, direction: { h4: level, h24: level } };
    const none = next(0, 0);
    expect(isBetter({ ...row, ...heads, nextRegime: { h4: none, h24: next(0.05, 0.05) } })).toBe(true);
    expect(isBetter({ ...row, ...heads, nextRegime: { h4: none, h24: next(0.05, 0.005) } })).toBe(false);
    expect(isBetter({ ...row, ...heads, nextRegime: { h4: none, h24: none } })).toBe(false);
    const bad = { ...heads, direction: { h4: worse, h24: level } };
    expect(isBetter({ ...row, ...bad, nextRegime: { h4: none, h24: next(0.05, 0.05) } })).toBe(false);
  });

  it('refuse other hours than those of the shipped model', () => {
    const fewer = { ...evidence.jump.blocks, real: evidence.jump.blocks.real.slice(1) };
    const cut = { ...evidence, jump: { ...evidence.jump, blocks: fewer } };
    expect(() => alternativesMetrics(cut, shipped)).toThrow(/expected \d+ weeks, got \d+/);
  });
});
