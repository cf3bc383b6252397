/** Archive storage, by its name in the configuration. */

import { bucketBlobs, bucketOf } from './bucket-blobs.ts';
import type { Blobs } from './blobs.ts';
import { folderBlobs } from './folder-blobs.ts';

const OFF = 'off';

/** Parses a configured location; undefined for an invalid text. */
export function archivePlace(text: string): string | undefined {
  if (text === '' || (text.includes('://') && bucketOf(text) === undefined)) return undefined;
  return text;
}

/** Opens the files of a location; undefined without one. @param env keys of a bucket. */
export function openBlobs(place: string, env: Readonly<Record<string, string | undefined>>): Blobs | undefined {
  if (place === OFF) return undefined;
  const bucket = bucketOf(place);
  return bucket === undefined ? folderBlobs(place) : bucketBlobs(bucket, env);
}
