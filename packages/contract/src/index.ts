export {
  ACCOUNTS,
  encodeConfirmed,
  encodeKeyInfo,
  encodeMintedKey,
  encodeRotatedKey,
  resendReply,
  revokedKey,
  type Accounts,
  type ApiKeyRecordWire,
  type KeyFacts,
  type KeyInfoWire,
  type ResendStatus,
  type ResendWire,
} from './accounts/index.ts';
export { value, text, type Body, type BytesBody, type FeedBody, type TextBody, type ValueBody } from './body.ts';
export { CANDLE_PULLS, type CandlePulls, type CandleRange, type PulledBars } from './candles/index.ts';
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
  publication,
  type Encoded,
  type Publication,
  type Published,
  type SymbolsHead,
  type View,
} from './published.ts';
export { createRecent, type Recent } from './recent.ts';
export {
  CYCLE_ARCHIVE,
  cycleCurrent,
  cycleHistoryEntry,
  cyclePublication,
  encodeCycleDay,
  type CycleArchive,
  type CycleCurrentWire,
  type CycleDayWire,
  type CycleHead,
  type CycleHistoryEntryWire,
} from './regimes/index.ts';
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
  endpointOf,
  ENDPOINTS,
  type BodyOf,
  type EndpointId,
  type PathOf,
  type QueryOf,
  type ReplyOf,
} from './endpoints.ts';
export { openApiDocument, type OpenApiDocument } from './openapi.ts';
export { QUANT_FILE_TYPES, type DataSource, type QuantFileFormat } from './parameters.ts';
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
  decodeHeatmapQuery,
  heatmapMoveOf,
  heatmapOrder,
  matchesHeatmapQuery,
  type HeatmapQuery,
} from './query/heatmap.ts';
export {
  decodeQuantHistoryQuery,
  decodeQuantListQuery,
  decodeQuantTimelineQuery,
  selectQuantRows,
  type QuantHistoryQuery,
  type QuantListQuery,
} from './query/quant.ts';
export { decodeSignumListQuery, matchesSignumQuery, signumOrder, type SignumListQuery } from './query/signum.ts';
export {
  decodeVolatilityListQuery,
  matchesVolatilityQuery,
  volatilityOrder,
  type VolatilityListQuery,
} from './query/volatility.ts';
export { parseMoment } from './time.ts';
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
  encodeChangelog,
  encodeHealth,
  encodeIndex,
  type HealthAnswer,
  type ProducerHealth,
  type FeedHealth,
  type FeedHealthWire,
  type SourceHealth,
  type StreamHealth,
  type StreamHealthWire,
  type ChangelogWire,
  type HealthWire,
  type IndexWire,
  type SourceHealthWire,
} from './wire/meta.ts';
export {
  encodeQuantCoin,
  encodeQuantCoinRow,
  encodeQuantRisk,
  QUANT_RECENT_HOURS,
  type QuantCoinRowWire,
  type QuantCoinWire,
  type QuantRecent,
  type QuantRiskWire,
  type QuantVolatility,
} from './wire/quant-coin.ts';
export { type QuantExplainWire, type QuantMonteCarloWire } from './wire/quant-explain.ts';
export {
  encodeQuantFileLink,
  QUANT_FILE_COLUMNS,
  quantFileCsv,
  quantFileRow,
  type QuantFileLink,
  type QuantRegimesHistoryWire,
} from './wire/quant-file.ts';
export {
  encodeQuantHistory,
  encodeQuantTimeline,
  encodeRegimeMap,
  quantHistoryCsv,
  type QuantDay,
  type QuantHistoryParts,
  type QuantHistoryRowWire,
  type QuantHistoryWire,
  type QuantHour,
  type QuantTimelineWire,
} from './wire/quant-history.ts';
export {
  encodeQuantCoins,
  encodeQuantRisks,
  type QuantCoinsWire,
  type QuantListHead,
  type QuantRisksWire,
} from './wire/quant-lists.ts';
export { encodeQuantMarket, type QuantMarketWire, type QuantParts } from './wire/quant-market.ts';
export {
  encodeModelCard,
  encodeNoModelCard,
  encodeRegimeCatalog,
  type CardModel,
  type ModelCardWire,
  type ModelRuntime,
  type NoModel,
  type RegimeCatalogWire,
} from './wire/quant-model.ts';
export {
  type QuantFlagsWire,
  type QuantForecastWire,
  type QuantHorizon,
  type QuantRegimeWire,
} from './wire/quant-parts.ts';
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
