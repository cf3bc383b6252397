/** Dates without a time, as publishers of daily values write them. */

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;

/** 00:00 UTC of `YYYY-MM-DD`, epoch ms; NaN for anything else, including the 30th of February. */
export function isoDay(text: string): number {
  if (!DATE.test(text)) return NaN;
  const day = Date.parse(text);
  return Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text ? NaN : day;
}
