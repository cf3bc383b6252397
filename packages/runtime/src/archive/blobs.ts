/** Place of the files of an archive: a folder, or a bucket that all replicas share. */

import { UsageError } from '@barograph/core';

/** Named bytes. A name is never written with other bytes: it carries their hash. */
export interface Blobs {
  /** The place, as a log may show it. */
  readonly place: string;
  /** Writes all bytes or none. The same name again is written over. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** undefined: there is nothing of that name. */
  get(name: string, signal?: AbortSignal): Promise<Uint8Array | undefined>;
}

/** Pieces of a name: nothing that leads out of a folder. */
const PIECE = /^[A-Za-z0-9%_.=~-]{1,200}$/;

/** @throws {UsageError} a name that is no path below the place. */
export function checkedName(name: string): string {
  const isFine = name.split('/').every((piece) => PIECE.test(piece) && !/^\.+$/.test(piece));
  if (!isFine) throw new UsageError(`"name" expected a path of letters, digits and hyphens, got ${name}`);
  return name;
}
