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

export {
  BOOK_DROPS,
  type AccountBook,
  type AccountColumns,
  type BookDrop,
  type PositionColumns,
} from './accounts/book.ts';
export {
  type AccountRecord,
  type AccountStats,
  type CoinTerms,
  type MarginTier,
  type PositionRecord,
} from './accounts/records.ts';
export { type Ladder, type LadderBin, type LadderLevel, type LeftOut } from './ladder/records.ts';
export { TRADER_CLASSES, TRADER_TAGS, type AccountClasses, type TraderClass, type TraderTag } from './split/classes.ts';
export { type CoinSplit, type Holding } from './split/split.ts';

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
