import { createHash } from 'node:crypto';

/** In hexadecimal, as `sha256sum` prints it. */
export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
