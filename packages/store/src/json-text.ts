/** Text and JSON as PostgreSQL takes them: its text cannot hold U+0000, nor halves of surrogate pairs. */

const RISKY = /\\u(?:0000|[dD][89a-fA-F])/;

/** Whether PostgreSQL can store a text. */
export function isStorable(text: string): boolean {
  return !/\0|\p{Cs}/u.test(text);
}

/** Both become U+FFFD, the replacement character. */
function clean(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '\u{FFFD}');
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [clean(name), field]));
}

/** The JSON text of a value; `null` for what JSON has no text for. What the database cannot hold is replaced. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 'null';
  // Hardly any text has an escape at all, and to find none is far quicker without the pattern.
  return text.includes('\\u') && RISKY.test(text) ? JSON.stringify(value, (_, part: unknown) => cleaned(part)) : text;
}
