export { BASKET_GROUPS, type Basket, type BasketGroup } from './baskets.ts';
export { breadthDoubt, type BreadthDoubt, type BreadthStanding } from './breadth-doubt.ts';
export {
  breadthSignals,
  CYCLE_BREADTH_V1,
  CYCLE_BREADTH_V2,
  CYCLE_BREADTH_V3,
  NO_UNIVERSE,
  universeOf,
  universeRule,
  withCoins,
  type BreadthConfig,
  type BreadthNoise,
  type BreadthSignals,
  type CoinDay,
  type CycleUniverse,
  type UniverseDays,
} from './breadth-signals.ts';
export { btcSignals, NO_DAYS, withDay, type BtcDays, type BtcSignals, type LiveDay } from './btc-signals.ts';
export {
  checkCommitConfig,
  COMMIT_DAILY_V1,
  COMMIT_V1,
  commitMachine,
  type Commit,
  type CommitConfig,
  type CommitState,
  type Pending as CyclePending,
  type Refresh,
} from './commit.ts';
export {
  checkCycleConfig,
  CYCLE_DAILY_V1,
  CYCLE_DAILY_V2,
  CYCLE_DAILY_V3,
  CYCLE_V1,
  CYCLE_V2,
  CYCLE_V3,
  type CycleConfig,
} from './config.ts';
export {
  createCycle,
  cycleDays,
  cycleDaySteps,
  type Cycle,
  type CycleDay,
  type CycleSnapshot,
  type MarketDay,
} from './cycle.ts';
export { evidenceOf, type EvidencePiece } from './evidence.ts';
export { withEnd, withObservation, type HistoryEntry, type Observation } from './history.ts';
export { marketDays, type CoinCandles } from './market-days.ts';
export { membership, type AnyOf, type Between, type Measured, type Side as CycleSide } from './membership.ts';
export { migratedCycle } from './migrate.ts';
export { optionalInputsAt, type KnownSeries, type OptionalSeries } from './optional-inputs.ts';
export { rationaleOf } from './rationale.ts';
export { rawRead, type RawRead } from './raw.ts';
export { type CycleRead, type OptionalInputs, type OptionalSignal } from './read.ts';
export { cycleReport, type CycleReport, type PendingReport } from './report.ts';
export { LONG_REGIME_V1, LONG_REGIME_V2, type CycleRules, type Evidence, type StateRules } from './rules.ts';
export { NO_SIGNALS, OPTIONAL_SIGNALS, type CycleSignal, type CycleSignals } from './signals.ts';
export { stabilityOf, type Stability } from './stability.ts';
export { distributionStage, euphoriaScore, type DistributionStage, type EuphoriaScore } from './stage.ts';
export { CYCLE_TAXONOMY, cycleRegimeName, type CycleRegime, type CycleRegimeInfo } from './taxonomy.ts';
export { thresholdsOf, type Threshold } from './thresholds.ts';
