/** Secret files in the data folder, readable only by their owner. */

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Trimmed text of a file; undefined without the file. */
export async function readPrivate(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes a file of mode 0600 atomically: a reader sees the old text or the new one. */
export async function writePrivate(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await mkdir(dirname(path), { recursive: true });
  await rm(draft, { force: true }); // an existing file would keep its mode
  await writeFile(draft, `${text}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, path);
}
