/**
 * Dates of macro releases and rate decisions, as their publishers announced them. A list of facts, reviewed and
 * extended by hand; it excludes whatever could not be confirmed.
 *
 * @source Federal Reserve, calendars of the FOMC and tentative schedules of 2022 to 2027 (that of 2027 of 2025-09-05);
 * BLS, schedules of the Consumer Price Index and of the Employment Situation 2022 to 2026; BEA, release schedules of
 * GDP and of Personal Income and Outlays 2022 to 2026. Checked against several public lists of them.
 */

import type { MacroPrint } from '../risk/event.ts';

/** Dates of one kind in a year, `MM-DD` each. */
export interface ReleaseYear {
  readonly print: MacroPrint;
  readonly year: number;
  readonly dates: string;
}

/** Regular dates in their latest form. GDP has the three estimates of a quarter. */
export const REGULAR_DATES: readonly ReleaseYear[] = [
  { print: 'FOMC', year: 2022, dates: '01-26 03-16 05-04 06-15 07-27 09-21 11-02 12-14' },
  { print: 'FOMC', year: 2023, dates: '02-01 03-22 05-03 06-14 07-26 09-20 11-01 12-13' },
  { print: 'FOMC', year: 2024, dates: '01-31 03-20 05-01 06-12 07-31 09-18 11-07 12-18' },
  { print: 'FOMC', year: 2025, dates: '01-29 03-19 05-07 06-18 07-30 09-17 10-29 12-10' },
  { print: 'FOMC', year: 2026, dates: '01-28 03-18 04-29 06-17 07-29 09-16 10-28 12-09' },
  { print: 'FOMC', year: 2027, dates: '01-27 03-17 04-28 06-09 07-28 09-15 10-27 12-08' },
  { print: 'CPI', year: 2022, dates: '01-12 02-10 03-10 04-12 05-11 06-10 07-13 08-10 09-13 10-13 11-10 12-13' },
  { print: 'CPI', year: 2023, dates: '01-12 02-14 03-14 04-12 05-10 06-13 07-12 08-10 09-13 10-12 11-14 12-12' },
  { print: 'CPI', year: 2024, dates: '01-11 02-13 03-12 04-10 05-15 06-12 07-11 08-14 09-11 10-10 11-13 12-11' },
  { print: 'CPI', year: 2025, dates: '01-15 02-12 03-12 04-10 05-13 06-11 07-15 08-12 09-11' },
  { print: 'CPI', year: 2026, dates: '01-13 03-11 04-10 05-12 06-10 07-14 08-12 09-11 10-14 11-10 12-10' },
  { print: 'NFP', year: 2022, dates: '01-07 02-04 03-04 04-01 05-06 06-03 07-08 08-05 09-02 10-07 11-04 12-02' },
  { print: 'NFP', year: 2023, dates: '01-06 02-03 03-10 04-07 05-05 06-02 07-07 08-04 09-01 10-06 11-03 12-08' },
  { print: 'NFP', year: 2024, dates: '01-05 02-02 03-08 04-05 05-03 06-07 07-05 08-02 09-06 10-04 11-01 12-06' },
  { print: 'NFP', year: 2025, dates: '01-10 02-07 03-07 04-04 05-02 06-06 07-03 08-01 09-05' },
  { print: 'NFP', year: 2026, dates: '01-09 03-06 04-03 05-08 06-05 07-02 08-07 09-04 10-02 11-06 12-04' },
  { print: 'PCE', year: 2022, dates: '01-28 02-25 03-31 04-29 05-27 06-30 07-29 08-26 09-30 10-28 12-01 12-23' },
  { print: 'PCE', year: 2023, dates: '01-27 02-24 03-31 04-28 05-26 06-30 07-28 08-31 09-29 10-27 11-30 12-22' },
  { print: 'PCE', year: 2024, dates: '01-26 02-29 03-29 04-26 05-31 06-28 07-26 08-30 09-27 10-31 11-27 12-20' },
  { print: 'PCE', year: 2025, dates: '01-31 02-28 03-28 04-30 05-30 06-27 07-31 08-29 09-26' },
  { print: 'PCE', year: 2026, dates: '04-30 05-28 06-25 07-30 08-26 09-30 10-29 11-25 12-23' },
  { print: 'GDP', year: 2022, dates: '01-27 02-24 03-30 04-28 05-26 06-29 07-28 08-25 09-29 10-27 11-30 12-22' },
  { print: 'GDP', year: 2023, dates: '01-26 02-23 03-30 04-27 05-25 06-29 07-27 08-30 09-28 10-26 11-29 12-21' },
  { print: 'GDP', year: 2024, dates: '01-25 02-28 03-28 04-25 05-30 06-27 07-25 08-29 09-26 10-30 11-27 12-19' },
  { print: 'GDP', year: 2025, dates: '01-30 02-27 03-27 04-30 05-29 06-26 07-30 08-28 09-25' },
  { print: 'GDP', year: 2026, dates: '04-30 05-28 06-25 07-30 08-26 09-30 10-29 11-25 12-23' },
];

/** Unscheduled date: when it became known, and when it was withdrawn, if so. */
export interface MovedDate {
  readonly print: MacroPrint;
  /** Date, `YYYY-MM-DD` each. It counts as known, and as withdrawn, after the end of that day. */
  readonly date: string;
  readonly known?: string;
  readonly withdrawn?: string;
}

/**
 * The government closures in autumn 2025 and winter 2026: dropped dates, and the dates that replaced them. October's
 * CPI and jobs report were never published separately. Dates were dropped on the days of the closure; replacements were
 * announced on the days of the publishers' notices, the later day when reports differ.
 */
export const MOVED_DATES: readonly MovedDate[] = [
  { print: 'NFP', date: '2025-10-03', withdrawn: '2025-10-02' },
  { print: 'CPI', date: '2025-10-15', withdrawn: '2025-10-10' },
  { print: 'CPI', date: '2025-10-24', known: '2025-10-10' },
  { print: 'GDP', date: '2025-10-30', withdrawn: '2025-10-29' },
  { print: 'PCE', date: '2025-10-31', withdrawn: '2025-10-30' },
  { print: 'NFP', date: '2025-11-07', withdrawn: '2025-11-06' },
  { print: 'CPI', date: '2025-11-13', withdrawn: '2025-11-12' },
  { print: 'NFP', date: '2025-11-20', known: '2025-11-14' },
  { print: 'NFP', date: '2025-12-05', withdrawn: '2025-11-19' },
  { print: 'PCE', date: '2025-12-05', known: '2025-11-25' },
  { print: 'CPI', date: '2025-12-10', withdrawn: '2025-11-21' },
  { print: 'NFP', date: '2025-12-16', known: '2025-11-19' },
  { print: 'CPI', date: '2025-12-18', known: '2025-11-21' },
  { print: 'GDP', date: '2025-12-23', known: '2025-12-05' },
  { print: 'GDP', date: '2026-01-22', known: '2025-12-23' },
  { print: 'PCE', date: '2026-01-22', known: '2025-12-23' },
  { print: 'NFP', date: '2026-02-06', withdrawn: '2026-02-04' },
  { print: 'CPI', date: '2026-02-11', withdrawn: '2026-02-04' },
  { print: 'NFP', date: '2026-02-11', known: '2026-02-04' },
  { print: 'CPI', date: '2026-02-13', known: '2026-02-04' },
  { print: 'GDP', date: '2026-02-20', known: '2026-01-22' },
  { print: 'PCE', date: '2026-02-20', known: '2026-01-22' },
  { print: 'GDP', date: '2026-03-13', known: '2026-02-20' },
  { print: 'PCE', date: '2026-03-13', known: '2026-02-20' },
  { print: 'GDP', date: '2026-04-09', known: '2026-03-13' },
  { print: 'PCE', date: '2026-04-09', known: '2026-03-13' },
];

/** Releases at 10:00 in New York instead of 08:30: those of PCE on the day of GDP. */
export const TEN_O_CLOCK: readonly string[] = ['PCE 2024-11-27', 'PCE 2025-04-30'];
