/**
 * Signatures of deliveries.
 *
 * @source Standard Webhooks, "Signature scheme", https://www.standardwebhooks.com
 */

import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** The scheme allows 24 to 64. */
const SECRET_BYTES = 24;

/** Creates a signing key. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/**
 * Headers of a delivery.
 *
 * @param id the same in every attempt, so that the receiver can drop duplicates.
 * @param now time of the attempt, epoch ms.
 */
export function signedHeaders(secret: string, id: string, now: number, body: string): Readonly<Record<string, string>> {
  const seconds = Math.floor(now / 1000);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}
