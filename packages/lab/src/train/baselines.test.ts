import { describe, expect, it } from 'vitest';
import { REGIMES } from '@barograph/nowcast';
import { fitBaselines } from './baselines.ts';

/** Two labels in turns of ten hours; the volatility is that of the label. */
const LENGTH = 2_000;
const labels = Int32Array.from({ length: LENGTH }, (_, t) => Math.floor(t / 10) % 2);
const history = { labels, volatilityNow: (t: number) => 1 + labels[t]! };
const rows = Array.from({ length: LENGTH - 4 }, (_, t) => t);

const sum = (p: readonly number[]): number => p.reduce((total, value) => total + value, 0);

describe('the baselines', () => {
  it.each([1, 4, 24])('are distributions, %i hours on', (steps) => {
    const { marginal, markov, volatility } = fitBaselines(history, rows.slice(0, LENGTH - 24), steps);
    for (const forecast of [marginal, markov, volatility]) {
      expect(forecast(7)).toHaveLength(REGIMES.length);
      expect(sum(forecast(7))).toBeCloseTo(1, 12);
      expect(Math.min(...forecast(7))).toBeGreaterThan(0);
    }
  });

  it('marginal: shares, each count from 1', () => {
    const { marginal } = fitBaselines(history, rows.slice(0, 1_000), 4);
    expect(marginal(0)).toEqual(marginal(15));
    expect(marginal(0).slice(0, 3)).toEqual([501 / 1_006, 501 / 1_006, 1 / 1_006]);
  });

  it('markov: one step is the counted one, and two are it twice', () => {
    const one = fitBaselines(history, rows.slice(0, 1_000), 1).markov;
    expect(one(0)[0]).toBeCloseTo((450 + 1) / 506, 12);
    expect(one(0)[1]).toBeCloseTo((50 + 1) / 506, 12);
    const two = fitBaselines(history, rows.slice(0, 1_000), 2).markov;
    const uniform = 1 / REGIMES.length;
    const byHand = one(0)[0]! * one(0)[0]! + one(0)[1]! * one(10)[0]! + 4 * one(0)[2]! * uniform;
    expect(two(0)[0]).toBeCloseTo(byHand, 12);
  });

  it('volatility: what came after hours as volatile as this one', () => {
    const { volatility } = fitBaselines(history, rows.slice(0, 1_000), 10);
    expect(volatility(0)[1]).toBeGreaterThan(0.9);
    expect(volatility(10)[0]).toBeGreaterThan(0.9);
  });
});
