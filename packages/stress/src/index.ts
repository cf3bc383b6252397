export { coMovement } from './meme/co-movement.ts';
export { memeColumns, type MemeColumns, type MemeNumbers } from './meme/columns.ts';
export { checkMemeConfig, MEME_V1, MEME_V2, type MemeConfig } from './meme/config.ts';
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
export { BOOK_REASONS, type BookProblem, type BookReason } from './liquidity/book-problem.ts';
export { isCascade, type CascadeEvidence } from './liquidity/cascade.ts';
export { checkLiquidityConfig, LIQUIDITY_V1, type LiquidityConfig } from './liquidity/config.ts';
export { bandDepth, depthWithin, widenDepth, type RestingDepth, type WidenedDepth } from './liquidity/depth-parts.ts';
export { depth, type BookDepth, type DepthOptions, type SideDepth } from './liquidity/depth.ts';
export {
  DIVERGENCE_HORIZONS,
  oiDivergence,
  rankDivergences,
  type DivergenceHorizon,
  type OiChange,
  type OiDivergence,
  type OiSamples,
} from './liquidity/divergence.ts';
export type { LiquidityHour } from './liquidity/hours.ts';
export { liquidityMarket, type LiquidityCoin, type LiquidityMarket, type MarketPart } from './liquidity/market.ts';
export {
  LIQUIDITY_REGIMES,
  liquidityRegime,
  type LiquidityFeatures,
  type LiquidityRegime,
  type LiquidityRegimeOutput,
  type LiquidityRegimeState,
} from './liquidity/regime.ts';
export { liquiditySample, type BesideBook, type LiquiditySample } from './liquidity/sample.ts';
export {
  FRAGILITY_BANDS,
  FRAGILITY_PARTS,
  FRAGILITY_V1,
  type FragilityBand,
  type FragilityConfig,
  type FragilityPart,
} from './liquidity/score-config.ts';
export {
  fragilityBand,
  liquidityScore,
  type FragilityComponent,
  type FragilityValues,
  type LiquidityScore,
} from './liquidity/score.ts';
export type { LiquidityRow, LiquidityTrackerSnapshot } from './liquidity/row.ts';
export { createLiquidityTracker, liquidityRows, type LiquidityTracker } from './liquidity/tracker.ts';
export { BREADTH_CANDIDATES_V1, breadthCandidates, type BreadthCandidatesConfig } from './supply/breadth-candidates.ts';
export {
  HEALTH_COMPONENTS,
  HEALTH_INPUTS,
  MARKET_HEALTH_V1,
  type HealthComponentConfig,
  type HealthComponentName,
  type HealthGroup,
  type HealthInput,
  type HealthPart,
  type MarketHealthConfig,
} from './health/config.ts';
export {
  marketHealth,
  nonMonotone,
  unknownHealth,
  type HealthComponent,
  type HealthDetail,
  type HealthInputs,
  type MarketHealth,
  type HealthSentiment,
} from './health/score.ts';
export { TREND_V1, trendOf, type Trend, type TrendConfig } from './health/trend.ts';
export { bitcoinAt, dayCloses, type BitcoinConfig, type BitcoinReading } from './inputs/bitcoin.ts';
export {
  changeAt,
  cleanSeries,
  valueAt,
  type Change,
  type CleanSeries,
  type DatedSeries,
  type DatedValue,
  type PhysicalRange,
} from './inputs/dated.ts';
export { averageFundingPct8h, spotAt, type FundedPerp, type PairHours, type SpotReading } from './inputs/flow.ts';
export {
  HEALTH_INPUTS_V1,
  HEALTH_INPUTS_V2,
  healthInputs,
  NO_HEALTH_READINGS,
  type HealthAssembly,
  type HealthInputsConfig,
  type HealthReadings,
} from './inputs/health.ts';
export {
  DOLLAR_SERIES,
  dollarOf,
  fearGreedAt,
  PHYSICAL_RANGES,
  stablecoinSupplyAt,
  type DollarReading,
  type DollarSeries,
  type FearGreedReading,
  type FlowDays,
  type PublishedIndex,
  type StablecoinReading,
} from './inputs/mood.ts';
export {
  byUnlock,
  coinUnlocks,
  isWithinDays,
  unlockCalendar,
  type Unlock,
  type UnlockCoin,
} from './supply/calendar.ts';
export {
  COIN_FAULTS,
  coinTable,
  outsideText,
  type CoinContract,
  type CoinFault,
  type CoinRecord,
  type CoinTable,
} from './supply/coin.ts';
export { checkSupplyConfig, SUPPLY_V1, type SupplyConfig } from './supply/config.ts';
export {
  byFloat,
  FLOAT_QUALITIES,
  floatRow,
  SUPPLY_BASES,
  type CoinSupply,
  type FloatQuality,
  type FloatRow,
} from './supply/float.ts';
export {
  schedulesAt,
  unlockDays,
  type TokenStream,
  type Tranche,
  type UnlockDay,
  type UnlockSchedule,
} from './supply/schedule.ts';
export { coinOfProtocol } from './supply/protocols.ts';
export { perpsOfCoins } from './supply/perps.ts';
export { chainFamily, POOL_CHAINS, tokenAddress, type ChainFamily, type PoolChain } from './pools/chain.ts';
export {
  checkDeadPoolConfig,
  DEAD_POOL_REASONS,
  DEAD_POOL_V1,
  deadPool,
  type DeadPoolConfig,
  type DeadPoolReason,
} from './pools/dead.ts';
export type { Pool, PoolToken } from './pools/pool.ts';
export {
  checkTokenRiskConfig,
  TOKEN_CHECKS,
  TOKEN_RISK_BANDS,
  TOKEN_RISK_V1,
  type TokenCheck,
  type TokenCheckRule,
  type TokenRiskBand,
  type TokenRiskConfig,
} from './tokens/config.ts';
export {
  TOKEN_CHECK_STATES,
  tokenRisk,
  type TokenCheckResult,
  type TokenCheckState,
  type TokenFinding,
  type TokenRisk,
} from './tokens/risk.ts';
