export {
  ACCOUNTS,
  encodeConfirmed,
  encodeKeyInfo,
  encodeMintedKey,
  encodeRotatedKey,
  resendReply,
  revokedKey,
  type Accounts,
  type Origin,
  type ApiKeyRecordWire,
  type KeyFacts,
  type KeyInfoWire,
  type ResendStatus,
  type ResendWire,
} from './accounts/index.ts';
export { text, value, type Body, type BytesBody, type FeedBody, type TextBody, type ValueBody } from './body.ts';
export { CANDLE_PULLS, type CandlePulls, type CandleRange, type PulledBars } from './candles/index.ts';
export { CHANGELOG, type ChangelogEntry } from './changelog.ts';
export { findCoin } from './coin-name.ts';
export {
  port,
  type Asked,
  type Caller,
  type CallerKey,
  type Context,
  type ListingRef,
  type Port,
  type Refreshed,
} from './context.ts';
export {
  acceptedParameters,
  deprecationHeaders,
  mustBeSent,
  type AdditiveNote,
  type DeclaredError,
  type Endpoint,
} from './endpoint.ts';
export {
  rowsOf,
  type AnyEngine,
  type Engine,
  type EngineTracker,
  type MarketMemory,
  type Member,
  type RowsOf,
  type Seen,
  type SymbolFacts,
} from './engine.ts';
export { feature, type Feature } from './feature.ts';
export { FEATURES } from './features.ts';
export { fieldsOf, record, type Codec, type Field, type Fields, type WireOf } from './fields.ts';
export {
  gammaAnswer,
  gammaPoint,
  gammaRow,
  gammaRules,
  type CoinGamma,
  type GammaAnswerWire,
  type GammaPointWire,
  type GammaRowWire,
  type GammaRulesWire,
  type GammaSource,
} from './gamma/index.ts';
export { heatmapRecord, type HeatmapRowWire } from './heatmap/index.ts';
export {
  depthRow,
  LIQUIDITY,
  liquidityMarketBody,
  liquidityPublication,
  liquidityRecord,
  type BookUsed,
  type CoinDepth,
  type CoinLiquidity,
  type DepthRowWire,
  type DepthSample,
  type DepthSampleWire,
  type LiquidityArchive,
  type LiquidityHead,
  type LiquidityRecordWire,
} from './liquidity/index.ts';
export { isReadyMemeRow, memeDay, memeRow, type MemeHead, type MemeRowWire } from './meme/index.ts';
export {
  CATALOG,
  HEALTH,
  type Catalog,
  type FeedHealth,
  type HealthAnswer,
  type HealthReport,
  type HealthWire,
  type ProducerHealth,
  type SourceHealth,
  type StreamHealth,
} from './meta/index.ts';
export { openApiDocument, type OpenApiDocument } from './openapi.ts';
export { operation, type Awaitable, type Operation } from './operation.ts';
export {
  apiDocument,
  ENDPOINT_LIST,
  endpointsOf,
  ENGINES,
  operationNamed,
  OPERATIONS,
  PUBLICATIONS,
  SERVICE,
  serviceOf,
  type Service,
} from './operations.ts';
export { type DataSource, type Venue } from './parameters.ts';
export {
  flowRow,
  midRow,
  midsPublication,
  PERP_VENUE,
  perpArchivePublication,
  perpRow,
  perpsPublication,
  TRADE_FLOW,
  tradeFlowPublication,
  universeFlowRow,
  type BookFound,
  type BookLevel,
  type FlowMinute,
  type FlowRowWire,
  type MidRowWire,
  type MidsHead,
  type PerpArchiveHead,
  type PerpFound,
  type PerpRowWire,
  type PerpsHead,
  type PerpState,
  type PerpVenue,
  type SettledFunding,
  type SettledHours,
  type TradeFlowArchive,
  type TradeFlowHead,
  type UniverseFlowRowWire,
} from './perpdex/index.ts';
export {
  holdingRow,
  ladderBinRow,
  ladderRow,
  positioningAnswer,
  type LadderSource,
  type LadderWire,
  type PositioningSource,
  type PositioningWire,
} from './positioning/index.ts';
export {
  ErrorEnvelope,
  problem,
  PROBLEM_STATUS,
  problemCodeOf,
  validationProblem,
  ValidationErrorBody,
  type Problem,
  type ProblemCode,
  type ProblemExtra,
  type ValidationItem,
} from './problem.ts';
export {
  joinProvenance,
  publication,
  type Encoded,
  type Publication,
  type StoredShape,
  type FeedKind,
  type Provenance,
  type Published,
  type SymbolsHead,
  type View,
} from './published.ts';
export {
  QUANT,
  QUANT_FILE_COLUMNS,
  QUANT_FILE_TYPES,
  QUANT_RECENT_HOURS,
  quantCoin,
  quantFileCsv,
  quantFileRow,
  quantMarket,
  type CardModel,
  type NoModel,
  type QuantArchive,
  type QuantCoinRowWire,
  type QuantCoinsWire,
  type QuantCoinWire,
  type QuantDay,
  type QuantExplainWire,
  type QuantFileFormat,
  type QuantFileLink,
  type QuantFileLinkWire,
  type QuantHead,
  type QuantHistoryWire,
  type QuantHorizon,
  type QuantHour,
  type QuantHourWire,
  type QuantMarketWire,
  type QuantParts,
  type QuantRange,
  type QuantRecent,
  type QuantRecord,
  type QuantRisksWire,
  type QuantRiskWire,
  type QuantTimelineWire,
  type QuantVolatility,
  type RunningModel,
} from './quant/index.ts';
export { createRecent, type Recent } from './recent.ts';
export {
  CYCLE_ARCHIVE,
  cycleCurrent,
  cycleHistoryEntry,
  encodeCycleDay,
  type CycleArchive,
  type CycleCurrentWire,
  type CycleDayWire,
  type CycleHead,
  type CycleHistoryEntryWire,
} from './regimes/index.ts';
export { settleScope } from './scope.ts';
export { bySymbol, byValue } from './shapes/order.ts';
export { encodeProvenance } from './shapes/provenance.ts';
export { encodeSignumRow, type SignumHead, type SignumItemWire, type SignumRowWire } from './signum/index.ts';
export {
  DELAYED_EVENTS_MAX,
  encodeEvent,
  EVENT_STREAM,
  EVENT_TYPES,
  eventOfLog,
  joinStreamDelayed,
  joinStreamRecent,
  matchesEventQuery,
  type EncodedEvent,
  type EventQuery,
  type EventStream,
  type EventType,
  type EventWire,
  type FilteredEvent,
  type FundingEvent,
  type LiquidationEvent,
  type LoggedEvent,
  type MarketEvent,
  type OiDeltaEvent,
  type PriceMoveEvent,
  type TailQuery,
  type WhalePositionEvent,
  type WhaleTransferEvent,
} from './stream/index.ts';
export {
  encodeTechnicalRow,
  type TechnicalHead,
  type TechnicalItemWire,
  type TechnicalRowWire,
} from './technical/index.ts';
export {
  CONFIRMED_PRO_HOURS,
  limitsAt,
  TIER_LIMITS,
  tierAt,
  TIERS,
  unlocks,
  type Access,
  type Grant,
  type Limits,
  type RowScope,
  type Tier,
  type TierScope,
} from './tiers.ts';
export { parseMoment } from './time.ts';
export { API_PREFIX, API_VERSION } from './version.ts';
export {
  isReadyVolatilityDay,
  isReadyVolatilityRow,
  volatilityDay,
  volatilityRow,
  type VolatilityHead,
  type VolatilityRowWire,
} from './volatility/index.ts';
export { anyVolumeRow, isReadyVolumeRow, volumeRow, type VolumeHead, type VolumeRowWire } from './volume/index.ts';
export { whaleDayRow, whalesRow, type WhaleDayWire, type WhalesRowWire } from './whales/index.ts';
