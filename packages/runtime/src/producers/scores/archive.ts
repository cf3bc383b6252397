/**
 * Archive of daily scores: five minutes after midnight UTC one row for each score and the day that has ended. Rows are
 * observations, which are append-only; a day that has a row gets no other, whichever replica comes later.
 */

import type { ScoreArchive, ScoreDay, ScoreName } from '@barograph/contract';
import { bucketOpen, DAY_MS, HOUR_MS } from '@barograph/core';
import type { NewObservation, Observation, Observations } from '@barograph/store';
import { CADENCES_V1 } from '@barograph/sources';
import type { Produced, Producer, ProducerInput } from '../../producer.ts';

/** A run may be late, but not so late that it would score another day. */
export interface ScoreArchiveConfig {
  readonly version: `score-archive/${string}`;
  /** Ms after the slot from which on the day stays without a row. */
  readonly lateMs: number;
}

/** A changed number is a new constant. */
export const SCORE_ARCHIVE_V1: ScoreArchiveConfig = Object.freeze({
  version: 'score-archive/1',
  lateMs: 6 * HOUR_MS,
});

/** A score of now, as it is kept. */
export interface DayScore {
  /** Of the config that made it. */
  readonly version: string;
  /** JSON. */
  readonly value: unknown;
  /** Kind of the market that it was made from. */
  readonly source: string;
}

/** A score that is archived. */
export interface ArchivedScore extends Pick<Producer, 'reads' | 'needs' | 'waitsForRest'> {
  readonly name: ScoreName;
  /** The score of the moment of the run; null where nothing of it is known, and then the day has no row. */
  readonly score: (input: ProducerInput) => Promise<DayScore | null>;
}

/** A score as it is stored. */
export type KeptScore = Pick<DayScore, 'version' | 'value'>;

/** Series of the days of a score. */
export function scoreSeries(name: ScoreName, timeline: string): string {
  return `daily-score/${name}@${timeline}`;
}

/** Series of the days of a score that were computed afterwards. They are apart: an archived day is never one of them. */
export function pastScoreSeries(name: ScoreName, timeline: string): string {
  return `daily-score-past/${name}@${timeline}`;
}

/** The day of a row: the one that had ended at its slot. */
function dayBefore(slot: number): number {
  return bucketOpen(slot, DAY_MS) - DAY_MS;
}

/**
 * The producer that writes the row of a score; it publishes nothing.
 *
 * @param timeline names the market in the store.
 * @example
 * scoreArchiver(timeline, { name: 'event', reads: ['unlocks'], needs: [], score: async (input) => eventScore(input) });
 */
export function scoreArchiver(timeline: string, { name, score, ...of }: ArchivedScore): Producer {
  const series = scoreSeries(name, timeline);
  return {
    ...of,
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
      const made = await score(input);
      if (made === null) return nothing;
      const { source, ...kept } = made;
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

/** The archive as operations read it. */
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
