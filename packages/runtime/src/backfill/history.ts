/** One history that the backfill job fills, day by day: all that the job knows. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { Produced, ProducerInput } from '../producer.ts';

/** Numbers of the job. */
export interface BackfillConfig {
  readonly version: `backfill/${string}`;
  /** Real ms of a run, after which what was filled is stored and the other producers come first. */
  readonly sliceMs: number;
  /** A day is filled when it ended so long ago, ms: before that its archiver may still write it. */
  readonly settledMs: number;
  /** Days of daily scores. */
  readonly scoreDays: number;
  /** Days of whales, one cycle each. */
  readonly whaleDays: number;
  /** Days of one-minute bars and of funding; bars are about 1.3 MB a day for 28 perps. */
  readonly archiveDays: number;
  /** Days of the ledger of the market, and of the largest perps: about 1.4 MB a perp for 30 days. */
  readonly ledgerDays: number;
  readonly ledgerCoinDays: number;
  readonly ledgerCoins: number;
  /** First day of the archives, epoch ms: none reaches further back. */
  readonly archiveSince: number;
}

/** A changed number is a new constant. */
export const BACKFILL_V1: BackfillConfig = Object.freeze({
  version: 'backfill/1',
  sliceMs: 20_000,
  settledMs: 6 * HOUR_MS,
  scoreDays: 730,
  whaleDays: 180,
  archiveDays: 100,
  ledgerDays: 365,
  ledgerCoinDays: 30,
  ledgerCoins: 10,
  archiveSince: Date.UTC(2026, 2, 30),
});

/** Opens of the first and the last day, both included, epoch ms. No day when the last one is before the first. */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
}

/** A history that is a function of bars and series which are at hand. */
export interface BackfilledHistory {
  /** Names it in health and in the store. */
  readonly name: string;
  /** Set where its days take long: they come after those of all others. */
  readonly isLast?: true;
  /** Set where a day goes on from the one before: it is filled from its oldest day on, and never further back. */
  readonly isOldestFirst?: true;
  /** Days that it should have at a moment. */
  span(asOf: number): DaySpan;
  /**
   * Fills a day. A day that has a row already, or of which nothing is known, stays as it is.
   *
   * @param input of the run; what is stored became known at its `asOf`.
   * @param day its open, epoch ms.
   */
  fill(input: ProducerInput, day: number): Promise<Pick<Produced, 'observations' | 'writes'>>;
}

/** The last `days` days that ended at least `settledMs` before a moment, none before `since`. */
export function settledSpan(asOf: number, days: number, since: number = -Infinity): DaySpan {
  const last = Math.floor((asOf - BACKFILL_V1.settledMs) / DAY_MS) * DAY_MS - DAY_MS;
  return { first: Math.max(since, last - (days - 1) * DAY_MS), last };
}
