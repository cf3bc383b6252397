/** The first entries of the changelog, newest first: those before derivatives and order flow. Nothing is added here. */

import type { ChangelogEntry } from './changelog-entry.ts';
import { API_VERSION } from './version.ts';

/** They keep the version of their day. */
export const FIRST_CHANGES: readonly ChangelogEntry[] = [
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Answers in time.',
    changes: [
      'Additive: an operation that does not answer within 10 s, or within its x-timeout-seconds, is answered 504 deadline_exceeded. What it began goes on, and may be there when it is asked for again.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'The nowcast: regimes of the next hours.',
    changes: [
      'Live: quant/market, quant/coins, quant/coins/risk and quant/coins/{symbol} (Pro), quant/history, quant/regimes/history, quant/timeline and quant/refresh (Pro Plus), quant/model and quant/regimes (any key).',
      'Without a model the data endpoints answer 503 model_not_loaded, and quant/model says why.',
      'The file behind quant/regimes/history is Parquet; additive: format=csv makes it CSV.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'The long-horizon regime.',
    changes: [
      'Live: regimes and regimes/current (any key), regimes/history (Pro Plus) and trading-strategy-baskets (Pro). Payment instead of a key is not taken yet.',
      'Additive: signal_times, since_anchor, meta and data_source of the current regime; samples and archive_start of the history; the regimes of a basket.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Meme coins.',
    changes: [
      'Live: meme/regime, meme/regime/score (any key), meme/regime/{symbol} and its refresh (Pro).',
      'Additive: rows also carry extension_max_14d_pct, share_of_high_30d, price, computed_from, stale and config_version; the score carries its parts, share_ahead_of_btc and fresh_listings_7d; answers carry as_of and data_source.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Volatility.',
    changes: [
      'Live: volatility/index, volatility/implied, volatility/regime, its score and its detail (any key; Free sees BTC only), volatility/index/history (Pro Plus) and volatility/regime/refresh (Pro).',
      'Implied volatility is null, with a reason, until a source of options is connected.',
      'Additive: rows also carry raw_regime, days_compressed, stale, computed_from and config_version; stale and pegged rows are outside the index.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'Volume scanner and heatmap.',
    changes: [
      'Live: volume/scanner (any key; Free sees the top 20 by 24h volume), volume/scanner/{symbol} and indicators/heatmap (Pro).',
      'Additive: rows carry config_version; the lists carry total, as_of and data_source; the volume detail carries history.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'The technical regime.',
    changes: [
      'Live: indicators/technical (Pro), indicators/technical/{symbol} (any key) and its refresh (Pro).',
      'Additive: rows carry close_1d, computed_from, pegged, settled, stale and config_version; the list carries total, warming, as_of and data_source.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'The event stream.',
    changes: [
      'Live: stream (Pro), stream/recent (any key) and stream/delayed (no key). Price moves are told so far; the other types have their shapes.',
      'Additive: every event carries data_source; a stream that cannot begin where it should begins with event: gap.',
      'Additive: health carries event_stream.',
    ],
  },
  {
    date: API_VERSION,
    breaking: true,
    summary: 'Keys, tiers and limits.',
    changes: [
      'Breaking: every operation but index, changelog, health, OpenAPI document, key creation and confirmation needs X-API-Key; without a valid one it answers 401.',
      'Breaking: SIGNUM_RGG refresh needs a key of tier pro; a lower one answers 403.',
      'Breaking: calls of a key are limited per UTC day and UTC minute; beyond that they answer 429 with Retry-After and X-RateLimit-*.',
      'Breaking: the index says tier and mint_url instead of access, and unlocked speaks of the key that is sent.',
      'Live: key creation, revocation, rotation and info, resend-verify, and the confirmation link.',
      'Additive: RateLimit and RateLimit-Policy headers beside X-RateLimit-*.',
    ],
  },
  {
    date: API_VERSION,
    breaking: false,
    summary: 'First version of the contract.',
    changes: [
      'Live: index, health, changelog, SIGNUM_RGG list, detail and refresh, perp candles and batch candles.',
      'Every answer names the kind of its data: header X-Data-Source and field data_source.',
      'SIGNUM_RGG rows add symbol, source, plus_di, minus_di, pct_change_24h, quote_volume_24h, range_20d, pegged, settled, stale and config_version.',
      'Candles add as_of, atr_settled_from and, where a source has no bars that fine, status and reason.',
    ],
  },
];
