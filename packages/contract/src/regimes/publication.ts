/** Publication of the long-horizon regime, and the archive of its history. */

import { Type } from 'typebox';
import { port } from '../context.ts';
import type { DataSource } from '../parameters.ts';
import { publication, storedNumber, type Provenance } from '../published.ts';
import { nullable } from '../scalar.ts';
import { cycleCurrent, type CycleCurrentWire } from './current-row.ts';
import type { CycleDayWire } from './day-row.ts';
import { cycleHistoryEntry, type CycleHistoryEntryWire } from './history-row.ts';

/** The long-horizon regime; its records are the history, oldest first. */
export interface CycleHead {
  /** null before anything was read. */
  readonly current: CycleCurrentWire | null;
  /** The first refresh that was kept, epoch ms; null before it. */
  readonly archiveStart: number | null;
}
/** Publication of the long-horizon regime. */
export const cyclePublication = publication<CycleHistoryEntryWire, CycleHead>('cycle', 'cycle-snapshot/2', {
  head: Type.Object({ current: nullable(cycleCurrent.schema), archiveStart: storedNumber }),
  record: cycleHistoryEntry.schema,
});

/** Refreshes that were archived. */
export interface CycleArchive {
  /** Moments of the refreshes within `[from, to)`, epoch ms, oldest first. */
  samples(from: number, to: number): Promise<readonly number[]>;
}

/** Port of the archive of the long-horizon regime. */
export const CYCLE_ARCHIVE = port<CycleArchive>('cycle archive');

/** Days that the rules would have given, and what they were read from. */
export interface ReconstructedCycle {
  /** Completed UTC days, oldest first; from the first day of the lead coin's bars. */
  readonly days: readonly CycleDayWire[];
  readonly dataSource: DataSource;
  readonly provenance: readonly Provenance[];
}

/** Days that the rules would have given: read from bars alone, apart from the committed history. */
export interface CyclePast {
  days(asOf: number): Promise<ReconstructedCycle>;
}

/** Port of those days. */
export const CYCLE_PAST = port<CyclePast>('cycle past');
