/** Names, codes and colours of every label. Colour is never the only carrier: a code or a word accompanies it. */

/** The six nowcast states by their number in histories: `side` is the price direction, `energy` the volatility. */
export const NOWCAST = [
  { id: 'strong_trend_bull', code: 'UP', name: 'Strong uptrend', tone: 'up', side: 'up' },
  { id: 'strong_trend_bear', code: 'DN', name: 'Strong downtrend', tone: 'down', side: 'down' },
  { id: 'range_low_vol', code: 'RG', name: 'Quiet range', tone: 'range', energy: 'quiet' },
  { id: 'choppy_high_vol', code: 'CH', name: 'Choppy, high volatility', tone: 'choppy', energy: 'wild' },
  { id: 'vol_spike', code: 'SP', name: 'Volatility spike', tone: 'spike', energy: 'wild' },
  { id: 'squeeze', code: 'SQ', name: 'Compression', tone: 'squeeze', energy: 'quiet' },
];
/** State of a label, including labels unknown to this page. */
export const stateOf = (label) =>
  NOWCAST.find(({ id }) => id === label) ?? { id: label, code: '??', name: String(label), tone: 'range' };

/** The ten long-horizon regimes, starting at 1; `side`: price direction during the regime. */
export const CYCLE = [
  { id: 1, name: 'Structural Shock', side: 'down', short: 'Shock', tone: 'spike' },
  { id: 2, name: 'Established Bear', side: 'down', short: 'Bear', tone: 'down' },
  { id: 3, name: 'Capitulation', side: 'down', short: 'Capitulation', tone: 'down' },
  { id: 4, name: 'Bottoming', short: 'Bottoming', tone: 'range' },
  { id: 5, name: 'Early Recovery', side: 'up', short: 'Recovery', tone: 'squeeze' },
  { id: 6, name: 'BTC-Led Bull', side: 'up', short: 'BTC-led', tone: 'up' },
  { id: 7, name: 'Broadening Bull', side: 'up', short: 'Broadening', tone: 'up' },
  { id: 8, name: 'Broad Bull', side: 'up', short: 'Broad', tone: 'up' },
  { id: 9, name: 'Speculative Euphoria', side: 'up', short: 'Euphoria', tone: 'choppy' },
  { id: 10, name: 'Distribution / Deleveraging', side: 'down', short: 'Distribution', tone: 'down' },
];
/** Long-horizon regime by its id, including ids unknown to this page. */
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
  ath_age_d: ['days since the high', 'days'],
  r1: ['BTC, 1 day', 'fraction'],
  r3: ['BTC, 3 days', 'fraction'],
  r7: ['BTC, 7 days', 'fraction'],
  r30: ['BTC, 30 days', 'fraction'],
  r90: ['BTC, 90 days', 'fraction'],
  worst30: ['worst monthly pace', 'fraction'],
  off_low: ["BTC above the year's low", 'fraction'],
  low_age_d: ["days since the year's low", 'days'],
  rv30_pctile: ['30-day volatility, rank of the year', 'rank'],
  z1: ['BTC 1-day move', 'sd'],
  low_z: ['BTC intraday low', 'sd'],
  rv_ratio: ['volatility, 7 d over 30 d', 'factor'],
  intraday_low: ['BTC intraday low', 'fraction'],
  b200: ['coins above 200-day average', 'percent'],
  b50: ['coins above 50-day average', 'percent'],
  b200_chg30: ['breadth, change in 30 days', 'percent'],
  dom_chg90: ['BTC dominance, 90 days', 'percent'],
  stable90: ['stablecoin supply, 90 days', 'percent'],
  funding7: ['funding, annualised', 'percent'],
  oi_chg7: ['open interest, 7 days', 'percent'],
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
