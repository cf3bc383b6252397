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
  /** Training hours before the first test. */
  readonly firstHours: number;
  /** Months from one refit to the next; a refit is on the first of a month, UTC. */
  readonly stepMonths: number;
  /** Refits between choices of β, which use the hours before the refit; the first refit chooses too. */
  readonly betaEvery: number;
  /** Hours between end of training and tested hours: overlapping windows and horizons, plus a day. */
  readonly purgeHours: number;
  readonly embargoHours: number;
  /** Hours between scored simulations. */
  readonly simulationStride: number;
  /** Minimum simulations with known outcomes for a drawdown map. */
  readonly leastSimulations: number;
  readonly approval: ApprovalRule;
}

/** Checks of a refit on the hours tested before it, in addition to those of its fit. */
export interface ApprovalRule {
  /** Minimum tested hours to judge coverage; a month is too noisy. */
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
