/** Text and JSON for PostgreSQL, whose text type cannot store U+0000 or lone surrogates. */

const RISKY = /\\u(?:0000|[dD][89a-fA-F])/;

/** Whether PostgreSQL can store a text. */
export function isStorable(text: string): boolean {
  return !/\0|\p{Cs}/u.test(text);
}

/** Replaces U+0000 and lone surrogates by U+FFFD, the replacement character. */
function clean(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '\u{FFFD}');
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [clean(name), field]));
}

/** JSON text of a value, `null` for values without a JSON form. Replaces characters that the database cannot store. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 'null';
  // Few texts have an escape, and this check is far faster than the pattern.
  return text.includes('\\u') && RISKY.test(text) ? JSON.stringify(value, (_, part: unknown) => cleaned(part)) : text;
}
