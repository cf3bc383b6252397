/** Local paths of archive files: the folder itself, or a bounded copy of a bucket. */

import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkedName, type Blobs } from '../blobs.ts';
import { bucketBlobs, bucketOf } from '../bucket-blobs.ts';
import { folderBlobs } from '../folder-blobs.ts';
import { readVerified, type NamedFile } from '../verified.ts';

/** Local path of a file whose bytes match their hash. */
export interface LocalFiles {
  /** Folder that contains every path. */
  readonly folder: string;
  /** @throws {Error} when the file is missing or damaged. */
  path(file: NamedFile): Promise<string>;
}

function folderFiles(folder: string): LocalFiles {
  const blobs = folderBlobs(folder);
  return {
    folder,
    path: async (named) => {
      await readVerified(blobs, named);
      return join(folder, named.file);
    },
  };
}

/** Copies of bucket files; the oldest are removed above `most` bytes. */
function copiedFiles(blobs: Blobs, most: number): LocalFiles {
  const folder = mkdtempSync(join(tmpdir(), 'barograph-archive-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const sizes = new Map<string, number>();
  let total = 0;
  return {
    folder,
    path: async (named) => {
      const path = join(folder, checkedName(named.file));
      const size = sizes.get(path);
      if (size !== undefined) {
        sizes.delete(path);
        sizes.set(path, size);
        return path;
      }
      const bytes = await readVerified(blobs, named);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
      sizes.set(path, bytes.length);
      total += bytes.length;
      for (const [oldest, length] of sizes) {
        if (total <= most || oldest === path) break;
        sizes.delete(oldest);
        total -= length;
        await rm(oldest, { force: true });
      }
      return path;
    },
  };
}

/** Files of a folder, or of `s3://bucket/prefix` with keys from `env`. @param cacheBytes size limit of a bucket's copies */
export function localFiles(
  place: string,
  env: Readonly<Record<string, string | undefined>>,
  cacheBytes: number,
): LocalFiles {
  const bucket = bucketOf(place);
  return bucket === undefined ? folderFiles(place) : copiedFiles(bucketBlobs(bucket, env), cacheBytes);
}
