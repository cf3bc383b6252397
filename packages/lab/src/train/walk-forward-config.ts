/** The protocol of the walk-forward, by version. */

import { deepFreeze } from '@barograph/core';
import { MONTE_CARLO_V1, MONTE_CARLO_V2, type MonteCarloConfig } from '@barograph/nowcast';
import { TRAINING_V2, TRAINING_V3, type TrainingConfig } from './config.ts';
import { HEADS_V2, HEADS_V3, type HeadsConfig } from './heads-config.ts';

/** Numbers of the walk-forward protocol. */
export interface WalkForwardConfig {
  readonly version: `walk_forward/${string}`;
  readonly training: TrainingConfig;
  readonly heads: HeadsConfig;
  readonly monteCarlo: MonteCarloConfig;
  /** Hours of learning before the first test. */
  readonly firstHours: number;
  /** Months from one refit to the next; a refit is on the first of a month, UTC. */
  readonly stepMonths: number;
  /** β is chosen at the first refit and at every so many after it, on the hours before that refit. */
  readonly betaEvery: number;
  /** Learning ends this long before the hours that are tested: windows and horizons that overlap, and a day more. */
  readonly purgeHours: number;
  readonly embargoHours: number;
  /** Hours between two simulations that are scored. */
  readonly simulationStride: number;
  /** Simulations whose outcome is known before a map of the drawdown's probability is fitted on them. */
  readonly leastSimulations: number;
  readonly approval: ApprovalRule;
}

/** Checks that a refit must pass, beside those of its fit, on the hours that were tested before it. */
export interface ApprovalRule {
  /** Tested hours below which coverage is not judged: that of a month is noise. */
  readonly leastHours: number;
  readonly flipsPerDay: readonly [number, number];
  /** Permitted deviation of the share of returns below the 5 % and 95 % quantiles. */
  readonly coverage: number;
  /** Hours before a refit over which its labels are compared with those of the model before it. */
  readonly agreementHours: number;
}

/** Version 1: a refit every month. A quarter (`stepMonths: 3, betaEvery: 4`) costs a third. */
export const WALK_FORWARD_V1: WalkForwardConfig = deepFreeze({
  version: 'walk_forward/1',
  training: TRAINING_V2,
  heads: HEADS_V2,
  monteCarlo: MONTE_CARLO_V1,
  firstHours: 548 * 24,
  stepMonths: 1,
  betaEvery: 12,
  purgeHours: 96,
  embargoHours: 24,
  simulationStride: 6,
  leastSimulations: 300,
  approval: { leastHours: 365 * 24, flipsPerDay: [0.3, 1], coverage: 0.02, agreementHours: 90 * 24 },
});

/** Version 2: as version 1, of trainings with a HAR+. */
export const WALK_FORWARD_V2: WalkForwardConfig = deepFreeze({
  ...WALK_FORWARD_V1,
  version: 'walk_forward/2',
  training: TRAINING_V3,
  heads: HEADS_V3,
  monteCarlo: MONTE_CARLO_V2,
});
