/** Reference data of coins: coins, raw categories and unlock schedules. All are point in time. */

import type { CoinRecord, UnlockSchedule } from '@barograph/stress';

/** Query for the state known at a time, epoch ms. */
export interface ReferenceQuery {
  readonly asOf: number;
}

/** Rows of the coins feed. */
export interface CoinRows {
  /** Unfiltered coins of the source, in any order. */
  readonly coins: readonly CoinRecord[];
}

/** Rows of the categories feed. */
export interface CategoryRows {
  /** Raw names. */
  readonly names: readonly string[];
}

/** Rows of the unlocks feed. */
export interface ScheduleRows {
  /** Every version known by then. */
  readonly schedules: readonly UnlockSchedule[];
}
