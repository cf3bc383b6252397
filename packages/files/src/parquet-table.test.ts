import { CANDLE_COLUMNS, candlesOf, HOUR_MS, UsageError } from '@barograph/core';
import * as fc from 'fast-check';
import { parquetMetadata, parquetReadObjects, type FileMetaData } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { FILE_COLUMNS } from './columns.ts';
import { GROUP_ROWS, parquetTable, type TableCell, type TableColumn, type TableColumnType } from './parquet-table.ts';
import { readBarsStream } from './read-bars.ts';

const written = (columns: readonly TableColumn[], rows: Iterable<readonly TableCell[]>): Buffer =>
  Buffer.concat([...parquetTable(columns, rows)]);
const bufferOf = (file: Buffer): ArrayBuffer => new Uint8Array(file).buffer;
const metadataOf = (file: Buffer): FileMetaData => parquetMetadata(bufferOf(file));
const objectsOf = async (file: Buffer): Promise<readonly Record<string, unknown>[]> =>
  parquetReadObjects({ file: bufferOf(file), compressors });

const CELLS: Readonly<Record<TableColumnType, fc.Arbitrary<TableCell>>> = {
  timestamp: fc.option(fc.integer({ min: -1e14, max: 1e14 })),
  number: fc.option(fc.double()),
  text: fc.option(fc.string({ unit: 'grapheme' })),
  flag: fc.option(fc.boolean()),
};

/** Columns of any types, and rows of them. */
const tables = fc
  .array(fc.constantFrom<TableColumnType>('timestamp', 'number', 'text', 'flag'), { minLength: 1, maxLength: 6 })
  .chain((types) =>
    fc.record({
      columns: fc.constant(types.map((type, at): TableColumn => ({ name: `${type}_${at}`, type }))),
      rows: fc.array(fc.tuple(...types.map((type) => CELLS[type])), { maxLength: 40 }),
    }),
  );

/** Bars of hours, of any size. */
const bars = fc
  .array(fc.tuple(...Array.from({ length: 5 }, () => fc.double({ min: 1e-9, max: 1e12, noNaN: true }))), {
    minLength: 1,
  })
  .map((list) =>
    candlesOf(
      list.map(([volume, ...prices], i) => {
        const [low, open, close, high] = prices.sort((a, b) => a - b);
        return { time: i * HOUR_MS, open: open!, high: high!, low: low!, close: close!, volume: volume! };
      }),
    ),
  );

/** Value of a cell after a round trip through a file. */
const read = (cell: TableCell, type: TableColumnType): unknown => {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return null;
  return type === 'timestamp' ? new Date(Number(cell)) : cell;
};

describe('a table as Parquet', () => {
  it('comes back cell by cell: numbers to the bit, times as times, nothing as null', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ columns, rows }) => {
        const want = rows.map((row) =>
          Object.fromEntries(columns.map(({ name, type }, at) => [name, read(row[at]!, type)])),
        );
        expect(await objectsOf(written(columns, rows))).toStrictEqual(want);
      }),
      { numRuns: 200 },
    );
  });

  it('gives bars back to the bit through the reader of bars', async () => {
    const columns = FILE_COLUMNS.map((name): TableColumn => ({
      name,
      type: name === 'timestamp' ? 'timestamp' : 'number',
    }));
    await fc.assert(
      fc.asyncProperty(bars, async (from) => {
        const rows = Array.from({ length: from.length }, (_, i) => CANDLE_COLUMNS.map((column) => from[column][i]!));
        const result = await readBarsStream(Readable.from([written(columns, rows)]), 'memory');
        if (!result.ok) throw new Error(JSON.stringify(result.error));
        expect(result.value.format).toBe('parquet');
        for (const column of CANDLE_COLUMNS) {
          expect(Array.from(result.value.candles[column]), column).toStrictEqual(Array.from(from[column]));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('has the types in its schema, and labels in a dictionary', () => {
    const columns: readonly TableColumn[] = [
      { name: 'timestamp', type: 'timestamp' },
      { name: 'label', type: 'text' },
      { name: 'p', type: 'number' },
      { name: 'live', type: 'flag' },
    ];
    const { schema, row_groups: groups } = metadataOf(
      written(
        columns,
        Array.from({ length: 100 }, (_, i) => [i, i % 2 === 0 ? 'a' : 'b', i / 3, true]),
      ),
    );
    expect(schema.slice(1)).toMatchObject([
      { name: 'timestamp', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'OPTIONAL' },
      { name: 'label', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      { name: 'p', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
      { name: 'live', type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
    ]);
    expect(groups[0]!.columns[1]!.meta_data!.encodings).toContain('RLE_DICTIONARY');
  });

  it('is written group by group, and pulls no row before its group', () => {
    let pulled = 0;
    function* rows(): Generator<readonly TableCell[]> {
      for (let i = 0; i < 2 * GROUP_ROWS + 1; i++) {
        pulled++;
        yield [i];
      }
    }
    const seen: number[] = [];
    const pieces: Uint8Array[] = [];
    for (const piece of parquetTable([{ name: 'n', type: 'number' }], rows())) {
      seen.push(pulled);
      pieces.push(piece);
    }
    expect(seen).toEqual([GROUP_ROWS, 2 * GROUP_ROWS, 2 * GROUP_ROWS + 1, 2 * GROUP_ROWS + 1]);
    const { num_rows: count, row_groups: groups } = metadataOf(Buffer.concat(pieces));
    expect(Number(count)).toBe(2 * GROUP_ROWS + 1);
    expect(groups.map(({ num_rows: length }) => Number(length))).toEqual([GROUP_ROWS, GROUP_ROWS, 1]);
  });

  it('can have no rows', async () => {
    expect(await objectsOf(written([{ name: 'n', type: 'number' }], []))).toEqual([]);
  });

  it.each<[readonly TableColumn[], readonly (readonly TableCell[])[], string]>([
    [[], [], '"columns" expected at least one, got none'],
    [
      [
        { name: 'a', type: 'text' },
        { name: 'a', type: 'flag' },
      ],
      [],
      '"columns" expected names that differ, got "a" twice',
    ],
    [[{ name: 'a', type: 'number' }], [[1], [1, 2]], '"rows" row 2 expected 1 cells, got 2'],
    [[{ name: 'a', type: 'number' }], [['x']], '"a" row 1 expected a number or null, got "x"'],
    [[{ name: 'a', type: 'timestamp' }], [[0.5]], '"a" row 1 expected whole milliseconds or null, got 0.5'],
    [[{ name: 'a', type: 'timestamp' }], [[NaN]], '"a" row 1 expected whole milliseconds or null, got NaN'],
    [[{ name: 'a', type: 'text' }], [[1]], '"a" row 1 expected a text or null, got 1'],
    [[{ name: 'a', type: 'flag' }], [[0]], '"a" row 1 expected true, false or null, got 0'],
  ])('%j of %j is refused', (columns, rows, message) => {
    expect(() => written(columns, rows)).toThrow(new UsageError(message));
  });
});
