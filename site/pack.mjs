// @ts-check
/** Compresses the built site, so that the package of the page stays small. The host unpacks a file when it is first read. */

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Maximum size of the packed site, bytes. */
export const MOST_BYTES = 6_000_000;

/** Compressed already. */
const PACKED = /\.(?:woff2|br)$/;

/**
 * Replaces each file of a folder with its Brotli twin, `NAME.br`.
 *
 * @param {string} folder
 * @param {number} [most] bytes of all files afterwards
 * @returns {number} bytes of all files afterwards
 * @throws {Error} when they are more than `most`
 */
export function packFolder(folder, most = MOST_BYTES) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (PACKED.test(entry.name)) {
      bytes += statSync(path).size;
      continue;
    }
    const text = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length, [constants.BROTLI_PARAM_QUALITY]: 11 };
    const packed = brotliCompressSync(text, { params });
    writeFileSync(`${path}.br`, packed);
    rmSync(path);
    bytes += packed.length;
  }
  if (bytes > most) throw new Error(`the site: expected at most ${most} bytes packed, got ${bytes}`);
  return bytes;
}
