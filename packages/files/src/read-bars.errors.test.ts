/// <reference types="node" />

import { describeProblem, INTERVALS, stepMs, type DataProblem, type Interval } from '@barograph/core';
import * as fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBars, readBarsStream } from './read-bars.ts';

const SPAN = fileURLToPath(new URL('../../../../shared/data/bad/span-repair.csv', import.meta.url));

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-errors-'))));
afterAll(() => rmSync(folder, { recursive: true }));

async function problemOf(content: string | Buffer): Promise<DataProblem> {
  const path = join(folder, 'bars.csv');
  writeFileSync(path, content);
  const fromFile = await readBars(path);
  const fromStream = await readBarsStream(Readable.from([Buffer.from(content)]), path);
  if (fromFile.ok) throw new Error('expected a problem, got bars');
  expect(fromStream, 'a pipe says the same').toStrictEqual(fromFile);
  expect(describeProblem(fromFile.error)).toContain(path);
  expect(describeProblem(fromFile.error)).not.toContain('\n');
  const { file, ...problem } = fromFile.error;
  expect(file).toBe(path);
  return problem;
}

const HEADER = 'timestamp,open,high,low,close,volume';
const good = (hour: number): string => `${1_704_067_200_000 + hour * 3_600_000},3,4,1,2,9`;
/** A file whose third row is the given one. */
const third = (row: string): string => `${HEADER}\n${good(0)}\n${good(1)}\n${row}\n${good(3)}\n`;
const T2 = 1_704_074_400_000;

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

describe('[12.10] times of two units', () => {
  const hours = (times: readonly number[]): string =>
    `timestamp,open,high,low,close,volume\n${times.map((time) => `${time},1,1,1,1,1`).join('\n')}\n`;
  const T = 1_502_942_400_000;
  const HOUR = 3_600_000;
  const some = Array.from({ length: 40 }, (_, i) => T + i * HOUR);

  it('are refused at the row after the widest gap, and without a row after a repair', async () => {
    const path = join(folder, 'units.csv');
    writeFileSync(path, hours([...some, T * 1e3]));
    const expected = 'times of one unit: at most 1000 steps of 3600000 ms for each bar';
    expect(await readBars(path)).toMatchObject({
      ok: false,
      error: { code: 'bad_value', file: path, row: 41, column: 'timestamp', expected },
    });
    const repaired = await readBars(path, { repair: true });
    expect(repaired).toMatchObject({ ok: false, error: { code: 'bad_value', column: 'timestamp', expected } });
    expect(repaired.ok ? undefined : repaired.error).not.toHaveProperty('row');
  });

  const away = (count: number, hoursLater: number): string =>
    hours([...some.slice(0, count), ...some.slice(0, count).map((time) => time + hoursLater * HOUR)]);

  it('[12.10] a span of more than 1,000 times the expected bars asks for an interval, and is read by one', async () => {
    // 48 bars, 60,000 hours apart: 15,000 of four hours.
    const path = join(folder, 'sparse.csv');
    writeFileSync(path, away(24, 60_000));
    const asked = { intervalFlag: '--interval' };
    const needed = await readBars(path, asked);
    expect(needed).toMatchObject({
      ok: false,
      error: {
        row: 25,
        expected: 'times of one unit: at most 1000 steps of 3600000 ms for each bar, or --interval 4h',
      },
    });
    expect(await readBars(path)).toMatchObject({
      ok: false,
      error: { expected: 'times of one unit: at most 1000 steps of 3600000 ms for each bar' },
    });
    // A shorter one than the bars themselves changes nothing.
    for (const interval of ['1m', '1h'] as const) expect(await readBars(path, { ...asked, interval })).toEqual(needed);
    for (const interval of ['4h', '1d', '1w'] as const) {
      expect(await readBars(path, { interval })).toMatchObject({ ok: true, value: { rows: 48, interval: '1h' } });
      expect(await readBars(path, { interval, repair: true })).toMatchObject({ ok: true, value: { rows: 48 } });
    }
  });

  it('[12.10] the interval that is asked for is the shortest that is enough', async () => {
    const path = join(folder, 'spans.csv');
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 40_001, max: 9_000_000 }),
        async (n, later) => {
          writeFileSync(path, away(n, later));
          const asked = { intervalFlag: '--interval' };
          const read = await readBars(path, asked);
          fc.pre(!read.ok);
          const name = /, or --interval (\w+)$/.exec(read.ok ? '' : read.error.expected)?.[1];
          for (const interval of INTERVALS) {
            const isEnough = name !== undefined && stepMs(interval) >= stepMs(name as Interval);
            expect((await readBars(path, { ...asked, interval })).ok).toBe(isEnough);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('[12.10] of two units no interval is asked for, for none is enough', async () => {
    const path = join(folder, 'no-interval.csv');
    writeFileSync(path, hours([...some, T * 1e3]));
    for (const interval of [undefined, ...INTERVALS]) {
      const read = await readBars(path, { repair: true, interval, intervalFlag: '--interval' });
      expect(read.ok ? '' : read.error.expected).toMatch(
        /^times of one unit: at most 1000 steps of \d+ ms for each bar$/,
      );
    }
  });

  it.skipIf(!existsSync(SPAN))(
    '[12.10] of span-repair.csv (needs ../shared/data/bad) are named, whatever the interval, and it is repaired by none',
    async () => {
      for (const interval of [undefined, ...INTERVALS]) {
        const read = await readBars(SPAN, { repair: true, interval, intervalFlag: '--interval' });
        const { got, ...problem } = read.ok ? expect.fail('read') : read.error;
        expect(problem).toMatchObject({ code: 'bad_value', file: SPAN, column: 'timestamp' });
        expect(problem.expected).toMatch(/^times of one unit: at most 1000 steps of \d+ ms for each bar$/);
        expect(got).toMatch(/^1502942400000000 after \d{13}, \d+ steps in all for 43 bars$/);
      }
    },
  );

  it('are not taken for those of a coin that was away for four years', async () => {
    const path = join(folder, 'away.csv');
    writeFileSync(path, hours([...some, T + 40_000 * HOUR]));
    expect(await readBars(path)).toMatchObject({ ok: true, value: { rows: 41 } });
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
        column: 'time',
        expected: 'a header, or rows of 6, 7, 8, 12 cells, or numbers of columns (columns: { time: 1 })',
        got: 'rows of 5 cells without a header',
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
      got: 'incorrect data check',
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
