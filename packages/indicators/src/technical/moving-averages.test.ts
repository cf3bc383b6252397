import { fold, type Reducer } from '@barograph/core';
import { reducerContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  averageCross,
  MA_STATES,
  maState,
  sideOf,
  sideOfState,
  type CrossState,
  type MaStateInput,
  type MaStateState,
} from './moving-averages.ts';

const near = { close: 10, average: NaN };
const prices: readonly MaStateInput[] = [
  near,
  { close: 10, average: 11 },
  { close: 10, average: 10 },
  { close: 10, average: 9 },
];

describe('the side of a level', () => {
  it('is kept at equality and while the level is undefined', () => {
    expect([sideOf(2, 1, null), sideOf(1, 2, null), sideOf(1, 1, null), sideOf(1, NaN, null)]).toEqual([
      'above',
      'below',
      null,
      null,
    ]);
    for (const before of ['above', 'below'] as const) {
      expect([sideOf(1, 1, before), sideOf(1, NaN, before)]).toEqual([before, before]);
      expect([sideOf(1 + 2 ** -52, 1, before), sideOf(1 - 2 ** -53, 1, before)]).toEqual(['above', 'below']);
    }
  });
});

describe('the last cross of two averages', () => {
  const run = (...pairs: readonly (readonly [number, number])[]) =>
    fold(
      averageCross(),
      pairs.map(([fast, slow], time) => ({ time, fast, slow })),
    ).outputs;

  it('is golden when the fast average goes above, death when below, and counts completed bars', () => {
    expect(run([1, 2], [3, 2], [3, 2], [1, 2], [1, 2])).toEqual([
      null,
      { type: 'golden', bar: 1, barsAgo: 0 },
      { type: 'golden', bar: 1, barsAgo: 1 },
      { type: 'death', bar: 3, barsAgo: 0 },
      { type: 'death', bar: 3, barsAgo: 1 },
    ]);
  });

  it('is absent where the averages touch and return to the same side', () => {
    expect(run([1, 2], [2, 2], [2, 2], [1, 2])).toEqual([null, null, null, null]);
  });

  it('is on the bar that parts, not on the one that touches', () => {
    expect(run([1, 2], [2, 2], [3, 2])).toEqual([null, null, { type: 'golden', bar: 2, barsAgo: 0 }]);
  });

  it('is absent for the first side, also when the averages began equal or undefined', () => {
    expect(run([NaN, NaN], [1, NaN], [2, 2], [3, 2], [3, 2])).toEqual([null, null, null, null, null]);
  });

  const BARS_AGO = 4;
  const capped: Reducer<CrossState, { fast: number; slow: number }, unknown> = {
    initial: averageCross().initial,
    step: (state, input) => {
      const { state: next, output } = averageCross().step(state, { time: 0, ...input });
      if (next.phase === 'unset' || next.last === null) return { state: next, output };
      return {
        state: { ...next, last: { ...next.last, barsAgo: Math.min(next.last.barsAgo, BARS_AGO) } },
        output,
      };
    },
  };
  reducerContract({
    name: 'the cross machine (bars counted to 4)',
    reducer: capped,
    alphabet: [
      { fast: NaN, slow: 1 },
      { fast: 1, slow: 2 },
      { fast: 2, slow: 2 },
      { fast: 3, slow: 2 },
    ],
    // Unset; both sides without a cross; five counts on the side of each cross.
    states: 1 + 2 + 2 * (BARS_AGO + 1),
    invariant: ({ state }) => {
      if (state.phase !== 'sided' || state.last === null) return;
      expect(state.last.type).toBe(state.side === 'above' ? 'golden' : 'death');
    },
  });
});

describe('the state of the long average', () => {
  const labels = (crossDays: number, ...sides: readonly ('a' | 'b' | '=')[]) =>
    fold(
      maState(crossDays),
      sides.map((side) => ({ close: 10, average: side === 'a' ? 9 : side === 'b' ? 11 : 10 })),
    ).outputs.map(({ maState: state, daysInState }) => (state === null ? null : `${state} ${daysInState}`));

  it('[#584] is a breakdown or a reclaim for 5 completed days, the crossing one included, then below or above', () => {
    expect(labels(5, 'a', 'a', 'b', 'b', 'b', 'b', 'b', 'b', 'b')).toEqual([
      'above_200 1',
      'above_200 2',
      'breakdown_200 1',
      'breakdown_200 2',
      'breakdown_200 3',
      'breakdown_200 4',
      'breakdown_200 5',
      'below_200 1',
      'below_200 2',
    ]);
    expect(labels(5, 'b', 'a', 'a', 'a', 'a', 'a', 'a')).toEqual([
      'below_200 1',
      'reclaim_200 1',
      'reclaim_200 2',
      'reclaim_200 3',
      'reclaim_200 4',
      'reclaim_200 5',
      'above_200 1',
    ]);
  });

  it('crosses back at once: a breakdown that is bought is a reclaim', () => {
    expect(labels(5, 'a', 'b', 'a', 'b')).toEqual([
      'above_200 1',
      'breakdown_200 1',
      'reclaim_200 1',
      'breakdown_200 1',
    ]);
  });

  it('keeps its side on a day that closes exactly on the average', () => {
    expect(labels(2, 'a', '=', 'b', '=', '=')).toEqual([
      'above_200 1',
      'above_200 2',
      'breakdown_200 1',
      'breakdown_200 2',
      'below_200 1',
    ]);
  });

  it('is null until the close parted from a defined average, and its first side is no crossing', () => {
    expect(labels(5, '=', '=', 'b')).toEqual([null, null, 'below_200 1']);
    expect(fold(maState(5), [near]).outputs).toEqual([{ maState: null, daysInState: null }]);
  });

  it('equals the definition: days since the last change of side', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a' as const, 'b' as const, '=' as const), { maxLength: 40 }),
        fc.integer({ min: 1, max: 6 }),
        (days, crossDays) => {
          const sides: ('a' | 'b' | undefined)[] = [];
          for (const day of days) sides.push(day === '=' ? sides.at(-1) : day);
          const expected = sides.map((side, t) => {
            if (side === undefined) return null;
            const start = sides.slice(0, t + 1).findLastIndex((other) => other !== side) + 1;
            const held = t - start + 1;
            const crossed = start > 0 && sides[start - 1] !== undefined;
            if (!crossed) return `${side === 'a' ? 'above_200' : 'below_200'} ${held}`;
            if (held <= crossDays) return `${side === 'a' ? 'reclaim_200' : 'breakdown_200'} ${held}`;
            return `${side === 'a' ? 'above_200' : 'below_200'} ${held - crossDays}`;
          });
          expect(labels(crossDays, ...days)).toEqual(expected);
        },
      ),
    );
  });

  const DAYS = 5;
  const CROSS_DAYS = 3;
  const machine = maState(CROSS_DAYS);
  const capped: Reducer<MaStateState, MaStateInput, unknown> = {
    initial: machine.initial,
    step: (state, input) => {
      const { state: next, output } = machine.step(state, input);
      return { state: next.phase === 'unset' ? next : { ...next, days: Math.min(next.days, DAYS) }, output };
    },
  };
  reducerContract({
    name: 'the machine of the long average (days counted to 5)',
    reducer: capped,
    alphabet: prices,
    states: 1 + 2 * DAYS + 2 * CROSS_DAYS,
    invariant: ({ before, state }) => {
      if (state.phase === 'unset' || before.phase === 'unset') return;
      // Only a change of side leads to a fresh state; a fresh state never exceeds its days.
      const changed = sideOfState(before.phase) !== sideOfState(state.phase);
      const fresh = state.phase === 'breakdown_200' || state.phase === 'reclaim_200';
      if (changed) expect([fresh, state.days]).toEqual([true, 1]);
      if (fresh) expect(state.days).toBeLessThanOrEqual(CROSS_DAYS);
      expect(MA_STATES).toContain(state.phase);
    },
  });

  it.each([0, 2.5, NaN])('refuses %s days', (days) => {
    expect(() => maState(days)).toThrow(/"crossDays" expected an integer ≥ 1, got/);
  });
});
