/** Lists of the tool `screen`, and histories of the tool `history`. */

/** A list of rows. */
export interface List {
  readonly operation: string;
  /** Default fields of a row. */
  readonly usual: readonly string[];
}

/** Lists by name. */
export const LISTS: Readonly<Record<string, List>> = {
  colors: {
    operation: 'indicators.signum',
    usual: ['symbol', 'color', 'days_in_color', 'adx', 'pct_change_24h', 'h4_color'],
  },
  regimes: { operation: 'quant.coins', usual: ['symbol', 'regime', 'confidence', 'most_likely_transition'] },
  risk: {
    operation: 'quant.coins_risk',
    usual: ['symbol', 'regime', 'rv_24h', 'expected_volatility_24h', 'vol_pctile_30', 'vol_target_multiplier'],
  },
  volatility: {
    operation: 'volatility.regime',
    usual: ['symbol', 'regime', 'days_in_regime', 'rv_gk_30', 'vol_pctile_30'],
  },
  volume: { operation: 'volume.scanner', usual: ['symbol', 'multiplier', 'band', 'volume_24h', 'change_24h'] },
  technical: {
    operation: 'indicators.technical',
    usual: ['symbol', 'ma_state', 'rsi_1d', 'bb', 'range_zone', 'above_200'],
  },
  moves: { operation: 'indicators.heatmap', usual: ['symbol', 'pct_1h', 'pct_4h', 'pct_24h', 'signum', 'signum_4h'] },
  memes: { operation: 'meme.regime', usual: ['symbol', 'regime', 'days_in_regime', 'ret_1d', 'ret_7d', 'vol_spike'] },
  perps: {
    operation: 'perpdex.open_interest',
    usual: ['symbol', 'funding_rate', 'open_interest_usd', 'mark_price', 'day_ntl_vlm'],
  },
  funding: { operation: 'market_intelligence.funding_rates', usual: ['coin', 'venue', 'rate_1h', 'annualized_pct'] },
  depth: {
    operation: 'liquidity.depth',
    usual: ['symbol', 'mid_price', 'spread_bps', 'bid_depth.50bps', 'ask_depth.50bps'],
  },
  coins: { operation: 'coins.top', usual: ['symbol', 'name', 'rank', 'price', 'market_cap', 'change_24h'] },
  floats: { operation: 'supply.float', usual: ['symbol', 'float_pct', 'locked_usd', 'market_cap', 'next_unlock.date'] },
  news: {
    operation: 'news.market_moving',
    usual: ['published_at', 'symbol', 'category', 'impact_score', 'bias', 'title'],
  },
  hacks: { operation: 'security.events', usual: ['type', 'name', 'date', 'loss_usd', 'severity'] },
  traders: {
    operation: 'perpdex.top_traders',
    usual: ['address', 'trader_class', 'account_value_usd', 'score', 'win_rate', 'pnl_usd'],
  },
  baskets: { operation: 'baskets', usual: ['name', 'baskets.name', 'baskets.regimes'] },
  strategies: { operation: 'strategies.list', usual: ['slug', 'name', 'group', 'summary'] },
  indicators: { operation: 'indicators.catalog', usual: ['slug', 'name', 'group', 'summary'] },
};

/** Histories by name: operation, and name of its coin parameter. */
export const HISTORIES: Readonly<Record<string, { readonly operation: string; readonly coin?: string }>> = {
  candles: { operation: 'perpdex.candles', coin: 'coin' },
  spot_candles: { operation: 'market_data.klines', coin: 'symbol' },
  funding: { operation: 'perpdex.funding_rates', coin: 'coin' },
  color: { operation: 'indicators.signum_symbol', coin: 'symbol' },
  volatility: { operation: 'volatility.regime_symbol', coin: 'symbol' },
  technical: { operation: 'indicators.technical_symbol', coin: 'symbol' },
  depth: { operation: 'liquidity.depth_symbol', coin: 'symbol' },
  gamma: { operation: 'quant.gex_history', coin: 'symbol' },
  regime: { operation: 'quant.history', coin: 'scope' },
  derivatives: { operation: 'derivatives.perpdex.history', coin: 'symbol' },
  venue_derivatives: { operation: 'derivatives.cexa.history', coin: 'symbol' },
  taker_flow: { operation: 'perpdex.trade_flow', coin: 'coin' },
  long_regime: { operation: 'regimes.history' },
  long_regime_days: { operation: 'regimes.reconstructed' },
  volatility_index: { operation: 'volatility.index_history' },
  market_health: { operation: 'market_health.history' },
  whales: { operation: 'quant.whales_history' },
  stablecoins: { operation: 'sentiment.stablecoins_history' },
};
