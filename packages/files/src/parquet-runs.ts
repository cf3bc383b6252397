/** Decodes Parquet's run-length and bit-packed hybrid encoding of small integers. */

import { ParquetFault } from './parquet-fault.ts';

/** Maximum bit width decoded here; larger dictionaries are left to the library. */
export const MAX_WIDTH = 24;

/** Maximum padding values of a run: writers fill up groups. */
const MOST_PADDING = 512;

/**
 * Decodes `count` values of `width` bits into `out`, or only validates them without `out`.
 *
 * @param out at least `count` long; the width is then at most {@link MAX_WIDTH}.
 * @returns offset of the first byte after the last needed run.
 * @throws {ParquetFault} for a run beyond the last value or the last byte. Time and memory are bounded by `count`, even
 * for hostile bytes.
 * @source Apache Software Foundation, Apache Parquet format, "Encodings": run length encoding / bit-packing hybrid, 2025,
 * https://parquet.apache.org/docs/file-format/data-pages/encodings/
 */
export function decodeRuns(bytes: Uint8Array, width: number, count: number, out?: Uint32Array): number {
  if (width > 32) throw new ParquetFault(`values of at most 32 bits expected, got ${width}`);
  let at = 0;
  let seen = 0;
  while (seen < count) {
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      if (at >= bytes.length || shift > 28) throw new ParquetFault(`${count} values expected in runs, got ${seen}`);
      const byte = bytes[at++]!;
      head += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    const left = count - seen;
    const isPacked = head % 2 === 1;
    const claimed = Math.floor(head / 2) * (isPacked ? 8 : 1);
    if (claimed > left + (isPacked ? MOST_PADDING : 0)) {
      throw new ParquetFault(`a run of at most ${left} values expected, got ${claimed}`);
    }
    const used = Math.min(claimed, left);
    const size = Math.ceil(((isPacked ? used : 8) * width) / 8);
    const needed = isPacked ? size : Math.ceil(width / 8);
    if (at + needed > bytes.length)
      throw new ParquetFault(`a run of ${claimed} values expected, got the end of the page`);
    if (out !== undefined) {
      if (isPacked) unpackBits(bytes, at, width, out, seen, used);
      else out.fill(littleEndian(bytes, at, needed), seen, seen + used);
    }
    // The last group may be truncated after the needed values.
    at = Math.min(bytes.length, at + (isPacked ? (claimed * width) / 8 : needed));
    seen += used;
  }
  return at;
}

/** Whether the runs are `count` times `value`, of up to 8 bits: the levels of a page without nulls. */
export function isOneRun(bytes: Uint8Array, value: number, count: number): boolean {
  let head = count * 2;
  let at = 0;
  for (; head >= 128; at++) {
    if (bytes[at] !== (head % 128) + 128) return false;
    head = Math.floor(head / 128);
  }
  return bytes[at] === head && bytes[at + 1] === value;
}

function littleEndian(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let i = size - 1; i >= 0; i--) value = value * 256 + bytes[at + i]!;
  return value;
}

function unpackBits(bytes: Uint8Array, at: number, width: number, out: Uint32Array, from: number, n: number): void {
  const mask = 2 ** width - 1;
  let value = 0;
  let bits = 0;
  for (let i = from; i < from + n; i++) {
    while (value < width) {
      bits |= bytes[at++]! << value;
      value += 8;
    }
    out[i] = bits & mask;
    bits >>>= width;
    value -= width;
  }
}
