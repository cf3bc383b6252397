/** Reasons behind cells that people take for numbers and times and that are refused. */

/** Whole parts of numbers that may be dates. */
export const FIRST_DATE_NUMBER = 19_000_101;
export const LAST_DATE_NUMBER = 21_001_231;

/** A date written as a number: 20240131. As seconds it would be a day of 1970. */
export function isDateNumber(value: number): boolean {
  const month = Math.floor(value / 100) % 100;
  const day = value % 100;
  return value >= FIRST_DATE_NUMBER && value <= LAST_DATE_NUMBER && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** Advice about a cell, as the end of what was expected; empty where nothing more is known. */
export function cellHint(isTime: boolean, cell: string): string {
  const text = cell.trim();
  if (isTime) {
    if (/^\d{8}(?:\D|$)/.test(text)) return ': write 2024-01-31, for a date in digits may be a number of seconds';
    if (
      /^(?:\d{1,2}[./-]|\d{4}[./])\d{1,2}[./-]\d{1,4}/.test(text) ||
      /^\p{L}{3,9}\.? \d/u.test(text) ||
      /^\d{1,2}[ -]\p{L}{3}/u.test(text)
    ) {
      return ': write 2024-01-31, for such a date does not say which is day and which is month';
    }
    return '';
  }
  if (/^[+-]?\d+,\d+$/.test(text) || /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) {
    return ' with a decimal point: 1,234 may be a thousand or a fraction, so decimal commas are not read; write 1234.5';
  }
  if (/^[+-]?\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?$/.test(text)) return ' without marks between thousands: write 1234.5';
  if (/^[+-]?[\d.]+ ?[kmb]$/i.test(text)) return ' in full: write 71280, not 71.28K';
  if (/^[$€£]|[$€£]$/.test(text)) return ' without a currency sign';
  return '';
}
