/**
 * Rows of bars as exchanges answer them, each as ccxt takes it apart.
 *
 * @source ccxt 4.5, `parseOHLCV` of each exchange, and the comments above it.
 */

/** A bar with all that exchanges put beside it. */
export interface FullBar {
  /** Epoch ms of the open. */
  readonly t: number;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  /** Volume in coins, and in the quote. */
  readonly v: number;
  readonly q: number;
  /** Mean price. */
  readonly w: number;
  readonly trades: number;
  /** Length, ms. */
  readonly step: number;
}

/** Cells of a row. */
export type Cells = readonly (number | string | boolean)[];

/** Exchanges whose rows are arrays: name, layout, row. */
export const ARRAYS: readonly (readonly [exchange: string, layout: string, row: (bar: FullBar) => Cells])[] = [
  ['ccxt itself', 'ohlcv', ({ t, o, h, l, c, v }) => [t, o, h, l, c, v]],
  ['Bitvavo', 'ohlcv', ({ t, o, h, l, c, v }) => [t, `${o}`, `${h}`, `${l}`, `${c}`, `${v}`]],
  ['Gemini', 'ohlcv', ({ t, o, h, l, c, v }) => [t, o, h, l, c, v]],
  ['LBank', 'ohlcv', ({ t, o, h, l, c, v }) => [t / 1000, o, h, l, c, v]],
  [
    'BTC Markets',
    'ohlcv',
    ({ t, o, h, l, c, v }) => [
      `${new Date(t).toISOString().slice(0, -5)}.000000Z`,
      `${o}`,
      `${h}`,
      `${l}`,
      `${c}`,
      `${v}`,
    ],
  ],
  ['WazirX', 'ohlcv', ({ t, o, h, l, c, v }) => [t / 1000, o, h, l, c, v]],
  ['Currency.com', 'ohlcv', ({ t, o, h, l, c, v }) => [t, o, h, l, c, v]],
  ['KuCoin futures, older', 'ohlcv', ({ t, o, h, l, c, v }) => [t, o, h, l, c, v]],
  ['Bitfinex', 'bitfinex', ({ t, o, h, l, c, v }) => [t, o, c, h, l, v]],
  ['Bithumb', 'bitfinex', ({ t, o, h, l, c, v }) => [t, `${o}`, `${c}`, `${h}`, `${l}`, `${v}`]],
  ['Coinbase Exchange', 'coinbase', ({ t, o, h, l, c, v }) => [t / 1000, l, h, o, c, v]],
  ['DigiFinex spot', 'digifinex', ({ t, o, h, l, c, v }) => [t / 1000, v, c, h, l, o]],
  ['bitbank', 'bitbank', ({ t, o, h, l, c, v }) => [`${o}`, `${h}`, `${l}`, `${c}`, `${v}`, t]],
  ['Kraken archives', 'ohlcvt', ({ t, o, h, l, c, v, trades }) => [t / 1000, o, h, l, c, v, trades]],
  ['Bybit', 'turnover', ({ t, o, h, l, c, v, q }) => [`${t}`, `${o}`, `${h}`, `${l}`, `${c}`, `${v}`, `${q}`]],
  ['Bitget', 'turnover', ({ t, o, h, l, c, v, q }) => [`${t}`, `${o}`, `${h}`, `${l}`, `${c}`, `${v}`, `${q}`]],
  [
    'Bitget spot v2',
    'turnover',
    ({ t, o, h, l, c, v, q }) => [`${t}`, `${o}`, `${h}`, `${l}`, `${c}`, `${v}`, `${q}`, `${q}`],
  ],
  ['BitMart', 'turnover', ({ t, o, h, l, c, v, q }) => [`${t / 1000}`, `${o}`, `${h}`, `${l}`, `${c}`, `${v}`, `${q}`]],
  ['Coincatch', 'turnover', ({ t, o, h, l, c, v, q }) => [`${t}`, `${o}`, `${h}`, `${l}`, `${c}`, `${v}`, `${q}`]],
  ['Deepcoin', 'turnover', ({ t, o, h, l, c, v, q }) => [`${t}`, `${o}`, `${h}`, `${l}`, `${c}`, `${v}`, `${q}`]],
  [
    'Bybit inverse',
    'inverse',
    ({ t, o, h, l, c, v, q }) => [`${t}`, `${o}`, `${h}`, `${l}`, `${c}`, `${Math.round(q)}`, `${v}`],
  ],
  ['KuCoin', 'kucoin', ({ t, o, h, l, c, v, q }) => [`${t / 1000}`, `${o}`, `${c}`, `${h}`, `${l}`, `${v}`, `${q}`]],
  ['CoinEx', 'kucoin', ({ t, o, h, l, c, v, q }) => [t / 1000, `${o}`, `${c}`, `${h}`, `${l}`, `${v}`, `${q}`]],
  ['WhiteBIT', 'kucoin', ({ t, o, h, l, c, v, q }) => [t / 1000, `${o}`, `${c}`, `${h}`, `${l}`, `${v}`, `${q}`]],
  [
    'P2B',
    'kucoin',
    ({ t, o, h, l, c, v, q }) => [t / 1000, `${o}`, `${c}`, `${h}`, `${l}`, `${v}`, `${q}`, 'BTC_USDT'],
  ],
  ['Gate, older', 'gate', ({ t, o, h, l, c, v, q }) => [`${t / 1000}`, `${q}`, `${c}`, `${h}`, `${l}`, `${o}`, `${v}`]],
  [
    'Gate',
    'gate',
    ({ t, o, h, l, c, v, q }) => [`${t / 1000}`, `${q}`, `${c}`, `${h}`, `${l}`, `${o}`, `${v}`, 'true'],
  ],
  [
    'Kraken',
    'kraken',
    ({ t, o, h, l, c, v, w, trades }) => [t / 1000, `${o}`, `${h}`, `${l}`, `${c}`, `${w}`, `${v}`, trades],
  ],
  [
    'MEXC',
    'klines',
    ({ t, o, h, l, c, v, q, step }) => [t, `${o}`, `${h}`, `${l}`, `${c}`, `${v}`, t + step - 1, `${q}`],
  ],
  ['BingX spot', 'klines', ({ t, o, h, l, c, v, q, step }) => [t, o, h, l, c, v, t + step - 1, q]],
  [
    'Binance',
    'klines',
    ({ t, o, h, l, c, v, q, trades, step }) => [
      t,
      `${o}`,
      `${h}`,
      `${l}`,
      `${c}`,
      `${v}`,
      t + step - 1,
      `${q}`,
      trades,
      `${v / 2}`,
      `${q / 2}`,
      '0',
    ],
  ],
  [
    'Binance archives in µs',
    'klines',
    ({ t, o, h, l, c, v, q, trades, step }) => [
      t * 1000,
      o,
      h,
      l,
      c,
      v,
      (t + step) * 1000 - 1,
      q,
      trades,
      v / 2,
      q / 2,
      0,
    ],
  ],
  [
    'Coins.ph',
    'klines',
    ({ t, o, h, l, c, v, q, trades, step }) => [
      t,
      `${o}`,
      `${h}`,
      `${l}`,
      `${c}`,
      `${v}`,
      t + step - 1,
      `${q}`,
      trades,
      `${v / 2}`,
      `${q / 2}`,
      '0',
    ],
  ],
  [
    'HashKey, Toobit',
    'klines',
    ({ t, o, h, l, c, v, q, trades }) => [
      t,
      `${o}`,
      `${h}`,
      `${l}`,
      `${c}`,
      `${v}`,
      0,
      `${q}`,
      trades,
      `${v / 2}`,
      `${q / 2}`,
    ],
  ],
  [
    'Binance, coin-margined',
    'klines-inverse',
    ({ t, o, h, l, c, v, q, trades, step }) => [
      t,
      `${o}`,
      `${h}`,
      `${l}`,
      `${c}`,
      `${Math.round(q / 100)}`,
      t + step - 1,
      `${v}`,
      trades,
      `${q / 200}`,
      `${v / 2}`,
      '0',
    ],
  ],
  [
    'OKX spot',
    'okx',
    ({ t, o, h, l, c, v, q }) => [`${t}`, `${o}`, `${h}`, `${l}`, `${c}`, `${v}`, `${q}`, `${q}`, '1'],
  ],
  [
    'OKX contracts',
    'okx-swap',
    ({ t, o, h, l, c, v, q }) => [`${t}`, `${o}`, `${h}`, `${l}`, `${c}`, `${v * 100}`, `${v}`, `${q}`, '1'],
  ],
  [
    'BloFin',
    'okx-swap',
    ({ t, o, h, l, c, v, q }) => [`${t}`, `${o}`, `${h}`, `${l}`, `${c}`, `${v * 1000}`, `${v}`, `${q}`, '1'],
  ],
  [
    'Phemex',
    'phemex',
    ({ t, o, h, l, c, v, q, step }) => [t / 1000, step / 1000, `${o}`, `${o}`, `${h}`, `${l}`, `${c}`, `${v}`, `${q}`],
  ],
  [
    'Phemex, with its symbol',
    'phemex',
    ({ t, o, h, l, c, v, q, step }) => [
      t / 1000,
      step / 1000,
      `${o}`,
      `${o}`,
      `${h}`,
      `${l}`,
      `${c}`,
      `${v}`,
      `${q}`,
      'BTCUSDT',
    ],
  ],
  ['NDAX', 'ndax', ({ t, o, h, l, c, v }) => [t, h, l, o, c, v, 0, h + 1, 1]],
  [
    'Foxbit',
    'foxbit',
    ({ t, o, h, l, c, v, q, trades, step }) => [
      `${t}`,
      `${o}`,
      `${h}`,
      `${l}`,
      `${c}`,
      `${t + step}`,
      `${v}`,
      `${q}`,
      trades,
      `${v / 2}`,
      `${q / 2}`,
    ],
  ],
  [
    'Poloniex',
    'poloniex',
    ({ t, o, h, l, c, v, q, w, trades, step }) => [
      `${l}`,
      `${h}`,
      `${o}`,
      `${c}`,
      `${q}`,
      `${v}`,
      `${q / 2}`,
      `${v / 2}`,
      trades,
      t + step - 9,
      `${w}`,
      'HOUR_1',
      t,
      t + step - 1,
    ],
  ],
  [
    'Poloniex futures',
    'poloniex-futures',
    ({ t, o, h, l, c, v, q, trades, step }) => [
      `${l}`,
      `${h}`,
      `${o}`,
      `${c}`,
      `${q}`,
      `${v}`,
      `${trades}`,
      `${t}`,
      `${t + step - 1}`,
    ],
  ],
];

/** Exchanges whose rows are objects. */
export const OBJECTS: readonly (readonly [
  exchange: string,
  row: (bar: FullBar) => Readonly<Record<string, unknown>>,
])[] = [
  [
    'Bitstamp',
    ({ t, o, h, l, c, v }) => ({
      high: `${h}`,
      timestamp: `${t / 1000}`,
      volume: `${v}`,
      low: `${l}`,
      close: `${c}`,
      open: `${o}`,
    }),
  ],
  [
    'HTX',
    ({ t, o, h, l, c, v, q, trades }) => ({
      amount: v,
      open: o,
      close: c,
      high: h,
      id: t / 1000,
      count: trades,
      low: l,
      vol: q,
    }),
  ],
  [
    'Gate contracts',
    ({ t, o, h, l, c, v, q }) => ({ t: t / 1000, v, c: `${c}`, l: `${l}`, h: `${h}`, o: `${o}`, sum: `${q}` }),
  ],
  [
    'Hyperliquid',
    ({ t, o, h, l, c, v, trades, step }) => ({
      T: t + step - 1,
      c: `${c}`,
      h: `${h}`,
      i: '1h',
      l: `${l}`,
      n: trades,
      o: `${o}`,
      s: 'BTC',
      t,
      v: `${v}`,
    }),
  ],
  ['Crypto.com', ({ t, o, h, l, c, v }) => ({ o: `${o}`, h: `${h}`, l: `${l}`, c: `${c}`, v: `${v}`, t })],
  [
    'Coinbase Advanced',
    ({ t, o, h, l, c, v }) => ({
      start: `${t / 1000}`,
      low: `${l}`,
      high: `${h}`,
      open: `${o}`,
      close: `${c}`,
      volume: `${v}`,
    }),
  ],
  [
    'HitBTC',
    ({ t, o, h, l, c, v, q }) => ({
      timestamp: new Date(t).toISOString(),
      open: `${o}`,
      close: `${c}`,
      min: `${l}`,
      max: `${h}`,
      volume: `${v}`,
      volume_quote: `${q}`,
    }),
  ],
  ['XT', ({ t, o, h, l, c, v, q }) => ({ t, o: `${o}`, c: `${c}`, h: `${h}`, l: `${l}`, q: `${v}`, v: `${q}` })],
  [
    'Bitso',
    ({ t, o, h, l, c, v }) => ({
      bucket_start_time: t,
      first_trade_time: t + 5,
      last_trade_time: t + 9,
      first_rate: `${o}`,
      last_rate: `${c}`,
      min_rate: `${l}`,
      max_rate: `${h}`,
      trade_count: 9,
      volume: `${v}`,
      vwap: `${c}`,
    }),
  ],
  [
    'Upbit',
    ({ t, o, h, l, c, v, q }) => ({
      market: 'KRW-BTC',
      candle_date_time_utc: new Date(t).toISOString().slice(0, 19),
      opening_price: o,
      high_price: h,
      low_price: l,
      trade_price: c,
      timestamp: t + 77,
      candle_acc_trade_price: q,
      candle_acc_trade_volume: v,
      unit: 60,
    }),
  ],
  ['Exmo, Bit.team', ({ t, o, h, l, c, v }) => ({ t, o, c, h, l, v })],
  ['Alpaca', ({ t, o, h, l, c, v, w, trades }) => ({ t: new Date(t).toISOString(), o, h, l, c, v, n: trades, vw: w })],
  [
    'LATOKEN',
    ({ t, o, h, l, c, v, q }) => ({
      time: t,
      open: `${o}`,
      close: `${c}`,
      high: `${h}`,
      low: `${l}`,
      volume: `${v}`,
      amount: `${q}`,
    }),
  ],
  [
    'BingX contracts',
    ({ t, o, h, l, c, v }) => ({ open: `${o}`, close: `${c}`, high: `${h}`, low: `${l}`, volume: `${v}`, time: t }),
  ],
  ['Indodax', ({ t, o, h, l, c, v }) => ({ Time: t / 1000, Open: o, High: h, Low: l, Close: c, Volume: `${v}` })],
  [
    'BigONE',
    ({ t, o, h, l, c, v }) => ({
      close: `${c}`,
      high: `${h}`,
      low: `${l}`,
      open: `${o}`,
      time: new Date(t).toISOString(),
      volume: `${v}`,
    }),
  ],
  [
    'idex',
    ({ t, o, h, l, c, v }) => ({
      start: t,
      open: `${o}`,
      high: `${h}`,
      low: `${l}`,
      close: `${c}`,
      volume: `${v}`,
      sequence: 3,
    }),
  ],
];
