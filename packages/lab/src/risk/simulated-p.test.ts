import { generator } from '@barograph/simulator';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { simulatedP } from './simulated-p.ts';

const FEW = { version: 'simulated_p/test', draws: 19 } as const;
const uniformDraw = (uniform: () => number): number => uniform();

it('falls as the statistic grows, and counts the statistic itself', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1, max: 2, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (one, more) => {
        const [p, q] = [simulatedP(one, uniformDraw, 'a', FEW), simulatedP(one + more, uniformDraw, 'a', FEW)];
        expect(q).toBeLessThanOrEqual(p);
        expect(q).toBeGreaterThanOrEqual(1 / 20);
        expect(p).toBeLessThanOrEqual(1);
      },
    ),
  );
  expect([simulatedP(-1, uniformDraw, 'a', FEW), simulatedP(2, uniformDraw, 'a', FEW)]).toEqual([1, 1 / 20]);
});

it('rejects as often as it says', () => {
  const draw = generator('simulated p');
  let rejected = 0;
  for (let round = 0; round < 2_000; round++) {
    rejected += Number(simulatedP(draw(), uniformDraw, String(round), FEW) <= 0.1);
  }
  // 10 % of 2,000, and five standard errors
  expect(Math.abs(rejected - 200)).toBeLessThan(67);
});

it('is unknown of an unknown statistic, and refuses no draws', () => {
  expect(simulatedP(NaN, uniformDraw, 'a')).toBeNaN();
  expect(() => simulatedP(1, uniformDraw, 'a', { ...FEW, draws: 0 })).toThrow('"draws" expected');
});
