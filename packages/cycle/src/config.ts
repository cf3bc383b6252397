/** Configs of the classifier, by version. */

import { deepFreeze } from '@barograph/core';
import { CYCLE_BREADTH_V1, type BreadthConfig } from './breadth-signals.ts';
import { checkCommitConfig, COMMIT_DAILY_V1, COMMIT_V1, type CommitConfig } from './commit.ts';
import { LONG_REGIME_V1, type CycleRules } from './rules.ts';

/** A classifier and its commit machine. */
export interface CycleConfig {
  readonly version: `cycle/${string}`;
  readonly rules: CycleRules;
  readonly commit: CommitConfig;
  readonly breadth: BreadthConfig;
}

/** For a service that refreshes about every 15 minutes. */
export const CYCLE_V1: CycleConfig = deepFreeze<CycleConfig>({
  version: 'cycle/1',
  rules: LONG_REGIME_V1,
  commit: COMMIT_V1,
  breadth: CYCLE_BREADTH_V1,
});

/** For one refresh a day: histories and the command line. */
export const CYCLE_DAILY_V1: CycleConfig = deepFreeze<CycleConfig>({
  ...CYCLE_V1,
  version: 'cycle/daily-1',
  commit: COMMIT_DAILY_V1,
});

/** @returns the config. @throws {UsageError} for numbers that make no machine. */
export function checkCycleConfig(config: CycleConfig): CycleConfig {
  checkCommitConfig(config.commit);
  return config;
}
