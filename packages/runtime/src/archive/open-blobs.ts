/** The place of an archive, by its name in the configuration. */

import { bucketBlobs, bucketOf } from './bucket-blobs.ts';
import type { Blobs } from './blobs.ts';
import { folderBlobs } from './folder-blobs.ts';

const OFF = 'off';

/** A place as it was given; undefined for a text that names none. */
export function archivePlace(text: string): string | undefined {
  if (text === '' || (text.includes('://') && bucketOf(text) === undefined)) return undefined;
  return text;
}

/** The files of a place; undefined where none are kept. @param env keys of a bucket. */
export function openBlobs(place: string, env: Readonly<Record<string, string | undefined>>): Blobs | undefined {
  if (place === OFF) return undefined;
  const bucket = bucketOf(place);
  return bucket === undefined ? folderBlobs(place) : bucketBlobs(bucket, env);
}
