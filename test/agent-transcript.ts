/** Twenty questions of a newcomer as tool calls: by operation tools and by compact tools. */

/** A call of a tool. */
export type ToolCall = readonly [tool: string, given: Readonly<Record<string, unknown>>];

/** The questions of `twenty-questions.ci.test.ts`: calls that answer each, and a field that the last answer has. */
export const TRANSCRIPT: readonly (readonly [
  asks: string,
  before: ToolCall,
  after: readonly ToolCall[],
  shows: string,
])[] = [
  [
    'Which long-horizon regime is it?',
    ['regimes_current', {}],
    [['market_now', { fields: ['long_regime.name'] }]],
    'name',
  ],
  [
    'Which regime is the market in this hour?',
    ['quant_market', { horizon: '4h' }],
    [['market_now', { sections: ['regime'], horizon: '4h' }]],
    'label',
  ],
  ['Which regimes are there?', ['regimes_list', {}], [['find', { words: 'which regimes are there' }], ['call', { operation: 'regimes.list', fields: ['regimes.id', 'regimes.name', 'regimes.description'] }]], 'description'], // prettier-ignore
  [
    'Which coins are green?',
    ['indicators_signum', { color: 'green', limit: 5 }],
    [['screen', { list: 'colors', filters: { color: 'green' }, limit: 5 }]],
    'days_in_color',
  ],
  [
    'What colour is Bitcoin, and since when?',
    ['indicators_signum_symbol', { symbol: 'BTC' }],
    [['coin_now', { symbol: 'BTC', sections: ['color'] }]],
    'flipped_at',
  ],
  [
    'Which regime is Ethereum in?',
    ['quant_coin', { symbol: 'ETH' }],
    [['coin_now', { symbol: 'ETH', sections: ['regime'] }]],
    'label',
  ],
  [
    'Which coins are riskiest?',
    ['quant_coins_risk', {}],
    [['screen', { list: 'risk', sort: 'rv_24h', order: 'desc' }]],
    'rv_24h',
  ],
  [
    'How do coins rank by regime?',
    ['quant_coins', { limit: 3, sort: 'symbol' }],
    [['screen', { list: 'regimes', sort: 'symbol', limit: 3 }]],
    'regime',
  ],
  [
    'What is the model?',
    ['quant_model', {}],
    [
      ['find', { words: 'what is the model' }],
      ['call', { operation: 'quant.model' }],
    ],
    'version',
  ],
  [
    'How volatile is the market?',
    ['volatility_index', {}],
    [['market_now', { sections: ['volatility'] }]],
    'cvi_realized_30',
  ],
  ['How stressed is it?', ['volatility_regime_score', {}], [['market_now', { sections: ['stress'] }]], 'band'],
  [
    'Which coins are in shock?',
    ['volatility_regime', { limit: 4 }],
    [['screen', { list: 'volatility', limit: 4 }]],
    'days_in_regime',
  ],
  [
    'How volatile is Solana?',
    ['volatility_regime_symbol', { symbol: 'SOL' }],
    [['coin_now', { symbol: 'SOL', sections: ['volatility'] }]],
    'rv_gk_30',
  ],
  [
    'What trades unusually much?',
    ['volume_scanner', { limit: 4 }],
    [['screen', { list: 'volume', limit: 4 }]],
    'multiplier',
  ],
  [
    'What is above its averages?',
    ['indicators_technical', { limit: 2 }],
    [['screen', { list: 'technical', limit: 2 }]],
    'ma_state',
  ],
  [
    'What moved in the last hour?',
    ['indicators_heatmap', { limit: 4 }],
    [['screen', { list: 'moves', limit: 4 }]],
    'pct_1h',
  ],
  ['How hot are meme coins?', ['meme_regime_score', {}], [['market_now', { sections: ['memes'] }]], 'composite'],
  [
    'What are the last bars of Bitcoin?',
    ['perpdex_candles', { coin: 'BTC', interval: '4h', limit: 6 }],
    [['history', { of: 'candles', symbol: 'BTC', interval: '4h', limit: 6 }]],
    'close',
  ],
  ['What just happened?', ['stream_recent', { limit: 3 }], [['what_changed', { limit: 3 }]], 'events'],
  ['Which baskets suit the regime?', ['baskets', {}], [['screen', { list: 'baskets' }]], 'regimes'],
];
