import { fold, type Reducer } from '@barograph/core';
import { reducerContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TECHNICAL_V1 } from './config.ts';
import { BAND_STATES, squeeze, type SqueezeInput, type SqueezeState } from './squeeze.ts';

const machine = squeeze(TECHNICAL_V1);
const day = (percentile: number, bandwidth = 10, before = 10): SqueezeInput => ({ bandwidth, before, percentile });
const run = (...days: readonly SqueezeInput[]) =>
  fold(machine, days).outputs.map(({ bandState, daysInState }) =>
    bandState === null ? null : `${bandState} ${daysInState}`,
  );

describe('the squeeze', () => {
  it('[#584] begins at rank 20 and below, not just above', () => {
    expect(run(day(20.001))).toEqual(['normal 1']);
    expect(run(day(20))).toEqual(['in_squeeze 1']);
    expect(run(day(19.999))).toEqual(['in_squeeze 1']);
  });

  it('lasts through rank 30 and ends just above; between 20 and 30 it stays what it is', () => {
    expect(run(day(20), day(29.999), day(30), day(30.001), day(30), day(20.001))).toEqual([
      'in_squeeze 1',
      'in_squeeze 2',
      'in_squeeze 3',
      'normal 1',
      'normal 2',
      'normal 3',
    ]);
  });

  it('is null without a rank, and a day without one leaves it as it is', () => {
    expect(run(day(NaN), day(10), day(NaN), day(10))).toEqual([null, 'in_squeeze 1', 'in_squeeze 1', 'in_squeeze 2']);
  });

  it('gives way to expansion at 1.25 times the bandwidth of before, not just below', () => {
    expect(run(day(50, 12.499, 10))).toEqual(['normal 1']);
    expect(run(day(50, 12.5, 10), day(50, 12.501, 10))).toEqual(['expanding 1', 'expanding 2']);
  });

  it('does not expand in a squeeze, without a bandwidth of before, nor where both are 0', () => {
    expect(run(day(20, 50, 10))).toEqual(['in_squeeze 1']);
    expect(run(day(50, 50, NaN))).toEqual(['normal 1']);
    expect(run(day(50, 0, 0), day(50, 1, 0))).toEqual(['normal 1', 'expanding 1']);
  });

  it('is entered only at rank ≤ 20, left only above 30, and never holds above 30', () => {
    const days = fc.array(
      fc.oneof(fc.constantFrom(0, 20, 20.001, 30, 30.001), fc.double({ min: 0, max: 100, noNaN: true })),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(days, (ranks) => {
        const states = fold(
          machine,
          ranks.map((rank) => day(rank)),
        ).outputs.map(({ bandState }) => bandState === 'in_squeeze');
        states.forEach((squeezed, i) => {
          const before = states[i - 1] ?? false;
          if (squeezed && !before) expect(ranks[i]).toBeLessThanOrEqual(20);
          if (!squeezed && before) expect(ranks[i]).toBeGreaterThan(30);
          if (squeezed) expect(ranks[i]).toBeLessThanOrEqual(30);
        });
      }),
    );
  });

  const DAYS = 3;
  const capped: Reducer<SqueezeState, SqueezeInput, unknown> = {
    initial: machine.initial,
    step: (state, input) => {
      const { state: next, output } = machine.step(state, input);
      return { state: next.phase === 'unset' ? next : { ...next, days: Math.min(next.days, DAYS) }, output };
    },
  };
  reducerContract({
    name: 'the squeeze machine (days counted to 3)',
    reducer: capped,
    alphabet: [NaN, 0, 19.999, 20, 20.001, 29.999, 30, 30.001, 100].flatMap((rank) => [
      day(rank),
      day(rank, 12.5),
      day(rank, 12.499),
      day(rank, 0, 0),
      day(rank, 5, NaN),
    ]),
    states: 1 + BAND_STATES.length * DAYS,
    invariant: ({ before, input, state }) => {
      if (Number.isNaN(input.percentile)) expect(state).toEqual(before);
      else if (state.phase !== before.phase) expect(state).toHaveProperty('days', 1);
    },
  });
});
