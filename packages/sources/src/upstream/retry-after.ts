/** The `Retry-After` header. */

/** Minimum pause after a refusal, ms. */
const SHORTEST_MS = 1000;

/**
 * Parses the wait, ms.
 *
 * @param header seconds, or an HTTP date.
 * @param now epoch ms.
 * @returns undefined for any other header.
 * @source RFC 9110, section 10.2.3
 */
export function retryAfterMs(header: unknown, now: number): number | undefined {
  if (typeof header !== 'string') return undefined;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Math.max(SHORTEST_MS, Number(text) * 1000);
  // HTTP dates begin with the name of a day; Date.parse accepts other texts too.
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(SHORTEST_MS, at - now);
}
