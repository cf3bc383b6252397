/** Walk over the files of the last days: the newest one first, then backwards through those that are missing. */

import { HOUR_MS } from '@barograph/core';
import type { MediaConfig } from './config.ts';
import type { MediaCounts } from './hours.ts';
import { FILE_MS } from './payloads.ts';

/** The walk. Files are named by the end of their quarter of an hour, epoch ms. */
export interface FileWalk {
  /** The source has named a file as its newest. */
  named(file: number): void;
  isNewest(file: number): boolean;
  /** The newest file that is not there; undefined when all are. */
  missing(): number | undefined;
  /** A file did not come, and another attempt will hardly change it: it is left out after some. */
  failed(file: number): void;
}

/** @param counts of the files that are there; those before the walk are forgotten. */
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
      // From the beginning of an hour on.
      const first = Math.floor(newest / HOUR_MS) * HOUR_MS - pastHours * HOUR_MS + FILE_MS;
      for (let file = newest; file >= first; file -= FILE_MS) {
        if (!counts.has(file) && (failures.get(file) ?? 0) < attempts) return file;
      }
      return undefined;
    },
    failed: (file) => void failures.set(file, (failures.get(file) ?? 0) + 1),
  };
}
