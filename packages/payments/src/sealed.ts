/**
 * A purchase, kept so that it can be given again: packed, and sealed with the signature of the payment, of which
 * only a hash is kept. A database alone opens no key.
 */

import { hkdfSync } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { decrypt, encrypt } from '@barograph/store';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

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

/** Compresses and encrypts purchases, and opens them again. */
export interface Sealing {
  seal(bought: Bought, signature: string): Promise<Buffer>;
  /** Rejects with another signature. */
  unseal(sealed: Buffer, signature: string): Promise<Bought>;
}

async function seal({ type, headers, bytes }: Bought, signature: string): Promise<Buffer> {
  const about = Buffer.from(`${JSON.stringify({ type, headers })}\n`);
  return encrypt(keyOf(signature), await pack(Buffer.concat([about, bytes])));
}

async function unseal(sealed: Buffer, signature: string): Promise<Bought> {
  const whole = await unpack(decrypt(keyOf(signature), sealed));
  const end = whole.indexOf('\n');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by this very file
  const about = JSON.parse(whole.subarray(0, end).toString()) as Pick<Bought, 'type' | 'headers'>;
  return { ...about, bytes: whole.subarray(end + 1) };
}

/** Sealing by the key that a signature derives. */
export const SEALING: Sealing = { seal, unseal };
