/** Rows of Arrow IPC files (Feather V2), using the optional library `apache-arrow`. */

import type { DataProblem } from '@barograph/core';
import { decimalOf } from './decimal.ts';
import { lz4Frame } from './lz4-frame.ts';
import { CODECS, prepareCodecs } from './parquet-codecs.ts';

/** The parts of the module `apache-arrow` that are used. */
export interface ArrowLibrary {
  tableFromIPC(bytes: Uint8Array): ArrowRows;
  readonly compressionRegistry?: { set(kind: number, codec: { decode(bytes: Uint8Array): Uint8Array }): void };
}

interface ArrowType {
  readonly typeId: number;
  readonly scale?: number;
}

interface ArrowRows {
  readonly numRows: number;
  readonly schema: { readonly fields: readonly { readonly name: string; readonly type: ArrowType }[] };
  getChildAt(index: number): { get(row: number): unknown } | null;
}

/** @source Apache Software Foundation, Arrow format, `Schema.fbs` (Type) and `Message.fbs` (CompressionType). */
const [DECIMAL, DATE, TIMESTAMP] = [7, 8, 10];
const [LZ4, ZSTD] = [0, 1];
/** In a constant, so that bundlers do not follow the import: the caller installs the library. */
const LIBRARY = 'apache-arrow';

/** Loads the library; undefined when not installed. */
export async function loadArrow(): Promise<ArrowLibrary | undefined> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts in use are checked
    const loaded = (await import(LIBRARY)) as ArrowLibrary & { readonly default?: ArrowLibrary };
    return typeof loaded.tableFromIPC === 'function' ? loaded : loaded.default;
  } catch {
    return undefined;
  }
}

/** A column of a file. */
export interface ArrowColumn {
  readonly name: string;
  /** Whether the file declares times, which are then epoch ms. */
  readonly isTime: boolean;
}

/**
 * Passes the columns of a file, then its rows, to callbacks.
 *
 * @param load loads the library.
 * @returns the first problem of a callback, or of an unreadable file.
 */
export async function arrowRows(
  bytes: Uint8Array<ArrayBuffer>,
  header: (columns: readonly ArrowColumn[]) => DataProblem | undefined,
  row: (cells: readonly unknown[]) => DataProblem | undefined,
  load: () => Promise<ArrowLibrary | undefined> = loadArrow,
): Promise<DataProblem | undefined> {
  const library = await load();
  if (library === undefined) {
    const expected =
      'the package apache-arrow beside @barograph/files (npm install apache-arrow), or the table as Parquet (in pandas: pd.read_feather(…).to_parquet(…))';
    return { code: 'unreadable_file', expected, got: 'an Arrow IPC file (Feather V2)' };
  }
  await prepareCodecs(['ZSTD']);
  library.compressionRegistry?.set(LZ4, { decode: lz4Frame });
  library.compressionRegistry?.set(ZSTD, { decode: (packed) => CODECS.ZSTD!(packed, sizeOfZstd(packed)) });
  let table: ArrowRows;
  try {
    table = library.tableFromIPC(bytes);
  } catch {
    return { code: 'unreadable_file', expected: 'a readable Arrow IPC file', got: 'damaged or unknown contents' };
  }
  const { fields } = table.schema;
  const problem = header(
    fields.map(({ name, type }) => ({ name, isTime: type.typeId === TIMESTAMP || type.typeId === DATE })),
  );
  if (problem !== undefined) return problem;
  const columns = fields.map((_, at) => table.getChildAt(at));
  for (let i = 0; i < table.numRows; i++) {
    const found = row(columns.map((column, at) => cellOf(column?.get(i), fields[at]!.type)));
    if (found !== undefined) return found;
  }
  return undefined;
}

function cellOf(value: unknown, { typeId, scale = 0 }: ArrowType): unknown {
  if (value instanceof Date) return value.getTime();
  if (typeId !== DECIMAL || !(value instanceof Uint32Array)) return value;
  const unscaled = value.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
  return decimalOf(BigInt.asIntN(32 * value.length, unscaled), scale);
}

/** Unpacked size of a Zstandard frame by its header, bytes. @source RFC 8878, 3.1.1.1 */
function sizeOfZstd(packed: Uint8Array): number {
  const flags = packed[4]!;
  const isSingle = (flags & 32) !== 0;
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][flags & 3]!;
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const width = flags >> 6;
  if (width === 0) return isSingle ? packed[at]! : 0;
  if (width === 1) return view.getUint16(at, true) + 256;
  return width === 2 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}
