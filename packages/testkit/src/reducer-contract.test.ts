import type { Reducer } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { exploreReducer, reducerContract, reducerLaws } from './reducer-contract.ts';

/** Switches sides after three consecutive readings that support it. */
interface Dwell {
  readonly side: 'a' | 'b';
  readonly against: number;
}
type Reading = 'a' | 'b';

const NEEDED = 3;

function dwell(needed: number = NEEDED): Reducer<Dwell, Reading, { readonly switched: boolean }> {
  return {
    initial: { side: 'a', against: 0 },
    step(state, reading) {
      if (reading === state.side) return { state: { side: state.side, against: 0 }, output: { switched: false } };
      const against = state.against + 1;
      return against === needed
        ? { state: { side: reading, against: 0 }, output: { switched: true } }
        : { state: { side: state.side, against }, output: { switched: false } };
    },
  };
}

const alphabet: readonly Reading[] = ['a', 'b'];

reducerContract({
  name: 'dwell of three',
  reducer: dwell(),
  alphabet,
  states: 6,
  invariant: ({ before, state, output }) => {
    if (output.switched !== (before.side !== state.side)) throw new Error('says it switched when it did not');
    if (output.switched && before.against < NEEDED - 1) throw new Error('switched without a full dwell');
  },
});

describe('exploreReducer', () => {
  it('finds every reachable state, the nearest first', () => {
    expect(exploreReducer({ reducer: dwell(2), alphabet })).toEqual([
      { side: 'a', against: 0 },
      { side: 'a', against: 1 },
      { side: 'b', against: 0 },
      { side: 'b', against: 1 },
    ]);
  });

  it('gives each visit the fewest steps to its state', () => {
    const depths = new Map<string, number>();
    exploreReducer({
      reducer: dwell(2),
      alphabet,
      invariant: ({ state, depth }) => void depths.set(`${state.side}${state.against}`, depth),
    });
    expect(Object.fromEntries(depths)).toEqual({ a0: 0, a1: 1, b0: 2, b1: 3 });
  });

  it('takes states whose keys come in another order for the same state', () => {
    const flip: Reducer<Record<string, number>, 0, null> = {
      initial: { x: 1, y: 2 },
      step: (state) => ({ state: Object.keys(state)[0] === 'x' ? { y: 2, x: 1 } : { x: 1, y: 2 }, output: null }),
    };
    expect(exploreReducer({ reducer: flip, alphabet: [0] })).toHaveLength(1);
  });
});

describe('the reducer contract refuses', () => {
  const counter = (step: Reducer<{ n: number }, number, unknown>['step']): Reducer<{ n: number }, number, unknown> => ({
    initial: { n: 0 },
    step,
  });

  it('a step that writes to the state it was given', () => {
    const reducer = counter((state) => {
      state.n = 1;
      return { state, output: null };
    });
    expect(() => exploreReducer({ reducer, alphabet: [0] })).toThrow(/Cannot assign to read only property 'n'/);
  });

  it('a step that remembers outside its state', () => {
    let calls = 0;
    const reducer = counter((state) => ({ state, output: calls++ }));
    expect(() => exploreReducer({ reducer, alphabet: [0] })).toThrow(/a second time differs at \$\.output: expected 0/);
  });

  it('a state that JSON would change', () => {
    const reducer = counter(() => ({ state: { n: NaN }, output: null }));
    expect(() => exploreReducer({ reducer, alphabet: [0] })).toThrow(
      /the state is not JSON at \$\.n, after {"n":0} and 0/,
    );
    const initial = { ...reducer, initial: { n: Infinity } };
    expect(() => exploreReducer({ reducer: initial, alphabet: [0] })).toThrow(/the initial state is not JSON at \$\.n/);
  });

  it('a state space without end', () => {
    const reducer = counter(({ n }) => ({ state: { n: n + 1 }, output: null }));
    expect(() => exploreReducer({ reducer, alphabet: [0], maxStates: 50 })).toThrow(/more than 50 states/);
  });

  it('a broken invariant, in the state where it breaks', () => {
    const visit = () =>
      exploreReducer({
        reducer: dwell(2),
        alphabet,
        invariant: ({ output, before }) => {
          if (output.switched && before.against < 2) throw new Error(`switched from ${before.side}${before.against}`);
        },
      });
    expect(visit).toThrow('switched from a1');
  });

  it('another number of states than promised', () => {
    const laws = reducerLaws({ name: 'x', reducer: dwell(), alphabet, states: 7 });
    expect(() => laws.forEach((law) => law.check())).toThrow('7 reachable states expected, 6 found');
  });
});
