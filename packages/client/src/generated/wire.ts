// Generated from the operation table of @barograph/contract by `npm run accept`. Do not edit.

/** Codes of errors. */
export type ProblemCode =
  | 'bad_request'
  | 'unknown_coin'
  | 'unknown_parameter'
  | 'unknown_event_type'
  | 'too_many_coins'
  | 'range_too_large'
  | 'unknown_group'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'x402'
  | 'payment_malformed'
  | 'two_payments'
  | 'payment_expired'
  | 'payment_not_yet_valid'
  | 'payment_valid_too_long'
  | 'payment_wrong_amount'
  | 'payment_wrong_asset'
  | 'payment_wrong_network'
  | 'payment_wrong_recipient'
  | 'payment_wrong_resource'
  | 'payment_bad_signature'
  | 'payment_unfunded'
  | 'payment_refused'
  | 'payment_failed'
  | 'tier_too_low'
  | 'not_found'
  | 'unknown_symbol'
  | 'too_little_history'
  | 'unknown_link'
  | 'symbol_not_found'
  | 'not_kept'
  | 'strategy_not_found'
  | 'indicator_not_found'
  | 'page_not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'revoke_cooldown'
  | 'payment_replayed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'daily_limit'
  | 'rate_limited'
  | 'too_many_streams'
  | 'headers_too_large'
  | 'internal_error'
  | 'warming_up'
  | 'trade_flow_warming'
  | 'positioning_warming_up'
  | 'positioning_disabled'
  | 'model_not_loaded'
  | 'store_unavailable'
  | 'payment_unknown'
  | 'payments_disabled'
  | 'payments_unavailable'
  | 'source_unavailable'
  | 'wiki_index_unavailable'
  | 'wiki_index_outdated'
  | 'backtesting_busy'
  | 'deadline_exceeded';

interface Index {
  /** Name of the service. */
  name: string;
  /** Version of the contract. */
  api_version: string;
  /** Where the OpenAPI document is. */
  openapi_url: string;
  /** Where changes are listed. */
  changelog_url: string;
  /** Where the state of the service is. */
  health_url: string;
  /** Where a key is made, with one call. */
  mint_url: string;
  /** Tier of the key that was sent; null without a valid one. */
  tier: 'free' | 'pro' | 'pro_plus' | null;
  /** Every operation. */
  endpoints: ({
    /** Id of the operation. */
    id: string;
    /** HTTP method. */
    method: string;
    /** Path, with parameters in braces. */
    path: string;
    /** Group of the operation. */
    family: string;
    /** What it answers, in a sentence. */
    summary: string;
    /** none, key, pro or pro_plus */
    access: string;
    /** Prices without a key, USD: of one answer, or by plan or data_type; null where nothing is sold. */
    prices_usd: Record<string, string> | null;
    /** This caller may use it. */
    unlocked: boolean;
  })[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface Health {
  /** warming: not everything is computed yet; degraded: bars are late, or a producer fails. */
  status: 'ok' | 'warming' | 'degraded';
  /** Version of the host. */
  version: string;
  /** Version of the contract. */
  api_version: string;
  /** Seconds since the start. */
  uptime_s: number;
  /** The clock of the service, epoch ms; in a replay, the replayed time. */
  now: number;
  /** Kind of that clock. */
  clock: 'system' | 'replay' | 'manual';
  /** Moment of the SIGNUM_RGG rows; null before the first. */
  signum_as_of: number | null;
  /** SIGNUM_RGG rows that are served. */
  signum_rows: number;
  /** The venues. */
  sources: SourceHealth[];
  /** Scheduled work that computes what is served. */
  producers: ProducerHealth[];
  /** Of a host with a live source, or with several sources. */
  feeds?: FeedHealth[];
  event_stream?: StreamHealth;
  point_in_time?: PointInTimeHealth;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface SourceHealth {
  /** The venue. */
  venue: 'cexa_spot' | 'perpdex_perp';
  /** Where the numbers come from: bar files, the seeded simulator, or a venue. */
  kind: 'files' | 'simulated' | 'live';
  /** Symbols with at least one closed bar. */
  symbols: number;
  /** Closed bars at hand. */
  bars: number;
  /** Shortest interval of those bars, one of 1m, 5m, 15m, 30m, 1h, 4h, 1d, 1w. */
  interval: string | null;
  /** Close of the newest closed bar, epoch ms; null before one. */
  last_bar_at: number | null;
  /** Seconds from that close to the clock. */
  lag_s: number | null;
  /** Venue weight spent on candle pulls since the start. */
  pull_weight: number;
}

interface ProducerHealth {
  /** Name of the producer: scheduled work that computes what is served. */
  name: string;
  /** The newest run that succeeded, on any replica, epoch ms; null before the first. */
  last_success: number | null;
  /** The last run that failed on this replica; null when none has. */
  last_failure: {
    /** Epoch ms. */
    at: number;
    /** Class of the error. */
    error: string;
  } | null;
  /** Time since the oldest run that is due and not known to be done; null before the first success. */
  lag_ms: number | null;
  /** Nothing has succeeded since the last failure. */
  failing: boolean;
}

interface FeedHealth {
  /** Name of the source. */
  source: string;
  /** Where the numbers come from: bar files, the seeded simulator, or a venue. */
  kind: 'files' | 'simulated' | 'live';
  /** Kind of data. */
  feed: 'bars' | 'funding' | 'open_interest' | 'contexts' | 'mids' | 'book' | 'trades' | 'liquidations' | 'accounts' | 'leaderboard' | 'account' | 'account_fills' | 'implied' | 'options' | 'spot_tickers' | 'spot_pairs' | 'pair_bars' | 'venue_perps' | 'settlements' | 'venue_open_interest' | 'long_short' | 'forced_closes' | 'coins' | 'categories' | 'unlocks' | 'pools' | 'token_pools' | 'promotions' | 'token_security' | 'fear_greed' | 'macro' | 'macro_calendar' | 'stablecoins' | 'pegs' | 'hacks' | 'media' | 'headlines' | 'etf_flows' | 'transfers' | 'news';
  /** warming: nothing yet; stale: the last good value; unavailable: nothing will come. */
  status: 'ok' | 'warming' | 'stale' | 'unavailable';
  /** When this status began, epoch ms; null when it always was so. */
  since: number | null;
  /** Cause of any status but ok. */
  reason: string | null;
  /** Moment of the newest data, epoch ms; null before any. */
  as_of: number | null;
}

interface StreamHealth {
  /** The last id of the stream; 0 before any. */
  last_id: number;
  /** When the newest event happened, epoch ms; null before one. */
  last_event_at: number | null;
  /** On this replica. */
  open_streams: number;
  /** no_minutes: the source has no 1m bars, so no price moves can be told. */
  price_moves: 'starting' | 'running' | 'no_minutes';
  /** no_source: nothing brings open interest and funding, so no moves of them can be told. */
  derivative_moves: 'no_source' | 'starting' | 'running';
  /** not_configured: no node of a chain is set, so no transfers to and from exchanges can be told. */
  whale_transfers: 'not_configured' | 'starting' | 'running';
}

interface PointInTimeHealth {
  /** From this moment on as_of is answered, epoch ms; null while nothing is kept. */
  since: number | null;
  /** Published snapshots that are kept. */
  snapshots: number;
  /** Packed bytes of their texts; those that did not change are counted once. */
  bytes: number;
  /** Days that are kept; 0 keeps nothing. */
  keep_days: number;
  /** Most bytes; the oldest make room. */
  most_bytes: number;
}

interface Changelog {
  /** Version of the contract. */
  api_version: string;
  /** Newest first. */
  entries: ({
    /** Date of the change. */
    date: string;
    /** A caller may have to change. */
    breaking: boolean;
    /** The change in a sentence. */
    summary: string;
    /** The parts of the change. */
    changes: string[];
  })[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface OpenApiDocument {
  /** Version of OpenAPI. */
  openapi: string;
  /** What the document describes. */
  info: {
    /** Name of the service. */
    title: string;
    /** Version of the contract. */
    version: string;
  };
}

interface ApiKeyCreateRequest {
  email: string;
}

interface ApiKeyRecord {
  /** The full key. It is shown this once and is not kept in plain text. */
  api_key: string;
  /** Leading part of the key, for display. */
  key_prefix: string;
  /** As it was sent. */
  email: string;
  /** Tier of the key right now. */
  tier: 'free' | 'pro' | 'pro_plus';
  /** Epoch ms from which on the tier is free again; null: it does not end. */
  tier_expires_at: number | null;
  /** The real cap right now, requests per UTC day. */
  daily_limit: number;
  /** The real cap right now, requests per UTC minute. */
  per_minute_limit: number;
  /** Limits are per key, not per account. */
  rate_limit_scope: 'api_key';
  /** The address is confirmed. */
  email_verified: boolean;
  /** Daily cap once the address is confirmed. */
  verified_daily_limit: number;
  /** What raises the cap, in a sentence. */
  next_step: string;
  /** What became of the confirmation mail. */
  confirmation_mail: 'queued' | 'throttled' | 'not_configured';
  upgrade: Upgrade;
}

/** What a higher tier costs and allows, and where to get it. */
interface Upgrade {
  /** Tier pro. */
  pro: {
    /** Price of a month, USD. */
    price_usd_monthly: number;
    /** Requests per UTC day. */
    daily_limit: number;
    /** Requests per UTC minute. */
    per_minute_limit: number;
  };
  /** Tier pro_plus. */
  pro_plus: {
    /** Price of a month, USD. */
    price_usd_monthly: number;
    /** Requests per UTC day. */
    daily_limit: number;
    /** Requests per UTC minute. */
    per_minute_limit: number;
  };
  /** Where plans are listed. */
  pricing_url: string;
  /** For programs. */
  agent_subscribe: {
    /** Where an agent buys a plan. */
    endpoint: string;
    /** The payment protocol there. */
    protocol: string;
  };
}

interface RevokedKey {
  /** At once and for good. */
  status: 'revoked';
  /** Leading part of the key, for display. */
  key_prefix: string;
  /** When it ended. Epoch ms. */
  revoked_at: number;
  /** Epoch ms from which on the address may have a new key. */
  new_key_from: number;
}

interface KeyInfo {
  /** Leading part of the key, for display. */
  key_prefix: string;
  /** Address of the holder; null for a key of the operator. */
  email: string | null;
  /** Tier of the key right now. */
  tier: 'free' | 'pro' | 'pro_plus';
  /** Epoch ms from which on the tier is free again; null: it does not end. */
  tier_expires_at: number | null;
  /** The real cap right now, requests per UTC day. */
  daily_limit: number;
  /** The real cap right now, requests per UTC minute. */
  per_minute_limit: number;
  /** Limits are per key, not per account. */
  rate_limit_scope: 'api_key';
  /** The address is confirmed. */
  email_verified: boolean;
  /** Counted requests of this UTC day, this one included. */
  requests_today: number;
  /** End of this UTC day, epoch ms. */
  resets_at: number;
  /** When the key was made. Epoch ms. */
  created_at: number;
  /** Daily cap once the address is confirmed; left out when it is. */
  verified_daily_limit?: number;
  /** What confirming the address brings; left out when it is confirmed. */
  upgrade_message?: string;
}

interface ResendVerify {
  /** sent: the mail server took it. queued: it did not yet, and is asked again. */
  status: 'sent' | 'queued' | 'throttled' | 'already_verified' | 'not_configured';
  /** The same in a sentence. */
  message: string;
  /** throttled: seconds until the next mail. */
  retry_after_s?: number;
}

interface RotatedKey {
  /** The full key. It is shown this once and is not kept in plain text. */
  api_key: string;
  /** Leading part of the key, for display. */
  key_prefix: string;
  /** Address of the holder; null for a key of the operator. */
  email: string | null;
  /** Tier of the key right now. */
  tier: 'free' | 'pro' | 'pro_plus';
  /** Epoch ms from which on the tier is free again; null: it does not end. */
  tier_expires_at: number | null;
  /** The real cap right now, requests per UTC day. */
  daily_limit: number;
  /** The real cap right now, requests per UTC minute. */
  per_minute_limit: number;
  /** Limits are per key, not per account. */
  rate_limit_scope: 'api_key';
  /** The address is confirmed. */
  email_verified: boolean;
  /** When the old key ended. Epoch ms. */
  rotated_at: number;
}

interface Confirmed {
  /** already_verified: the link was opened before. */
  status: 'confirmed' | 'already_verified';
  /** The same in a sentence. */
  message: string;
  /** Tier of the key right now. */
  tier: 'free' | 'pro' | 'pro_plus';
  /** Epoch ms from which on the tier is free again; null: it does not end. */
  tier_expires_at: number | null;
  /** The real cap right now, requests per UTC day. */
  daily_limit: number;
  /** The real cap right now, requests per UTC minute. */
  per_minute_limit: number;
  /** Limits are per key, not per account. */
  rate_limit_scope: 'api_key';
  /** The address is confirmed. */
  email_verified: boolean;
}

interface AgentSubscribeRequest {
  plan: 'monthly' | 'monthly_plus' | 'annual' | 'annual_plus' | 'pass_1h' | 'pass_1d' | 'pass_7d' | 'pass_1h_plus' | 'pass_1d_plus' | 'pass_7d_plus';
}

interface PlanKey {
  /** The full key. It is shown this once and is not kept in plain text. */
  api_key: string;
  /** Leading part of the key, for display. */
  key_prefix: string;
  /** The plan that was bought. */
  plan: 'monthly' | 'monthly_plus' | 'annual' | 'annual_plus' | 'pass_1h' | 'pass_1d' | 'pass_7d' | 'pass_1h_plus' | 'pass_1d_plus' | 'pass_7d_plus';
  /** What was paid, USDC. */
  price_usd: string;
  /** Paid with the test ledger: no money moved. */
  test: boolean;
  /** Tier of the key right now. */
  tier: 'free' | 'pro' | 'pro_plus';
  /** Epoch ms from which on the tier is free again; null: it does not end. */
  tier_expires_at: number | null;
  /** The real cap right now, requests per UTC day. */
  daily_limit: number;
  /** The real cap right now, requests per UTC minute. */
  per_minute_limit: number;
  /** Limits are per key, not per account. */
  rate_limit_scope: 'api_key';
  /** The address is confirmed. */
  email_verified: boolean;
}

interface TestBalanceRequest {
  address: string;
  /** What is added, USD as text. */
  usd: string;
}

interface TestBalance {
  /** The address. */
  address: string;
  /** Its balance now, in USDC that are no money. */
  balance_usd: string;
}

interface PerpMeta {
  /** Perps that trade, in the order of the venue. */
  assets: PerpSpecification[];
  fees: PerpFees;
  /** Perps that the answer has and leaves out. */
  coverage: {
    /** Perps of the venue, delisted ones included. */
    universe_total: number;
    /** Delisted perps, which are left out. */
    delisted_excluded: number;
    /** Perps in the answer. */
    rows: number;
  };
  /** When the venue was asked. Epoch ms. */
  as_of: number;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface PerpSpecification {
  /** The perp, as its venue names it. */
  coin: string;
  /** The same as coin. */
  symbol: string;
  /** Largest leverage of a position. */
  max_leverage: number | null;
  /** Decimals of a size. */
  sz_decimals: number | null;
  /** Positions have a margin of their own only. */
  only_isolated: boolean;
}

/** Fees: static, and the same for every perp. */
interface PerpFees {
  /** Perps, base tier. */
  perps: {
    /** Market orders and triggered exits, fraction of the notional. */
    taker: number;
    /** Resting limit orders, fraction of the notional. */
    maker: number;
  };
  /** Spot, base tier. */
  spot: {
    /** Market orders and triggered exits, fraction of the notional. */
    taker: number;
    /** Resting limit orders, fraction of the notional. */
    maker: number;
  };
  /** By volume; the first is the base tier. */
  volume_tiers: ({
    /** Volume of 14 days that the tier begins above; spot counts twice. */
    min_volume_14d_usd: number;
    /** Perps. */
    perps: {
      /** Market orders and triggered exits, fraction of the notional. */
      taker: number;
      /** Resting limit orders, fraction of the notional. */
      maker: number;
    };
    /** Spot. */
    spot: {
      /** Market orders and triggered exits, fraction of the notional. */
      taker: number;
      /** Resting limit orders, fraction of the notional. */
      maker: number;
    };
  })[];
  /** Day on which the schedule was looked up. Epoch ms. */
  as_of: number;
  /** Origin of the schedule. */
  source: string;
  /** Meaning of the rates. */
  note: string;
}

interface Provenance {
  /** Kind of data. */
  feed: 'bars' | 'funding' | 'open_interest' | 'contexts' | 'mids' | 'book' | 'trades' | 'liquidations' | 'accounts' | 'leaderboard' | 'account' | 'account_fills' | 'implied' | 'options' | 'spot_tickers' | 'spot_pairs' | 'pair_bars' | 'venue_perps' | 'settlements' | 'venue_open_interest' | 'long_short' | 'forced_closes' | 'coins' | 'categories' | 'unlocks' | 'pools' | 'token_pools' | 'promotions' | 'token_security' | 'fear_greed' | 'macro' | 'macro_calendar' | 'stablecoins' | 'pegs' | 'hacks' | 'media' | 'headlines' | 'etf_flows' | 'transfers' | 'news';
  /** Name of the source. */
  source: string;
  /** Kind of the source. */
  kind: 'files' | 'simulated' | 'live';
  /** Moment up to which the source knew all of it. Epoch ms. */
  as_of: number;
  /** False while the source fails, and when it served older data instead of current. */
  fresh: boolean;
}

interface PerpPrices {
  /** Perps that have a mid price, in the order of the venue. */
  prices: PerpMid[];
  /** Rows in prices. */
  count: number;
  /** When the mid prices were fetched. Epoch ms. */
  as_of: number;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface PerpMid {
  /** The perp, as its venue names it. */
  coin: string;
  /** The same as coin. */
  symbol: string;
  /** Mean of the best bid and the best ask, USD. */
  mid_price: number;
}

interface PerpFundingRates {
  /** The perp, as its venue names it. */
  coin: string;
  /** The same as coin. */
  symbol: string;
  /** Rate of the hour that is open. */
  current: {
    /** Fraction of the notional per hour; negative: shorts pay longs. */
    funding_rate: number | null;
    /** The venue's own field, fraction of the oracle price. */
    premium: number | null;
    /** When the venue was asked. Epoch ms. */
    as_of: number;
  };
  /** Settled hours, oldest first; hours that are not known are left out. */
  history: ({
    /** End of the hour. Epoch ms. */
    timestamp: number;
    /** Fraction of the notional per hour, as settled. */
    funding_rate: number;
  })[];
  /** Rows in history. */
  count: number;
  /** First sample of the archive of funding and open interest; null before it. */
  archive_start: number | null;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface PerpOpenInterest {
  /** Perps that trade, in the order of the venue. */
  assets: PerpAsset[];
  /** Perps that the answer has and leaves out. */
  coverage: {
    /** Perps of the venue, delisted ones included. */
    universe_total: number;
    /** Delisted perps, which are left out. */
    delisted_excluded: number;
    /** Perps in the answer. */
    rows: number;
  };
  /** First sample of the archive of funding and open interest; null before it. */
  archive_start: number | null;
  /** When the venue was asked. Epoch ms. */
  as_of: number;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface PerpAsset {
  /** The perp, as its venue names it. */
  coin: string;
  /** The same as coin. */
  symbol: string;
  /** Fraction of the notional per hour; negative: shorts pay longs. */
  funding_rate: number | null;
  /** Units of the coin; 0 is a value. */
  open_interest: number | null;
  /** USD: open_interest times mark_price. */
  open_interest_usd: number | null;
  /** USD. */
  mark_price: number | null;
  /** USD. */
  oracle_price: number | null;
  /** The venue's own field, fraction of the oracle price. */
  premium: number | null;
  /** Notional of the last 24 hours, USD. */
  day_ntl_vlm: number | null;
}

interface PerpBook {
  /** The perp, as its venue names it. */
  coin: string;
  /** The same as coin. */
  symbol: string;
  /** The venue's own time of the snapshot; null only where it gives none. */
  ts: number | null;
  /** Best first. */
  bids: BookLevel[];
  /** Best first. */
  asks: BookLevel[];
  /** Mean of best bid and best ask, USD; null when a side is empty. */
  mid_price: number | null;
  /** Best ask less best bid, basis points of the mid; null when a side is empty. */
  spread_bps: number | null;
  /** When the venue was asked. Epoch ms. */
  as_of: number;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface BookLevel {
  /** Price, USD. */
  px: number;
  /** Units of the coin. */
  sz: number;
  /** Orders of the level; null where the venue does not say. */
  orders: number | null;
}

interface PerpSummary {
  /** The perp, as its venue names it. */
  coin: string;
  /** The same as coin. */
  symbol: string;
  /** USD. */
  mark_price: number | null;
  /** USD. */
  oracle_price: number | null;
  /** The venue's own field, fraction of the oracle price. */
  premium: number | null;
  /** Fraction of the notional per hour; negative: shorts pay longs. */
  funding_rate: number | null;
  /** Units of the coin; 0 is a value. */
  open_interest: number | null;
  /** USD: open_interest times mark_price. */
  open_interest_usd: number | null;
  /** Notional of the last 24 hours, USD. */
  day_ntl_vlm: number | null;
  /** day_ntl_vlm over the mean of the last 30 settled UTC days: 3 is three times normal; null below 7 of them. */
  volume_multiplier: number | null;
  /** Mark price of 24 hours before, USD. */
  prev_day_price: number | null;
  /** Largest leverage of a position. */
  max_leverage: number | null;
  /** Decimals of a size. */
  sz_decimals: number | null;
  /** Positions have a margin of their own only. */
  only_isolated: boolean;
  /** When the venue was asked. Epoch ms. */
  as_of: number;
  /** Mean of the best bid and the best ask, USD; null without a book. */
  mid_price: number | null;
  /** mark_price against prev_day_price, percent. */
  change_24h_pct: number | null;
  /** When the mid price was fetched: a poll of its own. Epoch ms. */
  price_as_of: number;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface TradeFlow {
  /** The perp, as its venue names it. */
  coin: string;
  /** As asked. */
  minutes: number;
  /** Length of a row. */
  bucket: '1m';
  /** A fill of at least this notional is large, USD. */
  large_fill_usd: number;
  /** Start of the first row. Epoch ms. */
  window_start: number;
  /** End of the last row, exclusive; the open minute is never in it. Epoch ms. */
  window_end: number;
  /** The stream of trades when the last minute was sealed. */
  stream: {
    /** Whether the stream of trades was up. */
    connected: boolean;
    /** Since when; null while it is not. */
    connected_since: number | null;
    /** Share of the last 60 minutes that was watched from end to end, percent; whatever minutes asks. */
    coverage_pct: number;
  };
  /** A row for each minute, newest last. */
  data: TradeFlowRow[];
  /** Rows in data: fewer than minutes while the service is younger. */
  count: number;
  /** Partial rows in data; they add nothing to cvd_usd. */
  partial_minutes: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface TradeFlowRow {
  /** Start of the minute. Epoch ms. */
  time: number;
  /** The perp, as its venue names it. */
  coin: string;
  /** Fills whose aggressor bought, USD; null in a partial minute. */
  buy_notional: number | null;
  /** Fills whose aggressor sold, USD; null in a partial minute. */
  sell_notional: number | null;
  /** Fills; null in a partial minute. */
  n_trades: number | null;
  /** Mean price weighted by size, USD; null without fills and in a partial minute. */
  vwap: number | null;
  /** The largest fill, USD; 0 without fills, null in a partial minute. */
  max_fill_usd: number | null;
  /** Notional of the fills of at least large_fill_usd over all; null when none was that large, and in a partial minute. */
  large_fill_share: number | null;
  /** The stream of trades was not watched through the whole minute; what it held is never filled in later. */
  partial: boolean;
  /** Buys less sells since window_start, USD. It starts anew with each request; a partial minute adds nothing. */
  cvd_usd: number;
}

interface TradeFlowUniverse {
  /** As asked. */
  window: '15m' | '1h' | '4h';
  /** Its length, minutes. */
  window_minutes: number;
  /** A fill of at least this notional is large, USD. */
  large_fill_usd: number;
  /** End of the last sealed minute. Epoch ms. */
  as_of: number;
  /** Perps with fills in the watched minutes of the window, the largest notional first. */
  data: TradeFlowCoin[];
  /** Rows in data. */
  count: number;
  /** Minutes of the window that were not watched from end to end; also when data is empty. */
  partial_minutes: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface TradeFlowCoin {
  /** The perp, as its venue names it. */
  coin: string;
  /** Fills whose aggressor bought, of the watched minutes, USD. */
  buy_notional: number;
  /** Fills whose aggressor sold, of the watched minutes, USD. */
  sell_notional: number;
  /** Buys over both sides. */
  taker_buy_ratio: number | null;
  /** Fills of the watched minutes. */
  n_trades: number;
  /** Notional of the fills of at least large_fill_usd over all; null when none was that large. */
  large_fill_share: number | null;
  /** Minutes of the window that were not watched from end to end, those before the first one included; the same in every row. */
  partial_minutes: number;
}

interface DailyPerpdex {
  /** Mid prices, in the order of the venue. */
  prices: PerpMid[];
  /** Funding and open interest of the perps that trade, in the order of the venue. */
  funding_oi: DailyPerp[];
  /** Perps that the answer has and leaves out. */
  coverage: {
    /** Perps of the venue, delisted ones included. */
    universe_total: number;
    /** Delisted perps, which are left out. */
    delisted_excluded: number;
    /** Perps in the answer. */
    rows: number;
  };
  /** When the mid prices were fetched. Epoch ms. */
  prices_as_of: number;
  /** When funding and open interest were fetched. Epoch ms. */
  funding_oi_as_of: number;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface DailyPerp {
  /** The perp, as its venue names it. */
  coin: string;
  /** The same as coin. */
  symbol: string;
  /** Fraction of the notional per hour; negative: shorts pay longs. */
  funding_rate: number | null;
  /** Units of the coin; 0 is a value. */
  open_interest: number | null;
  /** USD: open_interest times mark_price. */
  open_interest_usd: number | null;
  /** USD. */
  mark_price: number | null;
  /** USD. */
  oracle_price: number | null;
  /** Notional of the last 24 hours, USD. */
  day_ntl_vlm: number | null;
  /** When the venue was asked. Epoch ms. */
  as_of: number;
}

interface LiquidityDepth {
  /** Newest sample of each coin, in the order of tracked. */
  items: DepthSample[];
  /** Rows in items. */
  count: number;
  /** The tracked perps, largest by notional of 24 hours first. */
  tracked: string[];
  /** Tracked perps without a current sample: their rows are left out. */
  waiting: string[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface DepthSample {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** epoch ms */
  timestamp?: number;
  /** Mean of best bid and best ask, USD. */
  mid_price: number;
  /** Best ask less best bid, basis points of mid. */
  spread_bps: number;
  /** (bids − asks)/(bids + asks) within 10 bps; null when both are empty, or not measured. */
  imbalance_10bps: number | null;
  /** Resting notional of the bids, by band. */
  bid_depth: {
    /** USD within 10 bps of mid, the edge included; null when not measured. */
    '10bps': number | null;
    /** USD within 25 bps of mid, the edge included; null when not measured. */
    '25bps': number | null;
    /** USD within 50 bps of mid, the edge included; null when not measured. */
    '50bps': number | null;
    /** USD within 100 bps of mid, the edge included; null when not measured. */
    '100bps': number | null;
  };
  /** Resting notional of the asks, by band. */
  ask_depth: {
    /** USD within 10 bps of mid, the edge included; null when not measured. */
    '10bps': number | null;
    /** USD within 25 bps of mid, the edge included; null when not measured. */
    '25bps': number | null;
    /** USD within 50 bps of mid, the edge included; null when not measured. */
    '50bps': number | null;
    /** USD within 100 bps of mid, the edge included; null when not measured. */
    '100bps': number | null;
  };
  /** Whether the book ended inside the band, by side and band. */
  levels_truncated: {
    /** Of the bids, by band. */
    bid: {
      /** The book ended inside 10 bps, so that the depth is a lower bound; null when not measured. */
      '10bps': boolean | null;
      /** The book ended inside 25 bps, so that the depth is a lower bound; null when not measured. */
      '25bps': boolean | null;
      /** The book ended inside 50 bps, so that the depth is a lower bound; null when not measured. */
      '50bps': boolean | null;
      /** The book ended inside 100 bps, so that the depth is a lower bound; null when not measured. */
      '100bps': boolean | null;
    };
    /** Of the asks, by band. */
    ask: {
      /** The book ended inside 10 bps, so that the depth is a lower bound; null when not measured. */
      '10bps': boolean | null;
      /** The book ended inside 25 bps, so that the depth is a lower bound; null when not measured. */
      '25bps': boolean | null;
      /** The book ended inside 50 bps, so that the depth is a lower bound; null when not measured. */
      '50bps': boolean | null;
      /** The book ended inside 100 bps, so that the depth is a lower bound; null when not measured. */
      '100bps': boolean | null;
    };
  };
  /** USD; left out when not known. */
  open_interest_usd?: number;
  /** Version of the bands. */
  config_version: string;
  /** When the sample was taken. Epoch ms. */
  sampled_at: number;
  /** USD; null when not known. */
  mark_price: number | null;
  /** Book that each depth was measured in: the exact one, or one of prices rounded outward to so many significant figures, which reaches farther and is a lower bound within a step of it. */
  depth_books: {
    /** Of the bids, by band. */
    bid: {
      /** Book of 10 bps. */
      '10bps': 'exact' | 'figures_5' | 'figures_4' | 'figures_3' | 'figures_2';
      /** Book of 25 bps. */
      '25bps': 'exact' | 'figures_5' | 'figures_4' | 'figures_3' | 'figures_2';
      /** Book of 50 bps. */
      '50bps': 'exact' | 'figures_5' | 'figures_4' | 'figures_3' | 'figures_2';
      /** Book of 100 bps. */
      '100bps': 'exact' | 'figures_5' | 'figures_4' | 'figures_3' | 'figures_2';
    };
    /** Of the asks, by band. */
    ask: {
      /** Book of 10 bps. */
      '10bps': 'exact' | 'figures_5' | 'figures_4' | 'figures_3' | 'figures_2';
      /** Book of 25 bps. */
      '25bps': 'exact' | 'figures_5' | 'figures_4' | 'figures_3' | 'figures_2';
      /** Book of 50 bps. */
      '50bps': 'exact' | 'figures_5' | 'figures_4' | 'figures_3' | 'figures_2';
      /** Book of 100 bps. */
      '100bps': 'exact' | 'figures_5' | 'figures_4' | 'figures_3' | 'figures_2';
    };
  };
}

interface OiDivergence {
  /** By divergence_4h, largest first; coins without it last, equal ones by symbol. */
  items: OiDivergenceRow[];
  /** Rows in items. */
  count: number;
  /** The tracked perps, largest by notional of 24 hours first. */
  tracked: string[];
  /** Tracked perps without a current sample: their rows are left out. */
  waiting: string[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface OiDivergenceRow {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** When the sample was taken. Epoch ms. */
  sampled_at: number;
  /** Mean of best bid and best ask, USD. */
  mid_price: number;
  /** Units of the coin; null when not known. */
  open_interest: number | null;
  /** USD at mid; null when not known. */
  open_interest_usd: number | null;
  /** Open interest in units of the coin against 1 hour before, percent; null when no sample is within 10 % of that time. */
  oi_change_1h_pct: number | null;
  /** Mid price against 1 hour before, percent; null when no sample is within 10 % of that time. */
  price_change_1h_pct: number | null;
  /** oi_change less price_change over 1 hour, percentage points; positive is fragile; null when no sample is within 10 % of that time. */
  divergence_1h: number | null;
  /** Sample that the changes over 1 hour are from; null when no sample is within 10 % of that time. */
  since_1h: number | null;
  /** Open interest in units of the coin against 4 hours before, percent; null when no sample is within 10 % of that time. */
  oi_change_4h_pct: number | null;
  /** Mid price against 4 hours before, percent; null when no sample is within 10 % of that time. */
  price_change_4h_pct: number | null;
  /** oi_change less price_change over 4 hours, percentage points; positive is fragile; null when no sample is within 10 % of that time. */
  divergence_4h: number | null;
  /** Sample that the changes over 4 hours are from; null when no sample is within 10 % of that time. */
  since_4h: number | null;
  /** Open interest in units of the coin against 24 hours before, percent; null when no sample is within 10 % of that time. */
  oi_change_24h_pct: number | null;
  /** Mid price against 24 hours before, percent; null when no sample is within 10 % of that time. */
  price_change_24h_pct: number | null;
  /** oi_change less price_change over 24 hours, percentage points; positive is fragile; null when no sample is within 10 % of that time. */
  divergence_24h: number | null;
  /** Sample that the changes over 24 hours are from; null when no sample is within 10 % of that time. */
  since_24h: number | null;
  /** Version of the rules. */
  config_version: string;
}

interface LiquidityRegimes {
  /** In the order of tracked. */
  items: LiquidityRegimeRow[];
  /** Rows in items. */
  count: number;
  /** warming: every coin is below 24 hours of samples, so that labels are neutral and scores are of a part. */
  status: 'ok' | 'warming';
  /** Score of the market, higher is healthier; null when no coin has one. */
  score: number | null;
  aggregate: LiquidityMarket;
  /** The tracked perps, largest by notional of 24 hours first. */
  tracked: string[];
  /** Tracked perps without a current sample: their rows are left out. */
  waiting: string[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface LiquidityRegimeRow {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Label; neutral below 24 hours of samples. */
  regime: 'post_cascade_impaired' | 'depth_withdrawal' | 'oi_price_divergence' | 'deep_book' | 'neutral';
  /** warming: below 24 hours of samples. */
  status: 'ok' | 'warming';
  /** Sample that began the label; null while warming. */
  since: number | null;
  /** When the sample was taken. Epoch ms. */
  sampled_at: number;
  /** Samples of the 7 days before. */
  samples: number;
  /** Bids and asks within 50 bps of mid, USD; null when not measured. */
  depth_50bps: number | null;
  /** USD, the median of the 7 days before; null below 24 hours of samples. */
  depth_baseline: number | null;
  /** depth_50bps over depth_baseline. */
  depth_ratio: number | null;
  /** Best ask less best bid, basis points of mid. */
  spread_bps: number;
  /** Basis points, the median of the 7 days before; null below 24 hours of samples. */
  spread_baseline: number | null;
  /** spread_bps over spread_baseline. */
  spread_ratio: number | null;
  /** (bids − asks)/(bids + asks) within 10 bps. */
  imbalance_10bps: number | null;
  /** Change of open interest less that of the price over 4 hours, percentage points. */
  divergence_4h: number | null;
  /** divergence_4h from which it alarms. */
  divergence_limit: number;
  /** Last sample within 6 hours whose hour was a cascade; null for none that is known. */
  cascade_at: number | null;
  /** USD at mid; null when not known. */
  open_interest_usd: number | null;
  /** Version of the rules of the label. */
  config_version: string;
  /** Closed by force in the 60 minutes before the sample, USD; null where it is not known of all of them. */
  liquidations_1h_usd: number | null;
  /** fills: derived from fills of watched accounts, a lower bound; null without a source. */
  liquidations_basis: 'venue' | 'fills' | null;
  /** Fragility, higher is healthier: Σ weight · score of the components, to one decimal. */
  score: number | null;
  /** Band of the score. */
  band: 'healthy' | 'leaning_healthy' | 'neutral' | 'leaning_fragile' | 'fragile' | null;
  /** A part is not known; the weights of the others make up for it. */
  partial: boolean;
  /** Parts of the score. */
  components: FragilityComponent[];
  /** Version of the score. */
  score_version: string;
}

interface FragilityComponent {
  /** Part of the score. */
  name: 'depth' | 'spread' | 'imbalance' | 'divergence';
  /** Depth and spread over their baselines, |imbalance|, divergence over 4 hours; null when not known. */
  value: number | null;
  /** Points of the value; null when not known. */
  score: number | null;
  /** Share in the score; those of the known parts sum to one. */
  weight: number;
}

interface LiquidityMarket {
  /** Label of the most coins, the graver of equal ones; null while all are warming. */
  regime: 'post_cascade_impaired' | 'depth_withdrawal' | 'oi_price_divergence' | 'deep_book' | 'neutral' | null;
  /** Coins under each label, those that are warming left out. */
  regime_counts: {
    /** Coins under post_cascade_impaired. */
    post_cascade_impaired: number;
    /** Coins under depth_withdrawal. */
    depth_withdrawal: number;
    /** Coins under oi_price_divergence. */
    oi_price_divergence: number;
    /** Coins under deep_book. */
    deep_book: number;
    /** Coins under neutral. */
    neutral: number;
  };
  /** Coins below 24 hours of samples. */
  warming: number;
  /** Mean of the scores of the coins by weight, to one decimal; higher is healthier; null when no coin has one. */
  score: number | null;
  /** Band of the score. */
  band: 'healthy' | 'leaning_healthy' | 'neutral' | 'leaning_fragile' | 'fragile' | null;
  /** A coin, or a part of one, is missing. */
  partial: boolean;
  /** By symbol. */
  coins: LiquidityMarketCoin[];
  /** Version of the score. */
  score_version: string;
}

interface LiquidityMarketCoin {
  /** Base coin. */
  symbol: string;
  /** The coin's score; null when not known. */
  score: number | null;
  /** USD; null when not known. */
  open_interest_usd: number | null;
  /** Share in the score of the market, by open interest and at most 0.25; 0 without score or open interest. */
  weight: number;
}

interface LiquidityScore {
  /** warming: every coin is below 24 hours of samples, so that labels are neutral and scores are of a part. */
  status: 'ok' | 'warming';
  /** Score of the market, higher is healthier; null when no coin has one. */
  score: number | null;
  /** Band of the score; null without one. */
  band: 'healthy' | 'leaning_healthy' | 'neutral' | 'leaning_fragile' | 'fragile' | null;
  aggregate: LiquidityMarket;
  /** The tracked perps, largest by notional of 24 hours first. */
  tracked: string[];
  /** Tracked perps without a current sample: their rows are left out. */
  waiting: string[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface DepthSamples {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Minutes before now, as asked. */
  minutes: number;
  /** Oldest first. */
  samples: DepthSample[];
  /** Rows in samples. */
  count: number;
  /** False of a coin that left the tracked ones: its samples stay readable for 24 hours. */
  is_tracked: boolean;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface Liquidations {
  /** Start of the 24 hours, exclusive. Epoch ms. */
  window_start: number;
  /** Their end. Epoch ms. */
  window_end: number;
  /** Smaller closes do not count; the event stream tells of the same ones. */
  min_usd: number;
  /** All coins and venues together. */
  totals: {
    /** Both sides, USD. */
    usd: number;
    /** Longs that were closed by force, USD. */
    long_usd: number;
    /** Shorts that were closed by force, USD. */
    short_usd: number;
    /** Closes of both sides. */
    n: number;
    /** Closes of longs. */
    n_long: number;
    /** Closes of shorts. */
    n_short: number;
    /** The largest single close, USD; null without any. */
    largest_usd: number | null;
    /** The newest close; null without any. */
    last_at: number | null;
  };
  /** Every venue, also one that nothing is known of. */
  venues: LiquidationVenue[];
  /** Venues whose closes of now are missing: those that are down, silent or have told of nothing yet. */
  silent: string[];
  /** Coins with any, the largest usd first. */
  data: LiquidationTotals[];
  /** Rows in data. */
  count: number;
  /** When the totals were made. Epoch ms. */
  as_of: number;
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface LiquidationVenue {
  /** The venue. */
  venue: 'perpdex' | 'cexa' | 'cexb' | 'dexb';
  /** ok; warming: nothing has come yet; silent: its stream is up and has told of nothing for half an hour; down: its stream is not up, or its source fails; unavailable: this service has no source of it. */
  status: 'ok' | 'warming' | 'silent' | 'down' | 'unavailable';
  /** Cause of any status but ok; null with ok. */
  reason: string | null;
  /** stream: the venue says so itself; derived: from fills of watched accounts, so others are missing; null where nothing was read. */
  basis: 'stream' | 'derived' | null;
  /** Share of the window that was watched from end to end, percent: what happened in the rest is missing. */
  watched_pct: number;
  /** True where the venue tells of some closes only: one of a symbol in a second at most on cexa and cexb, those of watched accounts where derived. */
  lower_bound: boolean;
  /** Both sides, USD. */
  usd: number;
  /** Longs that were closed by force, USD. */
  long_usd: number;
  /** Shorts that were closed by force, USD. */
  short_usd: number;
  /** Closes of both sides. */
  n: number;
  /** Closes of longs. */
  n_long: number;
  /** Closes of shorts. */
  n_short: number;
  /** The largest single close, USD; null without any. */
  largest_usd: number | null;
  /** The newest close; null without any. */
  last_at: number | null;
}

interface LiquidationTotals {
  /** Base coin, as the perp venue names it where it lists it. */
  symbol: string;
  /** Both sides, USD. */
  usd: number;
  /** Longs that were closed by force, USD. */
  long_usd: number;
  /** Shorts that were closed by force, USD. */
  short_usd: number;
  /** Closes of both sides. */
  n: number;
  /** Closes of longs. */
  n_long: number;
  /** Closes of shorts. */
  n_short: number;
  /** The largest single close, USD; null without any. */
  largest_usd: number | null;
  /** The newest close; null without any. */
  last_at: number | null;
  /** Shares of the venues that have any. */
  venues: ({
    /** The venue. */
    venue: string;
    /** Both sides, USD. */
    usd: number;
    /** Longs that were closed by force, USD. */
    long_usd: number;
    /** Shorts that were closed by force, USD. */
    short_usd: number;
    /** Closes of both sides. */
    n: number;
    /** Closes of longs. */
    n_long: number;
    /** Closes of shorts. */
    n_short: number;
  })[];
}

interface EtfFlows {
  /** The coin. */
  asset: 'btc' | 'eth' | 'sol';
  /** Trading days that anything is known of, oldest first; weekends, holidays and missing days are left out. */
  flows: EtfFlowDay[];
  /** Rows in flows. */
  count: number;
  /** Days among them that a fund has reported. */
  reported: number;
  /** Sum of the reported days, USD; null without any. */
  total_usd: number | null;
  /** The newest reported day, YYYY-MM-DD; null without any. */
  last_reported: string | null;
  /** When this was looked at. Epoch ms. */
  as_of: number;
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface EtfFlowDay {
  /** The trading day, YYYY-MM-DD. */
  date: string;
  /** 00:00 UTC of it. Epoch ms. */
  timestamp: number;
  /** Net flow of all funds that have reported, USD; null where none has, which is not 0. */
  net_flow_usd: number | null;
  /** Net flow by fund, USD; null of one that has not reported. Empty where the source has totals alone. */
  funds: Record<string, number | null>;
  /** Origin of the report: a source of the service, or import: a file of its operator. */
  source: string;
  /** 1 for the first report of the day, one more for each correction. */
  revision: number;
  /** When this service learned of it. Epoch ms. */
  known_at: number;
}

interface Exchanges {
  /** Venues, in the order of all_slugs. */
  exchanges: Exchange[];
  /** Every venue of the directory, whatever was asked. */
  all_slugs: string[];
  /** Rows in exchanges. */
  count: number;
  /** Text to show beside partner links; null where the directory has none. */
  disclosure: string | null;
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface Exchange {
  /** Neutral name of the venue, the same in all answers. */
  slug: 'perpdex' | 'cexa' | 'cexb' | 'cexc' | 'dexb' | 'dexc' | 'brokera';
  /** Name; a neutral one where the operator gives none. */
  name: string;
  /** What it is. */
  kind: 'CEX' | 'DEX' | 'Broker';
  /** Site; null where none is given. */
  website: string | null;
  /** What it is in one line. */
  tagline: string;
  /** Its place in this service. */
  about: string;
  /** Year of its founding; null where none is given. */
  founded: number | null;
  /** Seat; null where none is given. */
  based: string | null;
  /** What is traded there. */
  focus: string[];
  /** Terms, by name. */
  specs: Record<string, string>;
  /** Figures of the venue, every 5 minutes; null of every venue but perpdex and dexb. */
  stats: {
    /** Open interest of all perps, USD; null where the venue states none. Always null of dexb. */
    open_interest_usd: number | null;
    /** Notional of all perps in the last 24 hours as the venue states it, USD. */
    volume_24h_usd: number | null;
    /** Funding rate of the BTC perp times its settlements of a year of 365 days, fraction of the notional; negative: shorts pay longs. */
    btc_funding_annualized: number | null;
    /** Perps that trade. */
    market_count: number | null;
    /** A caveat that stands beside the figures; null without one. */
    note: string | null;
    /** When the venue was asked; null before it has answered. */
    as_of: number | null;
  } | null;
  /** Link to sign up; null without one. */
  signup_url: string | null;
  /** What the link brings; null without any. */
  signup_incentive: string | null;
  /** Code of the link; null without one. */
  referral_code: string | null;
  /** True of a partner link: show disclosure beside signup_url. */
  is_referral_link: boolean;
}

interface ExchangeDetail {
  exchange: Exchange;
  /** Text to show beside partner links; null where the directory has none. */
  disclosure: string | null;
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface Candles {
  /** The perp, as its venue names it. */
  coin: string;
  /** The same as coin. */
  symbol: string;
  /** Length of a bar. */
  interval: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d' | '1w';
  /** Oldest first. */
  candles: Candle[];
  /** Bars in candles. */
  count: number;
  /** Start of the range that was asked for; null for the last bars. */
  start: number | null;
  /** End of the range that was asked for; null for the last bars. */
  end: number | null;
  /** Open of the last bar while it has not closed; null once it has. */
  forming_bar_timestamp: number | null;
  /** Period of the ATR, when it was asked for. */
  atr_period?: number;
  /** First bar on which the seed of the ATR weighs less than 1 %, epoch ms; null before it. */
  atr_settled_from?: number | null;
  /** The source has no bars of this interval; candles are empty. */
  status?: 'unavailable';
  /** Why there are none, in words. */
  reason?: string;
  /** When the bars were asked for. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface Candle {
  /** Open of the bar. Epoch ms. */
  timestamp: number;
  /** First price, quote units. */
  open: number;
  /** Highest price, quote units. */
  high: number;
  /** Lowest price, quote units. */
  low: number;
  /** Last price, quote units. */
  close: number;
  /** Base units. */
  volume: number;
  /** Wilder ATR, when it was asked for; null for the first bars of its period. */
  atr?: number | null;
}

interface CandlesBatch {
  /** Length of a bar. */
  interval: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d' | '1w';
  /** Bars by coin, oldest first. */
  series: Record<string, Candle[]>;
  /** Coins that did not arrive within wait. */
  pending: string[];
  /** Seconds after which to ask again; null when nothing is pending. */
  retry_after_s: number | null;
  /** Every requested coin is in series. */
  complete: boolean;
  /** Open of the last bar while it has not closed; null once it has. */
  forming_bar_timestamp: number | null;
  /** Period of the ATR, when it was asked for. */
  atr_period?: number;
  /** The source has no bars of this interval; candles are empty. */
  status?: 'unavailable';
  /** Why there are none, in words. */
  reason?: string;
  /** When the oldest of the bars were asked for. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Name of the source of each coin in series, as in provenance; only of a service with several sources. */
  coin_sources?: Record<string, string>;
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface Klines {
  /** The pair. */
  symbol: string;
  /** Length of a bar. */
  interval: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d' | '1w';
  /** Oldest first; the last may still be forming. */
  klines: Kline[];
  /** Rows in klines. */
  count: number;
  /** Open of the last bar while it has not closed. */
  forming_bar_timestamp: number | null;
  /** Moment up to which the exchange had told. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface Kline {
  /** Open of the bar. Epoch ms. */
  timestamp: number;
  /** First price, quote units. */
  open: number;
  /** Highest price. */
  high: number;
  /** Lowest price. */
  low: number;
  /** Last price. */
  close: number;
  /** Units of the base. */
  volume: number;
  /** Units of the quote; null where it is not known. */
  quote_volume: number | null;
  /** Trades; null where it is not known. */
  trades: number | null;
  /** Units of the base that takers bought; null where it is not known. */
  taker_buy_volume: number | null;
}

interface Ticker24h {
  /** The pair. */
  symbol: string;
  /** Last price, quote units. */
  price: number;
  /** Last price less the first of the 24 hours. */
  price_change: number | null;
  /** The same in percent of the first. */
  price_change_pct: number | null;
  /** Units of the quote. */
  quote_volume: number | null;
  /** First price of the 24 hours. */
  open: number | null;
  /** Highest price. */
  high: number | null;
  /** Lowest price. */
  low: number | null;
  /** Mean price by volume. */
  weighted_avg_price: number | null;
  /** Best bid. */
  bid: number | null;
  /** Best ask. */
  ask: number | null;
  /** Units of the base. */
  volume: number | null;
  /** Trades. */
  trades: number | null;
  /** Start of the 24 hours. */
  open_time: number | null;
  /** Their end. */
  close_time: number | null;
  /** Moment up to which the exchange had told. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface TickerPrice {
  /** The pair. */
  symbol: string;
  /** Last price, quote units. */
  price: number;
  /** Moment up to which the exchange had told. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface BtcPriceHistory {
  /** The pair. */
  symbol: string;
  /** Completed UTC days, oldest first. */
  history: ({
    /** UTC day, YYYY-MM-DD. */
    date: string;
    /** Open of the day. Epoch ms. */
    timestamp: number;
    /** Close of the day, USD. */
    price: number;
    /** Mean of this close and the 199 before it; null below 200 closes. */
    ma_200: number | null;
  })[];
  /** Rows in history. */
  count: number;
  /** Moment up to which the exchange had told. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface VolumeHistory {
  /** The pair. */
  symbol: string;
  /** Completed UTC days, oldest first. */
  history: ({
    /** UTC day, YYYY-MM-DD. */
    date: string;
    /** Open of the day. Epoch ms. */
    timestamp: number;
    /** Units of the base. */
    volume: number;
    /** Units of the quote; null where it is not known. */
    quote_volume: number | null;
    /** Units of the base that takers bought; null where it is not known. */
    taker_buy_volume: number | null;
    /** taker_buy_volume over volume, 0 to 1; null where it is not known or nothing was traded. */
    buy_ratio: number | null;
  })[];
  /** Rows in history. */
  count: number;
  /** Moment up to which the exchange had told. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface ShortTermPrice {
  /** The pair. */
  symbol: string;
  /** Last price, USD. */
  price: number | null;
  /** Change over 5 minutes, percent, as those below. */
  change_5m_pct: number | null;
  /** Over 15 minutes. */
  change_15m_pct: number | null;
  /** Over an hour. */
  change_1h_pct: number | null;
  /** Over 4 hours. */
  change_4h_pct: number | null;
  /** Over 24 hours. */
  change_24h_pct: number | null;
  /** Change of the last hour over the standard deviation that the day gives an hour; null where it is not known. */
  score: number | null;
  /** up above 1, down below -1, flat between them; null without a score. */
  momentum: 'up' | 'flat' | 'down' | null;
  /** Version of the thresholds. */
  config_version: string;
  /** When this answer was computed. Epoch ms. */
  computed_at: number;
  /** Moment up to which the exchange had told. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface ExchangeInfo {
  /** The pair. */
  symbol: string;
  /** Asset that is traded. */
  base: string;
  /** Asset that it is priced in. */
  quote: string;
  /** The exchange's own word. */
  status: string;
  /** Whether it trades now. */
  is_trading: boolean;
  /** Step of prices, quote units. */
  tick_size: number | null;
  /** Step of quantities, base units. */
  step_size: number | null;
  /** Smallest quantity of an order, base units. */
  min_quantity: number | null;
  /** Smallest value of an order, quote units. */
  min_notional: number | null;
  /** Moment up to which the exchange had told. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface DailyPrices {
  /** Every pair that can be, once, in the order of the exchange. */
  prices: DailyPrice[];
  /** Rows in prices. */
  count: number;
  /** Pairs whose price is 0, or whose numbers contradict each other. */
  left_out: number;
  /** Moment up to which the exchange had told. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface DailyPrice {
  /** The pair. */
  symbol: string;
  /** Last price, quote units. */
  price: number;
  /** Last price less the first of the 24 hours. */
  price_change: number | null;
  /** The same in percent of the first. */
  price_change_pct: number | null;
  /** Units of the quote. */
  quote_volume: number | null;
}

interface CexaFundingRates {
  /** The perp, as its venue writes it. */
  symbol: string;
  /** The coin, in the spelling of the perp venue; null where no list says it. */
  coin: string | null;
  /** Rate of the interval that runs; null where it is not known. */
  current: {
    /** Fraction of the notional per interval; positive: longs pay. */
    funding_rate: number | null;
    /** Hours between settlements: 1, 4 or 8; null where it is not known. */
    interval_hours: number | null;
    /** The rate per hour. */
    rate_1h: number | null;
    /** Percent of the notional per year, without compounding: comparable over intervals. */
    annualized_pct: number | null;
    /** Next settlement. */
    next_funding_time: number | null;
  } | null;
  /** Settlements, oldest first. */
  history: ({
    /** When it was settled. Epoch ms. */
    timestamp: number;
    /** Fraction of the notional per interval; positive: longs pay. */
    funding_rate: number | null;
    /** Hours between settlements: 1, 4 or 8; null where it is not known. */
    interval_hours: number | null;
    /** Percent of the notional per year, without compounding: comparable over intervals. */
    annualized_pct: number | null;
  })[];
  /** Rows in history. */
  count: number;
  /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
  status: 'ok' | 'stale' | 'unavailable';
  /** Why the block is not ok; null while it is. */
  reason: string | null;
  /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
  as_of: number | null;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface CexaOpenInterest {
  /** The perp, as its venue writes it. */
  symbol: string;
  /** The coin, in the spelling of the perp venue; null where no list says it. */
  coin: string | null;
  /** Units of the coin, one side. */
  open_interest: number | null;
  /** USD. */
  open_interest_usd: number | null;
  /** Change of the units from the sample of a day or more before, percent. */
  change_24h_pct: number | null;
  /** Change of the units from the first row of history, percent. */
  change_30d_pct: number | null;
  /** Direction of change_30d_pct: flat within 5 percent; null where it is not known. */
  trend: 'rising' | 'flat' | 'falling' | null;
  /** A row per day of the last thirty, oldest first. */
  history: ({
    /** When it was known. Epoch ms. */
    timestamp: number;
    /** Units of the coin, one side. */
    open_interest: number | null;
    /** USD. */
    open_interest_usd: number | null;
  })[];
  /** Rows in history. */
  count: number;
  /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
  status: 'ok' | 'stale' | 'unavailable';
  /** Why the block is not ok; null while it is. */
  reason: string | null;
  /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
  as_of: number | null;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface CexaLongShortRatio {
  /** The perp, as its venue writes it. */
  symbol: string;
  /** The coin, in the spelling of the perp venue; null where no list says it. */
  coin: string | null;
  /** Share of the accounts with a position that are net long. */
  long_account: number | null;
  /** Share of them that are net short. */
  short_account: number | null;
  /** long_account over short_account; null where nobody is short. */
  long_short_ratio: number | null;
  /** A row per hour of the last day, oldest first. */
  history: ({
    /** When it was known. Epoch ms. */
    timestamp: number;
    /** Share of the accounts with a position that are net long. */
    long_account: number | null;
    /** Share of them that are net short. */
    short_account: number | null;
    /** long_account over short_account; null where nobody is short. */
    long_short_ratio: number | null;
  })[];
  /** Rows in history. */
  count: number;
  /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
  status: 'ok' | 'stale' | 'unavailable';
  /** Why the block is not ok; null while it is. */
  reason: string | null;
  /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
  as_of: number | null;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface CexaSummary {
  /** The perp, as its venue writes it. */
  symbol: string;
  /** The coin, in the spelling of the perp venue; null where no list says it. */
  coin: string | null;
  /** Prices, volume and funding. */
  perp: {
    /** USD. */
    mark_price: number | null;
    /** USD. */
    index_price: number | null;
    /** Mark over index, percent. */
    basis_pct: number | null;
    /** Notional of the last 24 hours, USD. */
    day_volume_usd: number | null;
    /** Rate of the interval that runs. */
    funding: {
      /** Fraction of the notional per interval; positive: longs pay. */
      funding_rate: number | null;
      /** Hours between settlements: 1, 4 or 8; null where it is not known. */
      interval_hours: number | null;
      /** The rate per hour. */
      rate_1h: number | null;
      /** Percent of the notional per year, without compounding: comparable over intervals. */
      annualized_pct: number | null;
      /** Next settlement. */
      next_funding_time: number | null;
    } | null;
    /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
    status: 'ok' | 'stale' | 'unavailable';
    /** Why the block is not ok; null while it is. */
    reason: string | null;
    /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
    as_of: number | null;
  };
  /** Open interest and its trend. */
  open_interest: {
    /** Units of the coin, one side. */
    open_interest: number | null;
    /** USD. */
    open_interest_usd: number | null;
    /** Change of the units from the sample of a day or more before, percent. */
    change_24h_pct: number | null;
    /** Change of the units from the first row of history, percent. */
    change_30d_pct: number | null;
    /** Direction of change_30d_pct: flat within 5 percent; null where it is not known. */
    trend: 'rising' | 'flat' | 'falling' | null;
    /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
    status: 'ok' | 'stale' | 'unavailable';
    /** Why the block is not ok; null while it is. */
    reason: string | null;
    /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
    as_of: number | null;
  };
  /** Accounts that are long and short. */
  long_short: {
    /** Share of the accounts with a position that are net long. */
    long_account: number | null;
    /** Share of them that are net short. */
    short_account: number | null;
    /** long_account over short_account; null where nobody is short. */
    long_short_ratio: number | null;
    /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
    status: 'ok' | 'stale' | 'unavailable';
    /** Why the block is not ok; null while it is. */
    reason: string | null;
    /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
    as_of: number | null;
  };
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface CexaHistory {
  /** The perp, as its venue writes it. */
  symbol: string;
  /** The coin, in the spelling of the perp venue; null where no list says it. */
  coin: string | null;
  /** Completed UTC days, oldest first; days of which nothing is known are left out. */
  days: ({
    /** UTC day, YYYY-MM-DD. */
    date: string;
    /** Open of the day. Epoch ms. */
    timestamp: number;
    /** Funding of the whole day, fraction of the notional; positive: longs paid. */
    funding_rate_day: number | null;
    /** The same in percent per year, without compounding. */
    annualized_pct: number | null;
    /** Units of the coin at the end of the day. */
    open_interest: number | null;
    /** USD at the end of the day. */
    open_interest_usd: number | null;
    /** Settlements in funding_rate_day. */
    settlements: number;
    /** Share of the accounts with a position that are net long. */
    long_account: number | null;
    /** Share of them that are net short. */
    short_account: number | null;
    /** long_account over short_account; null where nobody is short. */
    long_short_ratio: number | null;
  })[];
  /** Rows in days. */
  count: number;
  /** Open of the first day of the perp in the archive; null while there is none. */
  archive_start: number | null;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface PerpdexHistory {
  /** The perp, as its venue names it. */
  symbol: string;
  /** The same as symbol. */
  coin: string;
  /** UTC days, oldest first, the running one last; days without a sample are left out. */
  days: ({
    /** UTC day, YYYY-MM-DD. */
    date: string;
    /** Open of the day. Epoch ms. */
    timestamp: number;
    /** Funding of the whole day, fraction of the notional; positive: longs paid. */
    funding_rate_day: number | null;
    /** The same in percent per year, without compounding. */
    annualized_pct: number | null;
    /** Units of the coin at the end of the day. */
    open_interest: number | null;
    /** USD at the end of the day. */
    open_interest_usd: number | null;
    /** Mean hourly rate of the samples, fraction of the notional per hour. */
    funding_rate: number | null;
    /** Samples of the day. */
    samples: number;
    /** Samples of a day without a gap. */
    samples_expected: number;
  })[];
  /** Rows in days. */
  count: number;
  /** First sample of the archive; nothing earlier exists. Null before it. */
  archive_start: number | null;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface DerivativesFundingRates {
  /** The coin, in the spelling of the perp venue. */
  coin: string;
  perpdex: DerivativesFundingPerpdex;
  /** Funding on the large exchange. */
  cexa: {
    /** The perp, as its venue writes it; null where it has none. */
    symbol: string | null;
    /** Rate of the interval that runs, fraction of the notional per interval; positive: longs pay. It does not depend on the history. */
    current_rate: number | null;
    /** Hours between settlements: 1, 4 or 8; null where it is not known. */
    interval_hours: number | null;
    /** The rate per hour. */
    rate_1h: number | null;
    /** Percent of the notional per year, without compounding: comparable over intervals. */
    annualized_pct: number | null;
    /** Next settlement. */
    next_funding_time: number | null;
    /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
    status: 'ok' | 'stale' | 'unavailable';
    /** Why the block is not ok; null while it is. */
    reason: string | null;
    /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
    as_of: number | null;
  };
  /** Funding on the second perp exchange. */
  dexb: {
    /** The perp, as its venue writes it; null where it has none. */
    symbol: string | null;
    /** Rate of the interval that runs, fraction of the notional per interval; positive: longs pay. It does not depend on the history. */
    current_rate: number | null;
    /** Hours between settlements: 1, 4 or 8; null where it is not known. */
    interval_hours: number | null;
    /** The rate per hour. */
    rate_1h: number | null;
    /** Percent of the notional per year, without compounding: comparable over intervals. */
    annualized_pct: number | null;
    /** Next settlement. */
    next_funding_time: number | null;
    /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
    status: 'ok' | 'stale' | 'unavailable';
    /** Why the block is not ok; null while it is. */
    reason: string | null;
    /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
    as_of: number | null;
  };
  /** Largest less smallest annualized_pct of the venues, percentage points; null below two of them. */
  spread_annualized_pct: number | null;
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface DerivativesFundingPerpdex {
  /** The perp, as its venue writes it; null where it has none. */
  symbol: string | null;
  /** Rate of the interval that runs, fraction of the notional per interval; positive: longs pay. It does not depend on the history. */
  current_rate: number | null;
  /** Hours between settlements: 1, 4 or 8; null where it is not known. */
  interval_hours: number | null;
  /** The rate per hour. */
  rate_1h: number | null;
  /** Percent of the notional per year, without compounding: comparable over intervals. */
  annualized_pct: number | null;
  /** Next settlement. */
  next_funding_time: number | null;
  /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
  status: 'ok' | 'stale' | 'unavailable';
  /** Why the block is not ok; null while it is. */
  reason: string | null;
  /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
  as_of: number | null;
  /** Recent settlements, oldest first; empty while history_status is warming. */
  history: ({
    /** When it was settled. Epoch ms. */
    timestamp: number;
    /** Fraction of the notional per interval; positive: longs pay. */
    funding_rate: number | null;
    /** Hours between settlements: 1, 4 or 8; null where it is not known. */
    interval_hours: number | null;
    /** Percent of the notional per year, without compounding: comparable over intervals. */
    annualized_pct: number | null;
  })[];
  /** Rows in history; 0 while it is warming. */
  history_count: number;
  /** Whether history has rows. */
  history_available: boolean;
  /** ok: a settlement within 26 hours; warming: the first fetch still runs, ask again in a few seconds; unavailable: the venue returned nothing, or the coin is not a perp there. warming never follows ok. */
  history_status: 'ok' | 'warming' | 'unavailable';
}

interface DerivativesOpenInterest {
  /** The coin, in the spelling of the perp venue. */
  coin: string;
  /** Open interest on the perp venue. */
  perpdex: {
    /** The perp, as its venue writes it; null where it has none. */
    symbol: string | null;
    /** Units of the coin, one side. */
    open_interest: number | null;
    /** USD. */
    open_interest_usd: number | null;
    /** Notional of the last 24 hours, USD. */
    day_volume_usd: number | null;
    /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
    status: 'ok' | 'stale' | 'unavailable';
    /** Why the block is not ok; null while it is. */
    reason: string | null;
    /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
    as_of: number | null;
  };
  /** Open interest on the large exchange. */
  cexa: {
    /** The perp, as its venue writes it; null where it has none. */
    symbol: string | null;
    /** Units of the coin, one side. */
    open_interest: number | null;
    /** USD. */
    open_interest_usd: number | null;
    /** Notional of the last 24 hours, USD. */
    day_volume_usd: number | null;
    /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
    status: 'ok' | 'stale' | 'unavailable';
    /** Why the block is not ok; null while it is. */
    reason: string | null;
    /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
    as_of: number | null;
  };
  /** Open interest on the second perp exchange. */
  dexb: {
    /** The perp, as its venue writes it; null where it has none. */
    symbol: string | null;
    /** Units of the coin, one side. */
    open_interest: number | null;
    /** USD. */
    open_interest_usd: number | null;
    /** Notional of the last 24 hours, USD. */
    day_volume_usd: number | null;
    /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
    status: 'ok' | 'stale' | 'unavailable';
    /** Why the block is not ok; null while it is. */
    reason: string | null;
    /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
    as_of: number | null;
  };
  /** Sum over venues_counted, USD; null where none is known. */
  total_usd: number | null;
  /** Venues in total_usd: those whose block has a value. */
  venues_counted: string[];
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface DerivativesSummary {
  /** The coin, in the spelling of the perp venue. */
  coin: string;
  /** Prices by venue. */
  prices: {
    /** Prices on the perp venue. */
    perpdex: {
      /** The perp, as its venue writes it; null where it has none. */
      symbol: string | null;
      /** USD. */
      mark_price: number | null;
      /** USD. */
      index_price: number | null;
      /** Mark over index, percent. */
      basis_pct: number | null;
      /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
      status: 'ok' | 'stale' | 'unavailable';
      /** Why the block is not ok; null while it is. */
      reason: string | null;
      /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
      as_of: number | null;
    };
    /** Prices on the large exchange. */
    cexa: {
      /** The perp, as its venue writes it; null where it has none. */
      symbol: string | null;
      /** USD. */
      mark_price: number | null;
      /** USD. */
      index_price: number | null;
      /** Mark over index, percent. */
      basis_pct: number | null;
      /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
      status: 'ok' | 'stale' | 'unavailable';
      /** Why the block is not ok; null while it is. */
      reason: string | null;
      /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
      as_of: number | null;
    };
    /** Prices on the second perp exchange. */
    dexb: {
      /** The perp, as its venue writes it; null where it has none. */
      symbol: string | null;
      /** USD. */
      mark_price: number | null;
      /** USD. */
      index_price: number | null;
      /** Mark over index, percent. */
      basis_pct: number | null;
      /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
      status: 'ok' | 'stale' | 'unavailable';
      /** Why the block is not ok; null while it is. */
      reason: string | null;
      /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
      as_of: number | null;
    };
  };
  /** Funding by venue. */
  funding: {
    perpdex: DerivativesFundingPerpdex;
    /** Funding on the large exchange. */
    cexa: {
      /** The perp, as its venue writes it; null where it has none. */
      symbol: string | null;
      /** Rate of the interval that runs, fraction of the notional per interval; positive: longs pay. It does not depend on the history. */
      current_rate: number | null;
      /** Hours between settlements: 1, 4 or 8; null where it is not known. */
      interval_hours: number | null;
      /** The rate per hour. */
      rate_1h: number | null;
      /** Percent of the notional per year, without compounding: comparable over intervals. */
      annualized_pct: number | null;
      /** Next settlement. */
      next_funding_time: number | null;
      /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
      status: 'ok' | 'stale' | 'unavailable';
      /** Why the block is not ok; null while it is. */
      reason: string | null;
      /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
      as_of: number | null;
    };
    /** Funding on the second perp exchange. */
    dexb: {
      /** The perp, as its venue writes it; null where it has none. */
      symbol: string | null;
      /** Rate of the interval that runs, fraction of the notional per interval; positive: longs pay. It does not depend on the history. */
      current_rate: number | null;
      /** Hours between settlements: 1, 4 or 8; null where it is not known. */
      interval_hours: number | null;
      /** The rate per hour. */
      rate_1h: number | null;
      /** Percent of the notional per year, without compounding: comparable over intervals. */
      annualized_pct: number | null;
      /** Next settlement. */
      next_funding_time: number | null;
      /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
      status: 'ok' | 'stale' | 'unavailable';
      /** Why the block is not ok; null while it is. */
      reason: string | null;
      /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
      as_of: number | null;
    };
    /** Largest less smallest annualized_pct, percentage points; null below two venues. */
    spread_annualized_pct: number | null;
  };
  /** Open interest by venue. */
  open_interest: {
    /** Open interest on the perp venue. */
    perpdex: {
      /** The perp, as its venue writes it; null where it has none. */
      symbol: string | null;
      /** Units of the coin, one side. */
      open_interest: number | null;
      /** USD. */
      open_interest_usd: number | null;
      /** Notional of the last 24 hours, USD. */
      day_volume_usd: number | null;
      /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
      status: 'ok' | 'stale' | 'unavailable';
      /** Why the block is not ok; null while it is. */
      reason: string | null;
      /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
      as_of: number | null;
    };
    /** Open interest on the large exchange. */
    cexa: {
      /** The perp, as its venue writes it; null where it has none. */
      symbol: string | null;
      /** Units of the coin, one side. */
      open_interest: number | null;
      /** USD. */
      open_interest_usd: number | null;
      /** Notional of the last 24 hours, USD. */
      day_volume_usd: number | null;
      /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
      status: 'ok' | 'stale' | 'unavailable';
      /** Why the block is not ok; null while it is. */
      reason: string | null;
      /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
      as_of: number | null;
    };
    /** Open interest on the second perp exchange. */
    dexb: {
      /** The perp, as its venue writes it; null where it has none. */
      symbol: string | null;
      /** Units of the coin, one side. */
      open_interest: number | null;
      /** USD. */
      open_interest_usd: number | null;
      /** Notional of the last 24 hours, USD. */
      day_volume_usd: number | null;
      /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
      status: 'ok' | 'stale' | 'unavailable';
      /** Why the block is not ok; null while it is. */
      reason: string | null;
      /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
      as_of: number | null;
    };
    /** Sum over venues_counted, USD. */
    total_usd: number | null;
    /** Venues in total_usd. */
    venues_counted: string[];
  };
  /** Change of the units on the large exchange within thirty days, percent. */
  open_interest_change_30d_pct: number | null;
  /** Accounts of the large exchange. */
  long_short: {
    /** Share of the accounts with a position that are net long. */
    long_account: number | null;
    /** Share of them that are net short. */
    short_account: number | null;
    /** long_account over short_account; null where nobody is short. */
    long_short_ratio: number | null;
    /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
    status: 'ok' | 'stale' | 'unavailable';
    /** Why the block is not ok; null while it is. */
    reason: string | null;
    /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
    as_of: number | null;
  };
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface FundingRatesOfVenues {
  /** Highest annualized_pct first; rates that are not known last. */
  rates: ({
    /** The coin, in the spelling of the perp venue. */
    coin: string;
    /** Venue of the perp. */
    venue: 'perpdex' | 'cexa' | 'dexb';
    /** The perp, as its venue writes it. */
    symbol: string;
    /** Rate of the interval that runs, fraction of the notional per interval; positive: longs pay. */
    funding_rate: number | null;
    /** Hours between settlements: 1, 4 or 8; null where it is not known. */
    interval_hours: number | null;
    /** The rate per hour. */
    rate_1h: number | null;
    /** Percent of the notional per year, without compounding: comparable over intervals. */
    annualized_pct: number | null;
    /** Next settlement. */
    next_funding_time: number | null;
  })[];
  /** Rows in rates. */
  count: number;
  /** Condition of each venue. */
  venues: ({
    /** Venue. */
    venue: 'perpdex' | 'cexa' | 'dexb';
    /** Rows of the venue. */
    perps: number;
    /** ok; stale: the source served its last numbers; unavailable: none, and reason says why. */
    status: 'ok' | 'stale' | 'unavailable';
    /** Why the block is not ok; null while it is. */
    reason: string | null;
    /** When the numbers were known; of an unavailable block when the last ones were, null before any. */
    as_of: number | null;
  })[];
  /** When this answer was built. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface Heatmap {
  /** The rows of the page, in order. */
  items: HeatmapItem[];
  /** Rows in items. */
  count: number;
  /** Rows that pass the filters, before limit and offset. */
  total: number;
  /** All rows that the key may see, before filters. */
  universe_size: number;
  /** The move that sort=pct and moves are of. */
  interval: '1h' | '4h';
  /** Close of the last completed hour. Epoch ms. */
  as_of: number;
  /** Close of the last completed UTC 4h bar. Epoch ms. */
  bar_4h_as_of: number;
  moves: HeatmapMoves;
  /** When the table was made. Epoch ms. */
  timestamp: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface HeatmapItem {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Venue of the bars. */
  source: 'cexa_spot' | 'perpdex_perp';
  /** The 1h close at as_of, quote units; null where that bar is missing. */
  price: number | null;
  /** Percent over the last hour; null where a bar is missing. */
  pct_1h: number | null;
  /** Percent over the last four hours, not aligned to 4h bars; null where a bar is missing. */
  pct_4h: number | null;
  /** Percent over the last 24 hours; null where a bar is missing. */
  pct_24h: number | null;
  /** Percent, open to close of the 4h bar that closed at bar_4h_as_of; null unless all four hours are there. */
  pct_4h_bar: number | null;
  /** SIGNUM_RGG colour of completed days; null while not defined. */
  signum: 'red' | 'grey' | 'green' | null;
  /** Completed days in signum; null without it. */
  days_in_color: number | null;
  /** ADX(14) of completed days; null while not defined. */
  adx: number | null;
  /** SIGNUM_RGG colour of complete 4h bars; null below 30 of them. */
  signum_4h: 'red' | 'grey' | 'green' | null;
  /** Complete 4h bars in signum_4h; null without it. */
  bars_in_color_4h: number | null;
  /** Mean daily volume of 30 settled days, USD; null when unknown. */
  notional_30: number | null;
  /** price is above the mean of the last 200 daily closes; null below 200 days or without a price. */
  above_sma200: boolean | null;
  /** Percent of that mean from it to price; null without it. */
  dist_from_200_pct: number | null;
  /** Version of the thresholds. */
  config_version: string;
}

/** Directions and spread of the move that interval names, over all rows that pass the filters. */
interface HeatmapMoves {
  /** Rows with a move above 0. */
  up: number;
  /** Rows with a move below 0. */
  down: number;
  /** Rows whose price is exactly where it was. */
  flat: number;
  /** Median move, percent; null when no row has one. */
  median_pct: number | null;
  /** 10th percentile of the moves, percent; null when no row has one. */
  p10: number | null;
  /** 90th percentile of the moves, percent; null when no row has one. */
  p90: number | null;
}

interface SignumList {
  /** The rows of the page, in order. */
  items: SignumRow[];
  /** Rows in items. */
  count: number;
  /** Rows that pass the filters, before limit and offset. */
  total: number;
  /** All rows that the key may see, before filters. */
  universe_size: number;
  /** Most rows of the page, as asked. */
  limit: number;
  /** Rows skipped before the page, as asked. */
  offset: number;
  /** What the rows are sorted by. */
  sort: 'days_in_color' | 'pct_change' | 'adx' | 'symbol';
  /** Direction of the sort. */
  order: 'asc' | 'desc';
  breadth: SignumBreadth;
  /** Symbols with too few completed days for a color. */
  warming: string[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface SignumRow {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Venue of the bars. */
  source: 'cexa_spot' | 'perpdex_perp';
  /** Trend colour of the last completed day. */
  color: 'red' | 'grey' | 'green';
  /** Completed days, the day of the flip included. */
  days_in_color: number;
  /** ADX(14) of the last completed day. */
  adx: number;
  /** +DI(14); null while not defined. */
  plus_di: number | null;
  /** −DI(14); null while not defined. */
  minus_di: number | null;
  /** Close of the day that flipped, epoch ms; null when the history shows no flip. */
  flipped_at: number | null;
  /** Last closed 1h close, else the last daily close; quote units. */
  price: number;
  /** Percent from the close 24 hours earlier; null when that bar is missing. */
  pct_change_24h: number | null;
  /** Sum of close × volume over the closed hours of the last 24 h, quote units; null when there is none. */
  quote_volume_24h: number | null;
  /** Open of the last completed day. Epoch ms. */
  computed_from: number;
  /** The fields above come from completed daily bars. */
  is_final: boolean;
  /** Colour if the forming day closed now. */
  color_live: 'red' | 'grey' | 'green';
  /** ADX if the forming day closed now. */
  adx_live: number;
  /** Days in color_live, the forming day included. */
  days_in_color_live: number;
  /** The last 4 closed 1h bars all differ from the daily color. */
  flip_alert: boolean;
  /** The last closed 1h bar differs from the daily color; null while one of them is not known. */
  intraday_disagrees: boolean | null;
  /** The hours behind flip_alert, such as "4x1h red"; null without one. */
  flip_alert_reason: string | null;
  /** days_in_color ≤ 3 */
  recent_flip: boolean;
  /** Bars of flip_alert and intraday_disagrees. */
  intraday_timeframe: '1h';
  /** Colour of the last complete 4h bar; null below 30 of them. */
  h4_color: 'red' | 'grey' | 'green' | null;
  /** ADX of the 4h bars; null without h4_color. */
  h4_adx: number | null;
  /** +DI of the 4h bars; null without h4_color. */
  h4_plus_di: number | null;
  /** −DI of the 4h bars; null without h4_color. */
  h4_minus_di: number | null;
  /** Complete 4h bars in h4_color, the one of the flip included; null without it. */
  h4_bars_in_color: number | null;
  /** Open of the last complete 4h bar; null without h4_color. */
  h4_computed_from: number | null;
  range_20d?: SignumRange;
  /** Listed, but outside breadth. */
  pegged: boolean;
  /** Enough bars that the start of the history no longer shows. */
  settled: boolean;
  /** The last completed daily bar is not the one that should be last. */
  stale: boolean;
  /** Days left out because hours are missing. */
  incomplete_days: number;
  /** Version of the thresholds. */
  config_version: string;
}

/** Range of the last 20 completed daily bars. */
interface SignumRange {
  /** Highest high, quote units. */
  range_high: number;
  /** Lowest low, quote units. */
  range_low: number;
  /** (price − low) / (high − low): 0 at the low, 1 at the high, outside 0…1 when the price is outside the range; 0.5 when the range is zero. */
  position: number;
}

/** Colours over the whole universe, whatever the filters. */
interface SignumBreadth {
  /** Rows with a colour that are neither pegged nor stale. */
  total: number;
  /** Green rows among them. */
  green: number;
  /** Grey rows among them. */
  grey: number;
  /** Red rows among them. */
  red: number;
  /** Green rows, percent of total; null when total is 0. */
  pct_green: number | null;
  /** Grey rows, percent of total; null when total is 0. */
  pct_grey: number | null;
  /** Red rows, percent of total; null when total is 0. */
  pct_red: number | null;
}

interface SignumDetail {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Venue of the bars. */
  source: 'cexa_spot' | 'perpdex_perp';
  /** Trend colour of the last completed day. */
  color: 'red' | 'grey' | 'green';
  /** Completed days, the day of the flip included. */
  days_in_color: number;
  /** ADX(14) of the last completed day. */
  adx: number;
  /** +DI(14); null while not defined. */
  plus_di: number | null;
  /** −DI(14); null while not defined. */
  minus_di: number | null;
  /** Close of the day that flipped, epoch ms; null when the history shows no flip. */
  flipped_at: number | null;
  /** Last closed 1h close, else the last daily close; quote units. */
  price: number;
  /** Percent from the close 24 hours earlier; null when that bar is missing. */
  pct_change_24h: number | null;
  /** Sum of close × volume over the closed hours of the last 24 h, quote units; null when there is none. */
  quote_volume_24h: number | null;
  /** Open of the last completed day. Epoch ms. */
  computed_from: number;
  /** The fields above come from completed daily bars. */
  is_final: boolean;
  /** Colour if the forming day closed now. */
  color_live: 'red' | 'grey' | 'green';
  /** ADX if the forming day closed now. */
  adx_live: number;
  /** Days in color_live, the forming day included. */
  days_in_color_live: number;
  /** The last 4 closed 1h bars all differ from the daily color. */
  flip_alert: boolean;
  /** The last closed 1h bar differs from the daily color; null while one of them is not known. */
  intraday_disagrees: boolean | null;
  /** The hours behind flip_alert, such as "4x1h red"; null without one. */
  flip_alert_reason: string | null;
  /** days_in_color ≤ 3 */
  recent_flip: boolean;
  /** Bars of flip_alert and intraday_disagrees. */
  intraday_timeframe: '1h';
  /** Colour of the last complete 4h bar; null below 30 of them. */
  h4_color: 'red' | 'grey' | 'green' | null;
  /** ADX of the 4h bars; null without h4_color. */
  h4_adx: number | null;
  /** +DI of the 4h bars; null without h4_color. */
  h4_plus_di: number | null;
  /** −DI of the 4h bars; null without h4_color. */
  h4_minus_di: number | null;
  /** Complete 4h bars in h4_color, the one of the flip included; null without it. */
  h4_bars_in_color: number | null;
  /** Open of the last complete 4h bar; null without h4_color. */
  h4_computed_from: number | null;
  range_20d?: SignumRange;
  /** Listed, but outside breadth. */
  pegged: boolean;
  /** Enough bars that the start of the history no longer shows. */
  settled: boolean;
  /** The last completed daily bar is not the one that should be last. */
  stale: boolean;
  /** Days left out because hours are missing. */
  incomplete_days: number;
  /** Version of the thresholds. */
  config_version: string;
  /** The last 60 completed days, oldest first. */
  history: SignumDay[];
  /** With intraday=true: closed 1h bars of about 60 days, oldest first. */
  intraday_history?: SignumBar[];
  /** With intraday=true: when the 1h bars were pulled, epoch ms. */
  intraday_as_of?: number;
  /** With h4=true: the last 90 completed 4h bars, oldest first. */
  h4_history?: SignumBar[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface SignumDay {
  /** Open of the bar. Epoch ms. */
  timestamp: number;
  /** Close of the bar, quote units. */
  close: number;
  /** Colour after the bar; null while not defined. */
  color: 'red' | 'grey' | 'green' | null;
  /** ADX(14), 0 to 100; null while not defined. */
  adx: number | null;
  /** +DI(14), 0 to 100; null while not defined. */
  plus_di: number | null;
  /** −DI(14), 0 to 100; null while not defined. */
  minus_di: number | null;
  /** Completed days in the colour, the one of the flip included; null without a colour. */
  days_in_color: number | null;
}

interface SignumBar {
  /** Open of the bar. Epoch ms. */
  timestamp: number;
  /** Close of the bar, quote units. */
  close: number;
  /** Colour after the bar; null while not defined. */
  color: 'red' | 'grey' | 'green' | null;
  /** ADX(14), 0 to 100; null while not defined. */
  adx: number | null;
  /** +DI(14), 0 to 100; null while not defined. */
  plus_di: number | null;
  /** −DI(14), 0 to 100; null while not defined. */
  minus_di: number | null;
  /** Closed bars in the colour, the one of the flip included; null without a colour. */
  bars_in_color: number | null;
}

interface Refresh {
  /** The rows are of now. */
  status: 'recomputed';
  /** Rows that were computed. */
  rows: number;
  /** Moment of the rows. Epoch ms. */
  as_of: number;
  /** Milliseconds of the refresh; other engines may share it. */
  took_ms: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface TechnicalList {
  /** The rows of the page, in order. */
  items: TechnicalRow[];
  /** Rows in items. */
  count: number;
  /** Rows that pass the filters, before limit and offset. */
  total: number;
  /** All rows that the key may see, before filters. */
  universe_size: number;
  /** Most rows of the page, as asked. */
  limit: number;
  /** What the rows are sorted by. */
  sort: 'symbol' | 'price' | 'rsi_1d' | 'bb_bandwidth' | 'squeeze_days' | 'dist_from_200' | 'position_in_range';
  /** Direction of the sort. */
  order: 'asc' | 'desc';
  breadth: TechnicalBreadth;
  /** Symbols with no completed day. */
  warming: string[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface TechnicalRow {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Venue of the bars. */
  source: 'cexa_spot' | 'perpdex_perp';
  /** Last closed 1h close, or the last daily close if that is later; quote units. */
  price: number;
  /** Close of the last completed day, which the averages are compared with; quote units. */
  close_1d: number;
  /** Open of the last completed day. Epoch ms. */
  computed_from: number;
  /** Mean of the last 50 daily closes, quote units; null below 50 days. */
  sma_50: number | null;
  /** Mean of the last 100 daily closes, quote units; null below 100 days. */
  sma_100: number | null;
  /** Mean of the last 200 daily closes, quote units; null below 200 days. */
  sma_200: number | null;
  /** Percent of SMA-50 from it to close_1d; null below 50 days. */
  dist_from_50_pct: number | null;
  /** Percent of SMA-100 from it to close_1d; null below 100 days. */
  dist_from_100_pct: number | null;
  /** Percent of SMA-200 from it to close_1d; null below 200 days. */
  dist_from_200_pct: number | null;
  /** close_1d is above SMA-50; equality keeps the side of the day before; null without a side. */
  above_50: boolean | null;
  /** close_1d is above SMA-100; equality keeps the side of the day before; null without a side. */
  above_100: boolean | null;
  /** close_1d is above SMA-200; equality keeps the side of the day before; null without a side. */
  above_200: boolean | null;
  /** Last crossing of SMA-50 over SMA-200; null when the history has none. */
  last_cross: LastCross | null;
  /** Side of SMA-200, or its crossing in the last 5 completed days; null below 200 days. */
  ma_state: 'above_200' | 'below_200' | 'breakdown_200' | 'reclaim_200' | null;
  /** Completed days in ma_state, the first included. */
  days_in_state: number | null;
  /** RSI(14) of completed days; null while not defined. */
  rsi_1d: number | null;
  /** Overbought from 70, oversold up to 30; null without rsi_1d. */
  rsi_1d_zone: 'overbought' | 'neutral' | 'oversold' | null;
  /** rsi_1d is from 80 or up to 20; null without it. */
  rsi_1d_extreme: boolean | null;
  /** RSI(14) of closed hours; null while not defined. */
  rsi_1h: number | null;
  /** Overbought from 70, oversold up to 30; null without rsi_1h. */
  rsi_1h_zone: 'overbought' | 'neutral' | 'oversold' | null;
  /** rsi_1h is from 80 or up to 20; null without it. */
  rsi_1h_extreme: boolean | null;
  /** Width of the Bollinger bands, percent of the middle band; null while not defined. */
  bb_bandwidth: number | null;
  /** Percentile rank of bb_bandwidth among 126 days; null below 60 of them. */
  bb_bandwidth_pctile: number | null;
  /** State of the bands; null while not defined. */
  bb: 'in_squeeze' | 'expanding' | 'normal' | null;
  /** Completed days in bb, the first included; null without it. */
  bb_days: number | null;
  /** A squeeze began at bandwidth percentile 20 and has not ended above 30; null while not defined. */
  in_squeeze: boolean | null;
  /** Completed days in the squeeze; 0 outside one. */
  squeeze_days: number | null;
  /** The bands are at least 1.25 times as wide as 5 days before; null while not defined. */
  expanding: boolean | null;
  /** Highest high of 20 completed days and the price, quote units. */
  range_high: number | null;
  /** Lowest low of 20 completed days and the price, quote units. */
  range_low: number | null;
  /** Price in that range: 0 at the low, 1 at the high. */
  position_in_range: number | null;
  /** near_low up to 0.2, near_high from 0.8 of the range. */
  range_zone: 'near_low' | 'mid' | 'near_high' | null;
  /** Up to 3 supports and 3 resistances, nearest first. */
  sr: SrLevel[];
  /** Listed, but outside breadth. */
  pegged: boolean;
  /** Enough days that the start of the history no longer shows in rsi_1d. */
  settled: boolean;
  /** The last completed daily bar is not the one that should be last. */
  stale: boolean;
  /** Version of the thresholds. */
  config_version: string;
}

/** A crossing of SMA-50 over SMA-200. */
interface LastCross {
  /** SMA-50 crossed SMA-200 upwards or downwards. */
  type: 'golden' | 'death';
  /** Close of the day that crossed. Epoch ms. */
  at: number;
  /** Completed days since; 0 when the last one crossed. */
  bars_ago: number;
}

/** A price at which the market turned. */
interface SrLevel {
  /** Side of the price. */
  kind: 'support' | 'resistance';
  /** Mean of the pivots, weighted by recency; quote units. */
  price: number;
  /** Pivots in the level. */
  strength: number;
  /** Percent of the price from it to the level: 0 or negative for a support, positive for a resistance. */
  dist_pct: number;
}

/** Squeezes over the whole universe, whatever the filters. */
interface TechnicalBreadth {
  /** Rows whose squeeze is known; pegged and stale ones are outside. */
  total: number;
  /** Rows among them that are in a squeeze. */
  in_squeeze: number;
  /** in_squeeze, percent of total; null when total is 0. */
  pct_in_squeeze: number | null;
  /** Rank of pct_in_squeeze among the archived days and itself; null until 10 days are archived. */
  pct_in_squeeze_pctile_30d: number | null;
  /** Archived UTC days of the last 30. */
  history_days: number;
}

interface TechnicalDetail {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Venue of the bars. */
  source: 'cexa_spot' | 'perpdex_perp';
  /** Last closed 1h close, or the last daily close if that is later; quote units. */
  price: number;
  /** Close of the last completed day, which the averages are compared with; quote units. */
  close_1d: number;
  /** Open of the last completed day. Epoch ms. */
  computed_from: number;
  /** Mean of the last 50 daily closes, quote units; null below 50 days. */
  sma_50: number | null;
  /** Mean of the last 100 daily closes, quote units; null below 100 days. */
  sma_100: number | null;
  /** Mean of the last 200 daily closes, quote units; null below 200 days. */
  sma_200: number | null;
  /** Percent of SMA-50 from it to close_1d; null below 50 days. */
  dist_from_50_pct: number | null;
  /** Percent of SMA-100 from it to close_1d; null below 100 days. */
  dist_from_100_pct: number | null;
  /** Percent of SMA-200 from it to close_1d; null below 200 days. */
  dist_from_200_pct: number | null;
  /** close_1d is above SMA-50; equality keeps the side of the day before; null without a side. */
  above_50: boolean | null;
  /** close_1d is above SMA-100; equality keeps the side of the day before; null without a side. */
  above_100: boolean | null;
  /** close_1d is above SMA-200; equality keeps the side of the day before; null without a side. */
  above_200: boolean | null;
  /** Last crossing of SMA-50 over SMA-200; null when the history has none. */
  last_cross: LastCross | null;
  /** Side of SMA-200, or its crossing in the last 5 completed days; null below 200 days. */
  ma_state: 'above_200' | 'below_200' | 'breakdown_200' | 'reclaim_200' | null;
  /** Completed days in ma_state, the first included. */
  days_in_state: number | null;
  /** RSI(14) of completed days; null while not defined. */
  rsi_1d: number | null;
  /** Overbought from 70, oversold up to 30; null without rsi_1d. */
  rsi_1d_zone: 'overbought' | 'neutral' | 'oversold' | null;
  /** rsi_1d is from 80 or up to 20; null without it. */
  rsi_1d_extreme: boolean | null;
  /** RSI(14) of closed hours; null while not defined. */
  rsi_1h: number | null;
  /** Overbought from 70, oversold up to 30; null without rsi_1h. */
  rsi_1h_zone: 'overbought' | 'neutral' | 'oversold' | null;
  /** rsi_1h is from 80 or up to 20; null without it. */
  rsi_1h_extreme: boolean | null;
  /** Width of the Bollinger bands, percent of the middle band; null while not defined. */
  bb_bandwidth: number | null;
  /** Percentile rank of bb_bandwidth among 126 days; null below 60 of them. */
  bb_bandwidth_pctile: number | null;
  /** State of the bands; null while not defined. */
  bb: 'in_squeeze' | 'expanding' | 'normal' | null;
  /** Completed days in bb, the first included; null without it. */
  bb_days: number | null;
  /** A squeeze began at bandwidth percentile 20 and has not ended above 30; null while not defined. */
  in_squeeze: boolean | null;
  /** Completed days in the squeeze; 0 outside one. */
  squeeze_days: number | null;
  /** The bands are at least 1.25 times as wide as 5 days before; null while not defined. */
  expanding: boolean | null;
  /** Highest high of 20 completed days and the price, quote units. */
  range_high: number | null;
  /** Lowest low of 20 completed days and the price, quote units. */
  range_low: number | null;
  /** Price in that range: 0 at the low, 1 at the high. */
  position_in_range: number | null;
  /** near_low up to 0.2, near_high from 0.8 of the range. */
  range_zone: 'near_low' | 'mid' | 'near_high' | null;
  /** Up to 3 supports and 3 resistances, nearest first. */
  sr: SrLevel[];
  /** Listed, but outside breadth. */
  pegged: boolean;
  /** Enough days that the start of the history no longer shows in rsi_1d. */
  settled: boolean;
  /** The last completed daily bar is not the one that should be last. */
  stale: boolean;
  /** Version of the thresholds. */
  config_version: string;
  /** The last 60 completed days, oldest first. */
  history: TechnicalDay[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface TechnicalDay {
  /** Open of the day. Epoch ms. */
  timestamp: number;
  /** Close of the day, quote units. */
  close: number;
  /** RSI(14); null while not defined. */
  rsi: number | null;
  /** Width of the Bollinger bands, percent of the middle band; null while not defined. */
  bb_bandwidth: number | null;
  /** Mean of the last 200 closes, quote units; null below 200 days. */
  sma_200: number | null;
  /** The close is above SMA-200; null without a side. */
  above_200: boolean | null;
}

interface VolatilityIndex {
  /** Garman–Klass volatility of 30 days, mean of all coins weighted by notional_30, annualised percent; null without a coin that counts. */
  cvi_realized_30: number | null;
  /** Garman–Klass volatility of 7 days, mean of all coins weighted by notional_30, annualised percent; null without a coin that counts. */
  cvi_realized_7: number | null;
  /** Composite of the market, higher is more stress; null while no part of it is known. */
  composite_score: number | null;
  /** Band of composite_score: FEAR from 75, NERVOUS from 55, NEUTRAL from 35, CALM from 15, else COMPLACENT; null without a score. */
  sentiment: 'FEAR' | 'NERVOUS' | 'NEUTRAL' | 'CALM' | 'COMPLACENT' | null;
  /** Share of the market in each regime. */
  regime_mix: {
    /** Each coin counts once; null while none has a regime. */
    by_count: VolatilityRegimeShares | null;
    /** Each coin counts by notional_30; null while none with a regime has one. */
    by_notional: VolatilityRegimeShares | null;
  };
  /** BTC and ETH; on tier free BTC alone. */
  majors: Record<string, VariancePremium>;
  /** Rank of cvi_realized_30 among its last 365 days; null below 90. */
  cvi_pctile_30: number | null;
  /** Rank of cvi_realized_7 among its last 365 days; null below 90. */
  cvi_pctile_7: number | null;
  /** An input of composite_score is missing; the others carry its weight. */
  partial: boolean;
  /** Version of the weights. */
  config_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface VolatilityRegimeShares {
  /** Share in vol_shock, a fraction of one. */
  vol_shock: number;
  /** Share in mean_reverting, a fraction of one. */
  mean_reverting: number;
  /** Share in compressed, a fraction of one. */
  compressed: number;
  /** Share in expanding, a fraction of one. */
  expanding: number;
  /** Share in normal, a fraction of one. */
  normal: number;
}

interface VariancePremium {
  /** Close-to-close volatility of 30 days, annualised percent; null until there are 31. */
  realized: number | null;
  /** Volatility that options of 30 days imply, annualised percent; null without a source of options. */
  implied: number | null;
  /** implied − realized, volatility points; null when either is. */
  vrp: number | null;
}

interface VolatilityImplied {
  /** BTC and ETH; on tier free BTC alone. */
  coins: Record<string, VariancePremium>;
  /** By coin, nearest expiry first. With detail=true on tier pro_plus. */
  term_structure?: Record<string, VolatilityTermPoint[]>;
  /** By coin, oldest first. With detail=true on tier pro_plus. */
  history?: Record<string, ({
    /** When the value became known: the end of its day. Epoch ms. */
    timestamp: number;
    /** Volatility that options of 30 days imply, annualised percent. */
    implied: number;
  })[]>;
  /** warming and unavailable: implied volatility is null, and reason says why. */
  status: 'ok' | 'warming' | 'unavailable';
  /** Why implied is null; null when it is known. */
  reason: string | null;
  /** When the newest value became known: the end of its hour, of its day where the source has days alone; null without one. */
  implied_as_of: number | null;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface VolatilityTermPoint {
  /** When the options expire. Epoch ms. */
  expiry: number;
  /** Days to expiry, fractional. */
  days: number;
  /** Strike nearest the forward, quote units. */
  strike: number;
  /** Forward price of the expiry, quote units. */
  forward: number;
  /** Volatility at the forward, between the two strikes around it, annualised percent. */
  atm_iv: number;
}

interface VolatilityIndexHistory {
  /** Oldest first. */
  items: VolatilityIndexPoint[];
  /** Points in items. */
  count: number;
  /** UTC dates asked for, that of as_of included. */
  days: number;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface VolatilityIndexPoint {
  /** UTC date, YYYY-MM-DD. */
  date: string;
  /** Garman–Klass volatility of 30 days, mean of all coins weighted by notional_30, annualised percent; null without a coin that counts. */
  cvi_realized_30: number | null;
  /** Garman–Klass volatility of 7 days, mean of all coins weighted by notional_30, annualised percent; null without a coin that counts. */
  cvi_realized_7: number | null;
  /** Composite of the market, higher is more stress; null while no part of it is known. */
  composite_score: number | null;
  /** Band of composite_score: FEAR from 75, NERVOUS from 55, NEUTRAL from 35, CALM from 15, else COMPLACENT; null without a score. */
  sentiment: 'FEAR' | 'NERVOUS' | 'NEUTRAL' | 'CALM' | 'COMPLACENT' | null;
  /** Reconstructed from the same bars, not captured live. */
  backfilled: boolean;
}

interface VolatilityList {
  /** The rows of the page, in order. */
  items: VolatilityRow[];
  /** Rows in items. */
  count: number;
  /** Rows that pass the filters, before limit and offset. */
  total: number;
  /** All rows that the key may see, before filters. */
  universe_size: number;
  /** Most rows of the page, as asked. */
  limit: number;
  /** What the rows are sorted by. */
  sort: 'symbol' | 'rv_gk_30' | 'rv_gk_7' | 'vol_pctile_30' | 'term_structure_ratio' | 'vol_target_multiplier' | 'days_compressed';
  /** Direction of the sort. */
  order: 'asc' | 'desc';
  /** Symbols with too few completed days for a regime. */
  warming: string[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface VolatilityRow {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Venue of the bars. */
  source: 'cexa_spot' | 'perpdex_perp';
  /** Regime: a label that two daily closes confirmed, a shock at once. */
  regime: 'vol_shock' | 'mean_reverting' | 'compressed' | 'expanding' | 'normal';
  /** Label of the day by itself; it becomes the regime once confirmed. Null while the day has none. */
  raw_regime: 'vol_shock' | 'mean_reverting' | 'compressed' | 'expanding' | 'normal' | null;
  /** Completed days, the first one included. */
  days_in_regime: number;
  /** days_in_regime while compressed, else 0. */
  days_compressed: number;
  /** Regime before the last change; null before one. */
  prev_regime: 'vol_shock' | 'mean_reverting' | 'compressed' | 'expanding' | 'normal' | null;
  /** The regime changed at the last completed day. */
  regime_changed: boolean;
  /** Garman–Klass volatility of 30 days, annualised percent; null until the window is full. */
  rv_gk_30: number | null;
  /** Garman–Klass volatility of 7 days, annualised percent; null until the window is full. */
  rv_gk_7: number | null;
  /** Close-to-close volatility of 30 days, annualised percent; null until the window is full. */
  rv_cc_30: number | null;
  /** Close-to-close volatility of 7 days, annualised percent; null until the window is full. */
  rv_cc_7: number | null;
  /** Parkinson volatility of 30 days, annualised percent; null until the window is full. */
  rv_parkinson_30: number | null;
  /** Parkinson volatility of 7 days, annualised percent; null until the window is full. */
  rv_parkinson_7: number | null;
  /** Rank of rv_gk_30 among its last 365 days; null below 90. */
  vol_pctile_30: number | null;
  /** rv_gk_30 in standard deviations from its mean of 90 days; null while there are too few days. */
  rv_z_30: number | null;
  /** rv_gk_7 in standard deviations from its mean of 90 days; null while there are too few days. */
  rv_z_7: number | null;
  /** rv_gk_7 / rv_gk_30; null when nothing moved in 30 days. */
  term_structure_ratio: number | null;
  /** 60 % / rv_gk_30, within 0.25…3: absolute, not against other coins. */
  vol_target_multiplier: number | null;
  /** The volatility target multiplier against its floor. */
  vol: {
    /** vol_target_multiplier is 0.25; null without one. */
    multiplier_at_floor: boolean | null;
    /** Completed days in a row at the floor; null without a multiplier. */
    multiplier_floor_days: number | null;
  };
  /** Pegged: listed, but outside the index. */
  is_stable: boolean;
  /** USD a day, mean of the last 30 settled days; null below 7. */
  notional_30: number | null;
  /** Failed pulls; 0 is fresh, rows drop after 8. */
  stale_cycles: number;
  /** The last completed day is not the one that should be last: listed, but outside the index. */
  stale: boolean;
  /** Open of the last completed day. Epoch ms. */
  computed_from: number;
  /** Version of the thresholds. */
  config_version: string;
}

interface VolatilityScore {
  /** Higher is more stress; null while no part of it is known. */
  composite: number | null;
  /** Band of the composite: stressed from 80, elevated from 60, normal from 35, calm from 15, else dormant; null without one. */
  band: 'dormant' | 'calm' | 'normal' | 'elevated' | 'stressed' | null;
  /** How much of a book to keep: 1 up to a composite of 40, then in a straight line to 0.5 at 100; null without one. */
  gross_exposure_multiplier: number | null;
  /** Volatility to aim at, annualised percent. */
  target_vol: number;
  /** A sub-score is missing; the others carry its weight. */
  partial: boolean;
  /** The parts of the composite. */
  sub_scores: {
    /** Rank of cvi_realized_30; null below 90 days. */
    cvi_30: number | null;
    /** Share of the market in vol_shock by notional, as a score; null without one. */
    shock_share: number | null;
    /** Median term ratio of the coins, as a score; null without one. */
    term_ratio: number | null;
    /** vol_pctile_30 of BTC; null while it has none. */
    benchmark: number | null;
  };
  /** Version of the weights and bands. */
  config_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface VolatilityDetail {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Venue of the bars. */
  source: 'cexa_spot' | 'perpdex_perp';
  /** Regime: a label that two daily closes confirmed, a shock at once. */
  regime: 'vol_shock' | 'mean_reverting' | 'compressed' | 'expanding' | 'normal';
  /** Label of the day by itself; it becomes the regime once confirmed. Null while the day has none. */
  raw_regime: 'vol_shock' | 'mean_reverting' | 'compressed' | 'expanding' | 'normal' | null;
  /** Completed days, the first one included. */
  days_in_regime: number;
  /** days_in_regime while compressed, else 0. */
  days_compressed: number;
  /** Regime before the last change; null before one. */
  prev_regime: 'vol_shock' | 'mean_reverting' | 'compressed' | 'expanding' | 'normal' | null;
  /** The regime changed at the last completed day. */
  regime_changed: boolean;
  /** Garman–Klass volatility of 30 days, annualised percent; null until the window is full. */
  rv_gk_30: number | null;
  /** Garman–Klass volatility of 7 days, annualised percent; null until the window is full. */
  rv_gk_7: number | null;
  /** Close-to-close volatility of 30 days, annualised percent; null until the window is full. */
  rv_cc_30: number | null;
  /** Close-to-close volatility of 7 days, annualised percent; null until the window is full. */
  rv_cc_7: number | null;
  /** Parkinson volatility of 30 days, annualised percent; null until the window is full. */
  rv_parkinson_30: number | null;
  /** Parkinson volatility of 7 days, annualised percent; null until the window is full. */
  rv_parkinson_7: number | null;
  /** Rank of rv_gk_30 among its last 365 days; null below 90. */
  vol_pctile_30: number | null;
  /** rv_gk_30 in standard deviations from its mean of 90 days; null while there are too few days. */
  rv_z_30: number | null;
  /** rv_gk_7 in standard deviations from its mean of 90 days; null while there are too few days. */
  rv_z_7: number | null;
  /** rv_gk_7 / rv_gk_30; null when nothing moved in 30 days. */
  term_structure_ratio: number | null;
  /** 60 % / rv_gk_30, within 0.25…3: absolute, not against other coins. */
  vol_target_multiplier: number | null;
  /** The volatility target multiplier against its floor. */
  vol: {
    /** vol_target_multiplier is 0.25; null without one. */
    multiplier_at_floor: boolean | null;
    /** Completed days in a row at the floor; null without a multiplier. */
    multiplier_floor_days: number | null;
  };
  /** Pegged: listed, but outside the index. */
  is_stable: boolean;
  /** USD a day, mean of the last 30 settled days; null below 7. */
  notional_30: number | null;
  /** Failed pulls; 0 is fresh, rows drop after 8. */
  stale_cycles: number;
  /** The last completed day is not the one that should be last: listed, but outside the index. */
  stale: boolean;
  /** Open of the last completed day. Epoch ms. */
  computed_from: number;
  /** Version of the thresholds. */
  config_version: string;
  /** The last 60 completed days, oldest first; empty below tier pro_plus. */
  history: VolatilityDay[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface VolatilityDay {
  /** Open of the day. Epoch ms. */
  timestamp: number;
  /** Regime after the day; null before the 89th. */
  regime: 'vol_shock' | 'mean_reverting' | 'compressed' | 'expanding' | 'normal' | null;
  /** Label of the day by itself; it becomes the regime once confirmed. Null while the day has none. */
  raw_regime: 'vol_shock' | 'mean_reverting' | 'compressed' | 'expanding' | 'normal' | null;
  /** Completed days in the regime, the first one included; null without one. */
  days_in_regime: number | null;
  /** Garman–Klass volatility of 30 days, annualised percent; null until the window is full. */
  rv_gk_30: number | null;
  /** Garman–Klass volatility of 7 days, annualised percent; null until the window is full. */
  rv_gk_7: number | null;
  /** Close-to-close volatility of 30 days, annualised percent; null until the window is full. */
  rv_cc_30: number | null;
  /** Close-to-close volatility of 7 days, annualised percent; null until the window is full. */
  rv_cc_7: number | null;
  /** Parkinson volatility of 30 days, annualised percent; null until the window is full. */
  rv_parkinson_30: number | null;
  /** Parkinson volatility of 7 days, annualised percent; null until the window is full. */
  rv_parkinson_7: number | null;
  /** Rank of rv_gk_30 among its last 365 days; null below 90. */
  vol_pctile_30: number | null;
  /** rv_gk_30 in standard deviations from its mean of 90 days; null while there are too few days. */
  rv_z_30: number | null;
  /** rv_gk_7 in standard deviations from its mean of 90 days; null while there are too few days. */
  rv_z_7: number | null;
  /** rv_gk_7 / rv_gk_30; null when nothing moved in 30 days. */
  term_structure_ratio: number | null;
  /** 60 % / rv_gk_30, within 0.25…3: absolute, not against other coins. */
  vol_target_multiplier: number | null;
}

interface VolumeList {
  /** The rows of the page, in order. */
  items: VolumeRow[];
  /** Rows in items. */
  count: number;
  /** Rows that pass the filters, before limit and offset. */
  total: number;
  /** All rows that the key may see, before filters. */
  universe_size: number;
  /** Most rows of the page, as asked. */
  limit: number;
  /** What the rows are sorted by. */
  sort: 'multiplier' | 'volume_24h' | 'symbol' | 'change_24h';
  /** Symbols with no closed hour in the last 24. */
  warming: string[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface VolumeRow {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** USD, rolling over the closed hours of the last 24 that are there. */
  volume_24h: number;
  /** USD a day, mean of the last 30 settled UTC days; null below 7. */
  avg_volume_30d: number | null;
  /** USD a day, median of the last 30 settled UTC days; null below 7. */
  median_volume_30d: number | null;
  /** volume_24h / avg_volume_30d; null without a mean above 0, and while an hour of the last 24 is missing. */
  multiplier: number | null;
  /** volume_24h / median_volume_30d; null without a median above 0, and while an hour of the last 24 is missing. */
  multiplier_median: number | null;
  /** Band of the multiplier; unknown when there is none. */
  band: 'dormant' | 'quiet' | 'normal' | 'elevated' | 'surging' | 'extreme' | 'unknown';
  /** volume_24h against the 24 hours before, percent; null unless all hours of both days are there and something traded in the first. */
  volume_change_24h: number | null;
  /** USD of the last 7 settled UTC days, oldest first; fewer when there are fewer. */
  spark_7d: number[];
  /** Price against exactly 24 hours before, percent; null when one of the two hours is missing. */
  change_24h: number | null;
  /** Version of the bands. */
  config_version: string;
}

interface VolumeDetail {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** USD, rolling over the closed hours of the last 24 that are there. */
  volume_24h: number;
  /** USD a day, mean of the last 30 settled UTC days; null below 7. */
  avg_volume_30d: number | null;
  /** USD a day, median of the last 30 settled UTC days; null below 7. */
  median_volume_30d: number | null;
  /** volume_24h / avg_volume_30d; null without a mean above 0, and while an hour of the last 24 is missing. */
  multiplier: number | null;
  /** volume_24h / median_volume_30d; null without a median above 0, and while an hour of the last 24 is missing. */
  multiplier_median: number | null;
  /** Band of the multiplier; unknown when there is none. */
  band: 'dormant' | 'quiet' | 'normal' | 'elevated' | 'surging' | 'extreme' | 'unknown';
  /** volume_24h against the 24 hours before, percent; null unless all hours of both days are there and something traded in the first. */
  volume_change_24h: number | null;
  /** USD of the last 7 settled UTC days, oldest first; fewer when there are fewer. */
  spark_7d: number[];
  /** Price against exactly 24 hours before, percent; null when one of the two hours is missing. */
  change_24h: number | null;
  /** Version of the bands. */
  config_version: string;
  /** The settled days that the row is measured against, oldest first. */
  history: VolumeDay[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface VolumeDay {
  /** Open of the day. Epoch ms. */
  timestamp: number;
  /** USD. */
  notional: number;
}

/** The nowcast of the market at one horizon. */
interface QuantMarket {
  /** The whole market. */
  scope: 'market';
  /** The coin whose hours the market is read from. */
  symbol: string;
  /** How far ahead the forecasts look. */
  horizon: '4h' | '24h';
  /** Regime of the last closed hour; null while warming. */
  regime: QuantRegime | null;
  /** The same as regime. */
  current: QuantRegime | null;
  /** Label of the last closed hour, filtered. Probabilities of strong_trend_bull, strong_trend_bear, range_low_vol, choppy_high_vol, vol_spike, squeeze, in this order; they sum to 1. null while not known. */
  p_now: number[] | null;
  /** Label at the end of the horizon. Probabilities of strong_trend_bull, strong_trend_bear, range_low_vol, choppy_high_vol, vol_spike, squeeze, in this order; they sum to 1. null while not known. */
  p_next: number[] | null;
  /** The same as p_next, seen from the label that holds now; null while there is none. */
  transitions: {
    /** Probability that the label that holds now holds at the end. */
    p_stay: number;
    /** The likeliest other label; of two as likely, the one with the lower id. */
    most_likely: {
      /** Label. */
      label: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
      /** Probability that it holds at the end of the horizon. */
      p: number;
    };
    /** Every label, the likeliest first. */
    to: ({
      /** Label. */
      label: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
      /** Probability that it holds at the end of the horizon. */
      p: number;
    })[];
  } | null;
  /** Return over the horizon, in standard deviations of such returns: below −1, −0.25, 0.25, 1, and above. Base rates, and no forecast, where direction_status says unavailable, which is so for coins at 24h. Probabilities of strong_down, down, flat, up, strong_up, in this order; they sum to 1. null while not known. */
  direction: number[] | null;
  /** Whether direction is a forecast at all; null while direction is. */
  direction_status: {
    /** unavailable: the head is withheld, and direction has the base rates of its classes. */
    status: 'available' | 'unavailable';
    /** Why it is withheld; null when it is not. */
    reason: 'no_measured_skill' | null;
    /** measured: the whole interval of the gain is above 0. not_measured: it is not, and the direction knows no more than base rates; of coins so at 4h too, where it is given all the same. */
    skill: 'measured' | 'not_measured';
    /** Log loss of the base rates less that of the head, nats a forecast, on hours after those learnt from: of the market, or the mean over coins. */
    gain: number;
    /** Lower end of its 95 % interval, of whole weeks. */
    gain_low: number;
    /** Upper end of it. */
    gain_high: number;
    /** Version of the measurement. */
    evidence_version: string;
  } | null;
  /** Volatility over the horizon, in classes that the model cuts by the history it learnt from. Probabilities of low, normal, high, extreme, in this order; they sum to 1. null while not known. */
  volatility: number[] | null;
  /** Notional that a large move of the horizon would liquidate, over the depth of the book. Probabilities of low, moderate, elevated, severe, in this order; they sum to 1. null while not known. */
  liquidation_risk: number[] | null;
  /** Mean hourly funding rate of the horizon. Probabilities of negative, neutral, elevated, hot, in this order; they sum to 1. null while not known. */
  funding: number[] | null;
  /** Change over the horizon of the share of perps above their 24-hour mean; within ±10 points it is steady. Probabilities of contracting, steady, expanding, in this order; they sum to 1. null while not known. */
  breadth: number[] | null;
  /** Change of open interest over the horizon; within half a standard deviation it is stable. Probabilities of deleveraging, stable, building, in this order; they sum to 1. null while not known. */
  open_interest: number[] | null;
  /** Simulation of the next day; left out at a horizon of 4h, null while undefined. */
  monte_carlo?: QuantMonteCarlo | null;
  /** Names of the classes, in the order of every list of probabilities. Keys: regime, direction, volatility, liquidation_risk, funding, breadth and open_interest. */
  classes: Record<string, string[]>;
  explain: QuantExplain;
  /** Less than 60 days of history since the windows began: at the first hour, or after more than a day without bars. */
  insufficient_history: boolean;
  /** Less than 30 days of such history. */
  warming_up: boolean;
  /** Less than 7 days of such history: no regime yet. */
  new_listing: boolean;
  /** At least 90 days of such history: the longest window is full. Before that labels may differ from those of a longer history. */
  settled: boolean;
  /** More than 5 % of the last 168 hours have no bar: no regime. */
  sparse: boolean;
  /** Open of the last closed hour. Epoch ms. */
  bar_timestamp: number;
  /** Version of the model. */
  model_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

/** The regime of the last closed hour. */
interface QuantRegime {
  /** Label that holds. */
  label: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
  /** Calibrated: the share of labels so probable that hindsight confirms. */
  confidence: number;
  /** Filtered probability of the label. */
  raw_confidence: number;
  /** Closed hours, the first one included. */
  candles_in_regime: number;
  /** ISO-8601, open of the first hour; null when it began before the history. */
  in_regime_since: string | null;
  /** Challenger that is about to take over; null without one. */
  pending: {
    /** Label that leads the one that holds. */
    label: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
    /** Closed hours in a row of its lead. */
    count: number;
    /** Hours in a row after which it takes over. */
    needed: number;
  } | null;
  /** Numbers of the rule that changes labels. */
  hysteresis: {
    /** Lead in probability over the label that holds that counts as one. */
    margin: number;
    /** Closed hours in a row that the same challenger must lead. */
    bars: number;
    /** Probability from which a challenger takes over at once. */
    override: number;
    /** Probability of the label that holds below which the likeliest label of the next hour takes over. */
    incumbent_floor: number;
    /** Closed hours before which only an override ends a regime. */
    min_dwell_bars: number;
  };
}

/** What the next day may bring, simulated from the last closed hour. */
interface QuantMonteCarlo {
  /** Paths simulated. */
  paths: number;
  /** Hours ahead. */
  hours: number;
  /** Quantiles of the return, ascending. */
  return_quantiles: ({
    /** Share of the paths below. */
    share: number;
    /** Return over the hours, percent. */
    percent: number;
  })[];
  /** Probability that vol_spike holds in any of the hours; exact, not simulated. */
  p_visit_vol_spike: number;
  /** Probability of a fall of more than 5 % from an earlier hour, recalibrated on what came; null where the model has no map for it, which is so for coins. */
  p_drawdown_5: number | null;
  /** Share of the paths with such a fall, not recalibrated. */
  p_drawdown_5_raw: number;
  /** Version of the simulation. */
  version: string;
  /** Seed of the paths: the same hour gives the same numbers. */
  seed: string;
}

/** Why the nowcast says what it says. */
interface QuantExplain {
  /** Robust z-scores of the features, as the model sees them; null while one is not defined. Keys: trend_24 and trend_72 (move over its volatility), volatility_ratio (day over month), volatility_rank (of the week, among 90 days), efficiency_24 (net move over the path), bandwidth_48 (of the closes), shock_6 (the largest true range over the week before it) and volume (day over month). */
  feature_z: Record<string, number | null>;
  /** What each feature says of the label against all others, the strongest first; weights need not add up. Null while warming. Additive to the contract. */
  evidence?: QuantEvidence[] | null;
  /** Filtered probabilities of the latent states. */
  state_posteriors: number[];
  /** Label of this hour, filtered. Probabilities of strong_trend_bull, strong_trend_bear, range_low_vol, choppy_high_vol, vol_spike, squeeze, in this order; they sum to 1. null while not known. */
  label_posteriors: number[] | null;
  /** State of the rule that changes labels; null while warming. */
  hysteresis_state: {
    /** Label that holds. */
    incumbent: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
    /** The likeliest other label. */
    challenger: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
    /** Probability of the challenger less that of the incumbent; negative while it trails. */
    lead: number;
    /** The rule that changed the label in this hour; none when it did not change. */
    path: 'none' | 'override' | 'margin' | 'floor';
    /** The likeliest label of the next hour takes over. */
    floor_armed: boolean;
    /** Challenger that is counting; null without one. */
    pending: {
      /** Label that leads the one that holds. */
      label: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
      /** Closed hours in a row of its lead. */
      count: number;
      /** Hours in a row after which it takes over. */
      needed: number;
    } | null;
  } | null;
  /** Filtered probability of the label; null while warming. */
  raw_confidence: number | null;
  /** The share of labels so probable that hindsight confirms; null while warming. */
  calibrated_confidence: number | null;
  /** Where the probabilities of each family come from. Keys: next_regime, direction, volatility, liquidation_risk, funding, breadth and open_interest. */
  heads_provenance: Record<string, {
    /** Learnt for the purpose, read from the chain of regimes, from a stated rule, or from a prior for want of data; null: the head says nothing, and reason says why. */
    source: 'direct' | 'chain' | 'rule' | 'prior' | null;
    /** Version of the head; null when it says nothing. */
    version: string | null;
    /** Moment before which learning ended; null for what is not learnt. */
    trained_to: number | null;
    /** Origins learnt from; null for what is not learnt. */
    n: number | null;
    /** What the head lacks; null when it says something. */
    reason: string | null;
    /** Versions of what measured its inputs, such as the depth of books; left out where none is named. */
    inputs?: string[];
  }>;
  /** How far the transitions are the coin's own; left out for the market. */
  transition_mixture_weights?: {
    /** Weight of the coin's own transitions, the mean of rows over its time in each state. */
    coin: number;
    /** Weight of the transitions of all coins: the rest. */
    pooled: number;
    /** Weight of the coin in each latent state. */
    rows: number[];
  };
  /** Tempered log likelihood of the hour; 0 for an hour without features. */
  log_likelihood_step: number;
}

interface QuantEvidence {
  /** A feature of the last closed hour. */
  kind: 'feature';
  /** Name of the feature, as in feature_z. */
  name: string;
  /** Robust z-score; null while it is not defined. */
  value: number | null;
  /** Always null: the model weighs features and has no cutoffs. */
  threshold: null;
  /** Log odds of the label that the hour would lack without the feature, nats; null while it is not defined. */
  weight: number | null;
  /** for: the label is more probable with the feature than without it; null while unknown. */
  side: 'for' | 'against' | null;
}

interface QuantCoins {
  /** The rows of the page, in order. */
  items: QuantCoinRow[];
  /** Rows in items. */
  count: number;
  /** Rows that pass the filters, before limit and offset. */
  total: number;
  /** All rows that the key may see, before filters. */
  universe_size: number;
  /** How far ahead the forecasts look. */
  horizon: '4h' | '24h';
  /** Most rows of the page, as asked. */
  limit: number;
  /** What the rows are sorted by. */
  sort: 'oi' | 'confidence' | 'symbol' | 'p_up';
  /** Direction of the sort. */
  order: 'asc' | 'desc';
  /** Symbols with no regime now. */
  warming: string[];
  /** Version of the model. */
  model_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

/** The regime of a perp, in one line. */
interface QuantCoinRow {
  /** Perp, as its venue names it. */
  symbol: string;
  /** Label of the last closed hour. */
  regime: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
  /** Calibrated: the share of labels so probable that hindsight confirms. */
  confidence: number;
  /** Probability of up and strong_up together at the horizon; of the base rates at 24h, where the direction of coins is withheld. */
  p_direction_up: number;
  /** The likeliest other label at the end of the horizon. */
  most_likely_transition: {
    /** Label. */
    label: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
    /** Probability that it holds at the end of the horizon. */
    p: number;
  };
  /** Open interest, USD; left out without a source. */
  oi_usd?: number;
  /** Less than 60 days of history since the windows began: at the first hour, or after more than a day without bars. */
  insufficient_history: boolean;
  /** Less than 30 days of such history. */
  warming_up: boolean;
  /** Less than 7 days of such history: no regime yet. */
  new_listing: boolean;
  /** At least 90 days of such history: the longest window is full. Before that labels may differ from those of a longer history. */
  settled: boolean;
  /** More than 5 % of the last 168 hours have no bar: no regime. */
  sparse: boolean;
  /** Open of the last closed hour. Epoch ms. */
  bar_timestamp: number;
}

interface QuantRisks {
  /** Perps with a regime, as they are listed. */
  items: QuantRisk[];
  /** Rows in items. */
  count: number;
  /** How far ahead the forecasts look. */
  horizon: '4h' | '24h';
  /** Names of the classes, in the order of every list of probabilities. Keys: regime, direction, volatility, liquidation_risk, funding, breadth and open_interest. */
  classes: Record<string, string[]>;
  /** Perps without a regime now. */
  warming: string[];
  /** Version of the model. */
  model_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

/** The risk of a perp. */
interface QuantRisk {
  /** Perp, as its venue names it. */
  symbol: string;
  /** Label of the last closed hour. */
  regime: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
  /** Calibrated: the share of labels so probable that hindsight confirms. */
  confidence: number;
  /** Volatility over the horizon. Probabilities of low, normal, high, extreme, in this order; they sum to 1. null while not known. */
  volatility: number[] | null;
  /** Notional that a large move of the horizon would liquidate, over the depth of the book. Probabilities of low, moderate, elevated, severe, in this order; they sum to 1. null while not known. */
  liquidation_risk: number[] | null;
  /** Mean hourly funding rate of the horizon. Probabilities of negative, neutral, elevated, hot, in this order; they sum to 1. null while not known. */
  funding: number[] | null;
  /** Change of open interest over the horizon. Probabilities of deleveraging, stable, building, in this order; they sum to 1. null while not known. */
  open_interest: number[] | null;
  /** Multiplier of a position that aims at 60 % volatility a year, from completed days; null while it is not known. */
  vol_target_multiplier: number | null;
  /** The same multiplier of the volatility that is expected of the next 24 hours; left out while nothing is expected. */
  vol_target_multiplier_forecast?: number;
  /** Volatility expected of the next 24 hours, annualised percent; left out while nothing is expected. */
  expected_volatility_24h?: number;
  /** What expected_volatility_24h was made of: bars alone, or derivatives too, where funding and open interest of the hour are known and the model has learnt from them. */
  expected_volatility_from?: 'bars' | 'derivatives';
  /** Rank of the 30-day volatility among 365 days, percent; null while it is not known. */
  vol_pctile_30: number | null;
  /** Realised volatility of the last 24 closed hours, annualised percent; null where an hour has no bar. */
  rv_24h: number | null;
  /** How much history the row rests on, and of what hour it is. */
  meta: {
    /** Less than 60 days of history since the windows began: at the first hour, or after more than a day without bars. */
    insufficient_history: boolean;
    /** Less than 30 days of such history. */
    warming_up: boolean;
    /** Less than 7 days of such history: no regime yet. */
    new_listing: boolean;
    /** At least 90 days of such history: the longest window is full. Before that labels may differ from those of a longer history. */
    settled: boolean;
    /** More than 5 % of the last 168 hours have no bar: no regime. */
    sparse: boolean;
    /** Open of the last closed hour. Epoch ms. */
    bar_timestamp: number;
  };
}

/** Everything of one perp, with its last 48 hours. */
interface QuantCoin {
  /** Perp, as its venue names it. */
  symbol: string;
  /** Regime of the last closed hour; null while warming. */
  regime: QuantRegime | null;
  /** The same as regime. */
  current: QuantRegime | null;
  /** Label of the last closed hour, filtered. Probabilities of strong_trend_bull, strong_trend_bear, range_low_vol, choppy_high_vol, vol_spike, squeeze, in this order; they sum to 1. null while not known. */
  p_now: number[] | null;
  /** Forecasts by horizon. */
  horizons: {
    /** What may hold in 4 hours. */
    '4h': {
      /** Label at the end of the horizon. Probabilities of strong_trend_bull, strong_trend_bear, range_low_vol, choppy_high_vol, vol_spike, squeeze, in this order; they sum to 1. null while not known. */
      p_next: number[] | null;
      /** The same as p_next, seen from the label that holds now; null while there is none. */
      transitions: {
        /** Probability that the label that holds now holds at the end. */
        p_stay: number;
        /** The likeliest other label; of two as likely, the one with the lower id. */
        most_likely: {
          /** Label. */
          label: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
          /** Probability that it holds at the end of the horizon. */
          p: number;
        };
        /** Every label, the likeliest first. */
        to: ({
          /** Label. */
          label: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
          /** Probability that it holds at the end of the horizon. */
          p: number;
        })[];
      } | null;
      /** Return over the horizon, in standard deviations of such returns: below −1, −0.25, 0.25, 1, and above. Base rates, and no forecast, where direction_status says unavailable, which is so for coins at 24h. Probabilities of strong_down, down, flat, up, strong_up, in this order; they sum to 1. null while not known. */
      direction: number[] | null;
      /** Whether direction is a forecast at all; null while direction is. */
      direction_status: {
        /** unavailable: the head is withheld, and direction has the base rates of its classes. */
        status: 'available' | 'unavailable';
        /** Why it is withheld; null when it is not. */
        reason: 'no_measured_skill' | null;
        /** measured: the whole interval of the gain is above 0. not_measured: it is not, and the direction knows no more than base rates; of coins so at 4h too, where it is given all the same. */
        skill: 'measured' | 'not_measured';
        /** Log loss of the base rates less that of the head, nats a forecast, on hours after those learnt from: of the market, or the mean over coins. */
        gain: number;
        /** Lower end of its 95 % interval, of whole weeks. */
        gain_low: number;
        /** Upper end of it. */
        gain_high: number;
        /** Version of the measurement. */
        evidence_version: string;
      } | null;
      /** Volatility over the horizon, in classes that the model cuts by the history it learnt from. Probabilities of low, normal, high, extreme, in this order; they sum to 1. null while not known. */
      volatility: number[] | null;
      /** Notional that a large move of the horizon would liquidate, over the depth of the book. Probabilities of low, moderate, elevated, severe, in this order; they sum to 1. null while not known. */
      liquidation_risk: number[] | null;
      /** Mean hourly funding rate of the horizon. Probabilities of negative, neutral, elevated, hot, in this order; they sum to 1. null while not known. */
      funding: number[] | null;
      /** Change over the horizon of the share of perps above their 24-hour mean; within ±10 points it is steady. Probabilities of contracting, steady, expanding, in this order; they sum to 1. null while not known. */
      breadth: number[] | null;
      /** Change of open interest over the horizon; within half a standard deviation it is stable. Probabilities of deleveraging, stable, building, in this order; they sum to 1. null while not known. */
      open_interest: number[] | null;
    };
    /** What may hold in 24 hours. */
    '24h': {
      /** Label at the end of the horizon. Probabilities of strong_trend_bull, strong_trend_bear, range_low_vol, choppy_high_vol, vol_spike, squeeze, in this order; they sum to 1. null while not known. */
      p_next: number[] | null;
      /** The same as p_next, seen from the label that holds now; null while there is none. */
      transitions: {
        /** Probability that the label that holds now holds at the end. */
        p_stay: number;
        /** The likeliest other label; of two as likely, the one with the lower id. */
        most_likely: {
          /** Label. */
          label: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
          /** Probability that it holds at the end of the horizon. */
          p: number;
        };
        /** Every label, the likeliest first. */
        to: ({
          /** Label. */
          label: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
          /** Probability that it holds at the end of the horizon. */
          p: number;
        })[];
      } | null;
      /** Return over the horizon, in standard deviations of such returns: below −1, −0.25, 0.25, 1, and above. Base rates, and no forecast, where direction_status says unavailable, which is so for coins at 24h. Probabilities of strong_down, down, flat, up, strong_up, in this order; they sum to 1. null while not known. */
      direction: number[] | null;
      /** Whether direction is a forecast at all; null while direction is. */
      direction_status: {
        /** unavailable: the head is withheld, and direction has the base rates of its classes. */
        status: 'available' | 'unavailable';
        /** Why it is withheld; null when it is not. */
        reason: 'no_measured_skill' | null;
        /** measured: the whole interval of the gain is above 0. not_measured: it is not, and the direction knows no more than base rates; of coins so at 4h too, where it is given all the same. */
        skill: 'measured' | 'not_measured';
        /** Log loss of the base rates less that of the head, nats a forecast, on hours after those learnt from: of the market, or the mean over coins. */
        gain: number;
        /** Lower end of its 95 % interval, of whole weeks. */
        gain_low: number;
        /** Upper end of it. */
        gain_high: number;
        /** Version of the measurement. */
        evidence_version: string;
      } | null;
      /** Volatility over the horizon, in classes that the model cuts by the history it learnt from. Probabilities of low, normal, high, extreme, in this order; they sum to 1. null while not known. */
      volatility: number[] | null;
      /** Notional that a large move of the horizon would liquidate, over the depth of the book. Probabilities of low, moderate, elevated, severe, in this order; they sum to 1. null while not known. */
      liquidation_risk: number[] | null;
      /** Mean hourly funding rate of the horizon. Probabilities of negative, neutral, elevated, hot, in this order; they sum to 1. null while not known. */
      funding: number[] | null;
      /** Change over the horizon of the share of perps above their 24-hour mean; within ±10 points it is steady. Probabilities of contracting, steady, expanding, in this order; they sum to 1. null while not known. */
      breadth: number[] | null;
      /** Change of open interest over the horizon; within half a standard deviation it is stable. Probabilities of deleveraging, stable, building, in this order; they sum to 1. null while not known. */
      open_interest: number[] | null;
      /** Simulation of the next day; null while undefined. */
      monte_carlo: QuantMonteCarlo | null;
    };
  };
  /** Names of the classes, in the order of every list of probabilities. Keys: regime, direction, volatility, liquidation_risk, funding, breadth and open_interest. */
  classes: Record<string, string[]>;
  explain: QuantExplain;
  /** The last closed hours, oldest first. */
  recent_regimes: ({
    /** Open of the hour. Epoch ms. */
    timestamp: number;
    /** Label of the hour; null while nothing was published. */
    regime: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze' | null;
    /** Calibrated confidence; null without a label. */
    confidence: number | null;
  })[];
  /** Less than 60 days of history since the windows began: at the first hour, or after more than a day without bars. */
  insufficient_history: boolean;
  /** Less than 30 days of such history. */
  warming_up: boolean;
  /** Less than 7 days of such history: no regime yet. */
  new_listing: boolean;
  /** At least 90 days of such history: the longest window is full. Before that labels may differ from those of a longer history. */
  settled: boolean;
  /** More than 5 % of the last 168 hours have no bar: no regime. */
  sparse: boolean;
  /** Open of the last closed hour. Epoch ms. */
  bar_timestamp: number;
  /** Version of the model. */
  model_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface QuantHistory {
  /** The hours, oldest first. */
  rows: QuantHistoryRow[];
  /** Hours in rows. */
  count: number;
  /** market, or the perp as it is listed. */
  scope: string;
  /** Horizon of the columns; null: both. */
  horizon: '4h' | '24h' | null;
  /** Open of the first hour that was asked for. Epoch ms. */
  start: number;
  /** Open of the last hour that was asked for. Epoch ms. */
  end: number;
  /** Most hours, as asked. */
  limit: number;
  /** The limit clipped the recent end. */
  truncated: boolean;
  /** Label of each regime id. Keys: the ids as text, as in the names of the columns. */
  regime_map: Record<string, 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze'>;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

/** What was said of one hour. */
interface QuantHistoryRow {
  /** Open of the hour. Epoch ms. */
  timestamp: number;
  /** Label of the hour; null while nothing was published. */
  regime: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze' | null;
  /** Id of the label; null without one. */
  regime_id: number | null;
  /** Calibrated confidence; null without a label. */
  confidence: number | null;
  /** Filtered probability of the label; null without one. */
  raw_confidence: number | null;
  /** Probability of strong_trend_bull (id 0) in this hour; null while not known. */
  p_now_0: number | null;
  /** Probability of strong_trend_bear (id 1) in this hour; null while not known. */
  p_now_1: number | null;
  /** Probability of range_low_vol (id 2) in this hour; null while not known. */
  p_now_2: number | null;
  /** Probability of choppy_high_vol (id 3) in this hour; null while not known. */
  p_now_3: number | null;
  /** Probability of vol_spike (id 4) in this hour; null while not known. */
  p_now_4: number | null;
  /** Probability of squeeze (id 5) in this hour; null while not known. */
  p_now_5: number | null;
  /** Probability of strong_trend_bull (id 0) in 4 hours, and at the other horizon the column is left out; null while not known. */
  p_4h_0?: number | null;
  /** Probability of strong_trend_bear (id 1) in 4 hours, and at the other horizon the column is left out; null while not known. */
  p_4h_1?: number | null;
  /** Probability of range_low_vol (id 2) in 4 hours, and at the other horizon the column is left out; null while not known. */
  p_4h_2?: number | null;
  /** Probability of choppy_high_vol (id 3) in 4 hours, and at the other horizon the column is left out; null while not known. */
  p_4h_3?: number | null;
  /** Probability of vol_spike (id 4) in 4 hours, and at the other horizon the column is left out; null while not known. */
  p_4h_4?: number | null;
  /** Probability of squeeze (id 5) in 4 hours, and at the other horizon the column is left out; null while not known. */
  p_4h_5?: number | null;
  /** Probability of strong_trend_bull (id 0) in 24 hours, and at the other horizon the column is left out; null while not known. */
  p_24h_0?: number | null;
  /** Probability of strong_trend_bear (id 1) in 24 hours, and at the other horizon the column is left out; null while not known. */
  p_24h_1?: number | null;
  /** Probability of range_low_vol (id 2) in 24 hours, and at the other horizon the column is left out; null while not known. */
  p_24h_2?: number | null;
  /** Probability of choppy_high_vol (id 3) in 24 hours, and at the other horizon the column is left out; null while not known. */
  p_24h_3?: number | null;
  /** Probability of vol_spike (id 4) in 24 hours, and at the other horizon the column is left out; null while not known. */
  p_24h_4?: number | null;
  /** Probability of squeeze (id 5) in 24 hours, and at the other horizon the column is left out; null while not known. */
  p_24h_5?: number | null;
  /** Computed afterwards, not at the time. */
  backfilled: boolean;
  /** Version of the model. */
  model_version: string;
}

interface QuantRegimesHistory {
  /** Signed link to the file; it needs no key. */
  download_url: string;
  /** Seconds until the link ends. */
  expires_in: number;
  /** Hours in the file. */
  rows: number;
  /** Version of the model. */
  model_version: string;
  /** Horizons whose probabilities are in the file. */
  horizons: ('4h' | '24h')[];
  /** Label of each regime id. Keys: the ids as text, as in the names of the columns. */
  regime_map: Record<string, 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze'>;
  /** Media type of the file. */
  format: 'application/vnd.apache.parquet' | 'text/csv';
  /** Open of the first hour of the file; null without rows. */
  from: number | null;
  /** Open of the last hour of the file; null without rows. */
  to: number | null;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface QuantTimeline {
  /** Completed days, oldest first. */
  days: ({
    /** UTC day, YYYY-MM-DD. */
    date: string;
    /** Label that held most hours of the day; null with fewer than 12 hours with a label. */
    regime: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze' | null;
    /** Hours of the day with a label. */
    hours: number;
  })[];
  /** Days in days. */
  count: number;
  /** The first date, YYYY-MM-DD; null when there is none. */
  start: string | null;
  /** Version of the model. */
  model_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface QuantModelCard {
  /** Version of the model; none without one. */
  version: string;
  /** Kind of the model; none without one. */
  family: string;
  /** A model runs. Without one the data endpoints answer 503. */
  loaded: boolean;
  /** Version of the list of regimes. */
  catalog_version: string;
  /** What each part of the model looks at; null without a model. */
  feature_lists: {
    /** Features of the latent states. */
    emission: string[];
    /** Inputs of the next regime. */
    next_regime: string[];
    /** Inputs of the direction. */
    direction: string[];
    /** Inputs of the volatility. */
    volatility: string[];
  } | null;
  /** How many states the model has; null without a model. */
  state_counts: {
    /** Latent states. */
    latent: number;
    /** Labels that they stand for. */
    labels: number;
  } | null;
  /** Parameters of the likelihood; null without a model. */
  parameters: {
    /** Degrees of freedom of the emissions; null: Gaussian. */
    nu: number | null;
    /** Exponent of the likelihood. */
    beta: number;
  } | null;
  /** How the model came to be; null without a model. */
  training: {
    /** First hour that was learnt from. Epoch ms. */
    trained_from: number;
    /** Hour before which learning ended. Epoch ms. */
    trained_to: number;
    /** Hours that were learnt from. */
    rows: number;
    /** Version of the training. */
    config_version: string;
    /** Version of the heads. */
    heads_version: string;
  } | null;
  /** The map from the simulated to the recalibrated probability of a drawdown; null without one. */
  drawdown_map: {
    /** Version of the map. */
    version: string;
    /** What it was learnt on, and all that it is used for. */
    scope: string;
    /** The simulation that it is for. */
    monte_carlo_version: string;
    /** Factor of logit(raw). */
    slope: number;
    /** mapped = sigmoid(intercept + slope * logit(raw)) */
    intercept: number;
    /** Hour before which the model that simulated had stopped learning. Epoch ms. */
    trained_to: number;
    /** First origin. Epoch ms. */
    from: number;
    /** Last origin. Epoch ms. */
    to: number;
    /** Origins that it was learnt from. */
    origins: number;
    /** Origins that a drawdown followed. */
    came: number;
    /** Brier score of the simulated probability. */
    brier_raw: number;
    /** Brier score of the mapped one, on the outcomes that the map was fitted on: no test of it. */
    brier_mapped: number;
  } | null;
  /** What was measured of the model on hours that it had not seen; null when nothing was published. */
  walk_forward_metrics: Record<string, unknown> | null;
  /** SHA-256 of the model file, hexadecimal; left out without a model. */
  artifact_sha256?: string;
  /** Whether the checks of the fit let it be published; null without a model. */
  approval: {
    /** The checks let it be published. */
    accepted: boolean;
    /** Check that failed; null when all passed. */
    reason: string | null;
    /** States nearest to their own label. */
    anchored_states: number;
    /** Share of the recent hours in each label. */
    recent_occupancy: number[];
  } | null;
  /** What runs now. */
  runtime_health: {
    /** warming: before the first computation. */
    status: 'ok' | 'warming' | 'not_loaded' | 'refused';
    /** Why no model is loaded; null when one is. */
    reason: string | null;
    /** When the model last computed; null before it did. */
    as_of: number | null;
    /** Open of the last closed hour of the market; null before there is one. */
    bar_timestamp: number | null;
    /** Perps that are followed. */
    coins: number;
    /** Perps without a regime. */
    warming: number;
  };
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface QuantRegimeCatalog {
  /** CalVer. While it stays, so do the label of every id and the texts; a new id at the end does not change it. */
  catalog_version: string;
  /** The regimes by id. */
  regimes: ({
    /** Id of the regime, from 0: the place in every list of probabilities. */
    id: number;
    /** Label of the regime in answers. */
    label: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze';
    /** Name for people. */
    display_name: string;
    /** What the market does in it. */
    description: string;
    /** What a basket meets in it, as far as it was measured; no advice. */
    algo_basket_stance: string;
    /** Whether the stance was measured. */
    evidence: 'none' | 'measured';
    /** What the stance says, claim by claim, each with its evidence and figure. */
    claims: ({
      /** volatility: of the next 24 hours over that of the month. drawdown: share of hours that a fall of more than 5 % follows within 24. dwell: hours of a spell. direction: return of the next 24 hours in standard deviations of the month. */
      of: 'volatility' | 'drawdown' | 'dwell' | 'direction';
      /** measured: the figure stands for the claim. none: nothing may be concluded from it; of direction no regime has evidence that held on later hours. */
      evidence: 'none' | 'measured';
      /** The mean, of dwell the median. */
      value: number;
      /** Lower end of the 95 % interval of the mean, by weeks; of dwell the tenth percentile. */
      low: number;
      /** Upper end of the interval; of dwell the ninetieth percentile. */
      high: number;
    })[];
  })[];
  /** Regimes in regimes. */
  count: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface Positioning {
  /** Moment of the positions. Epoch ms. */
  positions_as_of: number;
  /** Splits by coin; one without positions is absent. */
  coins: Record<string, PositionSplit>;
  /** Rules of the classes, and the accounts behind the splits. */
  meta: {
    /** Version of the rules of the classes (CalVer). */
    classifier_version: string;
    /** Accounts in the split, of at least the least notional. */
    n_accounts: number;
    /** Accounts that the service asks for, those without positions included. */
    n_tracked?: number;
    /** Accounts of them that this cycle left out to end on time. */
    n_left_out?: number;
    /** Accounts and positions that were left out because a field is missing or wrong, by reason. */
    dropped: {
      /** Accounts without an address. */
      address: number;
      /** Accounts whose address came before. */
      duplicate_account: number;
      /** Accounts whose equity is not a number. */
      equity: number;
      /** Accounts without a list of positions. */
      positions: number;
      /** Positions without a coin. */
      coin: number;
      /** Positions in a coin that the account had before. */
      duplicate_position: number;
      /** Positions without a sound size. */
      size: number;
      /** Positions without a sound entry price. */
      entry: number;
      /** Positions without a sound leverage. */
      leverage: number;
      /** Positions without a sound margin. */
      margin: number;
      /** Positions without a sound liquidation price. */
      liquidation: number;
      /** Positions in a coin without a mark. */
      mark: number;
    };
  };
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface PositionSplit {
  market_maker: PositionHolding;
  whale: PositionHolding;
  other: PositionHolding;
  all: PositionHolding;
  /** Overlays, whatever the class: no breakdown of the classes. */
  by_tag: {
    smart_money: PositionHolding;
    high_leverage: PositionHolding;
  };
  /** Share of open interest that the accounts of the split hold, as a fraction of each side; absent where it is not known. */
  open_interest_share?: {
    /** Of the longs. */
    long: number;
    /** Of the shorts. */
    short: number;
  };
  /** Moment of the positions. Epoch ms. */
  positions_as_of: number;
}

interface PositionHolding {
  /** Longs at mark, USD. */
  long_usd: number;
  /** Shorts at mark, USD. */
  short_usd: number;
  /** Longs less shorts, USD. */
  net_usd: number;
  /** Longs and shorts, USD. */
  gross_usd: number;
  /** Accounts with a position. */
  n_accounts: number;
}

interface LiquidationLadder {
  /** Coin, as its venue names it. */
  symbol: string;
  /** Moment of the mark. Epoch ms. */
  timestamp: number;
  /** Moment of the positions. Epoch ms. */
  positions_as_of: number;
  /** Mark price, USD. */
  mark: number;
  /** Bins of .5 % of mark within ±50 %, ascending, without empty ones. */
  bins: LadderBin[];
  /** Price where longs to be liquidated below equal shorts above, USD; null without a side, or beyond ±30 % of mark. */
  flip: number | null;
  /** The same without market makers and vaults. */
  bins_directional: LadderBin[];
  /** Price where longs to be liquidated below equal shorts above, without market makers and vaults, USD; null without a side, or beyond ±30 % of mark. */
  flip_directional: number | null;
  /** Lists that add up to `bins`, bin by bin. */
  bins_by_class: {
    /** Bins of market makers; empty when they hold none. */
    market_maker: LadderBin[];
    /** Bins of whales; empty when they hold none. */
    whale: LadderBin[];
    /** Bins of all others; empty when they hold none. */
    other: LadderBin[];
  };
  /** The three nearest bins above mark and the three below, nearest first. */
  levels: LadderLevel[];
  /** Grid, classes, and the notional that stands in no bin. */
  meta: {
    /** Levels in `levels`. */
    n_levels: number;
    /** Width of a bin, percent of mark. */
    bin_pct: 0.5;
    /** Classes of `bins_by_class`. */
    classes: string[];
    /** Version of the rules of the classes (CalVer). */
    classifier_version: string;
    /** Version of the grid. */
    config_version: string;
    /** Notional of the coin, USD at mark. */
    total_usd: number;
    /** Notional beyond ±50 % of mark: left out of the bins, not piled up at their edge. */
    outside_usd: {
      /** USD at mark with a liquidation price below the grid. */
      below: number;
      /** USD at mark with a liquidation price above the grid. */
      above: number;
    };
    /** USD of longs whose liquidation price lies above mark, and of shorts below: prices of another moment. */
    crossed_usd: number;
    /** USD of positions that no price liquidates, or whose liquidation price is not known. */
    unliquidatable_usd: number;
    /** Accounts and positions that were left out because a field is missing or wrong, by reason. */
    dropped: {
      /** Accounts without an address. */
      address: number;
      /** Accounts whose address came before. */
      duplicate_account: number;
      /** Accounts whose equity is not a number. */
      equity: number;
      /** Accounts without a list of positions. */
      positions: number;
      /** Positions without a coin. */
      coin: number;
      /** Positions in a coin that the account had before. */
      duplicate_position: number;
      /** Positions without a sound size. */
      size: number;
      /** Positions without a sound entry price. */
      entry: number;
      /** Positions without a sound leverage. */
      leverage: number;
      /** Positions without a sound margin. */
      margin: number;
      /** Positions without a sound liquidation price. */
      liquidation: number;
      /** Positions in a coin without a mark. */
      mark: number;
    };
    /** How to read it. */
    note: string;
  };
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface LadderBin {
  /** Lower edge, USD; part of the bin. */
  price_lo: number;
  /** Upper edge, USD. */
  price_hi: number;
  /** Longs that would be liquidated, USD at mark. */
  long_usd: number;
  /** Shorts that would be liquidated, USD at mark. */
  short_usd: number;
  /** Both, USD at mark. */
  total_usd: number;
}

interface LadderLevel {
  /** Middle of the bin, USD. */
  price: number;
  /** Signed distance from mark, percent. */
  dist_pct: number;
  /** USD at mark. */
  total_usd: number;
  /** long: downside fuel, short: upside fuel. */
  side: 'long' | 'short';
  /** Account-positions, not wallets. */
  n_accounts: number;
}

interface GammaExposures {
  /** Moment of the positions. Epoch ms. */
  positions_as_of: number;
  /** Gamma analog by coin; one without positions is absent. */
  coins: Record<string, GammaExposure>;
  /** Rules, legend and margin tiers behind the rows. */
  meta: {
    /** Version of the rules of the classes (CalVer). */
    classifier_version: string;
    regime_rules: GammaRules;
    /** Meaning of each field of distribution_context. */
    distribution_legend: Record<string, string>;
    /** Tiers by coin, ascending; absent where not known. */
    maintenance_margin_tiers: Record<string, ({
      /** Notional from which on it applies, USD. */
      from_usd: number;
      /** Largest leverage. */
      max_leverage: number;
      /** Fraction of the notional: half of the initial margin at the largest leverage. */
      maintenance_margin: number;
    })[]>;
  };
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface GammaExposure {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Mark price that distances are measured from, USD. */
  mark: number;
  /** Longs less shorts of the market makers, USD at mark. */
  mm_net_delta: number | null;
  /** Price at which the longs still to be liquidated below equal the shorts above, USD; null without one within ±30 % of mark. */
  gamma_flip: number | null;
  regime: GammaRegime;
  /** Data behind the regime. */
  coverage: {
    /** Bins of the ladder that hold something. */
    bands: number;
    /** Accounts of market makers with a position. */
    mm_n_accounts: number;
    /** The ladder has a flip within ±30 % of mark. */
    has_flip: boolean;
    /** Hourly samples over 24. */
    history_days: number;
  };
  /** Nearest bins to mark, three on either side, of all classes. */
  levels: LadderLevel[];
  /** Forced closes on the grid of the ladder within ±10 % of mark, ascending; empty for an empty ladder. */
  gamma_profile: ({
    /** Middle of the bin, USD. */
    price: number;
    /** Signed distance from mark, percent. */
    dist_pct: number;
    /** Longs that are liquidated there, USD at mark. */
    long_usd: number;
    /** Shorts that are liquidated there, USD at mark. */
    short_usd: number;
    /** short_usd less long_usd: forced buying less forced selling. */
    net_usd: number;
  })[];
  distribution_context: GammaDistributionContext;
  /** Cycle of the positions. Epoch ms. */
  positions_as_of: number;
  /** Fraction per hour; null when not known. */
  funding_rate: number | null;
  /** USD; null when not known. */
  oracle_price: number | null;
  /** Mark over oracle, less one; null when not known. */
  premium: number | null;
  /** USD; null when not known. */
  open_interest: number | null;
  /** Version of the numbers. */
  config_version: string;
}

interface GammaRegime {
  /** amplify: makers and forced closes add to a move; dampen: they lean against it; transitional otherwise. */
  state: 'amplify' | 'dampen' | 'transitional';
  /** 0…1, in hundredths; null without coverage. */
  score: number | null;
  /** 0…1; at most 0.35 without full coverage, 0 without any. */
  confidence: number;
  /** Numbers that the rules read. */
  inputs: {
    /** Input that the skew term was read from; none when it does not count. */
    skew_source: 'mm_skew_pctile' | 'market_skew_raw' | 'none';
    /** 30-day percentile rank of mm_skew; null while warming. */
    mm_skew_pctile: number | null;
    /** Net over gross of the market makers; null when they hold nothing. */
    mm_skew: number | null;
    /** 30-day percentile rank of near_density; null while warming. */
    near_density_pctile: number | null;
    /** Share of the ladder within 2 % of mark, percent; null for an empty ladder. */
    near_density: number | null;
    /** 100 (gamma_flip / mark - 1); null without a flip. */
    dist_to_flip_pct: number | null;
    /** 30-day percentile rank of funding_rate; null while warming, and while funding is pinned. */
    funding_rate_pctile: number | null;
    /** Of open interest over 24 hours, percent. */
    oi_change_pct: number | null;
    /** At least 18 of the last 24 hourly samples within 1e-7 of 1.25e-5; null until 24 samples. */
    funding_pinned: boolean | null;
  };
  /** Parts of the score beside its base. */
  terms: {
    /** Added by the lean of the market makers. */
    skew: number;
    /** Added by the ladder near mark. */
    density: number;
    /** Added by the distance to the flip. */
    flip: number;
    /** Added by funding. */
    funding: number;
    /** Added by the change of open interest. */
    open_interest: number;
  };
  /** Cycle before, by which a threshold may hold; null without one of the last 30 minutes that had a score. */
  previous: {
    /** State of the previous cycle. */
    state: 'amplify' | 'dampen' | 'transitional';
    /** Score of the previous cycle. */
    score: number;
  } | null;
  /** Version of meta.regime_rules. */
  rules_version: string;
  /** full: at least 20 market makers and 1 bin; funding_only; none. */
  coverage: 'full' | 'funding_only' | 'none';
  /** The coverage is not full. */
  insufficient_mm_coverage: boolean;
  /** The state holds since then. Epoch ms. */
  since: number;
}

interface GammaDistributionContext {
  /** Hourly samples over 24. */
  history_days: number;
  /** Hourly samples of the last 720 hours. */
  sample_count: number;
  /** warming under 48 samples, which are 2 days. */
  status: 'warming' | 'ready';
  /** Newest sample; null before the first. */
  sample_ts: number | null;
  /** 30-day percentile rank of near_density in the newest hourly sample; null while warming. */
  near_density_pctile: number | null;
  /** 30-day percentile rank of |dist_to_flip_pct| in the newest hourly sample; null while warming. */
  abs_dist_to_flip_pctile: number | null;
  /** 30-day percentile rank of mm_skew in the newest hourly sample; null while warming. */
  mm_skew_pctile: number | null;
  /** 30-day percentile rank of the score in the newest hourly sample; null while warming. */
  regime_score_pctile: number | null;
  /** 30-day percentile rank of funding_rate in the newest hourly sample; null while warming. Null while funding_pinned, too. */
  funding_rate_pctile: number | null;
  /** Robust deviation of mm_skew from its median, within ±6; null while warming, and when all samples are alike. */
  mm_skew_z: number | null;
  /** At least 18 of the last 24 hourly samples within 1e-7 of 1.25e-5; null until 24 samples. */
  funding_pinned: boolean | null;
}

interface GammaRules {
  /** Version of the rules. */
  rules_version: string;
  /** Score before any term. */
  base: number;
  /** How base and terms make the score. */
  score: string;
  /** The terms. */
  terms: ({
    /** Name of the term, in regime.terms. */
    term: string;
    /** Coverages under which it counts. */
    coverage: ('full' | 'funding_only' | 'none')[];
    /** The first that is not null counts. */
    inputs: ({
      /** Name of the field in regime.inputs. */
      input: string;
      /** The first that holds counts; without one the term adds 0. */
      lines: ({
        /** Holds for an input: x >= a, x <= b or a <= x <= b. */
        when: string;
        /** Added to the score. */
        add: number;
      })[];
    })[];
  })[];
  /** When a coin is covered. */
  coverage: ({
    /** Coverage. */
    coverage: 'full' | 'funding_only' | 'none';
    /** Condition; the first that holds. */
    when: string;
  })[];
  /** Thresholds of the states; the first that holds. */
  states: ({
    /** State. */
    state: 'amplify' | 'dampen' | 'transitional';
    /** Condition of the score. */
    when: string;
  })[];
  /** A threshold is passed at once by this much of the score. */
  margin: number;
  /** When a threshold counts as passed. */
  hold: string;
  /** How sure the state is. */
  confidence: {
    /** In words. */
    formula: string;
    /** Coverage factor under full coverage. */
    full_factor: number;
    /** Coverage factor under funding_only. */
    partial_factor: number;
    /** On a threshold. */
    floor: number;
    /** Distance from the nearest threshold at which the score is clear. */
    far_score: number;
    /** Status factor when ready. */
    ready_factor: number;
    /** Status factor while warming. */
    warming_factor: number;
  };
}

interface GammaExposureHistory {
  /** Kind of the answer. */
  scope: 'gamma_exposure_history';
  /** Base coin, as its venue names it; as asked of a coin without history. */
  symbol: string;
  /** Distance of the points. */
  grain: '1h';
  /** Cycle that the answer is of. Epoch ms. */
  timestamp: number;
  /** Start as asked, or the oldest sample; null of a coin without history. */
  from: number | null;
  /** End as asked, included, or the newest sample; null of a coin without history. */
  to: number | null;
  /** Points. */
  count: number;
  /** Oldest first. */
  points: GammaHistoryPoint[];
  /** Metrics and extent of the history. */
  meta: {
    /** Names of the metrics of a point. */
    metrics: string[];
    /** Days of hourly samples that are kept. */
    window_days: 30;
    /** Oldest sample that is kept; null of a coin without history. */
    first_sample_ts: number | null;
    /** Newest sample; null of a coin without history. */
    last_sample_ts: number | null;
    /** How to read it. */
    note: string;
  };
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface GammaHistoryPoint {
  /** Cycle that was sampled, the first of its UTC hour. Epoch ms. */
  ts: number;
  /** Share of the ladder within 2 % of mark, percent. */
  near_density: number | null;
  /** Distance from mark to the flip, percent. */
  abs_dist_to_flip: number | null;
  /** Signed distance from mark to the flip, percent. */
  dist_to_flip_pct: number | null;
  /** Net over gross of the market makers. */
  mm_skew: number | null;
  /** Gross of the market makers, USD. */
  mm_gross: number | null;
  /** Accounts of market makers with a position. */
  mm_n_accounts: number | null;
  /** Score of the regime; null without coverage. */
  regime_score: number | null;
  /** Fraction per hour. */
  funding_rate: number | null;
  /** Change of open interest over 24 hours, percent. */
  oi_change_pct: number | null;
}

interface WhaleActivity {
  /** All tracked accounts together. */
  summary: {
    /** Accounts with at least $100k of positions. */
    accounts_tracked: number;
    /** Each account has one class: they sum to the totals. */
    by_class: {
      /** Held by market makers. */
      market_maker: {
        /** USD at mark. */
        long_usd: number;
        /** USD at mark. */
        short_usd: number;
        /** long_usd less short_usd. */
        net_usd: number;
        /** long_usd plus short_usd. */
        gross_usd: number;
        /** Accounts. */
        accounts: number;
      };
      /** Held by whales. */
      whale: {
        /** USD at mark. */
        long_usd: number;
        /** USD at mark. */
        short_usd: number;
        /** long_usd less short_usd. */
        net_usd: number;
        /** long_usd plus short_usd. */
        gross_usd: number;
        /** Accounts. */
        accounts: number;
      };
      /** Held by all others. */
      other: {
        /** USD at mark. */
        long_usd: number;
        /** USD at mark. */
        short_usd: number;
        /** long_usd less short_usd. */
        net_usd: number;
        /** long_usd plus short_usd. */
        gross_usd: number;
        /** Accounts. */
        accounts: number;
      };
    };
    /** Longs of all accounts, USD at mark. */
    long_usd: number;
    /** Shorts of all accounts, USD at mark. */
    short_usd: number;
    /** long_usd over short_usd; null without shorts. */
    long_short_ratio: number | null;
    /** Share of the longs, percent; null when nothing is held. It sits below 50 while market makers hedge. */
    long_pct: number | null;
    /** Sign of net over gross of the accounts that are neither market makers nor vaults; it changes 2 points past 0. Null before any of them holds something. */
    net_bias: 'risk-on' | 'risk-off' | null;
    /** Longs less shorts of the accounts that are neither market makers nor vaults, USD. */
    directional_net_usd: number;
    /** Overlays, no breakdown of by_class. */
    by_tag_usd: {
      /** Held by accounts with a record of profits. */
      smart_money: {
        /** USD at mark. */
        long_usd: number;
        /** USD at mark. */
        short_usd: number;
        /** long_usd less short_usd. */
        net_usd: number;
        /** long_usd plus short_usd. */
        gross_usd: number;
        /** Accounts. */
        accounts: number;
      };
      /** Held by accounts with much leverage. */
      high_leverage: {
        /** USD at mark. */
        long_usd: number;
        /** USD at mark. */
        short_usd: number;
        /** long_usd less short_usd. */
        net_usd: number;
        /** long_usd plus short_usd. */
        gross_usd: number;
        /** Accounts. */
        accounts: number;
      };
    };
  };
  /** Largest |net_usd| first, equal ones by name. */
  top_coins: WhaleCoin[];
  /** Cycle of the positions. Epoch ms. */
  positions_as_of: number;
  /** Market of the positions, and versions of the rules. */
  meta: {
    /** Positions are those of perpetuals. */
    segment: 'perp';
    /** not_tracked: spot balances are not part of it. */
    spot_status: string;
    /** Version of the classes and tags, CalVer. */
    classifier_version: string;
    /** Version of the numbers. */
    config_version: string;
  };
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface WhaleCoin {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** USD at mark. */
  long_usd: number;
  /** USD at mark. */
  short_usd: number;
  /** long_usd less short_usd. */
  net_usd: number;
  /** long_usd plus short_usd. */
  gross_usd: number;
  /** Accounts that are long. */
  n_long: number;
  /** Accounts that are short. */
  n_short: number;
  /** Side of net_usd; flat when it is less than 2 % of gross_usd. */
  dominant_side: 'long' | 'short' | 'flat';
  /** Longs less shorts of the accounts that are neither market makers nor vaults, USD. */
  directional_net_usd: number;
  /** Share of the longs, percent. */
  long_pct: number | null;
  /** Percentile rank of long_pct in the newest hourly sample among those of 30 days; null until 48 samples. */
  long_pct_pctile_30d: number | null;
  /** Cycle of the positions. Epoch ms. */
  positions_as_of: number;
}

interface WhaleHistory {
  /** Oldest first; a day without a cycle is missing. */
  days: WhaleDay[];
  /** Number of the days by their source. */
  meta: {
    /** Days of a seed in the answer; 0: nothing is seeded. */
    seeded_count: number;
    /** Days of a cycle in the answer. */
    live_count: number;
    /** First day of a cycle that is kept, also when it lies before those that are asked for, YYYY-MM-DD; null before any. */
    first_live_date: string | null;
    /** As asked. */
    live_only: boolean;
  };
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface WhaleDay {
  /** UTC day, YYYY-MM-DD. */
  date: string;
  /** USD at mark. */
  long_usd: number;
  /** USD at mark. */
  short_usd: number;
  /** long_usd less short_usd. */
  net_usd: number;
  /** long_usd plus short_usd. */
  gross_usd: number;
  /** Largest |net_usd| first. */
  top_coins: ({
    /** Base coin, as its venue names it. */
    symbol: string;
    /** USD at mark. */
    long_usd: number;
    /** USD at mark. */
    short_usd: number;
    /** long_usd less short_usd. */
    net_usd: number;
    /** long_usd plus short_usd. */
    gross_usd: number;
  })[];
  /** live: of a cycle of this service. Nothing is seeded. */
  source: 'seed' | 'live';
  /** The numbers are estimates. */
  estimated: boolean;
}

interface TopTraders {
  /** Highest score first; those without one after them, by account value. */
  traders: TopTrader[];
  /** Rows in traders. */
  count: number;
  /** Version of score and profiles. */
  config_version: string;
  /** Accounts on the venue's list. */
  listed: number;
  /** Traders whose fills were fetched. */
  profiled: number;
  /** Span of fills that is asked for, days. */
  fills_days: number;
  /** When the list was read. Epoch ms. */
  leaderboard_as_of: number;
  /** Earliest fetch of fills among the profiles; null before the first. */
  oldest_profile_as_of: number | null;
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface TopTrader {
  /** 0x and 40 hexadecimal digits, lower case. */
  address: string;
  /** Name that the account gave itself. */
  display_name: string | null;
  /** Class of the account by its positions; null below 100,000 USD of them. */
  trader_class: 'market_maker' | 'whale' | 'other' | null;
  /** As the leaderboard says it, USD. */
  account_value_usd: number | null;
  /** Place by account value. */
  value_rank: number;
  /** 0 to 100, 50 where nothing speaks for either side; of the fills (traders/1). Null without fills, or with fewer than 5 whole trips. */
  score: number | null;
  /** Whole round trips behind score and win rate; null without fills. */
  n_trips: number | null;
  /** Share of those with a result above 0. */
  win_rate: number | null;
  /** Gross profit over gross loss; null without a loss. */
  profit_factor: number | null;
  /** Closed results less fees, of the fetched fills, USD. */
  pnl_usd: number | null;
  /** By the median holding time. */
  style: 'scalp' | 'day' | 'swing' | 'position' | null;
  /** Results as the venue counts them. */
  windows: {
    day: TraderSpan;
    week: TraderSpan;
    month: TraderSpan;
    all_time: TraderSpan;
  };
  /** When its fills were fetched; null before that. */
  profile_as_of: number | null;
}

interface TraderSpan {
  /** Result, USD; null where the venue does not say. */
  pnl_usd: number | null;
  /** Return on the value of the account, a fraction. */
  roi: number | null;
  /** Notional traded, USD. */
  volume_usd: number | null;
}

interface WalletPositions {
  /** Largest account value first. */
  wallets: Wallet[];
  /** Rows in wallets. */
  count: number;
  /** Whether the account was asked for now, because it is none of the answer without address. */
  on_demand: boolean;
  /** Accounts whose positions the source asks for. */
  tracked: number;
  /** Accounts that its newest cycle left out to end on time. */
  left_out: number;
  /** Moment of the newest cycle of positions. Epoch ms. */
  positions_as_of: number;
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface Wallet {
  /** 0x and 40 hexadecimal digits, lower case. */
  address: string;
  /** Class of the account; null below 100,000 USD of positions. */
  trader_class: 'market_maker' | 'whale' | 'other' | null;
  /** A pool that trades for its depositors. */
  is_vault: boolean;
  /** Positions included; null where it is not known. */
  account_value_usd: number | null;
  /** Longs and shorts at mark, USD. */
  gross_usd: number;
  /** Longs less shorts at mark, USD. */
  net_usd: number;
  /** Gross over account value; null where the value is not above 0. */
  leverage: number | null;
  /** Rows in positions. */
  n_positions: number;
  /** Largest first; empty where the account holds none. */
  positions: WalletPosition[];
  /** Moment of the positions. Epoch ms. */
  positions_as_of: number;
}

interface WalletPosition {
  /** The perp, as its venue names it. */
  coin: string;
  /** Side of the position. */
  side: 'long' | 'short';
  /** Base units. */
  size: number;
  /** Average price of entry, USD. */
  entry_price: number;
  /** USD. */
  mark_price: number;
  /** At mark, USD. */
  notional_usd: number;
  /** Against the price of entry, at mark, USD. */
  unrealized_pnl_usd: number;
  /** Chosen by the account; null where it is not known. */
  leverage: number | null;
  /** cross: the whole account backs the position. */
  margin_mode: 'cross' | 'isolated';
  /** Behind an isolated position, USD; null of a cross one. */
  margin_usd: number | null;
  /** USD; null where no price liquidates it, or it is not known. */
  liquidation_price: number | null;
  /** venue: as the venue says; solved: from margins and maintenance tiers; null without a price. */
  liquidation_basis: 'venue' | 'solved' | null;
  /** Signed distance from mark, percent. */
  liquidation_dist_pct: number | null;
}

interface WalletSignals {
  /** As asked. */
  minutes: number;
  /** Smaller changes are not kept, USD. */
  least_usd: number;
  /** Start of the window, excluded. Epoch ms. */
  window_start: number;
  /** Newest cycle of positions, included. Epoch ms. */
  window_end: number;
  /** Every change of a tracked account after this moment is kept, a day back at most; null while no two cycles were compared. */
  record_start: number | null;
  /** Whether the record reaches back to window_start: else there may be changes in the window that nobody saw. */
  complete: boolean;
  /** Positions that were opened, in the whole window. */
  entries: number;
  /** Positions that were closed. */
  exits: number;
  /** Positions that grew. */
  increases: number;
  /** Positions that were made smaller. */
  decreases: number;
  /** Signals in the window. */
  total: number;
  /** Rows in signals. */
  count: number;
  /** Newest cycle first, within a cycle by address and coin. */
  signals: WalletSignal[];
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface WalletSignal {
  /** Cycle that showed the change. Epoch ms. */
  ts: number;
  /** Cycle before it: the change happened after that. Epoch ms. */
  since_ts: number;
  /** Address of the account. */
  address: string;
  /** Base coin, as its venue names it. */
  symbol: string;
  /** A position that turned is an exit and an entry. */
  action: 'entry' | 'exit' | 'increase' | 'decrease';
  /** Side of the position; of an exit the one that it had. */
  side: 'long' | 'short';
  /** Base units after the change; 0 after an exit. */
  size: number;
  /** Price of entry of what is left, after an exit of what there was, USD. */
  entry_price: number;
  /** Units changed times entry_price, USD. */
  usd: number;
  /** Units changed over the size before, percent; null on an entry. */
  change_pct: number | null;
  /** Class of the account; null below 100,000 USD of positions. */
  trader_class: 'market_maker' | 'whale' | 'other' | null;
}

interface TraderProfiles {
  /** In the order of the leaderboard; empty where the address is none of it. */
  profiles: TraderProfile[];
  /** Rows in profiles. */
  count: number;
  /** Version of score and profiles. */
  config_version: string;
  /** Accounts on the venue's list. */
  listed: number;
  /** Traders whose fills were fetched. */
  profiled: number;
  /** Span of fills that is asked for, days. */
  fills_days: number;
  /** When the list was read. Epoch ms. */
  leaderboard_as_of: number;
  /** Earliest fetch of fills among the profiles; null before the first. */
  oldest_profile_as_of: number | null;
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface TraderProfile {
  /** 0x and 40 hexadecimal digits, lower case. */
  address: string;
  /** Name that the account gave itself. */
  display_name: string | null;
  /** Class of the account by its positions; null below 100,000 USD of them. */
  trader_class: 'market_maker' | 'whale' | 'other' | null;
  /** Null without fills: before its turn has come, or where there are none. */
  profile: TraderProfileOfFills | null;
  /** When its fills were fetched; null before that. */
  fills_as_of: number | null;
  /** Start of the span of fills that was asked for. */
  fills_from: number | null;
  /** The fills are whole after this moment: later than fills_from where the venue gives no more. */
  fills_since: number | null;
}

interface TraderProfileOfFills {
  /** Version of the numbers. */
  config_version: string;
  /** Fills that were read. */
  n_fills: number;
  /** First fill. Epoch ms. */
  first_fill_ts: number;
  /** Last fill. Epoch ms. */
  last_fill_ts: number;
  /** Whole round trips: the sample of everything without a count of its own. */
  n_trips: number;
  /** Trips whose opening is not among the fills: they count in the sums alone. */
  n_partial_trips: number;
  /** Trips that are still open. */
  n_open_trips: number;
  /** Trips that were closed by force, in part or whole. */
  n_liquidations: number;
  /** Places at which fills are missing. */
  gaps: number;
  /** Fills that could not be read. */
  dropped_fills: number;
  /** Closed results less fees, of all fills, USD. */
  pnl_usd: number;
  /** Closed results, without fees, USD. */
  closed_pnl_usd: number;
  /** Fees; negative where the venue paid more than it took. */
  fees_usd: number;
  /** Notional of the fills, USD. */
  volume_usd: number;
  /** Null without whole trips. */
  win_rate: {
    /** Trips with a result above 0, fees included. */
    share: number;
    /** Lower end of the 95 % interval. */
    low: number;
    /** Upper end. */
    high: number;
  } | null;
  /** Gross profit over gross loss; null without a loss. */
  profit_factor: number | null;
  /** Mean result of a trip over the notional that it opened; null below two trips. */
  mean_return: number | null;
  /** mean_return over its standard error. */
  t_stat: number | null;
  /** Median time from first to last fill of a trip, seconds. */
  median_hold_s: number | null;
  /** By median_hold_s: below an hour, a day, a week, and beyond. */
  style: 'scalp' | 'day' | 'swing' | 'position' | null;
  /** Null with fewer than 5 trips. */
  score: number | null;
  /** Groups of 20 trips or more, by coin, side and hour. The intervals of a dimension hold together at 95 %. */
  edges: TraderEdge[];
}

interface TraderEdge {
  /** hour: of the day of the opening, UTC. */
  dimension: 'coin' | 'side' | 'hour';
  /** A coin, a side, or an hour. */
  group: string;
  /** Whole trips of the group. */
  n: number;
  /** Mean result over the notional that was opened, a fraction. */
  mean_return: number;
  /** Lower end of its interval. */
  low: number;
  /** Upper end. */
  high: number;
  /** Whether the interval leaves out 0. */
  significant: boolean;
}

interface DailyTraders {
  /** Highest score first, as of perpdex/top-traders. */
  leaderboard: TopTrader[];
  /** Positions of the largest tracked accounts, largest value first. */
  wallets: Wallet[];
  /** Size and age of the tracked set. */
  tracking: {
    /** Accounts whose positions the source asks for. */
    tracked: number;
    /** Accounts that its newest cycle left out to end on time. */
    left_out: number;
    /** Moment of the newest cycle of positions. Epoch ms. */
    positions_as_of: number;
    /** Accounts on the venue's list. */
    listed: number;
    /** Traders whose fills were fetched. */
    profiled: number;
    /** Span of fills that is asked for, days. */
    fills_days: number;
    /** When the list was read. Epoch ms. */
    leaderboard_as_of: number;
    /** Earliest fetch of fills among the profiles; null before the first. */
    oldest_profile_as_of: number | null;
    /** When this answer was computed. Epoch ms. */
    computed_at: number;
    /** Age of the positions then, seconds. */
    positions_age_s: number;
    /** Age of the leaderboard then, seconds. */
    leaderboard_age_s: number;
  };
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
}

interface LongHorizonRegimes {
  /** The taxonomy, by id. */
  regimes: LongHorizonRegime[];
  /** Regimes of the taxonomy. */
  count: number;
  /** The coins that breadth is of; n is the most that count. */
  universe: {
    /** Coins, Bitcoin among them. */
    n: number;
    /** How the coins are drawn, in words. */
    rule: string;
    /** Version of the rule. */
    version: string;
  };
  /** The regime that holds; null before there is enough history for any. */
  current: LongHorizonCurrent | null;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface LongHorizonRegime {
  /** Id of the regime. */
  id: number;
  /** Name of the regime. */
  name: 'Structural Shock' | 'Established Bear' | 'Capitulation' | 'Bottoming' | 'Early Recovery' | 'BTC-Led Bull' | 'Broadening Bull' | 'Broad Bull' | 'Speculative Euphoria' | 'Distribution / Deleveraging';
  /** What the market does in it. */
  description: string;
  /** How long it lasts, in words. */
  typical_duration: string;
  /** Where prices tend in it, in words. */
  directional_bias: string;
}

interface LongHorizonCurrent {
  /** The committed regime. */
  id: number;
  /** Its name. */
  name: 'Structural Shock' | 'Established Bear' | 'Capitulation' | 'Bottoming' | 'Early Recovery' | 'BTC-Led Bull' | 'Broadening Bull' | 'Broad Bull' | 'Speculative Euphoria' | 'Distribution / Deleveraging';
  /** Why it holds, in a sentence made from the signals. */
  rationale: string;
  /** Conditions of the rules of the committed regime, for it and against it: gates (or shocks) first, then the weighed pieces, the strongest first, those that are not known last. rationale is the short form of it. Additive to the contract. */
  evidence?: LongHorizonEvidence[];
  /** The signals by name: d200: price over its 200-day average, minus 1; slope200: the 200-day average over itself 30 days ago, minus 1; dd_ath: price over the highest high to date, minus 1; ath_age_d: days since that high; r1: return over 1 day; r3: return over 3 days; r7: return over 7 days; r30: return over 30 days; r90: return over 90 days; off_low: price over the lowest low of 365 days, minus 1; low_age_d: days since that low; rv30_pctile: rank of the 30-day volatility among 365 days, 0 to 1; rv_ratio: 7-day over 30-day volatility; z1: today's log return in daily standard deviations of the 30 days before; intraday_low: today's low over yesterday's close, minus 1; low_z: the same low as a log return, in daily standard deviations of the 30 days before; b200: percent of coins above their 200-day average; b50: percent of coins above their 50-day average; b200_chg30: change of b200 over 30 days, percentage points; alt_rel90: median 90-day return of the other coins, minus BTC's; alt_out90: percent of coins that beat BTC over 90 days; ethbtc90: change of ETH/BTC over 90 days; dom_chg90: change of BTC dominance over 90 days, percentage points; stable90: change of the market value of stablecoins over 90 days, percent; funding7: mean funding of the large perps over 7 days, annualised percent; oi_chg7: change of open interest over 7 days, percent; liq_z: liquidations of 24 hours, robust z against 90 days; depeg_minutes: minutes that a top-3 stablecoin has been 3 % or more off its peg. Null where there is no source. */
  signals: Record<string, number | null>;
  /** Moment of each signal by its name, epoch ms; null where there is no source. */
  signal_times: Record<string, number | null>;
  /** What this refresh alone reads. */
  raw: {
    /** Regime that this refresh alone reads; null when no rule holds. */
    id: number | null;
    /** Its name. */
    name: 'Structural Shock' | 'Established Bear' | 'Capitulation' | 'Bottoming' | 'Early Recovery' | 'BTC-Led Bull' | 'Broadening Bull' | 'Broad Bull' | 'Speculative Euphoria' | 'Distribution / Deleveraging' | null;
    /** Score of each regime by its id, 1 to 10; null where its signals are not known. */
    scores: Record<string, number | null>;
    /** Regimes that lack breadth and may fit better than every score; while there are any, only a shock is read. */
    open: number[];
    /** This refresh reads the regime that is committed. */
    matches_committed: boolean;
  };
  /** The challenger; null when there is none. */
  pending: {
    /** Regime that challenges the committed one. */
    id: number;
    /** Its name. */
    name: 'Structural Shock' | 'Established Bear' | 'Capitulation' | 'Bottoming' | 'Early Recovery' | 'BTC-Led Bull' | 'Broadening Bull' | 'Broad Bull' | 'Speculative Euphoria' | 'Distribution / Deleveraging';
    /** Refreshes in a row that read it. */
    count: number;
    /** Refreshes in a row that it needs. */
    needed: number;
    /** The first of those refreshes. Epoch ms. */
    first_seen: number;
    /** What holds it back although it has its confirmations; null when nothing does. */
    blocked_by: 'dwell_floor' | null;
  } | null;
  /** How firmly the regime holds. */
  stability: {
    /** How settled the committed regime is: 100 is most. */
    score: number;
    /** Share of the last refreshes that read the same. */
    raw_agreement: number;
    /** Refreshes in a row that read the challenger. */
    confirmations_against: number;
    /** Refreshes in a row that a challenger needs. */
    confirmations_needed: number;
    /** Seconds since the regime was committed. */
    held_s: number;
    /** Seconds that the regime holds at least. */
    dwell_floor_s: number;
    /** Seconds in which only a Structural Shock can replace it. */
    locked_for_s: number;
  };
  /** The nearest to flipping first. */
  thresholds: ({
    /** Regime whose rule has this cutoff. */
    regime: number;
    /** Name of the signal, as in signals. */
    signal: string;
    /** Side of the cutoff that satisfies the rule. */
    op: '<' | '>';
    /** In the unit of the signal. */
    cutoff: number;
    /** The signal now; null while it is not known. */
    value: number | null;
    /** In the unit of the signal; positive while satisfied. */
    distance: number | null;
    /** The signal is on the side that the rule asks for. */
    satisfied: boolean;
    /** keeps: a flip ends the regime; enables: a flip begins it. */
    effect: 'keeps' | 'enables';
    /** The signal has no source or too little history. */
    missing: boolean;
  })[];
  /** The coins that breadth is of; n of the last day. */
  universe: {
    /** Coins, Bitcoin among them. */
    n: number;
    /** How the coins are drawn, in words. */
    rule: string;
    /** Version of the rule. */
    version: string;
  };
  /** near_cutoff: a universe like this one may well read another regime; unavailable: too few coins have the history, and what is read is of Bitcoin alone. */
  breadth: 'available' | 'near_cutoff' | 'unavailable';
  /** What this refresh would read with breadth as far off as it usually is between universes; empty unless near_cutoff. */
  breadth_reads: number[];
  /** Restamped on commit. ISO-8601. */
  in_regime_since: string;
  /** coverage_start: it was there when the service began to look; the true start is earlier. */
  since_anchor: 'live' | 'coverage_start';
  /** Regime 10 only. */
  stage?: 'early_distribution' | 'active_deleveraging';
  /** Regime 9 only. */
  euphoria_score?: {
    /** The larger of the two scores. */
    label: 'alt_expansion' | 'blow_off';
    /** How much it looks like an expansion of altcoins; null while unknown. */
    alt_expansion: number | null;
    /** How much it looks like a blow-off top; null while unknown. */
    blow_off: number | null;
  };
  /** The last refresh. ISO-8601. */
  as_of: string;
  /** Rules of the machine. */
  meta: {
    /** What a lock does not hold back. */
    lock_note: string;
    /** Version of rules and cutoffs. */
    config_version: string;
  };
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface LongHorizonEvidence {
  /** gate: all gates must hold; evidence: weighed; shock: a side of a rule of Structural Shock, of which all sides must hold. */
  kind: 'gate' | 'evidence' | 'shock';
  /** Name of the signal, as in signals; worst30 is the worse of r30 and 0.6 of r90. */
  name: string;
  /** The signal, in its unit; null while it is not known. */
  value: number | null;
  /** Side of the threshold that is asked for; in: between both. */
  op: '<' | '>' | 'in';
  /** In the unit of the signal; of in the lower one. */
  threshold: number;
  /** The upper threshold of in; null otherwise. */
  threshold_upper: number | null;
  /** Degree to which the condition holds, 0.5 at the threshold; null while the signal is not known. */
  membership: number | null;
  /** What it weighs among the evidence; null of gates and shocks. */
  weight: number | null;
  /** for: the condition holds (membership at least 0.5); null while the signal is not known. */
  side: 'for' | 'against' | null;
  /** The value in words, as in rationale; null while the signal is not known. */
  text: string | null;
}

interface LongHorizonHistory {
  /** Oldest first. */
  history: LongHorizonHistoryEntry[];
  /** Spells in history. */
  count: number;
  /** Start of the window, inclusive. ISO-8601. */
  from: string;
  /** End of the window, exclusive. ISO-8601. */
  to: string;
  /** Most refreshes that were looked at, as asked. */
  limit: number;
  /** Refreshes of the range that were looked at. */
  samples: number;
  /** Not backfillable. */
  coverage_start: string;
  /** The first refresh that this host kept; null before it. ISO-8601. */
  archive_start: string | null;
  /** The limit clipped the recent end. */
  truncated: boolean;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface LongHorizonHistoryEntry {
  /** Number of the spell; the next one has the next number. */
  id: number;
  /** The committed regime. */
  regime: number;
  /** coverage_start: the spell had begun before the service looked. */
  anchor: 'live' | 'coverage_start';
  /** Name of the regime. */
  name: 'Structural Shock' | 'Established Bear' | 'Capitulation' | 'Bottoming' | 'Early Recovery' | 'BTC-Led Bull' | 'Broadening Bull' | 'Broad Bull' | 'Speculative Euphoria' | 'Distribution / Deleveraging';
  /** When it was committed. ISO-8601. */
  committed_at: string;
  /** When the next one was committed; null while current. ISO-8601. */
  ended_at: string | null;
  /** How long it held, seconds. */
  dwell_seconds: number;
  /** Why it was committed. */
  rationale: string;
  /** Evidence of the refresh that committed it, left out of older spells: gates (or shocks) first, then the weighed pieces, the strongest first, those that are not known last. rationale is the short form of it. Additive to the contract. */
  evidence?: LongHorizonEvidence[];
  /** Regime 10 only. */
  stage?: 'early_distribution' | 'active_deleveraging';
  /** Regime 9 only. */
  euphoria_score?: {
    /** The larger of the two scores. */
    label: 'alt_expansion' | 'blow_off';
    /** How much it looks like an expansion of altcoins; null while unknown. */
    alt_expansion: number | null;
    /** How much it looks like a blow-off top; null while unknown. */
    blow_off: number | null;
  };
  /** The first refresh that saw it. ISO-8601. */
  first_observed_at: string;
  /** The last refresh that saw it. ISO-8601. */
  last_observed_at: string;
  /** Refreshes that saw it. */
  observations: number;
}

interface TradingStrategyBaskets {
  /** The groups, A to F. */
  groups: ({
    /** Letter of the group. */
    id: 'A' | 'B' | 'C' | 'D' | 'E' | 'F';
    /** Name of the group. */
    name: string;
    /** What its baskets have in common. */
    description: string;
    /** The baskets of the group. */
    baskets: ({
      /** Stable. */
      slug: string;
      /** Name of the basket. */
      name: string;
      /** The idea, in a sentence. */
      description: string;
      /** Long-horizon regimes that it suits. */
      regimes: number[];
    })[];
  })[];
  /** Groups. */
  group_count: number;
  /** Baskets of all groups. */
  basket_count: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface MarketHealth {
  /** floor(0.5 · long_term_score + 0.5 · short_term_score + 0.5). */
  total_score: number;
  /** Mean of the available components of the long term, half up. */
  long_term_score: number;
  /** Mean of the available components of the short term, half up. */
  short_term_score: number;
  /** Of the total: BULLISH from 60, BEARISH up to 40. */
  sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** Of the long term: BULLISH from 60, BEARISH up to 40. */
  long_term_sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** Of the short term: BULLISH from 60, BEARISH up to 40. */
  short_term_sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** A component is not available. */
  partial: boolean;
  /** Version of weights and maps. */
  config_version: string;
  components: MarketHealthComponents;
  indicators: MarketHealthIndicators;
  /** Version of the windows and ages of the inputs. */
  inputs_version: string;
  /** When it was computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

/** The eleven components, those of the long term first. */
interface MarketHealthComponents {
  price_trend: MarketHealthComponent;
  market_breadth: MarketHealthComponent;
  stablecoin_flow_90d: MarketHealthComponent;
  macro_dxy: MarketHealthComponent;
  volume_quality: MarketHealthComponent;
  fear_greed: MarketHealthComponent;
  derivatives: MarketHealthComponent;
  market_breadth_short: MarketHealthComponent;
  volatility: MarketHealthComponent;
  short_term_price: MarketHealthComponent;
  stablecoin_flow_14d: MarketHealthComponent;
}

interface MarketHealthComponent {
  /** floor(exact_score + 0.5), 0 to 100; null while the component is not available. */
  score: number | null;
  /** Nominal share in its group. The group is the mean over available components, each with weight over the sum of their weights. */
  weight: number;
  /** Term of the score that it counts in. */
  group: 'long' | 'short';
  /** False while its first input is not known. */
  available: boolean;
  /** Mean of the points of its known inputs by weight; the group is made of these. Null while it is not available. */
  exact_score: number | null;
  /** Inputs of the component, the one that it cannot do without first. */
  details: MarketHealthInput[];
}

interface MarketHealthInput {
  /** Name of the input. Percent where it ends in pct; basis points in bp; cross is 1 golden, -1 death, 0 neither. */
  input: 'pct_from_200ma' | 'slope_200_pct' | 'cross' | 'breadth_pct' | 'stablecoin_90d_pct' | 'dollar_90d_pct' | 'yield_10y_90d_bp' | 'buy_ratio' | 'volume_multiplier' | 'fear_greed' | 'funding_pct_8h' | 'open_interest_7d_pct' | 'long_short_ratio' | 'breadth_20_pct' | 'volatility_pctile' | 'return_7d_pct' | 'return_1d_pct' | 'rsi_14' | 'stablecoin_14d_pct';
  /** Its value; null where it is not known. */
  value: number | null;
  /** Its points before rounding; null without a value. */
  points: number | null;
  /** Nominal share in the component; the shares of what is missing go to the others. */
  weight: number;
}

/** A key is left out, never null, while its value is not known. */
interface MarketHealthIndicators {
  /** Accounts that are long Bitcoin to one that is short, on the large exchange. Left out while not known. */
  long_short_ratio?: number;
  /** Mean funding of the largest perps of the large exchange, percent per 8 hours. Left out while not known. */
  funding_rate?: number;
  /** Share that takers bought in 24 hours across the largest spot pairs, by notional, 0 to 1. Left out while not known. */
  buy_ratio?: number;
  /** Averaged fear and greed. Left out while not known. */
  fear_greed_value?: number;
  /** Share of the 30 largest coins above their mean of 200 days, percent. Left out while not known. */
  breadth_pct?: number;
  /** Last daily close of Bitcoin from its mean of 200 days, percent. Left out while not known. */
  pct_from_200ma?: number;
  /** Golden: the mean of 50 days of Bitcoin is above that of 200; Death: below; Neutral: within 0.25 percent. Left out while not known. */
  cross_status?: 'Death' | 'Neutral' | 'Golden';
  /** Change of the circulating value of stablecoins within 7 days, percent. Left out while not known. */
  stablecoin_change_7d?: number;
}

interface MarketHealthSummary {
  /** floor(0.5 · long_term_score + 0.5 · short_term_score + 0.5). */
  total_score: number;
  /** Mean of the available components of the long term, half up. */
  long_term_score: number;
  /** Mean of the available components of the short term, half up. */
  short_term_score: number;
  /** Of the total: BULLISH from 60, BEARISH up to 40. */
  sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** Of the long term: BULLISH from 60, BEARISH up to 40. */
  long_term_sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** Of the short term: BULLISH from 60, BEARISH up to 40. */
  short_term_sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** A component is not available. */
  partial: boolean;
  /** Version of weights and maps. */
  config_version: string;
  /** Components that are available, of eleven. */
  available: number;
  /** When it was computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface MarketHealthComponentList {
  components: MarketHealthComponents;
  /** A component is not available. */
  partial: boolean;
  /** Version of weights and maps. */
  config_version: string;
  /** When it was computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface MarketHealthOneComponent {
  /** Name of the component. */
  name: string;
  /** floor(exact_score + 0.5), 0 to 100; null while the component is not available. */
  score: number | null;
  /** Nominal share in its group. The group is the mean over available components, each with weight over the sum of their weights. */
  weight: number;
  /** Term of the score that it counts in. */
  group: 'long' | 'short';
  /** False while its first input is not known. */
  available: boolean;
  /** Mean of the points of its known inputs by weight; the group is made of these. Null while it is not available. */
  exact_score: number | null;
  /** Inputs of the component, the one that it cannot do without first. */
  details: MarketHealthInput[];
  /** When it was computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface MarketHealthHistory {
  /** Oldest first; a day on which the service did not run is not there. */
  history: MarketHealthHistoryPoint[];
  /** Days in history. */
  count: number;
  /** UTC dates asked for, today included. */
  days: number;
  /** First archived day, YYYY-MM-DD; null before it. */
  archive_start: string | null;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface MarketHealthHistoryPoint {
  /** UTC day, YYYY-MM-DD. */
  date: string;
  /** Open of the day. Epoch ms. */
  timestamp: number;
  /** floor(0.5 · long_term_score + 0.5 · short_term_score + 0.5). */
  total_score: number;
  /** Mean of the available components of the long term, half up. */
  long_term_score: number;
  /** Mean of the available components of the short term, half up. */
  short_term_score: number;
  /** Of the total: BULLISH from 60, BEARISH up to 40. */
  sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** Of the long term: BULLISH from 60, BEARISH up to 40. */
  long_term_sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** Of the short term: BULLISH from 60, BEARISH up to 40. */
  short_term_sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** A component is not available. */
  partial: boolean;
  /** Version of weights and maps. */
  config_version: string;
  /** Scores of the components by name; null of one that was not available. */
  components: Record<string, number | null>;
  /** When it was computed: of an archived day five minutes after its end. Epoch ms. */
  scored_at: number;
  /** Today, which has not ended: the scores are those of now. */
  live: boolean;
}

interface AltcoinBreadth {
  /** Days of the mean, as asked. */
  ma_period: number;
  /** 100 · above_count / counted, percent; null while fewer than 8 coins count. */
  breadth_pct: number | null;
  /** Coins above their mean. */
  above_count: number;
  /** Coins with enough days. */
  counted: number;
  /** Coins that count, by symbol. */
  coins: BreadthCoin[];
  /** Coins of the universe that do not count: fewer days than the mean has, or no bar of the last day. */
  insufficient: string[];
  /** Day whose market caps the universe was drawn from, YYYY-MM-DD; null while none is drawn. */
  universe_day: string | null;
  /** Midnight that the closes are of. Epoch ms. */
  closes_as_of: number;
  /** Version of the rules. */
  config_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface BreadthCoin {
  /** Ticker. */
  symbol: string;
  /** Last completed daily close, quote units. */
  price: number;
  /** Mean of the last ma_period daily closes, the last one included. */
  ma: number;
  /** The close is above the mean; a close on it is not. */
  above: boolean;
  /** Close from its mean, percent. */
  dist_pct: number;
}

interface FearGreed {
  /** Mean of the indices in sources, half up: 0 fear, 100 greed. */
  value: number;
  /** The mean before rounding. */
  exact_value: number;
  /** extreme_fear below 25, fear below 45, neutral below 56, greed below 76, extreme_greed from there. */
  classification: 'extreme_fear' | 'fear' | 'neutral' | 'greed' | 'extreme_greed';
  /** The same a day ago; null where no index was fresh. */
  value_24h_ago: number | null;
  /** Seven days ago. */
  value_7d_ago: number | null;
  /** Thirty days ago. */
  value_30d_ago: number | null;
  /** Indices that count: those not older than 36 hours. */
  sources: FearGreedSource[];
  /** When the answer was computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface FearGreedSource {
  /** Publisher of the index. */
  name: string;
  /** Its newest value. */
  value: number;
  /** When that became known. Epoch ms. */
  as_of: number;
}

interface Macro {
  /** Dollars for a euro. */
  eur_usd: MacroSeriesNow | null;
  /** Dollars for an ounce of gold. */
  gold_usd: MacroSeriesNow | null;
  /** The dollar index. */
  dollar_index: MacroSeriesNow | null;
  /** The broad dollar index of the Fed. */
  broad_dollar: MacroSeriesNow | null;
  /** Yields of Treasury securities, percent a year. */
  treasury_yields: {
    /** Three months. */
    us_3m: MacroSeriesNow | null;
    /** Two years. */
    us_2y: MacroSeriesNow | null;
    /** Five years. */
    us_5y: MacroSeriesNow | null;
    /** Ten years. */
    us_10y: MacroSeriesNow | null;
    /** Thirty years. */
    us_30y: MacroSeriesNow | null;
  };
  /** Rate of the Fed, percent a year. */
  fed_funds: MacroSeriesNow | null;
  /** Nasdaq-100. */
  nasdaq100: MacroSeriesNow | null;
  /** S&P 500. */
  sp500: MacroSeriesNow | null;
  /** Implied volatility of the S&P 500, percent a year. */
  vix: MacroSeriesNow | null;
  /** When the answer was computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface MacroSeriesNow {
  /** Newest value: a rate in percent a year, anything else as a level. */
  value: number;
  /** Change from the value a day before it: percent of a level, basis points of a rate. Null where that is not known. */
  change_1d: number | null;
  /** Within seven days. */
  change_7d: number | null;
  /** Within ninety days. */
  change_90d: number | null;
  /** Unit of the changes. */
  change_unit: 'pct' | 'bp';
  /** Who says so; of a stand-in what stands in, as in PAXG/USDT. */
  publisher: string;
  /** Another thing stands in for it: a token for gold. */
  proxy: boolean;
  /** False: older than its publisher is ever silent; not used in any score. */
  fresh: boolean;
  /** When the value became known. Epoch ms. */
  as_of: number;
}

interface Stablecoins {
  /** Circulating value of all stablecoins, USD. */
  market_cap: number;
  /** When that became known. Epoch ms. */
  market_cap_as_of: number;
  /** Within 7 days; null where the earlier value is not known. */
  flow_7d: StablecoinFlow | null;
  /** Within 14 days: market health reads its pct. */
  flow_14d: StablecoinFlow | null;
  /** Within 90 days: market health reads its pct. */
  flow_90d: StablecoinFlow | null;
  /** Those that are known one by one, largest first. */
  coins: StablecoinNow[];
  /** When the answer was computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface StablecoinFlow {
  /** Change of the circulating value, USD. */
  usd: number;
  /** The same, percent of the earlier value. */
  pct: number;
  /** Moment of the earlier value. Epoch ms. */
  from: number;
}

interface StablecoinNow {
  /** Ticker. */
  symbol: string;
  /** Circulating value, USD. */
  market_cap: number;
  /** Within 7 days; null where the earlier value is not known. */
  flow_7d: StablecoinFlow | null;
  /** Within 14 days. */
  flow_14d: StablecoinFlow | null;
  /** Within 90 days. */
  flow_90d: StablecoinFlow | null;
}

interface StablecoinRemoteHistory {
  /** Oldest first; a day on which the source said nothing is not there. */
  history: StablecoinDay[];
  /** Rows in history. */
  count: number;
  /** UTC dates asked for, that of as_of included. */
  days: number;
  /** When the answer was computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface StablecoinDay {
  /** UTC day on which the value became known, YYYY-MM-DD. */
  date: string;
  /** When it became known. Epoch ms. */
  timestamp: number;
  /** Circulating value of all stablecoins, USD. */
  market_cap: number;
  /** Change from the value before, USD; null where that is not of the day before. */
  inflow: number | null;
}

interface StablecoinHistory {
  /** Oldest first, as it came. */
  history: StablecoinPoint[];
  /** Rows in history. */
  count: number;
  /** When the answer was computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface StablecoinPoint {
  /** When the value became known. Epoch ms. */
  timestamp: number;
  /** Circulating value of all stablecoins, USD. */
  market_cap: number;
}

interface MemeList {
  /** The rows of the page, in order. */
  items: MemeRow[];
  /** Rows in items. */
  count: number;
  /** Rows that pass the filters, before limit and offset. */
  total: number;
  /** All rows that the key may see, before filters. */
  universe_size: number;
  /** Most rows of the page, as asked. */
  limit: number;
  /** What the rows are sorted by. */
  sort: 'symbol' | 'ret_7d' | 'ret_30d' | 'vol_spike' | 'vol_pctile_30' | 'sma20_extension_pct' | 'funding_rate' | 'oi_usd';
  /** Direction of the sort. */
  order: 'asc' | 'desc';
  /** Symbols with too few completed days for a regime. */
  warming: string[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface MemeRow {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Venue of the bars. */
  source: 'cexa_spot' | 'perpdex_perp';
  /** Regime of the last completed day. */
  regime: 'euphoric' | 'distribution' | 'ignition' | 'bleeding' | 'dormant';
  /** Completed days, the day of the change included. */
  days_in_regime: number;
  /** Regime before the last change; null before one. */
  prev_regime: 'euphoric' | 'distribution' | 'ignition' | 'bleeding' | 'dormant' | null;
  /** That very day changed the regime. */
  regime_changed: boolean;
  /** Percent; left out when the day before is missing. */
  ret_1d?: number;
  /** Return over 7 completed days, percent. */
  ret_7d: number | null;
  /** Return over 30 completed days, percent. */
  ret_30d: number | null;
  /** Volume of the day over the mean of the 30 before it. */
  vol_spike: number | null;
  /** Rank of the volume among 30 days, percent. */
  vol_pctile_30: number | null;
  /** Percent above the mean of the last 20 closes. */
  sma20_extension_pct: number | null;
  /** The largest extension of the last 14 days, percent. */
  extension_max_14d_pct: number | null;
  /** Close over the highest close of the last 30 days. */
  share_of_high_30d: number | null;
  /** The perp that trades this coin; null when there is none. */
  pd_symbol: string | null;
  /** Live: fraction per hour; null without a source. */
  funding_rate: number | null;
  /** Live: USD; null without a source. */
  oi_usd: number | null;
  /** Close of the last completed day, quote units. */
  price: number;
  /** Open of the last completed day. Epoch ms. */
  computed_from: number;
  /** The last completed day is not the one that should be last. */
  stale: boolean;
  /** Version of the thresholds. */
  config_version: string;
}

interface MemeScore {
  /** Higher is frothier. */
  composite: number;
  /** Band of the composite. */
  band: 'euphoric' | 'heating' | 'neutral' | 'cooling' | 'dormant';
  /** A part is missing; the weights of the others make up for it. */
  partial: boolean;
  /** Which parts are known. */
  inputs_available: {
    /** The 7-day return is known. */
    momentum: boolean;
    /** The share of hot coins is known. */
    heat: boolean;
    /** The median volume spike is known. */
    volume: boolean;
    /** The median extension over SMA-20 is known. */
    extension: boolean;
    /** The median funding rate is known. */
    funding: boolean;
  };
  /** The parts. */
  sub_scores: {
    /** The 7-day return as 0 to 100; null when it is not known. */
    momentum: number | null;
    /** The share of hot coins as 0 to 100; null when it is not known. */
    heat: number | null;
    /** The median volume spike as 0 to 100; null when it is not known. */
    volume: number | null;
    /** The median extension over SMA-20 as 0 to 100; null when it is not known. */
    extension: number | null;
    /** The median funding rate as 0 to 100; null when it is not known. */
    funding: number | null;
  };
  /** The weights that the composite was made with. */
  effective_weights: {
    /** The 7-day return: its weight in the composite, the missing ones made up for. */
    momentum: number;
    /** The share of hot coins: its weight in the composite, the missing ones made up for. */
    heat: number;
    /** The median volume spike: its weight in the composite, the missing ones made up for. */
    volume: number;
    /** The median extension over SMA-20: its weight in the composite, the missing ones made up for. */
    extension: number;
    /** The median funding rate: its weight in the composite, the missing ones made up for. */
    funding: number;
  };
  /** Mean pairwise Spearman correlation of 30 daily returns; left out under 5 coins. */
  co_movement?: number;
  /** Composite ≥ 65, and 60 % of the coins ahead of BTC over 30 days. */
  meme_season: boolean;
  /** Share of coins ahead of BTC over 30 days. */
  share_ahead_of_btc: number | null;
  /** Fraction per hour; left out without a source. */
  median_funding?: number;
  /** Listings of the last 7 days as a gauge. */
  fresh_issuance: number | null;
  /** Listings of the last 7 days. */
  fresh_listings_7d: number | null;
  /** Coins that count: with a regime, not stale, each once. */
  coins: number;
  /** Version of the weights and bands. */
  config_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface MemeDetail {
  /** Base coin, as its venue names it. */
  symbol: string;
  /** Venue of the bars. */
  source: 'cexa_spot' | 'perpdex_perp';
  /** Regime of the last completed day. */
  regime: 'euphoric' | 'distribution' | 'ignition' | 'bleeding' | 'dormant';
  /** Completed days, the day of the change included. */
  days_in_regime: number;
  /** Regime before the last change; null before one. */
  prev_regime: 'euphoric' | 'distribution' | 'ignition' | 'bleeding' | 'dormant' | null;
  /** That very day changed the regime. */
  regime_changed: boolean;
  /** Percent; left out when the day before is missing. */
  ret_1d?: number;
  /** Return over 7 completed days, percent. */
  ret_7d: number | null;
  /** Return over 30 completed days, percent. */
  ret_30d: number | null;
  /** Volume of the day over the mean of the 30 before it. */
  vol_spike: number | null;
  /** Rank of the volume among 30 days, percent. */
  vol_pctile_30: number | null;
  /** Percent above the mean of the last 20 closes. */
  sma20_extension_pct: number | null;
  /** The largest extension of the last 14 days, percent. */
  extension_max_14d_pct: number | null;
  /** Close over the highest close of the last 30 days. */
  share_of_high_30d: number | null;
  /** The perp that trades this coin; null when there is none. */
  pd_symbol: string | null;
  /** Live: fraction per hour; null without a source. */
  funding_rate: number | null;
  /** Live: USD; null without a source. */
  oi_usd: number | null;
  /** Close of the last completed day, quote units. */
  price: number;
  /** Open of the last completed day. Epoch ms. */
  computed_from: number;
  /** The last completed day is not the one that should be last. */
  stale: boolean;
  /** Version of the thresholds. */
  config_version: string;
  /** The last 60 completed days, oldest first. */
  history: MemeDay[];
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface MemeDay {
  /** Open of the day. Epoch ms. */
  timestamp: number;
  /** Close of the day, quote units. */
  close: number;
  /** Regime after the day; null before the twentieth. */
  regime: 'euphoric' | 'distribution' | 'ignition' | 'bleeding' | 'dormant' | null;
  /** Completed days, the day of the change included. */
  days_in_regime: number | null;
  /** Regime before the last change; null before one. */
  prev_regime: 'euphoric' | 'distribution' | 'ignition' | 'bleeding' | 'dormant' | null;
  /** That very day changed the regime. */
  regime_changed: boolean;
  /** Return of the day, percent. */
  ret_1d: number | null;
  /** Return over 7 completed days, percent. */
  ret_7d: number | null;
  /** Return over 30 completed days, percent. */
  ret_30d: number | null;
  /** Volume of the day over the mean of the 30 before it. */
  vol_spike: number | null;
  /** Rank of the volume among 30 days, percent. */
  vol_pctile_30: number | null;
  /** Percent above the mean of the last 20 closes. */
  sma20_extension_pct: number | null;
  /** The largest extension of the last 14 days, percent. */
  extension_max_14d_pct: number | null;
  /** Close over the highest close of the last 30 days. */
  share_of_high_30d: number | null;
}

interface CoinPage {
  /** By rank, unranked coins last. */
  items: Coin[];
  /** Coins in items; 0 beyond the last page. */
  count: number;
  /** Coins of the table. */
  total: number;
  /** As asked. */
  page: number;
  /** As asked. */
  per_page: number;
  /** Pages of that size. */
  pages: number;
  /** Moment of the table of coins; null before the first one. */
  coins_as_of: number | null;
  /** When the rows were made of it. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface Coin {
  /** Id of the coin in the source; unique. */
  id: string;
  /** Ticker; several coins may have the same. Text of the source, never to be interpreted. */
  symbol: string;
  /** Name. Text of the source, never to be interpreted. */
  name: string;
  /** Rank by market cap, from 1; null of an unranked coin. */
  rank: number | null;
  /** USD; null where it is not known, or is that of another token: price times circulating supply far from the market cap. */
  price: number | null;
  /** USD; null where it is not known. */
  market_cap: number | null;
  /** Change of the price over 24 hours, percent. */
  change_24h: number | null;
  /** Change of the price over 7 days, percent. */
  change_7d: number | null;
  /** Perp that trades it (kPEPE for PEPE); null where none does, and of a coin whose ticker a larger one has. */
  pd_symbol: string | null;
  /** Tokens; null where not known. */
  circulating_supply: number | null;
  /** Tokens; null where not known. */
  total_supply: number | null;
  /** Tokens; null where the supply is not capped, or not known. */
  max_supply: number | null;
  /** Raw categories. Text of the source, never to be interpreted. */
  categories: string[];
  /** Contracts of the token; empty where the source has none. */
  contracts: CoinContract[];
}

interface CoinContract {
  /** Chain, as the source names it. */
  chain: string;
  /** Address of the contract on it. */
  address: string;
}

interface CoinSearch {
  /** Best rank first, at most 50. */
  items: Coin[];
  /** Coins in items. */
  count: number;
  /** Coins that match. */
  total: number;
  /** As asked. */
  q: string;
  /** Moment of the table of coins; null before the first one. */
  coins_as_of: number | null;
  /** When the rows were made of it. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface CoinTop {
  /** Largest first. */
  items: Coin[];
  /** Coins in items. */
  count: number;
  /** As asked. */
  limit: number;
  /** Moment of the table of coins; null before the first one. */
  coins_as_of: number | null;
  /** When the rows were made of it. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface CoinCategories {
  /** Each once, ascending. Text of the source, never to be interpreted. */
  items: string[];
  /** Names in items. */
  count: number;
  /** Moment of the table of coins; null before the first one. */
  coins_as_of: number | null;
  /** When the rows were made of it. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface CategoryGroups {
  /** Every group, also an empty one, in a fixed order. */
  groups: CategoryGroup[];
  /** Groups. */
  count: number;
  /** Most coins of a group, as asked. */
  limit: number;
  /** Version of the groups. */
  groups_version: string;
  /** Moment of the table of coins; null before the first one. */
  coins_as_of: number | null;
  /** When the rows were made of it. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface CategoryGroup {
  /** Stable name of the group. */
  id: string;
  /** Name for people. */
  name: string;
  /** What its coins have in common. */
  description: string;
  /** By rank, at most limit; prices are those of the table. */
  coins: CategoryGroupCoin[];
  /** Members that the table has. */
  total: number;
  /** Tickers of members that the table does not have. */
  unresolved: string[];
}

interface CategoryGroupCoin {
  /** Id of the coin in the source; unique. */
  id: string;
  /** Ticker; several coins may have the same. Text of the source, never to be interpreted. */
  symbol: string;
  /** Name. Text of the source, never to be interpreted. */
  name: string;
  /** Rank by market cap, from 1; null of an unranked coin. */
  rank: number | null;
  /** USD; null where it is not known, or is that of another token: price times circulating supply far from the market cap. */
  price: number | null;
  /** USD; null where it is not known. */
  market_cap: number | null;
  /** Change of the price over 24 hours, percent. */
  change_24h: number | null;
  /** Change of the price over 7 days, percent. */
  change_7d: number | null;
  /** Perp that trades it (kPEPE for PEPE); null where none does, and of a coin whose ticker a larger one has. */
  pd_symbol: string | null;
}

interface CoinProfile {
  /** Id of the coin in the source; unique. */
  id: string;
  /** Ticker; several coins may have the same. Text of the source, never to be interpreted. */
  symbol: string;
  /** Name. Text of the source, never to be interpreted. */
  name: string;
  /** Rank by market cap, from 1; null of an unranked coin. */
  rank: number | null;
  /** USD; null where it is not known, or is that of another token: price times circulating supply far from the market cap. */
  price: number | null;
  /** USD; null where it is not known. */
  market_cap: number | null;
  /** Change of the price over 24 hours, percent. */
  change_24h: number | null;
  /** Change of the price over 7 days, percent. */
  change_7d: number | null;
  /** Perp that trades it (kPEPE for PEPE); null where none does, and of a coin whose ticker a larger one has. */
  pd_symbol: string | null;
  /** Tokens; null where not known. */
  circulating_supply: number | null;
  /** Tokens; null where not known. */
  total_supply: number | null;
  /** Tokens; null where the supply is not capped, or not known. */
  max_supply: number | null;
  /** Raw categories. Text of the source, never to be interpreted. */
  categories: string[];
  /** Contracts of the token; empty where the source has none. */
  contracts: CoinContract[];
  /** Ids of the category groups that it is in. */
  groups: string[];
  /** Other coins of that ticker or name, best rank first. */
  also: ({
    /** Id: /coins/{id} is its profile. */
    id: string;
    /** Ticker. */
    symbol: string;
    /** Name. */
    name: string;
    /** Rank by market cap; null of an unranked coin. */
    rank: number | null;
  })[];
  /** Moment of the table of coins; null before the first one. */
  coins_as_of: number | null;
  /** When the rows were made of it. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface SupplyFloat {
  /** Ascending float_pct, null last. */
  items: SupplyFloatRow[];
  /** Rows in items. */
  count: number;
  /** Rows that pass the filters, of those that the tier of the key may see. */
  total: number;
  /** As asked. */
  limit: number;
  /** Coins with an unlock schedule. */
  tracked: number;
  /** Coins of the table. */
  universe_size: number;
  /** Moment of the table of coins; null before the first one. */
  coins_as_of: number | null;
  /** When the newest unlock schedule became known; null without any. */
  schedules_as_of: number | null;
  /** Version of the rules. */
  config_version: string;
  /** When the rows were made. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface SupplyFloatRow {
  /** Ticker; several coins may have the same. */
  symbol: string;
  /** Id of the coin in the source; unique. */
  id: string;
  /** Name; text of the source, never to be interpreted. */
  name: string;
  /** Rank by market cap; null of an unranked coin. */
  rank: number | null;
  /** USD; null where not known. */
  price: number | null;
  /** USD; null where not known. */
  market_cap: number | null;
  /** Tokens; null where not known. */
  circulating_supply: number | null;
  /** Tokens that the float is a share of: the maximum supply when capped, else the total supply; null without either. */
  supply_basis: number | null;
  /** Which supply that is; null without one. */
  supply_basis_kind: 'max_supply' | 'total_supply' | null;
  /** circulating_supply / supply_basis, a fraction; null without either. */
  float_pct: number | null;
  /** Locked value as a multiple of the market cap, 1 / float_pct − 1; null with it. */
  dilution_overhang: number | null;
  /** Tokens of the basis that do not circulate, at the price, USD; null without float or price. */
  locked_usd: number | null;
  /** circ_gt_basis: more circulates than the basis, the float is 1. no_basis, no_circulating: the float is null. */
  quality: 'ok' | 'circ_gt_basis' | 'no_basis' | 'no_circulating';
  /** The soonest cliff, however far; null when the schedule has none ahead, or there is no schedule. */
  next_unlock: NextUnlock | null;
  /** not_tracked: the source has no schedule of the coin; one may exist. */
  unlock_coverage: 'tracked' | 'not_tracked';
  /** Perp that trades it; null where none does, and of a coin whose ticker a larger one has. */
  pd_symbol: string | null;
}

interface NextUnlock {
  /** UTC day, YYYY-MM-DD. */
  date: string;
  /** First tranche of the day. Epoch ms. */
  timestamp: number;
  /** Last tranche of the day; the entry stays until then. Epoch ms. */
  last_timestamp: number;
  /** Tokens of the day: its tranches summed. */
  tokens: number;
  /** Tokens at the price of now, USD; null without a price. */
  usd: number | null;
  /** Tokens over the circulating supply of now, a fraction that may exceed 1; null where that is not known. */
  pct_of_float: number | null;
  /** Tranches that were summed. */
  tranches: number;
}

interface SupplyUnlocks {
  /** Soonest day first, then the larger in USD. */
  items: Unlock[];
  /** Entries in items. */
  count: number;
  /** UTC days after that of as_of, the last one included. */
  window_days: number;
  /** Of the coin that was asked for: not_tracked when the source has no schedule of it, though one may exist. Null when no coin was asked for, or the table has none of that name. */
  unlock_coverage: 'tracked' | 'not_tracked' | null;
  /** Coins with an unlock schedule. */
  tracked: number;
  /** Coins of the table. */
  universe_size: number;
  /** Moment of the table of coins; null before the first one. */
  coins_as_of: number | null;
  /** When the newest unlock schedule became known; null without any. */
  schedules_as_of: number | null;
  /** Version of the rules. */
  config_version: string;
  /** When the rows were made. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface Unlock {
  /** Ticker. */
  symbol: string;
  /** Id of the coin. */
  id: string;
  /** UTC day, YYYY-MM-DD. */
  date: string;
  /** First tranche of the day. Epoch ms. */
  timestamp: number;
  /** Last tranche of the day; the entry stays until then. Epoch ms. */
  last_timestamp: number;
  /** Tokens of the day: its tranches summed. */
  tokens: number;
  /** Tokens at the price of now, USD; null without a price. */
  usd: number | null;
  /** Tokens over the circulating supply of now, a fraction that may exceed 1; null where that is not known. */
  pct_of_float: number | null;
  /** Tranches that were summed. */
  tranches: number;
  /** Perp that trades it; null where none does. */
  pd_symbol: string | null;
}

interface EventRegime {
  /** 0.4 unlock + 0.25 macro + 0.35 depeg, re-normalized over the parts that are available, to one decimal; null when none is. */
  composite: number | null;
  /** dormant below 15, quiet below 35, elevated below 60, heavy below 80, critical from 80 on; null without a composite. */
  band: 'dormant' | 'quiet' | 'elevated' | 'heavy' | 'critical' | null;
  /** Whether a part is missing. */
  partial: boolean;
  /** Feeds that speak for now. */
  inputs_available: {
    /** Whether the feed of unlock answered within its limit of age; an answer of nothing is one. */
    unlock: boolean;
    /** Whether the feed of macro answered within its limit of age; an answer of nothing is one. */
    macro: boolean;
    /** Whether the feed of depeg answered within its limit of age; an answer of nothing is one. */
    depeg: boolean;
  };
  /** Scores of the parts, 0 to 100. */
  sub_scores: {
    /** Score of unlock, unrounded; null when its feed is missing. */
    unlock: number | null;
    /** Score of macro, unrounded; null when its feed is missing. */
    macro: number | null;
    /** Score of depeg, unrounded; null when its feed is missing. */
    depeg: number | null;
  };
  /** Shares of the parts after re-normalization; they sum to 1. */
  weights: {
    /** Share of unlock in this composite; 0 when it is missing. */
    unlock: number;
    /** Share of macro in this composite; 0 when it is missing. */
    macro: number;
    /** Share of depeg in this composite; 0 when it is missing. */
    depeg: number;
  };
  /** Version of the rules. */
  config_version: string;
  /** Days ahead that count, as asked. */
  window_days: number;
  /** Nearest first; releases of the last day and mints of the last week stand before now. */
  calendar: Catalyst[];
  /** Which sectors of coins gained on the market: live-only, outside the composite; null without a table of coins. */
  sector_rotation: SectorRotation | null;
  derivation: EventDerivation;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Parts without a score, and why; empty when every part speaks. Additive to the contract. */
  silent: SilentPart[];
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface Catalyst {
  /** Kind of event; a mint has no weight in the composite. */
  type: 'unlock' | 'macro_print' | 'depeg' | 'mint';
  /** What it is; text of the source where that names it. */
  name: string;
  /** UTC day, YYYY-MM-DD. */
  date: string;
  /** Moment of it; of a depeg, when it was seen. Epoch ms. */
  timestamp: number;
  /** Days from as_of; negative of what was. */
  days_until: number;
  /** Tickers that it is about; empty where it is about all. */
  symbols: string[];
  /** Side that it leans to. */
  bias: 'long' | 'short' | 'neutral' | 'risk_flag';
  /** Size; null of an unlock whose market is not known. */
  magnitude: number | null;
  /** Perp that trades the ticker (kPEPE for PEPE); null where no perp exists for it, and of what is about all coins. */
  pd_symbol: string | null;
}

interface SectorRotation {
  /** Change of 7 days of all coins by market cap, percent. */
  change_7d: number;
  /** Sectors with coins enough to be compared. */
  sectors: number;
  /** Standard deviation of their excess, percentage points. */
  dispersion: number;
  /** The best first. */
  leaders: Sector[];
  /** The worst first. */
  laggards: Sector[];
  /** Version of the rules. */
  config_version: string;
}

interface Sector {
  /** Category of the table of coins; text of the source. */
  name: string;
  /** Coins of it that count. */
  coins: number;
  /** Change of 7 days by market cap, percent. */
  change_7d: number;
  /** The same less that of all coins, percentage points. */
  excess: number;
}

interface EventDerivation {
  unlock: UnlockDerivation;
  macro: MacroDerivation;
  depeg: DepegDerivation;
}

interface UnlockDerivation {
  /** Score from the terms; product is a field of each. */
  formula: string;
  /** Events as they count; null when the feed is missing. */
  terms: UnlockTerm[] | null;
}

interface UnlockTerm {
  /** Ticker. */
  symbol: string;
  /** UTC day, YYYY-MM-DD. */
  date: string;
  /** Days from as_of. */
  days_until: number;
  /** Tokens at the price of now, USD. */
  usd: number;
  /** Mean notional of a day of its perp over 30 days, USD; null where not known: 2 % of the market cap stand in. */
  day_notional: number | null;
  /** USD; null where not known. */
  market_cap: number | null;
  /** Tokens over those that circulate, a fraction; null where not known, and then not damped. */
  pct_of_float: number | null;
  /** min(3, usd / day_notional) · sqrt(min(1, pct_of_float / 0.05)) · 0.5; null without any size of the market. */
  magnitude: number | null;
  /** max(0.3, 1 − days_until / window_days). */
  weight: number;
  /** magnitude · weight; 0 where the magnitude is null. */
  product: number;
}

interface MacroDerivation {
  /** Score from the terms; product is a field of each. */
  formula: string;
  /** Events as they count; null when the feed is missing. */
  terms: PrintTerm[] | null;
}

interface PrintTerm {
  /** Kind of the release. */
  print: 'FOMC' | 'CPI' | 'NFP' | 'PCE' | 'GDP' | 'other';
  /** Name of the release. */
  name: string;
  /** Moment of the release. Epoch ms. */
  timestamp: number;
  /** Hours from as_of; negative after it. */
  hours_until: number;
  /** FOMC 1, CPI 0.9, NFP 0.7, PCE 0.6, GDP 0.4, other 0.2. */
  importance: number;
  /** e^(−hours / 36) ahead of it; 0.5 · e^(−hours / 6) after it. */
  weight: number;
  /** importance · weight. */
  product: number;
}

interface DepegDerivation {
  /** Score from the terms; product is a field of each. */
  formula: string;
  /** Events as they count; null when the feed is missing. */
  terms: DepegTerm[] | null;
}

interface DepegTerm {
  /** Stablecoin. */
  symbol: string;
  /** Median price of the last 30 minutes, USD. */
  price: number | null;
  /** Value of all of it, USD. */
  supply_usd: number | null;
  /** Basis points from 1 USD, half of them above it. */
  deviation_bps: number;
  /** Through (20 bp, 0), (50, 0.1), (100, 0.3), (300, 0.7), (1000, 1), straight between them. */
  severity: number;
  /** Share of the supply of all that have 50 million USD. */
  share: number;
  /** 100 · severity · (0.5 + 0.5 · sqrt(share)). */
  score: number;
}

interface SilentPart {
  /** Part of the composite, as in sub_scores. */
  part: string;
  /** Kind of data that it is made of; null where this service knows none. */
  feed: 'bars' | 'funding' | 'open_interest' | 'contexts' | 'mids' | 'book' | 'trades' | 'liquidations' | 'accounts' | 'leaderboard' | 'account' | 'account_fills' | 'implied' | 'options' | 'spot_tickers' | 'spot_pairs' | 'pair_bars' | 'venue_perps' | 'settlements' | 'venue_open_interest' | 'long_short' | 'forced_closes' | 'coins' | 'categories' | 'unlocks' | 'pools' | 'token_pools' | 'promotions' | 'token_security' | 'fear_greed' | 'macro' | 'macro_calendar' | 'stablecoins' | 'pegs' | 'hacks' | 'media' | 'headlines' | 'etf_flows' | 'transfers' | 'news' | null;
  /** no_source: this service has no source of it; no_answer: it has one, which did not answer, or with too little or too old data. */
  reason: 'no_source' | 'no_answer';
}

interface EventScore {
  /** 0.4 unlock + 0.25 macro + 0.35 depeg, re-normalized over the parts that are available, to one decimal; null when none is. */
  composite: number | null;
  /** dormant below 15, quiet below 35, elevated below 60, heavy below 80, critical from 80 on; null without a composite. */
  band: 'dormant' | 'quiet' | 'elevated' | 'heavy' | 'critical' | null;
  /** Whether a part is missing. */
  partial: boolean;
  /** Feeds that speak for now. */
  inputs_available: {
    /** Whether the feed of unlock answered within its limit of age; an answer of nothing is one. */
    unlock: boolean;
    /** Whether the feed of macro answered within its limit of age; an answer of nothing is one. */
    macro: boolean;
    /** Whether the feed of depeg answered within its limit of age; an answer of nothing is one. */
    depeg: boolean;
  };
  /** Scores of the parts, 0 to 100. */
  sub_scores: {
    /** Score of unlock, unrounded; null when its feed is missing. */
    unlock: number | null;
    /** Score of macro, unrounded; null when its feed is missing. */
    macro: number | null;
    /** Score of depeg, unrounded; null when its feed is missing. */
    depeg: number | null;
  };
  /** Shares of the parts after re-normalization; they sum to 1. */
  weights: {
    /** Share of unlock in this composite; 0 when it is missing. */
    unlock: number;
    /** Share of macro in this composite; 0 when it is missing. */
    macro: number;
    /** Share of depeg in this composite; 0 when it is missing. */
    depeg: number;
  };
  /** Version of the rules. */
  config_version: string;
  /** Days ahead that count. */
  window_days: number;
  derivation: EventDerivation;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Parts without a score, and why; empty when every part speaks. Additive to the contract. */
  silent: SilentPart[];
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface EventCalendar {
  /** Nearest first; releases of the last day and mints of the last week stand before now. */
  items: Catalyst[];
  /** Rows in items. */
  count: number;
  /** Rows of the window before the other filters. */
  total: number;
  /** Days ahead, as asked. */
  window_days: number;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface EventRegimeSymbol {
  /** Ticker, upper case. */
  symbol: string;
  /** Pending within 7 days, nearest first. */
  catalysts: Catalyst[];
  /** Rows in catalysts. */
  count: number;
  /** Sign of the sum of signed magnitudes; neutral below 0.1; risk_flag where nothing but flags of risk is pending. */
  net_bias: 'long' | 'short' | 'neutral' | 'risk_flag';
  /** Size of that sum, at most 1. */
  net_magnitude: number;
  /** Days to the nearest; null without any. */
  nearest_event_days: number | null;
  /** Perp that trades it; null only when no perp exists for the ticker. */
  pd_symbol: string | null;
  /** Days ahead that are looked at. */
  window_days: number;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface SecurityRegime {
  /** 0.45 hack + 0.3 flow + 0.25 depeg, re-normalized over the parts that are available, to one decimal; null when none is. */
  composite: number | null;
  /** dormant below 15, quiet below 35, elevated below 60, heavy below 80, critical from 80 on; null without a composite. */
  band: 'dormant' | 'quiet' | 'elevated' | 'heavy' | 'critical' | null;
  /** Whether a part is missing. */
  partial: boolean;
  /** Feeds that speak for now. */
  inputs_available: {
    /** Whether the feed of hack answered within its limit of age; an answer of nothing is one. */
    hack: boolean;
    /** Whether the feed of flow answered within its limit of age; an answer of nothing is one. */
    flow: boolean;
    /** Whether the feed of depeg answered within its limit of age; an answer of nothing is one. */
    depeg: boolean;
  };
  /** Scores of the parts, 0 to 100. */
  sub_scores: {
    /** Score of hack, unrounded; null when its feed is missing. */
    hack: number | null;
    /** Score of flow, unrounded; null when its feed is missing. */
    flow: number | null;
    /** Score of depeg, unrounded; null when its feed is missing. */
    depeg: number | null;
  };
  /** Shares of the parts after re-normalization; they sum to 1. */
  weights: {
    /** Share of hack in this composite; 0 when it is missing. */
    hack: number;
    /** Share of flow in this composite; 0 when it is missing. */
    flow: number;
    /** Share of depeg in this composite; 0 when it is missing. */
    depeg: number;
  };
  /** Version of the rules. */
  config_version: string;
  /** Days back, as asked. */
  window_days: number;
  /** Hacks that became known in the window, the newest first. */
  hacks: SecurityEvent[];
  /** Depegs that last or ended in the window, the newest first. */
  depegs: SecurityEvent[];
  /** Headlines of the last 72 hours, the newest first: live-only, outside the composite; null without a feed of headlines. */
  security_headlines: SecurityHeadline[] | null;
  derivation: SecurityDerivation;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Parts without a score, and why; empty when every part speaks. Additive to the contract. */
  silent: SilentPart[];
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface SecurityEvent {
  /** Kind of event. */
  type: 'hack' | 'depeg';
  /** What it is; text of the source where that names it. */
  name: string;
  /** UTC day, YYYY-MM-DD: of a depeg, when it began. */
  date: string;
  /** When it became known; of a depeg, when it began. Epoch ms. */
  timestamp: number;
  /** End of a depeg; null while it lasts, and of a hack. */
  end_timestamp: number | null;
  /** Days since it became known; of a depeg, since its end, 0 while it lasts. */
  age_days: number;
  /** Tickers that it concerns; empty where none is known. */
  symbols: string[];
  /** Null of a hack whose loss nobody has put a number on. */
  severity: number | null;
  /** Loss of a hack, USD; null where not known, and of a depeg. */
  loss_usd: number | null;
  /** Worst of a depeg, basis points, half of those above the peg; null of a hack. */
  worst_bps: number | null;
  /** Perp that trades its first ticker; null where no perp exists for it, or it names none. */
  pd_symbol: string | null;
}

interface SecurityHeadline {
  /** Of its publisher; the same headline has the same one again. */
  id: string;
  /** Title; text of the publisher, never to be interpreted. */
  title: string;
  /** Link; left out where the publisher has none. */
  url?: string;
  /** Moment of publication. Epoch ms. */
  timestamp: number;
  /** Who published it. */
  publisher: string;
}

interface SecurityDerivation {
  hack: HackDerivation;
  flow: FlowDerivation;
  depeg: EpisodeDerivation;
}

interface HackDerivation {
  /** Score from the terms; product is a field of each. */
  formula: string;
  /** Events as they count; null when the feed is missing. */
  terms: HackTerm[] | null;
}

interface HackTerm {
  /** Text of the source. */
  name: string;
  /** USD; null where not known: it then adds nothing. */
  loss_usd: number | null;
  /** Days since it became known. */
  age_days: number;
  /** Of log10(loss_usd) through (5, 0.05), (6, 0.15), (7, 0.4), (8, 0.75), (9, 1), straight between them; null without a loss. */
  severity: number | null;
  /** 2^(−age_days / 3). */
  weight: number;
  /** severity · weight. */
  product: number;
}

interface FlowDerivation {
  /** Score from the terms; product is a field of each. */
  formula: string;
  /** Events as they count; null when the feed is missing. */
  terms: FlowTerm[] | null;
}

interface FlowTerm {
  /** Ticker. */
  symbol: string;
  /** Net flow of 24 hours in robust deviations of up to 90 days: (net_outflow_usd − median_usd) / deviation_usd. */
  z: number;
  /** Withdrawals less deposits of 24 hours, transfers between exchanges left out, USD; null of an answer of before this field. */
  net_outflow_usd: number | null;
  /** Median of the spans of 24 hours before, USD; null with net_outflow_usd. */
  median_usd: number | null;
  /** Their robust deviation, 1.4826 · MAD or IQR / 1.349, USD; null with net_outflow_usd. */
  deviation_usd: number | null;
  /** Spans of 24 hours before that both are of; null with net_outflow_usd. */
  days: number | null;
}

interface EpisodeDerivation {
  /** Score from the terms; product is a field of each. */
  formula: string;
  /** Events as they count; null when the feed is missing. */
  terms: EpisodeTerm[] | null;
}

interface EpisodeTerm {
  /** Stablecoin. */
  symbol: string;
  /** Worst of the episode, basis points. */
  worst_bps: number;
  /** Of worst_bps through (20, 0), (50, 0.1), (100, 0.3), (300, 0.7), (1000, 1), straight between them. */
  severity: number;
  /** Share of the supply of all that have 50 million USD. */
  share: number;
  /** Days since its end; 0 while it lasts. */
  age_days: number;
  /** 2^(−age_days / 2). */
  weight: number;
  /** 100 · severity · (0.5 + 0.5 · sqrt(share)) · weight. */
  score: number;
}

interface SecurityScore {
  /** 0.45 hack + 0.3 flow + 0.25 depeg, re-normalized over the parts that are available, to one decimal; null when none is. */
  composite: number | null;
  /** dormant below 15, quiet below 35, elevated below 60, heavy below 80, critical from 80 on; null without a composite. */
  band: 'dormant' | 'quiet' | 'elevated' | 'heavy' | 'critical' | null;
  /** Whether a part is missing. */
  partial: boolean;
  /** Feeds that speak for now. */
  inputs_available: {
    /** Whether the feed of hack answered within its limit of age; an answer of nothing is one. */
    hack: boolean;
    /** Whether the feed of flow answered within its limit of age; an answer of nothing is one. */
    flow: boolean;
    /** Whether the feed of depeg answered within its limit of age; an answer of nothing is one. */
    depeg: boolean;
  };
  /** Scores of the parts, 0 to 100. */
  sub_scores: {
    /** Score of hack, unrounded; null when its feed is missing. */
    hack: number | null;
    /** Score of flow, unrounded; null when its feed is missing. */
    flow: number | null;
    /** Score of depeg, unrounded; null when its feed is missing. */
    depeg: number | null;
  };
  /** Shares of the parts after re-normalization; they sum to 1. */
  weights: {
    /** Share of hack in this composite; 0 when it is missing. */
    hack: number;
    /** Share of flow in this composite; 0 when it is missing. */
    flow: number;
    /** Share of depeg in this composite; 0 when it is missing. */
    depeg: number;
  };
  /** Version of the rules. */
  config_version: string;
  /** Hack of the window with the largest loss; null without one of known loss. */
  largest_hack: LargestHack | null;
  /** Ticker with the largest unusual flow; null without a feed of flows. */
  worst_flow_symbol: string | null;
  /** Days back that count. */
  window_days: number;
  derivation: SecurityDerivation;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Parts without a score, and why; empty when every part speaks. Additive to the contract. */
  silent: SilentPart[];
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface LargestHack {
  /** Text of the source. */
  name: string;
  /** When it became known. Epoch ms. */
  timestamp: number;
  /** USD. */
  loss_usd: number | null;
  /** Tickers that it concerns. */
  symbols: string[];
}

interface SecurityEvents {
  /** The newest first. */
  items: SecurityEvent[];
  /** Rows in items. */
  count: number;
  /** Rows of the window before the other filters. */
  total: number;
  /** Days back, as asked. */
  window_days: number;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface SecurityRegimeSymbol {
  /** Ticker, upper case. */
  symbol: string;
  /** Events of the last 7 days that concern it, the newest first. */
  events: SecurityEvent[];
  /** Rows in events. */
  count: number;
  /** short after a hack, risk_flag where there are depegs alone, neutral without events; never long. */
  bias: 'long' | 'short' | 'neutral' | 'risk_flag';
  /** 0 without events; null where the size of none is known. */
  max_severity: number | null;
  /** Perp that trades it; null only when no perp exists for the ticker. */
  pd_symbol: string | null;
  /** Days back that are looked at. */
  window_days: number;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface PolicyRegime {
  /** 0.4 gdelt + 0.35 cross_asset + 0.25 rate, re-normalized over the parts that are available, to one decimal; null when none is. */
  composite: number | null;
  /** dormant below 15, quiet below 35, elevated below 60, heavy below 80, critical from 80 on; null without a composite. */
  band: 'dormant' | 'quiet' | 'elevated' | 'heavy' | 'critical' | null;
  /** Whether a part is missing. */
  partial: boolean;
  /** Feeds that speak for now. */
  inputs_available: {
    /** Whether the feed of gdelt answered within its limit of age; an answer of nothing is one. */
    gdelt: boolean;
    /** Whether the feed of cross_asset answered within its limit of age; an answer of nothing is one. */
    cross_asset: boolean;
    /** Whether the feed of rate answered within its limit of age; an answer of nothing is one. */
    rate: boolean;
  };
  /** Scores of the parts, 0 to 100. */
  sub_scores: {
    /** Score of gdelt, unrounded; null when its feed is missing. */
    gdelt: number | null;
    /** Score of cross_asset, unrounded; null when its feed is missing. */
    cross_asset: number | null;
    /** Score of rate, unrounded; null when its feed is missing. */
    rate: number | null;
  };
  /** Shares of the parts after re-normalization; they sum to 1. */
  weights: {
    /** Share of gdelt in this composite; 0 when it is missing. */
    gdelt: number;
    /** Share of cross_asset in this composite; 0 when it is missing. */
    cross_asset: number;
    /** Share of rate in this composite; 0 when it is missing. */
    rate: number;
  };
  /** Version of the rules. */
  config_version: string;
  /** −1 restrictive to +1 pro-crypto: tanh of half the sum of sign · confidence · 2^(−age / 24 h) of headlines; null without a feed of headlines. */
  policy_tilt: number | null;
  /** What the headlines of the last 72 hours amount to: live-only, outside the composite; null without a feed of headlines. */
  policy_headlines: PolicyHeadlines | null;
  /** Decisions on rates within the window, nearest first. */
  rate_catalysts: RateCatalyst[];
  /** Days ahead that decisions on rates count, as asked. */
  window_days: number;
  derivation: PolicyDerivation;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Parts without a score, and why; empty when every part speaks. Additive to the contract. */
  silent: SilentPart[];
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface PolicyHeadlines {
  /** 100 · (1 − e^(−sum of confidence · 2^(−age / 24 h))) of restrictive headlines of the last 72 hours. */
  regulatory_pressure: number;
  /** As policy_tilt, of headlines of the last 72 hours. */
  headline_tilt: number;
  /** Headlines of the last 72 hours. */
  count: number;
}

interface RateCatalyst {
  /** Name of the meeting. */
  name: string;
  /** UTC day, YYYY-MM-DD. */
  date: string;
  /** Moment of the decision. Epoch ms. */
  timestamp: number;
  /** Days from as_of. */
  days_until: number;
  /** 1 of the Federal Reserve. */
  importance: number;
  /** Move that is expected, basis points; null where nobody says, and then it counts as none. */
  expected_move_bp: number | null;
  /** e^(−days_until / 7). */
  weight: number;
  /** 1 + |expected_move_bp| / 25. */
  move: number;
  /** importance · weight · move. */
  product: number;
}

interface PolicyDerivation {
  gdelt: GdeltDerivation;
  cross_asset: CrossAssetDerivation;
  rate: RateDerivation;
}

interface GdeltDerivation {
  /** Score from the terms; product is a field of each. */
  formula: string;
  /** Events as they count; null when the feed is missing. */
  terms: MediaVolume[] | null;
}

interface MediaVolume {
  /** Articles about regulation of the last 24 hours. */
  articles: number;
  /** Hours of them that are known. */
  hours: number;
  /** Known hours of the 30 days before. */
  baseline_hours: number;
  /** Median of their articles. */
  baseline_median: number;
  /** 1.4826 times their median absolute deviation, and at least 1. */
  baseline_scale: number;
  /** (articles / hours − baseline_median) / baseline_scale. */
  volume_z: number;
  /** Mean tone by articles, −10 to 10. */
  tone: number;
  /** 0.6 · max(0, volume_z) + 0.4 · max(0, −tone). */
  product: number;
}

interface CrossAssetDerivation {
  /** Score from the terms; product is a field of each. */
  formula: string;
  /** Events as they count; null when the feed is missing. */
  terms: CrossAssetMove[] | null;
}

interface CrossAssetMove {
  /** btc_nasdaq: the 20-day correlation of bitcoin with the Nasdaq 100. */
  asset: 'dollar' | 'us_10y' | 'gold' | 'btc_nasdaq';
  /** Change over 5 observations: log return of dollar and gold, percentage points of the yield, change of the correlation. */
  move: number;
  /** Standard deviation of such moves before it. */
  deviation: number;
  /** Moves that it is of, at most 250. */
  moves: number;
  /** move / deviation; of dollar and yield 0 where it falls. */
  product: number;
}

interface RateDerivation {
  /** Score from the terms; product is a field of each. */
  formula: string;
  /** Events as they count; null when the feed is missing. */
  terms: RateCatalyst[] | null;
}

interface PolicyScore {
  /** 0.4 gdelt + 0.35 cross_asset + 0.25 rate, re-normalized over the parts that are available, to one decimal; null when none is. */
  composite: number | null;
  /** dormant below 15, quiet below 35, elevated below 60, heavy below 80, critical from 80 on; null without a composite. */
  band: 'dormant' | 'quiet' | 'elevated' | 'heavy' | 'critical' | null;
  /** Whether a part is missing. */
  partial: boolean;
  /** Feeds that speak for now. */
  inputs_available: {
    /** Whether the feed of gdelt answered within its limit of age; an answer of nothing is one. */
    gdelt: boolean;
    /** Whether the feed of cross_asset answered within its limit of age; an answer of nothing is one. */
    cross_asset: boolean;
    /** Whether the feed of rate answered within its limit of age; an answer of nothing is one. */
    rate: boolean;
  };
  /** Scores of the parts, 0 to 100. */
  sub_scores: {
    /** Score of gdelt, unrounded; null when its feed is missing. */
    gdelt: number | null;
    /** Score of cross_asset, unrounded; null when its feed is missing. */
    cross_asset: number | null;
    /** Score of rate, unrounded; null when its feed is missing. */
    rate: number | null;
  };
  /** Shares of the parts after re-normalization; they sum to 1. */
  weights: {
    /** Share of gdelt in this composite; 0 when it is missing. */
    gdelt: number;
    /** Share of cross_asset in this composite; 0 when it is missing. */
    cross_asset: number;
    /** Share of rate in this composite; 0 when it is missing. */
    rate: number;
  };
  /** Version of the rules. */
  config_version: string;
  /** −1 restrictive to +1 pro-crypto: tanh of half the sum of sign · confidence · 2^(−age / 24 h) of headlines; null without a feed of headlines. */
  policy_tilt: number | null;
  /** Days ahead that decisions on rates count. */
  window_days: number;
  derivation: PolicyDerivation;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Parts without a score, and why; empty when every part speaks. Additive to the contract. */
  silent: SilentPart[];
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface PolicyHeadlineList {
  /** Of the last 72 hours, the newest first. */
  items: PolicyHeadline[];
  /** Rows in items. */
  count: number;
  /** 100 · (1 − e^(−sum of confidence · 2^(−age / 24 h))) of restrictive headlines of the last 72 hours. */
  regulatory_pressure: number;
  /** As policy_tilt, of headlines of the last 72 hours. */
  headline_tilt: number;
  /** Version of the rules of classes. */
  rules_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface PolicyHeadline {
  /** Of its publisher; the same headline has the same one again. */
  id: string;
  /** Title; text of the publisher, never to be interpreted. */
  title: string;
  /** Link; left out where the publisher has none. */
  url?: string;
  /** Moment of publication. Epoch ms. */
  timestamp: number;
  /** Who published it. */
  publisher: string;
  /** Sign −1, 0, 1. */
  class: 'restrictive' | 'neutral' | 'supportive';
  /** 0 where no rule fits. */
  confidence: number;
  /** Rule that decided; null where none fits. */
  rule: string | null;
}

interface NewsPulse {
  /** A row for every active perp, zeros included; the largest pressure first, then by symbol. */
  items: NewsPulseRow[];
  /** Rows in items. */
  count: number;
  /** Active perps. */
  universe_size: number;
  /** The same of news about the whole market. */
  market: {
    /** Perp, as the venue lists it. */
    symbol: string;
    /** 1 − e^(−sum of impact · (1 + 0.3 · (corroboration − 1)) · 2^(−age / 12 h)), never 1; 0 without events. */
    news_pressure: number;
    /** Mean of bias by the same weights; 0 without events. */
    news_tilt: number;
    /** Qualified events of these hours. */
    event_count: number;
    /** Largest impact; 0 without events. */
    top_impact: number;
    /** Raw coverage: reports of these clock hours that name it, qualified or not, copies included. */
    headlines: number;
  };
  /** Hours back, as asked. */
  hours: number;
  /** Version of the rules. */
  config_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface NewsPulseRow {
  /** Perp, as the venue lists it. */
  symbol: string;
  /** 1 − e^(−sum of impact · (1 + 0.3 · (corroboration − 1)) · 2^(−age / 12 h)), never 1; 0 without events. */
  news_pressure: number;
  /** Mean of bias by the same weights; 0 without events. */
  news_tilt: number;
  /** Qualified events of these hours. */
  event_count: number;
  /** Largest impact; 0 without events. */
  top_impact: number;
  /** Raw coverage: reports of these clock hours that name it, qualified or not, copies included. */
  headlines: number;
}

interface NewsTape {
  /** The newest publication first; each story once, as it is known now. */
  items: NewsEvent[];
  /** Rows in items. */
  count: number;
  /** Events that pass and the key may see, before limit. */
  total: number;
  /** Symbols that the rows are of, as asked or as the tier of the key sees; null: all. */
  symbols: string[] | null;
  /** Hours back, as asked or as the tier of the key sees. */
  hours: number;
  /** Least impact in effect. */
  min_impact: number;
  /** Whether a lower one was asked for: nothing below the threshold of 0.45 is kept. */
  min_impact_raised: boolean;
  /** Most rows, as asked. */
  limit: number;
  /** Version of the rules. */
  config_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface NewsEvent {
  /** Publication of the first report. Epoch ms. */
  published_at: number;
  /** Perp, or MARKET. */
  symbol: string;
  /** Kind of the catalyst. listing and delisting come from the difference of two universes of the venue, never from a text. */
  category: 'hack' | 'listing' | 'delisting' | 'regulatory' | 'exploit_rumour' | 'partnership' | 'product' | 'opinion';
  /** Impact; nothing below the threshold is kept. */
  impact_score: number;
  /** −1 risk off to +1 risk on. */
  bias: number;
  /** Independent sources within 6 hours, the first included: registrable domains, near-duplicates left out. */
  corroboration: number;
  /** How the symbol was found: by cashtag, full name or ticker; universe: of a listing, which no title named; market: words about the whole market. A ticker that is an ordinary word matches by cashtag or full name only. */
  match_mode: 'cashtag' | 'name' | 'ticker' | 'universe' | 'market';
  /** Domain that was first to report it. */
  source: string;
  /** Title of the first report; text of the source. */
  title: string;
  /** When this became known here. Epoch ms. */
  known_at: number;
  /** First report; null where it has no address. */
  url: string | null;
  /** Identifier of the story. */
  id: string;
  /** Rows of the story so far, this one included: more sources make a new row. */
  revision: number;
  score_components?: NewsScoreComponents;
  market_response?: MarketResponse;
}

/** Terms of impact_score on the scale of log odds: 1 / (1 + e^−sum). */
interface NewsScoreComponents {
  /** The same of all. */
  intercept: number;
  /** Of the kind of catalyst. */
  category: number;
  /** Of the best source. */
  tier: number;
  /** 0.7 · ln(1 + independent sources). */
  corroboration: number;
  /** Of a symbol that stands in the title. */
  centrality: number;
  /** 0 of what arrived at once, else negative. */
  recency: number;
}

interface MarketResponse {
  /** null: not matured, which is not "no reaction"; also of a story from before this service could measure it. Once written it never changes. */
  '15m': HorizonResponse | null;
  /** null: not matured, which is not "no reaction"; also of a story from before this service could measure it. Once written it never changes. */
  '1h': HorizonResponse | null;
  /** null: not matured, which is not "no reaction"; also of a story from before this service could measure it. Once written it never changes. */
  '4h': HorizonResponse | null;
}

interface HorizonResponse {
  /** Percent, from the last close before the minute of publication; null where its data are missing. */
  ret_pct: number | null;
  /** Open interest in units of the coin, percent; null where its data are missing. */
  oi_change_pct: number | null;
  /** Difference of the funding rates of an hour, fractions; null where its data are missing. */
  funding_shift: number | null;
  /** Volume over the mean of the same clock window of 14 days; null where its data are missing. */
  volume_multiplier: number | null;
  /** Absolute return in deviations of a horizon so long, of the 24 hours before; null where its data are missing. */
  abnormality: number | null;
}

interface NewsOfCoin {
  /** Perp, as the venue lists it. */
  symbol: string;
  /** 1 − e^(−sum of impact · (1 + 0.3 · (corroboration − 1)) · 2^(−age / 12 h)), never 1; 0 without events. */
  news_pressure: number;
  /** Mean of bias by the same weights; 0 without events. */
  news_tilt: number;
  /** Qualified events of these hours. */
  event_count: number;
  /** Largest impact; 0 without events. */
  top_impact: number;
  /** Raw coverage: reports of these clock hours that name it, qualified or not, copies included. */
  headlines: number;
  /** The newest publication first; each story once, as it is known now. */
  items: NewsEvent[];
  /** Rows in items. */
  count: number;
  /** Hours back, as asked. */
  hours: number;
  /** Whether only a cashtag can name it: its ticker is an ordinary word, and no full name is known. */
  cashtag_only: boolean;
  /** Version of the rules. */
  config_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface NewsSources {
  /** By name. */
  sources: NewsSource[];
  funnel_24h: NewsFunnel;
  /** The same by the hour, oldest first; an hour without an item is missing. */
  funnel_hours: NewsFunnelHour[];
  /** Active perps that only a cashtag can name: their ticker is an ordinary word, and no full name is known. */
  unresolvable: string[];
  /** Active perps. */
  universe_size: number;
  /** Least impact of what is kept. */
  threshold: number;
  /** Version of ordinary words and names. */
  words_version: string;
  /** Version of the rules. */
  config_version: string;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface NewsSource {
  /** As it is configured. */
  name: string;
  /** failing: the newest word was an error; waiting: none yet. */
  status: 'ok' | 'failing' | 'waiting';
  /** Address that is asked; null where there is none. */
  url: string | null;
  /** 1 regulators and first-hand announcements, 2 papers of the trade, 3 others. */
  tier: number;
  /** Kind of all of its items; null: each by its title. */
  category: 'hack' | 'listing' | 'delisting' | 'regulatory' | 'exploit_rumour' | 'partnership' | 'product' | 'opinion' | null;
  /** Last answer that was read; null: none yet. */
  last_success_at: number | null;
  /** Last failure; null: none. */
  last_error_at: number | null;
  /** Reason of that failure; null: none. */
  last_error: string | null;
  /** Items that were taken so far. */
  items: number;
  /** Answers so far that said that nothing is new (304). */
  not_modified: number;
  /** Items and whole feeds that were dropped so far, by reason. */
  dropped: Record<string, number>;
}

/** Sum of the clock hours of the last day, the one that runs included. */
interface NewsFunnel {
  /** Items that arrived: the sum of the others. */
  ingested: number;
  /** No news, or a near-duplicate. */
  dropped_noise: number;
  /** Of no kind that can move a perp. */
  dropped_no_catalyst: number;
  /** About no perp, nor the market. */
  dropped_no_entity: number;
  /** Below an impact of 0.45. */
  dropped_below_threshold: number;
  /** Events, and reports that joined one. */
  qualified: number;
}

interface NewsFunnelHour {
  /** Its open. Epoch ms. */
  hour: number;
  /** Items that arrived: the sum of the others. */
  ingested: number;
  /** No news, or a near-duplicate. */
  dropped_noise: number;
  /** Of no kind that can move a perp. */
  dropped_no_catalyst: number;
  /** About no perp, nor the market. */
  dropped_no_entity: number;
  /** Below an impact of 0.45. */
  dropped_below_threshold: number;
  /** Events, and reports that joined one. */
  qualified: number;
}

interface OwnComposites {
  /** In the order of the file; none without one. */
  items: OwnComposite[];
  /** Rows in items. */
  count: number;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface OwnComposite {
  /** Name in the file of the operator. */
  name: string;
  /** Weighted mean of the parts that are available, to one decimal; null when none is. */
  composite: number | null;
  /** Highest band that it reaches; null without bands, and below all of them. */
  band: string | null;
  /** Whether a part is missing. */
  partial: boolean;
  /** Published numbers that it reads; null where one is not known. */
  inputs: Record<string, number | null>;
  /** Result of the expression of each part; null where it has none. */
  values: Record<string, number | null>;
  /** Points of each part, 0 to 100; null where it is missing. */
  sub_scores: Record<string, number | null>;
  /** Share of each part in this composite; they sum to 1. */
  weights: Record<string, number>;
  /** Version that the file gives. */
  config_version: string;
  /** Moment of the oldest number that it reads; null where none is known. */
  inputs_as_of: number | null;
}

interface OwnCompositeNow {
  /** Name in the file of the operator. */
  name: string;
  /** Weighted mean of the parts that are available, to one decimal; null when none is. */
  composite: number | null;
  /** Highest band that it reaches; null without bands, and below all of them. */
  band: string | null;
  /** Whether a part is missing. */
  partial: boolean;
  /** Published numbers that it reads; null where one is not known. */
  inputs: Record<string, number | null>;
  /** Result of the expression of each part; null where it has none. */
  values: Record<string, number | null>;
  /** Points of each part, 0 to 100; null where it is missing. */
  sub_scores: Record<string, number | null>;
  /** Share of each part in this composite; they sum to 1. */
  weights: Record<string, number>;
  /** Version that the file gives. */
  config_version: string;
  /** Moment of the oldest number that it reads; null where none is known. */
  inputs_as_of: number | null;
  /** When the rows were computed. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface DexPools {
  /** In the order of the list; dead ones are left out. */
  pools: DexPool[];
  /** Rows in pools. */
  count: number;
  /** Dead pools that were left out, by reason, of any base token. */
  excluded: {
    /** Next to nothing is in them. */
    reserve: number;
    /** More volume than their reserve can carry. */
    turnover: number;
    /** A handful of accounts made all of their volume. */
    traders: number;
  };
  /** Chains whose pools did not come in time. */
  missing_chains: ('solana' | 'ethereum' | 'base' | 'bsc' | 'arbitrum')[];
  /** Rule by which pools are dead. */
  rule_version: string;
  /** When the source was asked; equal questions within 60 s have one answer. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface DexPool {
  /** Chain of the pool. */
  chain: 'solana' | 'ethereum' | 'base' | 'bsc' | 'arbitrum';
  /** Address of the pool, or its identity on exchanges of one contract. */
  pool_address: string;
  /** Exchange, as the source names it; null where it is not known. */
  dex: string | null;
  /** As the source names it. */
  name: string;
  base_token: PoolToken;
  quote_token: PoolToken;
  /** Perp of the very base token, by contract address; null without one, or where addresses of coins are not known. */
  pd_symbol: string | null;
  /** Of the base token, USD. */
  price_usd: number | null;
  /** Of the price, percent; null of a younger pool. */
  change_1h_pct: number | null;
  /** Of the price, percent; null of a younger pool. */
  change_24h_pct: number | null;
  /** Value of both sides, USD; null where the source does not say. */
  reserve_usd: number | null;
  /** USD. */
  volume_24h_usd: number | null;
  /** Of the base token, USD. */
  market_cap_usd: number | null;
  /** All units of the base token at the price, USD. */
  fdv_usd: number | null;
  /** Trades that bought the base token. */
  buys_24h: number | null;
  /** Trades that sold it. */
  sells_24h: number | null;
  /** Different accounts among buys_24h. */
  buyers_24h: number | null;
  /** Different accounts among sells_24h. */
  sellers_24h: number | null;
  /** When the pool was made. */
  created_at: number | null;
  /** reserve: next to nothing is in it; turnover: more volume than its reserve can carry; traders: a handful made all of it; null of a pool that is alive. */
  dead_reason: 'reserve' | 'turnover' | 'traders' | null;
}

interface PoolToken {
  /** Contract or mint; lower case but on solana. */
  address: string;
  /** Ticker that the token gives itself: not unique, and no proof of anything. Null where it is not known. */
  symbol: string | null;
  /** As it gives it itself; null where it is not known. */
  name: string | null;
}

interface DexToken {
  /** As asked. */
  chain: 'solana' | 'ethereum' | 'base' | 'bsc' | 'arbitrum';
  /** As asked; lower case but on solana. */
  address: string;
  /** Ticker that the token gives itself; null where it is not known. */
  symbol: string | null;
  /** As it gives it itself; null where it is not known. */
  name: string | null;
  /** Perp of this very token, by contract address; null without one, or where addresses of coins are not known. */
  pd_symbol: string | null;
  /** Decimals of an amount. */
  decimals: number | null;
  /** USD. */
  price_usd: number | null;
  /** Of all pools, USD. */
  reserve_usd: number | null;
  /** Of all pools, USD. */
  volume_24h_usd: number | null;
  /** USD. */
  market_cap_usd: number | null;
  /** All units at the price, USD. */
  fdv_usd: number | null;
  /** Those that are alive first, within them the largest volume first. */
  pools: DexPool[];
  /** Rows in pools. */
  count: number;
  /** Rule by which pools are dead. */
  rule_version: string;
  /** When the source was asked; equal questions within 60 s have one answer. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface Promotions {
  /** In the order of the list. */
  tokens: Promotion[];
  /** Rows in tokens. */
  count: number;
  /** When the source was asked; equal questions within 60 s have one answer. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface Promotion {
  /** As the source names it; also chains that no pools are read of. */
  chain: string;
  /** Contract or mint. */
  address: string;
  /** profile: a page was bought; boost: places in lists were. */
  kind: 'profile' | 'boost';
  /** Text of the advertiser, shortened, never interpreted. Null without one. */
  description: string | null;
  /** Page of the source about the token; null where it gives none. */
  url: string | null;
  /** Boosts of this purchase; null of a profile. */
  boosts: number | null;
  /** Boosts of the token that are active; null of a profile. */
  boosts_total: number | null;
  /** Whether its community took it over; null where it is not said. */
  is_community_takeover: boolean | null;
}

interface TokenSecurity {
  /** As asked. */
  chain: 'solana' | 'ethereum' | 'base' | 'bsc' | 'arbitrum';
  /** As asked; lower case but on solana. */
  address: string;
  /** Ticker that the token gives itself; null where it is not known. */
  symbol: string | null;
  /** As it gives it itself; null where it is not known. */
  name: string | null;
  /** Decimals of an amount. */
  decimals: number | null;
  /** Smallest units that exist, in decimal digits: such numbers do not fit into a JSON number. Null where it is not known. */
  supply_raw: string | null;
  /** Accounts that hold it. */
  holders: number | null;
  /** Higher is worse; 100 of a honeypot. Null where no check is known. */
  risk_score: number | null;
  /** moderate from 20, high from 50, critical from 80; null where less than half is known and what is known is below 50. */
  risk_band: 'low' | 'moderate' | 'high' | 'critical' | null;
  /** Weight of the checks that are known, of all that are about such a chain. */
  coverage: number;
  /** Every check that is about such a chain. */
  checks: TokenCheck[];
  /** Sources of checks. */
  sources: CheckSource[];
  /** Checks, weights and bands. */
  config_version: string;
  /** When the source was asked; equal questions within 60 s have one answer. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface TokenCheck {
  /** Name of the check. */
  check: 'honeypot' | 'rugged' | 'cannot_sell_all' | 'balance_changeable' | 'hidden_owner' | 'ownership_reclaimable' | 'self_destruct' | 'mintable' | 'freezable' | 'blacklist' | 'non_transferable' | 'tax_changeable' | 'unverified_source' | 'proxy' | 'metadata_changeable' | 'buy_tax' | 'sell_tax' | 'liquidity_unlocked' | 'top10_share' | 'creator_share' | 'few_holders';
  /** ok: answered; unknown: those that were asked do not say, which is not safe; unavailable: nobody could be asked. */
  state: 'ok' | 'unknown' | 'unavailable';
  /** The riskiest answer: 1 or 0 of a flag, a fraction of taxes and shares, a count of few_holders; null unless ok. */
  value: number | null;
  /** Risk of the value; null unless ok. */
  risk: number | null;
  /** Share of what is left to 100 that a risk of 1 takes. */
  weight: number;
  /** Sources that answered. */
  sources: string[];
}

interface CheckSource {
  /** Name of the source. */
  source: string;
  /** ok: answered; unknown: knows nothing of the token; unavailable: failed, or was not asked. */
  state: 'ok' | 'unknown' | 'unavailable';
  /** Why it is unavailable; null otherwise. */
  reason: string | null;
}

interface StrategyGroups {
  /** The groups. */
  groups: StrategyGroup[];
  /** Groups. */
  count: number;
  /** Version of the contents, by year and month. */
  catalog_version: string;
}

interface StrategyGroup {
  /** Value of the filter group of the list. */
  slug: string;
  /** Name. */
  name: string;
  /** What its entries have in common. */
  description: string;
  /** Strategies in it. */
  strategy_count: number;
}

interface Strategies {
  /** In the order of the catalogue. */
  strategies: StrategyRow[];
  /** Rows. */
  count: number;
  /** The filter; null where none was sent. */
  group: string | null;
  /** Version of the contents, by year and month. */
  catalog_version: string;
}

interface StrategyRow {
  /** Stable: never given to another entry. */
  slug: string;
  /** Name. */
  name: string;
  /** Slug of its group. */
  group: 'trend-following' | 'moving-average-systems' | 'breakout' | 'cross-sectional-momentum' | 'mean-reversion' | 'oscillator-systems' | 'pairs-stat-arb' | 'funding-carry' | 'basis-term-structure' | 'venue-arbitrage' | 'options-volatility' | 'volatility-regime' | 'market-making' | 'order-flow' | 'execution' | 'open-interest-liquidations' | 'volume-price' | 'price-patterns' | 'seasonality-events' | 'onchain-sentiment' | 'factors-learning' | 'portfolio-risk';
  /** The idea in one or two sentences. */
  summary: string;
  /** How long a position is held, from seconds to years. */
  timeframe: 'scalp' | 'intraday' | 'day' | 'swing' | 'position' | 'long-term';
  /** Difficulty of running it. */
  complexity: 'beginner' | 'intermediate' | 'advanced';
  /** Slugs of the indicators that its rules name. */
  indicators: string[];
  /** Operations with data that it needs. */
  endpoints: string[];
}

interface StrategyDetail {
  /** Stable: never given to another entry. */
  slug: string;
  /** Name. */
  name: string;
  /** Slug of its group. */
  group: 'trend-following' | 'moving-average-systems' | 'breakout' | 'cross-sectional-momentum' | 'mean-reversion' | 'oscillator-systems' | 'pairs-stat-arb' | 'funding-carry' | 'basis-term-structure' | 'venue-arbitrage' | 'options-volatility' | 'volatility-regime' | 'market-making' | 'order-flow' | 'execution' | 'open-interest-liquidations' | 'volume-price' | 'price-patterns' | 'seasonality-events' | 'onchain-sentiment' | 'factors-learning' | 'portfolio-risk';
  /** The idea in one or two sentences. */
  summary: string;
  /** How long a position is held, from seconds to years. */
  timeframe: 'scalp' | 'intraday' | 'day' | 'swing' | 'position' | 'long-term';
  /** Difficulty of running it. */
  complexity: 'beginner' | 'intermediate' | 'advanced';
  /** Slugs of the indicators that its rules name. */
  indicators: string[];
  /** Operations with data that it needs. */
  endpoints: string[];
  /** The reason why it could earn. No promise. */
  edge: string;
  /** Kind of that reason. */
  edge_source: 'behavioural' | 'risk-premium' | 'structural-flow' | 'microstructure' | 'informational' | 'statistical';
  /** Markets that it trades, as in spot or perps. */
  markets: string[];
  /** Kinds of data that it reads. */
  data_required: ('bars' | 'funding' | 'open_interest' | 'trades' | 'book' | 'positions' | 'options' | 'chain')[];
  /** How far it was tested here; untested unless a command of the repository reproduces the result. */
  backtest_status: 'untested' | 'naive-backtested' | 'cost-corrected' | 'walk-forward-validated' | 'paper-traded' | 'pilot' | 'live' | 'paused' | 'retired';
  /** Words to find it by. */
  tags: string[];
  /** Path of its page: rules, sizing, what breaks it, sources. */
  wiki_path: string;
  /** Tasks made from its fields. */
  prompts: {
    /** Task: to write it. */
    build: string;
    /** Task: to test it, with costs and without later bars. */
    backtest: string;
  };
}

interface IndicatorGroups {
  /** The groups. */
  groups: IndicatorGroup[];
  /** Groups. */
  count: number;
  /** Version of the contents, by year and month. */
  catalog_version: string;
}

interface IndicatorGroup {
  /** Value of the filter group of the list. */
  slug: string;
  /** Name. */
  name: string;
  /** What its entries have in common. */
  description: string;
  /** Indicators in it. */
  indicator_count: number;
  /** Operations that its indicators name, each once. */
  endpoints: string[];
}

interface Indicators {
  /** In the order of the catalogue. */
  indicators: IndicatorRow[];
  /** Rows. */
  count: number;
  /** The filter; null where none was sent. */
  group: string | null;
  /** Version of the contents, by year and month. */
  catalog_version: string;
}

interface IndicatorRow {
  /** Stable: never given to another entry. */
  slug: string;
  /** Name. */
  name: string;
  /** Slug of its group. */
  group: 'moving-averages' | 'trend' | 'momentum' | 'volatility' | 'volume' | 'channels-levels' | 'statistics' | 'cycles' | 'breadth' | 'derivatives' | 'order-flow' | 'on-chain';
  /** What it tells a reader, in one or two sentences. */
  summary: string;
  /** Other names and abbreviations. */
  aliases: string[];
  /** Operations that serve it, or what it is made of. */
  endpoints: string[];
}

interface IndicatorDetail {
  /** Stable: never given to another entry. */
  slug: string;
  /** Name. */
  name: string;
  /** Slug of its group. */
  group: 'moving-averages' | 'trend' | 'momentum' | 'volatility' | 'volume' | 'channels-levels' | 'statistics' | 'cycles' | 'breadth' | 'derivatives' | 'order-flow' | 'on-chain';
  /** What it tells a reader, in one or two sentences. */
  summary: string;
  /** Other names and abbreviations. */
  aliases: string[];
  /** Operations that serve it, or what it is made of. */
  endpoints: string[];
  /** Words to find it by. */
  tags: string[];
  /** Difficulty of reading it well. */
  difficulty: 'beginner' | 'intermediate' | 'advanced';
  /** Slugs of strategies that name it, the first 12 in the order of their catalogue. */
  used_by: string[];
  /** Strategies that name it and are not in used_by. */
  used_by_others: number;
  /** Path of its page: formula, symbols, defaults, sources, how to compute it. */
  wiki_path: string;
  /** Tasks made from its fields. */
  prompts: {
    /** Task: to write it. */
    build: string;
    /** Task: to test it, with costs and without later bars. */
    backtest: string;
  };
}

interface WikiResults {
  /** By score; newest pages first when q is empty. */
  results: WikiResult[];
  /** Rows in results. */
  count: number;
  /** Pages that were found, before limit. */
  total: number;
  /** The words, as asked. */
  q: string;
}

interface WikiResult {
  /** Path of the page; path of wiki/page. */
  path: string;
  /** Title. */
  title: string;
  /** strategy, indicator or concept. */
  type: string;
  /** generated from the catalogue, or written by hand. */
  status: string;
  /** Group of an entry, or kind of a concept. */
  category: string;
  /** Words to find it by. */
  tags: string[];
  /** UTC date of the last change, YYYY-MM-DD. */
  updated: string;
  /** The passage around the first word that was asked; the summary where none stands in the text. */
  snippet: string;
  /** Weight of the match, comparable within one answer; null when q is empty. */
  score: number | null;
  /** Request that has the whole page. */
  read: string;
  /** Address of the page, below the origin of the service. */
  url: string;
  /** Labels of a strategy; null on other pages. */
  strategy: {
    /** How far it was tested here. */
    backtest_status: string;
    /** Its timeframe; day is intraday here. */
    horizon: string;
    /** Slug of its group. */
    strategy_type: string;
    /** beginner, intermediate or advanced. */
    complexity: string;
    /** low, medium or high. */
    crowding_risk: string;
    /** Markets that it trades. */
    markets: string[];
    /** Kind of the reason why it could earn. */
    edge_source: string;
    /** Sharpe ratio a year. Null unless the source that the page cites states it; of the sample that the page names. */
    expected_sharpe: number | null;
    /** Percent. Null unless the source that the page cites states it; of the sample that the page names. */
    expected_max_drawdown: number | null;
    /** Basis points a trade. Null unless the source that the page cites states it; of the sample that the page names. */
    breakeven_cost_bps: number | null;
    /** Always the same: what an author says, never a result of this service. */
    expected_sharpe_source: 'author_estimate';
  } | null;
}

interface WikiPage {
  /** Path of the page; path of wiki/page. */
  path: string;
  /** Title. */
  title: string;
  /** strategy, indicator or concept. */
  type: string;
  /** generated from the catalogue, or written by hand. */
  status: string;
  /** Group of an entry, or kind of a concept. */
  category: string;
  /** Words to find it by. */
  tags: string[];
  /** UTC date of the last change, YYYY-MM-DD. */
  updated: string;
  /** Text, without front matter. Links are relative to the path. */
  markdown: string;
  /** Address of the page, below the origin of the service. */
  url: string;
  /** Licence of the text. */
  license: string;
}

interface WikiStats {
  /** Pages. */
  total_pages: number;
  /** Moment of the commit that the index was built from. Unix seconds. */
  built_at: number;
  /** Commit of the pages; unknown where they were built without a repository. */
  source_commit: string;
  /** Pages of each category. */
  by_category: Record<string, number>;
  /** Pages of each type. */
  by_type: Record<string, number>;
}

interface DailySnapshot {
  /** As asked: coins, funding and liquidations are trimmed to it. */
  exchange: 'perpdex' | 'cexa_spot' | 'dexb' | 'all';
  /** Scores, and components without details; null while there is no total. */
  market_health: DailyMarketHealth | null;
  sentiment: DailySentiment;
  /** Event risk of the usual window; null before the first. */
  event: EventComposite | null;
  /** Security stress of the usual window; null before the first. */
  security: SecurityComposite | null;
  /** Policy risk of the usual window; null before the first. */
  policy: PolicyComposite | null;
  /** Coins of the exchange by rank, unranked ones last. */
  coins: Coin[];
  /** Coins by their largest absolute funding rate, at most 100. */
  funding: DailyFunding[];
  /** Coins by liquidations of 24 hours in USD, at most 100. */
  liquidations: LiquidationTotals[];
  technical_regime: DailyTechnicalRegime;
  /** The long-horizon regime that holds; null while there is too little history. */
  long_horizon: LongHorizonCurrent | null;
  /** Moment of each part; null of a part that is not there. */
  parts_as_of: {
    /** Of market_health. */
    market_health: number | null;
    /** Of sentiment. */
    sentiment: number | null;
    /** Of event. */
    event: number | null;
    /** Of security. */
    security: number | null;
    /** Of policy. */
    policy: number | null;
    /** Of coins. */
    coins: number | null;
    /** Of funding: the oldest of the venues that answered. */
    funding: number | null;
    /** Of liquidations: end of the 24 hours. */
    liquidations: number | null;
    /** Of technical_regime. */
    technical_regime: number | null;
    /** Of long_horizon. */
    long_horizon: number | null;
  };
  /** When this answer was built; it is kept for a minute. Epoch ms. */
  generated_at: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface DailyMarketHealth {
  /** floor(0.5 · long_term_score + 0.5 · short_term_score + 0.5). */
  total_score: number;
  /** Mean of the available components of the long term, half up. */
  long_term_score: number;
  /** Mean of the available components of the short term, half up. */
  short_term_score: number;
  /** Of the total: BULLISH from 60, BEARISH up to 40. */
  sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** Of the long term: BULLISH from 60, BEARISH up to 40. */
  long_term_sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** Of the short term: BULLISH from 60, BEARISH up to 40. */
  short_term_sentiment: 'BULLISH' | 'NEUTRAL' | 'BEARISH';
  /** A component is not available. */
  partial: boolean;
  /** Version of weights and maps. */
  config_version: string;
  components: MarketHealthBriefComponents;
  indicators: MarketHealthIndicators;
}

/** The eleven components without their inputs, those of the long term first. */
interface MarketHealthBriefComponents {
  price_trend: MarketHealthBriefComponent;
  market_breadth: MarketHealthBriefComponent;
  stablecoin_flow_90d: MarketHealthBriefComponent;
  macro_dxy: MarketHealthBriefComponent;
  volume_quality: MarketHealthBriefComponent;
  fear_greed: MarketHealthBriefComponent;
  derivatives: MarketHealthBriefComponent;
  market_breadth_short: MarketHealthBriefComponent;
  volatility: MarketHealthBriefComponent;
  short_term_price: MarketHealthBriefComponent;
  stablecoin_flow_14d: MarketHealthBriefComponent;
}

interface MarketHealthBriefComponent {
  /** floor(exact_score + 0.5), 0 to 100; null while the component is not available. */
  score: number | null;
  /** Nominal share in its group. The group is the mean over available components, each with weight over the sum of their weights. */
  weight: number;
  /** Term of the score that it counts in. */
  group: 'long' | 'short';
  /** False while its first input is not known. */
  available: boolean;
  /** Mean of the points of its known inputs by weight; the group is made of these. Null while it is not available. */
  exact_score: number | null;
}

/** Fear and greed, macro series and stablecoins. */
interface DailySentiment {
  /** Null without a fresh index. */
  fear_greed: FearGreedBlock | null;
  /** Null without a source. */
  macro: MacroBlock | null;
  /** Null without a fresh value. */
  stablecoins: StablecoinsBlock | null;
}

interface FearGreedBlock {
  /** Mean of the indices in sources, half up: 0 fear, 100 greed. */
  value: number;
  /** The mean before rounding. */
  exact_value: number;
  /** extreme_fear below 25, fear below 45, neutral below 56, greed below 76, extreme_greed from there. */
  classification: 'extreme_fear' | 'fear' | 'neutral' | 'greed' | 'extreme_greed';
  /** The same a day ago; null where no index was fresh. */
  value_24h_ago: number | null;
  /** Seven days ago. */
  value_7d_ago: number | null;
  /** Thirty days ago. */
  value_30d_ago: number | null;
  /** Indices that count: those not older than 36 hours. */
  sources: FearGreedSource[];
}

interface MacroBlock {
  /** Dollars for a euro. */
  eur_usd: MacroSeriesNow | null;
  /** Dollars for an ounce of gold. */
  gold_usd: MacroSeriesNow | null;
  /** The dollar index. */
  dollar_index: MacroSeriesNow | null;
  /** The broad dollar index of the Fed. */
  broad_dollar: MacroSeriesNow | null;
  /** Yields of Treasury securities, percent a year. */
  treasury_yields: {
    /** Three months. */
    us_3m: MacroSeriesNow | null;
    /** Two years. */
    us_2y: MacroSeriesNow | null;
    /** Five years. */
    us_5y: MacroSeriesNow | null;
    /** Ten years. */
    us_10y: MacroSeriesNow | null;
    /** Thirty years. */
    us_30y: MacroSeriesNow | null;
  };
  /** Rate of the Fed, percent a year. */
  fed_funds: MacroSeriesNow | null;
  /** Nasdaq-100. */
  nasdaq100: MacroSeriesNow | null;
  /** S&P 500. */
  sp500: MacroSeriesNow | null;
  /** Implied volatility of the S&P 500, percent a year. */
  vix: MacroSeriesNow | null;
}

interface StablecoinsBlock {
  /** Circulating value of all stablecoins, USD. */
  market_cap: number;
  /** When that became known. Epoch ms. */
  market_cap_as_of: number;
  /** Within 7 days; null where the earlier value is not known. */
  flow_7d: StablecoinFlow | null;
  /** Within 14 days: market health reads its pct. */
  flow_14d: StablecoinFlow | null;
  /** Within 90 days: market health reads its pct. */
  flow_90d: StablecoinFlow | null;
  /** Those that are known one by one, largest first. */
  coins: StablecoinNow[];
}

interface EventComposite {
  /** 0.4 unlock + 0.25 macro + 0.35 depeg, re-normalized over the parts that are available, to one decimal; null when none is. */
  composite: number | null;
  /** dormant below 15, quiet below 35, elevated below 60, heavy below 80, critical from 80 on; null without a composite. */
  band: 'dormant' | 'quiet' | 'elevated' | 'heavy' | 'critical' | null;
  /** Whether a part is missing. */
  partial: boolean;
  /** Feeds that speak for now. */
  inputs_available: {
    /** Whether the feed of unlock answered within its limit of age; an answer of nothing is one. */
    unlock: boolean;
    /** Whether the feed of macro answered within its limit of age; an answer of nothing is one. */
    macro: boolean;
    /** Whether the feed of depeg answered within its limit of age; an answer of nothing is one. */
    depeg: boolean;
  };
  /** Scores of the parts, 0 to 100. */
  sub_scores: {
    /** Score of unlock, unrounded; null when its feed is missing. */
    unlock: number | null;
    /** Score of macro, unrounded; null when its feed is missing. */
    macro: number | null;
    /** Score of depeg, unrounded; null when its feed is missing. */
    depeg: number | null;
  };
  /** Shares of the parts after re-normalization; they sum to 1. */
  weights: {
    /** Share of unlock in this composite; 0 when it is missing. */
    unlock: number;
    /** Share of macro in this composite; 0 when it is missing. */
    macro: number;
    /** Share of depeg in this composite; 0 when it is missing. */
    depeg: number;
  };
  /** Version of the rules. */
  config_version: string;
}

interface SecurityComposite {
  /** 0.45 hack + 0.3 flow + 0.25 depeg, re-normalized over the parts that are available, to one decimal; null when none is. */
  composite: number | null;
  /** dormant below 15, quiet below 35, elevated below 60, heavy below 80, critical from 80 on; null without a composite. */
  band: 'dormant' | 'quiet' | 'elevated' | 'heavy' | 'critical' | null;
  /** Whether a part is missing. */
  partial: boolean;
  /** Feeds that speak for now. */
  inputs_available: {
    /** Whether the feed of hack answered within its limit of age; an answer of nothing is one. */
    hack: boolean;
    /** Whether the feed of flow answered within its limit of age; an answer of nothing is one. */
    flow: boolean;
    /** Whether the feed of depeg answered within its limit of age; an answer of nothing is one. */
    depeg: boolean;
  };
  /** Scores of the parts, 0 to 100. */
  sub_scores: {
    /** Score of hack, unrounded; null when its feed is missing. */
    hack: number | null;
    /** Score of flow, unrounded; null when its feed is missing. */
    flow: number | null;
    /** Score of depeg, unrounded; null when its feed is missing. */
    depeg: number | null;
  };
  /** Shares of the parts after re-normalization; they sum to 1. */
  weights: {
    /** Share of hack in this composite; 0 when it is missing. */
    hack: number;
    /** Share of flow in this composite; 0 when it is missing. */
    flow: number;
    /** Share of depeg in this composite; 0 when it is missing. */
    depeg: number;
  };
  /** Version of the rules. */
  config_version: string;
}

interface PolicyComposite {
  /** 0.4 gdelt + 0.35 cross_asset + 0.25 rate, re-normalized over the parts that are available, to one decimal; null when none is. */
  composite: number | null;
  /** dormant below 15, quiet below 35, elevated below 60, heavy below 80, critical from 80 on; null without a composite. */
  band: 'dormant' | 'quiet' | 'elevated' | 'heavy' | 'critical' | null;
  /** Whether a part is missing. */
  partial: boolean;
  /** Feeds that speak for now. */
  inputs_available: {
    /** Whether the feed of gdelt answered within its limit of age; an answer of nothing is one. */
    gdelt: boolean;
    /** Whether the feed of cross_asset answered within its limit of age; an answer of nothing is one. */
    cross_asset: boolean;
    /** Whether the feed of rate answered within its limit of age; an answer of nothing is one. */
    rate: boolean;
  };
  /** Scores of the parts, 0 to 100. */
  sub_scores: {
    /** Score of gdelt, unrounded; null when its feed is missing. */
    gdelt: number | null;
    /** Score of cross_asset, unrounded; null when its feed is missing. */
    cross_asset: number | null;
    /** Score of rate, unrounded; null when its feed is missing. */
    rate: number | null;
  };
  /** Shares of the parts after re-normalization; they sum to 1. */
  weights: {
    /** Share of gdelt in this composite; 0 when it is missing. */
    gdelt: number;
    /** Share of cross_asset in this composite; 0 when it is missing. */
    cross_asset: number;
    /** Share of rate in this composite; 0 when it is missing. */
    rate: number;
  };
  /** Version of the rules. */
  config_version: string;
  /** −1 restrictive to +1 pro-crypto: tanh of half the sum of sign · confidence · 2^(−age / 24 h) of headlines; null without a feed of headlines. */
  policy_tilt: number | null;
}

interface DailyFunding {
  /** The coin, in the spelling of the perp venue. */
  coin: string;
  /** Largest absolute rate of its venues, fraction of the notional an hour; the list is ordered by it. */
  max_abs_rate_1h: number;
  /** Its perps, highest annualized_pct first. */
  venues: ({
    /** The coin, in the spelling of the perp venue. */
    coin: string;
    /** Venue of the perp. */
    venue: 'perpdex' | 'cexa' | 'dexb';
    /** The perp, as its venue writes it. */
    symbol: string;
    /** Rate of the interval that runs, fraction of the notional per interval; positive: longs pay. */
    funding_rate: number | null;
    /** Hours between settlements: 1, 4 or 8; null where it is not known. */
    interval_hours: number | null;
    /** The rate per hour. */
    rate_1h: number | null;
    /** Percent of the notional per year, without compounding: comparable over intervals. */
    annualized_pct: number | null;
    /** Next settlement. */
    next_funding_time: number | null;
  })[];
}

/** The technical regime of the market; never trimmed to an exchange. */
interface DailyTechnicalRegime {
  /** Squeezes over the whole universe; null while not known. */
  breadth: TechnicalBreadth | null;
  /** Moving averages, bands, range and RSI by ticker; only with technical_detail=true. */
  by_symbol?: Record<string, DailyTechnical>;
}

interface DailyTechnical {
  /** Venue of the bars. */
  source: 'cexa_spot' | 'perpdex_perp';
  /** Last closed 1h close, or the last daily close if that is later; quote units. */
  price: number;
  /** Close of the last completed day, which the averages are compared with; quote units. */
  close_1d: number;
  /** Mean of the last 50 daily closes, quote units; null below 50 days. */
  sma_50: number | null;
  /** Mean of the last 100 daily closes, quote units; null below 100 days. */
  sma_100: number | null;
  /** Mean of the last 200 daily closes, quote units; null below 200 days. */
  sma_200: number | null;
  /** Percent of SMA-50 from it to close_1d; null below 50 days. */
  dist_from_50_pct: number | null;
  /** Percent of SMA-100 from it to close_1d; null below 100 days. */
  dist_from_100_pct: number | null;
  /** Percent of SMA-200 from it to close_1d; null below 200 days. */
  dist_from_200_pct: number | null;
  /** close_1d is above SMA-50; equality keeps the side of the day before; null without a side. */
  above_50: boolean | null;
  /** close_1d is above SMA-100; equality keeps the side of the day before; null without a side. */
  above_100: boolean | null;
  /** close_1d is above SMA-200; equality keeps the side of the day before; null without a side. */
  above_200: boolean | null;
  /** Side of SMA-200, or its crossing in the last 5 completed days; null below 200 days. */
  ma_state: 'above_200' | 'below_200' | 'breakdown_200' | 'reclaim_200' | null;
  /** Completed days in ma_state, the first included. */
  days_in_state: number | null;
  /** Width of the Bollinger bands, percent of the middle band; null while not defined. */
  bb_bandwidth: number | null;
  /** Percentile rank of bb_bandwidth among 126 days; null below 60 of them. */
  bb_bandwidth_pctile: number | null;
  /** State of the bands; null while not defined. */
  bb: 'in_squeeze' | 'expanding' | 'normal' | null;
  /** A squeeze began at bandwidth percentile 20 and has not ended above 30; null while not defined. */
  in_squeeze: boolean | null;
  /** Completed days in the squeeze; 0 outside one. */
  squeeze_days: number | null;
  /** Highest high of 20 completed days and the price, quote units. */
  range_high: number | null;
  /** Lowest low of 20 completed days and the price, quote units. */
  range_low: number | null;
  /** Price in that range: 0 at the low, 1 at the high. */
  position_in_range: number | null;
  /** near_low up to 0.2, near_high from 0.8 of the range. */
  range_zone: 'near_low' | 'mid' | 'near_high' | null;
  /** RSI(14) of completed days; null while not defined. */
  rsi_1d: number | null;
  /** Overbought from 70, oversold up to 30; null without rsi_1d. */
  rsi_1d_zone: 'overbought' | 'neutral' | 'oversold' | null;
  /** RSI(14) of closed hours; null while not defined. */
  rsi_1h: number | null;
  /** Overbought from 70, oversold up to 30; null without rsi_1h. */
  rsi_1h_zone: 'overbought' | 'neutral' | 'oversold' | null;
  /** The last completed daily bar is not the one that should be last. */
  stale: boolean;
}

interface BacktestingStatus {
  /** Limits of /backtesting. */
  limits: {
    /** Heavy reads at a time, over all replicas. */
    max_concurrent: number;
    /** Longest wait for a place. */
    queue_timeout_s: number;
    /** Wait after a 503 backtesting_busy. */
    retry_after_s: number;
    /** Sustained, by key. */
    requests_per_second: number;
    /** Requests at once, by key. */
    burst: number;
    /** Rows of a page. */
    max_rows: number;
    /** Longest answer. */
    timeout_s: number;
  };
  /** What there is of each type. */
  items: ({
    /** Type of the files. */
    data_type: string;
    /** unavailable: this service has no source of it. */
    status: 'archived' | 'empty' | 'unavailable';
    /** YYYY-MM-DD; null without a day. */
    first_day: string | null;
    /** YYYY-MM-DD; null without a day. */
    last_day: string | null;
    /** Days with files. */
    days: number;
    /** Symbols with files; of snapshots, their types. */
    symbols: number;
    /** Files, the newest of each. */
    files: number;
    /** Rows in them. */
    rows: number;
    /** Bytes of them. */
    bytes: number;
    /** Days between the first and the last without a file. */
    gaps: string[];
    /** Symbols that days were archived without, because their source failed for too long; filled when it answers. */
    missing: ({
      /** YYYY-MM-DD. */
      date: string;
      /** As in the files. */
      exchange: string;
      /** As in the files. */
      symbol: string;
    })[];
  })[];
  /** Moment of the answer. Epoch ms. */
  as_of: number;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface BacktestingKlines {
  /** In the order of day, exchange, symbol and time. */
  items: ({
    /** Exchange. */
    exchange: string;
    /** As it is listed. */
    symbol: string;
    /** Open of the bar. Epoch ms. */
    timestamp: number;
    /** USD. */
    open: number;
    /** USD. */
    high: number;
    /** USD. */
    low: number;
    /** USD. */
    close: number;
    /** Units of the coin. */
    volume: number;
  })[];
  /** Rows in items. */
  count: number;
  /** Continues after this page; null: there is nothing more. */
  next_cursor: string | null;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface BacktestingFundingBars {
  /** In the order of day, exchange, symbol and time. */
  items: ({
    /** Exchange. */
    exchange: string;
    /** As it is listed. */
    symbol: string;
    /** Open of the bar: joins the row to that of /backtesting/klines. Epoch ms. */
    timestamp: number;
    /** Fraction of the notional per hour; null where not known. */
    funding_rate: number | null;
    /** Units of the coin; null where not known. */
    open_interest: number | null;
    /** USD; null where not known. */
    mark_price: number | null;
    /** When they became known; null where nothing was within the hour before. */
    known_at: number | null;
  })[];
  /** Rows in items. */
  count: number;
  /** Continues after this page; null: there is nothing more. */
  next_cursor: string | null;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface BacktestingTradeFlow {
  /** In the order of day, exchange, symbol and time. */
  items: ({
    /** Base coin. */
    symbol: string;
    /** Open of the minute. Epoch ms. */
    timestamp: number;
    /** Bought by takers. */
    buy_usd: number;
    /** Sold by takers. */
    sell_usd: number;
    /** Of both, in large fills. */
    large_usd: number;
    /** Fills. */
    trades: number;
    /** Mean price weighted by size, USD; null without fills. */
    vwap: number | null;
    /** The largest fill; null without fills. */
    max_fill_usd: number | null;
    /** A part of the minute was not watched. */
    partial: boolean;
  })[];
  /** Rows in items. */
  count: number;
  /** Continues after this page; null: there is nothing more. */
  next_cursor: string | null;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface BacktestingSnapshots {
  /** In the order of publication; of each snapshot the head first, then its records. */
  items: ({
    /** Type of the snapshot. */
    snapshot_type: string;
    /** When it was published. Epoch ms. */
    timestamp: number;
    /** Moment of its values. Epoch ms. */
    as_of: number;
    /** Form of its data. */
    version: string;
    /** Whose record it is; null where it is of none. */
    symbol: string | null;
    /** Data are what belongs to all records of the snapshot. */
    is_head: boolean;
    /** As it was published. */
    data: Record<string, unknown>;
  })[];
  /** Rows in items. */
  count: number;
  /** Continues after this page; null: there is nothing more. */
  next_cursor: string | null;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface BacktestingNewsEvents {
  /** In the order of publication, story and revision. */
  items: ArchivedNewsEvent[];
  /** Rows in items. */
  count: number;
  /** Continues after this page; null: there is nothing more. */
  next_cursor: string | null;
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
}

interface ArchivedNewsEvent {
  /** Publication of the first report. Epoch ms. */
  published_at: number;
  /** Perp, or MARKET. */
  symbol: string;
  /** Kind of the catalyst. listing and delisting come from the difference of two universes of the venue, never from a text. */
  category: 'hack' | 'listing' | 'delisting' | 'regulatory' | 'exploit_rumour' | 'partnership' | 'product' | 'opinion';
  /** Impact; nothing below the threshold is kept. */
  impact_score: number;
  /** −1 risk off to +1 risk on. */
  bias: number;
  /** Independent sources within 6 hours, the first included: registrable domains, near-duplicates left out. */
  corroboration: number;
  /** How the symbol was found: by cashtag, full name or ticker; universe: of a listing, which no title named; market: words about the whole market. A ticker that is an ordinary word matches by cashtag or full name only. */
  match_mode: 'cashtag' | 'name' | 'ticker' | 'universe' | 'market';
  /** Domain that was first to report it. */
  source: string;
  /** Title of the first report; text of the source. */
  title: string;
  /** Percent, 15 minutes after publication from the last close before it; null: not matured, or not known. */
  ret_15m: number | null;
  /** The same after an hour; null: not matured, or not known. */
  ret_1h: number | null;
  /** The same after four hours; null: not matured, or not known. */
  ret_4h: number | null;
  /** Volume of the hour over the mean of the same clock hour of 14 days; null: not matured, or not known. */
  vol_mult: number | null;
  /** Open interest in units of the coin, percent over the hour; null: not matured, or not known. */
  oi_change_pct: number | null;
  /** Difference of the funding rates of an hour, over the hour; null: not matured, or not known. */
  funding_shift: number | null;
  /** Absolute return of the hour in deviations of an hour, of the day before; null: not matured, or not known. */
  abnormality: number | null;
  /** When this became known here. Epoch ms. */
  known_at: number;
  /** First report; null where it has no address. */
  url: string | null;
  /** Identifier of the story. */
  id: string;
  /** Rows of the story so far, this one included: more sources make a new row. */
  revision: number;
}

interface ArchiveDownload {
  /** Signed link to this one file; it needs no key. */
  download_url: string;
  /** When the link ends. Epoch ms. */
  expires_at: number;
  /** Type of the file. */
  data_type: string;
  /** Its name in the archive. */
  file: string;
  /** Its format. */
  format: 'parquet' | 'json';
  /** Rows in it. */
  rows: number;
  /** Bytes of it. */
  bytes: number;
  /** SHA-256 of its bytes, hexadecimal. */
  sha256: string;
}

type StreamEvent = LiquidationEvent | WhaleTransferEvent | WhalePositionEvent | FundingEvent | OiDeltaEvent | PriceMoveEvent;

interface LiquidationEvent {
  /** Only increases, also across restarts and replicas. */
  id: number;
  /** When it happened, epoch ms. */
  ts: number;
  /** When the service saw it, epoch ms. */
  recv_ts: number;
  /** Where it happened. */
  venue: string;
  /** base coin */
  symbol: string;
  /** Where the event comes from: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Type of the event. */
  type: 'liquidation';
  /** The liquidated position's side. */
  side: 'long' | 'short';
  /** Size, USD. */
  usd: number;
  /** Price; perp-venue events only. */
  px?: number;
  /** Size, base units; perp-venue events only. */
  sz?: number;
  /** True where the venue marks none, and it was derived from fills of watched accounts: others are missing. */
  derived?: boolean;
}

interface WhaleTransferEvent {
  /** Only increases, also across restarts and replicas. */
  id: number;
  /** When it happened, epoch ms. */
  ts: number;
  /** When the service saw it, epoch ms. */
  recv_ts: number;
  /** Where it happened. */
  venue: string;
  /** base coin */
  symbol: string;
  /** Where the event comes from: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Type of the event. */
  type: 'whale_transfer';
  /** The exchange. */
  exchange: string;
  /** The chain that carried it. */
  chain: string;
  /** inflow = deposit to the exchange. */
  direction: 'inflow' | 'outflow';
  /** Token units. */
  amount: number;
  /** Size, USD. */
  usd: number;
}

interface WhalePositionEvent {
  /** Only increases, also across restarts and replicas. */
  id: number;
  /** When it happened, epoch ms. */
  ts: number;
  /** When the service saw it, epoch ms. */
  recv_ts: number;
  /** Where it happened. */
  venue: string;
  /** base coin */
  symbol: string;
  /** Where the event comes from: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Type of the event. */
  type: 'whale_position';
  /** What became of the position. */
  action: 'entry' | 'exit' | 'increase' | 'decrease';
  /** Side of the position. */
  side: 'long' | 'short';
  /** Base units after the change. */
  size: number;
  /** Notional of the change at the entry price, USD. */
  usd: number;
  /** Address of the trader. */
  address: string;
  /** Percent of the size before; null on an entry. */
  change_pct: number | null;
  /** Class of the trader; null below 100,000 USD of positions. */
  trader_class?: 'market_maker' | 'whale' | 'other' | null;
}

interface FundingEvent {
  /** Only increases, also across restarts and replicas. */
  id: number;
  /** When it happened, epoch ms. */
  ts: number;
  /** When the service saw it, epoch ms. */
  recv_ts: number;
  /** Where it happened. */
  venue: string;
  /** base coin */
  symbol: string;
  /** Where the event comes from: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Type of the event. */
  type: 'funding';
  /** Fraction per hour. */
  rate_1h: number;
  /** The rate before, fraction per hour. */
  prev_rate_1h: number;
  /** The first print of a new hour. */
  settle: boolean;
}

interface OiDeltaEvent {
  /** Only increases, also across restarts and replicas. */
  id: number;
  /** When it happened, epoch ms. */
  ts: number;
  /** When the service saw it, epoch ms. */
  recv_ts: number;
  /** Where it happened. */
  venue: string;
  /** base coin */
  symbol: string;
  /** Where the event comes from: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Type of the event. */
  type: 'oi_delta';
  /** Signed change, USD. */
  usd: number;
  /** Signed, percent. */
  pct: number;
  /** Length of the window, seconds. */
  window_s: number;
  /** Open interest after the change, USD. */
  oi_usd: number;
}

interface PriceMoveEvent {
  /** Only increases, also across restarts and replicas. */
  id: number;
  /** When it happened, epoch ms. */
  ts: number;
  /** When the service saw it, epoch ms. */
  recv_ts: number;
  /** Where it happened. */
  venue: string;
  /** base coin */
  symbol: string;
  /** Where the event comes from: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Type of the event. */
  type: 'price_move';
  /** Signed, percent. */
  pct: number;
  /** Price after the move, quote units. */
  price: number;
  /** Price before the move, quote units. */
  prev_price: number;
  /** Length of the window, seconds. */
  window_s: number;
}

interface StreamRecent {
  /** Events in events. */
  count: number;
  /** The last id of the stream at this moment, filters apart: open stream?since_id with it. 0 before any. */
  last_id: number;
  /** Times since the first of the events in which a source of events was not heard, oldest first: what happened then may be missing. Additive to the contract. */
  gaps: StreamGap[];
  /** Oldest first. */
  events: StreamEvent[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface StreamGap {
  /** Name of the source that was silent. */
  source: string;
  /** Kind of data that events are made of. */
  feed: 'bars' | 'funding' | 'open_interest' | 'contexts' | 'mids' | 'book' | 'trades' | 'liquidations' | 'accounts' | 'leaderboard' | 'account' | 'account_fills' | 'implied' | 'options' | 'spot_tickers' | 'spot_pairs' | 'pair_bars' | 'venue_perps' | 'settlements' | 'venue_open_interest' | 'long_short' | 'forced_closes' | 'coins' | 'categories' | 'unlocks' | 'pools' | 'token_pools' | 'promotions' | 'token_security' | 'fear_greed' | 'macro' | 'macro_calendar' | 'stablecoins' | 'pegs' | 'hacks' | 'media' | 'headlines' | 'etf_flows' | 'transfers' | 'news';
  /** First moment without it. Epoch ms. */
  from: number;
  /** The end; null while it lasts. */
  to: number | null;
}

interface StreamDelayed {
  /** The clock of the service. Epoch ms. */
  server_now: number;
  /** Show an event at ts + delay_ms: the window then plays from server_now on. */
  delay_ms: number;
  /** First moment of the window. Epoch ms. */
  window_start: number;
  /** First moment after the window. Epoch ms. */
  window_end: number;
  /** Over the whole window. */
  events_per_min: number;
  /** Events in events. */
  count: number;
  /** Oldest first. */
  events: StreamEvent[];
  /** Source of the numbers: bar files, the seeded simulator, or a venue. */
  data_source: 'files' | 'simulated' | 'live';
  /** Source of the numbers: bar files, the seeded simulator, or a venue. The same as data_source. */
  source: 'files' | 'simulated' | 'live';
  /** Sources of the numbers by kind of data; only of a service with several sources. */
  provenance?: Provenance[];
}

interface WebhookCreateRequest {
  url: string;
  /** Event types, comma between them; all when left out. */
  types?: string;
  /** Base coins, comma between them. */
  symbols?: string;
  /** Least size; 0 when left out. */
  min_usd?: number;
}

interface WebhookCreated {
  webhook: Webhook;
  /** Key of the signatures, shown this once: whsec_ and base64, as Standard Webhooks has it. */
  secret: string;
}

interface Webhook {
  /** Names the subscription. */
  id: string;
  /** Where events go. */
  url: string;
  /** Null: all. */
  types: ('liquidation' | 'whale_transfer' | 'whale_position' | 'funding' | 'oi_delta' | 'price_move')[] | null;
  /** Base coins; null: all. */
  symbols: string[] | null;
  /** Least size, USD; events without a size always pass. */
  min_usd: number;
  /** paused: it failed too often, and waits to be resumed. */
  status: 'active' | 'paused';
  /** Null while it is active. */
  paused_because: string | null;
  /** Events up to this id were delivered, or were not wanted. */
  last_event_id: number;
  /** Failed attempts since the last that succeeded. */
  failures: number;
  /** Of the last delivery; null before one. */
  last_success_at: number | null;
  /** Of the last failed attempt; null before one. */
  last_failure_at: number | null;
  /** What the last failed attempt met; null before one. */
  last_error: string | null;
  /** When it was made. Epoch ms. */
  created_at: number;
}

interface WebhookList {
  /** Oldest first. */
  webhooks: Webhook[];
  /** Subscriptions of the account. */
  count: number;
}

interface WebhookDeleted {
  /** The subscription that ended. */
  id: string;
  /** Nothing more is sent. */
  status: 'deleted';
}

interface WebhookPinged {
  /** The receiver answered 2xx. */
  delivered: boolean;
  /** Status of the receiver; null without an answer. */
  status: number | null;
  /** What the attempt met; null when it was delivered. */
  error: string | null;
}

/** Every operation by its id: what it is asked with, its reply, and how the reply comes. */
export interface Operations {
  /** What exists and what the key unlocks. */
  'index': {
    reply: Index;
    kind: 'json';
  };
  /** State of the service and of each of its sources. */
  'health.get': {
    reply: Health;
    kind: 'json';
  };
  /** The headers of health, without its body. */
  'health.head': {
    reply: null;
    kind: 'json';
  };
  /** What changed in the contract, newest first. */
  'changelog': {
    reply: Changelog;
    kind: 'json';
  };
  /** This document. */
  'openapi': {
    reply: OpenApiDocument;
    kind: 'json';
  };
  /** Makes a free key for an address. */
  'auth.keys.create': {
    body: ApiKeyCreateRequest;
    reply: ApiKeyRecord;
    kind: 'json';
  };
  /** Revokes the key that is sent. */
  'auth.keys.revoke': {
    reply: RevokedKey;
    kind: 'json';
  };
  /** Tier, use of today and effective limits of the key that is sent. */
  'auth.keys.me': {
    reply: KeyInfo;
    kind: 'json';
  };
  /** Sends the confirmation mail again, at most once in 10 minutes, and says whether it was sent. */
  'auth.resend_verify': {
    reply: ResendVerify;
    kind: 'json';
  };
  /** Replaces the key that is sent by a new one; the old one ends at once. */
  'auth.keys.rotate': {
    reply: RotatedKey;
    kind: 'json';
  };
  /** The link of a confirmation mail: a page with a button, and for programs the confirmation itself. */
  'auth.confirm': {
    query: {
      token: string;
    };
    reply: Confirmed;
    kind: 'json';
  };
  /** Confirms an address: the cap becomes 1000 requests/day, and Pro is on for 24 hours. */
  'auth.confirm.post': {
    query: {
      token: string;
    };
    reply: Confirmed;
    kind: 'json';
  };
  /** A key for the duration of a plan, bought in USDC under x402. */
  'payments.agent_subscribe': {
    body: AgentSubscribeRequest;
    reply: PlanKey;
    kind: 'json';
  };
  /** Fills an address of the test ledger. */
  'payments.test_balance': {
    body: TestBalanceRequest;
    reply: TestBalance;
    kind: 'json';
  };
  /** The perps of the venue with their largest leverage and size decimals, and its fees. */
  'perpdex.meta': {
    reply: PerpMeta;
    kind: 'json';
  };
  /** The mid price of every perp, refreshed each minute. */
  'perpdex.prices': {
    reply: PerpPrices;
    kind: 'json';
  };
  /** Funding of one perp: the rate of the open hour, and the hours that were settled. */
  'perpdex.funding_rates': {
    query: {
      /** Any case; a USDT or -PERP suffix is tolerated. */
      coin?: string | undefined;
      /** Settled hours. */
      limit?: number | undefined;
    };
    reply: PerpFundingRates;
    kind: 'json';
  };
  /** Open interest, funding and premium of every perp that trades. */
  'perpdex.open_interest': {
    reply: PerpOpenInterest;
    kind: 'json';
  };
  /** The order book of one perp, up to 20 levels a side. */
  'perpdex.l2_book': {
    query: {
      /** Any case; a USDT or -PERP suffix is tolerated. */
      coin?: string | undefined;
    };
    reply: PerpBook;
    kind: 'json';
  };
  /** Everything of one perp: prices, funding, open interest, volume and how unusual it is. */
  'perpdex.summary': {
    query: {
      /** Any case; a USDT or -PERP suffix is tolerated. */
      coin?: string | undefined;
    };
    reply: PerpSummary;
    kind: 'json';
  };
  /** Taker flow of one perp by the minute: buys and sells of aggressors, and which minutes were watched. */
  'perpdex.trade_flow': {
    query: {
      /** Any case, but kPEPE and its like only in the first letter; a USDT or -PERP suffix is tolerated. */
      coin?: string | undefined;
      /** Newest sealed minutes. */
      minutes?: number | undefined;
    };
    reply: TradeFlow;
    kind: 'json';
  };
  /** Taker flow of every perp with fills over 15 minutes, an hour or four. */
  'perpdex.trade_flow_universe': {
    query: {
      /** Sealed minutes that are summed up. */
      window?: '15m' | '1h' | '4h' | undefined;
    };
    reply: TradeFlowUniverse;
    kind: 'json';
  };
  /** Mid prices, funding and open interest of every perp, refreshed each minute. */
  'daily.perpdex': {
    reply: DailyPerpdex;
    kind: 'json';
  };
  /** Depth, spread and imbalance of the books of the 25 largest perps, sampled every 2 minutes. */
  'liquidity.depth': {
    reply: LiquidityDepth;
    kind: 'json';
  };
  /** Change of open interest less change of price over 1, 4 and 24 hours, ranked by 4 hours. */
  'liquidity.oi_divergence': {
    reply: OiDivergence;
    kind: 'json';
  };
  /** The liquidity label and the fragility score of each tracked coin, and of the market. */
  'liquidity.regime': {
    reply: LiquidityRegimes;
    kind: 'json';
  };
  /** The fragility score of the market: 0 to 100, higher is healthier. */
  'liquidity.regime_score': {
    reply: LiquidityScore;
    kind: 'json';
  };
  /** Depth samples of one coin, up to 24 hours. */
  'liquidity.depth_symbol': {
    path: {
      symbol: string;
    };
    query: {
      /** Minutes before now. */
      minutes?: number | undefined;
    };
    reply: DepthSamples;
    kind: 'json';
  };
  /** Liquidations of 24 hours by base coin, on all venues together, with both sides. */
  'market_intelligence.liquidations': {
    reply: Liquidations;
    kind: 'json';
  };
  /** Daily net flows of the spot ETFs of a coin. */
  'market_intelligence.etf_flows': {
    path: {
      /** btc, eth or sol. */
      asset: 'btc' | 'eth' | 'sol';
    };
    reply: EtfFlows;
    kind: 'json';
  };
  /** The venue directory: seven venues, and figures of two of them. */
  'exchanges.list': {
    query: {
      /** Only venues with a partner link. */
      referral_only?: boolean | undefined;
    };
    reply: Exchanges;
    kind: 'json';
  };
  /** One venue of the directory. */
  'exchanges.get': {
    path: {
      slug: string;
    };
    reply: ExchangeDetail;
    kind: 'json';
  };
  /** OHLCV bars of a perp: the last ones, or those of a range of up to 15,000. */
  'perpdex.candles': {
    query: {
      /** Any case; a USDT or -PERP suffix is tolerated. */
      coin?: string | undefined;
      /** Bar length; a week starts on Monday 00:00 UTC. */
      interval?: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d' | '1w' | undefined;
      limit?: number | undefined;
      /** Epoch ms, epoch s or ISO-8601. */
      start?: string | undefined;
      /** Epoch ms, epoch s or ISO-8601; now when only start is given. */
      end?: string | undefined;
      /** Adds Wilder ATR of this period to every bar. */
      atr?: number | undefined;
    };
    reply: Candles;
    kind: 'json';
  };
  /** The last bars of up to 25 perps at once. */
  'perpdex.candles_batch': {
    query: {
      /** Up to 25 coins, comma between them. */
      coins?: string | undefined;
      /** Bar length; a week starts on Monday 00:00 UTC. */
      interval?: '1m' | '5m' | '15m' | '30m' | '1h' | '4h' | '1d' | '1w' | undefined;
      limit?: number | undefined;
      /** Adds Wilder ATR of this period to every bar. */
      atr?: number | undefined;
      /** The last limit completed bars only. */
      closed_only?: boolean | undefined;
      /** seconds */
      wait?: number | undefined;
    };
    reply: CandlesBatch;
    kind: 'json';
  };
  /** OHLCV bars of a spot pair of the large exchange, with quote volume, trades and what takers bought. */
  'market_data.klines': {
    query: {
      /** A spot pair of the large exchange, any case. */
      symbol?: string | undefined;
      /** Bar length: 1m, 5m, 15m, 30m, 1h, 4h, 1d, 1w; anything else is a 422. A week starts on Monday 00:00 UTC. */
      interval?: string | undefined;
      /** Bars, the forming one among them. */
      limit?: number | undefined;
    };
    reply: Klines;
    kind: 'json';
  };
  /** A spot pair of the large exchange over the last 24 hours. */
  'market_data.ticker_24hr': {
    query: {
      /** A spot pair of the large exchange, any case. */
      symbol?: string | undefined;
    };
    reply: Ticker24h;
    kind: 'json';
  };
  /** The last price of a spot pair of the large exchange. */
  'market_data.ticker_price': {
    query: {
      /** A spot pair of the large exchange, any case. */
      symbol?: string | undefined;
    };
    reply: TickerPrice;
    kind: 'json';
  };
  /** Daily closes of Bitcoin on the large exchange, with their mean of 200 days. */
  'market_data.btc_price_history': {
    query: {
      /** Completed UTC days. */
      days?: number | undefined;
    };
    reply: BtcPriceHistory;
    kind: 'json';
  };
  /** Daily volume of Bitcoin on the large exchange, and the share that takers bought. */
  'market_data.volume_history': {
    query: {
      /** Completed UTC days. */
      days?: number | undefined;
    };
    reply: VolumeHistory;
    kind: 'json';
  };
  /** Momentum of Bitcoin over minutes and hours, computed on demand. */
  'market_data.short_term_price': {
    reply: ShortTermPrice;
    kind: 'json';
  };
  /** Terms of a spot pair of the large exchange: assets, status, steps and smallest order. */
  'market_data.exchange_info': {
    query: {
      /** A spot pair of the large exchange, any case. */
      symbol?: string | undefined;
    };
    reply: ExchangeInfo;
    kind: 'json';
  };
  /** Last price, change and volume of every spot pair of the large exchange. */
  'daily.prices': {
    reply: DailyPrices;
    kind: 'json';
  };
  /** Funding of a perp of the large exchange: the running rate, and the last settlements. */
  'derivatives.cexa.funding_rates': {
    query: {
      /** A perp as the venue writes it, any case; a coin is tolerated. */
      symbol?: string | undefined;
      /** Settlements. */
      limit?: number | undefined;
    };
    reply: CexaFundingRates;
    kind: 'json';
  };
  /** Open interest of a perp of the large exchange, with a row per day and the trend of thirty days. */
  'derivatives.cexa.open_interest': {
    query: {
      /** A perp as the venue writes it, any case; a coin is tolerated. */
      symbol?: string | undefined;
    };
    reply: CexaOpenInterest;
    kind: 'json';
  };
  /** Ratio of long to short accounts of a perp of the large exchange, with the hours of the last day. */
  'derivatives.cexa.long_short_ratio': {
    query: {
      /** A perp as the venue writes it, any case; a coin is tolerated. */
      symbol?: string | undefined;
    };
    reply: CexaLongShortRatio;
    kind: 'json';
  };
  /** A perp of the large exchange in one answer: prices, funding, open interest, accounts. */
  'derivatives.cexa.summary': {
    query: {
      /** A perp as the venue writes it, any case; a coin is tolerated. */
      symbol?: string | undefined;
    };
    reply: CexaSummary;
    kind: 'json';
  };
  /** Funding, open interest and account ratios of a perp of the large exchange by UTC day. */
  'derivatives.cexa.history': {
    query: {
      /** A perp as the venue writes it, any case; a coin is tolerated. */
      symbol?: string | undefined;
      /** Completed UTC days. */
      days?: number | undefined;
    };
    reply: CexaHistory;
    kind: 'json';
  };
  /** Funding and open interest of a perp of the perp venue by UTC day. */
  'derivatives.perpdex.history': {
    query: {
      /** A perp, any case; a USDT or -PERP suffix is tolerated. */
      symbol?: string | undefined;
      /** UTC days, the running one among them. */
      days?: number | undefined;
    };
    reply: PerpdexHistory;
    kind: 'json';
  };
  /** Funding of one coin across venues: the running rate of each, and recent settlements of the perp venue. */
  'derivatives.funding_rates': {
    query: {
      /** A coin, any case; a USDT or -PERP suffix is tolerated. One coin per call. */
      coin?: string | undefined;
    };
    reply: DerivativesFundingRates;
    kind: 'json';
  };
  /** Open interest of one coin across venues, and its sum. */
  'derivatives.open_interest': {
    query: {
      /** A coin, any case; a USDT or -PERP suffix is tolerated. One coin per call. */
      coin?: string | undefined;
    };
    reply: DerivativesOpenInterest;
    kind: 'json';
  };
  /** A coin across venues in one answer: prices, funding, open interest, accounts; as JSON or as a note. */
  'derivatives.summary': {
    query: {
      /** A coin, any case; a USDT or -PERP suffix is tolerated. One coin per call. */
      coin?: string | undefined;
      /** json when left out; markdown: plain text. */
      format?: 'json' | 'markdown' | undefined;
    };
    reply: DerivativesSummary;
    kind: 'json';
  };
  /** Funding of every perp of every venue, on one scale. */
  'market_intelligence.funding_rates': {
    reply: FundingRatesOfVenues;
    kind: 'json';
  };
  /** A scan table: the last moves of every coin beside its colours and its liquidity. */
  'indicators.heatmap': {
    query: {
      source?: 'cexa_spot' | 'perpdex_perp' | 'all' | undefined;
      /** Which move sort=pct and moves are of. */
      interval?: '1h' | '4h' | undefined;
      /** USD; rows of unknown liquidity are dropped when it is sent. */
      min_notional_30?: number | undefined;
      color?: 'red' | 'grey' | 'green' | undefined;
      color_4h?: 'red' | 'grey' | 'green' | undefined;
      /** Rows of which it is not known pass neither value. */
      above_sma200?: boolean | undefined;
      sort?: 'notional_30' | 'pct' | 'days_in_color' | 'adx' | 'symbol' | undefined;
      order?: 'asc' | 'desc' | undefined;
      limit?: number | undefined;
    };
    reply: Heatmap;
    kind: 'json';
  };
  /** SIGNUM_RGG: the daily trend colour of every coin. */
  'indicators.signum': {
    query: {
      color?: 'red' | 'grey' | 'green' | undefined;
      source?: 'cexa_spot' | 'perpdex_perp' | undefined;
      /** Least completed days in the colour. */
      min_days?: number | undefined;
      /** Most completed days in the colour. */
      max_days?: number | undefined;
      sort?: 'days_in_color' | 'pct_change' | 'adx' | 'symbol' | undefined;
      order?: 'asc' | 'desc' | undefined;
      limit?: number | undefined;
      offset?: number | undefined;
    };
    reply: SignumList;
    kind: 'json';
  };
  /** SIGNUM_RGG of one coin, with its colour history of 60 days. */
  'indicators.signum_symbol': {
    path: {
      symbol: string;
    };
    query: {
      /** Adds about 60 days of 1h bars; one pull per 30 minutes. */
      intraday?: boolean | undefined;
      /** Adds the last 90 completed 4h bars. */
      h4?: boolean | undefined;
    };
    reply: SignumDetail;
    kind: 'json';
  };
  /** Recomputes every SIGNUM_RGG row now. */
  'indicators.signum_refresh': {
    reply: Refresh;
    kind: 'json';
  };
  /** The technical regime of every coin: averages, RSI, squeeze, range, support and resistance. */
  'indicators.technical': {
    query: {
      source?: 'cexa_spot' | 'perpdex_perp' | undefined;
      ma_state?: 'above_200' | 'below_200' | 'breakdown_200' | 'reclaim_200' | undefined;
      bb?: 'in_squeeze' | 'expanding' | undefined;
      range_zone?: 'near_low' | 'mid' | 'near_high' | undefined;
      /** Of rsi_1d. */
      rsi?: 'overbought' | 'oversold' | 'extreme' | undefined;
      /** Completed days in the state that ma_state or bb asks for; above 0 a 422 without one of them. */
      min_days_in_state?: number | undefined;
      sort?: 'symbol' | 'price' | 'rsi_1d' | 'bb_bandwidth' | 'squeeze_days' | 'dist_from_200' | 'position_in_range' | undefined;
      order?: 'asc' | 'desc' | undefined;
      limit?: number | undefined;
    };
    reply: TechnicalList;
    kind: 'json';
  };
  /** The technical regime of one coin, with its history of 60 days. */
  'indicators.technical_symbol': {
    path: {
      symbol: string;
    };
    reply: TechnicalDetail;
    kind: 'json';
  };
  /** Recomputes every technical row now. */
  'indicators.technical_refresh': {
    reply: Refresh;
    kind: 'json';
  };
  /** The realised volatility of the market, and what it says. */
  'volatility.index': {
    reply: VolatilityIndex;
    kind: 'json';
  };
  /** Implied volatility of BTC and ETH, and its premium over the realised one. */
  'volatility.implied': {
    query: {
      detail?: boolean | undefined;
    };
    reply: VolatilityImplied;
    kind: 'json';
  };
  /** The volatility index, one point per UTC date. */
  'volatility.index_history': {
    query: {
      days?: number | undefined;
    };
    reply: VolatilityIndexHistory;
    kind: 'json';
  };
  /** The volatility regime of every coin. */
  'volatility.regime': {
    query: {
      source?: 'cexa_spot' | 'perpdex_perp' | undefined;
      regime?: 'vol_shock' | 'mean_reverting' | 'compressed' | 'expanding' | 'normal' | undefined;
      sort?: 'symbol' | 'rv_gk_30' | 'rv_gk_7' | 'vol_pctile_30' | 'term_structure_ratio' | 'vol_target_multiplier' | 'days_compressed' | undefined;
      order?: 'asc' | 'desc' | undefined;
      limit?: number | undefined;
    };
    reply: VolatilityList;
    kind: 'json';
  };
  /** The stress of the market, 0 to 100: higher is more. */
  'volatility.regime_score': {
    reply: VolatilityScore;
    kind: 'json';
  };
  /** The volatility regime of one coin, with its last 60 days. */
  'volatility.regime_symbol': {
    path: {
      symbol: string;
    };
    reply: VolatilityDetail;
    kind: 'json';
  };
  /** Recomputes every volatility row, the index and the score now. */
  'volatility.regime_refresh': {
    reply: Refresh;
    kind: 'json';
  };
  /** What every perp traded in the last 24 hours against what it trades on a day. */
  'volume.scanner': {
    query: {
      band?: 'dormant' | 'quiet' | 'normal' | 'elevated' | 'surging' | 'extreme' | 'unknown' | undefined;
      /** Drops rows without a multiplier too. */
      min_multiplier?: number | undefined;
      sort?: 'multiplier' | 'volume_24h' | 'symbol' | 'change_24h' | undefined;
      limit?: number | undefined;
    };
    reply: VolumeList;
    kind: 'json';
  };
  /** The volume row of one perp, with the 30 days that it is measured against. */
  'volume.scanner_symbol': {
    path: {
      symbol: string;
    };
    reply: VolumeDetail;
    kind: 'json';
  };
  /** The regime of the market, and what may follow. */
  'quant.market': {
    query: {
      /** How far ahead the forecasts look. */
      horizon?: '4h' | '24h' | undefined;
    };
    reply: QuantMarket;
    kind: 'json';
  };
  /** The regime of every perp. */
  'quant.coins': {
    query: {
      /** How far ahead the forecasts look. */
      horizon?: '4h' | '24h' | undefined;
      /** Perps with this label only. */
      regime?: 'strong_trend_bull' | 'strong_trend_bear' | 'range_low_vol' | 'choppy_high_vol' | 'vol_spike' | 'squeeze' | undefined;
      /** What the rows are sorted by. */
      sort?: 'oi' | 'confidence' | 'symbol' | 'p_up' | undefined;
      /** Direction of the sort. */
      order?: 'asc' | 'desc' | undefined;
      /** Most rows. */
      limit?: number | undefined;
    };
    reply: QuantCoins;
    kind: 'json';
  };
  /** The risk of every perp in one answer. */
  'quant.coins_risk': {
    query: {
      /** How far ahead the forecasts look. */
      horizon?: '4h' | '24h' | undefined;
    };
    reply: QuantRisks;
    kind: 'json';
  };
  /** Everything of one perp, with its last 48 hours. */
  'quant.coin': {
    path: {
      /** Name of a perp. */
      symbol: string;
    };
    reply: QuantCoin;
    kind: 'json';
  };
  /** Hour by hour what was said of the market, or of a perp. */
  'quant.history': {
    query: {
      /** market, or the name of a perp. */
      scope?: string | undefined;
      /** ISO-8601 or unix ms. */
      start: string;
      /** ISO-8601 or unix ms; now when it is not sent. */
      end?: string | undefined;
      /** How far ahead the forecasts look. */
      horizon?: '4h' | '24h' | undefined;
      /** Most hours. */
      limit?: number | undefined;
      /** csv answers text/csv. */
      format?: 'json' | 'csv' | undefined;
    };
    reply: QuantHistory;
    kind: 'json';
  };
  /** A link to the whole hourly history of the market, as one file. */
  'quant.regimes_history': {
    query: {
      /** Format of the file. */
      format?: 'parquet' | 'csv' | undefined;
    };
    reply: QuantRegimesHistory;
    kind: 'json';
  };
  /** The file that such a link leads to. */
  'quant.regimes_history_file': {
    query: {
      /** Epoch seconds. */
      expires: number;
      /** As the link has it. */
      signature: string;
      /** Format of the file. */
      format?: 'parquet' | 'csv' | undefined;
    };
    reply: Uint8Array;
    kind: 'file';
  };
  /** The regime of the market, one label per UTC day, from 2019. */
  'quant.timeline': {
    query: {
      /** ISO date. */
      start?: string | undefined;
    };
    reply: QuantTimeline;
    kind: 'json';
  };
  /** The card of the model that runs. */
  'quant.model': {
    reply: QuantModelCard;
    kind: 'json';
  };
  /** The six regimes: ids, labels, and what they mean. */
  'quant.regimes': {
    reply: QuantRegimeCatalog;
    kind: 'json';
  };
  /** Reads the hours that have closed since, and publishes everything anew. */
  'quant.refresh': {
    reply: Refresh;
    kind: 'json';
  };
  /** Longs and shorts of each coin by market makers, whales and others. */
  'quant.positioning': {
    query: {
      /** Coins, separated by commas; all of them when left out. Any case; a USDT or -PERP suffix is tolerated. A coin without positions is absent from the answer. */
      symbol?: string | undefined;
    };
    reply: Positioning;
    kind: 'json';
  };
  /** Liquidation levels of a coin: notional by price, the flip, and the nearest levels. */
  'quant.ladder': {
    query: {
      /** Coin. Any case; a USDT or -PERP suffix is tolerated. */
      symbol: string;
    };
    reply: LiquidationLadder;
    kind: 'json';
  };
  /** Gamma analog of each coin: do market makers and forced closes amplify a move, or dampen it? */
  'quant.gex': {
    query: {
      /** Coins, separated by commas; all of them when left out. Any case; a USDT or -PERP suffix is tolerated. A coin without positions is absent from the answer. */
      symbol?: string | undefined;
    };
    reply: GammaExposures;
    kind: 'json';
  };
  /** Hourly samples of the gamma analog of a coin, up to 30 days. */
  'quant.gex_history': {
    query: {
      /** Coin. Any case; a USDT or -PERP suffix is tolerated. */
      symbol: string;
      /** Start, included: ISO 8601, epoch ms or epoch s. */
      from?: string | undefined;
      /** End, included: ISO 8601, epoch ms or epoch s. */
      to?: string | undefined;
      /** Distance of the points. */
      grain?: '1h' | undefined;
    };
    reply: GammaExposureHistory;
    kind: 'json';
  };
  /** What large accounts hold: by class and tag, their bias, and the coins with the largest net. */
  'quant.whales': {
    reply: WhaleActivity;
    kind: 'json';
  };
  /** Longs and shorts of large accounts at the end of each UTC day. */
  'quant.whales_history': {
    query: {
      /** Newest UTC days, that of the newest cycle included. */
      days?: number | undefined;
      /** Leaves out days of a seed. */
      live_only?: boolean | undefined;
    };
    reply: WhaleHistory;
    kind: 'json';
  };
  /** Accounts of the largest value on the venue's leaderboard, scored by their fills. */
  'perpdex.top_traders': {
    reply: TopTraders;
    kind: 'json';
  };
  /** Positions of the largest tracked accounts, or of one account by address. */
  'perpdex.wallet_positions': {
    query: {
      /** Account: 0x and 40 hexadecimal digits, any case. The largest tracked accounts when left out. */
      address?: string | undefined;
    };
    reply: WalletPositions;
    kind: 'json';
  };
  /** Entries, exits, and size increases and decreases of tracked accounts. */
  'perpdex.wallet_signals': {
    query: {
      /** Length of the window, which ends with the newest cycle. */
      minutes?: number | undefined;
      /** Addresses, comma between them: 0x and 40 hexadecimal digits each, any case; all accounts when it is not sent. */
      address?: string | undefined;
    };
    reply: WalletSignals;
    kind: 'json';
  };
  /** Win rate, results, class, holding time and edges of the accounts of the leaderboard. */
  'perpdex.trader_profiles': {
    query: {
      /** Account: 0x and 40 hexadecimal digits, any case. All of the leaderboard when left out. */
      address?: string | undefined;
    };
    reply: TraderProfiles;
    kind: 'json';
  };
  /** Scored leaderboard, positions of large accounts, and size and age of the tracked set. */
  'daily.pd_traders': {
    reply: DailyTraders;
    kind: 'json';
  };
  /** The ten long-horizon regimes, and which one holds. */
  'regimes.list': {
    reply: LongHorizonRegimes;
    kind: 'json';
  };
  /** The long-horizon regime that holds, with everything that argues for and against it. */
  'regimes.current': {
    reply: LongHorizonCurrent;
    kind: 'json';
  };
  /** Which long-horizon regimes were committed when. */
  'regimes.history': {
    query: {
      /** ISO-8601 or unix ms; 30 days ago when it is not sent. */
      from?: string | undefined;
      /** ISO-8601 or unix ms; now when it is not sent. */
      to?: string | undefined;
      /** Archived refreshes; at least 1. */
      limit?: number | undefined;
    };
    reply: LongHorizonHistory;
    kind: 'json';
  };
  /** 50 baskets of trading ideas in 6 groups, with the regimes that each suits. */
  'baskets': {
    reply: TradingStrategyBaskets;
    kind: 'json';
  };
  /** Health of the market: a long-term and a short-term score of eleven components, and the total. */
  'market_health.get': {
    reply: MarketHealth;
    kind: 'json';
  };
  /** Scores and sentiments of market health, as JSON or as a note. */
  'market_health.summary': {
    query: {
      /** json when left out; markdown: plain text. */
      format?: 'json' | 'markdown' | undefined;
    };
    reply: MarketHealthSummary;
    kind: 'json';
  };
  /** The eleven components with their inputs, points and weights. */
  'market_health.components': {
    reply: MarketHealthComponentList;
    kind: 'json';
  };
  /** One component with its inputs, points and weights. */
  'market_health.component': {
    path: {
      /** One of price_trend, market_breadth, stablecoin_flow_90d, macro_dxy, volume_quality, fear_greed, derivatives, market_breadth_short, volatility, short_term_price, stablecoin_flow_14d. */
      name: string;
    };
    reply: MarketHealthOneComponent;
    kind: 'json';
  };
  /** Market health by day: one archived row for each UTC day, and today as it is now. */
  'market_health.history': {
    query: {
      days?: number | undefined;
    };
    reply: MarketHealthHistory;
    kind: 'json';
  };
  /** Share of the largest coins above their own moving average, coin by coin. */
  'market_health.altcoin_breadth': {
    query: {
      ma_period?: number | undefined;
    };
    reply: AltcoinBreadth;
    kind: 'json';
  };
  /** Recomputes market health and altcoin breadth now. */
  'market_health.refresh': {
    reply: Refresh;
    kind: 'json';
  };
  /** Fear and greed, averaged over the indices that are fresh; as JSON or as a note. */
  'sentiment.fear_greed': {
    query: {
      /** json when left out; markdown: plain text. */
      format?: 'json' | 'markdown' | undefined;
    };
    reply: FearGreed;
    kind: 'json';
  };
  /** Euro in dollars, gold, the dollar, Treasury yields, shares: newest values and their changes. */
  'sentiment.macro': {
    reply: Macro;
    kind: 'json';
  };
  /** Circulating value of stablecoins, and what flowed in within 7, 14 and 90 days. */
  'sentiment.stablecoins': {
    reply: Stablecoins;
    kind: 'json';
  };
  /** Daily circulating value of stablecoins and inflows, as the source has them. */
  'sentiment.stablecoins_remote_history': {
    query: {
      days?: number | undefined;
    };
    reply: StablecoinRemoteHistory;
    kind: 'json';
  };
  /** The raw series of the circulating value of stablecoins: three years at most. */
  'sentiment.stablecoins_history': {
    reply: StablecoinHistory;
    kind: 'json';
  };
  /** The regime of every meme coin. */
  'meme.regime': {
    query: {
      source?: 'cexa_spot' | 'perpdex_perp' | undefined;
      regime?: 'euphoric' | 'distribution' | 'ignition' | 'bleeding' | 'dormant' | undefined;
      sort?: 'symbol' | 'ret_7d' | 'ret_30d' | 'vol_spike' | 'vol_pctile_30' | 'sma20_extension_pct' | 'funding_rate' | 'oi_usd' | undefined;
      order?: 'asc' | 'desc' | undefined;
      limit?: number | undefined;
    };
    reply: MemeList;
    kind: 'json';
  };
  /** The temper of the meme market, 0 to 100: higher is frothier. */
  'meme.regime_score': {
    reply: MemeScore;
    kind: 'json';
  };
  /** The regime of one meme coin, with its last 60 days. */
  'meme.regime_symbol': {
    path: {
      symbol: string;
    };
    reply: MemeDetail;
    kind: 'json';
  };
  /** Recomputes every meme row and the score now. */
  'meme.regime_refresh': {
    reply: Refresh;
    kind: 'json';
  };
  /** Coins by rank of market cap, page by page. */
  'coins.list': {
    query: {
      page?: number | undefined;
      per_page?: number | undefined;
    };
    reply: CoinPage;
    kind: 'json';
  };
  /** Coins whose ticker or name has a text in it, best rank first. */
  'coins.search': {
    query: {
      q: string;
    };
    reply: CoinSearch;
    kind: 'json';
  };
  /** The largest coins by market cap. */
  'coins.top': {
    query: {
      limit?: number | undefined;
    };
    reply: CoinTop;
    kind: 'json';
  };
  /** Raw category names, each once. */
  'coins.categories': {
    reply: CoinCategories;
    kind: 'json';
  };
  /** Curated groups of coins, each with its coins by rank. */
  'coins.category_groups': {
    query: {
      /** Most coins of each group. */
      limit?: number | undefined;
    };
    reply: CategoryGroups;
    kind: 'json';
  };
  /** One coin, by ticker or id. */
  'coins.get': {
    path: {
      /** A ticker or an id. */
      symbol: string;
    };
    reply: CoinProfile;
    kind: 'json';
  };
  /** Coins by how little of their supply circulates. */
  'supply.float': {
    query: {
      /** USD; 0 for the full set. */
      min_market_cap?: number | undefined;
      /** USD. */
      min_locked_usd?: number | undefined;
      /** A fraction. */
      max_float_pct?: number | undefined;
      /** A ticker or an id, without regard to case. */
      symbol?: string | undefined;
      limit?: number | undefined;
    };
    reply: SupplyFloat;
    kind: 'json';
  };
  /** Dated cliffs ahead, in tokens, USD and share of float. */
  'supply.unlocks': {
    query: {
      window_days?: number | undefined;
      /** A ticker or an id, without regard to case. */
      symbol?: string | undefined;
    };
    reply: SupplyUnlocks;
    kind: 'json';
  };
  /** Event risk, and the calendar of unlocks, macro prints, depegs and mints. */
  'event.regime': {
    query: {
      /** Days ahead. */
      window_days?: number | undefined;
    };
    reply: EventRegime;
    kind: 'json';
  };
  /** The composite of event risk, and the scores of its parts with their terms. */
  'event.regime_score': {
    reply: EventScore;
    kind: 'json';
  };
  /** Dated catalysts: unlocks, macro prints, depegs and mints. */
  'event.calendar': {
    query: {
      type?: 'unlock' | 'macro_print' | 'depeg' | 'mint' | undefined;
      /** Days ahead. */
      window_days?: number | undefined;
      /** A ticker, in any case. */
      symbol?: string | undefined;
      bias?: 'long' | 'short' | 'neutral' | 'risk_flag' | undefined;
      min_magnitude?: number | undefined;
    };
    reply: EventCalendar;
    kind: 'json';
  };
  /** Catalysts of one coin within 7 days, and the side that they lean to. */
  'event.regime_symbol': {
    path: {
      symbol: string;
    };
    reply: EventRegimeSymbol;
    kind: 'json';
  };
  /** Recomputes event risk now. */
  'event.regime_refresh': {
    reply: Refresh;
    kind: 'json';
  };
  /** Security stress, with the hacks and depegs of the last days. */
  'security.regime': {
    query: {
      /** Days back. */
      window_days?: number | undefined;
    };
    reply: SecurityRegime;
    kind: 'json';
  };
  /** The composite of security stress, its parts, the largest hack and the worst flow. */
  'security.regime_score': {
    reply: SecurityScore;
    kind: 'json';
  };
  /** Hacks and depegs of the last days. */
  'security.events': {
    query: {
      type?: 'hack' | 'depeg' | undefined;
      /** Days back. */
      window_days?: number | undefined;
      /** A ticker, in any case. */
      symbol?: string | undefined;
      min_severity?: number | undefined;
    };
    reply: SecurityEvents;
    kind: 'json';
  };
  /** Hacks and depegs that concern one coin. */
  'security.regime_symbol': {
    path: {
      symbol: string;
    };
    reply: SecurityRegimeSymbol;
    kind: 'json';
  };
  /** Recomputes security risk now. */
  'security.regime_refresh': {
    reply: Refresh;
    kind: 'json';
  };
  /** Policy risk, policy_tilt, and decisions on rates ahead. */
  'policy.regime': {
    query: {
      /** Days ahead of rate_catalysts. */
      window_days?: number | undefined;
    };
    reply: PolicyRegime;
    kind: 'json';
  };
  /** The composite of policy risk, its parts, and policy_tilt. */
  'policy.regime_score': {
    reply: PolicyScore;
    kind: 'json';
  };
  /** Live headlines of US regulation, classified. */
  'policy.headlines': {
    reply: PolicyHeadlineList;
    kind: 'json';
  };
  /** Recomputes policy risk now. */
  'policy.regime_refresh': {
    reply: Refresh;
    kind: 'json';
  };
  /** Pressure and tilt of news for every active perp. */
  'news.pulse': {
    query: {
      /** Hours back from as_of, by publication. */
      hours?: number | undefined;
    };
    reply: NewsPulse;
    kind: 'json';
  };
  /** Catalysts that can move a perp, and what price, open interest and funding did after them. */
  'news.market_moving': {
    query: {
      /** Perps or MARKET, separated by commas; all when left out. */
      symbol?: string | undefined;
      /** Hours back from as_of, by publication. */
      hours?: number | undefined;
      /** Least impact; below 0.45 it is raised to it, and min_impact_raised says so. */
      min_impact?: number | undefined;
      limit?: number | undefined;
    };
    reply: NewsTape;
    kind: 'json';
  };
  /** Events of one perp, and the pressure and tilt that they make. */
  'news.coin': {
    path: {
      /** Perp, in any case. */
      symbol: string;
    };
    query: {
      /** Hours back from as_of, by publication. */
      hours?: number | undefined;
    };
    reply: NewsOfCoin;
    kind: 'json';
  };
  /** Condition of the sources of news, the funnel, and the perps that only a cashtag can name. */
  'news.sources': {
    reply: NewsSources;
    kind: 'json';
  };
  /** Composites that the operator of this service defines over its published numbers. */
  'composites.list': {
    reply: OwnComposites;
    kind: 'json';
  };
  /** One composite of the operator, with the numbers that it is made of. */
  'composites.get': {
    path: {
      name: string;
    };
    reply: OwnCompositeNow;
    kind: 'json';
  };
  /** Pools that are traded most now, by chain. */
  'dex.trending': {
    query: {
      /** Pools of this chain alone; of all five when left out. */
      chain?: 'solana' | 'ethereum' | 'base' | 'bsc' | 'arbitrum' | undefined;
      /** pd_perps: pools whose base token has a perp, by contract address and not by ticker. */
      universe?: 'pd_perps' | undefined;
    };
    reply: DexPools;
    kind: 'json';
  };
  /** Pools that were made last, by chain. */
  'dex.new_pools': {
    query: {
      /** Pools of this chain alone; of all five when left out. */
      chain?: 'solana' | 'ethereum' | 'base' | 'bsc' | 'arbitrum' | undefined;
    };
    reply: DexPools;
    kind: 'json';
  };
  /** One token and its largest pools. */
  'dex.token': {
    path: {
      /** Chain of the token: solana, ethereum, base, bsc, arbitrum. */
      chain: string;
      /** Contract (0x and 40 hexadecimal digits, any case), or on solana the mint (base58 of 32 bytes). */
      address: string;
    };
    reply: DexToken;
    kind: 'json';
  };
  /** Tokens that were promoted last. */
  'dex.promoted': {
    reply: Promotions;
    kind: 'json';
  };
  /** Tokens with the most boosts that are active. */
  'dex.promoted_top': {
    reply: Promotions;
    kind: 'json';
  };
  /** Checks of one token for traps, and a risk score of 0 to 100. */
  'dex.security': {
    path: {
      /** Chain of the token: solana, ethereum, base, bsc, arbitrum. */
      chain: string;
      /** Contract (0x and 40 hexadecimal digits, any case), or on solana the mint (base58 of 32 bytes). */
      address: string;
    };
    reply: TokenSecurity;
    kind: 'json';
  };
  /** 22 groups of strategies, with the number of strategies in each. */
  'strategies.groups': {
    reply: StrategyGroups;
    kind: 'json';
  };
  /** 317 trading strategies as ideas with rules, by group. None of them is a promise. */
  'strategies.list': {
    query: {
      /** Slug of a group, as in /strategies/groups. */
      group?: string | undefined;
    };
    reply: Strategies;
    kind: 'json';
  };
  /** One strategy: why it could earn, markets, data, how far it was tested, and two tasks. */
  'strategies.get': {
    path: {
      slug: string;
    };
    reply: StrategyDetail;
    kind: 'json';
  };
  /** 12 groups of indicators, with the number of indicators in each and the operations that they name. */
  'indicators.catalog_groups': {
    reply: IndicatorGroups;
    kind: 'json';
  };
  /** 187 indicators by group, with other names and the operations that serve them. */
  'indicators.catalog': {
    query: {
      /** Slug of a group, as in /indicators/catalog/groups. */
      group?: string | undefined;
    };
    reply: Indicators;
    kind: 'json';
  };
  /** One indicator: tags, difficulty, the strategies that use it, and two tasks. */
  'indicators.catalog_get': {
    path: {
      slug: string;
    };
    reply: IndicatorDetail;
    kind: 'json';
  };
  /** Pages of the wiki by words and filters. */
  'wiki.search': {
    query: {
      /** Words. */
      q?: string | undefined;
      /** strategy, indicator or concept. Any of these, with commas between or sent again. Unknown: no results. */
      type?: string | undefined;
      /** A tag. Any of these, with commas between or sent again. Unknown: no results. */
      tag?: string | undefined;
      /** Group of an entry, or kind of a concept. Any of these, with commas between or sent again. Unknown: no results. */
      category?: string | undefined;
      /** untested, naive-backtested, cost-corrected, walk-forward-validated, paper-traded, pilot, live, paused, retired. Any of these, with commas between or sent again. Others: 422. */
      backtest_status?: string | undefined;
      /** scalp, intraday, swing, position, long-term. Any of these, with commas between or sent again. Others: 422. */
      horizon?: string | undefined;
      /** Slug of a group of strategies. Any of these, with commas between or sent again. Unknown: no results. */
      strategy_type?: string | undefined;
      /** beginner, intermediate, advanced. Any of these, with commas between or sent again. Others: 422. */
      complexity?: string | undefined;
      /** low, medium, high. Any of these, with commas between or sent again. Others: 422. */
      crowding_risk?: string | undefined;
      /** A market, as in perps. Any of these, with commas between or sent again. Unknown: no results. */
      market?: string | undefined;
      limit?: number | undefined;
    };
    reply: WikiResults;
    kind: 'json';
  };
  /** One page of the wiki as Markdown; CC BY 4.0. */
  'wiki.page': {
    query: {
      path: string;
    };
    reply: WikiPage;
    kind: 'json';
  };
  /** Size and age of the index of the wiki. */
  'wiki.stats': {
    reply: WikiStats;
    kind: 'json';
  };
  /** The whole market in one answer: health, moods, coins, funding, liquidations, technical and long-horizon regime. */
  'daily.get': {
    query: {
      /** Coins that are listed there; all: no trimming. */
      exchange?: 'perpdex' | 'cexa_spot' | 'dexb' | 'all' | undefined;
      /** True adds technical_regime.by_symbol. */
      technical_detail?: boolean | undefined;
      /** json when left out; markdown: plain text. */
      format?: 'json' | 'markdown' | undefined;
    };
    reply: DailySnapshot;
    kind: 'json';
  };
  /** What is archived, from when to when, with which gaps; and the limits of reading it. */
  'backtesting.status': {
    reply: BacktestingStatus;
    kind: 'json';
  };
  /** Archived bars of one minute, page by page. */
  'backtesting.klines': {
    query: {
      /** Exchange of the archive; perpdex when left out. */
      exchange?: 'perpdex' | undefined;
      /** One symbol, as it is listed; all when left out. */
      symbol?: string | undefined;
      /** First moment, included: ISO-8601 or unix ms; the first that is archived when left out. */
      start?: string | undefined;
      /** Last moment, not included: ISO-8601 or unix ms; the last that is archived when left out. */
      end?: string | undefined;
      /** Most rows of the page, at least 1; 1000 when left out. */
      limit?: number | undefined;
      /** next_cursor of the page before, with the same symbol, exchange, start and end. */
      cursor?: string | undefined;
    };
    reply: BacktestingKlines;
    kind: 'json';
  };
  /** Funding and open interest of the perp venue on the grid of its bars. */
  'backtesting.pd_funding_bars': {
    query: {
      /** One symbol, as it is listed; all when left out. */
      symbol?: string | undefined;
      /** First moment, included: ISO-8601 or unix ms; the first that is archived when left out. */
      start?: string | undefined;
      /** Last moment, not included: ISO-8601 or unix ms; the last that is archived when left out. */
      end?: string | undefined;
      /** Most rows of the page, at least 1; 1000 when left out. */
      limit?: number | undefined;
      /** next_cursor of the page before, with the same symbol, exchange, start and end. */
      cursor?: string | undefined;
    };
    reply: BacktestingFundingBars;
    kind: 'json';
  };
  /** Archived taker flow of the perp venue, a row for each coin and minute with fills. */
  'backtesting.pd_trade_flow': {
    query: {
      /** One symbol, as it is listed; all when left out. */
      symbol?: string | undefined;
      /** First moment, included: ISO-8601 or unix ms; the first that is archived when left out. */
      start?: string | undefined;
      /** Last moment, not included: ISO-8601 or unix ms; the last that is archived when left out. */
      end?: string | undefined;
      /** Most rows of the page, at least 1; 1000 when left out. */
      limit?: number | undefined;
      /** next_cursor of the page before, with the same symbol, exchange, start and end. */
      cursor?: string | undefined;
    };
    reply: BacktestingTradeFlow;
    kind: 'json';
  };
  /** Published snapshots of the past, record by record. */
  'backtesting.snapshots': {
    query: {
      /** Type of the snapshots; positioning when left out. */
      snapshot_type?: string | undefined;
      /** One symbol, as it is listed; all when left out. */
      symbol?: string | undefined;
      /** First moment, included: ISO-8601 or unix ms; the first that is archived when left out. */
      start?: string | undefined;
      /** Last moment, not included: ISO-8601 or unix ms; the last that is archived when left out. */
      end?: string | undefined;
      /** Most rows of the page, at least 1; 1000 when left out. */
      limit?: number | undefined;
      /** next_cursor of the page before, with the same symbol, exchange, start and end. */
      cursor?: string | undefined;
    };
    reply: BacktestingSnapshots;
    kind: 'json';
  };
  /** Archived qualified events, with returns, volume, open interest and funding after them. */
  'backtesting.news_events': {
    query: {
      /** First publication, included: ISO-8601 or unix ms. */
      start: string;
      /** Last publication, not included: ISO-8601 or unix ms; now when left out. */
      end?: string | undefined;
      /** One perp, as it is listed, or MARKET; all when left out. */
      symbol?: string | undefined;
      /** Least impact of a row. */
      min_impact?: number | undefined;
      /** Most rows of the page. */
      limit?: number | undefined;
      /** next_cursor of the page before, with the same start, end, symbol and min_impact. */
      cursor?: string | undefined;
    };
    reply: BacktestingNewsEvents;
    kind: 'json';
  };
  /** The daily snapshot of a day, as it was said then. */
  'backtesting.daily_snapshots': {
    path: {
      /** UTC day, YYYY-MM-DD; latest: the newest that is kept. */
      date: string;
    };
    reply: DailySnapshot;
    kind: 'json';
  };
  /** A link to one file of the archive. */
  'backtesting.archives_download': {
    query: {
      data_type: 'klines' | 'funding' | 'liquidations' | 'pd_liquidations' | 'daily' | 'snapshots' | 'klines_deep' | 'funding_deep';
      /** For klines, funding, daily, klines_deep and funding_deep. */
      exchange?: string | undefined;
      /** For klines, funding, liquidations, klines_deep and funding_deep. */
      symbol?: string | undefined;
      /** A UTC day. */
      date?: string | undefined;
      /** For daily. */
      bundle?: 'klines' | 'funding' | undefined;
      /** For snapshots. */
      snapshot_type?: string | undefined;
      /** For klines_deep: 1m, 5m, 15m, 30m, 1h, 4h, 1d, 1w. */
      interval?: string | undefined;
      /** A UTC month, for klines_deep and funding_deep. */
      month?: string | undefined;
    };
    reply: ArchiveDownload;
    kind: 'json';
  };
  /** A link to one file of the archive: for a payment, or for nothing with a key of Pro Plus. */
  'backtesting.archives_purchase': {
    query: {
      data_type: 'klines' | 'funding' | 'liquidations' | 'pd_liquidations' | 'daily' | 'snapshots' | 'klines_deep' | 'funding_deep';
      /** For klines, funding, daily, klines_deep and funding_deep. */
      exchange?: string | undefined;
      /** For klines, funding, liquidations, klines_deep and funding_deep. */
      symbol?: string | undefined;
      /** A UTC day. */
      date?: string | undefined;
      /** For daily. */
      bundle?: 'klines' | 'funding' | undefined;
      /** For snapshots. */
      snapshot_type?: string | undefined;
      /** For klines_deep: 1m, 5m, 15m, 30m, 1h, 4h, 1d, 1w. */
      interval?: string | undefined;
      /** A UTC month, for klines_deep and funding_deep. */
      month?: string | undefined;
    };
    reply: ArchiveDownload;
    kind: 'json';
  };
  /** The file that such a link leads to. */
  'backtesting.archives_file': {
    query: {
      /** As the link has it. */
      file: string;
      /** Epoch seconds. */
      expires: number;
      /** As the link has it. */
      signature: string;
    };
    reply: Uint8Array;
    kind: 'file';
  };
  /** Events as they happen: liquidations, whales, funding, open interest and price moves. */
  'stream.live': {
    query: {
      /** Event types, comma between them; all when it is not sent. */
      types?: string | ('liquidation' | 'whale_transfer' | 'whale_position' | 'funding' | 'oi_delta' | 'price_move')[] | undefined;
      /** Base coins, comma between them; all when it is not sent. */
      symbols?: string | undefined;
      /** Leaves out events of a smaller size, whatever its sign; funding and price_move always pass. */
      min_usd?: number | undefined;
      /** Events after this id come first. */
      since_id?: number | undefined;
    };
    reply: StreamEvent;
    kind: 'stream';
  };
  /** The newest events of the stream, oldest first. */
  'stream.recent': {
    query: {
      limit?: number | undefined;
      /** Event types, comma between them; all when it is not sent. */
      types?: string | ('liquidation' | 'whale_transfer' | 'whale_position' | 'funding' | 'oi_delta' | 'price_move')[] | undefined;
      /** Base coins, comma between them; all when it is not sent. */
      symbols?: string | undefined;
      /** Leaves out events of a smaller size, whatever its sign; funding and price_move always pass. */
      min_usd?: number | undefined;
    };
    reply: StreamRecent;
    kind: 'json';
  };
  /** Three minutes of the stream, 30 minutes later. */
  'stream.delayed': {
    reply: StreamDelayed;
    kind: 'json';
  };
  /** Subscribes a receiver to events from now on. */
  'webhooks.create': {
    body: WebhookCreateRequest;
    reply: WebhookCreated;
    kind: 'json';
  };
  /** Subscriptions of the account, with what the last attempts met. */
  'webhooks.list': {
    reply: WebhookList;
    kind: 'json';
  };
  /** Ends a subscription. */
  'webhooks.delete': {
    path: {
      id: string;
    };
    reply: WebhookDeleted;
    kind: 'json';
  };
  /** Goes on with a paused subscription, from where it stopped. */
  'webhooks.resume': {
    path: {
      id: string;
    };
    reply: Webhook;
    kind: 'json';
  };
  /** Sends a test event of type ping now, and says what the receiver answered. */
  'webhooks.ping': {
    path: {
      id: string;
    };
    reply: WebhookPinged;
    kind: 'json';
  };
}
