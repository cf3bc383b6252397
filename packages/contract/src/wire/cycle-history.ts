/** The history of committed long-horizon regimes on the wire. */

import type { HistoryEntry } from '@barograph/cycle';
import { Type, type Static } from 'typebox';
import { DataSourceSchema, type DataSource } from '../parameters.ts';
import { nullable } from '../scalar.ts';
import { EuphoriaWire, encodeEuphoria, isoTime, RegimeIdSchema, RegimeNameSchema, StageSchema } from './cycle-parts.ts';

const Iso = Type.String({ description: 'ISO-8601' });

/** One spell. */
export const CycleHistoryEntryWire = Type.Object(
  {
    id: Type.Integer({ minimum: 1 }),
    regime: RegimeIdSchema,
    anchor: Type.Enum(['live', 'coverage_start'], { type: 'string' }),
    name: RegimeNameSchema,
    committed_at: Iso,
    ended_at: nullable(Type.String({ description: 'ISO-8601; null while current' })),
    dwell_seconds: Type.Number({ minimum: 0 }),
    rationale: Type.String(),
    stage: Type.Optional(StageSchema),
    euphoria_score: Type.Optional(EuphoriaWire),
    first_observed_at: Iso,
    last_observed_at: Iso,
    observations: Type.Integer({ minimum: 1 }),
  },
  { title: 'LongHorizonHistoryEntry' },
);
export type CycleHistoryEntryWire = Static<typeof CycleHistoryEntryWire>;

/** Since when the service keeps a history that other hosts do not have; earlier days cannot be filled in. */
export const CYCLE_COVERAGE_START = '2026-08-07T00:00:00.000Z';

/** The answer of the history. */
export const CycleHistoryWire = Type.Object(
  {
    history: Type.Array(CycleHistoryEntryWire, { description: 'Oldest first.' }),
    count: Type.Integer({ minimum: 0 }),
    from: Iso,
    to: Iso,
    limit: Type.Integer({ minimum: 1 }),
    samples: Type.Integer({ minimum: 0, description: 'Refreshes of the range that were looked at.' }),
    coverage_start: Type.String({ description: 'Not backfillable.' }),
    archive_start: nullable(Type.String({ description: 'ISO-8601, the first refresh that this host kept.' })),
    truncated: Type.Boolean({ description: 'The limit clipped the recent end.' }),
    data_source: DataSourceSchema,
    source: DataSourceSchema,
  },
  { title: 'LongHorizonHistory' },
);
export type CycleHistoryWire = Static<typeof CycleHistoryWire>;

/** What a history is made of. */
export interface CycleHistoryParts {
  readonly history: readonly CycleHistoryEntryWire[];
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  readonly samples: number;
  readonly archiveStart: number | null;
  readonly truncated: boolean;
  readonly dataSource: DataSource;
}

/** One spell on the wire. */
export function encodeCycleHistoryEntry(entry: HistoryEntry, name: string): CycleHistoryEntryWire {
  return {
    id: entry.id,
    regime: entry.regime,
    anchor: entry.anchor,
    name,
    committed_at: isoTime(entry.committedAt),
    ended_at: entry.endedAt === null ? null : isoTime(entry.endedAt),
    dwell_seconds: entry.dwellSeconds,
    rationale: entry.rationale,
    ...(entry.stage === undefined ? {} : { stage: entry.stage }),
    ...(entry.euphoriaScore === undefined ? {} : { euphoria_score: encodeEuphoria(entry.euphoriaScore) }),
    first_observed_at: isoTime(entry.firstObservedAt),
    last_observed_at: isoTime(entry.lastObservedAt),
    observations: entry.observations,
  };
}

/** The history of a range on the wire. */
export function encodeCycleHistory(parts: CycleHistoryParts): CycleHistoryWire {
  return {
    history: [...parts.history],
    count: parts.history.length,
    from: isoTime(parts.from),
    to: isoTime(parts.to),
    limit: parts.limit,
    samples: parts.samples,
    coverage_start: CYCLE_COVERAGE_START,
    archive_start: parts.archiveStart === null ? null : isoTime(parts.archiveStart),
    truncated: parts.truncated,
    data_source: parts.dataSource,
    source: parts.dataSource,
  };
}
