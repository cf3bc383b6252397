import { deepFreeze, fold, HOUR_MS } from '@barograph/core';
import { firstNotJson } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fundingMove, type FundingMove, type FundingMoveState, type FundingPrint } from './funding-move.ts';

const machine = fundingMove();
const moves = (prints: readonly FundingPrint[]): (FundingMove | null)[] => fold(machine, prints).outputs;
const T0 = 472_222 * HOUR_MS;
const print = (minutes: number, rate1h: number): FundingPrint => ({ time: T0 + minutes * 60_000, rate1h });

/** Prints at irregular times, rates on a grid of half a threshold. */
const prints: fc.Arbitrary<readonly FundingPrint[]> = fc
  .array(fc.tuple(fc.constantFrom(1, 5, 29, 60, 61, 240), fc.integer({ min: -6, max: 6 })), { maxLength: 60 })
  .map((steps) => {
    let minutes = 0;
    return steps.map(([gap, half]) => print((minutes += gap), 1.25e-5 + half * 5e-8));
  });

describe('fundingMove', () => {
  it('is what the rules say of the whole past', () => {
    fc.assert(
      fc.property(prints, (list) => {
        let reported = list[0]?.rate1h ?? 0;
        const expected = list.map(({ time, rate1h }, i) => {
          if (i === 0) return null;
          const settle = Math.floor(time / HOUR_MS) !== Math.floor(list[i - 1]!.time / HOUR_MS);
          // In halves of the threshold: whole numbers, so that rounding decides nothing.
          if (!settle && Math.abs(Math.round((rate1h - reported) / 5e-8)) < 2) return null;
          const move = { rate1h, prevRate1h: reported, settle };
          reported = rate1h;
          return move;
        });
        expect(moves(list)).toEqual(expected);
      }),
    );
  });

  it('says nothing of a constant rate but the first print of each hour', () => {
    fc.assert(
      fc.property(prints, fc.double({ min: -1, max: 1, noNaN: true }), (list, rate1h) => {
        for (const move of moves(list.map(({ time }) => ({ time, rate1h })))) {
          if (move !== null) expect(move).toEqual({ rate1h, prevRate1h: rate1h, settle: true });
        }
      }),
    );
  });

  it('goes on from a state that went through JSON as if it had never stopped', () => {
    fc.assert(
      fc.property(prints, fc.nat(60), (list, cut) => {
        const first = fold(machine, list.slice(0, cut));
        expect(firstNotJson(first.state)).toBeUndefined();
        const state = deepFreeze(JSON.parse(JSON.stringify(first.state)) as FundingMoveState);
        const rest = fold(machine, list.slice(cut), state);
        expect([...first.outputs, ...rest.outputs]).toEqual(moves(list));
      }),
    );
  });

  it.each([
    [1.26e-5, true],
    [1.24e-5, true],
    [1.2599e-5, false],
    [1.2401e-5, false],
    [-1.25e-5, true],
  ])('of 0.0000125 and then %d within the hour is said: %s', (rate1h, isSaid) => {
    expect(moves([print(1, 1.25e-5), print(2, rate1h)])[1]).toEqual(
      isSaid ? { rate1h, prevRate1h: 1.25e-5, settle: false } : null,
    );
  });

  it('sees a drift of steps that are each too small, from the rate last reported', () => {
    const drift = Array.from({ length: 6 }, (_, i) => print(i, 1e-5 + i * 4e-8));
    expect(moves(drift).map((move) => move?.prevRate1h ?? null)).toEqual([null, null, null, 1e-5, null, null]);
  });

  it('settles once an hour', () => {
    const list = [print(59, 1e-5), print(60, 1e-5), print(61, 1e-5), print(119, 1e-5), print(125, 2e-5)];
    expect(moves(list).map((move) => move?.settle ?? null)).toEqual([null, true, null, null, true]);
  });

  it('refuses a bad config, and prints that are none', () => {
    expect(() => fundingMove({ version: 'funding-move/x', minChange: 0 })).toThrow(
      /"minChange" expected a number > 0, got 0/,
    );
    const { state } = machine.step(machine.initial, print(1, 0));
    expect(() => machine.step(state, print(1, 0))).toThrow(/"time" expected an integer/);
    expect(() => machine.step(state, print(2, NaN))).toThrow(/"rate1h" expected a finite number, got NaN/);
  });
});
