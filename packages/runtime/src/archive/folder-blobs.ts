/** Files of an archive in a folder. */

import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '@barograph/store';
import { checkedName, type Blobs } from './blobs.ts';

/** Files in a folder, created when missing. A crash leaves no partial file: files appear under their names when complete. */
export function folderBlobs(folder: string): Blobs {
  return {
    place: folder,
    put: async (name, bytes) => {
      const path = join(folder, checkedName(name));
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.${randomUUID()}.part`;
      try {
        const file = await open(part, 'w');
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    get: async (name, signal) => {
      try {
        return await readFile(join(folder, checkedName(name)), signal === undefined ? {} : { signal });
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}
