/** Codecs of Parquet pages: Node's if available, otherwise hyparquet's. */

import type { CompressionCodec, Compressors } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import * as zlib from 'node:zlib';
import { ParquetFault } from './parquet-fault.ts';

type Unpack = (input: Uint8Array, size: number) => Uint8Array;

/** Zstandard decoder. The oldest supported Node lacks it; JavaScript is used until {@link prepareCodecs} loads a faster one. */
let zstd: Unpack = 'zstdDecompressSync' in zlib ? ownZstd : compressors.ZSTD!;
const hasOwnZstd = zstd === ownZstd;
let preparing: Promise<void> | undefined;

/** Codecs by name, for this reader and the library. */
export const CODECS: Compressors = {
  ...compressors,
  GZIP: (input, size) => zlib.unzipSync(input, { maxOutputLength: Math.max(size, 1) }),
  BROTLI: (input, size) => zlib.brotliDecompressSync(input, { maxOutputLength: Math.max(size, 1) }),
  ZSTD: (input, size) => zstd(input, size),
};

/**
 * Loads the WebAssembly decoder of Zstandard once, when needed and Node lacks one.
 *
 * @param codecs codecs of the next chunks.
 */
export async function prepareCodecs(codecs: readonly (CompressionCodec | undefined)[]): Promise<void> {
  if (hasOwnZstd || !('WebAssembly' in globalThis) || !codecs.includes('ZSTD')) return;
  await (preparing ??= loadZstd());
}

/** Maximum size of a page, packed plus unpacked, for the WebAssembly decoder, whose memory never shrinks, bytes. */
const MOST_IN_WASM = 1 << 26;

async function loadZstd(): Promise<void> {
  const { ZSTDDecoder } = await import('zstddec');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  const inJavaScript = zstd;
  zstd = (input, size) =>
    // With a size of 0 it would trust the frame's own size.
    size === 0 || input.length + size > MOST_IN_WASM ? inJavaScript(input, size) : decoder.decode(input, size);
}

/**
 * Unpacks a page.
 *
 * @param size unpacked size by the page's header, bytes.
 * @throws {ParquetFault} when the size differs, or the bytes are invalid.
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types describe the oldest supported Node
  const { zstdDecompressSync } = zlib as unknown as {
    readonly zstdDecompressSync: (input: Uint8Array, how: { readonly maxOutputLength: number }) => Uint8Array;
  };
  return zstdDecompressSync(input, { maxOutputLength: Math.max(size, 1) });
}
