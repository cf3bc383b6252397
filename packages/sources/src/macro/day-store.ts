/** Daily values of a publisher's series, with the time each became known here. */

import {
  knownAt,
  soundDays,
  type DayValue,
  type FileMacroName,
  type MacroDrop,
  type Publication,
} from '@barograph/files';
import type { OutlookSeries } from '../market/outlook.ts';

/** Values of a series by one publisher. */
export interface DayStore {
  readonly name: FileMacroName;
  readonly publisher: string;
  readonly isProxy: boolean;
  /** Stores the rows of an answer. Each invalid row is reported once. @param fetchedAt epoch ms. */
  take(rows: readonly DayValue[], fetchedAt: number): void;
  /** First and newest day, 00:00 UTC, epoch ms; undefined when empty. */
  days(): readonly [first: number, last: number] | undefined;
  /** Unique ascending times with values. @param before drops later days, epoch ms. @default all days */
  series(before?: number): OutlookSeries;
}

/** Options of a store. */
export interface DayStoreOptions {
  readonly name: FileMacroName;
  readonly publisher: string;
  readonly publication: Publication;
  readonly isProxy?: boolean;
  readonly drop: (name: FileMacroName, reason: MacroDrop) => void;
}

/** Maximum reports remembered, so that a source of endless invalid rows cannot fill the memory. */
const MOST_REPORTS = 1000;

/**
 * Creates a store. A day counts as known by its publisher's rule or when first seen here, whichever is earlier: an early
 * value is public, and a value from before the process start was known by the rule.
 */
export function createDayStore({ name, publisher, publication, isProxy = false, drop }: DayStoreOptions): DayStore {
  const rows = new Map<number, { readonly value: number; readonly seen: number }>();
  const reported = new Set<string>();
  let sorted: readonly (readonly [day: number, row: { readonly value: number; readonly seen: number }])[] = [];
  return {
    name,
    publisher,
    isProxy,
    take: (answer, fetchedAt) => {
      const report = (reason: MacroDrop, day: number): void => {
        const key = `${reason} ${day}`;
        if (reported.has(key) || reported.size >= MOST_REPORTS) return;
        reported.add(key);
        drop(name, reason);
      };
      for (const { day, value } of soundDays(name, answer, fetchedAt, report)) {
        rows.set(day, { value, seen: rows.get(day)?.seen ?? fetchedAt });
      }
      sorted = [...rows].sort(([a], [b]) => a - b);
    },
    days: () => (sorted.length === 0 ? undefined : [sorted[0]![0], sorted.at(-1)![0]]),
    series: (before = Infinity) => {
      const kept = sorted.filter(([day]) => day < before);
      let last = -Infinity;
      return {
        time: Float64Array.from(
          kept,
          ([day, { seen }]) => (last = Math.max(last + 1, Math.min(knownAt(publication, day), seen))),
        ),
        value: Float64Array.from(kept, ([, { value }]) => value),
      };
    },
  };
}

/** Series of the feed with its publisher. */
export interface ChosenSeries extends OutlookSeries {
  readonly publisher: string;
  readonly isProxy: boolean;
}

/**
 * Merges several publishers into a series: the first publisher whose newest day is not far behind, extended backwards by
 * the publishers after it.
 *
 * @param stores in order of preference, all of one name.
 * @param behindMs maximum lag of the newest day behind another publisher's, ms.
 * @returns undefined without any values.
 */
export function chosenSeries(stores: readonly DayStore[], behindMs: number): ChosenSeries | undefined {
  const known = stores.flatMap((store) => {
    const days = store.days();
    return days === undefined ? [] : [{ store, first: days[0], last: days[1] }];
  });
  const newest = Math.max(...known.map(({ last }) => last));
  const chosen = known.find(({ last }) => newest - last <= behindMs);
  if (chosen === undefined) return undefined;
  const older = known
    .filter((other) => other !== chosen && other.first < chosen.first)
    .toSorted((a, b) => a.first - b.first)[0];
  const own = chosen.store.series();
  const { publisher, isProxy } = chosen.store;
  if (older === undefined || own.time.length === 0) return { ...own, publisher, isProxy };
  const past = older.store.series(chosen.first);
  // Values before the first day must also be known before it.
  const until = past.time.findIndex((time) => time >= own.time[0]!);
  const count = until === -1 ? past.time.length : until;
  return {
    time: Float64Array.of(...past.time.subarray(0, count), ...own.time),
    value: Float64Array.of(...past.value.subarray(0, count), ...own.value),
    publisher: count === 0 ? publisher : `${publisher}, before that ${older.store.publisher}`,
    isProxy,
  };
}
