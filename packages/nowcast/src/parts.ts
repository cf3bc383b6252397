/** Parts of the filter that fits and tests in `@barograph/lab` share. They may change in any version. */

export { UNANCHORED } from './artifact/artifact.ts';
export { CONCENTRATION_BOUNDS } from './coin-scope.ts';
export { normalQuantile } from './features/normal-quantile.ts';
export { createForecast } from './har/fit.ts';
export { expectedOf, volatilityOf } from './har/har.ts';
export { breadthProbabilities } from './heads/breadth.ts';
export { fundingProbabilities, fundingView, type FundingView } from './heads/funding.ts';
export {
  DIRECTION_INPUTS,
  directionBucket,
  directionInputs,
  EXPECTED_VOLATILITY_AND_REGIMES,
  EXPECTED_VOLATILITY_INPUTS,
  NEXT_REGIME_INPUTS,
  nextRegimeInputs,
  VOLATILITY_INPUTS,
  volatilityBucket,
  volatilityInputsOf,
} from './heads/inputs.ts';
export { createLogistic, softmax } from './heads/logistic.ts';
export { openInterestProbabilities, openInterestView, type OpenInterestView } from './heads/open-interest.ts';
export { createBackward, createTransitionCounts, smoothRows } from './hmm/backward.ts';
export { createChain, createForwardState, type Chain } from './hmm/chain.ts';
export { cholesky } from './hmm/cholesky.ts';
export { BLOCK } from './hmm/distances.ts';
export { createEmission, createEmissionBlock, emit, isDiagonal, type Emission } from './hmm/emission.ts';
export { filterBlocks } from './hmm/filter.ts';
export { logGamma } from './hmm/log-gamma.ts';
export { checkParameters } from './hmm/parameters.ts';
export { sumByLabel } from './hmm/predict.ts';
export { viterbi, type LikeliestPath } from './hmm/viterbi.ts';
export { checkMonteCarloConfig } from './monte-carlo/config.ts';
export { applyLogitMap, logit } from './monte-carlo/logit-map.ts';
export { drawdownShare, fallOf } from './monte-carlo/monte-carlo.ts';
export { checkPools } from './monte-carlo/pools.ts';
