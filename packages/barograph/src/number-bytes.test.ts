import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NUMBER_BYTES, writeNumber } from './number-bytes.ts';

const bytes = Buffer.alloc(NUMBER_BYTES + 4, 0x7e);

/** The text that is written at `at`; what is around it stays as it was. */
function written(value: number, at: number = 2): string {
  bytes.fill(0x7e);
  const end = writeNumber(bytes, at, value);
  expect(end - at).toBeLessThanOrEqual(NUMBER_BYTES);
  expect(bytes.toString('latin1', 0, at) + bytes.toString('latin1', at + NUMBER_BYTES)).toBe('~'.repeat(4));
  return bytes.toString('latin1', at, end);
}

const word = new DataView(new ArrayBuffer(8));
function doubleOf(high: number, low: number): number {
  word.setUint32(0, high);
  word.setUint32(4, low);
  return word.getFloat64(0);
}

const EDGES = [
  0,
  -0,
  1,
  -1,
  0.1,
  0.5,
  1e-6,
  9.999999999999999e-7,
  1.0000000000000002e-6,
  5e-324,
  2.2250738585072014e-308,
  1e8,
  1e9 - 1,
  1e9,
  1e15,
  999999999999999.9,
  9999999999999998,
  1e16,
  2 ** 53,
  2 ** 53 + 2,
  1e21,
  1e22,
  1.5e300,
  0.1 + 0.2,
  1 / 3,
  2 / 3,
  4.35,
  99999999.99999999,
  0.9999999999999999,
  9.999999999999998,
  9007199254740993,
  1.7976931348623157e308,
  -1.7976931348623157e308,
  Infinity,
  -Infinity,
  NaN,
  123456789.12345678,
  100,
  0.001,
];

describe('numbers in bytes are those of String', () => {
  it.each(EDGES)('%d', (value) => {
    expect(written(value)).toBe(String(value));
    expect(written(-value)).toBe(String(-value));
  });

  it('of any bits, subnormals and infinities among them', () => {
    const anyDouble = fc.oneof(
      fc.double(),
      fc.tuple(fc.nat(0xffff_ffff), fc.nat(0xffff_ffff)).map(([high, low]) => doubleOf(high, low)),
      fc.tuple(fc.nat(0x000f_ffff), fc.nat(0xffff_ffff)).map(([high, low]) => doubleOf(high, low)),
    );
    fc.assert(
      fc.property(anyDouble, (value) => {
        expect(written(value)).toBe(String(value));
      }),
      { numRuns: 1_000 },
    );
  });

  it('of sizes and digits that files have, with their neighbours among doubles', () => {
    const digits = fc.tuple(fc.maxSafeNat(), fc.integer({ min: 1, max: 17 }), fc.integer({ min: -8, max: 22 }));
    fc.assert(
      fc.property(digits, fc.integer({ min: -2, max: 2 }), ([seed, count, exponent], ulps) => {
        const rounded = Number((seed / 2 ** 53 + 0.1).toPrecision(count)) * 10 ** exponent;
        word.setFloat64(0, rounded);
        word.setBigUint64(0, word.getBigUint64(0) + BigInt(ulps));
        const value = word.getFloat64(0);
        expect(written(value)).toBe(String(value));
      }),
      { numRuns: 1_000 },
    );
  });

  it('of every power of two and of ten, and of their neighbours', () => {
    for (let exponent = -60; exponent <= 70; exponent++) {
      for (const power of [2 ** exponent, Number(`1e${exponent}`)]) {
        for (const value of [power, power * (1 + 2 ** -52), power * (1 - 2 ** -53), power * (1 + 2 ** -51)]) {
          expect(written(value)).toBe(String(value));
        }
      }
    }
  });
});
