/** Escapes external text for a terminal. */

/** Control characters, direction marks and other invisible characters, line separators, lone surrogates. */
const HOSTILE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;
/** {@link HOSTILE} except line ends and tabs. */
const HOSTILE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu;
/** More combining marks than any script uses; they would overlap neighbouring lines. */
const HEAPED = /(\p{M}{3})\p{M}+/gu;

const escaped = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`;

/**
 * Escapes a cell or message: characters that move the cursor, change direction or are invisible become `\u{1b}`.
 *
 * @source Unicode Technical Report 36 (security), and Trojan Source, Boucher and Anderson, 2021.
 */
export function safeText(text: string): string {
  return text.replace(HOSTILE, escaped).replace(HEAPED, '$1');
}

/** Escapes text, keeping line ends and tabs. */
export function safeLines(text: string): string {
  return text.replace(HOSTILE_IN_LINES, escaped).replace(HEAPED, '$1');
}
