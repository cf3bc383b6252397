export { fitConcentration } from './coin-concentration.ts';
export {
  STATE_STUDY_V1,
  studyByState,
  studyPanel,
  type FollowedMean,
  type FollowedState,
  type LabelledBars,
  type Span,
  type StateStudy,
  type StateStudyOptions,
} from './study-by-state.ts';
export { fitLogitMap } from './monte-carlo/fit-logit-map.ts';
export { fitResidualPools, type ResidualHistory } from './monte-carlo/fit-pools.ts';
export {
  TRAINING_V2,
  TRAINING_V3,
  TRAINING_V4,
  type AcceptanceRule,
  type Prototype,
  type TrainingConfig,
} from './train/config.ts';
export {
  BLOCK_BOOTSTRAP_V1,
  bootstrapMean,
  bootstrapSums,
  intervalOf,
  type BlockBootstrapConfig,
  type Difference,
  type Bootstrapped,
  type Interval,
} from './train/block-bootstrap.ts';
export { DRAWDOWN_MAP_V1, DRAWDOWN_MAP_V2, DRAWDOWN_MAP_V3, type DrawdownMapConfig } from './train/drawdown-map.ts';
export { fitDayCalibration, type DayCalibration, type DayCalibrationOptions } from './train/day-calibration.ts';
export { em, type EmFit, type EmOptions, type EmParameters, type Sequence } from './train/em.ts';
export {
  COIN_TEST_V1,
  coinMetrics,
  testCoins,
  type CoinBlock,
  type CoinMetrics,
  type CoinMixture,
  type CoinMixtureMetrics,
  type CoinTestConfig,
} from './train/coin-test.ts';
export { evaluate, type Evaluation, type LogLoss, type Model } from './train/evaluate.ts';
export { FitError } from './train/fit-error.ts';
export { fitStandardization } from './train/fit-standardization.ts';
export { fitHar, harOutcome, type HarFits } from './train/fit-har.ts';
export { HAR_TRAINING_V1, type HarTrainingConfig } from './train/har-config.ts';
export { fitRegimes, type Fit, type FitChecks, type FitOptions, type FitProgress } from './train/fit.ts';
export {
  fitUnanchored,
  UNANCHORED_V1,
  type UnanchoredConfig,
  type UnanchoredFit,
  type UnanchoredOptions,
} from './train/fit-unanchored.ts';
export { fitConfidence, fitHeads } from './train/heads.ts';
export { HEADS_V2, HEADS_V3, type HeadsConfig } from './train/heads-config.ts';
export { fitIsotonic, poolAdjacentViolators } from './train/isotonic.ts';
export { fitLogistic, type LogisticOptions } from './train/logistic.ts';
export { anchorDistances, labelStates } from './train/label-states.ts';
export { type Covariance } from './train/moments.ts';
export { fitCoinScope, type Panel } from './train/panel.ts';
export { type MapPrior } from './train/prior.ts';
export { nearestBeta } from './train/select-beta.ts';
export { fitTemperature } from './train/temperature.ts';
export { trainNowcast, type TrainingStage, type TrainNowcastOptions } from './train/train-nowcast.ts';
export { createHistory, type History } from './train/views.ts';
export {
  blocksOf,
  walkForward,
  walkForwardSteps,
  type Refit,
  type WalkForwardBlock,
  type WalkForwardStep,
} from './train/walk-forward.ts';
export { openInForce, type FittedModel, type InForce } from './train/in-force.ts';
export {
  WALK_FORWARD_V1,
  WALK_FORWARD_V2,
  type ApprovalRule,
  type WalkForwardConfig,
} from './train/walk-forward-config.ts';
export {
  walkForwardMetrics,
  type NextRegimeMetrics,
  type RegimeStability,
  type Score,
  type Skill,
  type WalkForwardMetrics,
} from './train/walk-forward-metrics.ts';
export {
  scoreCoin,
  transitionsBefore,
  type CoinModel,
  type CoinScores,
  type CoinTestOptions,
} from './train/score-coin.ts';
export { addTallies, calibrationError, type Tally } from './train/tally.ts';
export { harInputs, type HarInputs } from './train/har-inputs.ts';
export { surrogateBars, SURROGATES, SURROGATES_V1, type Surrogate, type SurrogateConfig } from './train/surrogates.ts';
export { scoreEvidence, scoreSurrogate, scoreUnshuffled, type EvidenceBlock } from './train/evidence.ts';
export {
  derivativesMetrics,
  scoreDerivatives,
  type DerivativesBlock,
  type DerivativesMetrics,
  type DerivativesScore,
  type DerivativesSeries,
  type DerivativesTest,
  type DerivativesWeek,
} from './train/derivatives-evidence.ts';
export {
  compareRefitRules,
  REFIT_RULES,
  type RefitRule,
  type RefitRules,
  type RefitRuleScore,
} from './train/refit-rules.ts';
export { scoreTails, TAIL_TEST_V1, type TailCount, type TailTestConfig } from './train/tails.ts';
export {
  dieboldMariano,
  DIEBOLD_MARIANO_V1,
  type DieboldMariano,
  type WeekDifference,
} from './train/diebold-mariano.ts';
export {
  evidenceMetrics,
  type EvidenceMetrics,
  type FallBaseline,
  type NextBaseline,
  type SkillTest,
  type SurrogateBaseline,
  type SurrogateSkill,
} from './train/evidence-metrics.ts';
export { tailMetrics, type TailMetrics, type TailRow } from './train/tail-metrics.ts';
export { observeFor } from './train/training-rows.ts';
export {
  ALTERNATIVES,
  agreementWith,
  fitAlternative,
  type Alternative,
  type FittedAlternative,
} from './train/alternatives/regimes.ts';
export { scoreAlternative } from './train/alternatives/score.ts';
export {
  alternativesMetrics,
  type AlternativeEvidence,
  type AlternativeRow,
  type AlternativesMetrics,
} from './train/alternatives/metrics.ts';
export { cardText, type TestedOn } from './model-card.ts';
export { type Evidence } from './model-evidence.ts';
export { type UnseenTails } from './model-inputs.ts';
export {
  LEAD,
  panelRows,
  withDerivativesOf,
  type CoinDerivatives,
  type Derivatives,
  type PanelBars,
  type SourceFile,
} from './run-inputs.ts';
export { type Progress, type RunIo } from './run-io.ts';
export { runWalkForward, type WalkForwardRun } from './run-walk-forward.ts';
export type { SpreadResults } from './step-tasks.ts';
export { openParts, type PartInputs, type SpreadParts } from './walk-forward-parts.ts';
export { modelEntry, writeCard } from './write-card.ts';
export {
  confidenceSet,
  type ConfidenceSetOptions,
  type ConfidenceSetStatistic,
  type SetMember,
} from './risk/confidence-set.ts';
export { acerbiSzekely, type AcerbiSzekely } from './risk/expected-shortfall.ts';
export { fz0Loss, type TailForecast } from '@barograph/core';
export { chiSquareTail, normalBelow, studentBelow, studentLogDensity, studentQuantile } from './risk/laws.ts';
export { lossDifference, type LossDifference, type LossDifferenceOptions } from './risk/loss-difference.ts';
export { minimize, NELDER_MEAD_V1, type Minimum, type NelderMeadConfig } from './risk/nelder-mead.ts';
export { pitOfSample, uniformity, type Uniformity } from './risk/pit.ts';
export { crpsOfQuantiles, crpsOfSample, pinball, type ForecastQuantile } from './risk/quantile-scores.ts';
export { STATIONARY_BOOTSTRAP_V1, stationaryDraws, type StationaryBootstrapConfig } from './risk/resampling.ts';
export { dccCorrelations, fitDcc, type DccFit } from './risk/rivals/dcc.ts';
export { ewmaVariance, fitEwma, type EwmaFit } from './risk/rivals/ewma.ts';
export {
  fitGarch,
  garchLogLikelihood,
  garchVariance,
  type Garch,
  type GarchFit,
  type GarchOptions,
} from './risk/rivals/garch.ts';
export { fitHarq, harqVariance, type HarqFit } from './risk/rivals/harq.ts';
export { fitRealizedGarch, realizedGarchVariance, type RealizedGarchFit } from './risk/rivals/realized-garch.ts';
export { type Returns } from './risk/rivals/returns.ts';
export { shareInterval } from './risk/share-interval.ts';
export { SIMULATED_P_V1, simulatedP, type SimulationConfig } from './risk/simulated-p.ts';
export { christoffersen, kupiec, type Christoffersen, type CoverageTest } from './risk/value-at-risk.ts';
export { qlike, squaredError } from './risk/variance-losses.ts';
export { checkBenchConfig, REGIME_BENCH_V1, REGIME_BENCH_V2, type RegimeBenchConfig } from './regime-bench/config.ts';
export { NO_LABEL, type Entrant, type FitContext, type LabelStream } from './regime-bench/entrant.ts';
export { ENTRANTS } from './regime-bench/entrants.ts';
export { GENERATORS } from './regime-bench/generators.ts';
export { type BenchMarket, type MarketGenerator } from './regime-bench/market.ts';
export { runRegimeBench, type BenchRow, type RegimeBench, type RegimeBenchOptions } from './regime-bench/run.ts';
export { type BenchScores } from './regime-bench/scores.ts';
export { benchJson, benchMarkdown, benchSvg, benchTimes } from './regime-bench/table.ts';
export {
  REGIME_BENCH_HOURS_V1,
  REGIME_BENCH_HOURS_V2,
  runRegimeBenchHours,
  type HoursBench,
  type HoursConfig,
  type HoursRow,
  type HoursUse,
} from './regime-bench/hours/run.ts';
export { hoursJson, hoursMarkdown } from './regime-bench/hours/table.ts';
