import { useKernels } from '@barograph/core';
import { KERNELS } from '@barograph/kernels';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnRows, type ColumnPart } from './column-rows.ts';
import { rowsText, rowText, type Row, type TextFormat } from './table.ts';

const rows = fc.array(
  fc.record({
    timestamp: fc.integer({ min: 0, max: 4e12 }),
    score: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
    label: fc.option(fc.string()),
    sure: fc.boolean(),
  }),
);
const COLUMNS = ['timestamp', 'score', 'label', 'sure'];
const all = (format: TextFormat, list: Iterable<Row>): string => [...rowsText(format, COLUMNS, list)].join('');

describe('rows of columns', () => {
  const number = fc.oneof(
    fc.double({ noDefaultInfinity: true }),
    fc.integer({ min: -10, max: 4_000_000 }).map((minutes) => minutes * 60_000),
    fc.maxSafeInteger(),
    fc.constantFrom(1e9 - 1, 1e9, 1e15 - 1, 1e15, 1e21, Infinity, -0, 999_999_999_999, 1e12 + 1e6),
  );
  const texts = fc.array(fc.string(), { minLength: 1, maxLength: 4 });
  const parts = fc.array(
    fc
      .record({
        symbol: fc.string(),
        texts,
        length: fc.integer({ min: 0, max: 600 }),
        some: fc.array(number, { minLength: 1 }),
      })
      .map(({ symbol, texts: names, length, some }): ColumnPart => {
        const valueAt = (i: number): number => some[i % some.length]!;
        return {
          length,
          columns: {
            symbol,
            time: Float64Array.from({ length }, (_, i) => valueAt(i)),
            odd: { table: Float64Array.from({ length: 2 * length }, (_, i) => valueAt(i + 3)), width: 2, at: 1 },
            label: { codes: Int8Array.from({ length }, (_, i) => (i % (names.length + 1)) - 1), texts: names },
          },
        };
      }),
    { maxLength: 3 },
  );

  it('are in every format the text of their rows, with a column left out and one that there is not', () => {
    const names = ['label', 'odd', 'symbol', 'time', 'none'];
    fc.assert(
      fc.property(
        parts,
        fc.constantFrom<TextFormat>('csv', 'csv', 'csv', 'ndjson', 'json'),
        fc.boolean(),
        (list, format, isByKernel) => {
          const text = (rows_: Iterable<Row>): string[] => [...rowsText(format, names, rows_)];
          const before = useKernels(isByKernel ? KERNELS : undefined);
          try {
            expect(text(columnRows(list)).join('')).toBe(text([...columnRows(list)]).join(''));
          } finally {
            useKernels(before);
          }
        },
      ),
    );
  });

  it('are made part by part, when they are asked for', () => {
    const created: number[] = [];
    function* lazy(): Generator<ColumnPart> {
      for (const i of [1, 2]) {
        created.push(i);
        yield { length: 1, columns: { time: Float64Array.of(i) } };
      }
    }
    const lines = rowsText('csv', ['time'], columnRows(lazy()));
    expect([lines.next().value, created.length]).toEqual(['time\n', 0]);
    expect([lines.next().value, created.length]).toEqual(['1\n', 1]);
    expect([...lines]).toEqual(['2\n']);
  });
});

describe('many rows', () => {
  it('come back from JSON and NDJSON as they were', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const plain: unknown = JSON.parse(JSON.stringify(list));
        expect(JSON.parse(all('json', list))).toStrictEqual(plain);
        const lines = all('ndjson', list).split('\n').slice(0, -1);
        expect(lines.map((line): unknown => JSON.parse(line))).toStrictEqual(plain);
      }),
    );
  });

  it.each([
    '=HYPERLINK("https://evil.example","x")',
    '@SUM(1+1)*cmd|x',
    '+1',
    '-1+1',
    '\t=1',
    '<script>alert(1)</script>',
    '[click](javascript:alert(1)) | `a`',
    'US\u202EDT',
    '","b"\n=1',
    'x'.repeat(10_000),
  ])('have a hostile name as text, one cell of it and no formula: %j', (label) => {
    const rowOf = { timestamp: 1, score: -1.5, label, sure: true };
    expect(JSON.parse(all('ndjson', [rowOf]))).toEqual(rowOf);
    const [, line] = /^timestamp,score,label,sure\n(.*)\n$/s.exec(all('csv', [rowOf]))!;
    const [, cell] = /^1,-1\.5,(.*),true$/s.exec(line!)!;
    const isQuoted = cell!.startsWith('"');
    const text = isQuoted ? cell!.slice(1, -1).replaceAll('""', '"') : cell!;
    expect(isQuoted).toBe(/[",\r\n]/.test(label));
    expect([label, `'${label}`]).toContain(text);
    expect(text).not.toMatch(/^[=+\-@\t\r]/);
  });

  it('have every number in full in CSV', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const numbers = list.map(({ timestamp, score }) => ({ timestamp, score }));
        const [header, ...lines] = [...rowsText('csv', ['timestamp', 'score'], numbers)].join('').split('\n');
        expect(header).toBe('timestamp,score');
        expect(lines.pop()).toBe('');
        const back = lines.map((line) => line.split(',').map((cell) => (cell === '' ? null : Number(cell))));
        expect(back).toEqual(numbers.map(({ timestamp, score }) => [timestamp, score]));
      }),
    );
  });

  it('quote what CSV needs quoted, and leave null empty', () => {
    const list = [
      { timestamp: 1, score: null, label: 'a,"b"\nc', sure: true },
      { timestamp: 2, score: 0.1, label: 'plain', sure: false },
    ];
    expect(all('csv', list)).toBe('timestamp,score,label,sure\n1,,"a,""b""\nc",true\n2,0.1,plain,false\n');
  });

  it('are an empty array of JSON, nothing of NDJSON and a header of CSV when there are none', () => {
    expect(all('json', [])).toBe('[]\n');
    expect(all('ndjson', [])).toBe('');
    expect(all('csv', [])).toBe('timestamp,score,label,sure\n');
  });

  it('line up in a table, with times as ISO-8601 and four decimals', () => {
    const list = [
      { timestamp: 1_704_067_200_000, score: 12.345678, label: null, sure: true },
      { timestamp: 1_704_070_800_000, score: 0.000012345678, label: 'x', sure: false },
    ];
    expect(all('table', list).split('\n')).toStrictEqual([
      'timestamp             score       label       sure',
      '2024-01-01T00:00:00Z  12.3457     -           true',
      '2024-01-01T01:00:00Z  0.00001235  x           false',
      '',
    ]);
  });

  it('make room in a table for what is wide, and write lists out', () => {
    const list = [
      {
        as_of: 1_704_067_200_000,
        regime: 'mean_reverting',
        spark: [1.23456, 2_345_678.9],
        levels: [{ kind: 'support', price: 5 }],
      },
      { as_of: 1_704_067_200_000, regime: 'normal', spark: [], levels: [] },
    ];
    expect([...rowsText('table', ['as_of', 'regime', 'spark', 'levels'], list)].join('').split('\n')).toStrictEqual([
      'as_of                 regime          spark            levels',
      '2024-01-01T00:00:00Z  mean_reverting  1.2346, 2345679  kind support price 5',
      '2024-01-01T00:00:00Z  normal',
      '',
    ]);
  });
});

describe('one row', () => {
  const row = { timestamp: 1_704_067_200_000, count: 12_345_678, range: { high: 2.5, low: null } };

  it('is an object of JSON and one line of NDJSON', () => {
    expect(JSON.parse([...rowText('json', row)].join(''))).toStrictEqual(row);
    expect([...rowText('ndjson', row)].join('')).toBe(`${JSON.stringify(row)}\n`);
  });

  it('is flat in CSV and in the table', () => {
    expect([...rowText('csv', row)].join('')).toBe(
      'timestamp,count,range.high,range.low\n1704067200000,12345678,2.5,\n',
    );
    expect([...rowText('table', row)].join('')).toBe(
      'timestamp   2024-01-01T00:00:00Z\ncount       12345678\nrange.high  2.5000\nrange.low   -\n',
    );
  });
});
