/** Feed of releases: the built-in calendar, the operator's rows, and dates of a source. */

import { DAY_MS, ok } from '@barograph/core';
import type { FileRelease } from '@barograph/files';
import { isScheduled, MACRO_PRINTS, scheduledReleases, type ScheduledRelease } from '@barograph/stress/risk';
import type { Feeds } from '../market/feeds.ts';
import type { MacroRelease } from '../market/outlook.ts';

/** Release with the period during which its date was valid. */
type Dated = MacroRelease & Pick<ScheduledRelease, 'knownAt' | 'withdrawnAt'>;

/** Key of a release: a print is released at most once a day. */
function keyOf({ print, time, name }: MacroRelease): string {
  return `${print === 'other' ? name : print} ${Math.floor(time / DAY_MS)}`;
}

function ofFile({ print, ...rest }: FileRelease): Dated {
  return { ...rest, print: MACRO_PRINTS.find((macroPrint) => macroPrint === print) ?? 'other', withdrawnAt: null };
}

/** Row of a release in the feed. */
function rowOf({ print, name, time, publisher, expectedMoveBp }: Dated): MacroRelease {
  return { print, name, time, publisher, expectedMoveBp };
}

/**
 * Creates the feed. An operator's row replaces the built-in row of the same print and day. A source of dates
 * adds releases after the end of the built-in list.
 *
 * @param own operator's rows; an unknown print is `other`.
 * @param later returns dates of a source, called for each query.
 */
export function calendarFeed(
  own: readonly FileRelease[] = [],
  later: () => readonly ScheduledRelease[] = () => [],
): Feeds['macroCalendar'] {
  const dated = (release: ScheduledRelease): Dated => ({ ...release, expectedMoveBp: null });
  const shipped = scheduledReleases().map(dated);
  const lastOf = new Map(shipped.map(({ print, time }) => [print, time]));
  const stored = own.map(ofFile);
  const keys = new Set(stored.map(keyOf));
  return {
    pull: async ({ from, asOf }) => {
      const beyond = later().filter(({ print, time }) => time > (lastOf.get(print) ?? -Infinity));
      const all = [...shipped, ...beyond.map(dated)].filter((entry) => !keys.has(keyOf(entry)));
      const releases = [...stored, ...all]
        .filter((entry) => entry.time > from && isScheduled(entry, asOf))
        .toSorted((a, b) => a.time - b.time)
        .map(rowOf);
      return ok({ rows: { releases }, asOf });
    },
  };
}
