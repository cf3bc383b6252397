/** Encryption of stored secrets: AES-256-GCM; nonce and tag precede the ciphertext. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts bytes. @param key 32 bytes. @param place authenticated context, required again for decryption. */
export function encrypt(key: Uint8Array, bytes: Uint8Array, place: string = ''): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Decrypts bytes. @throws {Error} when key or place differ, or the bytes were changed. */
export function decrypt(key: Uint8Array, sealed: Buffer, place: string = ''): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Parses comma-separated keys of 32 bytes in hexadecimal. @returns undefined when a key is invalid. */
export function sealingKeysOf(text: string): readonly Buffer[] | undefined {
  const keys = text.split(',').map((key) => key.trim());
  return keys.every((key) => /^[\da-fA-F]{64}$/.test(key)) ? keys.map((key) => Buffer.from(key, 'hex')) : undefined;
}
