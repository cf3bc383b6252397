/** Unpacks the pages of a column chunk one by one, within bounds even for hostile bytes. */

import type { ColumnMetaData, Encoding, PageHeader } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { ParquetFault } from './parquet-fault.ts';
import { unpacked } from './parquet-codecs.ts';
import { decodeRuns } from './parquet-runs.ts';

/** Maximum definition and repetition levels of a column. */
export interface Levels {
  readonly definition: number;
  readonly repetition: number;
}

/** Unpacked page. */
export interface Page {
  readonly isDictionary: boolean;
  /** Values and nulls together. */
  readonly count: number;
  readonly encoding: Encoding;
  /** Runs of levels; empty for a column without levels. */
  readonly repetition: Uint8Array;
  readonly definition: Uint8Array;
  readonly values: Uint8Array;
}

/** Maximum values of a row group, so that a damaged file cannot exhaust the memory. */
export const MAX_GROUP_VALUES: number = 2 ** 26;

const DELTAS: ReadonlySet<Encoding> = new Set<Encoding>([
  'DELTA_BINARY_PACKED',
  'DELTA_LENGTH_BYTE_ARRAY',
  'DELTA_BYTE_ARRAY',
]);
const NONE: Uint8Array = new Uint8Array(0);

/**
 * Yields the pages of a chunk in order, until `count` values were read.
 *
 * @throws {ParquetFault} for invalid bytes.
 */
export function* pagesOf(
  chunk: Uint8Array<ArrayBuffer>,
  { codec }: Pick<ColumnMetaData, 'codec'>,
  levels: Levels,
  count: number,
): Generator<Page> {
  const reader = { view: new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength), offset: 0 };
  for (let seen = 0; seen < count && reader.offset < chunk.length - 1;) {
    const header = parquetHeader(reader);
    const size = within('bytes of a page', header.compressed_page_size, chunk.length - reader.offset);
    const bytes = chunk.subarray(reader.offset, reader.offset + size);
    reader.offset += size;
    const page = pageOf(header, bytes, codec, levels);
    within('values of a page', page.count, page.isDictionary ? MAX_GROUP_VALUES : count - seen);
    if (!page.isDictionary) seen += page.count;
    yield page;
  }
}

function pageOf(header: PageHeader, bytes: Uint8Array, codec: ColumnMetaData['codec'], levels: Levels): Page {
  const { type, uncompressed_page_size: size, data_page_header: v1, data_page_header_v2: v2 } = header;
  within('bytes of a page', size, 2 ** 31 - 1);
  if (type === 'DICTIONARY_PAGE' && header.dictionary_page_header !== undefined) {
    const { num_values: count, encoding } = header.dictionary_page_header;
    return {
      isDictionary: true,
      count,
      encoding,
      repetition: NONE,
      definition: NONE,
      values: unpacked(bytes, size, codec),
    };
  }
  if (type === 'DATA_PAGE' && v1 !== undefined) {
    const page = unpacked(bytes, size, codec);
    const [repetition, afterRepetition] = prefixed(page, 0, levels.repetition);
    const [definition, at] = prefixed(page, afterRepetition, levels.definition);
    const { num_values: count, encoding } = v1;
    return { isDictionary: false, count, encoding, repetition, definition, values: page.subarray(at) };
  }
  if (type === 'DATA_PAGE_V2' && v2 !== undefined) {
    const first = within('bytes of levels', v2.repetition_levels_byte_length, bytes.length);
    const at = first + within('bytes of levels', v2.definition_levels_byte_length, bytes.length - first);
    const rest = bytes.subarray(at);
    const values =
      v2.is_compressed === false ? rest : unpacked(rest, within('bytes of a page', size - at, size), codec);
    const [repetition, definition] = [bytes.subarray(0, first), bytes.subarray(first, at)];
    return { isDictionary: false, count: v2.num_values, encoding: v2.encoding, repetition, definition, values };
  }
  throw new ParquetFault(`a page of data or a dictionary expected, got ${type}`);
}

/** Reads length-prefixed levels. Returns them with the offset after them. */
function prefixed(page: Uint8Array, at: number, level: number): readonly [Uint8Array, number] {
  if (level === 0) return [NONE, at];
  const start = at + 4;
  within('bytes of levels', 4, page.length - at);
  const size = new DataView(page.buffer, page.byteOffset + at, 4).getUint32(0, true);
  const end = start + within('bytes of levels', size, page.length - start);
  return [page.subarray(start, end), end];
}

/** Returns `value` when it is a count of at most `most`. @throws {ParquetFault} otherwise. */
export function within(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new ParquetFault(`at most ${Math.max(0, most)} ${name} expected, got ${value}`);
}

/**
 * Validates the pages of a chunk for the library without decoding them: the lengths of runs and blocks,
 * which it trusts, must match the number of values.
 *
 * @throws {ParquetFault} on a mismatch.
 */
export function checkPages(
  chunk: Uint8Array<ArrayBuffer>,
  meta: Pick<ColumnMetaData, 'codec' | 'type' | 'num_values'>,
  levels: Levels,
): void {
  const count = within('values of a chunk', Number(meta.num_values), MAX_GROUP_VALUES);
  for (const page of pagesOf(chunk, meta, levels, count)) {
    if (page.isDictionary) continue;
    const bits = (level: number): number => 32 - Math.clz32(level);
    if (levels.repetition > 0) decodeRuns(page.repetition, bits(levels.repetition), page.count);
    let present = page.count;
    if (levels.definition > 0) {
      const found = new Uint32Array(page.count);
      decodeRuns(page.definition, bits(levels.definition), page.count, found);
      present = 0;
      for (let i = 0; i < found.length; i++) if (found[i] === levels.definition) present++;
    }
    checkValues(page, present, meta.type);
  }
}

function checkValues({ encoding, values }: Page, present: number, type: ColumnMetaData['type']): void {
  if (encoding === 'RLE_DICTIONARY' || encoding === 'PLAIN_DICTIONARY') {
    if (present === 0) return;
    const width = values[0] ?? 33;
    if (width > 0) decodeRuns(values.subarray(1), width, present);
  } else if (encoding === 'RLE' && type === 'BOOLEAN') {
    decodeRuns(values.subarray(4), 1, present);
  } else if (DELTAS.has(encoding) && present > 0) {
    const [block, afterBlock] = varint(values, 0);
    const [parts, afterParts] = varint(values, afterBlock);
    const [total] = varint(values, afterParts);
    within('values of a delta block', block, 2 ** 20);
    if (parts === 0 || block === 0 || block % parts !== 0) {
      throw new ParquetFault(`a delta block in equal parts expected, got ${block} in ${parts}`);
    }
    within('values of a page', total, present);
  }
}

function varint(bytes: Uint8Array, at: number): readonly [number, number] {
  let value = 0;
  for (let shift = 0; shift <= 28; shift += 7) {
    const byte = bytes[at++];
    if (byte === undefined) break;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
  throw new ParquetFault('a number expected, got the end of the page');
}
