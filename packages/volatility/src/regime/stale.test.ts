import { fold } from '@barograph/core';
import { reducerContract } from '@barograph/testkit';
import { expect, it } from 'vitest';
import { MAX_STALE_CYCLES, staleCycles } from './stale.ts';

reducerContract({
  name: 'stale cycles',
  reducer: staleCycles,
  alphabet: [true, false],
  states: MAX_STALE_CYCLES + 2,
  invariant: ({ before, input, state, output }) => {
    expect(output).toBe(state);
    if (input) expect(state).toBe(0);
    else expect(state).toBe(before === null || before === 8 ? null : before + 1);
  },
});

it('[#405] is 0 when fresh, counts failed pulls to 8, and then drops the row until bars come again', () => {
  const failed = Array.from({ length: 10 }, () => false);
  expect(fold(staleCycles, [true, ...failed, true]).outputs).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, null, null, 0]);
});
