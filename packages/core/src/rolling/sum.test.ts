import { streamContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRollingSum, RESUM_EVERY, rollingSum, type RollingSumSnapshot } from './sum.ts';

const prices = fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { maxLength: 60 });
const signed = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { maxLength: 60 });

for (const [window, minCount] of [
  [1, 1],
  [5, 5],
  [20, 3],
] as const) {
  streamContract({
    name: `rolling sum of ${window}, from ${minCount} on`,
    create: (resume?: RollingSumSnapshot) => createRollingSum(window, { minCount }, resume),
    batch: (inputs) => [...rollingSum(inputs, window, { minCount })],
    inputs: signed,
    lookback: minCount - 1,
  });
}

/** The sum of each window by itself, in integers of 2⁻⁴⁰, so without any rounding. */
function exactSums(values: readonly number[], window: number): number[] {
  const scaled = values.map((value) => BigInt(Math.round(value * 2 ** 40)));
  return values.map((_, i) =>
    i + 1 < window ? NaN : Number(scaled.slice(i + 1 - window, i + 1).reduce((sum, x) => sum + x, 0n)) / 2 ** 40,
  );
}

describe('rolling sum', () => {
  it('is the sum of each window', () => {
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 20 }), (raw, window) => {
        const values = raw.map((value) => Math.round(value * 2 ** 40) / 2 ** 40);
        expect(rollingSum(values, window)).toMatchOracle(exactSums(values, window), { rel: 1e-15, abs: 0 });
      }),
    );
  });

  it('has not drifted by 1e-12 after two hundred thousand numbers, fresh sums or not', () => {
    let state = 1;
    const values = Array.from({ length: 200_000 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return Math.round((state / 2_147_483_647) * 2 ** 30) / 2 ** 20;
    });
    const sums = rollingSum(values, 100);
    for (const i of [RESUM_EVERY - 2, RESUM_EVERY - 1, RESUM_EVERY, 199_999]) {
      const plain = values.slice(i - 99, i + 1).reduce((sum, value) => sum + value, 0);
      expect(sums[i]).toMatchOracle(plain, { rel: 1e-12, abs: 0 });
    }
  });

  it('loses no unit beside 2⁵³, whichever comes first', () => {
    for (const values of [
      [2 ** 53, 1, 1],
      [1, 2 ** 53, 1],
      [1, 1, 2 ** 53],
    ]) {
      expect(rollingSum(values, 3)[2]).toBe(2 ** 53 + 2);
    }
    // 560 next to 2^60, where the next number is 256 away: every rounding error is kept, in either order of size.
    expect(rollingSum([140, 2 ** 60, 140, 140, 140], 5)[4]).toBe(2 ** 60 + 512);
    expect(rollingSum([2 ** 60, 140, 140, 140, 140], 5)[4]).toBe(2 ** 60 + 512);
    expect(rollingSum([2 ** 53, 1, 1, 2 ** 53, -1, 4], 3).at(-1)).toBe(2 ** 53 + 3 + 1);
  });

  it('keeps no residue of eighteen decades once they have left the window', () => {
    const values = [...Array.from({ length: 19 }, (_, i) => 10 ** (9 - i)), ...Array.from({ length: 20 }, () => 1e-9)];
    expect(rollingSum(values, 10)[38]).toMatchOracle(1e-8, { rel: 1e-14, abs: 0 });
    expect(rollingSum([1e9, 0, 0, 0], 3)[3]).toBe(0);
  });

  it('is taken anew when it has collapsed: even the error of the error is gone', () => {
    const huge = [1e20 / 3, 1e10 / 7, 0.1, 1e15 / 9];
    const values = [...huge, ...Array.from({ length: 8 }, () => 1e-9)];
    expect(rollingSum(values, 4)[11]).toMatchOracle(4e-9, { rel: 1e-15, abs: 0 });
  });

  it('is taken anew every 4096 numbers', () => {
    const stream = createRollingSum(10);
    for (let i = 1; i <= 3 * RESUM_EVERY; i++) {
      stream.next(1 + (i % 3) / 10);
      const { age, lost } = stream.snapshot();
      expect(age).toBe(i % RESUM_EVERY);
      expect(age === 0 ? lost : 0).toBe(0);
    }
  });

  it('is exact after large numbers have cancelled', () => {
    expect([...rollingSum([1e100, 1, -1e100, 1], 3)].slice(2)).toEqual([1, 2 - 1e100]);
    expect(rollingSum([1, 1e100, 1, -1e100], 4)[3]).toBe(2);
  });

  it('resumes in the middle of a stretch between two fresh sums', () => {
    const values = Array.from({ length: RESUM_EVERY + 50 }, (_, i) => Math.sin(i) + 0.1);
    const whole = rollingSum(values, 30);
    const stream = createRollingSum(30);
    values.slice(0, RESUM_EVERY - 20).forEach((value) => stream.next(value));
    const resumed = createRollingSum(30, {}, JSON.parse(JSON.stringify(stream.snapshot())) as RollingSumSnapshot);
    const rest = values.slice(RESUM_EVERY - 20).map((value) => resumed.next(value));
    expect(rest).toMatchOracle(whole.slice(RESUM_EVERY - 20));
  });

  it('refuses NaN and infinity, naming the row, and bad windows, counts and snapshots', () => {
    expect(() => rollingSum([1, NaN], 2)).toThrow(/row 2 expected a finite number, got NaN/);
    expect(() => createRollingSum(2).next(Infinity)).toThrow(/"input" expected a finite number, got Infinity/);
    expect(() => createRollingSum(2).peek(NaN)).toThrow(/"input" expected a finite number, got NaN/);
    expect(() => rollingSum([], 0)).toThrow(/"window" expected an integer ≥ 1, got 0/);
    expect(() => rollingSum([], 2, { minCount: 0 })).toThrow(/"minCount" expected an integer ≥ 1, got 0/);
    expect(() => rollingSum([], 2, { minCount: 3 })).toThrow(/"minCount" expected an integer ≤ 2, got 3/);
    const snapshot = createRollingSum(3).snapshot();
    expect(() => createRollingSum(2, {}, snapshot)).toThrow(/"resume" expected a snapshot of window 2, got one of 3/);
    expect(() => createRollingSum(3, {}, { ...snapshot, version: 2 as 1 })).toThrow(/"version" expected 1, got 2/);
  });
});
