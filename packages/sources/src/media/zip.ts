/** Reads single-file ZIP archives of the bulk files. */

import { crc32, inflateRawSync } from 'node:zlib';
import { err, ok, type Result } from '@barograph/core';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;

/** Offset of the end-of-directory record; −1 without one. */
function endOf(zip: Buffer): number {
  for (let at = zip.length - END_BYTES; at >= Math.max(0, zip.length - END_BYTES - LONGEST_COMMENT); at--) {
    if (zip.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  return -1;
}

/** Compressed bytes of the only file, with the expected size and checksum. */
function packed(zip: Buffer): Result<{ data: Buffer; method: number; crc: number; size: number }, string> {
  const end = endOf(zip);
  if (end === -1) return err('expected a ZIP archive, got something else');
  const files = zip.readUInt16LE(end + 10);
  if (files !== 1) return err(`expected an archive of one file, got ${files}`);
  const entry = zip.readUInt32LE(end + 16);
  if (entry + 46 > zip.length || zip.readUInt32LE(entry) !== DIRECTORY_ENTRY) return err('expected a whole directory');
  const isEncrypted = (zip.readUInt16LE(entry + 8) & 1) === 1;
  if (isEncrypted) return err('expected a file that is not encrypted');
  const [crc, length, size] = [
    zip.readUInt32LE(entry + 16),
    zip.readUInt32LE(entry + 20),
    zip.readUInt32LE(entry + 24),
  ];
  const local = zip.readUInt32LE(entry + 42);
  if (local + 30 > zip.length || zip.readUInt32LE(local) !== LOCAL_ENTRY) return err('expected a whole file');
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  if (start + length > zip.length) return err('expected a whole file');
  return ok({ data: zip.subarray(start, start + length), method: zip.readUInt16LE(entry + 10), crc, size });
}

/**
 * Unpacks an archive with exactly one file. Stated sizes are verified, and
 * unpacking stops at the limit.
 *
 * @param most maximum size of the file, bytes.
 * @returns the file, or the error in one line.
 */
export function onlyFileOf(zip: Buffer, most: number): Result<Buffer, string> {
  const found = packed(zip);
  if (!found.ok) return found;
  const { data, method, crc, size } = found.value;
  if (size > most) return err(`expected a file of at most ${most} bytes, got ${size}`);
  if (method !== STORED && method !== DEFLATED) return err(`expected a deflated file, got method ${method}`);
  let file: Buffer;
  try {
    file = method === STORED ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, size) });
  } catch {
    return err(`expected deflated data of ${size} bytes`);
  }
  return file.length === size && crc32(file) === crc ? ok(file) : err('expected the bytes that the checksum is of');
}
