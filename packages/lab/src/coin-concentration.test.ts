import { generator } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { fitConcentration } from './coin-concentration.ts';
import { createHmm, type Hmm } from '@barograph/nowcast';
import { logGamma } from '@barograph/nowcast/parts';

const A = [
  [0.9, 0.07, 0.03],
  [0.1, 0.85, 0.05],
  [0.2, 0.2, 0.6],
];
const hmmOf = (transition: readonly (readonly number[])[]): Hmm =>
  createHmm({
    version: 'pooled/1',
    labels: ['a', 'b', 'c'],
    features: ['x'],
    nu: null,
    beta: 1,
    states: [0, 1, 2].map((label) => ({ label, mean: [label], scaleCholesky: [[1]] })),
    initial: [0.6, 0.3, 0.1],
    transition,
  });
const pooled = hmmOf(A);

const draw = generator('coins');
/** Coins with 300 to 900 transitions a row, their shares off the pooled ones by about `noise`. */
const coinsOf = (noise: number, rows = A): number[][][] =>
  Array.from({ length: 30 }, () =>
    rows.map((row) => {
      const total = 300 + 600 * draw();
      const off = row.map((p) => p * Math.exp(noise * (draw() + draw() + draw() - 1.5)));
      const sum = off.reduce((all, p) => all + p, 0);
      return off.map((p) => (total * p) / sum);
    }),
  );

/** The log likelihood itself, by its definition. */
function likelihood(coins: readonly (readonly (readonly number[])[])[], kappa: number): number {
  let sum = 0;
  for (const counts of coins) {
    counts.forEach((row, i) => {
      const total = row.reduce((all, count) => all + count, 0);
      sum += logGamma(kappa) - logGamma(kappa + total);
      row.forEach((count, j) => {
        sum += logGamma(count + kappa * A[i]![j]!) - logGamma(kappa * A[i]![j]!);
      });
    });
  }
  return sum;
}

describe('the concentration of a panel', () => {
  it('has the greatest likelihood', () => {
    for (const noise of [0.3, 0.45, 0.6]) {
      const coins = coinsOf(noise);
      const kappa = fitConcentration(pooled, coins);
      expect(kappa > 50 && kappa < 1_000).toBe(true);
      const best = likelihood(coins, kappa);
      for (const factor of [0.5, 0.99, 1.01, 2]) expect(likelihood(coins, factor * kappa)).toBeLessThan(best);
    }
  });

  it('is greater the more alike the coins are', () => {
    const found = [0.6, 0.45, 0.3].map((noise) => fitConcentration(pooled, coinsOf(noise)));
    expect(found[0]! < found[1]! && found[1]! < found[2]!).toBe(true);
  });

  it('stays within 50 and 1000', () => {
    const alike = [A.map((row) => row.map((p) => 10_000 * p))];
    expect(fitConcentration(pooled, alike)).toBe(1_000);
    const apart = [0, 1, 2].map((k) => A.map((row) => row.map((_, j) => (j === k ? 500 : 0))));
    expect(fitConcentration(pooled, apart)).toBe(50);
  });

  it('is 150 for coins without a history', () => {
    expect(fitConcentration(pooled, [A.map((row) => row.map(() => 0))])).toBe(150);
  });

  it('does not ask for what the pooled model rules out', () => {
    const never = [
      [0.9, 0.1, 0],
      [0.1, 0.85, 0.05],
      [0.2, 0.2, 0.6],
    ];
    const kappa = fitConcentration(hmmOf(never), coinsOf(0.5, never));
    expect(kappa > 50 && kappa < 1_000).toBe(true);
  });

  it('wants coins of the model’s shape', () => {
    expect(() => fitConcentration(pooled, [])).toThrow('"coins" expected at least one, got none');
    expect(() => fitConcentration(pooled, [A, [[1]]])).toThrow('"coins[1]" expected 3 rows of as many counts');
  });
});
