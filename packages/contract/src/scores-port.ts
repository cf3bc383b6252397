/** The archive of daily scores, as operations read it: one row for each UTC day and score, never changed after it was written. */

import { port } from './context.ts';

/** Scores that are archived. */
export const SCORE_NAMES = ['market_health', 'event', 'security', 'policy'] as const;
/** One of them. */
export type ScoreName = (typeof SCORE_NAMES)[number];

/** A score at the end of a UTC day. */
export interface ScoreDay {
  /** Open of the day, epoch ms. */
  readonly day: number;
  /** Moment of the score, five minutes after the day had ended, or somewhat later; epoch ms. */
  readonly scoredAt: number;
  /** Whether it was computed afterwards, from bars and series, and was not archived when its day had ended. */
  readonly backfilled: boolean;
  /** Version of the config that made it. */
  readonly version: string;
  /** Scores that the family keeps of a day; JSON. */
  readonly value: unknown;
}

/** Days by score. A day on which no host ran has a row that was computed afterwards, where bars and series tell of it. */
export interface ScoreArchive {
  /**
   * Oldest first.
   *
   * @param from open of the first day, epoch ms.
   * @param asOf rows that became known later are left out, epoch ms.
   */
  days(name: ScoreName, from: number, asOf: number): Promise<readonly ScoreDay[]>;
  /** Open of the first archived day; null before it. Days that were computed afterwards do not count. */
  start(name: ScoreName, asOf: number): Promise<number | null>;
}

/** Port of the archive of daily scores. */
export const SCORE_ARCHIVE = port<ScoreArchive>('score archive');
