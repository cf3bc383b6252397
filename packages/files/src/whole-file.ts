/** Reads a whole file as text, plain or gzip. */

import { constants } from 'node:buffer';
import { collected, gunzipped, SourceError, type ByteSource } from './byte-source.ts';

/**
 * Reads a file, plain or gzip, as text.
 * @throws {SourceError} when it cannot be read or decompressed.
 */
export async function textOf({ chunks }: ByteSource): Promise<string> {
  const bytes = await collected(chunks);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isGzip ? await collected(gunzipped(once(Buffer.from(bytes)))) : bytes;
  return utf8Of(plain);
}

/** Decodes bytes as text. @throws {SourceError} when they exceed the maximum string length. */
export function utf8Of({ buffer, byteOffset, length }: Uint8Array): string {
  if (length > constants.MAX_STRING_LENGTH) {
    const expected = `a text of at most ${constants.MAX_STRING_LENGTH} bytes`;
    throw new SourceError({ code: 'unreadable_file', expected, got: `${length}` }, undefined);
  }
  return Buffer.from(buffer, byteOffset, length).toString('utf8');
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
