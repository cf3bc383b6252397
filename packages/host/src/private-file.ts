/** Files of secrets in the data folder: only their owner reads them. */

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Text of a file without the white space at its ends; undefined without the file. */
export async function readPrivate(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file of mode 0600 in one step: a reader sees the old text or the new one. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await mkdir(dirname(path), { recursive: true });
  await rm(draft, { force: true }); // a file that is there keeps its mode
  await writeFile(draft, `${text}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}
