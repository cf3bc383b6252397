import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { COINS, madePanel, SMALL } from '../test/made-panel.ts';
import { bookRisk } from './book-risk.ts';
import type { RiskPosition } from './book.ts';
import { hedgeBook, type Hedge } from './hedge.ts';
import { sizeBook } from './size.ts';

const panel = madePanel(3);
const config = { ...SMALL, hedgeCost: 0 };
const anyPositions: fc.Arbitrary<RiskPosition[]> = fc.array(
  fc.record({
    coin: fc.constantFrom(...COINS),
    side: fc.constantFrom('long', 'short'),
    notional: fc.double({ min: 100, max: 100_000, noNaN: true }),
  }),
  { minLength: 1, maxLength: 4 },
);
const withLegs = (positions: readonly RiskPosition[], { legs }: Hedge): RiskPosition[] => [...positions, ...legs];

it('never raises the risk that it is for, which is that of the book with its legs', () => {
  fc.assert(
    fc.property(anyPositions, fc.constantFrom('shortfall', 'volatility'), (positions, measure) => {
      const found = hedgeBook(panel, { positions }, { config, measure, reduction: 0.5 });
      for (const hedge of [found.one, found.two]) {
        if (hedge === null) continue;
        expect(hedge.after).toBeLessThanOrEqual(found.before);
        expect(hedge.reached).toBe(hedge.after <= found.target);
        const { tails, volatility, gross } = bookRisk(panel, { positions: withLegs(positions, hedge) }, { config });
        const risk =
          measure === 'volatility' ? volatility : tails.find(({ level }) => level === 0.05)!.expectedShortfall;
        expect(Math.abs(risk - hedge.after)).toBeLessThan(1e-9 * gross);
      }
      if (found.one !== null && found.two !== null && found.one.reached) {
        expect(found.two.cost).toBeLessThanOrEqual(found.one.cost);
      }
    }),
    { numRuns: 15 },
  );
});

it('hedges a coin with the coin itself where nothing else is as close, and says where nothing helps', () => {
  const positions = [{ coin: 'BBB', side: 'long', notional: 10_000 }] as const;
  const { one } = hedgeBook(panel, { positions }, { config: SMALL, reduction: 0.6 });
  expect(one!.legs.map(({ coin, side }) => [coin, side])).toEqual([['BBB', 'short']]);
  expect(one!.legs[0]!.notional).toBeGreaterThan(5_500);
  expect(one!.legs[0]!.notional).toBeLessThan(6_500);
  expect(one!.cost).toBeCloseTo(one!.legs[0]!.notional * SMALL.hedgeCost, 9);
  const dear = hedgeBook(panel, { positions }, { config: { ...SMALL, hedgeCost: 1 } });
  expect([dear.one, dear.two]).toEqual([null, null]);
  expect(() => hedgeBook(panel, { positions }, { config, candidates: ['NONE'] })).toThrow('got "NONE": unknown_coin');
});

it('sizes a book to a target', () => {
  fc.assert(
    fc.property(anyPositions, fc.constantFrom(10, 1_000), (positions, target) => {
      const { factor, after, positions: sized } = sizeBook(panel, { positions }, { config, target });
      fc.pre(factor !== null);
      expect(after / target).toBeCloseTo(1, 8);
      const { tails } = bookRisk(panel, { positions: sized }, { config });
      expect(tails[1]!.expectedShortfall / target).toBeCloseTo(1, 8);
    }),
  );
  expect(sizeBook(panel, { positions: [] }, { config, target: 5 }).factor).toBeNull();
  expect(() => sizeBook(panel, { positions: [] }, { config, target: 0 })).toThrow(
    '"target" expected a number > 0, got 0',
  );
});
