/** Names, codes and colours of every label. Colour is never the only carrier: a code or a word stands beside it. */

/** The six states of the nowcast, by the number that histories use. */
export const NOWCAST = [
  { id: 'strong_trend_bull', code: 'UP', name: 'Strong uptrend', tone: 'up' },
  { id: 'strong_trend_bear', code: 'DN', name: 'Strong downtrend', tone: 'down' },
  { id: 'range_low_vol', code: 'RG', name: 'Quiet range', tone: 'range' },
  { id: 'choppy_high_vol', code: 'CH', name: 'Choppy, high volatility', tone: 'choppy' },
  { id: 'vol_spike', code: 'SP', name: 'Volatility spike', tone: 'spike' },
  { id: 'squeeze', code: 'SQ', name: 'Compression', tone: 'squeeze' },
];
/** A state by its label, also one that this page does not know yet. */
export const stateOf = (label) =>
  NOWCAST.find(({ id }) => id === label) ?? { id: label, code: '??', name: String(label), tone: 'range' };

/** The ten long-horizon regimes, from 1. */
export const CYCLE = [
  { id: 1, name: 'Structural Shock', short: 'Shock', tone: 'spike' },
  { id: 2, name: 'Established Bear', short: 'Bear', tone: 'down' },
  { id: 3, name: 'Capitulation', short: 'Capitulation', tone: 'down' },
  { id: 4, name: 'Bottoming', short: 'Bottoming', tone: 'range' },
  { id: 5, name: 'Early Recovery', short: 'Recovery', tone: 'squeeze' },
  { id: 6, name: 'BTC-Led Bull', short: 'BTC-led', tone: 'up' },
  { id: 7, name: 'Broadening Bull', short: 'Broadening', tone: 'up' },
  { id: 8, name: 'Broad Bull', short: 'Broad', tone: 'up' },
  { id: 9, name: 'Speculative Euphoria', short: 'Euphoria', tone: 'choppy' },
  { id: 10, name: 'Distribution / Deleveraging', short: 'Distribution', tone: 'down' },
];
export const cycleOf = (id) => CYCLE[id - 1] ?? { id, name: `Regime ${id}`, short: String(id), tone: 'range' };

/** Glyphs of SIGNUM colours, and their order in a list. */
export const SIGNUM = {
  green: { glyph: 'up', rank: 0 },
  grey: { glyph: 'flat', rank: 1 },
  red: { glyph: 'down', rank: 2 },
};

/** Signals of the long-horizon regime: name and unit (share and pct of 1 or of 100, sd, factor, minutes). */
export const SIGNALS = {
  d200: ['BTC vs 200-day average', 'fraction'],
  slope200: ['200-day average, 30-day slope', 'fraction'],
  dd_ath: ['BTC below its high', 'fraction'],
  r1: ['BTC, 1 day', 'fraction'],
  r3: ['BTC, 3 days', 'fraction'],
  r7: ['BTC, 7 days', 'fraction'],
  r30: ['BTC, 30 days', 'fraction'],
  r90: ['BTC, 90 days', 'fraction'],
  z1: ['BTC 1-day move', 'sd'],
  low_z: ['BTC intraday low', 'sd'],
  rv_ratio: ['volatility, 7 d over 30 d', 'factor'],
  intraday_low: ['BTC intraday low', 'fraction'],
  b200: ['coins above 200-day average', 'percent'],
  b50: ['coins above 50-day average', 'percent'],
  liq_z: ['liquidations', 'sd'],
  depeg_minutes: ['stablecoin off its peg', 'minutes'],
  alt_rel90: ['alts against BTC, 90 days', 'fraction'],
  alt_out90: ['coins ahead of BTC, 90 days', 'percent'],
  ethbtc90: ['ETH/BTC, 90 days', 'fraction'],
};

/** Inputs of the nowcast. */
export const FEATURES = {
  trend_24: 'trend, 24 h',
  trend_72: 'trend, 72 h',
  volatility_ratio: 'volatility against week',
  volatility_rank: 'volatility rank',
  efficiency_24: 'straightness of path',
  bandwidth_48: 'band width',
  shock_6: 'shock, 6 h',
  volume: 'volume',
};

/** Components of market health: the long half, then the short one. */
export const HEALTH_LONG = {
  price_trend: 'Price trend',
  market_breadth: 'Breadth, 200 d',
  stablecoin_flow_90d: 'Stablecoins, 90 d',
  macro_dxy: 'Dollar and yields',
};
export const HEALTH_SHORT = {
  short_term_price: 'Short-term price',
  volume_quality: 'Volume quality',
  fear_greed: 'Fear and greed',
  derivatives: 'Derivatives',
  market_breadth_short: 'Breadth, 20 d',
  volatility: 'Volatility',
  stablecoin_flow_14d: 'Stablecoins, 14 d',
};

/** Parts of the stress composites. */
export const STRESS_PARTS = {
  unlock: 'Unlocks',
  macro: 'Macro calendar',
  depeg: 'Pegs',
  hack: 'Hacks',
  flow: 'Exchange flow',
  gdelt: 'Media volume',
  cross_asset: 'Cross-asset',
  rate: 'Rates',
  momentum: 'Momentum',
  heat: 'Heat',
  volume: 'Volume',
  extension: 'Extension',
  funding: 'Funding',
};

export const LIQUIDITY = {
  deep_book: 'deep book',
  oi_price_divergence: 'open interest diverges',
  depth_withdrawal: 'depth withdrawn',
  post_cascade_impaired: 'impaired after cascade',
  neutral: 'neutral',
};

export const EVENTS = {
  price_move: 'price',
  funding: 'funding',
  oi_delta: 'open interest',
  liquidation: 'liquidation',
  whale_position: 'whale',
  whale_transfer: 'transfer',
};

/** Terms of the gamma score. */
export const GAMMA_TERMS = {
  skew: ['market-maker skew', ['mm_skew_pctile', 'mm_skew']],
  density: ['liquidation density near mark', ['near_density_pctile', 'near_density']],
  flip: ['distance to flip', ['dist_to_flip_pct']],
  funding: ['funding', ['funding_rate_pctile', 'funding_pinned']],
  open_interest: ['open interest', ['oi_change_pct']],
};
