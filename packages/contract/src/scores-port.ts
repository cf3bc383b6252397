/** Archive of daily scores: one immutable row per UTC day and score. */

import { port } from './context.ts';

/** Scores that are archived. */
export const SCORE_NAMES = ['market_health', 'event', 'security', 'policy'] as const;
/** Name of an archived score. */
export type ScoreName = (typeof SCORE_NAMES)[number];

/** A score at the end of a UTC day. */
export interface ScoreDay {
  /** Open of the day, epoch ms. */
  readonly day: number;
  /** Time of the score, at least five minutes after the end of the day; epoch ms. */
  readonly scoredAt: number;
  /** Whether it was computed later from bars and series, instead of being archived at the end of the day. */
  readonly backfilled: boolean;
  /** Version of the config behind it. */
  readonly version: string;
  /** Archived scores of the day; JSON. */
  readonly value: unknown;
}

/** Days by score. Where no host ran, a day is backfilled if bars and series cover it. */
export interface ScoreArchive {
  /**
   * Oldest first.
   *
   * @param from open of the first day, epoch ms.
   * @param asOf excludes rows that became known later, epoch ms.
   */
  days(name: ScoreName, from: number, asOf: number): Promise<readonly ScoreDay[]>;
  /** Open of the first archived day; null without one. Backfilled days do not count. */
  start(name: ScoreName, asOf: number): Promise<number | null>;
}

/** Port of the archive of daily scores. */
export const SCORE_ARCHIVE = port<ScoreArchive>('score archive');
