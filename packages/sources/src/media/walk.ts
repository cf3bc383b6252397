/** Walks over the files of the last days: the newest first, then missing files backwards. */

import { HOUR_MS } from '@barograph/core';
import type { MediaConfig } from './config.ts';
import type { MediaCounts } from './hours.ts';
import { FILE_MS } from './payloads.ts';

/** Walk over files, identified by the end of their 15 minutes, epoch ms. */
export interface FileWalk {
  /** Records the newest file that the source names. */
  named(file: number): void;
  isNewest(file: number): boolean;
  /** Newest missing file; undefined when complete. */
  missing(): number | undefined;
  /** Records a failure that a retry is unlikely to fix; the file is skipped after several. */
  failed(file: number): void;
}

/**
 * Creates a walk over the files of the last days.
 * @param counts counts of fetched files; hours before the walk are dropped.
 */
export function createFileWalk(
  counts: Pick<MediaCounts, 'has' | 'forget'>,
  { pastHours, attempts }: Pick<MediaConfig, 'pastHours' | 'attempts'>,
): FileWalk {
  const failures = new Map<number, number>();
  let newest: number | undefined;
  return {
    named: (file) => {
      newest = Math.max(newest ?? file, file);
      const before = newest - pastHours * HOUR_MS;
      counts.forget(before);
      for (const failed of failures.keys()) if (failed <= before) failures.delete(failed);
    },
    isNewest: (file) => file === newest,
    missing: () => {
      if (newest === undefined) return undefined;
      // Start on a full hour.
      const first = Math.floor(newest / HOUR_MS) * HOUR_MS - pastHours * HOUR_MS + FILE_MS;
      for (let file = newest; file >= first; file -= FILE_MS) {
        if (!counts.has(file) && (failures.get(file) ?? 0) < attempts) return file;
      }
      return undefined;
    },
    failed: (file) => void failures.set(file, (failures.get(file) ?? 0) + 1),
  };
}
