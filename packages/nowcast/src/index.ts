export {
  ARTIFACT_SCHEMAS,
  artifactText,
  type Approval,
  type ArtifactSchema,
  type BetaTrial,
  type DrawdownCalibration,
  type HarModel,
  type NowcastArtifact,
  type DerivativesRecord,
  type PanelRecord,
  type TrainingRecord,
} from './artifact/artifact.ts';
export { loadModel, modelFor, openModel, withoutRecalibration, type NowcastModel } from './artifact/load-model.ts';
export {
  COIN_SCOPE_V1,
  hasOwnTransitions,
  mixTransitions,
  type CoinScopeConfig,
  type CoinTransitions,
  type TransitionMixtureWeights,
} from './coin-scope.ts';
export { explain, type Explain, type ExplainOptions, type ExplainRecalibration } from './explain.ts';
export { featureEvidence, type FeatureEvidence } from './feature-evidence.ts';
export { CONVENTIONS_V1, type Conventions } from './artifact/conventions.ts';
export { FEATURES_V1, FEATURES_V2, type FeaturesConfig } from './features/config.ts';
export {
  createFeatures,
  features,
  FEATURES,
  featuresLookback,
  type Feature,
  type FeatureColumns,
  type FeaturesPoint,
} from './features/features.ts';
export type { FeaturesSnapshot } from './features/windows.ts';
export { GAPS_V1, GAPS_V2, type GapsConfig } from './features/gaps.ts';
export { observe, observeDerivatives, type Observations } from './features/observe.ts';
export { standardize, standardizeValue, type Standardization } from './features/standardize.ts';
export { HAR_V1, type HarConfig } from './har/config.ts';
export {
  derivativeInputs,
  derivativeRows,
  derivativesLookback,
  HAR_DERIVATIVE_INPUTS,
  HAR_DERIVATIVES_V1,
  type DerivativeColumns,
  type HarDerivativesConfig,
} from './har/derivatives.ts';
export { type HarFit, type HarHorizon, type HarLines, type HarPoint } from './har/fit.ts';
export { createHar, har, harLookback, harRows, type HarRows, type HarSnapshot } from './har/har.ts';
export { HAR_INPUTS } from './har/inputs.ts';
export { harSeries, type HarSeries } from './har/series.ts';
export {
  BREADTH_V1,
  breadthAt,
  breadthBucket,
  breadthColumns,
  breadthOf,
  breadthOutlook,
  BREADTHS,
  type Breadth,
  type BreadthColumns,
  type BreadthOutlookConfig,
  type BreadthHorizon,
} from './heads/breadth.ts';
export {
  FUNDING_V1,
  fundingBucket,
  fundingOutlook,
  FUNDINGS,
  type FundingConfig,
  type FundingHorizon,
} from './heads/funding.ts';
export {
  DIRECTION_EVIDENCE_V1,
  DIRECTION_EVIDENCE_V2,
  publishedOf,
  type DirectionEvidence,
  type MeasuredGain,
  type Scope,
} from './heads/direction-evidence.ts';
export {
  HEAD_EVIDENCE_V1,
  HEAD_REASONS,
  HEADS,
  headGain,
  headStatus,
  type HeadEvidence,
  type HeadGain,
  type HeadName,
  type HeadStatus,
} from './heads/head-status.ts';
export { HORIZONS, type Horizon, type HorizonHeads, type RegimeTest } from './heads/horizon-heads.ts';
export { hourlyFunding, hourlyLevels, type TimedSeries } from './heads/hourly.ts';
export { DIRECTIONS, VOLATILITIES, type HeadView } from './heads/inputs.ts';
export {
  LIQUIDATION_RISK_V1,
  LIQUIDATION_RISK_V2,
  liquidationBand,
  liquidationRiskOutlook,
  LIQUIDATION_RISKS,
  marketLiquidationRisk,
  type LiquidationBand,
  type LiquidationInputs,
  type LiquidationRiskConfig,
  type WeightedOutlook,
} from './heads/liquidation-risk.ts';
export { applyLogistic, type LogisticHead } from './heads/logistic.ts';
export {
  OPEN_INTEREST_V1,
  openInterestBucket,
  openInterestEdge,
  openInterestOutlook,
  OPEN_INTERESTS,
  type OpenInterestConfig,
  type OpenInterestHorizon,
} from './heads/open-interest.ts';
export { type HeadProvenance, type HeadsProvenance, type Outlook, type SilentHead } from './heads/outlook.ts';
export { NO_INPUTS, outlooksOf, provenancesOf, type OutlookInputs, type Outlooks } from './heads/outlooks.ts';
export {
  createReturnVolatility,
  returnVolatility,
  type ReturnVolatility,
  type ReturnVolatilityColumns,
  type ReturnVolatilitySnapshot,
} from './heads/return-volatility.ts';
export { createFilter, filter, type Filtered, type FilterSnapshot } from './hmm/filter.ts';
export { createHmm, withTransition, type Hmm } from './hmm/hmm.ts';
export { type HmmParameters, type LatentState } from './hmm/parameters.ts';
export { labelProbabilities, predict, type Predicted } from './hmm/predict.ts';
export { expectedTransitions, smooth, smoothedLabelProbabilities, type Smoothed } from './hmm/smooth.ts';
export { visitProbability } from './hmm/visit.ts';
export { HYSTERESIS_V1, type HysteresisConfig } from './hysteresis/config.ts';
export {
  hysteresis,
  type FlipPath,
  type HysteresisInput,
  type HysteresisOutput,
  type HysteresisState,
  type Pending,
} from './hysteresis/hysteresis.ts';
export { MONTE_CARLO_V1, MONTE_CARLO_V2, monteCarloNamed, type MonteCarloConfig } from './monte-carlo/config.ts';
export {
  createMonteCarlo,
  monteCarloSeed,
  type MonteCarlo,
  type MonteCarloInput,
  type Simulation,
} from './monte-carlo/monte-carlo.ts';
export { type ExpectedVolatility } from './monte-carlo/rescale.ts';
export { type LogitMap } from './monte-carlo/logit-map.ts';
export { type Paths } from './monte-carlo/paths.ts';
export { type ResidualPools } from './monte-carlo/pools.ts';
export { nowcastHistory, nowcastHistorySteps } from './nowcast/history.ts';
export type { NowcastColumns, NowcastHistory } from './nowcast/history-rows.ts';
export { nextDay } from './nowcast/next-day.ts';
export {
  createTradedNowcast,
  NOWCAST_BREAKS_V1,
  tradedHistory,
  tradedHistorySteps,
  type NowcastBreaks,
  type TradedNowcast,
  type TradedSnapshot,
} from './nowcast/across-breaks.ts';
export { createNowcast, type Nowcast, type NowcastSnapshot } from './nowcast/nowcast.ts';
export { publishable, type Forecast, type NowcastPoint, type PublishedRegime } from './nowcast/point.ts';
export { derivativesOf, withDerivatives } from './nowcast/with-derivatives.ts';
export { historyQuality, hoursOfRuns, QUALITY_V2, type HistoryQuality, type QualityConfig } from './nowcast/quality.ts';
export { RECALIBRATION_V1, type RecalibrationConfig } from './recalibration/config.ts';
export { recalibratesOf, type Recalibrates, type RecalibrationFit } from './recalibration/fit.ts';
export {
  createRecalibration,
  type Recalibrated,
  type Recalibration,
  type RecalibrationSnapshot,
} from './recalibration/recalibration.ts';
export { CATALOG_VERSION, REGIMES, type Regime } from './regimes.ts';
export { createShock, type ShockSnapshot, type ShockStream } from './shock/create-shock.ts';
export { checkShockConfig, SHOCK_V1, type ShockConfig } from './shock/config.ts';
export { shock, SHOCK_KINDS, type ActiveShock, type ShockKind, type ShockRow, type ShockState } from './shock/shock.ts';
