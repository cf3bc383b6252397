/** A whole file as text, plain or gzip. */

import { constants } from 'node:buffer';
import { collected, gunzipped, SourceError, type ByteSource } from './byte-source.ts';

/** @throws {SourceError} what cannot be read or unpacked. */
export async function textOf({ chunks }: ByteSource): Promise<string> {
  const bytes = await collected(chunks);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isGzip ? await collected(gunzipped(once(Buffer.from(bytes)))) : bytes;
  return utf8Of(plain);
}

/** Bytes as text. @throws {SourceError} for more than fit into one. */
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
