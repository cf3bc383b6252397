/** Cards of states: every hour is in one card of each state that it names, and means are those of its hours. */

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LedgerStated } from './port.ts';
import { stateCardsOf } from './state-card.ts';

const cardArbitrary = fc.record({
  shock: fc.constantFrom('none', 'crash', undefined),
  color: fc.constantFrom('green', 'red', undefined),
  move: fc.option(fc.integer({ min: -20, max: 20 }), { freq: 5 }),
});

it('counts every hour once, known and unknown apart, and compares with all hours that name the state', () => {
  fc.assert(
    fc.property(fc.array(cardArbitrary, { maxLength: 260 }), (hours) => {
      const rows = hours.map(({ shock, color, move }, i): LedgerStated => ({
        time: new Date(i * 3_600_000).toISOString(),
        states: { ...(shock === undefined ? {} : { shock }), ...(color === undefined ? {} : { signum_color: color }) },
        followed: { return: move, volatility: move === null ? null : 2 * Math.abs(move), fall: move === null ? null : Math.abs(move) }, // prettier-ignore
      }));
      const cards = stateCardsOf(rows);
      for (const [state, kind] of [
        ['shock', 'shock'],
        ['signum_color', 'color'],
      ] as const) {
        const mine = cards.filter((card) => card.state === state);
        const named = hours.filter((hour) => hour[kind] !== undefined);
        expect(mine.reduce((sum, { graded, unknown }) => sum + graded + unknown, 0)).toBe(named.length);
        for (const { value, graded, followed, normal } of mine) {
          const moves = named.flatMap((hour) => (hour[kind] === value && hour.move !== null ? [hour.move] : []));
          const all = named.flatMap(({ move }) => move ?? []);
          expect(graded).toBe(moves.length);
          expect(followed === null).toBe(moves.length < 50);
          expect(normal === null).toBe(all.length < 50);
          if (followed !== null) {
            expect(followed.return).toBeCloseTo(moves.reduce((a, b) => a + b, 0) / moves.length, 9);
            expect(followed.volatility).toBeCloseTo(2 * followed.fall, 9);
          }
          if (normal !== null) expect(normal.return).toBeCloseTo(all.reduce((a, b) => a + b, 0) / all.length, 9);
        }
      }
    }),
  );
});
