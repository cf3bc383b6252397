/**
 * Archive of daily scores: at 00:05 UTC one row per score for the day that has ended. Rows are append-only observations; a day
 * gets only one row, whichever replica runs later.
 */

import type { ScoreArchive, ScoreDay, ScoreName } from '@barograph/contract';
import { bucketOpen, DAY_MS, HOUR_MS } from '@barograph/core';
import type { NewObservation, Observation, Observations } from '@barograph/store';
import { CADENCES_V1 } from '@barograph/sources';
import type { Produced, Producer, ProducerInput } from '../../producer.ts';

/** Maximum delay of a run, so that it does not score another day. */
export interface ScoreArchiveConfig {
  readonly version: `score-archive/${string}`;
  /** Time after the slot from which the day stays without a row, ms. */
  readonly lateMs: number;
}

/** A changed number is a new constant. */
export const SCORE_ARCHIVE_V1: ScoreArchiveConfig = Object.freeze({
  version: 'score-archive/1',
  lateMs: 6 * HOUR_MS,
});

/** Current score, as stored. */
export interface DayScore {
  /** Version of its config. */
  readonly version: string;
  /** JSON. */
  readonly value: unknown;
  /** Kind of the market behind it. */
  readonly source: string;
}

/** Archived score. */
export interface ArchivedScore extends Pick<Producer, 'reads' | 'needs' | 'waitsForRest'> {
  readonly name: ScoreName;
  /** Score at the time of the run; null when unknown, and then the day has no row. */
  readonly score: (input: ProducerInput) => Promise<DayScore | null>;
}

/** A score as it is stored. */
export type KeptScore = Pick<DayScore, 'version' | 'value'>;

/** Series of a score's days. */
export function scoreSeries(name: ScoreName, timeline: string): string {
  return `daily-score/${name}@${timeline}`;
}

/** Series of a score's reconstructed days, separate from archived ones. */
export function pastScoreSeries(name: ScoreName, timeline: string): string {
  return `daily-score-past/${name}@${timeline}`;
}

/** Day of a row: the one that had ended at its slot. */
function dayBefore(slot: number): number {
  return bucketOpen(slot, DAY_MS) - DAY_MS;
}

/**
 * Creates the producer that writes a score's rows; it publishes nothing.
 *
 * @param timeline market name in the store.
 * @example
 * scoreArchiver(timeline, { name: 'event', reads: ['unlocks'], needs: [], score: async (input) => eventScore(input) });
 */
export function scoreArchiver(timeline: string, { name, score, ...requirements }: ArchivedScore): Producer {
  const series = scoreSeries(name, timeline);
  return {
    ...requirements,
    name: `daily-score-${name.replace('_', '-')}`,
    cadence: CADENCES_V1.afterMidnight,
    makeUp: { kind: 'latest' },
    publishes: [],
    isHeavy: false,
    create: () => async (input) => {
      const { asOf, slot, observed } = input;
      const nothing: Produced = { states: [], published: [] };
      const day = dayBefore(slot);
      if (asOf - slot > SCORE_ARCHIVE_V1.lateMs || (await observed(series, day, day)).length > 0) return nothing;
      const dayScore = await score(input);
      if (dayScore === null) return nothing;
      const { source, ...kept } = dayScore;
      const value: KeptScore = kept;
      const row: NewObservation = { series, key: '', validTime: day, knownAt: asOf, value, source };
      return { ...nothing, observations: [row] };
    },
  };
}

const dayOf =
  (backfilled: boolean) =>
  ({ validTime, knownAt, value }: Observation): ScoreDay => ({
    day: validTime,
    scoredAt: knownAt,
    backfilled,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by `scoreArchiver` and `pastScores`
    ...(value as KeptScore),
  });

/** Archive for operations. */
export function createScoreArchive(
  observations: Pick<Observations, 'asOf' | 'firstTime'>,
  timeline: string,
): ScoreArchive {
  return {
    days: async (name, from, asOf) => {
      const query = { key: '', knownAt: asOf, from };
      const archived = await observations.asOf(scoreSeries(name, timeline), query);
      const past = await observations.asOf(pastScoreSeries(name, timeline), query);
      const days = new Set(archived.map(({ validTime }) => validTime));
      const missing = past.filter(({ validTime }) => !days.has(validTime));
      return [...archived.map(dayOf(false)), ...missing.map(dayOf(true))].toSorted((a, b) => a.day - b.day);
    },
    start: async (name, asOf) => (await observations.firstTime(scoreSeries(name, timeline), '', asOf)) ?? null,
  };
}
