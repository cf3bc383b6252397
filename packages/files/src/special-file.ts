/** Refuses paths that are not files before opening them: opening a named pipe waits for a writer indefinitely. */

import { statSync, type Stats } from 'node:fs';

/** Inherited descriptors, such as standard input and the shell's pipes for `<(…)`. */
const OWN = /^\/(?:dev\/stdin|(?:dev|proc\/self)\/fd\/\d+)$/;

/**
 * Describes a path that is not a file: a directory, a named pipe, a socket or a device.
 *
 * @returns undefined for a file, for a missing path, and for a descriptor of this process (`/dev/stdin`, `/dev/fd/63`), whose other
 * end is already open.
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
    return undefined; // Opening it reports the problem.
  }
  if (found === undefined || found.isFile()) return undefined;
  if (found.isDirectory()) return 'a directory';
  return found.isFIFO() ? 'a named pipe' : found.isSocket() ? 'a socket' : 'a device';
}
