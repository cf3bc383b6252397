import * as fc from 'fast-check';
import { parquetMetadataAsync, parquetSchema, type AsyncBuffer } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BarRows } from './bar-rows.ts';
import { groupsOf, PARSERS, readGroup, type Column, type GroupOptions } from './parquet-groups.ts';
import { parquetTable } from './parquet-table.ts';
import { readParquet } from './parquet.ts';

const fixture = (name: string): Buffer => readFileSync(new URL(`../../../fixtures/parquet/${name}`, import.meta.url));

function bufferOf(file: Uint8Array): AsyncBuffer {
  const { buffer } = new Uint8Array(file);
  return { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) };
}

/** Every column of every group, by its name. @param again whether each group fills the columns of the one before it. */
async function columnsOf(
  bytes: Uint8Array,
  how: GroupOptions = {},
  again = false,
): Promise<ReadonlyMap<string, readonly Column[]>> {
  const file = bufferOf(bytes);
  const metadata = await parquetMetadataAsync(file, { parsers: PARSERS });
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  const groups: (readonly Column[])[] = [];
  let into: readonly Column[] | undefined;
  for (const place of groupsOf(metadata)) {
    const group = await readGroup(file, metadata, place, names, { ...how, into });
    groups.push(again ? group.map((column) => Array.from(column)) : group);
    if (again) into = group;
  }
  return new Map(names.map((name, at) => [name, groups.map((group) => group[at]!)]));
}

/** Values of the library, with numbers for its integers and null for what it leaves undefined. */
const asOurs = (column: Column): unknown[] =>
  Array.from(column, (value) => (typeof value === 'bigint' ? Number(value) : (value ?? null)));

async function expectSame(bytes: Uint8Array): Promise<ReadonlyMap<string, readonly Column[]>> {
  const ours = await columnsOf(bytes);
  const filled = await columnsOf(bytes, {}, true);
  const theirs = await columnsOf(bytes, { byLibrary: true });
  for (const [name, groups] of ours) {
    for (const [at, column] of groups.entries()) {
      expect(asOurs(column), name).toStrictEqual(asOurs(theirs.get(name)![at]!));
      expect(asOurs(filled.get(name)![at]!), name).toStrictEqual(asOurs(column));
    }
  }
  return ours;
}

const isTyped = (column: readonly Column[] | undefined): boolean => column?.[0] instanceof Float64Array;

describe('flat columns of Parquet', () => {
  it.each(['snappy', 'gzip', 'zstd', 'brotli'])(
    'of DuckDB, packed with %s, are those of the library to the bit',
    async (codec) => {
      const columns = await expectSame(fixture(`kinds-${codec}.parquet`));
      const typed = [...columns.keys()].filter((name) => isTyped(columns.get(name)));
      expect(typed).toStrictEqual([
        'whole',
        'large',
        'small',
        'int32',
        'int16',
        'ratio',
        'price',
        'single',
        'constant',
        'micros',
        'nanos',
        'early',
        'day',
      ]);
    },
  );

  it('and other encodings, which the library decodes, too', async () => {
    const columns = await expectSame(fixture('kinds-second.parquet'));
    expect(isTyped(columns.get('ratio'))).toBe(false);
    expect(columns.get('gaps')![0]).toHaveLength(400);
  });

  it('of any values, nulls, dictionaries, codecs and groups are those of the library to the bit', async () => {
    const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 });
    const row = fc.record({
      double: fc.double(),
      gaps: maybe(fc.double()),
      single: fc.float(),
      few: fc.constantFrom(1.5, -0, 0, 1e300),
      int: fc.integer(),
      long: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      text: maybe(fc.string({ unit: 'grapheme', maxLength: 6 })),
      flag: maybe(fc.boolean()),
    });
    const types = {
      double: 'DOUBLE',
      gaps: 'DOUBLE',
      single: 'FLOAT',
      few: 'DOUBLE',
      int: 'INT32',
      long: 'INT64',
      text: 'STRING',
      flag: 'BOOLEAN',
    } as const;
    const codecs = fc.constantFrom('UNCOMPRESSED', 'SNAPPY', 'GZIP');
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 60 }),
        codecs,
        fc.integer({ min: 1, max: 60 }),
        async (rows, codec, rowGroupSize) => {
          const columnData = Object.entries(types).map(([name, type]) => ({
            name,
            type,
            data: rows.map((each) => each[name as keyof typeof types]),
            nullable: name === 'gaps' || name === 'text' || name === 'flag',
          }));
          const compressors = { GZIP: (bytes: Uint8Array) => gzipSync(bytes) };
          await expectSame(new Uint8Array(parquetWriteBuffer({ columnData, codec, compressors, rowGroupSize })));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('damaged Parquet', () => {
  const HOUR = 3_600_000;
  const names = ['timestamp', 'open', 'high', 'low', 'close', 'volume', 'symbol'] as const;
  const columns = names.map((name, i) => ({
    name,
    type: i === 0 ? ('timestamp' as const) : i === 6 ? ('text' as const) : ('number' as const),
  }));
  const rows = Array.from({ length: 60 }, (_, i) => [i * HOUR, 1 + i, 2 + i, 1, 1 + i, 9, i % 2 === 0 ? 'BTC' : 'ETH']);
  const bars = Buffer.concat([...parquetTable(columns, rows)]);

  /** Reads bars; whatever is in the bytes, it ends, as bars or a problem. */
  async function end(bytes: Uint8Array): Promise<string> {
    const sink = new BarRows(false);
    const { problem } = await readParquet(bufferOf(bytes), sink);
    return problem === undefined ? `${sink.seen} rows` : problem.code;
  }

  it('is sound before it is damaged', async () => {
    expect(await end(bars)).toBe('60 rows');
  });

  it('with any bits turned, ends as rows or a problem', async () => {
    const turned = fc.array(fc.tuple(fc.nat(bars.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(turned, async (places) => {
        const bytes = Buffer.from(bars);
        for (const [at, byte] of places) bytes[at] = byte;
        expect(await end(bytes)).toMatch(/^\d+ rows$|^[a-z]+_[a-z]+$/);
      }),
      { numRuns: 400 },
    );
  });

  it('that ends early, is unreadable wherever it ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bars.length - 1), async (length) => {
        expect(await end(bars.subarray(0, length))).toBe('unreadable_file');
      }),
      { numRuns: 100 },
    );
  });

  it.each(['kinds-snappy.parquet', 'kinds-second.parquet'])(
    'of every encoding ends, by our reader and by the library: %s',
    async (name) => {
      const whole = fixture(name);
      await fc.assert(
        fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), fc.boolean(), async (at, byte, byLibrary) => {
          const bytes = Buffer.from(whole);
          bytes[at] = byte;
          const outcome = await columnsOf(bytes, { byLibrary }).then(
            () => 'read',
            (error: unknown) => error,
          );
          expect(outcome === 'read' || outcome instanceof Error).toBe(true);
        }),
        { numRuns: 60 },
      );
    },
  );
});
