export { type OpenCoin } from './taker-flow/accumulator.ts';
export { takerMinutes, type RecordedSpan, type TradeColumns } from './taker-flow/batch.ts';
export { checkTakerFlowConfig, TAKER_FLOW_V1, type TakerFlowConfig } from './taker-flow/config.ts';
export { DROP_REASONS, FILL_RANGE, type DropReason, type Fill, type TakerSide } from './taker-flow/fill.ts';
export { type CoinMinute, type SealedMinute } from './taker-flow/minute.ts';
export {
  cumulativeDelta,
  flowCoverage,
  flowEnd,
  takerRows,
  type CumulativeDelta,
  type TakerRow,
} from './taker-flow/rows.ts';
export {
  createTakerFlow,
  takerFlow,
  type FlowEvent,
  type FlowStep,
  type TakerFlow,
  type TakerFlowState,
} from './taker-flow/taker-flow.ts';
export {
  FLOW_WINDOWS,
  takerBuyRatio,
  universeFlow,
  type FlowWindow,
  type UniverseFlow,
  type UniverseFlowRow,
} from './taker-flow/universe.ts';
export { type Span, type WatchState } from './taker-flow/watch.ts';

export { accountBook, type BookOptions } from './accounts/account-book.ts';
export { type AccountBook, type AccountColumns, type PositionColumns } from './accounts/book.ts';
export { BOOK_DROPS, type BookDrop } from './accounts/drops.ts';
export { liquidationPrice, type BackedPosition } from './accounts/liquidation-price.ts';
export { maintenanceMargin, marginTable, type MarginTable } from './accounts/margin-table.ts';
export {
  type AccountRecord,
  type AccountStats,
  type CoinTerms,
  type MarginTier,
  type PositionRecord,
} from './accounts/records.ts';
export {
  forcedTotals,
  forcedUsd,
  type ForcedClose,
  type ForcedCoin,
  type ForcedSums,
  type ForcedTotals,
} from './forced/totals.ts';
export { ladderColumns, type LadderColumns } from './ladder/columns.ts';
export { checkLadderConfig, LADDER_V1, type LadderConfig } from './ladder/config.ts';
export { ladderFlip } from './ladder/flip.ts';
export {
  flipInterval,
  LADDER_INTERVALS_V1,
  levelInterval,
  type LadderInterval,
  type LadderIntervalsConfig,
  type OpenInterestShare,
} from './ladder/intervals.ts';
export { ladderOf } from './ladder/ladder.ts';
export { type Ladder, type LadderBin, type LadderLevel, type LeftOut } from './ladder/records.ts';
export { TRADER_CLASSES, TRADER_TAGS, type AccountClasses, type TraderClass, type TraderTag } from './split/classes.ts';
export { classify, type AccountClassState, type ClassifierState } from './split/classify.ts';
export { checkClassifierConfig, CLASSIFIER_V2026_11_1, type ClassifierConfig } from './split/config.ts';
export { classesNow } from './split/rules.ts';
export { split, type CoinSplit, type Holding } from './split/split.ts';

export {
  checkGammaConfig,
  GAMMA_V2,
  type GammaConfig,
  type RuleInput,
  type RuleLine,
  type RuleReading,
  type RuleTerm,
  type TermName,
} from './gamma/config.ts';
export {
  contextOf,
  distributionContext,
  fundingPinned,
  type ContextState,
  type DistributionContext,
  type GammaSample,
} from './gamma/context.ts';
export { gamma, type GammaInput, type GammaRecord, type GammaRegimeRecord, type GammaState } from './gamma/gamma.ts';
export { type ProfilePoint } from './gamma/profile.ts';
export { type HeldRegime } from './gamma/regime.ts';
export {
  GAMMA_REGIMES,
  printRules,
  type Coverage,
  type GammaRegime,
  type PrintedLine,
  type PrintedRules,
  type RuleInputs,
  type RuleNames,
  type TermPoints,
} from './gamma/rules.ts';
export { checkWhalesConfig, WHALES_V1, type WhalesConfig } from './whales/config.ts';
export { whaleDay, whaleDays, type WhaleDay, type WhaleDaysState } from './whales/days.ts';
export { bookHoldings, type BookHoldings, type CoinHoldings } from './whales/holdings.ts';
export {
  netBias,
  whales,
  type NetBias,
  type WhaleCoin,
  type WhaleSample,
  type WhalesInput,
  type WhalesRecord,
  type WhalesState,
} from './whales/whales.ts';
export { checkPositionChangesConfig, POSITION_CHANGES_V1, type PositionChangesConfig } from './changes/config.ts';
export {
  POSITION_ACTIONS,
  positionChanges,
  type PositionAction,
  type PositionChange,
} from './changes/position-changes.ts';

export {
  checkTradersConfig,
  TRADERS_V1,
  TRADING_STYLES,
  type TradersConfig,
  type TradingStyle,
} from './traders/config.ts';
export { EDGE_DIMENSIONS, type Edge, type EdgeDimension } from './traders/edges.ts';
export { type FillColumns } from './traders/fills.ts';
export { traderProfile, type TraderProfile } from './traders/profile.ts';
export { roundTrips, type Trip, type Trips } from './traders/trips.ts';

export {
  afterFundingFetch,
  FUNDING_HISTORY_START,
  FUNDING_HISTORY_STATUSES,
  FUNDING_HISTORY_V1,
  fundingHistoryStatus,
  type FundingHistoryConfig,
  type FundingHistoryState,
  type FundingHistoryStatus,
} from './venues/funding-history.ts';
export { annualisedFunding } from './venues/funding-rate.ts';
export {
  INTEREST_TREND_V1,
  INTEREST_TRENDS,
  interestTrend,
  type InterestTrend,
  type InterestTrendConfig,
} from './venues/interest-trend.ts';
export {
  dayOfKnown,
  fundingDays,
  lastOfDays,
  type FundingDay,
  type SampleColumns,
  type SettlementColumns,
} from './venues/perp-days.ts';
