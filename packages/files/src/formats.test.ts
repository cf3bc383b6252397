/// <reference types="node" />

import { describeProblem } from '@barograph/core';
import * as fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readArrowBars } from './arrow-bars.ts';
import type { ArrowLibrary } from './arrow-rows.ts';
import { BarRows } from './bar-rows.ts';
import { decimalOf } from './decimal.ts';
import { lz4Frame } from './lz4-frame.ts';
import { readBars, readBarsStream } from './read-bars.ts';
import { readTradesStream } from './read-trades.ts';

const T = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

const read = async (content: string | Buffer) => readBarsStream(Readable.from([Buffer.from(content)]), 'file');
const messageOf = async (content: string | Buffer): Promise<string> => {
  const found = await read(content);
  return found.ok ? 'read' : describeProblem(found.error);
};

describe('files of other formats', () => {
  const latin = (text: string): Buffer => Buffer.from(text.padEnd(300, '\u0001'), 'latin1');
  it.each([
    ['a zip archive', latin('PK\u0003\u0004'), /a zip archive or a workbook/],
    ['Feather V1', latin('FEA1'), /Feather V1: write it anew/],
    ['HDF5', latin('\u0089HDF\r\n\u001a\n'), /HDF5: .*to_parquet/],
    ['SQLite', latin('SQLite format 3\0'), /a database of SQLite: export/],
    ['NumPy', latin('\u0093NUMPY\u0001\0'), /an array of NumPy/],
    ['zstd', latin('(\u00b5/\u00fd'), /packed by zstd: unpack it/],
    ['bzip2', latin('BZh91AY'), /packed by bzip2/],
    ['xz', latin('\u00fd7zXZ\0'), /packed by xz/],
    ['tar', latin('x'.padEnd(257, '\0') + 'ustar'), /a tar archive/],
    ['a pickle', latin('\u0080\u0004\u0095'), /a pickle of Python/],
    ['R', gzipSync(latin('RDX3\nX\n')), /data of R/],
    ['an old workbook', latin('\u00d0\u00cf\u0011\u00e0'), /an old Excel: save it as CSV/],
    ['Avro', latin('Obj\u0001'), /Apache Avro/],
    ['anything else', latin('\u0003\u0000\u0001abc'), /a binary file of an unknown kind/],
  ])('%s is named, and no raw bytes are shown', async (_, content, says) => {
    const message = await messageOf(content);
    expect(message).toMatch(says);
    expect(message).toMatch(/^[\x20-\x7e…]+$/);
    const trades = await readTradesStream(Readable.from([content]), 'file');
    expect(trades.ok ? '' : describeProblem(trades.error)).toMatch(says);
  });

  it('of random bytes never leak an exception or their bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', 'PAR1', 'ARROW1\0\0', '\u001f\u008b'),
        fc.uint8Array({ maxLength: 200 }),
        async (magic, bytes) => {
          const content = Buffer.concat([
            Buffer.from(magic, 'latin1'),
            bytes,
            Buffer.from(magic === 'PAR1' ? magic : ''),
          ]);
          const message = await messageOf(content);
          expect(message).not.toMatch(/undefined|null|Cannot|is not|Invalid|Unexpected/);
          // oxlint-disable-next-line no-control-regex -- they are looked for
          expect(message).not.toMatch(/[\0-\x1f]/);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('Arrow IPC', () => {
  /** A library that makes a table of the bytes; the real one is tested where it is installed. */
  const fake = (columns: Readonly<Record<string, readonly unknown[]>>, time = 5): ArrowLibrary => ({
    tableFromIPC: () => ({
      numRows: Object.values(columns)[0]!.length,
      schema: { fields: Object.keys(columns).map((name, i) => ({ name, type: { typeId: i === 0 ? time : 3 } })) },
      getChildAt: (at) => ({ get: (row) => Object.values(columns)[at]![row] }),
    }),
  });
  const columns = {
    date: [BigInt(T), BigInt(T + DAY)],
    open: [1, 2],
    high: [3, 3],
    low: [1, 1],
    close: [2, 2.5],
    volume: [5, 6],
  };
  const bars = async (library: ArrowLibrary | undefined) => {
    const rows = new BarRows(false);
    const outcome = await readArrowBars(new Uint8Array(8), rows, {}, async () => library);
    return { ...outcome, columns: rows.tables()[0]!.columns };
  };

  it('is read by the library', async () => {
    const found = await bars(fake(columns));
    expect(found.problem).toBeUndefined();
    expect([...found.columns.time, ...found.columns.close]).toEqual([T, T + DAY, 2, 2.5]);
    const moments = await bars(fake({ ...columns, date: [T, T + DAY] }, 10));
    expect([...moments.columns.time]).toEqual([T, T + DAY]);
  });

  it('asks for the library where there is none, and for columns where they are missing', async () => {
    expect((await bars(undefined)).problem).toMatchObject({
      expected: expect.stringMatching(
        /^the package apache-arrow beside @barograph\/files \(npm install apache-arrow\), or the table as Parquet/,
      ),
      got: 'an Arrow IPC file (Feather V2)',
    });
    const { date, open, high, low, close } = columns;
    expect((await bars(fake({ date, open, high, low, close }))).problem).toMatchObject({
      code: 'missing_column',
      column: 'volume',
    });
    const broken = {
      tableFromIPC: () => {
        throw new Error('Cannot read properties of undefined');
      },
    };
    expect((await bars(broken)).problem).toMatchObject({ got: 'damaged or unknown contents' });
  });

  it('unpacks frames of LZ4, with copies that overlap', () => {
    // "abc" and a copy of 9 bytes from 3 before, then "xyz" as it is.
    const block = [0x35, 97, 98, 99, 3, 0, 0x30, 120, 121, 122];
    const frame = [
      0x04,
      0x22,
      0x4d,
      0x18,
      0x60,
      0x40,
      0x82,
      block.length,
      0,
      0,
      0,
      ...block,
      2,
      0,
      0,
      0x80,
      33,
      33,
      0,
      0,
      0,
      0,
    ];
    expect(Buffer.from(lz4Frame(Uint8Array.from(frame))).toString()).toBe('abcabcabcabcxyz!!');
    expect(() => lz4Frame(Uint8Array.from([...frame.slice(0, 11), 0x05, 97, 9, 0, 0, 0, 0, 0, 0, 0]))).toThrow(
      RangeError,
    );
  });
});

describe('decimals', () => {
  it('are the doubles nearest to them, however many digits they have', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }),
        fc.integer({ min: 0, max: 38 }),
        (unscaled, scale) => {
          const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
          const text = `${unscaled < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}0`;
          expect(decimalOf(unscaled, scale)).toBe(Number(text));
        },
      ),
    );
  });

  it.each([
    ['INT32', 1],
    ['INT64', 3],
    ['FIXED_LEN_BYTE_ARRAY', 18],
    ['BYTE_ARRAY', 18],
  ] as const)('of Parquet are exact as %s with %d decimals', async (type, scale) => {
    const unscaled = Array.from({ length: 60 }, (_, i) => BigInt(10_005 + 10 * i) * 10n ** BigInt(scale - 1));
    const numbers = ['open', 'high', 'low', 'close'];
    const schema = [
      { name: 'root', num_children: 6 },
      { name: 'timestamp', repetition_type: 'REQUIRED', type: 'INT64' },
      ...numbers.map((name) => ({ name, repetition_type: 'REQUIRED', type: 'DOUBLE' })),
      {
        name: 'volume',
        repetition_type: 'REQUIRED',
        type,
        converted_type: 'DECIMAL',
        precision: 38,
        scale,
        type_length: 16,
      },
    ];
    const columnData = [
      { name: 'timestamp', data: unscaled.map((_, i) => BigInt(T + i * DAY)) },
      ...numbers.map((name) => ({ name, data: unscaled.map(() => 1) })),
      { name: 'volume', data: unscaled },
    ];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- wider than the type of the writer
    const how = { columnData, schema } as unknown as Parameters<typeof parquetWriteBuffer>[0];
    const found = await read(Buffer.from(parquetWriteBuffer(how)));
    expect(found.ok ? [...found.value.candles.volume] : describeProblem(found.error)).toEqual(
      unscaled.map((_, i) => 1000.5 + i),
    );
  });
});

const CASES = '../shared/cases/formats';
const hasArrow = existsSync('node_modules/apache-arrow');

describe.skipIf(!existsSync(CASES))('cases of formats (needs ../shared/cases)', () => {
  it('formats/01: Feather is read by apache-arrow, or asks for it', async () => {
    const found = await readBars(join(CASES, '01-feather/BTCUSDT.feather'));
    if (hasArrow) expect(found).toMatchObject({ ok: true, value: { rows: 48 } });
    else
      expect(found.ok ? '' : describeProblem(found.error)).toMatch(/npm install apache-arrow.*got an Arrow IPC file/);
  });

  const folder = join(CASES, '02-parquet-of-duckdb/files');
  const refused = new Set(['nested.parquet', 'list-of-rows.parquet', 'null-volume.parquet', 'many-row-groups.parquet']);
  it.each(existsSync(folder) ? readdirSync(folder) : [])('formats/02: %s', async (name) => {
    const found = await readBars(join(folder, name));
    if (refused.has(name)) return expect(found.ok).toBe(false);
    if (!found.ok) throw new Error(describeProblem(found.error));
    const { candles } = found.value;
    expect(candles.length).toBe(60);
    if (name === 'float32.parquet' || name === 'hugeint-volume.parquet' || name === 'uint64-volume.parquet')
      return undefined;
    return expect([...candles.volume]).toEqual(Array.from({ length: 60 }, (_, i) => 1000.5 + i));
  });

  it('formats/03: a file that is none is refused in our own words', async () => {
    expect(await messageOf(readFileSync(join(CASES, '03-parquet-that-is-none/pq2.parquet')))).toBe(
      'file: expected a readable Parquet file, got a damaged footer',
    );
  });
});
