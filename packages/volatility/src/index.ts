export { allEstimators, type EstimatorColumns } from './all-estimators.ts';
export { annualise } from './annualise.ts';
export { closeToClose, closeToCloseLookback, createCloseToClose } from './close-to-close.ts';
export { volatilityCone, VOLATILITY_CONE_V1, type ConePoint, type VolatilityConeConfig } from './cone.ts';
export {
  ESTIMATOR_DEFAULTS,
  type EstimatorConfig,
  type EstimatorSnapshot,
  type EstimatorStream,
  type VolatilityPoint,
} from './estimator.ts';
export { createGarmanKlass, garmanKlass, garmanKlassLookback, garmanKlassVariance } from './garman-klass.ts';
export {
  createGarmanKlassYangZhang,
  garmanKlassYangZhang,
  garmanKlassYangZhangLookback,
  garmanKlassYangZhangVariance,
} from './garman-klass-yang-zhang.ts';
export { logRatio } from './log-ratio.ts';
export { createParkinson, parkinson, parkinsonLookback, parkinsonVariance } from './parkinson.ts';
export { realizedVolatility } from './realized-volatility.ts';
export {
  createRogersSatchell,
  rogersSatchell,
  rogersSatchellLookback,
  rogersSatchellVariance,
} from './rogers-satchell.ts';
export { createYangZhang, yangZhang, yangZhangLookback } from './yang-zhang.ts';
export {
  indexAt,
  pastMarketDays,
  withIndexDay,
  withIndexSnapshot,
  type IndexHistory,
  type IndexHistoryPoint,
  type PastMarketDay,
  type PastRow,
} from './index-history.ts';
export {
  createIndexTracker,
  withIndexDays,
  type IndexMember,
  type IndexTracker,
  type IndexTrackerSnapshot,
  type PastDay,
} from './index-tracker.ts';
export { marketVolatility, type MarketRow, type MarketVolatility, type RegimeShares } from './market.ts';
export {
  checkVolatilityRegimeConfig,
  VOLATILITY_REGIME_V1,
  VOLATILITY_REGIME_V2,
  volatilityRegimeLookback,
  type VolatilityRegimeConfig,
  type WindowConfig,
} from './regime/config.ts';
export type { VolatilityDay } from './regime/days.ts';
export { labelOf, VOLATILITY_REGIMES, type RegimeInput, type VolatilityRegime } from './regime/label.ts';
export { regimeMachine, type RegimeOutput, type RegimeState } from './regime/machine.ts';
export type { Realized } from './regime/realized.ts';
export {
  createVolatilityRegime,
  volatilityRegime,
  type VolatilityColumns,
  type VolatilityRegimeSnapshot,
} from './regime/regime.ts';
export {
  volatilityHistory,
  volatilityRow,
  type VolatilityAbout,
  type VolatilityInput,
  type VolatilityRecord,
  type VolatilityRow,
} from './regime/row.ts';
export { createVolatilityTracker, type VolatilityTracker, type VolatilityTrackerSnapshot } from './regime/tracker.ts';
export { VOL_TARGET_V1, volTargetMultiplier, type VolTargetConfig } from './target.ts';
export {
  TERM_STRUCTURE_V1,
  TERM_STRUCTURE_V2,
  termStructure,
  volatilityAtTenor,
  type OptionQuote,
  type TermPoint,
  type TermStructureConfig,
} from './term-structure.ts';
export { variancePremium, type VariancePremium } from './variance-premium.ts';
export {
  sentimentOf,
  SENTIMENTS,
  VOLATILITY_INDEX_V1,
  volatilityIndexPoint,
  type IndexPart,
  type PastIndex,
  type Sentiment,
  type VolatilityIndexConfig,
  type VolatilityIndexPoint,
} from './volatility-index.ts';
export {
  grossExposureMultiplier,
  VOLATILITY_BANDS,
  VOLATILITY_SCORE_V1,
  volatilityBand,
  volatilityScore,
  type ScorePart,
  type VolatilityBand,
  type VolatilityScore,
  type VolatilityScoreConfig,
} from './volatility-score.ts';
export { createNotional30, notional30, type Notional30, type Notional30Snapshot } from './volume/notional30.ts';
export {
  checkVolumeConfig,
  VOLUME_BANDS,
  VOLUME_V1,
  VOLUME_V2,
  volumeBand,
  type VolumeBand,
  type VolumeConfig,
} from './volume/config.ts';
export { volumeHistory, type VolumeColumns } from './volume/history.ts';
export {
  volumeRow,
  type NotionalDay,
  type NotionalHour,
  type VolumeAbout,
  type VolumeInput,
  type VolumeRow,
} from './volume/row.ts';
export { createVolumeTracker, type VolumeTracker, type VolumeTrackerSnapshot } from './volume/tracker.ts';
