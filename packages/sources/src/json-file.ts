/** JSON files named in the configuration. */

import { err, ok, type Result } from '@barograph/core';
import { specialFile } from '@barograph/files';
import { readFileSync } from 'node:fs';

/**
 * Reads a JSON file.
 *
 * @param field configuration field, for messages.
 * @returns the value, or the error in one line: missing file, or the position of invalid JSON.
 */
export function readJsonFile(field: string, path: string): Result<unknown, string> {
  const wrong = (got: string): Result<never, string> => err(`${field}: expected a JSON file, got ${got}: ${path}`);
  const special = specialFile(path);
  if (special !== undefined) return wrong(special);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return wrong('a file that cannot be read');
  }
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    const position = error instanceof SyntaxError ? /position \d+/.exec(error.message)?.[0] : undefined;
    return wrong(position === undefined ? 'no JSON' : `no JSON (${position})`);
  }
}
