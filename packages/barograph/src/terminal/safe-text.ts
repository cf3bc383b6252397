/** Text from outside, made harmless for a terminal. */

/** Control characters of both sets, marks of direction and other invisible ones, separators of lines, halves of pairs. */
const HOSTILE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;
/** The same but for line ends and tabs. */
const HOSTILE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;
/** More marks on one letter than any script has: they would run over the lines above and below. */
const HEAPED = /(\p{M}{3})\p{M}+/gu;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;

/**
 * One cell or one message: what would move the cursor, turn the direction or hide is written as `\u{1b}`.
 *
 * @source Unicode Technical Report 36 (security), and Trojan Source, Boucher and Anderson, 2021.
 */
export function safeText(text: string): string {
  return text.replace(HOSTILE, escaped).replace(HEAPED, '$1');
}

/** The same of text with lines and tabs of its own. */
export function safeLines(text: string): string {
  return text.replace(HOSTILE_IN_LINES, escaped).replace(HEAPED, '$1');
}
