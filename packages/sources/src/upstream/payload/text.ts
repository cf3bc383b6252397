/** Texts of an outside source: names and descriptions that anybody may have written. */

/**
 * Characters that break a line or turn the direction of what follows them: control characters, the separators of lines, marks and
 * overrides of direction, and halves of surrogate pairs.
 */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Cs}/gu;

/**
 * A text on one line of at most `most` characters. Markup and signs of formulas stay: they are text, and a
 * writer of another format than JSON escapes them there.
 *
 * @returns null of what is no text, or of one that has nothing to read.
 */
export function lineOf(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null;
  // Most of a text of megabytes is never looked at.
  const line = value
    .slice(0, 4 * most + 64)
    .replaceAll(UNPRINTABLE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line === '') return null;
  const letters = Array.from(line);
  return letters.length <= most && value.length <= 4 * most + 64 ? line : `${letters.slice(0, most - 1).join('')}…`;
}

/** Whether a text is an address of http or https without user and password. */
export function webAddress(text: string): boolean {
  if (text.length > 500 || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** A page on the web; null of anything else, such as a script. */
export function webPage(value: unknown, most: number = 300): string | null {
  if (typeof value !== 'string' || value.length > most || !URL.canParse(value)) return null;
  const { protocol, href, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '' && href.length <= most ? href : null;
}
