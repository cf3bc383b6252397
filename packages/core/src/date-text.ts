/** Parses dates as tables, terminals and mails write them. */

import { parseIsoTime } from './iso-time.ts';

/** Order of day and month in a date such as 01/02/2024. */
export type DateOrder = 'dmy' | 'mdy';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?!\d)/;
const YEAR_FIRST = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?!\d)/;
const COMPACT = /^(\d{4})(\d\d)(\d\d)(?=$|[T ]|\d{4}(?:\d\d)?$)/;
const NAMED =
  /^(?:[a-z]{3,9},? )?(?:([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})|(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4}))(?!\d)/i;
const CLOCK =
  /^(?:[T ]|, |)(\d{1,2})(?::?(\d\d)(?::?(\d\d)(?:[.,](\d+))?)?)?(?:[ -]?([AP])\.?M\.?)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

/** Day in a text, and the text after it. */
interface Day {
  readonly day: string;
  readonly rest: string;
}

/**
 * Parses a date to epoch ms: ISO-8601, `2024/01/31 12:00`, `2024.01.31`, `20240131`, `20240131T120000`, `Jan 31, 2024`,
 * `31-Jan-2024 1:05 PM`, `Wed, 31 Jan 2024 12:00:00 GMT`, `31/01/2024 12:00`. A time without a zone is UTC.
 *
 * @param order order of day and month when both are numbers; undefined refuses such dates.
 * @returns NaN for any other text, and for days and times that do not exist.
 * @example
 * parseDate('31 Jan 2024'); // → 1706659200000
 * parseDate('01/02/2024'); // → NaN
 */
export function parseDate(text: string, order?: DateOrder): number {
  const plain = text.trim();
  const iso = parseIsoTime(plain);
  if (!Number.isNaN(iso)) return iso;
  const found = dayIn(plain, order);
  if (found === undefined) return NaN;
  if (found.rest === '') return parseIsoTime(found.day);
  const clock = clockIn(found.rest);
  return clock === undefined ? NaN : parseIsoTime(`${found.day}T${clock}`);
}

/**
 * Infers the order of day and month from the first date that has a number over 12.
 *
 * @returns undefined when no date decides it, or when dates contradict each other.
 * @example
 * dateOrder(['01/02/2024', '01/13/2024']); // → 'mdy'
 */
export function dateOrder(texts: readonly string[]): DateOrder | undefined {
  const orders = new Set<DateOrder>();
  for (const text of texts) {
    const [, first, , second] = NUMERIC.exec(text.trim()) ?? [];
    if (Number(first) > 12) orders.add('dmy');
    if (Number(second) > 12) orders.add('mdy');
  }
  return orders.size === 1 ? [...orders][0] : undefined;
}

/**
 * Returns whether a text is a date whose day and month are both numbers, so that parsing needs {@link dateOrder}.
 *
 * @example
 * needsOrder('03/04/2024'); // → true
 */
export const needsOrder = (text: string): boolean => NUMERIC.test(text.trim());

function dayIn(text: string, order: DateOrder | undefined): Day | undefined {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return dayOf(text, yearFirst, yearFirst[1]!, yearFirst[3]!, yearFirst[4]!);
  const compact = COMPACT.exec(text);
  if (compact !== null) return dayOf(text, compact, compact[1]!, compact[2]!, compact[3]!);
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    const [, first, , second, year] = numeric;
    if (order === undefined) return undefined;
    return order === 'dmy'
      ? dayOf(text, numeric, year!, second!, first!)
      : dayOf(text, numeric, year!, first!, second!);
  }
  const named = NAMED.exec(text);
  if (named === null) return undefined;
  const [, firstName, firstDay, firstYear, day, name, year] = named;
  const word = (firstName ?? name)!.toLowerCase();
  const month = MONTHS.findIndex((each) => word.startsWith(each)) + 1;
  return month === 0 ? undefined : dayOf(text, named, (firstYear ?? year)!, String(month), (firstDay ?? day)!);
}

function dayOf(text: string, found: RegExpExecArray, year: string, month: string, day: string): Day {
  return { day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, rest: text.slice(found[0].length) };
}

/** ISO-8601 form of a time of day and its zone. */
function clockIn(text: string): string | undefined {
  const found = CLOCK.exec(text);
  if (found === null) return undefined;
  const [, hourText, minute = '00', second = '00', fraction, half, zone = 'Z'] = found;
  let hour = Number(hourText);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  }
  const parts = fraction === undefined ? '' : `.${fraction}`;
  const place = /^(?:UTC|GMT)$/i.test(zone) ? 'Z' : zone;
  return `${String(hour).padStart(2, '0')}:${minute}:${second}${parts}${place}`;
}
