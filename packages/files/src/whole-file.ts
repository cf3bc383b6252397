/** A whole file as text, plain or gzip. */

import { collected, gunzipped, type ByteSource } from './byte-source.ts';

/** @throws {SourceError} what cannot be read or unpacked. */
export async function textOf({ chunks }: ByteSource): Promise<string> {
  const bytes = await collected(chunks);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isGzip ? await collected(gunzipped(once(Buffer.from(bytes)))) : bytes;
  return Buffer.from(plain).toString('utf8');
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
