/** Address of a loopback venue, as `--loopback` takes it. */

import { InvalidArgumentError } from 'commander';

/**
 * Parses the address of a loopback venue, without a slash at its end.
 * @throws {InvalidArgumentError} for a text that is no address without a path.
 */
export function baseOf(text: string): string {
  if (!/^https?:\/\/[^/]+\/*$/.test(text)) {
    throw new InvalidArgumentError('expected a URL such as http://127.0.0.1:8790.');
  }
  return text.replace(/\/+$/, '');
}
