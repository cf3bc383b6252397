/** The `Retry-After` header. */

/** Shortest pause: a source that refuses is never asked again at once. */
const SHORTEST_MS = 1000;

/**
 * Time to wait, ms.
 *
 * @param header seconds, or a date of HTTP.
 * @param now epoch ms.
 * @returns undefined of a header that says neither.
 * @source RFC 9110, section 10.2.3
 */
export function retryAfterMs(header: unknown, now: number): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Math.max(SHORTEST_MS, Number(text) * 1000);
  // Dates begin with the name of a day; what else Date.parse accepts is no date of HTTP.
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(SHORTEST_MS, at - now);
}
