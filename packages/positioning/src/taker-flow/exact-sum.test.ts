import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactSum } from './exact-sum.ts';

/** A double as a multiple of 2^-1074. */
function exact(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, Math.abs(value));
  const bits = view.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const mantissa = bits & ((1n << 52n) - 1n);
  const size = exponent === 0 ? mantissa : (mantissa | (1n << 52n)) << BigInt(exponent - 1);
  return value < 0 ? -size : size;
}

/** The doubles adjacent to one above 0. */
function beside(value: number): readonly [number, number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const of = (near: bigint): number => (view.setBigUint64(0, near), view.getFloat64(0));
  return [of(bits - 1n), of(bits + 1n)];
}

const off = (value: number, sum: bigint): bigint => {
  const difference = exact(value) - sum;
  return difference < 0n ? -difference : difference;
};

/** Terms of all magnitudes, and of similar magnitude; similar ones round most. */
const terms = fc.array(
  fc
    .tuple(fc.double({ min: 1, max: 2, noNaN: true }), fc.oneof(fc.constant(0), fc.integer({ min: -200, max: 200 })))
    .map(([value, power]) => value * 2 ** power),
  { minLength: 1, maxLength: 60 },
);

function sumOf(values: readonly number[]): ExactSum {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum;
}

describe('ExactSum', () => {
  it('is the double next to the sum of integers without end', () => {
    fc.assert(
      fc.property(terms, (values) => {
        const sum = values.reduce((before, value) => before + exact(value), 0n);
        const value = sumOf(values).value();
        for (const other of beside(value)) expect(off(value, sum) <= off(other, sum)).toBe(true);
      }),
    );
  });

  it('adds products without rounding them', () => {
    fc.assert(
      fc.property(terms, terms, (a, b) => {
        const sum = new ExactSum();
        const count = Math.min(a.length, b.length);
        let whole = 0n;
        for (let i = 0; i < count; i++) {
          sum.addProduct(a[i]!, b[i]!);
          whole += exact(a[i]!) * exact(b[i]!); // A multiple of 2^-2148.
        }
        expect(sum.parts().reduce((before, part) => before + exact(part), 0n) << 1074n).toBe(whole);
      }),
    );
  });

  it('does not depend on the order, and goes on from its parts', () => {
    fc.assert(
      fc.property(terms, fc.nat(), (values, seed) => {
        const shuffled = values.map((value, i) => ({ value, key: (i * 7919 + seed) % 101 }));
        shuffled.sort((a, b) => a.key - b.key);
        const resumed = new ExactSum(sumOf(values.slice(0, seed % values.length)).parts());
        for (const value of values.slice(seed % values.length)) resumed.add(value);
        const value = sumOf(values).value();
        expect(sumOf(shuffled.map((one) => one.value)).value()).toBe(value);
        expect(resumed.value()).toBe(value);
      }),
    );
  });

  it('rounds a tie by what lies below it', () => {
    expect(sumOf([1, 2 ** -53]).value()).toBe(1);
    expect(sumOf([1, 2 ** -53, 2 ** -120]).value()).toBe(1 + 2 ** -52);
    expect(sumOf([1e16, 1, -1e16]).value()).toBe(1);
    expect(sumOf([0.1, -0.1]).value()).toBe(0);
    expect(new ExactSum().value()).toBe(0);
  });
});
