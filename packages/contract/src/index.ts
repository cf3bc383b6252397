export { value, text, type Body, type BytesBody, type FeedBody, type TextBody, type ValueBody } from './body.ts';
export { CHANGELOG, type ChangelogEntry } from './changelog.ts';
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
export { isReadyMemeRow, memeDay, memeRow, type MemeHead, type MemeRowWire } from './meme/index.ts';
export { operation, type Awaitable, type Operation } from './operation.ts';
export { ENGINES, OPERATIONS, PUBLICATIONS } from './operations.ts';
export {
  QUANT,
  QUANT_FILE_COLUMNS,
  QUANT_FILE_TYPES,
  QUANT_RECENT_HOURS,
  quantCoin,
  quantFileCsv,
  quantFileRow,
  quantMarket,
  quantPublication,
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
export {
  publication,
  type Encoded,
  type Publication,
  type Published,
  type SymbolsHead,
  type View,
} from './published.ts';
export { createRecent, type Recent } from './recent.ts';
export { bySymbol, byValue } from './shapes/order.ts';
export {
  acceptedParameters,
  deprecationHeaders,
  mustBeSent,
  type Access,
  type AdditiveNote,
  type DeclaredError,
  type Endpoint,
} from './endpoint.ts';
export {
  ENDPOINT_LIST,
  ENDPOINTS,
  type BodyOf,
  type EndpointId,
  type PathOf,
  type QueryOf,
  type ReplyOf,
} from './endpoints.ts';
export {
  EVENT_TYPES,
  type EventType,
  type FundingEvent,
  type LiquidationEvent,
  type MarketEvent,
  type OiDeltaEvent,
  type PriceMoveEvent,
  type WhalePositionEvent,
  type WhaleTransferEvent,
} from './event.ts';
export { openApiDocument, type OpenApiDocument } from './openapi.ts';
export { type DataSource } from './parameters.ts';
export {
  ErrorEnvelope,
  MINT_URL,
  PRICING_URL,
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
  BATCH_COINS_MAX,
  barsInRange,
  decodeCandlesBatchQuery,
  decodeCandlesQuery,
  RANGE_BARS_MAX,
  type CandleRange,
  type CandlesBatchQuery,
  type CandlesQuery,
} from './query/candles.ts';
export {
  decodeHeatmapQuery,
  heatmapMoveOf,
  heatmapOrder,
  matchesHeatmapQuery,
  type HeatmapQuery,
} from './query/heatmap.ts';
export { decodeCycleHistoryQuery, type CycleHistoryQuery } from './query/cycle.ts';
export { decodeSignumListQuery, matchesSignumQuery, signumOrder, type SignumListQuery } from './query/signum.ts';
export {
  decodeVolatilityListQuery,
  matchesVolatilityQuery,
  volatilityOrder,
  type VolatilityListQuery,
} from './query/volatility.ts';
export {
  decodeEventQuery,
  decodeResumeId,
  matchesEventQuery,
  type EventQuery,
  type FilteredEvent,
  type RawEventQuery,
} from './query/stream.ts';
export { parseMoment } from './query/time.ts';
export { num } from './scalar.ts';
export { settleScope, type TierScope } from './scope.ts';
export {
  AGENT_SUBSCRIBE,
  CONFIRMED_PRO_HOURS,
  limitsAt,
  TIER_LIMITS,
  tierAt,
  UNCONFIRMED_DAILY_LIMIT,
  unlocks,
  UPGRADE_PRICE_USD_MONTHLY,
  type Grant,
  type Limits,
  type Tier,
} from './tiers.ts';
export { API_PREFIX, API_VERSION } from './version.ts';
export {
  encodeConfirmed,
  encodeKeyInfo,
  encodeMintedKey,
  encodeRotatedKey,
  type ApiKeyRecordWire,
  type ConfirmedWire,
  type KeyFacts,
  type KeyInfoWire,
  type MintedKey,
  type ResendStatus,
  type ResendWire,
  type RevokedKeyWire,
  type RotatedKeyWire,
  type UpgradeWire,
} from './wire/account.ts';
export { encodeBaskets, type BasketsWire } from './wire/baskets.ts';
export { encodeCandlesBatch, type CandlesBatchAnswer, type CandlesBatchWire } from './wire/candles-batch.ts';
export {
  encodeBars,
  encodeCandles,
  type AtrColumn,
  type CandlesAnswer,
  type CandlesWire,
  type CandleWire,
} from './wire/candles.ts';
export {
  encodeCycleHistory,
  encodeCycleHistoryEntry,
  type CycleHistoryEntryWire,
  type CycleHistoryParts,
  type CycleHistoryWire,
} from './wire/cycle-history.ts';
export {
  encodeCycleCurrent,
  encodeCycleDay,
  encodeCycleList,
  type CycleCurrentWire,
  type CycleDayWire,
  type CycleListWire,
  type CycleRegimeWire,
} from './wire/cycle.ts';
export {
  encodeChangelog,
  encodeHealth,
  encodeIndex,
  type HealthAnswer,
  type SourceHealth,
  type StreamHealth,
  type StreamHealthWire,
  type ChangelogWire,
  type HealthWire,
  type IndexWire,
  type SourceHealthWire,
} from './wire/meta.ts';
export {
  encodeSignumBar,
  encodeSignumDay,
  encodeSignumDetail,
  type SignumBarWire,
  type SignumDayWire,
  type SignumDetail,
  type SignumDetailWire,
} from './wire/signum-detail.ts';
export {
  encodeSignumBreadth,
  joinSignumList,
  type SignumBreadthWire,
  type SignumListHead,
  type SignumListWire,
} from './wire/signum-list.ts';
export {
  encodeSignumRow,
  signumItem,
  type SignumItemWire,
  type SignumRangeWire,
  type SignumRowWire,
} from './wire/signum-row.ts';
export {
  encodeVolatilityImplied,
  type ImpliedCoin,
  type TermPointWire,
  type VolatilityImpliedWire,
} from './wire/volatility-implied.ts';
export {
  encodeVolatilityIndex,
  encodeVolatilityIndexHistory,
  encodeVolatilityIndexPoint,
  encodeVolatilityScore,
  type Majors,
  type RegimeSharesWire,
  type VariancePremiumWire,
  type VolatilityIndexHistoryWire,
  type VolatilityIndexPointWire,
  type VolatilityIndexWire,
  type VolatilityScoreWire,
} from './wire/volatility-index.ts';
export { joinVolatilityList, type VolatilityListHead, type VolatilityListWire } from './wire/volatility-list.ts';
export {
  encodeVolatilityDay,
  encodeVolatilityDetail,
  encodeVolatilityItem,
  type VolatilityDayWire,
  type VolatilityDetail,
  type VolatilityDetailWire,
  type VolatilityItemWire,
} from './wire/volatility-row.ts';
export {
  encodeEvent,
  eventOfLog,
  EventWire,
  FundingWire,
  LiquidationWire,
  OiDeltaWire,
  PriceMoveWire,
  WhalePositionWire,
  WhaleTransferWire,
  type EncodedEvent,
  type LoggedEvent,
} from './wire/event.ts';
export {
  DELAYED_EVENTS_MAX,
  joinStreamDelayed,
  joinStreamRecent,
  type DelayedHead,
  type StreamDelayedWire,
  type StreamRecentWire,
} from './wire/stream.ts';
export { decodeVolumeListQuery, matchesVolumeQuery, volumeOrder, type VolumeListQuery } from './query/volume.ts';
export {
  encodeHeatmapRow,
  joinHeatmap,
  type HeatmapHead,
  type HeatmapItemWire,
  type HeatmapMovesWire,
  type HeatmapWire,
} from './wire/heatmap.ts';
export {
  encodeVolumeDays,
  encodeVolumeDetail,
  type VolumeDayWire,
  type VolumeDetail,
  type VolumeDetailWire,
} from './wire/volume-detail.ts';
export { joinVolumeList, type VolumeListHead, type VolumeListWire } from './wire/volume-list.ts';
export { encodeVolumeRow, volumeItem, type VolumeItemWire, type VolumeRowWire } from './wire/volume-row.ts';
export {
  decodeTechnicalListQuery,
  matchesTechnicalQuery,
  technicalOrder,
  type TechnicalListQuery,
} from './query/technical.ts';
export { encodeRefresh, type RefreshWire } from './wire/refresh.ts';
export {
  encodeTechnicalDay,
  encodeTechnicalDetail,
  type TechnicalDayWire,
  type TechnicalDetail,
  type TechnicalDetailWire,
} from './wire/technical-detail.ts';
export {
  encodeTechnicalBreadth,
  joinTechnicalList,
  type TechnicalBreadthWire,
  type TechnicalListHead,
  type TechnicalListWire,
} from './wire/technical-list.ts';
export {
  encodeTechnicalRow,
  technicalItem,
  type SrLevelWire,
  type TechnicalItemWire,
  type TechnicalRowWire,
} from './wire/technical-row.ts';
