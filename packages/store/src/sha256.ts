/** Digests of bytes and texts. */

import { createHash } from 'node:crypto';

/** SHA-256, hexadecimal. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
