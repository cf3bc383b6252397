export { coMovement } from './meme/co-movement.ts';
export { checkMemeConfig, MEME_V1, type MemeConfig } from './meme/config.ts';
export { memeDays, memeRow, type MemeRowInput } from './meme/days.ts';
export { memeLookback } from './meme/features.ts';
export {
  MEME_REGIMES,
  memeRegime,
  memeRule,
  type MemeFeatures,
  type MemeRegime,
  type MemeRegimeOutput,
  type MemeRegimeState,
} from './meme/regime.ts';
export type { MemeDay, MemeFacts, MemeRow } from './meme/row.ts';
export {
  MEME_BANDS,
  MEME_SCORE_PARTS,
  MEME_SCORE_V1,
  type MemeBand,
  type MemeScoreConfig,
  type MemeScorePart,
} from './meme/score-config.ts';
export {
  countFreshListings,
  freshListingsOf,
  memeBand,
  memeScore,
  type MemeCoin,
  type MemeMarket,
  type MemeScore,
} from './meme/score.ts';
export { createMemeTracker, type MemeTracker, type MemeTrackerSnapshot } from './meme/tracker.ts';
export { isMeme, MEME_UNIVERSE_V1, memePerp, type MemeUniverseConfig } from './meme/universe.ts';
export { weightedMedian } from './meme/weighted-median.ts';
