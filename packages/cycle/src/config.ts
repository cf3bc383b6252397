/** Configs of the classifier, by version. */

import { checkBreaks, deepFreeze, integerAtLeast, UsageError, type BreaksConfig } from '@barograph/core';
import { CYCLE_BREADTH_V1, CYCLE_BREADTH_V2, CYCLE_BREADTH_V3, type BreadthConfig } from './breadth-signals.ts';
import { checkCommitConfig, COMMIT_DAILY_V1, COMMIT_V1, type CommitConfig } from './commit.ts';
import { LONG_REGIME_V1, LONG_REGIME_V2, type CycleRules } from './rules.ts';

/** Classifier and its commit machine. */
export interface CycleConfig {
  readonly version: `cycle/${string}`;
  readonly rules: CycleRules;
  readonly commit: CommitConfig;
  readonly breadth: BreadthConfig;
  /** Rules of breaks for the days of Bitcoin. Without them every day counts. */
  readonly breaks?: BreaksConfig;
}

/** Version 1, for a service that refreshes about every 15 minutes. */
export const CYCLE_V1: CycleConfig = deepFreeze<CycleConfig>({
  version: 'cycle/1',
  rules: LONG_REGIME_V1,
  commit: COMMIT_V1,
  breadth: CYCLE_BREADTH_V1,
});

/** Version 1 for one refresh a day. */
export const CYCLE_DAILY_V1: CycleConfig = deepFreeze<CycleConfig>({
  ...CYCLE_V1,
  version: 'cycle/daily-1',
  commit: COMMIT_DAILY_V1,
});

/** Version 2, for a service that refreshes about every 15 minutes. */
export const CYCLE_V2: CycleConfig = deepFreeze<CycleConfig>({
  version: 'cycle/2',
  rules: LONG_REGIME_V2,
  commit: COMMIT_V1,
  breadth: CYCLE_BREADTH_V2,
});

/** Version 2 for one refresh a day: histories and the command line. */
export const CYCLE_DAILY_V2: CycleConfig = deepFreeze<CycleConfig>({
  ...CYCLE_V2,
  version: 'cycle/daily-2',
  commit: COMMIT_DAILY_V1,
});

/** Version 3, for a service: days without a trade are not read, and a month without days restarts the history. */
export const CYCLE_V3: CycleConfig = deepFreeze<CycleConfig>({
  ...CYCLE_V2,
  version: 'cycle/3',
  breadth: CYCLE_BREADTH_V3,
  breaks: { quietBars: 3, maxGap: 30, maxJump: 5 },
});

/** Version 3 for one refresh a day. */
export const CYCLE_DAILY_V3: CycleConfig = deepFreeze<CycleConfig>({
  ...CYCLE_V3,
  version: 'cycle/daily-3',
  commit: COMMIT_DAILY_V1,
});

/**
 * Checks a config.
 * @returns the config.
 *
 * @throws {UsageError} when a number is invalid.
 * @example
 * checkCycleConfig(CYCLE_V3).version; // → 'cycle/3'
 */
export function checkCycleConfig(config: CycleConfig): CycleConfig {
  checkCommitConfig(config.commit);
  const { minDays = 1, silentDays = 0 } = config.breadth;
  integerAtLeast('volumeDays', config.breadth.volumeDays, 1);
  // 200 closes are stored, so a coin never has more days
  if (!Number.isInteger(minDays) || minDays < 1 || minDays > 200) {
    throw new UsageError(`"minDays" expected an integer of 1 to 200, got ${minDays}`);
  }
  if (!(silentDays >= 0 && silentDays <= 30)) {
    throw new UsageError(`"silentDays" expected 0 to 30, got ${silentDays}`);
  }
  if (config.breaks !== undefined) checkBreaks(config.breaks);
  return config;
}
