/// <reference types="node" />

/** A wrong cell, bar or file, named with row and column. */

import { type DataProblem } from '@barograph/core';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { good, HEADER, problemOf, T2 } from '../test/problem-of.ts';
import { readBars, readBarsStream } from './read-bars.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-errors-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file whose third row is the given one. */
const third = (row: string): string => `${HEADER}\n${good(0)}\n${good(1)}\n${row}\n${good(3)}\n`;

describe('a bad cell is told with row, column, expected and got', () => {
  it.each<[string, string, Partial<DataProblem>]>([
    ['text in a number', `${T2},3,four,1,2,9`, { column: 'high', expected: 'a number', got: '"four"' }],
    ['a number with a unit', `${T2},3,4,1,2 USD,9`, { column: 'close', expected: 'a number', got: '"2 USD"' }],
    ['an empty cell', `${T2},3,4,,2,9`, { column: 'low', expected: 'a number', got: 'an empty cell' }],
    ['a blank cell', `${T2},3,4,1,2,  `, { column: 'volume', expected: 'a number', got: 'an empty cell' }],
    ['an empty quoted cell', `${T2},"",4,1,2,9`, { column: 'open', expected: 'a number', got: 'an empty cell' }],
    ['NaN', `${T2},3,4,1,NaN,9`, { column: 'close', expected: 'a finite number', got: '"NaN"' }],
    ['Infinity', `${T2},3,Infinity,1,2,9`, { column: 'high', expected: 'a finite number', got: '"Infinity"' }],
    ['minus infinity', `${T2},3,4,-Infinity,2,9`, { column: 'low', expected: 'a finite number', got: '"-Infinity"' }],
    ['an overflow', `${T2},3,4,1,2,1e999`, { column: 'volume', expected: 'a finite number', got: '"1e999"' }],
    ['text after a quote', `${T2},"3"x,4,1,2,9`, { column: 'open', expected: 'a number', got: String.raw`"\"3\"x"` }],
    ['an empty time', `,3,4,1,2,9`, { column: 'timestamp', got: 'an empty cell' }],
    ['no time', `noon,3,4,1,2,9`, { column: 'timestamp', expected: 'an epoch number like the first', got: '"noon"' }],
    [
      'an ISO time among numbers',
      `2024-01-01T02:00,3,4,1,2,9`,
      { column: 'timestamp', expected: 'an epoch number like the first', got: '"2024-01-01T02:00"' },
    ],
    ['a short row', `${T2},3,4,1,2`, { column: 'volume', expected: '6 cells as in the header', got: '5' }],
    ['a shorter row', `${T2},3`, { column: 'high', expected: '6 cells as in the header', got: '2' }],
    ['a long row', `${T2},3,4,1,2,9,1`, { expected: '6 cells as in the header', got: '7' }],
  ])('%s', async (_, row, expected) => {
    expect(await problemOf(third(row))).toMatchObject({ code: 'bad_value', row: 3, ...expected });
  });
});

describe('[12.10] a number that would overflow to Infinity is told with row and column', () => {
  it.each<[string, string, Partial<DataProblem>]>([
    ['close × volume', `${T2},1e10,1e10,1e10,1e10,1e299`, { column: 'volume', got: '1e+309' }],
    ['a volume', `${T2},1e-10,1e-10,1e-10,1e-10,2e300`, { column: 'volume', got: '2e+300' }],
    ['the square of a price', `${T2},1e150,2e150,1e150,1e150,0`, { column: 'high', got: '2e+150' }],
    ['a ratio of prices', `${T2},1,1,1e-151,1,0`, { column: 'low', got: '1e-151' }],
  ])('%s', async (_, row, expected) => {
    const wide = expected.got === '1e+309' ? { ...expected, got: 'Infinity' } : expected;
    expect(await problemOf(third(row))).toMatchObject({ code: 'bad_value', row: 3, ...wide });
  });

  it('and is dropped with its row by a repair', async () => {
    const path = join(folder, 'wide.csv');
    writeFileSync(path, third(`${T2},1e10,1e10,1e10,1e10,1e299`));
    const read = await readBars(path, { repair: true });
    expect(read).toMatchObject({ ok: true, value: { rows: 4, repairs: { dropped: [{ row: 3, column: 'volume' }] } } });
  });

  it('at the bounds themselves is none', async () => {
    const path = join(folder, 'large.csv');
    writeFileSync(path, third(`${T2},1e150,1e150,1e150,1e150,1e150`));
    expect(await readBars(path)).toMatchObject({ ok: true, value: { rows: 4 } });
  });
});

describe('a bad bar is told with row and column', () => {
  it.each<[string, string, Partial<DataProblem>]>([
    ['a negative price', `${T2},3,4,-1,2,9`, { code: 'bad_bar', column: 'low', got: '-1' }],
    ['a price of zero', `${T2},0,4,1,2,9`, { code: 'bad_bar', column: 'open', got: '0' }],
    ['high below low', `${T2},3,4,5,3,9`, { code: 'bad_bar', column: 'high', expected: 'high ≥ low 5', got: '4' }],
    ['high below close', `${T2},3,4,1,5,9`, { code: 'bad_bar', column: 'high', got: '4' }],
    ['low above open', `${T2},3,6,4,5,9`, { code: 'bad_bar', column: 'low', got: '4' }],
    ['negative volume', `${T2},3,4,1,2,-9`, { code: 'bad_bar', column: 'volume', got: '-9' }],
    ['a time twice', good(1), { code: 'bad_order', column: 'timestamp', got: `${T2 - 3_600_000} twice` }],
    ['an earlier time', good(0), { code: 'bad_order', column: 'timestamp', got: String(T2 - 7_200_000) }],
    ['half a millisecond', `${T2}.5,3,4,1,2,9`, { code: 'bad_value', column: 'timestamp', got: `${T2}.5` }],
  ])('%s', async (_, row, expected) => {
    expect(await problemOf(third(row))).toMatchObject({ row: 3, ...expected });
  });

  it('in the spelling of the header', async () => {
    const text = third(`${T2},3,4,5,3,9`).replace(HEADER, 'Timestamp,Open,HIGH,Low,Close,Volume');
    expect(await problemOf(text)).toMatchObject({ column: 'HIGH', row: 3 });
  });

  it('and the first problem of the file wins, a bad bar before a bad cell too', async () => {
    const text = `${HEADER}\n${good(0)}\n${good(0)}\n${good(2)}\nx,3,4,1,2,9\n`;
    expect(await problemOf(text)).toMatchObject({ code: 'bad_order', row: 2 });
  });
});

describe('a bad file is told in words', () => {
  it.each<[string, string | Buffer, DataProblem]>([
    ['0 bytes', '', { code: 'empty_file', expected: 'rows of bars', got: 'an empty file' }],
    ['gzip of nothing', gzipSync(''), { code: 'empty_file', expected: 'rows of bars', got: 'an empty file' }],
    ['blank lines', '\n\n', { code: 'empty_file', expected: 'rows of bars', got: 'blank lines only' }],
    ['a header only', HEADER, { code: 'empty_file', expected: 'at least one row of bars', got: 'a header only' }],
    [
      'a missing column',
      'timestamp,open,high,low,close\n1,2,3,4,5\n',
      {
        code: 'missing_column',
        column: 'volume',
        expected: 'a header with timestamp, open, high, low, close, volume, or columns: { volume: NAME }',
        got: '"timestamp, open, high, low, close"',
      },
    ],
    [
      'a missing header, and too few cells',
      '1704067200000,3,4,1,2\n',
      {
        code: 'missing_column',
        expected:
          'a header, or rows of 6, 7, 8, 9, 10, 11, 12, 14 cells; else name them (layout: NAME, or columns: { volume: NUMBER })',
        got: 'rows of 5 cells',
      },
    ],
    [
      'a column twice',
      `${HEADER},Open\n`,
      {
        code: 'missing_column',
        column: 'open',
        expected: 'a column there once',
        got: '"timestamp, open, high, low, close, volume, Open"',
      },
    ],
    [
      'gzip within gzip',
      gzipSync(gzipSync(HEADER)),
      { code: 'unreadable_file', expected: 'CSV, NDJSON or Parquet within gzip', got: 'gzip again' },
    ],
    [
      'an unclosed quote',
      third(`"${T2},3,4,1,2,9`),
      { code: 'bad_value', row: 3, expected: 'a closing quote', got: 'the end of the file' },
    ],
    [
      'a row without an end',
      `${HEADER}\n"${'x'.repeat(3 << 20)}`,
      { code: 'bad_value', row: 1, expected: 'a row of at most 1048576 bytes', got: 'no end of the row' },
    ],
  ])('%s', async (_, content, expected) => {
    expect(await problemOf(content)).toStrictEqual(expected);
  });

  it('a file that does not exist', async () => {
    const path = join(folder, 'nowhere.csv');
    const error = { file: path, code: 'missing_file', expected: 'a file', got: 'no such file' };
    expect(await readBars(path)).toStrictEqual({ ok: false, error });
  });

  it('a directory', async () => {
    const path = join(folder, 'directory.csv');
    mkdirSync(path);
    const error = { file: path, code: 'unreadable_file', expected: 'a file', got: 'a directory' };
    expect(await readBars(path)).toStrictEqual({ ok: false, error });
  });

  it('a stream that fails', async () => {
    const stream = new Readable({
      read() {
        this.destroy(new Error('the line went dead'));
      },
    });
    expect(await readBarsStream(stream, 'stdin')).toStrictEqual({
      ok: false,
      error: { file: 'stdin', code: 'unreadable_file', expected: 'a readable file', got: 'the line went dead' },
    });
  });
});
