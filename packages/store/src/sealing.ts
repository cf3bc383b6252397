/** Encryption of what a store keeps: AES-256-GCM, the random start and the tag before the text. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts bytes. @param key 32 bytes. @param place the bytes can be decrypted with the same place alone. */
export function encrypt(key: Uint8Array, bytes: Uint8Array, place: string = ''): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Decrypts bytes. @throws {Error} another key or place, or changed bytes. */
export function decrypt(key: Uint8Array, sealed: Buffer, place: string = ''): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Keys of 32 bytes as hexadecimal digits, separated by commas. @returns undefined when one is not. */
export function sealingKeysOf(text: string): readonly Buffer[] | undefined {
  const keys = text.split(',').map((key) => key.trim());
  return keys.every((key) => /^[\da-fA-F]{64}$/.test(key)) ? keys.map((key) => Buffer.from(key, 'hex')) : undefined;
}
