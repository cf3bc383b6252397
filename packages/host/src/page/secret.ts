/** The secret of the link that opens the page: kept in a file of the data folder until it is rotated. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretOf } from '@barograph/store';
import { readPrivate, writePrivate } from '../private-file.ts';

/** Shortest secret that counts: that of a new one. */
const WELL_FORMED = /^[\w-]{32,}$/;

const wellFormed = (text: string | undefined): string | undefined =>
  text !== undefined && WELL_FORMED.test(text) ? text : undefined;

/** Path of the file. */
export function pageSecretPath(dataDir: string): string {
  return join(dataDir, 'page-secret');
}

/** Secret of the file; undefined without a file that can be read and holds a well-formed one. */
export function readPageSecret(dataDir: string): string | undefined {
  try {
    return wellFormed(readFileSync(pageSecretPath(dataDir), 'utf8').trim());
  } catch {
    return undefined;
  }
}

/** Writes a new secret, which ends the old one. */
export async function rotatePageSecret(dataDir: string): Promise<string> {
  const { text } = secretOf('');
  await writePrivate(pageSecretPath(dataDir), text);
  return text;
}

/** Returns the secret of the file; creates one when the file is missing. */
export async function ensurePageSecret(dataDir: string): Promise<string> {
  return wellFormed(await readPrivate(pageSecretPath(dataDir))) ?? rotatePageSecret(dataDir);
}

/** The link: browsers send nothing of what follows `#`. */
export function pageLink(address: string, secret: string): string {
  return `${address}/#t=${secret}`;
}
