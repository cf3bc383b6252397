export { createFilter, filter, type Filtered, type FilterSnapshot } from './hmm/filter.ts';
export { createHmm, withTransition, type Hmm } from './hmm/hmm.ts';
export { type HmmParameters, type LatentState } from './hmm/parameters.ts';
export { labelProbabilities, predict, type Predicted } from './hmm/predict.ts';
export { smooth, smoothedLabelProbabilities, type Smoothed } from './hmm/smooth.ts';
export { viterbi, type LikeliestPath } from './hmm/viterbi.ts';
export { REGIMES, type Regime } from './regimes.ts';
export { HYSTERESIS_V1, type HysteresisConfig } from './hysteresis/config.ts';
export {
  hysteresis,
  type FlipPath,
  type HysteresisInput,
  type HysteresisOutput,
  type HysteresisState,
  type Pending,
} from './hysteresis/hysteresis.ts';
export { FEATURES_V1, type FeaturesConfig } from './features/config.ts';
export {
  createFeatures,
  features,
  FEATURES,
  featuresLookback,
  type Feature,
  type FeatureColumns,
  type FeaturesPoint,
  type FeaturesSnapshot,
} from './features/features.ts';
export { observe, type Observations } from './features/observe.ts';
export { standardize, standardizeValue, type Standardization } from './features/standardize.ts';
