/** CSV rows from bytes: the doubles that JavaScript parses, the times of the calendar, and the verdict on bars. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRows, type CsvLayout } from '../src/text/csv.ts';

const kernel = csvRows()!;
const BARS: CsvLayout = { delimiter: 0x2c, targets: Int8Array.of(0, 1, 2, 3, 4, 5), dates: undefined };
const BOUNDS = { minPrice: 1e-150, maxPrice: 1e150, maxVolume: 1e300, maxNotional: 1e300 };

/** Reads text. @returns the rows that were taken. */
function read(text: string, { layout = BARS, isText = false } = {}): readonly (readonly number[])[] {
  kernel.text.fill(0x39); // digits after the end must not matter
  const { written } = new TextEncoder().encodeInto(text, kernel.text);
  const count = kernel.read(layout, 0, written, isText);
  const columns = kernel.columns.slice(0, Math.max(...layout.targets) + 1);
  return Array.from({ length: count }, (_, row) => columns.map((column) => column[row]!));
}

/** A decimal of so many digits, with a point before the last of them. */
function decimal(mantissa: bigint, decimals: number, isNegative: boolean): string {
  const digits = String(mantissa).padStart(decimals, '0');
  const point = digits.length - decimals;
  return `${isNegative ? '-' : ''}${digits.slice(0, point)}${decimals === 0 ? '' : `.${digits.slice(point)}`}`;
}

const anyDecimal = fc
  .record({
    length: fc.integer({ min: 1, max: 19 }),
    seed: fc.bigInt({ min: 0n, max: 10n ** 19n - 1n }),
    decimals: fc.integer({ min: 0, max: 22 }),
    isNegative: fc.boolean(),
    zeros: fc.constantFrom('', '', '0', '000000000000000000'),
  })
  .map(({ length, seed, decimals, isNegative, zeros }) =>
    decimal(seed % 10n ** BigInt(length), decimals, isNegative)
      .replace('-', '-#')
      .replace(/^(?!-)/, '#')
      .replace('#', zeros),
  );

describe('the columns beside those of bars', () => {
  it('take two more cells of a row', () => {
    const layout = { ...BARS, targets: Int8Array.of(0, 1, 2, 3, 4, 6, 5, 7) };
    expect(read('1,2,3,4,5,6,7,8\n2,3,4,5,6,7,8,9\n', { layout })).toEqual([
      [1, 2, 3, 4, 5, 7, 6, 8],
      [2, 3, 4, 5, 6, 8, 7, 9],
    ]);
  });
});

describe('a number of a plain row', () => {
  it('is the double that the language reads out of the same digits', () => {
    fc.assert(
      fc.property(fc.array(anyDecimal, { minLength: 5, maxLength: 5 }), (cells) => {
        expect(read(`0,${cells.join(',')}\n`)).toEqual([[0, ...cells.map(Number)]]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('rounds ties to even, next to them up or down, and keeps what ends or begins with a point', () => {
    const cells = [
      ['9007199254740993', '9007199254740993.001', '9007199254740992.9', '9007199254740991', '-0'],
      ['0.5000000000000000277', '0.49999999999999997', '123456789012345.6', '1234567890123456', '12345678901234.56'],
      ['.5', '5.', '-.25', '1844674407370955161', '0.0000000000000000000001'],
      ['9999999999999999999', '0.9999999999999999999', '000000000000000000000000000012.50', '0', '1.0'],
    ];
    const expected = cells.map((row) => [7, ...row.map(Number)]);
    expect(read(cells.map((row) => `7,${row.join(',')}\r\n`).join(''))).toEqual(expected);
  });

  it.each([
    '',
    '.',
    '-',
    '--1',
    '1.2.3',
    '+1',
    '1e5',
    ' 1',
    '1 ',
    '"1"',
    '12345678901234567890',
    `0.${'0'.repeat(22)}1`,
  ])('stops before %j', (cell) => {
    for (let at = 0; at < 6; at++) {
      const cells = ['1', '2', '3', '4', '5', '6'];
      const before = `${cells.join(',')}\n`;
      cells[at] = cell;
      expect(read(`${before}${cells.join(',')}\n`)).toEqual([[1, 2, 3, 4, 5, 6]]);
      expect(kernel.next()).toBe(before.length);
    }
  });
});

describe('a row', () => {
  it('has the cells of its layout, and others that are passed', () => {
    const layout = { delimiter: 0x3b, targets: Int8Array.of(-1, 5, 4, -1, 3, 2, 1, 0, -1), dates: undefined };
    const long = 'a text that is longer than a vector, or two of them';
    expect(read(`x;6;5;${long};4;3;2;1;\r\n;6;5;;4;3;2;1;${long}\n`, { layout })).toEqual([
      [1, 2, 3, 4, 5, 6],
      [1, 2, 3, 4, 5, 6],
    ]);
    expect(read('x;6;5;"a;b";4;3;2;1;\n', { layout })).toEqual([]);
    expect(read('x;6;5;4;3;2;1;\n', { layout })).toEqual([]);
    expect(read('1,2,3,4,5\n')).toEqual([]);
    expect(read('1,2,3,4,5,6,7\n')).toEqual([]);
    expect(read('1,2,3,4,5,6\r\r\n')).toEqual([]);
  });

  it('of more cells than there is memory for is left to others', () => {
    expect(kernel.read({ ...BARS, targets: new Int8Array(65).fill(-1) }, 0, 12, false)).toBe(0);
  });

  it('whose time may be a date in digits is left to others', () => {
    const layout = { ...BARS, dates: [19_000_101, 21_001_232] as const };
    const times = ['19000100', '21001232', '20240131', '-20240131', '21001231.5'];
    expect(times.map((time) => read(`${time},1,1,1,1,1\n`, { layout }).length)).toEqual([1, 1, 0, 0, 0]);
  });

  it('is one of at most 2,048 of a block', () => {
    expect(read('1,2,3,4,5,6\n'.repeat(3_000))).toHaveLength(2_048);
    expect(kernel.next()).toBe(2_048 * 12);
  });
});

describe('a time in text', () => {
  it('is that of the calendar, for any second of any year', () => {
    const seconds = fc.date({
      min: new Date('0100-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    });
    const ending = fc.constantFrom('', 'Z', '+00:00');
    const separator = fc.constantFrom('T', ' ');
    fc.assert(
      fc.property(seconds, ending, separator, (date, zone, between) => {
        const text = date.toISOString();
        const of = (part: string): readonly number[] | undefined =>
          read(`${part.replace('T', between)},1,1,1,1,1\n`, { isText: true })[0];
        expect(of(`${text.slice(0, 19)}${zone}`)?.[0]).toBe(Math.floor(date.getTime() / 1000) * 1000);
        expect(of(`${text.slice(0, 16)}${zone}`)?.[0]).toBe(Math.floor(date.getTime() / 60_000) * 60_000);
        expect(of(text.slice(0, 10))?.[0]).toBe(Math.floor(date.getTime() / 86_400_000) * 86_400_000);
      }),
    );
  });

  it.each([
    '2024-02-30',
    '2023-02-29',
    '2100-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '0099-01-01',
    '2024-01-01T24:00',
    '2024-01-01 10:60',
    '2024-01-01T10:00:60',
    '2024-01-01T10:00:00.5Z',
    '2024-01-01T10:00+01:00',
    '2024-01-01 UTC',
    '2024-1-01',
    '2024/01/01',
    '1e12',
    '',
  ])('stops before %j', (time) => {
    expect(read(`${time},1,1,1,1,1\n`, { isText: true })).toEqual([]);
  });
});

describe('the verdict on a block', () => {
  it('is what the rules of bars say of each of its rows', () => {
    const value = fc.constantFrom('0', '-1', '1', '2', '3', `1${'0'.repeat(18)}`, '0.0000000000000000000001');
    const row = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(['2', '3', '1', '2', '0'], ['1', '1', '1', '1', '5']) },
      { weight: 1, arbitrary: fc.array(value, { minLength: 5, maxLength: 5 }) },
    );
    const bounds = { minPrice: 1e-10, maxPrice: 1e17, maxVolume: 1e18, maxNotional: 2e18 };
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        expect(read(rows.map((cells) => `0,${cells.join(',')}\n`).join(''))).toHaveLength(rows.length);
        const areBars = rows.every((cells) => {
          const [open, high, low, close, volume] = cells.map(Number) as [number, number, number, number, number];
          const prices = [open, high, low, close].every((price) => price >= 1e-10 && price <= 1e17);
          const isWide = volume > 1e18 || close * volume > 2e18;
          return prices && low <= Math.min(open, close) && high >= Math.max(open, close) && volume >= 0 && !isWide;
        });
        expect(kernel.areBars(rows.length, bounds)).toBe(areBars);
      }),
      { numRuns: 300 },
    );
    expect(read('0,2,3,1,2,5\n')).toHaveLength(1);
    expect(kernel.areBars(1, BOUNDS)).toBe(true);
  });
});
