/** Publication of the long-horizon regime, and the archive of its history. */

import { Type } from 'typebox';
import { port } from '../context.ts';
import type { DataSource } from '../parameters.ts';
import { publication, storedNumber, type Provenance } from '../published.ts';
import { nullable } from '../scalar.ts';
import { cycleCurrent, type CycleCurrentWire } from './current-row.ts';
import type { CycleDayWire } from './day-row.ts';
import { cycleHistoryEntry, type CycleHistoryEntryWire } from './history-row.ts';

/** Current long-horizon regime; the records of its publication are the history, oldest first. */
export interface CycleHead {
  /** null before the first read. */
  readonly current: CycleCurrentWire | null;
  /** First stored refresh, epoch ms; null before it. */
  readonly archiveStart: number | null;
}
/** Publication of the long-horizon regime. */
export const cyclePublication = publication<CycleHistoryEntryWire, CycleHead>('cycle', 'cycle-snapshot/2', {
  head: Type.Object({ current: nullable(cycleCurrent.schema), archiveStart: storedNumber }),
  record: cycleHistoryEntry.schema,
});

/** Archived refreshes. */
export interface CycleArchive {
  /** Times of the refreshes within `[from, to)`, epoch ms, oldest first. */
  samples(from: number, to: number): Promise<readonly number[]>;
}

/** Port of the archive of the long-horizon regime. */
export const CYCLE_ARCHIVE = port<CycleArchive>('cycle archive');

/** Reconstructed days with their sources. */
export interface ReconstructedCycle {
  /** Completed UTC days, oldest first, since the first day of the lead coin's bars. */
  readonly days: readonly CycleDayWire[];
  readonly dataSource: DataSource;
  readonly provenance: readonly Provenance[];
}

/** Reconstructed regimes: read from bars alone, separate from the committed history. */
export interface CyclePast {
  days(asOf: number): Promise<ReconstructedCycle>;
}

/** Port of the reconstructed days. */
export const CYCLE_PAST = port<CyclePast>('cycle past');
