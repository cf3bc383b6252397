/** Reads flat Parquet columns, the usual pages of market files, directly into typed arrays. */

import type { ColumnMetaData, SchemaElement } from 'hyparquet';
import { ParquetFault } from './parquet-fault.ts';
import { pagesOf, within, type Page } from './parquet-pages.ts';
import { decodeRuns, isOneRun, MAX_WIDTH } from './parquet-runs.ts';
import { decoderOf, type PlainDecoder, type Values } from './parquet-values.ts';

/** Column: numbers when complete, otherwise values with null when missing. */
export type Column = ArrayLike<unknown>;

/**
 * Reads a chunk of a flat column. Dates and timestamps become epoch ms, with fractions.
 *
 * @param chunk bytes starting at its first page.
 * @param rows rows of its group.
 * @param into reusable column of an earlier group, overwritten when of equal length.
 * @returns the column, {@link Float64Array} for numbers; undefined for nested columns and other types or encodings,
 * which need the library.
 * @throws {ParquetFault} for damaged bytes.
 */
export function readFlat(
  chunk: Uint8Array<ArrayBuffer>,
  meta: ColumnMetaData,
  element: SchemaElement,
  rows: number,
  into?: Column,
): Column | undefined {
  const decoder = meta.path_in_schema.length === 1 ? decoderOf(element) : undefined;
  if (decoder === undefined) return undefined;
  const levels = { definition: element.repetition_type === 'OPTIONAL' ? 1 : 0, repetition: 0 };
  const values = decoder.make(rows, into);
  let isNull: Uint8Array | undefined;
  let dictionary: Values | undefined;
  let row = 0;
  for (const page of pagesOf(chunk, meta, levels, rows)) {
    if (page.isDictionary) {
      dictionary = decoder.make(within('entries of a dictionary', page.count, page.values.length));
      decoder.decode(page.values, dictionary, 0, page.count);
      continue;
    }
    const there = levels.definition === 0 ? undefined : definitions(page);
    const present = there === undefined ? page.count : there.reduce((sum, level) => sum + level, 0);
    if (!decodePage(page, decoder, dictionary, values, row, present)) return undefined;
    if (there !== undefined && present < page.count) {
      isNull ??= new Uint8Array(rows);
      spread(values, isNull, row, there, present);
    }
    row += page.count;
  }
  if (row !== rows) throw new ParquetFault(`${rows} rows of ${element.name} expected, got ${row}`);
  const nulls = isNull;
  return nulls === undefined ? values : Array.from(values, (value, i) => (nulls[i] === 1 ? null : value));
}

/** Definition level of each row of a page, 1 with a value; undefined when complete. */
function definitions({ definition, count }: Page): Uint32Array | undefined {
  if (isOneRun(definition, 1, count)) return undefined;
  const levels = new Uint32Array(count);
  decodeRuns(definition, 1, count, levels);
  return levels.includes(0) ? levels : undefined;
}

/** Decodes the values of a page, starting at `row`. @returns whether the encoding is supported. */
function decodePage(
  { encoding, values: bytes }: Page,
  decoder: PlainDecoder,
  dictionary: Values | undefined,
  out: Values,
  row: number,
  present: number,
): boolean {
  if (encoding === 'PLAIN') {
    decoder.decode(bytes, out, row, present);
    return true;
  }
  if (encoding !== 'RLE_DICTIONARY' && encoding !== 'PLAIN_DICTIONARY') return false;
  if (present === 0) return true;
  const width = within('bits of an entry', bytes[0] ?? NaN, 32);
  if (width > MAX_WIDTH) return false;
  if (dictionary === undefined)
    throw new ParquetFault('a dictionary expected before the pages that refer to it, got none');
  const places = new Uint32Array(present);
  decodeRuns(bytes.subarray(1), width, present, places);
  for (let i = 0; i < present; i++) {
    const place = places[i]!;
    if (place >= dictionary.length)
      throw new ParquetFault(`an entry below ${dictionary.length} expected, got ${place}`);
    out[row + i] = dictionary[place]!;
  }
  return true;
}

/** Moves the values of a page to their rows, last first. */
function spread(values: Values, isNull: Uint8Array, row: number, there: Uint32Array, present: number): void {
  let from = row + present;
  for (let i = there.length - 1; i >= 0; i--) {
    if (there[i] === 1) values[row + i] = values[--from]!;
    else isNull[row + i] = 1;
  }
}
