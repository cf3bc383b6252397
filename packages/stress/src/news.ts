/** News as pure engines: items, entities, impact, funnel, pulse, market reactions, and flows of exchanges and funds. */

export {
  checkNewsConfig,
  NEWS_CATEGORIES,
  NEWS_HORIZONS,
  NEWS_TIERS,
  NEWS_V1,
  NEWS_V2,
  type NewsCategory,
  type NewsConfig,
  type NewsHorizon,
  type NewsTier,
} from './news/config.ts';
export { CATALYST_RULES_V1, catalystOf, type CatalystReading, type CatalystRules } from './news/catalyst-rules.ts';
export { coinOfSymbol, nameablePerps } from './news/coin.ts';
export {
  entityTable,
  MATCH_MODES,
  matchEntities,
  NEWS_MARKET,
  type EntityMatch,
  type EntityTable,
  type Phrases,
  type MatchMode,
} from './news/entities.ts';
export { NEWS_WORDS_V1, NEWS_WORDS_V2, type NewsWords } from './news/words.ts';
export { NEWS_READER_V1, type NewsLexicon, type WordTag } from './news/reader/lexicon.ts';
export { readHeadline, type NewsReading } from './news/reader/read.ts';
export { type NewsBlocker } from './news/reader/blockers.ts';
export { newsFeatures } from './news/reader/features.ts';
export { fingerprintDistance, nearDuplicate, simHash, type Fingerprint } from './news/near-duplicate.ts';
export { impact, newsBias, newsTone, type Impact, type ImpactFeatures } from './news/impact.ts';
export { NEWS_FAULTS, newsItem, type NewsFault, type NewsItem, type RawNewsItem } from './news/item.ts';
export {
  createNewsFunnel,
  NEWS_OUTCOMES,
  newsEvents,
  type NewsVerdict,
  type FunnelCounts,
  type NewsFunnel,
  type NewsFunnelSnapshot,
  type NewsOutcome,
} from './news/funnel.ts';
export {
  scoreNews,
  wilsonShare,
  type LabelledBias,
  type LabelledNews,
  type NewsScore,
  type ScoredShare,
} from './news/score.ts';
export { latestNews, type NewsEvent, type Story } from './news/story.ts';
export {
  createNewsPulse,
  newsPulse,
  type NewsPulse,
  type NewsPulseSnapshot,
  type PulseReading,
  type PulseRow,
} from './news/pulse.ts';
export {
  marketResponse,
  newsOutcome,
  type HorizonResponse,
  type MarketResponse,
  type NewsOutcomeColumns,
  type ResponseBars,
  type ResponseInputs,
  type ResponseSeries,
} from './news/response.ts';
export { minutesFrom, responseMinutes } from './news/response-bars.ts';
export { universeDiff } from './news/universe-diff.ts';
export {
  EXCHANGE_FLOW_V1,
  exchangeFlow,
  exchangeLabels,
  netExchangeFlow,
  type ExchangeFlow,
  type ExchangeFlowConfig,
  type ExchangeLabel,
  type ExchangeLabels,
  type NetExchangeFlow,
  type TokenTransfer,
} from './news/exchange-flow.ts';
export { parseEtfFlows, type EtfFlowDay, type EtfFlows } from './news/etf-flows.ts';
