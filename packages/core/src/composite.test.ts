import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composite, type CompositeConfig } from './composite.ts';

type Part = 'unlock' | 'macro' | 'depeg';
const CONFIG: CompositeConfig<Part> = { version: 'sample/1', weights: { unlock: 0.4, macro: 0.25, depeg: 0.35 } };
const PARTS: readonly Part[] = ['unlock', 'macro', 'depeg'];

const score = fc.double({ min: 0, max: 100, noNaN: true });
const weight = fc.double({ min: 0.01, max: 10, noNaN: true });
const scores = fc.record({
  unlock: fc.option(score),
  macro: fc.option(score),
  depeg: fc.option(score),
});
const config: fc.Arbitrary<CompositeConfig<Part>> = fc
  .record({ unlock: weight, macro: weight, depeg: weight })
  .map((weights) => ({ version: 'any/1', weights }));

describe('composite', () => {
  it('of unlock 50, macro 20, depeg 80 at .40, .25, .35 is 53.0', () => {
    expect(composite(CONFIG, { unlock: 50, macro: 20, depeg: 80 })).toMatchObject({
      configVersion: 'sample/1',
      score: 53,
      partial: false,
      inputsAvailable: { unlock: true, macro: true, depeg: true },
      subScores: { unlock: 50, macro: 20, depeg: 80 },
    });
  });

  it('is 64.0 and partial without macro, and 80.0 with depeg alone', () => {
    expect(composite(CONFIG, { unlock: 50, macro: null, depeg: 80 })).toMatchObject({
      score: 64,
      partial: true,
      inputsAvailable: { unlock: true, macro: false, depeg: true },
      subScores: { unlock: 50, macro: null, depeg: 80 },
    });
    expect(composite(CONFIG, { unlock: null, macro: null, depeg: 80 })).toMatchObject({ score: 80, partial: true });
  });

  it('is null and partial when nothing is available', () => {
    expect(composite(CONFIG, { unlock: null, macro: null, depeg: null })).toEqual({
      configVersion: 'sample/1',
      score: null,
      exactScore: null,
      partial: true,
      inputsAvailable: { unlock: false, macro: false, depeg: false },
      subScores: { unlock: null, macro: null, depeg: null },
      effectiveWeights: { unlock: 0, macro: 0, depeg: 0 },
    });
  });

  it('is the weighted mean of what is available to 1e-9, within 0…100', () => {
    fc.assert(
      fc.property(config, scores, (rules, given) => {
        const { exactScore } = composite(rules, given);
        const there = PARTS.filter((part) => given[part] !== null);
        const total = there.reduce((sum, part) => sum + rules.weights[part], 0);
        const mean = there.reduce((sum, part) => sum + (rules.weights[part] * given[part]!) / total, 0);
        expect(exactScore).toMatchOracle(there.length === 0 ? null : mean, { rel: 0, abs: 1e-9 });
        expect(exactScore === null || (exactScore >= 0 && exactScore <= 100)).toBe(true);
      }),
    );
  });

  it('rounds to one decimal, and never away from the exact score by more than half of one', () => {
    fc.assert(
      fc.property(config, scores, (rules, given) => {
        const result = composite(rules, given);
        fc.pre(result.score !== null);
        expect(Math.abs(result.score! - result.exactScore!)).toBeLessThanOrEqual(0.05 + 1e-12);
        expect(result.score! * 10).toMatchOracle(Math.round(result.score! * 10), { rel: 1e-15, abs: 0 });
      }),
    );
  });

  it('is the only available score itself, whatever it weighs', () => {
    fc.assert(
      fc.property(config, score, fc.constantFrom(...PARTS), (rules, only, part) => {
        const given = { unlock: null, macro: null, depeg: null, [part]: only };
        expect(composite(rules, given).exactScore).toBe(only);
      }),
    );
  });

  it('is not changed by a part that is not available', () => {
    fc.assert(
      fc.property(config, score, score, weight, (rules, unlock, depeg, macro) => {
        const without: CompositeConfig<'unlock' | 'depeg'> = {
          version: 'any/1',
          weights: { unlock: rules.weights.unlock, depeg: rules.weights.depeg },
        };
        const heavier = { ...rules, weights: { ...rules.weights, macro } };
        const expected = composite(without, { unlock, depeg }).exactScore;
        expect(composite(heavier, { unlock, macro: null, depeg }).exactScore).toBe(expected);
      }),
    );
  });

  it('never falls when a sub-score rises', () => {
    fc.assert(
      fc.property(config, scores, score, fc.constantFrom(...PARTS), (rules, given, higher, part) => {
        fc.pre(given[part] !== null && higher >= given[part]);
        const before = composite(rules, given);
        const after = composite(rules, { ...given, [part]: higher });
        // Monotone up to the rounding of one division.
        expect(after.exactScore! - before.exactScore!).toBeGreaterThanOrEqual(-1e-12);
      }),
    );
  });

  it('has effective weights that sum to one over the available parts', () => {
    fc.assert(
      fc.property(config, scores, (rules, given) => {
        const { effectiveWeights, inputsAvailable, subScores, partial } = composite(rules, given);
        const available = PARTS.filter((part) => given[part] !== null);
        const sum = PARTS.reduce((total, part) => total + effectiveWeights[part], 0);
        expect(sum).toMatchOracle(available.length === 0 ? 0 : 1, { rel: 1e-15, abs: 0 });
        expect(PARTS.filter((part) => effectiveWeights[part] > 0)).toEqual(available);
        expect(PARTS.filter((part) => inputsAvailable[part])).toEqual(available);
        expect(PARTS.filter((part) => subScores[part] !== null)).toEqual(available);
        expect(partial).toBe(available.length < PARTS.length);
      }),
    );
  });

  it('refuses what is no weight, no score, no known part, and a part left out', () => {
    const of =
      (given: unknown, weights: unknown = CONFIG.weights) =>
      () =>
        composite({ version: 'x', weights: weights as CompositeConfig<Part>['weights'] }, given as never);
    expect(of({ unlock: 101, macro: 0, depeg: 0 })).toThrow(
      /"subScores.unlock" expected a number within 0…100, got 101/,
    );
    expect(of({ unlock: NaN, macro: 0, depeg: 0 })).toThrow(/"subScores.unlock" expected .*, got NaN/);
    expect(of({ unlock: 1, macro: 1 })).toThrow(/"subScores.depeg" expected .*, got undefined/);
    expect(of({ unlock: 1, macro: 1, depeg: 1, hack: 1 })).toThrow(
      /"subScores" expected only unlock, macro, depeg, got "hack"/,
    );
    expect(of({ unlock: 1 }, { unlock: 0 })).toThrow(/"weights.unlock" expected a finite number > 0, got 0/);
    expect(of({}, {})).toThrow(/"weights" expected at least one part, got none/);
  });
});
