/** Texts from an outside source: names and descriptions of unknown authors. */

/**
 * Characters that break a line or change the direction of following text: control characters, line separators, direction marks
 * and overrides, and lone surrogates.
 */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]|\p{Cs}/gu;

/**
 * Text on one line of at most `most` characters. Markup and formula signs stay; writers of formats other than JSON must escape
 * them.
 *
 * @returns null when the value is not a text, or has no visible characters.
 */
export function lineOf(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null;
  // Only the beginning of a huge text is read.
  const line = value
    .slice(0, 4 * most + 64)
    .replaceAll(UNPRINTABLE, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (line === '') return null;
  const letters = Array.from(line);
  return letters.length <= most && value.length <= 4 * most + 64 ? line : `${letters.slice(0, most - 1).join('')}…`;
}

/** Whether a text is an http or https URL without user and password. */
export function webAddress(text: string): boolean {
  if (text.length > 500 || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** Web page URL; null for any other value, such as a script. */
export function webPage(value: unknown, most: number = 300): string | null {
  if (typeof value !== 'string' || value.length > most || !URL.canParse(value)) return null;
  const { protocol, href, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '' && href.length <= most ? href : null;
}
