/** Moves a running classifier to a new config. */

import { sameConfig, UsageError } from '@barograph/core';
import { NO_UNIVERSE } from './breadth-signals.ts';
import { NO_DAYS } from './btc-signals.ts';
import type { CycleConfig } from './config.ts';
import type { CycleSnapshot } from './cycle.ts';

/**
 * Converts a snapshot for another config: the committed regime, its candidate and the history stay as published, and
 * the days are emptied, to be fed again from the first. A regime that the new rules read differently must be confirmed
 * like any other change.
 *
 * @throws {UsageError} when the commit machines differ, because their states are then incompatible.
 * @example
 * const cycle = createCycle(CYCLE_V1);
 * for (const day of marketDays(sliceCandles(bars, 0, 245), [])) cycle.day(day);
 * cycle.refresh(245 * DAY_MS);
 * const migrated = createCycle(CYCLE_V3, migratedCycle(cycle.snapshot(), CYCLE_V3));
 * [migrated.history().length, migrated.lastDay]; // → [ 1, null ]
 */
export function migratedCycle(snapshot: CycleSnapshot, config: CycleConfig): CycleSnapshot {
  if (snapshot.version !== 1 || !sameConfig(snapshot.config.commit, config.commit)) {
    throw new UsageError(
      `"snapshot" expected version 1 with the machine ${config.commit.version}, got version ${snapshot.version} with ${snapshot.config.commit.version}`,
    );
  }
  const { commit, history } = snapshot;
  return { version: 1, config, btc: NO_DAYS, universe: NO_UNIVERSE, commit, history };
}
