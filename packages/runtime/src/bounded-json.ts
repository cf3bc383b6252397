/** JSON of callers. Its nesting is bounded before it is parsed, so that no recursion over it can exhaust the stack. */

/** Levels of lists and objects; no request of the contract or of MCP needs half as many. */
const LEVELS_MOST = 64;

/** JSON with more levels of lists and objects than a caller may send. */
export class NestingError extends Error {
  constructor() {
    super(`Expected JSON with at most ${LEVELS_MOST} levels of lists and objects, got more.`);
  }
}

/**
 * Parses JSON of a caller.
 *
 * @throws {NestingError} when it is nested too deeply; nothing is parsed then.
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
