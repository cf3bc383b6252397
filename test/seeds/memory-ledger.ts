/** The ledger in memory, with the rules of `packages/store/src/ledger.ts`, `packages/store/src/ledger-grades.ts` and of the reads that grading resumes from. */

import { canonicalJson, closeDay, correctionOf, LEDGER_HORIZONS, NO_DIGEST, utcDate, type ForecastRow, type GradeRow, type LedgerDigest, type LedgerRow } from '@barograph/contract'; // prettier-ignore
import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { LedgerWrite } from '../../packages/store/src/ledger.ts';
import type { LedgerStore } from '../../packages/store/src/ledger-reads.ts';
import { sha256 } from '../../packages/store/src/sha256.ts';

/** One chain in memory. */
export interface MemoryLedger extends Pick<LedgerStore, 'due' | 'graded' | 'forecasts' | 'newest' | 'digests'> {
  write(write: LedgerWrite): Promise<void>;
  /** Rows of a day. */
  rowsOf(day: number): readonly LedgerRow[];
}

interface Kept {
  readonly row: LedgerRow;
  readonly place: string;
  readonly time: number;
  readonly part: number;
  readonly day: number;
}

const placeOf = ({ scope, horizon }: Pick<LedgerRow, 'scope' | 'horizon'>): string => `${scope} ${horizon}`;
const countsOf = (row: LedgerRow): string => canonicalJson((row as GradeRow).counts);
const byTime = (a: Kept, b: Kept): number => (a.time === b.time ? (a.place < b.place ? -1 : 1) : a.time - b.time);

/** An empty chain. */
export function createMemoryLedger(): MemoryLedger {
  const rows = new Map<string, Kept>();
  const digests: (LedgerDigest & { readonly day: number })[] = [];
  const keyOf = (place: string, time: number, part: number): string => `${place} ${time} ${part}`;
  const forecastAt = (place: string, time: number): Kept | undefined => rows.get(keyOf(place, time, 0));
  const forecasts = (): readonly Kept[] => [...rows.values()].filter(({ part }) => part === 0);
  /** The newest grade of a forecast. */
  const gradeAt = (place: string, time: number): GradeRow | undefined => {
    let grade: GradeRow | undefined;
    for (let part = 1, kept = rows.get(keyOf(place, time, 1)); kept !== undefined; kept = rows.get(keyOf(place, time, ++part))) grade = kept.row as GradeRow; // prettier-ignore
    return grade;
  };
  const rowsOf = (day: number): readonly LedgerRow[] => [...rows.values()].flatMap((kept) => (kept.day === day ? [kept.row] : [])); // prettier-ignore
  const rowOf = ({ row }: Kept): ForecastRow => row as ForecastRow;
  return {
    rowsOf,
    write: async ({ origin, rows: written, day, closeBefore }) => {
      const newest = digests.at(-1);
      const open = newest === undefined ? -Infinity : newest.day + DAY_MS;
      const broken = new Set<string>();
      for (const row of written) {
        const part = row.type === 'forecast' ? 0 : 1 + correctionOf(row);
        const kept = { row, place: placeOf(row), time: Date.parse(row.time), part, day: Math.max(day, open) };
        const key = keyOf(kept.place, kept.time, part);
        const stored = rows.get(key)?.row;
        if (part === 1 && stored !== undefined && countsOf(stored) !== countsOf(row)) broken.add(kept.place);
        if (stored === undefined && !(part === 1 && broken.has(kept.place))) rows.set(key, kept);
      }
      const first = newest === undefined ? Math.min(...[...rows.values()].map((kept) => kept.day)) : open;
      for (let at = first; at < closeBefore; at += DAY_MS) {
        const texts = rowsOf(at).map((row) => ({ id: row.id, text: canonicalJson(row) }));
        const previous = digests.at(-1)?.digest ?? NO_DIGEST;
        digests.push({ ...closeDay({ origin, date: utcDate(at), previous }, texts, sha256), day: at });
      }
    },
    due: async (_, { from, asOf, limit }) =>
      forecasts()
        .filter(
          ({ row, place, time }) =>
            time >= from &&
            time <= asOf - (LEDGER_HORIZONS[row.horizon] + 1) * HOUR_MS &&
            gradeAt(place, time) === undefined,
        ) // prettier-ignore
        .sort(byTime)
        .map((kept, _i, all) => ({
          kept,
          turn: all.filter(({ place, time }) => place === kept.place && time < kept.time).length,
        }))
        .sort((a, b) => a.turn - b.turn)
        .slice(0, limit)
        .map(({ kept }) => rowOf(kept)),
    graded: async (_, { from, to }) =>
      forecasts()
        .filter(({ row, time }) => {
          const end = time + (LEDGER_HORIZONS[row.horizon] + 1) * HOUR_MS;
          return end >= from && end < to;
        })
        .sort(byTime)
        .flatMap((kept) => {
          const grade = gradeAt(kept.place, kept.time);
          return grade === undefined ? [] : [{ row: rowOf(kept), grade }];
        }),
    forecasts: async (_, __, places) => places.flatMap((place) => forecastAt(placeOf(place), place.time) ?? []).map(rowOf), // prettier-ignore
    newest: async () => {
      const last = new Map<string, Kept>();
      const graded = new Map<string, Kept>();
      for (const kept of rows.values()) {
        const places = kept.part === 0 ? last : graded;
        if ((places.get(kept.place)?.time ?? -Infinity) < kept.time) places.set(kept.place, kept);
      }
      return [...last.values()].map(({ place, time, row: { scope, horizon } }) => {
        const newest = graded.get(place);
        return { scope, horizon, time, grade: newest === undefined ? undefined : gradeAt(place, newest.time) };
      });
    },
    digests: async (_, { from, to }) => digests.filter(({ day }) => day >= from && day <= to).map(({ day: __, ...digest }) => digest), // prettier-ignore
  };
}
