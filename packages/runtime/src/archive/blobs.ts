/** Storage of archive files: a folder, or a bucket that all replicas share. */

import { UsageError } from '@barograph/core';

/** Named bytes. A name contains the hash of its bytes, so its content never changes. */
export interface Blobs {
  /** Location for logs. */
  readonly place: string;
  /** Writes all bytes or nothing. Overwrites an existing name. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** undefined when the name does not exist. */
  get(name: string, signal?: AbortSignal): Promise<Uint8Array | undefined>;
}

/** Valid parts of a name, none of which leads out of a folder. */
const PIECE = /^[A-Za-z0-9%_.=~-]{1,200}$/;

/**
 * Returns a name that is a relative path inside the storage.
 * @throws {UsageError} when a name is not a relative path inside the storage.
 */
export function checkedName(name: string): string {
  const isFine = name.split('/').every((piece) => PIECE.test(piece) && !/^\.+$/.test(piece));
  if (!isFine) throw new UsageError(`"name" expected a path of letters, digits and hyphens, got ${name}`);
  return name;
}
