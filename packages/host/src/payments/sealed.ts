/**
 * A purchase, kept so that it can be given again: packed, and sealed with the signature of the payment, of which
 * only a hash is kept. A database alone opens no key.
 */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** An answer that was bought. */
export interface Bought {
  /** Media type when it is no JSON. */
  readonly type: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

function keyOf(signature: string): Buffer {
  return Buffer.from(hkdfSync('sha256', signature, '', 'barograph bought/1', 32));
}

/** Seals an answer. */
export async function seal({ type, headers, bytes }: Bought, signature: string): Promise<Buffer> {
  const about = Buffer.from(`${JSON.stringify({ type, headers })}\n`);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(signature), iv);
  const packed = await pack(Buffer.concat([about, bytes]));
  const body = Buffer.concat([cipher.update(packed), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** Opens it again. Rejects with another signature. */
export async function unseal(sealed: Buffer, signature: string): Promise<Bought> {
  const decipher = createDecipheriv(CIPHER, keyOf(signature), sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const packed = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  const whole = await unpack(packed);
  const end = whole.indexOf('\n');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by this very file
  const about = JSON.parse(whole.subarray(0, end).toString()) as Pick<Bought, 'type' | 'headers'>;
  return { ...about, bytes: whole.subarray(end + 1) };
}
