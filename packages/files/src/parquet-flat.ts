/** Flat columns of Parquet, straight into typed arrays: the pages that files of markets use. */

import type { ColumnMetaData, SchemaElement } from 'hyparquet';
import { ParquetFault } from './parquet-fault.ts';
import { pagesOf, within, type Page } from './parquet-pages.ts';
import { decodeRuns, isOneRun, MAX_WIDTH } from './parquet-runs.ts';
import { decoderOf, type PlainDecoder, type Values } from './parquet-values.ts';

/** A column: numbers where none is missing, else values with null for what is. */
export type Column = ArrayLike<unknown>;

/**
 * Reads a chunk of a flat column. Dates and timestamps are epoch ms, with a fraction where they have one.
 *
 * @param chunk its bytes, from its first page on.
 * @param rows of its group.
 * @param into a column of an earlier group, whose numbers are no longer needed: filled again where it is as long.
 * @returns the column, {@link Float64Array} for numbers; undefined when it takes a reader that knows more: nested columns,
 * other types or encodings.
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

/** The level of each row of a page, 1 where there is a value; undefined when all are there. */
function definitions({ definition, count }: Page): Uint32Array | undefined {
  if (isOneRun(definition, 1, count)) return undefined;
  const levels = new Uint32Array(count);
  decodeRuns(definition, 1, count, levels);
  return levels.includes(0) ? levels : undefined;
}

/** Decodes the values of a page one after the other from `row` on. @returns whether the encoding is known here. */
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

/** Moves the values of a page apart, from the last on, so that each stands in its row. */
function spread(values: Values, isNull: Uint8Array, row: number, there: Uint32Array, present: number): void {
  let from = row + present;
  for (let i = there.length - 1; i >= 0; i--) {
    if (there[i] === 1) values[row + i] = values[--from]!;
    else isNull[row + i] = 1;
  }
}
