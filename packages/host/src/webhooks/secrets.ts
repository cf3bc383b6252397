/** Stored secrets of webhooks: encrypted when the operator provides a key, each bound to its subscription. */

import { err, ok, type Result } from '@barograph/core';
import type { Logger } from 'pino';
import { decrypt, encrypt, sha256, type StoredWebhooks } from '@barograph/store';

/** Prefix of an encrypted secret: `sealed:KEY_ID:BYTES`. */
const SEALED = 'sealed';
/** Digits of a key's hash that identify it. */
const ID_DIGITS = 8;

/** Encrypts and decrypts secrets of webhooks. */
export interface WebhookSecrets {
  /** The text to store. */
  seal(webhook: string, secret: string): string;
  /** Secret of a stored text; undefined when no key decrypts it. */
  open(webhook: string, stored: string): string | undefined;
  /** Whether a key is configured; otherwise secrets are stored in plain text. */
  readonly isEncrypting: boolean;
  /** Whether a stored text is encrypted with the first key. */
  isCurrent(stored: string): boolean;
}

/**
 * Creates the encryption of webhook secrets.
 * @param keys the first one encrypts, all decrypt; empty: secrets are stored in plain text.
 */
export function createWebhookSecrets(keys: readonly Buffer[] = []): WebhookSecrets {
  const named = new Map(keys.map((key) => [sha256(key).slice(0, ID_DIGITS), key]));
  const [first] = named;
  return {
    seal: (webhook, secret) =>
      first === undefined
        ? secret
        : [SEALED, first[0], encrypt(first[1], Buffer.from(secret), webhook).toString('base64url')].join(':'),
    open: (webhook, stored) => {
      const [start, id = '', bytes = ''] = stored.split(':');
      if (start !== SEALED) return stored;
      const key = named.get(id);
      if (key === undefined) return undefined;
      try {
        return decrypt(key, Buffer.from(bytes, 'base64url'), webhook).toString();
      } catch {
        return undefined;
      }
    },
    isEncrypting: first !== undefined,
    isCurrent: (stored) => stored.startsWith(`${SEALED}:${first?.[0]}:`),
  };
}

/**
 * Encrypts all secrets that are not encrypted with the first key. Replicas may run it concurrently.
 *
 * @returns one line when a stored secret cannot be decrypted, because it could sign nothing.
 */
export async function sealStoredSecrets(
  webhooks: Pick<StoredWebhooks, 'secrets' | 'replaceSecret'>,
  secrets: WebhookSecrets,
  log: Logger,
): Promise<Result<void, string>> {
  const stored = await webhooks.secrets();
  let count = 0;
  for (const { id, secret } of stored) {
    const opened = secrets.open(id, secret);
    if (opened === undefined)
      return err(`webhookKey: expected the key that encrypted the secret of webhook ${id}, got none that decrypts it`);
    if (!secrets.isEncrypting || secrets.isCurrent(secret)) continue;
    if (await webhooks.replaceSecret(id, secret, secrets.seal(id, opened))) count++;
  }
  if (count > 0) log.info({ count }, 'webhook secrets encrypted');
  if (stored.length > 0 && !secrets.isEncrypting) log.warn({ count: stored.length }, 'webhook secrets not encrypted');
  return ok(undefined);
}
