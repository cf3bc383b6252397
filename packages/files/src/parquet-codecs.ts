/** Codecs of Parquet pages: Node's own where it has one, else those of hyparquet. */

import type { CompressionCodec, Compressors } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import * as zlib from 'node:zlib';

type Unpack = (input: Uint8Array, size: number) => Uint8Array;

/** Zstandard came to Node after the oldest version that we run on. */
const zstd: Unpack | undefined = 'zstdDecompressSync' in zlib ? ownZstd : compressors.ZSTD;

/** Every codec by its name, for our reader and for the library. */
export const CODECS: Compressors = {
  ...compressors,
  GZIP: (input, size) => zlib.unzipSync(input, { maxOutputLength: Math.max(size, 1) }),
  BROTLI: (input, size) => zlib.brotliDecompressSync(input, { maxOutputLength: Math.max(size, 1) }),
  ...(zstd === undefined ? {} : { ZSTD: zstd }),
};

/**
 * Bytes of a page.
 *
 * @param size what the page's header says it unpacks to.
 * @throws {Error} when it is not so, or the bytes are no such thing.
 */
export function unpacked(input: Uint8Array, size: number, codec: CompressionCodec): Uint8Array {
  const bytes = codec === 'UNCOMPRESSED' ? input : codecOf(codec)(input, size);
  if (bytes.length !== size) throw new Error(`a page of ${size} bytes expected, got ${bytes.length}`);
  return bytes;
}

function codecOf(codec: CompressionCodec): Unpack {
  const unpack = CODECS[codec];
  if (unpack === undefined) throw new Error(`a known codec expected, got ${codec}`);
  return unpack;
}

function ownZstd(input: Uint8Array, size: number): Uint8Array {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types are those of the oldest Node
  const { zstdDecompressSync } = zlib as unknown as {
    readonly zstdDecompressSync: (input: Uint8Array, how: { readonly maxOutputLength: number }) => Uint8Array;
  };
  return zstdDecompressSync(input, { maxOutputLength: Math.max(size, 1) });
}
