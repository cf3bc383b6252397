/** Reads the columns of a row group: flat ones by this package's reader, others by hyparquet. */

import {
  parquetRead,
  parquetSchema,
  type AsyncBuffer,
  type ColumnChunk,
  type ColumnMetaData,
  type FileMetaData,
  type ParquetParsers,
  type RowGroup,
  type SchemaElement,
  type SchemaTree,
} from 'hyparquet';
import { decimalOf } from './decimal.ts';
import { ParquetFault } from './parquet-fault.ts';
import { CODECS, prepareCodecs } from './parquet-codecs.ts';
import { readFlat, type Column } from './parquet-flat.ts';
import { checkPages, MAX_GROUP_VALUES, within, type Levels } from './parquet-pages.ts';

export type { Column } from './parquet-flat.ts';

/** Bytes of a file, read on demand or in memory. */
export interface ParquetBytes extends AsyncBuffer {
  /** Read-only view of bytes in memory. */
  readonly view?: (start: number, end: number) => Uint8Array<ArrayBuffer>;
}

/** Parsers of annotated times of any unit to epoch ms, with fractions. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: Number,
  timestampFromMicroseconds: (us) => Number(us) / 1e3,
  timestampFromNanoseconds: (ns) => Number(ns / 1000n) / 1e3,
  dateFromDays: (days) => days * 86_400_000,
};

/** Row group with its rows `[start, end)` in the file. */
interface GroupPlace {
  readonly group: RowGroup;
  readonly start: number;
  readonly end: number;
}

/** Row groups of a file, in order. @throws {ParquetFault} when a group has too many rows for memory. */
export function* groupsOf({ row_groups: groups }: FileMetaData): Generator<GroupPlace> {
  let start = 0;
  for (const group of groups) {
    const end = start + within('rows of a group', Number(group.num_rows), MAX_GROUP_VALUES);
    yield { group, start, end };
    start = end;
  }
}

/** Options for the columns of a group. */
export interface GroupOptions {
  /** Columns whose 64-bit integers stay `bigint`, such as ids; those of other columns become numbers. */
  readonly whole?: readonly string[];
  /** Reusable columns of an earlier group. */
  readonly into?: readonly Column[] | undefined;
  /** Whether the library reads all columns, as a reference for tests and measurements. */
  readonly byLibrary?: boolean;
}

/**
 * Reads all rows of a group by column, in the order of `names`: numbers, texts and flags, null when missing,
 * and the library's values for other types.
 *
 * @throws {ParquetFault} for damaged bytes, within time and memory of the group's size.
 */
export async function readGroup(
  file: ParquetBytes,
  metadata: FileMetaData,
  place: GroupPlace,
  names: readonly string[],
  { whole = [], into, byLibrary = false }: GroupOptions = {},
): Promise<readonly Column[]> {
  const schema = parquetSchema(metadata);
  await prepareCodecs(place.group.columns.map(({ meta_data: meta }) => meta?.codec));
  return Promise.all(
    names.map(async (name, i) => {
      const node = schema.children.find((child) => child.element.name === name);
      const [chunk, ...others] = place.group.columns.filter((each) => each.meta_data?.path_in_schema[0] === name);
      if (node === undefined || chunk === undefined)
        throw new ParquetFault(`a column ${name} in every group expected, got none`);
      const isOurs = !byLibrary && others.length === 0 && !(whole.includes(name) && node.element.type === 'INT64');
      const flat = isOurs ? await readOurs(file, chunk, node, place, into?.[i]) : undefined;
      return flat ?? readByLibrary(file, metadata, place, schema, name);
    }),
  );
}

async function readOurs(
  file: ParquetBytes,
  { meta_data: meta, file_path: elsewhere }: ColumnChunk,
  { element }: SchemaTree,
  { start, end }: GroupPlace,
  into: Column | undefined,
): Promise<Column | undefined> {
  if (meta === undefined || elsewhere !== undefined) return undefined;
  return readFlat(await bytesOf(file, meta), meta, element, end - start, into);
}

/** Bytes of a chunk's pages, dictionary first. */
async function bytesOf(file: ParquetBytes, meta: ColumnMetaData): Promise<Uint8Array<ArrayBuffer>> {
  // Some writers without a dictionary state offset 0.
  const hasDictionary = meta.dictionary_page_offset !== undefined && meta.dictionary_page_offset !== 0n;
  const start = within(
    'bytes before a chunk',
    Number(hasDictionary ? meta.dictionary_page_offset : meta.data_page_offset),
    file.byteLength,
  );
  const size = within('bytes of a chunk', Number(meta.total_compressed_size), file.byteLength - start);
  return file.view?.(start, start + size) ?? new Uint8Array(await file.slice(start, start + size));
}

/** Reads a column by the library, after checking lengths that it would trust. */
async function readByLibrary(
  file: ParquetBytes,
  metadata: FileMetaData,
  { group, start: rowStart, end: rowEnd }: GroupPlace,
  schema: SchemaTree,
  name: string,
): Promise<Column> {
  for (const { meta_data: meta } of group.columns) {
    if (meta?.path_in_schema[0] !== name) continue;
    checkPages(await bytesOf(file, meta), meta, levelsOf(schema, meta.path_in_schema));
  }
  const column: unknown[] = [];
  const scale = decimalScale(schema, name);
  await parquetRead({
    file,
    // Multiplying decimals by a factor can be off by a unit in the last place, so their integers are read.
    metadata: scale === undefined ? metadata : withoutDecimals(metadata, name),
    columns: [name],
    rowStart,
    rowEnd,
    compressors: CODECS,
    utf8: scale === undefined,
    parsers: PARSERS,
    onChunk: ({ columnData, rowStart: from }) => {
      for (let i = 0; i < columnData.length; i++) {
        const value: unknown = columnData[i];
        column[from - rowStart + i] = scale === undefined ? value : decimalIn(value, scale);
      }
    },
  });
  const rows = rowEnd - rowStart;
  if (column.length < rows) throw new ParquetFault(`${rows} rows of ${name} expected, got ${column.length}`);
  return column;
}

/** Scale of a flat column of decimals; undefined for all others. */
function decimalScale({ children }: SchemaTree, name: string): number | undefined {
  const element = children.find((child) => child.element.name === name)?.element;
  return element?.converted_type === 'DECIMAL' || element?.logical_type?.type === 'DECIMAL'
    ? (element.scale ?? 0)
    : undefined;
}

function withoutDecimals(metadata: FileMetaData, name: string): FileMetaData {
  const plain = metadata.schema.map((element) => {
    if (element.name !== name) return element;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the element without its annotation
    return Object.fromEntries(
      Object.entries(element).filter(([key]) => key !== 'converted_type' && key !== 'logical_type'),
    ) as unknown as SchemaElement;
  });
  return { ...metadata, schema: plain };
}

/** Converts an integer, or its big-endian bytes, to a decimal. */
function decimalIn(value: unknown, scale: number): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return decimalOf(BigInt(value), scale);
  if (!(value instanceof Uint8Array)) return value;
  const unscaled = value.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return decimalOf(BigInt.asIntN(8 * value.length, unscaled), scale);
}

function levelsOf(schema: SchemaTree, path: readonly string[]): Levels {
  let node: SchemaTree | undefined = schema;
  let [definition, repetition] = [0, 0];
  for (const name of path) {
    node = node.children.find((child): boolean => child.element.name === name);
    if (node === undefined) throw new ParquetFault(`a column ${path.join('.')} in the schema expected, got none`);
    if (node.element.repetition_type !== 'REQUIRED') definition++;
    if (node.element.repetition_type === 'REPEATED') repetition++;
  }
  return { definition, repetition };
}
