/** Rows of CSV by the kernel: numbers are those of `String` to the byte, whatever bits they have. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowWriter, type TextColumn } from '../src/text.ts';
import { fillPowersOfTen } from '../src/text/powers.ts';

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/** The text of all rows. */
function written(columns: readonly TextColumn[], length: number): string {
  const writer = rowWriter(columns)!;
  let text = '';
  for (let from = 0; from < length; from += writer.rows) {
    text += Buffer.from(writer.write(columns, from, length - from)).toString();
  }
  return text;
}

/** A number in each row. */
function expectStrings(values: readonly number[]): void {
  const lines = values.map((value) => `${Number.isNaN(value) ? '' : String(value)}\n`);
  expect(written([Float64Array.from(values)], values.length)).toBe(lines.join(''));
}

const word = new DataView(new ArrayBuffer(8));
function doubleOf(bits: bigint): number {
  word.setBigUint64(0, bits);
  return word.getFloat64(0);
}
/** The doubles beside one. */
function neighbours(value: number): readonly number[] {
  word.setFloat64(0, value);
  const bits = word.getBigUint64(0);
  return [-2n, -1n, 0n, 1n, 2n].map((ulps) => doubleOf(BigInt.asUintN(64, bits + ulps)));
}

const anyBits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(doubleOf);
const subnormal = fc.bigInt({ min: 0n, max: 2n ** 52n }).map(doubleOf);
/** A decimal of files, or one of its neighbours: ends of rounding intervals among them. */
const decimal = fc
  .tuple(fc.maxSafeNat(), fc.integer({ min: 1, max: 17 }), fc.integer({ min: -12, max: 24 }), fc.nat(4))
  .map(([seed, digits, exponent, at]) => {
    const mantissa = (seed / 2 ** 53 + 0.1).toPrecision(digits);
    return neighbours(Number(`${mantissa}e${exponent}`))[at]!;
  });
/** Halfway between decimals of sixteen and seventeen digits: whole numbers over 2^53 and halves below. */
const tie = fc
  .tuple(fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n }), fc.integer({ min: -6, max: 17 }))
  .map(([mantissa, exponent]) => Number(mantissa) * 2 ** exponent);
const anyNumber = fc.oneof(anyBits, subnormal, decimal, tie, fc.double(), fc.integer());

describe('numbers', () => {
  it('at the edges of what they can be', () => {
    const edges = [0, 1, 0.1, 0.3, 4.35, 1 / 3, 2 / 3, 1e8 - 1, 1e8, 1e15, 1e16, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2];
    const ends = [5e-324, 2.2250738585072014e-308, Number.MAX_VALUE, 1e-5, 1e-6, 1e-7, 1e20, 1e21, 1e22, Infinity];
    const all = [...edges, ...ends].flatMap((value) => [value, -value, ...neighbours(value)]);
    expectStrings([...all, -0, NaN, 9007199254740993, 123456789012345680000, 9.5e-7, 0.000001]);
  });

  it('at every power of two and of ten, whose intervals are lopsided or whose digits are one', () => {
    const twos = Array.from({ length: 2_098 }, (_, i) => 2 ** (i - 1_074));
    const tens = Array.from({ length: 633 }, (_, i) => Number(`1e${i - 324}`));
    expectStrings([...twos, ...tens].flatMap(neighbours));
  });

  it('of any bits, subnormals, ties and the decimals of files', () => {
    fc.assert(fc.property(fc.array(anyNumber, { minLength: 50, maxLength: 200 }), expectStrings), {
      numRuns: process.env['BAROGRAPH_FULL'] === '1' ? 5_000 : 60,
    });
  });

  it('are scaled with powers of ten that are rounded up from 126 bits', () => {
    const words = new BigUint64Array(2 * 617);
    fillPowersOfTen(words);
    for (let k = -292; k <= 324; k++) {
      const power = (words[2 * (k + 292) + 1]! << 64n) + words[2 * (k + 292)]!;
      expect(power >> 125n).toBe(1n);
      // 10^|k| · 2^e as whole numbers on both sides: (power − 1) · 2^e ≤ 10^k < power · 2^e
      const e = BigInt(Math.floor(k * Math.log2(10))) - 125n;
      const [ten, one] = k < 0 ? [1n, 10n ** BigInt(-k)] : [10n ** BigInt(k), 1n];
      const [left, right] = e < 0n ? [ten << -e, one] : [ten, one << e];
      expect((power - 1n) * right <= left && left < power * right).toBe(true);
    }
  });
});

describe('rows', () => {
  const text = fc.string({ maxLength: 40 }).map((one) => one.replaceAll(/[\n,]/g, ';'));

  it('of numbers, tables, codes and one text are their cells with commas between, in calls of any number of rows', () => {
    const length = 2_500;
    fc.assert(
      fc.property(
        fc.array(anyNumber, { minLength: 7, maxLength: 7 }),
        fc.array(text, { maxLength: 4 }),
        text,
        (some, texts, one) => {
          const numbers = Float64Array.from({ length }, (_, i) => some[i % 7]!);
          const table = Float64Array.from({ length: 3 * length }, (_, i) => some[(5 * i) % 7]!);
          const codes = Int8Array.from({ length }, (_, i) => (i % (texts.length + 1)) - 1);
          const cell = (value: number): string => (Number.isNaN(value) ? '' : String(value));
          const lines = Array.from(
            numbers,
            (value, i) => `${cell(value)},${cell(table[3 * i + 1]!)},${texts[codes[i]!] ?? ''},${one},\n`,
          );
          const columns = [
            numbers,
            { table, width: 3, at: 1 },
            { codes, texts: texts.map(bytesOf) },
            bytesOf(one),
            bytesOf(''),
          ];
          expect(written(columns, length)).toBe(lines.join(''));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('of two writers in turn keep their own texts', () => {
    const codes = Int8Array.of(0, 1, -1);
    const [here, there] = ['a', 'b'].map((one) => [
      { codes, texts: [`${one}0`, `${one}1`].map(bytesOf) },
      bytesOf(one),
    ]);
    const [first, second] = [rowWriter(here!)!, rowWriter(there!)!];
    expect(Buffer.from(first.write(here!, 0, 1)).toString()).toBe('a0,a\n');
    expect(Buffer.from(second.write(there!, 1, 2)).toString()).toBe('b1,b\n,b\n');
    expect(Buffer.from(first.write(here!, 1, 2)).toString()).toBe('a1,a\n,a\n');
  });

  it('are left to the caller where there is no memory for them, and are whole where there is just enough', () => {
    const one = [Float64Array.of(1.5)];
    expect(rowWriter([])).toBeUndefined();
    expect(rowWriter(Array.from({ length: 257 }, () => one[0]!))).toBeUndefined();
    const most = Array.from({ length: 256 }, () => Float64Array.of(-1.2345678901234567e-300));
    expect(written(most, 1)).toBe(`${Array.from(most, ([value]) => value).join(',')}\n`);
    expect(rowWriter([new Uint8Array(16_385)])).toBeUndefined();
    expect(written([bytesOf('x'.repeat(16_384)), Float64Array.of(2)], 1)).toBe(`${'x'.repeat(16_384)},2\n`);
    expect(
      rowWriter([{ codes: new Int8Array(1), texts: Array.from({ length: 1_025 }, () => bytesOf('x')) }]),
    ).toBeUndefined();
    // rows of 16,389 bytes: seven of them fit
    const long = Array.from({ length: 9 }, () => ({ codes: new Int8Array(8), texts: [bytesOf('y'.repeat(1_820))] }));
    expect(rowWriter(long)!.rows).toBe(7);
    expect(written(long, 8)).toHaveLength(8 * 16_389);
  });
});
