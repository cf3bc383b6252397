/** Codecs of Parquet pages: Node's own where it has one, else those of hyparquet. */

import type { CompressionCodec, Compressors } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import * as zlib from 'node:zlib';
import { ParquetFault } from './parquet-fault.ts';

type Unpack = (input: Uint8Array, size: number) => Uint8Array;

/** Zstandard, which came to Node after the oldest version that we run on: until {@link prepareCodecs} finds a better one, JavaScript. */
let zstd: Unpack = 'zstdDecompressSync' in zlib ? ownZstd : compressors.ZSTD!;
const hasOwnZstd = zstd === ownZstd;
let preparing: Promise<void> | undefined;

/** Every codec by its name, for our reader and for the library. */
export const CODECS: Compressors = {
  ...compressors,
  GZIP: (input, size) => zlib.unzipSync(input, { maxOutputLength: Math.max(size, 1) }),
  BROTLI: (input, size) => zlib.brotliDecompressSync(input, { maxOutputLength: Math.max(size, 1) }),
  ZSTD: (input, size) => zstd(input, size),
};

/**
 * Loads the WebAssembly decoder of Zstandard, once, where pages of it are to come and Node has none.
 *
 * @param codecs codecs of the chunks that are read next.
 */
export async function prepareCodecs(codecs: readonly (CompressionCodec | undefined)[]): Promise<void> {
  if (hasOwnZstd || !('WebAssembly' in globalThis) || !codecs.includes('ZSTD')) return;
  await (preparing ??= loadZstd());
}

/** Most bytes of a page, packed and unpacked, for the WebAssembly decoder: its memory never shrinks. */
const MOST_IN_WASM = 1 << 26;

async function loadZstd(): Promise<void> {
  const { ZSTDDecoder } = await import('zstddec');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  const inJavaScript = zstd;
  zstd = (input, size) =>
    // A size of 0 would make it believe the frame, whatever that says.
    size === 0 || input.length + size > MOST_IN_WASM ? inJavaScript(input, size) : decoder.decode(input, size);
}

/**
 * Bytes of a page.
 *
 * @param size what the page's header says it unpacks to.
 * @throws {ParquetFault} when it is not so, or the bytes are no such thing.
 */
export function unpacked(input: Uint8Array, size: number, codec: CompressionCodec): Uint8Array {
  const bytes = codec === 'UNCOMPRESSED' ? input : codecOf(codec)(input, size);
  if (bytes.length !== size) throw new ParquetFault(`a page of ${size} bytes expected, got ${bytes.length}`);
  return bytes;
}

function codecOf(codec: CompressionCodec): Unpack {
  const unpack = CODECS[codec];
  if (unpack === undefined) throw new ParquetFault(`a known codec expected, got ${codec}`);
  return unpack;
}

function ownZstd(input: Uint8Array, size: number): Uint8Array {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types are those of the oldest Node
  const { zstdDecompressSync } = zlib as unknown as {
    readonly zstdDecompressSync: (input: Uint8Array, how: { readonly maxOutputLength: number }) => Uint8Array;
  };
  return zstdDecompressSync(input, { maxOutputLength: Math.max(size, 1) });
}
