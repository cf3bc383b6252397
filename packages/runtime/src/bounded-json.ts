/** JSON of callers. Nesting is limited before parsing, so that no recursion over the value can overflow the stack. */

/** Levels of arrays and objects; no request of the contract or of MCP needs half as many. */
const LEVELS_MOST = 64;

/** Error for JSON with more levels of arrays and objects than allowed. */
export class NestingError extends Error {
  constructor() {
    super(`Expected JSON with at most ${LEVELS_MOST} levels of lists and objects, got more.`);
  }
}

/**
 * Parses JSON of a caller.
 *
 * @throws {NestingError} when it is nested too deeply; it is not parsed then.
 * @throws {SyntaxError} when the text is not JSON.
 */
export function parseBounded(text: string): unknown {
  let levels = 0;
  let isInText = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"') isInText = !isInText;
    else if (isInText) i += character === '\\' ? 1 : 0;
    else if ('[{'.includes(character)) levels++;
    else if (']}'.includes(character)) levels--;
    if (levels > LEVELS_MOST) throw new NestingError();
  }
  return JSON.parse(text);
}
