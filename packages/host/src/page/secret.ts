/** Secret of the link that opens the page, kept in a file of the data folder until it is rotated. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretOf } from '@barograph/store';
import { readPrivate, writePrivate } from '../private-file.ts';

/** Shortest accepted secret: the length of a new one. */
const WELL_FORMED = /^[\w-]{32,}$/;

const wellFormed = (text: string | undefined): string | undefined =>
  text !== undefined && WELL_FORMED.test(text) ? text : undefined;

/** Path of the file. */
export function pageSecretPath(dataDir: string): string {
  return join(dataDir, 'page-secret');
}

/** Secret of the file; undefined when the file is missing, unreadable or malformed. */
export function readPageSecret(dataDir: string): string | undefined {
  try {
    return wellFormed(readFileSync(pageSecretPath(dataDir), 'utf8').trim());
  } catch {
    return undefined;
  }
}

/** Writes a new secret, which invalidates the old one. */
export async function rotatePageSecret(dataDir: string): Promise<string> {
  const { text } = secretOf('');
  await writePrivate(pageSecretPath(dataDir), text);
  return text;
}

/** Returns the secret of the file; creates one when the file is missing. */
export async function ensurePageSecret(dataDir: string): Promise<string> {
  return wellFormed(await readPrivate(pageSecretPath(dataDir))) ?? rotatePageSecret(dataDir);
}

/** Link with the secret after `#`, which browsers do not send. */
export function pageLink(address: string, secret: string): string {
  return `${address}/#t=${secret}`;
}
