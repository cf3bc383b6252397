/** Sections of a market or a coin: their operations and default fields. */

/** Part of an answer, from one operation. */
export interface Section {
  readonly name: string;
  readonly operation: string;
  /** Name of the coin parameter; absent for market sections. */
  readonly coin?: 'symbol' | 'coin';
  /** Tool arguments passed to the operation by the same name. */
  readonly takes?: readonly string[];
  readonly usual: readonly string[];
}

const NOWCAST = [
  'regime.label',
  'regime.confidence',
  'regime.in_regime_since',
  'regime.candles_in_regime',
  'regime.pending',
  'shock.active',
  'shock.since',
];

/** Sections of the market, the usual ones first. */
export const MARKET_SECTIONS: readonly Section[] = [
  {
    name: 'long_regime',
    operation: 'regimes.current',
    usual: [
      'name',
      'rationale',
      'in_regime_since',
      'pending',
      'stability.score',
      'raw.matches_committed',
      'as_of',
      'data_source',
    ],
  },
  {
    name: 'regime',
    operation: 'quant.market',
    takes: ['horizon'],
    usual: [
      ...NOWCAST,
      'transitions.p_stay',
      'transitions.most_likely',
      'volatility',
      'monte_carlo.p_drawdown_5',
      'as_of',
      'data_source',
    ],
  },
  {
    name: 'volatility',
    operation: 'volatility.index',
    usual: ['cvi_realized_30', 'cvi_realized_7', 'cvi_pctile_30', 'sentiment', 'as_of'],
  },
  { name: 'stress', operation: 'volatility.regime_score', usual: ['composite', 'band', 'gross_exposure_multiplier'] },
  {
    name: 'health',
    operation: 'market_health.summary',
    usual: ['total_score', 'long_term_score', 'short_term_score', 'sentiment', 'available'],
  },
  { name: 'mood', operation: 'sentiment.fear_greed', usual: ['value', 'classification', 'value_7d_ago'] },
  { name: 'liquidity', operation: 'liquidity.regime_score', usual: ['status', 'score', 'band'] },
  { name: 'memes', operation: 'meme.regime_score', usual: ['composite', 'band', 'meme_season'] },
  { name: 'event_risk', operation: 'event.regime_score', usual: ['composite', 'band', 'sub_scores'] },
  { name: 'security_risk', operation: 'security.regime_score', usual: ['composite', 'band', 'largest_hack'] },
  { name: 'policy_risk', operation: 'policy.regime_score', usual: ['composite', 'band', 'policy_tilt'] },
  { name: 'news', operation: 'news.pulse', usual: ['market', 'count', 'hours'] },
  { name: 'whales', operation: 'quant.whales', usual: ['summary.long_usd', 'summary.short_usd', 'summary.net_bias'] },
  {
    name: 'gamma',
    operation: 'quant.gex',
    usual: ['coins.BTC.regime.state', 'coins.BTC.regime.score', 'coins.BTC.gamma_flip'],
  },
];

/** Sections of a coin, the usual ones first. */
export const COIN_SECTIONS: readonly Section[] = [
  {
    name: 'regime',
    operation: 'quant.coin',
    coin: 'symbol',
    usual: [
      ...NOWCAST,
      'horizons.24h.transitions.p_stay',
      'horizons.24h.monte_carlo.p_drawdown_5',
      'horizons.24h.expected_volatility',
      'insufficient_history',
      'as_of',
      'data_source',
    ],
  },
  {
    name: 'color',
    operation: 'indicators.signum_symbol',
    coin: 'symbol',
    usual: [
      'color',
      'days_in_color',
      'adx',
      'flipped_at',
      'price',
      'pct_change_24h',
      'h4_color',
      'flip_alert',
      'as_of',
      'data_source',
    ],
  },
  {
    name: 'volatility',
    operation: 'volatility.regime_symbol',
    coin: 'symbol',
    usual: ['regime', 'days_in_regime', 'rv_gk_30', 'rv_gk_7', 'vol_pctile_30', 'vol_target_multiplier'],
  },
  {
    name: 'technical',
    operation: 'indicators.technical_symbol',
    coin: 'symbol',
    usual: ['ma_state', 'rsi_1d', 'rsi_1d_zone', 'bb', 'position_in_range', 'range_zone', 'sr'],
  },
  {
    name: 'perp',
    operation: 'perpdex.summary',
    coin: 'coin',
    usual: [
      'mark_price',
      'funding_rate',
      'open_interest_usd',
      'day_ntl_vlm',
      'volume_multiplier',
      'change_24h_pct',
      'max_leverage',
    ],
  },
  { name: 'volume', operation: 'volume.scanner_symbol', coin: 'symbol', usual: ['volume_24h', 'multiplier', 'band'] },
  {
    name: 'gamma',
    operation: 'quant.gex',
    coin: 'symbol',
    usual: ['coins'],
  },
  { name: 'positioning', operation: 'quant.positioning', coin: 'symbol', usual: ['coins'] },
  {
    name: 'news',
    operation: 'news.coin',
    coin: 'symbol',
    usual: ['news_pressure', 'news_tilt', 'event_count', 'top_impact', 'items.title', 'items.impact_score'],
  },
  {
    name: 'profile',
    operation: 'coins.get',
    coin: 'symbol',
    usual: ['name', 'rank', 'market_cap', 'circulating_supply'],
  },
];

/** Default sections of the market. */
export const USUAL_MARKET: readonly string[] = ['long_regime', 'regime', 'volatility'];
/** Default sections of a coin. */
export const USUAL_COIN: readonly string[] = ['regime', 'color', 'perp'];
