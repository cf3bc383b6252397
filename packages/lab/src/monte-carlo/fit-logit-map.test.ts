import { generator } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { fitLogitMap } from './fit-logit-map.ts';

const DOUBT = 0.5 / 4_000;
const sigmoid = (z: number): number => 1 / (1 + Math.exp(-z));
const logit = (p: number): number => Math.log(p / (1 - p));

const draw = generator('platt');
const raw = Array.from({ length: 20_000 }, () => 0.4 * draw());
const came = (slope: number, intercept: number): number[] =>
  raw.map((p) => Number(draw() < sigmoid(intercept + slope * logit(p))));

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('the map of a drawdown’s probability', () => {
  it('is found again in outcomes that were drawn with it', () => {
    for (const [slope, intercept] of [
      [1, 0],
      [0.6, -0.9],
      [1.5, 0.4],
    ] as const) {
      const map = fitLogitMap(raw, came(slope, intercept), DOUBT);
      expect(Math.abs(map.slope - slope)).toBeLessThan(0.06);
      expect(Math.abs(map.intercept - intercept)).toBeLessThan(0.12);
    }
  });

  it('forecasts as often as it came, and no near map has a smaller loss', () => {
    const outcomes = came(0.7, -0.5);
    const map = fitLogitMap(raw, outcomes, DOUBT);
    const mapped = (slope: number, intercept: number): number[] =>
      raw.map((p) => sigmoid(intercept + slope * logit(Math.max(p, DOUBT))));
    expect(mean(mapped(map.slope, map.intercept))).toBeCloseTo(mean(outcomes), 3);
    const loss = (slope: number, intercept: number): number =>
      mean(mapped(slope, intercept).map((p, i) => -Math.log(outcomes[i] === 1 ? p : 1 - p)));
    const best = loss(map.slope, map.intercept);
    for (const [slope, intercept] of [
      [0.01, 0],
      [-0.01, 0],
      [0, 0.01],
      [0, -0.01],
    ] as const) {
      expect(loss(map.slope + slope, map.intercept + intercept)).toBeGreaterThan(best);
    }
  });

  it('is the base rate where the raw order is the wrong one, or none', () => {
    const turned = fitLogitMap(
      raw,
      raw.map((p) => Number(p < 0.2)),
      DOUBT,
    );
    expect(turned.slope).toBe(0);
    expect(sigmoid(turned.intercept)).toBeCloseTo(0.5, 1);
    const one = fitLogitMap([0.1, 0.1, 0.1, 0.1], [0, 0, 0, 1], DOUBT);
    expect(sigmoid(one.intercept + one.slope * logit(0.1))).toBeCloseTo(mean([1 / 5, 1 / 5, 1 / 5, 2 / 3]), 8);
  });

  it('makes no certainty of a sample without exceptions', () => {
    const never = fitLogitMap([0, 0.1, 0.2, 0], [0, 0, 0, 0], DOUBT);
    expect(sigmoid(never.intercept + never.slope * logit(0.1))).toBeCloseTo(1 / 6, 3);
    const split = fitLogitMap([0.1, 0.1, 0.9, 0.9], [0, 0, 1, 1], DOUBT);
    expect(sigmoid(split.intercept + split.slope * logit(0.9))).toBeCloseTo(3 / 4, 8);
  });

  it('wants probabilities and outcomes', () => {
    expect(() => fitLogitMap([], [], DOUBT)).toThrow('"came" expected 0 outcomes, at least one, got 0');
    expect(() => fitLogitMap([0.1], [0, 1], DOUBT)).toThrow('"came" expected 1 outcomes, at least one, got 2');
    expect(() => fitLogitMap([1.1], [0], DOUBT)).toThrow('"raw[0]" expected a number within 0…1, got 1.1');
    expect(() => fitLogitMap([0.1], [2], DOUBT)).toThrow('"came[0]" expected 0 or 1, got 2');
    expect(() => fitLogitMap([0.1], [1], 0)).toThrow(/"doubt" expected a number within .*…0\.5, got 0/);
  });
});
