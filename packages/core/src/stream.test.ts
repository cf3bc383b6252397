import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, type Reducer } from './stream.ts';

/** Running total that says whether it is even. */
const total: Reducer<{ readonly sum: number }, number, boolean> = {
  initial: { sum: 0 },
  step: (state, input) => {
    const sum = state.sum + input;
    return { state: { sum }, output: sum % 2 === 0 };
  },
};

describe('fold', () => {
  it('gives one output per input, and the last state', () => {
    expect(fold(total, [1, 2, 3])).toEqual({ state: { sum: 6 }, outputs: [false, false, true] });
    expect(fold(total, [])).toEqual({ state: total.initial, outputs: [] });
  });

  it('in two parts is the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.array(fc.nat()), (before, after) => {
        const first = fold(total, before);
        const second = fold(total, after, first.state);
        expect({ state: second.state, outputs: [...first.outputs, ...second.outputs] }).toEqual(
          fold(total, [...before, ...after]),
        );
      }),
    );
  });
});
