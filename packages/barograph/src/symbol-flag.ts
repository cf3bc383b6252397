/** `--symbol`: a name for the bars of a single file. */

import { isSymbol, SYMBOL_RULE } from '@barograph/files';
import { InvalidArgumentError } from 'commander';

/**
 * Parses a symbol of the command line.
 * @throws {InvalidArgumentError} when the text is not a symbol.
 */
export function symbolIn(text: string): string {
  if (!isSymbol(text)) throw new InvalidArgumentError(`expected ${SYMBOL_RULE}.`);
  return text;
}
