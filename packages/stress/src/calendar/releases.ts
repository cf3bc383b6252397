/** Shipped calendar of macro releases, as known at a moment. */

import { DAY_MS, deepFreeze, zoneMoment } from '@barograph/core';
import type { MacroPrint } from '../risk/event.ts';
import { MOVED_DATES, REGULAR_DATES, TEN_O_CLOCK } from './release-dates.ts';

/** Release that is known in advance. */
export interface ScheduledRelease {
  readonly print: MacroPrint;
  readonly name: string;
  /** Publisher of the date. */
  readonly publisher: string;
  /** Time of the release, epoch ms. */
  readonly time: number;
  /** Time at which the date became public, epoch ms; for a dropped date, with the time of its withdrawal. */
  readonly knownAt: number;
  readonly withdrawnAt: number | null;
}

/** Options of the calendar. */
export interface MacroCalendarConfig {
  readonly version: `macro-releases/${string}`;
  /** Month and day of the previous year, `MM-DD`, after which the dates of a year count as known. */
  readonly knownFrom: string;
}

/**
 * Publishers announce a year's dates between June and November of the previous year. The first of December is later
 * than all of them, so a replay never knows a date too early.
 */
export const MACRO_CALENDAR_V1: MacroCalendarConfig = deepFreeze({
  version: 'macro-releases/2026.11.1',
  knownFrom: '12-01',
});

/** Name, publisher and New York time in minutes after midnight. */
const TERMS: Readonly<Record<Exclude<MacroPrint, 'other'>, readonly [name: string, by: string, minutes: number]>> = {
  FOMC: ['FOMC rate decision', 'Federal Reserve', 840],
  CPI: ['Consumer Price Index', 'BLS', 510],
  NFP: ['Employment Situation', 'BLS', 510],
  PCE: ['Personal Income and Outlays', 'BEA', 510],
  GDP: ['Gross Domestic Product', 'BEA', 510],
};

/**
 * Returns name, publisher and time of a release on a date: rate decisions at 14:00 in New York, others at 08:30.
 *
 * @param date date, `YYYY-MM-DD`.
 * @example
 * const { publisher, time } = releaseOn('FOMC', '2026-01-28');
 * [publisher, new Date(time).toISOString()]; // → [ 'Federal Reserve', '2026-01-28T19:00:00.000Z' ]
 */
export function releaseOn(
  print: Exclude<MacroPrint, 'other'>,
  date: string,
): Pick<ScheduledRelease, 'print' | 'name' | 'publisher' | 'time'> {
  const [name, publisher, usual] = TERMS[print];
  const minutes = TEN_O_CLOCK.includes(`${print} ${date}`) ? 600 : usual;
  return { print, name, publisher, time: zoneMoment('new_york', Date.parse(date), minutes) };
}

function made(config: MacroCalendarConfig): readonly ScheduledRelease[] {
  const after = (date: string): number => Date.parse(date) + DAY_MS;
  const usualAt = (year: number): number => Date.parse(`${year - 1}-${config.knownFrom}`);
  const releasesOn = (print: MacroPrint, date: string, known?: string, withdrawn?: string): ScheduledRelease[] =>
    print === 'other'
      ? []
      : [
          {
            ...releaseOn(print, date),
            knownAt: known === undefined ? usualAt(Number(date.slice(0, 4))) : after(known),
            withdrawnAt: withdrawn === undefined ? null : after(withdrawn),
          },
        ];
  const regular = REGULAR_DATES.flatMap(({ print, year, dates }) =>
    dates.split(' ').flatMap((date) => releasesOn(print, `${year}-${date}`)),
  );
  const moved = MOVED_DATES.flatMap(({ print, date, known, withdrawn }) => releasesOn(print, date, known, withdrawn));
  return [...regular, ...moved].toSorted((a, b) =>
    a.time === b.time ? (a.print < b.print ? -1 : 1) : a.time - b.time,
  );
}

/**
 * Lists every release, oldest first, including the dropped ones.
 *
 * @param config parameters. @default MACRO_CALENDAR_V1
 * @example
 * scheduledReleases().filter((one) => isScheduled(one, Date.now()));
 */
export function scheduledReleases(config: MacroCalendarConfig = MACRO_CALENDAR_V1): readonly ScheduledRelease[] {
  return made(config);
}

/**
 * Returns whether a release was in the calendar of its publisher at a moment, epoch ms.
 * @param asOf the moment, epoch ms.
 *
 * @example
 * const cpi = scheduledReleases().find(({ print, time }) => print === 'CPI' && time > Date.UTC(2026, 5, 1))!;
 * isScheduled(cpi, Date.UTC(2026, 0, 1)); // → true
 * isScheduled(cpi, Date.UTC(2025, 0, 1)); // → false
 */
export function isScheduled(
  { knownAt, withdrawnAt }: Pick<ScheduledRelease, 'knownAt' | 'withdrawnAt'>,
  asOf: number,
): boolean {
  return knownAt <= asOf && (withdrawnAt === null || asOf < withdrawnAt);
}
