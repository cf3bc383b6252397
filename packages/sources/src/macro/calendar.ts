/** The feed of releases: the shipped calendar, what an operator adds, and what a source of dates adds. */

import { DAY_MS, ok } from '@barograph/core';
import type { FileRelease } from '@barograph/files';
import { isScheduled, MACRO_PRINTS, scheduledReleases, type ScheduledRelease } from '@barograph/stress/risk';
import type { Feeds } from '../market/feeds.ts';
import type { MacroRelease } from '../market/outlook.ts';

/** A release with the time for which its date stood. */
type Dated = MacroRelease & Pick<ScheduledRelease, 'knownAt' | 'withdrawnAt'>;

/** Of one print there is one release a day. */
function keyOf({ print, time, name }: MacroRelease): string {
  return `${print === 'other' ? name : print} ${Math.floor(time / DAY_MS)}`;
}

function ofFile({ print, ...rest }: FileRelease): Dated {
  return { ...rest, print: MACRO_PRINTS.find((one) => one === print) ?? 'other', withdrawnAt: null };
}

/** Rows of a release as the feed has them. */
function rowOf({ print, name, time, publisher, expectedMoveBp }: Dated): MacroRelease {
  return { print, name, time, publisher, expectedMoveBp };
}

/**
 * The feed. A row of an operator stands in for the shipped one of that print and day; of prints whose shipped list has ended
 * a source of dates tells of later ones.
 *
 * @param own an operator's rows; a print that is not known is `other`.
 * @param later dates of a source, asked for at each question.
 */
export function calendarFeed(
  own: readonly FileRelease[] = [],
  later: () => readonly ScheduledRelease[] = () => [],
): Feeds['macroCalendar'] {
  const dated = (release: ScheduledRelease): Dated => ({ ...release, expectedMoveBp: null });
  const shipped = scheduledReleases().map(dated);
  const lastOf = new Map(shipped.map(({ print, time }) => [print, time]));
  const said = own.map(ofFile);
  const keys = new Set(said.map(keyOf));
  return {
    pull: async ({ from, asOf }) => {
      const beyond = later().filter(({ print, time }) => time > (lastOf.get(print) ?? -Infinity));
      const all = [...shipped, ...beyond.map(dated)].filter((one) => !keys.has(keyOf(one)));
      const releases = [...said, ...all]
        .filter((one) => one.time > from && isScheduled(one, asOf))
        .toSorted((a, b) => a.time - b.time)
        .map(rowOf);
      return ok({ rows: { releases }, asOf });
    },
  };
}
