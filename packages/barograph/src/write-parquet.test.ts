import { QuantError, UsageError } from '@barograph/core';
import { readTable } from '@barograph/files/parquet';
import { signum } from '@barograph/indicators';
import * as fc from 'fast-check';
import { parquetReadObjects, parquetSchema, parquetMetadataAsync } from 'hyparquet';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { toColumns, type Columns } from './tables.ts';
import { daily } from './test-support.ts';
import { writeParquet } from './write-parquet.ts';

const folder = mkdtempSync(join(tmpdir(), 'barograph-parquet-'));
const path = join(folder, 'table.parquet');
afterAll(() => rmSync(folder, { recursive: true }));

/** The file by the decoder itself, with nothing of ours in between. */
async function objectsOf(file: string): Promise<readonly Record<string, unknown>[]> {
  const bytes = readFileSync(file);
  return parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
}

/** The bits of numbers; NaN has many, so that it is null as in the file. */
const bitsOf = (numbers: ArrayLike<number>): readonly (string | null)[] =>
  Array.from(numbers, (number) =>
    Number.isNaN(number) ? null : new BigUint64Array(Float64Array.of(number).buffer)[0]!.toString(16),
  );

const bitsIn = (rows: readonly Record<string, unknown>[], name: string): readonly (string | null)[] =>
  rows.map((row) => (row[name] === null ? null : bitsOf([row[name] as number])[0]!));

describe('writeParquet', () => {
  it('takes plain lists of numbers, bigints and Dates', async () => {
    const T = Date.UTC(2024, 0, 1);
    await writeParquet(path, {
      time: [new Date(T), new Date(T + 1)],
      at: [1n, 2n],
      close: [1.5, null],
      label: ['a', null],
      isUp: [true, false],
    });
    expect(await objectsOf(path)).toEqual([
      { time: new Date(T), at: new Date(1), close: 1.5, label: 'a', isUp: true },
      { time: new Date(T + 1), at: new Date(2), close: null, label: null, isUp: false },
    ]);
  });

  it('keeps a table of an engine equal to the bit', async () => {
    const columns = toColumns(signum(daily), { bars: daily });
    await writeParquet(path, columns);
    const rows = await objectsOf(path);
    expect(Object.keys(rows[0]!)).toEqual(Object.keys(columns));
    expect(rows.map(({ time }) => (time as Date).getTime())).toEqual(Array.from(daily.time));
    expect(rows.map(({ color }) => color)).toEqual(columns['color']);
    for (const name of ['close', 'adx', 'plus_di', 'minus_di', 'bars_in_color']) {
      expect(bitsIn(rows, name), name).toEqual(bitsOf(columns[name] as Float64Array));
    }
    const { rows: again, total } = await readTable(readFileSync(path), [{ name: 'adx', type: 'number' }]);
    expect(total).toBe(daily.length);
    expect(bitsOf(again.map(([adx]) => (adx as number | null) ?? NaN))).toEqual(bitsOf(columns['adx'] as Float64Array));
  });

  it('keeps every number, text, flag and moment that there is', async () => {
    const cells = fc.record({
      x: fc.double({ noDefaultInfinity: true }),
      small: fc.float({ noDefaultInfinity: true }),
      whole: fc.integer(),
      text: fc.option(fc.oneof(fc.string(), fc.constantFrom('', 'é', '柴犬', '🐕', '\u0000'))),
      flag: fc.option(fc.boolean()),
      time: fc.integer({ min: -8.64e15, max: 8.64e15 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 20 }), async (rows) => {
        // A column without a single flag is one of texts.
        fc.pre(rows.some(({ flag }) => flag !== null));
        const columns = {
          x: Float64Array.from(rows, ({ x }) => x),
          small: Float32Array.from(rows, ({ small }) => small),
          whole: Int32Array.from(rows, ({ whole }) => whole),
          text: rows.map(({ text }) => text),
          flag: rows.map(({ flag }) => flag),
          time: Float64Array.from(rows, ({ time }) => time),
        } satisfies Columns;
        await writeParquet(path, columns);
        const read = await objectsOf(path);
        for (const name of ['x', 'small', 'whole'] as const) expect(bitsIn(read, name)).toEqual(bitsOf(columns[name]));
        expect(read.map(({ text }) => text)).toEqual(columns.text);
        expect(read.map(({ flag }) => flag)).toEqual(columns.flag);
        expect(read.map(({ time }) => (time as Date).getTime())).toEqual(Array.from(columns.time));
      }),
      { numRuns: 20 },
    );
  });

  it('writes the types that it says', async () => {
    await writeParquet(path, { time: Float64Array.of(0), x: Float32Array.of(1), name: ['a'], flag: [true] });
    const metadata = await parquetMetadataAsync(Uint8Array.from(readFileSync(path)).buffer);
    const types = parquetSchema(metadata).children.map(({ element }) => [
      element.name,
      element.type,
      element.converted_type,
    ]);
    expect(types).toEqual([
      ['time', 'INT64', 'TIMESTAMP_MILLIS'],
      ['x', 'DOUBLE', undefined],
      ['name', 'BYTE_ARRAY', 'UTF8'],
      ['flag', 'BOOLEAN', undefined],
    ]);
  });

  it('writes what is not finite as nothing', async () => {
    await writeParquet(path, { x: Float64Array.of(NaN, Infinity, -Infinity, -0) });
    expect(bitsIn(await objectsOf(path), 'x')).toEqual([null, null, null, '8000000000000000']);
  });

  it('refuses what is no table, and leaves the file as it was', async () => {
    await writeParquet(path, { x: Float64Array.of(1) });
    const before = readFileSync(path);
    const refused = async (columns: Columns): Promise<unknown> => writeParquet(path, columns).catch((error) => error);
    const uneven = await refused({ x: Float64Array.of(1, 2), y: Float64Array.of(1) });
    expect(uneven).toBeInstanceOf(UsageError);
    expect(String(uneven)).toContain('"y" expected 2 values like "x", got 1');
    expect(await refused({ time: Float64Array.of(0.5) })).toBeInstanceOf(UsageError);
    expect(await refused({})).toBeInstanceOf(UsageError);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['table.parquet']);
    const nowhere = join(folder, 'missing', 'x.parquet');
    await expect(writeParquet(nowhere, { x: Float64Array.of(1) })).rejects.toBeInstanceOf(QuantError);
  });
});
