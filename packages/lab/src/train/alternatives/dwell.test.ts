import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dwellLikelihood, fitDwell, hazards, type Dwell } from './dwell.ts';

const laws = fc.record({
  shape: fc.integer({ min: 10, max: 1_500 }).map((k) => k / 100),
  stop: fc.integer({ min: 5, max: 900 }).map((k) => k / 1_000),
});

/** `P(D = d)` for `d = 1 … longest`, by its recursion from the front. */
function shares({ shape, stop }: Dwell, longest: number): number[] {
  const result = [stop ** shape];
  for (let d = 1; d < longest; d++) result.push((result[d - 1]! * (1 - stop) * (d + shape - 1)) / d);
  return result;
}

describe('laws of how long a state lasts', () => {
  it('have the hazard of the negative binomial: chance to end over chance to have come so far', () => {
    fc.assert(
      fc.property(laws, (law) => {
        const hazard = hazards(law, 12);
        let survived = 1;
        shares(law, 12).forEach((share, i) => {
          // Differences from 1 lose digits in the tail; the recursion of the code does not.
          fc.pre(survived > 1e-6);
          expect(hazard[i]!).toMatchOracle(share / survived, { rel: 1e-8, abs: 1e-10 });
          survived -= share;
        });
      }),
    );
  });

  it('forget how old the state is at shape 1, and no other', () => {
    fc.assert(
      fc.property(laws, ({ shape, stop }) => {
        const geometric = hazards({ shape: 1, stop }, 50);
        geometric.forEach((hazard) => expect(hazard).toMatchOracle(stop, { rel: 1e-12, abs: 0 }));
        fc.pre(Math.abs(shape - 1) > 0.05);
        const [first, second] = hazards({ shape, stop }, 2);
        expect(Math.sign(second! - first!)).toBe(Math.sign(shape - 1));
      }),
    );
  });

  it('are found again from ends and survivals by age', () => {
    for (const law of [
      { shape: 0.5, stop: 0.05 },
      { shape: 1, stop: 0.1 },
      { shape: 4, stop: 0.2 },
    ]) {
      const hazard = hazards(law, 120);
      let alive = 1e6;
      const ended = hazard.map((chance) => {
        const now = alive * chance;
        alive -= now;
        return now;
      });
      let left = 1e6;
      const lasted = ended.map((now) => (left -= now));
      const found = fitDwell({ ended, lasted }, { shape: 2, stop: 0.3 });
      expect(found).toMatchOracle(law, { rel: 0.02, abs: 0 });
    }
  });

  it('are never less likely than what the search began with', () => {
    const counts = fc.array(fc.record({ ended: fc.nat({ max: 50 }), lasted: fc.nat({ max: 50 }) }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(counts, laws, (rows, from) => {
        const all = {
          ended: Float64Array.from(rows, ({ ended }) => ended),
          lasted: Float64Array.from(rows, ({ lasted }) => lasted),
        };
        expect(dwellLikelihood(fitDwell(all, from), all)).toBeGreaterThanOrEqual(dwellLikelihood(from, all));
      }),
      { numRuns: 15 },
    );
  });
});
