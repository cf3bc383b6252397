/** Layouts of rows without a header: the meaning of each cell, and the cells that confirm it. */

/** Names of the layouts. The first one wins when several read the same numbers. */
export const LAYOUT_NAMES = [
  'ohlcv',
  'bitfinex',
  'coinbase',
  'digifinex',
  'bitbank',
  'ohlcvt',
  'turnover',
  'inverse',
  'kucoin',
  'gate',
  'kraken',
  'klines',
  'klines-inverse',
  'okx',
  'okx-swap',
  'phemex',
  'ndax',
  'foxbit',
  'poloniex',
  'poloniex-futures',
] as const;

/** Name of a layout. */
export type LayoutName = (typeof LAYOUT_NAMES)[number];

/**
 * Meaning of a cell: `t` open time, `o h l c` prices, `v` volume in the base, `q` in the quote, `w` mean price (vwap),
 * `n` number of trades, `e` close time, `i` length in seconds, `b` taker buy volume, `r` quote volume other than `v`,
 * `z` contracts of one quote unit, `y` contracts of 10 or 100, `p` a price, `k` an integer, `x` anything.
 */
export type CellRole =
  | 't'
  | 'o'
  | 'h'
  | 'l'
  | 'c'
  | 'v'
  | 'q'
  | 'w'
  | 'n'
  | 'e'
  | 'i'
  | 'b'
  | 'r'
  | 'z'
  | 'y'
  | 'p'
  | 'k'
  | 'x';

/** Layout of rows. */
export interface Layout {
  /** Programs and exchanges that write such rows. */
  readonly title: string;
  /** Roles of the cells, separated by spaces; one text for each number of cells. */
  readonly cells: readonly string[];
}

/**
 * Layouts by name.
 *
 * @source ccxt 4.5, `parseOHLCV` of each exchange: the cells it reads as time, open, high, low, close and volume.
 */
export const LAYOUTS: Readonly<Record<LayoutName, Layout>> = {
  ohlcv: { title: 'ccxt, Bitvavo, Gemini, LBank and others', cells: ['t o h l c v'] },
  bitfinex: { title: 'Bitfinex, Bithumb', cells: ['t o c h l v'] },
  coinbase: { title: 'Coinbase Exchange', cells: ['t l h o c v'] },
  digifinex: { title: 'DigiFinex spot', cells: ['t v c h l o'] },
  bitbank: { title: 'bitbank', cells: ['o h l c v t'] },
  ohlcvt: { title: 'Kraken archives', cells: ['t o h l c v n'] },
  turnover: { title: 'Bybit, Bitget, BitMart and others', cells: ['t o h l c v q', 't o h l c v q q'] },
  inverse: { title: 'Bybit and Bitget, coin-margined', cells: ['t o h l c z v'] },
  kucoin: { title: 'KuCoin, CoinEx, WhiteBIT, P2B', cells: ['t o c h l v q', 't o c h l v q x'] },
  gate: { title: 'Gate', cells: ['t q c h l o v', 't q c h l o v x'] },
  kraken: { title: 'Kraken', cells: ['t o h l c w v n'] },
  klines: {
    title: 'the klines of Binance, MEXC, HashKey and others',
    cells: ['t o h l c v e q', 't o h l c v e q n b x x', 't o h l c v x q n b x'],
  },
  'klines-inverse': { title: 'the klines of Binance, coin-margined', cells: ['t o h l c y e v n x b x'] },
  okx: { title: 'OKX spot', cells: ['t o h l c v q q x'] },
  'okx-swap': { title: 'OKX and BloFin contracts', cells: ['t o h l c x v r x'] },
  phemex: { title: 'Phemex', cells: ['t i p o h l c v q', 't i p o h l c v q x'] },
  ndax: { title: 'NDAX', cells: ['t h l o c v x x k'] },
  foxbit: { title: 'Foxbit', cells: ['t o h l c e v q n b x'] },
  poloniex: { title: 'Poloniex spot', cells: ['l h o c q v x b n x w x t e'] },
  'poloniex-futures': { title: 'Poloniex futures', cells: ['l h o c q v n t e'] },
};

const MEANINGS: Readonly<Record<CellRole, string>> = {
  t: 'time',
  o: 'open',
  h: 'high',
  l: 'low',
  c: 'close',
  v: 'volume',
  q: 'quote volume',
  w: 'vwap',
  n: 'trades',
  e: 'close time',
  i: 'interval',
  b: 'taker volume',
  r: 'quote volume',
  z: 'contracts',
  y: 'contracts',
  p: 'price',
  k: 'number',
  x: '…',
};

/** Describes the columns of a layout: `time, open, high, low, close, volume (ccxt and others)`. */
export function layoutTitle(name: LayoutName, cells: string): string {
  const words = rolesOf(cells).map((role) => MEANINGS[role]);
  return `${words.join(', ').replace(/(?:, …)+$/, ', …')} (${LAYOUTS[name].title})`;
}

/** Splits a layout text into the roles of its cells. */
export function rolesOf(cells: string): readonly CellRole[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test checks the letters of all texts above
  return cells.split(' ') as CellRole[];
}
