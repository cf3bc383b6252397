import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimize, NELDER_MEAD_V1 } from './nelder-mead.ts';

const coordinate = fc.double({ min: -5, max: 5, noNaN: true });

describe('Nelder–Mead', () => {
  it('finds the bottom of a bowl, wherever it begins', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 3 }), (pairs) => {
        const bowl = (point: readonly number[]): number =>
          point.reduce((sum, x, i) => sum + (i + 1) * (x - pairs[i]![0]) ** 2, 3);
        const start = pairs.map(([, x]) => x);
        const found = minimize(bowl, start);
        expect(found.converged).toBe(true);
        expect(found.value).toBe(bowl(found.point));
        expect(found.value).toBeLessThanOrEqual(bowl(start));
        expect(found.point).toMatchOracle(
          pairs.map(([x]) => x),
          { rel: 0, abs: 1e-3 },
        );
        expect(minimize(bowl, start)).toEqual(found);
      }),
    );
  });

  it("walks through the valley of Rosenbrock's function", () => {
    const { point } = minimize(([x, y]) => 100 * (y! - x! * x!) ** 2 + (1 - x!) ** 2, [-1.2, 1]);
    expect(point).toMatchOracle([1, 1], { rel: 0, abs: 1e-4 });
  });

  it('takes longer steps while they pay, and shrinks where none does', () => {
    const { evaluations, point } = minimize(([x]) => (x! - 1_000) ** 2, [0]);
    expect(point[0]).toBeCloseTo(1_000, 3);
    expect(evaluations).toBeLessThan(200);
    // Around the cusp of roots no single step goes down: only a smaller simplex does.
    const cusp = minimize(([x, y]) => Math.sqrt(Math.abs(x! - 0.1)) + Math.sqrt(Math.abs(y! - 0.2)), [1, 1.5]);
    expect(cusp.converged).toBe(true);
    expect(cusp.value).toBeLessThan(1e-6);
  });

  it('stays where the objective is finite', () => {
    const { point } = minimize(([x]) => (x! < 0.5 ? NaN : (x! + 3) ** 2), [2]);
    expect(point[0]).toBeCloseTo(0.5, 4);
  });

  it('stops without convergence after the evaluations that it may spend', () => {
    const config = { ...NELDER_MEAD_V1, mostEvaluations: 20, restarts: 0 };
    const { converged, evaluations } = minimize(
      ([x, y]) => 100 * (y! - x! * x!) ** 2 + (1 - x!) ** 2,
      [-1.2, 1],
      config,
    );
    expect(converged).toBe(false);
    // A turn that shrinks the simplex ends first.
    expect(evaluations).toBeLessThan(26);
  });

  it('refuses no coordinates, and a start where the objective is not finite', () => {
    expect(() => minimize(() => 1, [])).toThrow('"start" expected at least one coordinate, got none');
    expect(() => minimize(() => NaN, [1])).toThrow('"objective" expected a finite value at the start, got Infinity');
  });
});
