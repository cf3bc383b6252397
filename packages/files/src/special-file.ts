/** Paths that name no file, refused before they are opened: opening a named pipe waits for a writer, without an end. */

import { statSync, type Stats } from 'node:fs';

/** Descriptors that this process was given, such as standard input and the pipes that a shell makes for `<(…)`. */
const OWN = /^\/(?:dev\/stdin|(?:dev|proc\/self)\/fd\/\d+)$/;

/**
 * Names what a path is instead of a file: a directory, a named pipe, a socket or a device.
 *
 * @returns undefined for a file, for a path where there is nothing, and for a descriptor of this process (`/dev/stdin`,
 *   `/dev/fd/63`), whose other end is open already.
 * @example
 * specialFile('/dev'); // → 'a directory'
 * specialFile('/dev/null'); // → 'a device'
 * specialFile('/dev/stdin'); // → undefined
 */
export function specialFile(path: string): string | undefined {
  if (OWN.test(path)) return undefined;
  let found: Stats | undefined;
  try {
    found = statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // opening it says what is wrong
  }
  if (found === undefined || found.isFile()) return undefined;
  if (found.isDirectory()) return 'a directory';
  return found.isFIFO() ? 'a named pipe' : found.isSocket() ? 'a socket' : 'a device';
}
