/** Decodes plain Parquet values by type: numbers to doubles, texts to strings. */

import type { SchemaElement } from 'hyparquet';
import { within } from './parquet-pages.ts';

/** Values being decoded; the column type decides the array type. */
export type Values = Record<number, unknown> & ArrayLike<unknown>;

/** Decoder of a type's plain values. */
export interface PlainDecoder {
  /** Allocates values, reusing `again` when it has the same type and length. */
  readonly make: (count: number, again?: ArrayLike<unknown>) => Values;
  /** Decodes `count` values into `out`, starting at `at`. @throws {Error} when the bytes are too few. */
  readonly decode: (bytes: Uint8Array, out: Values, at: number, count: number) => void;
}

const DAY_MS = 86_400_000;
const HIGH = 2 ** 32;

/** Decoder of a column's type and annotation; undefined for types left to the library. */
export function decoderOf({
  type,
  converted_type: kind,
  logical_type,
  repetition_type,
}: SchemaElement): PlainDecoder | undefined {
  const logical = logical_type?.type;
  if (repetition_type !== 'REQUIRED' && repetition_type !== 'OPTIONAL') return undefined;
  if (type === 'DOUBLE' && kind === undefined && logical === undefined) return numbers(decodeDoubles);
  if (type === 'FLOAT' && kind === undefined && logical === undefined) return numbers(decodeFloats);
  if (type === 'BOOLEAN' && kind === undefined && logical === undefined) return { make: boxed, decode: decodeFlags };
  if (
    type === 'BYTE_ARRAY' &&
    (kind === undefined || kind === 'UTF8') &&
    (logical === undefined || logical === 'STRING')
  ) {
    return { make: boxed, decode: decodeTexts };
  }
  if (type === 'INT32') {
    if (kind === 'DATE') return numbers((...how) => decodeInts(DAY_MS, ...how));
    const isPlain =
      kind === undefined ? logical === undefined : kind === 'INT_32' || kind === 'INT_16' || kind === 'INT_8';
    return isPlain ? numbers((...how) => decodeInts(1, ...how)) : undefined;
  }
  if (type !== 'INT64') return undefined;
  const unit = logical_type?.type === 'TIMESTAMP' ? logical_type.unit : undefined;
  if (kind === 'TIMESTAMP_MILLIS') return numbers(decodeLongs);
  if (kind === 'TIMESTAMP_MICROS') return numbers(decodeMicros);
  if (kind === 'INT_64' || (kind === undefined && (logical === undefined || unit === 'MILLIS')))
    return numbers(decodeLongs);
  if (kind !== undefined) return undefined;
  return unit === 'MICROS' ? numbers(decodeMicros) : unit === 'NANOS' ? numbers(decodeNanos) : undefined;
}

type Decode = (bytes: Uint8Array, out: Float64Array, at: number, count: number) => void;

function numbers(decode: Decode): PlainDecoder {
  return {
    make: (count, again) => (again instanceof Float64Array && again.length === count ? again : new Float64Array(count)),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made by `make` above
    decode: (bytes, out, at, count) => decode(bytes, out as Float64Array, at, count),
  };
}

const boxed = (count: number): Values => Array.from<unknown>({ length: count }).fill(null);

/** A view of `count` values of `size` bytes. @throws {Error} when there are fewer. */
function viewOf(bytes: Uint8Array, size: number, count: number): DataView {
  const length = count * size;
  within('bytes of values', length, bytes.length);
  return new DataView(bytes.buffer, bytes.byteOffset, length);
}

function decodeDoubles(bytes: Uint8Array, out: Float64Array, at: number, count: number): void {
  within('bytes of values', count * 8, bytes.length);
  new Uint8Array(out.buffer, out.byteOffset + at * 8, count * 8).set(bytes.subarray(0, count * 8));
}

function decodeFloats(bytes: Uint8Array, out: Float64Array, at: number, count: number): void {
  const view = viewOf(bytes, 4, count);
  for (let i = 0; i < count; i++) out[at + i] = view.getFloat32(4 * i, true);
}

function decodeInts(scale: number, bytes: Uint8Array, out: Float64Array, at: number, count: number): void {
  const view = viewOf(bytes, 4, count);
  for (let i = 0; i < count; i++) out[at + i] = view.getInt32(4 * i, true) * scale;
}

/** Decodes 64-bit integers. Both halves are exact doubles, so their sum is rounded once, like a bigint. */
function decodeLongs(bytes: Uint8Array, out: Float64Array, at: number, count: number): void {
  const view = viewOf(bytes, 8, count);
  for (let i = 0; i < count; i++) out[at + i] = view.getInt32(8 * i + 4, true) * HIGH + view.getUint32(8 * i, true);
}

function decodeMicros(bytes: Uint8Array, out: Float64Array, at: number, count: number): void {
  decodeLongs(bytes, out, at, count);
  for (let i = at; i < at + count; i++) out[i]! /= 1e3;
}

/** Decodes nanoseconds, via whole microseconds like the library; the remainder of the upper half carries to the lower. */
function decodeNanos(bytes: Uint8Array, out: Float64Array, at: number, count: number): void {
  const view = viewOf(bytes, 8, count);
  for (let i = 0; i < count; i++) {
    const high = view.getInt32(8 * i + 4, true);
    if (high < 0) {
      out[at + i] = Number(view.getBigInt64(8 * i, true) / 1000n) / 1e3;
      continue;
    }
    const rest = high % 1000;
    const lower = Math.floor((rest * HIGH + view.getUint32(8 * i, true)) / 1000);
    out[at + i] = (((high - rest) / 1000) * HIGH + lower) / 1e3;
  }
}

function decodeFlags(bytes: Uint8Array, out: Values, at: number, count: number): void {
  within('bytes of values', Math.ceil(count / 8), bytes.length);
  for (let i = 0; i < count; i++) out[at + i] = ((bytes[i >> 3]! >> (i & 7)) & 1) === 1;
}

const utf8 = new TextDecoder();

function decodeTexts(bytes: Uint8Array, out: Values, at: number, count: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let place = 0;
  for (let i = 0; i < count; i++) {
    within('bytes of values', 4, bytes.length - place);
    const size = within('bytes of a text', view.getUint32(place, true), bytes.length - place - 4);
    out[at + i] = utf8.decode(bytes.subarray(place + 4, place + 4 + size));
    place += 4 + size;
  }
}
