/** Parses ISO-8601 times. Hand-written, because a file may contain a million of them. */

/**
 * Parses ISO-8601 text to epoch ms: `2024-02-29` (midnight UTC), or a date and a time such as `2024-02-29T12:30`,
 * `2024-02-29 12:30:05.250Z`, `2024-02-29T12:30:00+01:00`. A time without a zone is UTC: the meaning of a file must not
 * depend on the machine that reads it. Digits below the millisecond are cut off.
 *
 * @returns NaN for any other text, and for days and times that do not exist.
 * @example
 * parseIsoTime('2024-02-29T12:30'); // → 1709209800000
 */
export function parseIsoTime(text: string): number {
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 2);
  const day = digits(text, 8, 2);
  if (text[4] !== '-' || text[7] !== '-' || !(year >= 100)) return NaN;
  const midnight = Date.UTC(year, month - 1, day);
  // Date.UTC rolls 30 February over to March: a day that does not print back the same does not exist.
  const date = new Date(midnight);
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1) return NaN;
  if (text.length === 10) return midnight;
  if (text[10] !== 'T' && text[10] !== 't' && text[10] !== ' ') return NaN;
  return midnight + clockMs(text, 11);
}

/** Ms since midnight UTC of `12:30`, `12:30:05` or `12:30:05.25` at `at`, with the zone after it. */
function clockMs(text: string, at: number): number {
  const hour = digits(text, at, 2);
  const minute = digits(text, at + 3, 2);
  if (text[at + 2] !== ':' || !(hour <= 23) || !(minute <= 59)) return NaN;
  const upToMinute = (hour * 60 + minute) * 60_000;
  if (text[at + 5] !== ':') return upToMinute - zoneMs(text, at + 5);
  const second = digits(text, at + 6, 2);
  if (!(second <= 59)) return NaN;
  const upToSecond = upToMinute + second * 1000;
  if (text[at + 8] !== '.') return upToSecond - zoneMs(text, at + 8);
  let end = at + 9;
  while (digits(text, end, 1) >= 0) end++;
  if (end === at + 9) return NaN;
  const ms = Number(
    text
      .slice(at + 9, at + 12)
      .slice(0, end - at - 9)
      .padEnd(3, '0'),
  );
  return upToSecond + ms - zoneMs(text, end);
}

/** Offset of the zone that starts at `at`: empty or `Z` (UTC), `+01:00`, `+0100` or `+01`. */
function zoneMs(text: string, at: number): number {
  const length = text.length - at;
  if (length === 0) return 0;
  const sign = text[at];
  if (length === 1) return sign === 'Z' || sign === 'z' ? 0 : NaN;
  const colon = text[at + 3] === ':' ? 1 : 0;
  if ((sign !== '+' && sign !== '-') || (length !== 3 && length !== 5 + colon)) return NaN;
  const hour = digits(text, at + 1, 2);
  const minute = length === 3 ? 0 : digits(text, at + 3 + colon, 2);
  if (!(hour <= 23) || !(minute <= 59)) return NaN;
  return (sign === '-' ? -1 : 1) * (hour * 60 + minute) * 60_000;
}

/** Number in the `count` digits at `at`; NaN unless all are digits. */
function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return NaN;
    value = value * 10 + digit;
  }
  return value;
}
