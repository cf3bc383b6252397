/** Interface of a history that the backfill job fills day by day. */

import { DAY_MS, HOUR_MS } from '@barograph/core';
import type { Produced, ProducerInput } from '../producer.ts';

/** Settings of the job. */
export interface BackfillConfig {
  readonly version: `backfill/${string}`;
  /** Length of a run, real ms; then its results are stored and other producers run. */
  readonly sliceMs: number;
  /** Time after its end at which a day may be filled, ms; before that its archiver may still write it. */
  readonly settledMs: number;
  /** Number of days of daily scores. */
  readonly scoreDays: number;
  /** Number of days of whales, one cycle each. */
  readonly whaleDays: number;
  /** Number of days of one-minute bars and of funding; bars are about 1.3 MB a day for 28 perps. */
  readonly archiveDays: number;
  /** Number of days of the ledger for the market and the largest perps: about 1.4 MB per perp for 30 days. */
  readonly ledgerDays: number;
  readonly ledgerCoinDays: number;
  readonly ledgerCoins: number;
  /** First day of the archives, epoch ms; no history starts earlier. */
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

/** Opens of the first and last day, inclusive, epoch ms. Empty when the last is before the first. */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
}

/** History that is a function of available bars and series. */
export interface BackfilledHistory {
  /** Name in health and in the store. */
  readonly name: string;
  /** True when its days take long: they are filled after those of all other histories. */
  readonly isLast?: true;
  /** True when a day depends on the previous one: days are filled from the oldest onwards and never further back. */
  readonly isOldestFirst?: true;
  /** Days that the history should have at a moment. */
  span(asOf: number): DaySpan;
  /**
   * Fills a day. Existing rows and days without data stay unchanged.
   *
   * @param input input of the run; stored rows became known at its `asOf`.
   * @param day open of the day, epoch ms.
   */
  fill(input: ProducerInput, day: number): Promise<Pick<Produced, 'observations' | 'writes'>>;
}

/** The last `days` days that ended at least `settledMs` before a moment, starting no earlier than `since`. */
export function settledSpan(asOf: number, days: number, since: number = -Infinity): DaySpan {
  const last = Math.floor((asOf - BACKFILL_V1.settledMs) / DAY_MS) * DAY_MS - DAY_MS;
  return { first: Math.max(since, last - (days - 1) * DAY_MS), last };
}
