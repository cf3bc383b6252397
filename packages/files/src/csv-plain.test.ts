import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BarRows } from './bar-rows.ts';
import { createCsvReader } from './csv.ts';
import { parseIsoTime } from '@barograph/core';
import { PlainRows } from './csv-plain.ts';

/** Outcome of reading a text that comes in pieces of `size` bytes: bars, and the rows that are refused with their words. */
function read(text: string, size: number): unknown {
  const rows = new BarRows(true);
  const reader = createCsvReader(rows);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    const problem = reader.push(bytes.subarray(at, at + size));
    if (problem !== undefined) return problem;
  }
  return reader.end() ?? rows.tables();
}

const digits = fc.tuple(fc.maxSafeNat(), fc.integer({ min: 0, max: 20 }), fc.nat(24)).map(([value, zeros, point]) => {
  const text = String(value).slice(0, 1 + (point % 17)) + '0'.repeat(point % 3 === 0 ? zeros : 0);
  const at = Math.min(point, text.length);
  return at === text.length ? text : `${text.slice(0, at)}.${text.slice(at)}`;
});
const price = fc.double({ min: 1e-9, max: 1e9, noNaN: true }).map(String);
const odd = fc.constantFrom(
  '',
  ' ',
  '-',
  '.',
  '-.',
  '5.',
  '.5',
  '-0',
  '+5',
  '1e5',
  '1E-7',
  '0x10',
  'NaN',
  'Infinity',
  ' 7',
  '7 ',
  '"8"',
  '1_0',
  '1,5',
  '1;5',
  '\r',
  'é',
  '9007199254740993',
  '123456789012345678901234567890',
  '0.00000000000000000000001',
  '--1',
  '1.2.3',
);
const cell = fc.oneof({ weight: 8, arbitrary: price }, { weight: 6, arbitrary: digits }, { weight: 1, arbitrary: odd });
const minute = fc.integer({ min: 28_000_000, max: 29_000_000 });
const stamp = (at: number): string => new Date(at * 60_000).toISOString();
const time = {
  number: fc.oneof(
    minute.map((at) => String(at * 60_000)),
    minute.map((at) => String(at * 60)),
    fc.constantFrom('20240131', '', 'x'),
  ),
  text: fc.oneof(
    minute.map(stamp),
    minute.map((at) => stamp(at).slice(0, 19).replace('T', ' ')),
    minute.map((at) => `${stamp(at).slice(0, 16)}:07+00:00`),
    minute.map((at) => stamp(at).slice(0, 10)),
    minute.map((at) => `${stamp(at).slice(0, 16)}Z`),
    fc.constantFrom(
      '2024-02-30',
      '2024-01-01T24:00:00',
      '2024-01-01 10:00:60',
      '2024-01-01T10:00+01:00',
      '2024-01-01 UTC',
      '2024-1-1',
      '0050-01-01',
      '2024-01-01T10',
      '1e12',
      '5',
    ),
  ),
};

describe('plain rows', () => {
  it('give what the reader of cells gives of them, whatever stands between them', () => {
    const header = fc.constantFrom(
      'timestamp,open,high,low,close,volume',
      'note,volume,close,low,high,open,timestamp,other',
      'Date;Open;High;Low;Close;Volume',
      'open_time,open,high,low,close,volume,close_time',
    );
    const rows = (times: fc.Arbitrary<string>): fc.Arbitrary<string[][]> =>
      fc.array(
        fc.tuple(times, fc.array(cell, { minLength: 7, maxLength: 7 })).map(([at, cells]) => [at, ...cells]),
        { minLength: 1, maxLength: 12 },
      );
    const table = fc.oneof(rows(time.number), rows(time.text));
    fc.assert(
      fc.property(
        table,
        header,
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 60, max: 900 }),
        (list, head, isCr, isEnded, size) => {
          const mark = head.includes(';') ? ';' : ',';
          const names = head.split(mark);
          const at = names.findIndex((name) => /time|Date/.test(name));
          const line = (cells: readonly string[], isQuoted: boolean): string =>
            names
              .map((_, i) => (i === at ? (isQuoted ? `"${cells[0]!}"` : cells[0]!) : cells[1 + (i % 7)]!))
              .join(mark);
          const end = isCr ? '\r\n' : '\n';
          const text = (isQuoted: boolean): string =>
            [head, ...list.map((cells) => line(cells, isQuoted))].join(end) + (isEnded ? end : '');
          // The quotes about the time keep a row from being plain.
          expect(read(text(false), size)).toStrictEqual(read(text(true), 1 << 20));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('are read in blocks, up to the first that is not plain', () => {
    const plain = new PlainRows({ delimiter: 0x2c, targets: Int8Array.of(0, 1, 2, 3, 4, 5) });
    const lines = Array.from({ length: 3_000 }, (_, i) => `${1.6e12 + i},${i}.5,0.1,-2,12345678901234567890,.5\r\n`);
    const bytes = Buffer.from(`${lines.join('')}1,2,3,4,5\n`);
    const counts: number[] = [];
    let from = 0;
    do {
      plain.read(bytes, from, bytes.length, false);
      counts.push(plain.count);
      from = plain.next;
    } while (plain.count > 0 && counts.length < 9);
    expect(counts).toEqual([1024, 1024, 952, 0]);
    expect(bytes.toString('latin1', from)).toBe('1,2,3,4,5\n');
    plain.read(bytes, 0, bytes.length, false);
    expect(plain.columns.map((column) => column[7])).toEqual([1.6e12 + 7, 7.5, 0.1, -2, 12345678901234567890, 0.5]);
  });

  it('have the times of ISO-8601 text', () => {
    const plain = new PlainRows({ delimiter: 0x2c, targets: Int8Array.of(0, 1, 2, 3, 4, 5) });
    fc.assert(
      fc.property(time.text, (text) => {
        plain.read(Buffer.from(`${text},1,1,1,1,1\n`), 0, text.length + 11, true);
        fc.pre(plain.count === 1);
        expect(plain.columns[0]![0]).toBe(parseIsoTime(text));
      }),
    );
    for (const cut of [
      '2024-01-0',
      '2024-01-01T1',
      '2024-01-01T10:0',
      '2024-01-01T10:00:0',
      '2024-01-01T10:00:00+00:0',
    ]) {
      const bytes = Buffer.from(`${cut}\n`);
      plain.read(bytes, 0, bytes.length, true);
      expect(plain.count).toBe(0);
    }
  });
});
