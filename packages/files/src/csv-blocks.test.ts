/** Both faces of the reader of plain rows: the kernel with the JavaScript behind it, and the JavaScript alone. */

import { candleColumns, CANDLE_COLUMNS, checkCandles } from '@barograph/core';
import { csvRows } from '@barograph/kernels/text';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BarRows } from './bar-rows.ts';
import { joined, PlainBlocks } from './csv-blocks.ts';
import { PlainRows, type PlainLayout } from './csv-plain.ts';
import { createCsvReader } from './csv.ts';

const kernel = csvRows()!;
const NOTHING = Buffer.alloc(0);

interface Read {
  readonly rows: readonly (readonly number[])[];
  readonly next: number;
}

/** All plain rows from the start, and the position of the first other row. */
function allOf(reader: Pick<PlainBlocks, 'read' | 'count' | 'next' | 'columns'>, bytes: Buffer, isText: boolean): Read {
  const end = bytes.lastIndexOf(0x0a) + 1;
  const rows: number[][] = [];
  let next = 0;
  for (;;) {
    reader.read(bytes, next, end, isText);
    const { columns } = reader;
    for (let i = 0; i < reader.count; i++) rows.push(columns.map((column) => column[i]!));
    if (reader.count === 0) return { rows, next };
    ({ next } = reader);
  }
}

const digits = fc.stringMatching(/^-?[0-9]{0,12}\.?[0-9]{0,12}$/);
const odd = fc.constantFrom(
  '"7"',
  ' 7',
  '1e5',
  '+7',
  'x',
  '1.2.3',
  '1234567890123456789012345',
  '\r',
  '20240131',
  '20240131.0000000000',
  'é',
);
const price = fc.double({ min: 1e-6, max: 1e6, noNaN: true }).map(String);
const cell = fc.oneof({ weight: 6, arbitrary: price }, { weight: 6, arbitrary: digits }, { weight: 1, arbitrary: odd });
const moment = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.integer({ min: 1_600_000_000, max: 1_700_000_000 }).map((s) => new Date(s * 1000).toISOString()),
  },
  { weight: 1, arbitrary: fc.constantFrom('2024-02-30T00:00:00.000Z', '2024-01-01T25:00:00.000Z', 'x') },
);
const text = fc.oneof(
  moment.map((at) => at.slice(0, 19)),
  moment.map((at) => `${at.slice(0, 10)} ${at.slice(11, 16)}+00:00`),
  moment.map((at) => at.slice(0, 10)),
  moment,
);
const layouts: readonly PlainLayout[] = [
  { delimiter: 0x2c, targets: Int8Array.of(0, 1, 2, 3, 4, 5) },
  { delimiter: 0x3b, targets: Int8Array.of(-1, 5, 4, 0, 3, 2, 1, -1) },
];

describe('blocks of plain rows', () => {
  it('are the same by the kernel and without it, up to the same row', () => {
    const table = fc.boolean().chain((isText) =>
      fc.record({
        isText: fc.constant(isText),
        layout: fc.constantFrom(...layouts),
        rows: fc.array(fc.tuple(isText ? text : cell, fc.array(cell, { minLength: 7, maxLength: 7 })), {
          minLength: 1,
          maxLength: 9,
        }),
        end: fc.constantFrom('\n', '\r\n'),
        cut: fc.nat({ max: 30 }),
      }),
    );
    fc.assert(
      fc.property(table, ({ isText, layout, rows, end, cut }) => {
        const mark = String.fromCharCode(layout.delimiter);
        const lines = rows.map(([at, others]) =>
          [...layout.targets].map((target, i) => (target === 0 ? at : others[i % 7]!)).join(mark),
        );
        const all = Buffer.from(lines.join(end) + end);
        const bytes = all.subarray(0, all.length - cut);
        const alone = allOf(new PlainRows(layout), bytes, isText);
        expect(allOf(new PlainBlocks(layout), joined(NOTHING, bytes), isText)).toStrictEqual(alone);
        expect(allOf(new PlainBlocks(layout, () => undefined), bytes, isText)).toStrictEqual(alone);
      }),
      { numRuns: 600 },
    );
  });

  it('go on behind rows that the kernel leaves, however many', () => {
    const long = '1.23456789012345678901234';
    const bytes = Buffer.from(
      Array.from({ length: 5_000 }, (_, i) => `${i},1,2,1,${i % 1_000 < 400 ? long : 2},7\n`).join(''),
    );
    const blocks = new PlainBlocks(layouts[0]!);
    const { rows, next } = allOf(blocks, joined(NOTHING, bytes), false);
    expect(next).toBe(bytes.length);
    expect(rows.map((row) => row[4])).toEqual(
      Array.from({ length: 5_000 }, (_, i) => (i % 1_000 < 400 ? Number(long) : 2)),
    );
  });
});

describe('joined', () => {
  it('puts pieces into the memory of the kernel, and elsewhere what is too long for it', () => {
    const [rest, chunk] = [Buffer.from('1,2'), Buffer.from(',3\n')];
    const both = joined(rest, chunk);
    expect(both.toString()).toBe('1,2,3\n');
    expect(both.buffer === kernel.text.buffer).toBe(true);
    const long = Buffer.alloc(kernel.text.length, 0x31);
    expect(joined(NOTHING, long).buffer === kernel.text.buffer).toBe(true);
    expect(joined(rest, long).buffer === kernel.text.buffer).toBe(false);
    expect(joined(rest, long).length).toBe(3 + long.length);
    expect(joined(NOTHING, long, () => undefined)).toBe(long);
  });
});

describe('rows that are checked as they are read', () => {
  const good = (i: number): string => `${1.6e12 + i * 60_000},2,3,1,2.5,7`;
  const faults = fc.constantFrom(
    (i: number) => good(i - 1),
    (i: number) => good(i).replace(',', '.5,'),
    (i: number) => good(i).replace(',3,', ',2.2,'),
    (i: number) => good(i).replace(',1,', ',0,'),
    (i: number) => good(i).replace(',7', ',-7'),
    (i: number) => good(i).replace(',2,', ',"2",'),
    (i: number) => good(i).replace(',2,', ',2.000000000000000000000001,'),
  );

  it('are candles where every one of them is, whichever reader took them', () => {
    const at = fc.nat({ max: 2_999 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(at, faults), { maxLength: 3 }),
        fc.integer({ min: 5_000, max: 200_000 }),
        (some, size) => {
          const faulty = new Map(some);
          const lines = Array.from({ length: 3_000 }, (_, i) => (faulty.get(i) ?? good)(i));
          const bytes = Buffer.from(`timestamp,open,high,low,close,volume\n${lines.join('\n')}\n`);
          const rows = new BarRows(false);
          const reader = createCsvReader(rows);
          for (let from = 0; from < bytes.length; from += size) reader.push(bytes.subarray(from, from + size));
          expect(reader.end()).toBeUndefined();
          const [table] = rows.tables();
          const copy = candleColumns(0);
          for (const column of CANDLE_COLUMNS) copy[column] = table!.columns[column].slice();
          expect(copy.time.length).toBe(3_000);
          expect(table!.areCandles).toBe(checkCandles(copy).ok);
        },
      ),
      { numRuns: 60 },
    );
  });
});
