import { generator, fatTailed } from '@barograph/simulator';
import { describe, expect, it } from 'vitest';
import { createHmm, filter, MONTE_CARLO_V1, MONTE_CARLO_V2, REGIMES, smooth, type Smoothed } from '@barograph/nowcast';
import { checkPools } from '@barograph/nowcast/parts';
import { fitResidualPools, type ResidualHistory } from './fit-pools.ts';

/** Three states that a sign gives away: −1, 0 or 1. */
const hmm = createHmm({
  version: 'test/1',
  labels: REGIMES,
  features: ['x'],
  nu: null,
  beta: 1,
  states: [-1, 0, 1].map((mean, label) => ({ label, mean: [mean], scaleCholesky: [[0.05]] })),
  initial: [1 / 3, 1 / 3, 1 / 3],
  transition: [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 0.9 : 0.05))),
});
const smoothed = (sign: readonly number[]): Smoothed => smooth(hmm, filter(hmm, [sign]));

const draw = generator('pools');
/** Residuals of a known width per state, a little off 0. */
function history(hours: number, stateAt: (t: number) => number, widths: readonly number[]): ResidualHistory {
  const sign = Array.from({ length: hours }, (_, t) => stateAt(t));
  return { residuals: sign.map((s) => widths[s + 1]! * fatTailed(draw) + 0.1), smoothed: smoothed(sign) };
}

const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((v) => (v - centre) ** 2)));
};

describe('residual pools', () => {
  const long = history(6_000, (t) => [-1, 0, 1][Math.floor(t / 50) % 3]!, [0.5, 1, 2]);
  const { all, states } = fitResidualPools([long]);

  it('are ascending, centred, and as many as asked for', () => {
    for (const pool of [all, ...states]) {
      expect(pool).toHaveLength(512);
      expect([...pool!].sort((a, b) => a - b)).toEqual(pool);
      expect(Math.abs(mean(pool!))).toBeLessThan(0.01);
    }
  });

  it('have variance 1 over all hours, and each state its own width', () => {
    expect(deviation(all)).toBeCloseTo(1, 12);
    const [calm, usual, wild] = states.map((pool) => deviation(pool!));
    expect(usual! / calm!).toBeCloseTo(2, 0);
    expect(wild! / usual!).toBeCloseTo(2, 0);
    expect(calm! < 0.5 && wild! > 1.3).toBe(true);
  });

  it('keep mean and variance when they are cut down, tails and all', () => {
    const full = fitResidualPools([long], { ...MONTE_CARLO_V1, poolSize: 10_000 });
    expect(full.all).toHaveLength(6_000);
    states.forEach((pool, k) => {
      expect(pool!.length).toBeLessThan(full.states[k]!.length);
      expect(mean(pool!)).toBeCloseTo(mean(full.states[k]!), 12);
      expect(deviation(pool!)).toMatchOracle(deviation(full.states[k]!), { rel: 1e-12, abs: 0 });
    });
  });

  it.each([
    [11.9, 11.9],
    [12, 12],
    [12.1, 12],
    [500, 12],
  ])('a move of %d volatilities among moves of one counts as %d', (height, counted) => {
    // Up and down in turns, so that the centre stays at 0.
    const residuals = Array.from(
      { length: 400 },
      (_, t) => (t === 200 || t === 201 ? height : 1) * (t % 2 === 0 ? 1 : -1),
    );
    const one = { residuals, smoothed: smoothed(residuals.map(() => 0)) };
    const pool = fitResidualPools([one]).all;
    expect(pool.at(-1)! / pool.at(-2)!).toBeCloseTo(counted, 8);
    expect(pool[0]! / pool[1]!).toBeCloseTo(counted, 8);
  });

  it('a state of 299 hours has none of its own, one of 300 has', () => {
    const until = (hours: number) => history(1_001, (t) => (t >= 1 && t <= hours ? 1 : 0), [1, 1, 1]);
    expect(fitResidualPools([until(299)]).states[2]).toBeNull();
    expect(fitResidualPools([until(300)]).states[2]).toHaveLength(300);
  });

  it('take hours from all histories', () => {
    const more = fitResidualPools([long, long], { ...MONTE_CARLO_V1, poolSize: 20_000 });
    expect(more.all).toHaveLength(2 * 6_000);
  });

  it.each([NaN, Infinity, -Infinity])(
    'leave out a residual of %d: an hour without a bar, a market that stood still',
    (x) => {
      const residuals = Array.from({ length: 400 }, (_, t) => (t % 4 === 0 ? x : t % 3));
      const of = (values: number[]) =>
        fitResidualPools([{ residuals: values, smoothed: smoothed(values.map(() => 0)) }]);
      expect(of(residuals).all).toHaveLength(300);
      expect(() => of(residuals.map(() => x))).toThrow('"histories" expected at least one residual, got none');
    },
  );

  it('ascend though many residuals are the same, whatever the rounding of their means', () => {
    const residuals = Array.from({ length: 5_000 }, (_, t) => Math.sin(t % 20));
    const histories = [{ residuals, smoothed: smoothed(residuals.map((_, t) => (t % 2) - 1)) }];
    const pools = fitResidualPools(histories);
    expect(() => checkPools(pools, 3)).not.toThrow();
  });

  it('of residuals that are all the same are all 0', () => {
    const residuals = Array.from({ length: 400 }, () => 0.5);
    const { all } = fitResidualPools([{ residuals, smoothed: smoothed(residuals.map(() => 0)) }]);
    expect(all).toEqual(residuals.map(() => 0));
  });

  it('want columns of one length, and one model', () => {
    expect(() => fitResidualPools([{ ...long, residuals: [1] }])).toThrow(
      '"histories[0].residuals" expected 6000 hours, got 1',
    );
    const two = { ...smoothed([0, 0]), probabilities: new Float64Array(4) } as Smoothed;
    expect(() => fitResidualPools([long, { residuals: [1, 1], smoothed: two }])).toThrow(
      '"histories[1].smoothed" expected 3 latent states, got 2',
    );
    expect(() => fitResidualPools([])).toThrow('"histories" expected at least one residual, got none');
  });

  it('give one pool for all states where they say so', () => {
    const length = 600;
    const smoothed = {
      kind: 'smoothed' as const,
      lag: Infinity,
      length,
      probabilities: Float64Array.from({ length: 2 * length }, (_, i) => Number(i % 2 === 0)),
      rescued: 0,
    };
    const residuals = Float64Array.from({ length }, (_, t) => Math.sin(t));
    const histories = [{ residuals, smoothed }];
    expect(fitResidualPools(histories, MONTE_CARLO_V1).states.map((pool) => pool !== null)).toEqual([true, false]);
    expect(fitResidualPools(histories, MONTE_CARLO_V2)).toEqual({
      all: fitResidualPools(histories, MONTE_CARLO_V1).all,
      states: [null, null],
    });
  });
});
