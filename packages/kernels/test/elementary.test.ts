/** Logs and exponentials: the engine's to the bit, over all sizes and at every bound of the algorithm. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agrees, fillLogs, runBlock, type Elementary } from '../src/elementary.ts';
import { machine } from '../src/machine.ts';

const full = process.env['BAROGRAPH_FULL'] === '1';
const to = machine()!;
const FUNCTIONS = { expBlock: Math.exp, logBlock: Math.log } as const;

/** Numbers for which the kernel and the engine differ. */
function different(name: Elementary, values: Float64Array): readonly number[] {
  const out = values.slice();
  expect(runBlock(to, name, out)).toBe(true);
  return [...values].filter((value, i) => !Object.is(out[i], FUNCTIONS[name](value)));
}

/** The doubles around some, 32 on each side. */
function around(values: readonly number[]): Float64Array {
  const out = new Float64Array(values.length * 64);
  const words = new BigInt64Array(out.buffer);
  values.forEach((value, i) => {
    out[64 * i] = value;
    const middle = words[64 * i]!;
    for (let step = 0; step < 64; step++) words[64 * i + step] = middle + BigInt(step - 32);
  });
  return out;
}

const RUNS = full ? 5_000 : 60;

describe('the kernel', () => {
  it('has the exponentials of the engine, of all sizes', () => {
    const power = fc.oneof(
      fc.double({ min: -700, max: 0, noNaN: true }),
      fc.double({ min: -2, max: 0, noNaN: true }),
      fc.integer({ min: -1_000, max: 0 }).map((halves) => Math.max((halves * Math.LN2) / 2, -700)),
      fc.integer({ min: 1, max: 1_000 }).map((size) => -(2 ** -size)),
      fc.constantFrom(0, -0, -1, -700),
    );
    const series = fc
      .array(power, { minLength: 512, maxLength: 512, size: 'max' })
      .map((list) => Float64Array.from(list));
    fc.assert(
      fc.property(series, (values) => {
        expect(different('expBlock', values)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('has them at the bounds of the algorithm', () => {
    const half = Math.LN2 / 2;
    // The second half of them lies above the bound that is stated for the upper words alone.
    const bounds = around([-half, -3 * half, -half - 2 ** -32, -(2 ** -28), -1]);
    expect(different('expBlock', bounds.subarray(0, 512))).toEqual([]);
    const coarse = Float64Array.from({ length: 512 }, (_, i) => -half - (i - 256) * 2 ** -36);
    expect(different('expBlock', coarse)).toEqual([]);
  });

  it('has the logs of the engine, of all sizes', () => {
    const number = fc.oneof(
      fc.double({ min: 2 ** -1_022, max: Number.MAX_VALUE, noNaN: true }),
      fc.double({ min: 1e-4, max: 1.0001, noNaN: true }),
      fc
        .tuple(fc.integer({ min: -40, max: 40 }), fc.double({ min: -1e-5, max: 1e-5, noNaN: true }))
        .map(([e, f]) => 2 ** e * (1 + f)),
      fc.constantFrom(1, 2 ** -1_022, Number.MAX_VALUE, Math.SQRT2, Math.SQRT1_2),
    );
    const series = fc
      .array(number, { minLength: 512, maxLength: 512, size: 'max' })
      .map((list) => Float64Array.from(list));
    fc.assert(
      fc.property(series, (values) => {
        expect(different('logBlock', values)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('has them at the bounds of the algorithm', () => {
    // Mantissas at which fdlibm changes its branch: near a power of two, near √2, and where it halves.
    const words = [0x3ff00000, 0x3ff00001, 0x3fffffff, 0x3ffffffe, 0x3ff6147a, 0x3ff6b851, 0x3ff6b852, 0x3ff6a09c];
    const bounds = words.map((word) => {
      const view = new DataView(new ArrayBuffer(8));
      view.setUint32(0, word);
      return view.getFloat64(0);
    });
    expect(different('logBlock', around(bounds))).toEqual([]);
  });

  it('leaves numbers outside of its range as they were', () => {
    for (const [name, bad] of [
      ['expBlock', [0.5, -701, NaN, -Infinity]],
      ['logBlock', [0, -1, 2 ** -1_023, Infinity, NaN]],
    ] as const) {
      for (const value of bad) {
        const values = Float64Array.of(-0, value).map((x) => (name === 'logBlock' && x === 0 ? value : x));
        const before = values.slice();
        expect(runBlock(to, name, values)).toBe(false);
        expect(values).toStrictEqual(before);
      }
    }
  });

  it('is not used by an engine whose last bits are others', () => {
    expect(agrees(to, Math.log, Math.exp)).toBe(true);
    const next = (x: number): number => x * (1 + 2 ** -52);
    // One in forty: libraries that round better differ in more.
    const sometimes = (f: (x: number) => number) => {
      let calls = 0;
      return (x: number): number => (++calls % 40 === 0 ? next(f(x)) : f(x));
    };
    expect(agrees(to, sometimes(Math.log), Math.exp)).toBe(false);
    expect(agrees(to, Math.log, sometimes(Math.exp))).toBe(false);
  });
});

describe('fillLogs', () => {
  it('has the logs of any numbers, whatever their count', () => {
    const special = fc.constantFrom(0, -0, -1, NaN, Infinity, -Infinity, 5e-324, 1);
    const series = fc
      .tuple(
        fc.array(fc.oneof(fc.double(), special), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 0, max: 1_100 }),
      )
      .map(([part, length]) => Float64Array.from({ length }, (_, i) => (i < 600 ? i + 1 : part[i % part.length]!)));
    fc.assert(
      fc.property(series, (values) => {
        const logs = values.slice();
        expect(fillLogs(logs)).toBe(true);
        expect(logs).toStrictEqual(values.map(Math.log));
      }),
      { numRuns: 60 },
    );
  });
});
