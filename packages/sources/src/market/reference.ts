/** Reference data of coins: the table of what exists, raw categories, unlock schedules. Each as it was known at a moment. */

import type { CoinRecord, UnlockSchedule } from '@barograph/stress';

/** Query for what was known at a moment, epoch ms. */
export interface ReferenceQuery {
  readonly asOf: number;
}

/** Rows of the coins feed. */
export interface CoinRows {
  /** As the source says them, in any order: nothing is judged yet. */
  readonly coins: readonly CoinRecord[];
}

/** Rows of the categories feed. */
export interface CategoryRows {
  /** Raw names. */
  readonly names: readonly string[];
}

/** Rows of the unlocks feed. */
export interface ScheduleRows {
  /** Every version that was known by then. */
  readonly schedules: readonly UnlockSchedule[];
}
