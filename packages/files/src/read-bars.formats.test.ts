/// <reference types="node" />

/** Damage of each format, chunks cut anywhere, and whatever bytes come. */

import { type DataProblem } from '@barograph/core';
import * as fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { good, HEADER, problemOf, T2 } from '../test/problem-of.ts';
import { readBarsStream } from './read-bars.ts';

describe('gzip', () => {
  const text = Array.from({ length: 500 }, (_, i) => good(i)).join('\n');
  const packed = gzipSync(`${HEADER}\n${text}\n`);

  it('cut anywhere after its signature is a truncated file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: packed.length - 1 }), async (length) => {
        const result = await readBarsStream(Readable.from([packed.subarray(0, length)]), 'cut.gz');
        expect(result).toStrictEqual({
          ok: false,
          error: { file: 'cut.gz', code: 'unreadable_file', expected: 'a whole gzip file', got: 'a truncated one' },
        });
      }),
      { numRuns: 30 },
    );
  });

  it('[12.11] of 200 MB of blank lines is refused by its ratio, long before it is unpacked', async () => {
    const lines = gzipSync(Buffer.alloc(200 << 20, '\n'));
    const ratio = {
      code: 'unreadable_file',
      expected: 'a gzip file that unpacks to at most 200 times its size',
      got: 'more',
    };
    expect(await problemOf(lines)).toStrictEqual(ratio);
    expect(await problemOf(gzipSync(`${HEADER}\n${good(0)}\n${'\n'.repeat(20 << 20)}`))).toStrictEqual(ratio);
  });

  it('[12.11] of less than 16 MB is read whatever its ratio', async () => {
    const few = gzipSync(`${HEADER}\n${good(0)}\n${'\n'.repeat(10 << 20)}${good(1)}\n`);
    expect(10 << 20).toBeGreaterThan(200 * few.length);
    const read = await readBarsStream(Readable.from([few]), 'few.gz');
    expect(read.ok && read.value.candles.time.length).toBe(2);
  });

  it('that is damaged is not read as if it were whole', async () => {
    const damaged = Buffer.from(packed);
    damaged[packed.length - 6]! ^= 0xff; // in the checksum
    expect(await problemOf(damaged)).toStrictEqual({
      code: 'unreadable_file',
      expected: 'a sound gzip file',
      got: 'a damaged one',
    });
  });
});

describe('NDJSON', () => {
  const object = { timestamp: T2, open: 3, high: 4, low: 1, close: 2, volume: 9 };
  const before = { ...object, timestamp: T2 - 1 };
  const lines = (...rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

  it.each<[string, string, Partial<DataProblem>]>([
    ['text', lines(before, { ...object, open: 'x' }), { column: 'open', expected: 'a number', got: '"x"' }],
    ['null', lines(before, { ...object, low: null }), { column: 'low', expected: 'a number', got: 'an empty cell' }],
    ['a missing key', lines(before, { timestamp: T2 }), { column: 'open', got: 'an empty cell' }],
    ['an object', lines(before, { ...object, high: {} }), { column: 'high', got: 'Object' }],
    ['a truth value', lines(before, { ...object, volume: true }), { column: 'volume', got: 'true' }],
    ['the text NaN', lines(before, { ...object, close: 'NaN' }), { column: 'close', expected: 'a finite number' }],
    ['an array', `${lines(before)}[1,2]\n`, { expected: 'a JSON object on a line', got: '"[1,2]"' }],
    ['a cut line', `${lines(before)}{"timestamp":17`, { expected: 'a JSON object on a line' }],
  ])('%s', async (_, text, expected) => {
    expect(await problemOf(text)).toMatchObject({ code: 'bad_value', row: 2, ...expected });
  });

  it('a column that the first object lacks', async () => {
    expect(await problemOf('{"timestamp":1}\n')).toMatchObject({ code: 'missing_column', column: 'open' });
  });

  it('a line without an end', async () => {
    expect(await problemOf(`{${' '.repeat(3 << 20)}`)).toMatchObject({ row: 1, got: 'no end of the row' });
  });
});

describe('Parquet', () => {
  const numbers = (value: number): number[] => [value, value, value];
  const columnData = [
    { name: 'timestamp', data: [0, 1, 2].map((i) => BigInt(T2 + i)), type: 'INT64' as const },
    { name: 'open', data: numbers(3), type: 'DOUBLE' as const },
    { name: 'high', data: numbers(4), type: 'DOUBLE' as const },
    { name: 'low', data: numbers(1), type: 'DOUBLE' as const },
    { name: 'close', data: numbers(2), type: 'DOUBLE' as const },
    { name: 'volume', data: numbers(9), type: 'DOUBLE' as const },
  ];
  const withColumn = (name: string, data: unknown[], type: 'DOUBLE' | 'STRING'): Buffer =>
    Buffer.from(
      parquetWriteBuffer({ columnData: columnData.map((each) => (each.name === name ? { name, data, type } : each)) }),
    );

  it.each<[string, Buffer, Partial<DataProblem>]>([
    ['null', withColumn('low', [1, null, 1], 'DOUBLE'), { row: 2, column: 'low', got: 'an empty cell' }],
    ['NaN', withColumn('close', [2, 2, NaN], 'DOUBLE'), { row: 3, column: 'close', got: 'NaN' }],
    ['text', withColumn('open', ['3', '3', 'x'], 'STRING'), { row: 3, column: 'open', got: '"x"' }],
  ])('%s', async (_, content, expected) => {
    expect(await problemOf(content)).toMatchObject({ code: 'bad_value', ...expected });
  });

  it('a missing column', async () => {
    const content = Buffer.from(parquetWriteBuffer({ columnData: columnData.slice(0, 5) }));
    expect(await problemOf(content)).toMatchObject({ code: 'missing_column', column: 'volume' });
  });

  it('without rows', async () => {
    const empty = columnData.map((column) => ({ ...column, data: [] }));
    expect(await problemOf(Buffer.from(parquetWriteBuffer({ columnData: empty })))).toMatchObject({
      code: 'empty_file',
    });
  });

  const whole = Buffer.from(parquetWriteBuffer({ columnData }));
  const unreadable = { code: 'unreadable_file', expected: 'a readable Parquet file' };

  it('cut anywhere is unreadable', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 4, max: whole.length - 1 }), async (length) => {
        const result = await readBarsStream(Readable.from([whole.subarray(0, length)]), 'x.parquet');
        expect(result).toMatchObject({ ok: false, error: { file: 'x.parquet', ...unreadable } });
      }),
    );
  });

  it('whose end says nonsense is unreadable', async () => {
    const damaged = Buffer.from(whole);
    damaged.writeUInt32LE(0xffff_ffff, whole.length - 8); // the length of the metadata
    expect(await problemOf(damaged)).toMatchObject({ ...unreadable, got: expect.stringContaining('4294967295') });
    damaged.writeUInt32LE(1, whole.length - 8);
    expect(await problemOf(damaged)).toMatchObject(unreadable);
  });
});

describe('where the chunks are cut', () => {
  const inPieces = (bytes: Buffer, sizes: readonly number[]): Readable => {
    const pieces: Buffer[] = [];
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const size = sizes[i % sizes.length]!;
      pieces.push(bytes.subarray(at, at + size));
      at += size;
    }
    return Readable.from(pieces);
  };
  const parts = [good(0), good(1), good(2), `"${T2}",3,4,1,2,9`, '"', '""', ',', '\n', '\r\n', '\r', 'x', '1.5', ' '];
  const text = fc.array(fc.constantFrom(...parts, '\n', '\n'), { maxLength: 20 }).map((each) => each.join(''));
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

  it('changes nothing, in good files and bad, mended or not', async () => {
    await fc.assert(
      fc.asyncProperty(text, sizes, fc.boolean(), async (tail, cuts, repair) => {
        for (const content of [`${HEADER}\n${tail}`, `${HEADER},note\n${tail}`, `{"timestamp":1,${tail}`]) {
          const whole = await readBarsStream(Readable.from([Buffer.from(content)]), 'x', { repair });
          expect(await readBarsStream(inPieces(Buffer.from(content), cuts), 'x', { repair })).toStrictEqual(whole);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('and any text in a further column, quoted as RFC 4180 says, leaves the bars alone', async () => {
    const notes = fc.array(fc.string({ unit: 'binary' }), { minLength: 3, maxLength: 3 });
    const plain = await readBarsStream(
      Readable.from([Buffer.from([HEADER, good(0), good(1), good(2)].join('\n'))]),
      'x',
    );
    await fc.assert(
      fc.asyncProperty(notes, sizes, async (each, cuts) => {
        const quoted = each.map((note) => `"${note.replaceAll('"', '""')}"`);
        const rows = [0, 1, 2].map((hour) => `${quoted[hour]},${good(hour)}`);
        const stream = inPieces(Buffer.from([`note,${HEADER}`, ...rows].join('\n')), cuts);
        expect(await readBarsStream(stream, 'x')).toStrictEqual(plain);
      }),
    );
  });
});

describe('whatever bytes come', () => {
  it('the reader answers with a result', async () => {
    const start = fc.constantFrom('', '{', 'PAR1', '\u001f\u008b', `${HEADER}\n`);
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 200 }), async (text, tail) => {
        const bytes = Buffer.concat([Buffer.from(text, 'latin1'), tail]);
        const result = await readBarsStream(Readable.from([bytes]), 'noise');
        expect(result.ok || result.error.file === 'noise').toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
