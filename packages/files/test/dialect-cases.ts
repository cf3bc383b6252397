/// <reference types="node" />

/** Files as tools and exchanges write them: those that are read, and those that are refused. */

import { gzipSync } from 'node:zlib';
import type { ReadBarsOptions } from '../src/bars-file.ts';

/** A day, ms. */
export const DAY = 86_400_000;
/** Two days, as every readable case below writes them: 2024-01-01 and 2024-01-02. */
export const T = [1_704_067_200_000, 1_704_153_600_000] as const;
const PRICES = [
  [42280.25, 44175.5, 42214.75, 44167.5],
  [44187.25, 45899.75, 44176.5, 44957],
] as const;
const VOLUMES = [18426.5, 39335.25] as const;

/** The six numbers of a bar. */
interface BarRow {
  readonly t: number;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

/** The two bars of every readable case. */
export const BARS: readonly BarRow[] = T.map((t, i) => {
  const [o, h, l, c] = PRICES[i]!;
  return { t, o, h, l, c, v: VOLUMES[i]! };
});

const iso = (t: number): string => new Date(t).toISOString().slice(0, 10);
const clock = (t: number): string => `${iso(t)} 00:00:00`;
/** A header and a line for each bar. */
const file = (header: string, line: (bar: BarRow, i: number) => string, bars = BARS): string =>
  [...(header === '' ? [] : [header]), ...bars.map(line)].join('\n');

interface Case {
  readonly name: string;
  readonly content: string | Buffer;
  readonly options?: ReadBarsOptions;
  /** Assumptions that the reader states. */
  readonly assumed?: string | RegExp;
}

const BINANCE =
  'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore';
const kline =
  (unit: number) =>
  ({ t, o, h, l, c, v }: BarRow): string =>
    `${t * unit},${o},${h},${l},${c},${v},${(t + DAY) * unit - 1},${o * v},9,1.5,6e4,0`;
const plain = ({ t, o, h, l, c, v }: BarRow): string => [t, o, h, l, c, v].join(',');

/** Files as tools and exchanges write them, each of which is the two days above. */
export const READ: readonly Case[] = [
  { name: 'our own', content: file('timestamp,open,high,low,close,volume', plain), assumed: '' },
  {
    name: 'yfinance, one ticker: Ticker.history().to_csv()',
    content: file(
      'Date,Open,High,Low,Close,Volume,Dividends,Stock Splits',
      ({ t, o, h, l, c, v }) => `${clock(t)}+00:00,${o},${h},${l},${c},${v},0.0,0.0`,
    ),
    assumed: 'time is "Date"',
  },
  {
    name: 'yfinance, with an adjusted close',
    content: file('Date,Open,High,Low,Close,Adj Close,Volume', ({ t, o, h, l, c, v }) =>
      [iso(t), o, h, l, c, c - 100, v].join(','),
    ),
    assumed: /the adjusted close is left alone/,
  },
  {
    name: 'yfinance 0.2.51 and later: a header of three rows',
    content: file(
      'Price,Close,High,Low,Open,Volume\nTicker,BTC-USD,BTC-USD,BTC-USD,BTC-USD,BTC-USD\nDate,,,,,',
      ({ t, o, h, l, c, v }) => [iso(t), c, h, l, o, v].join(','),
    ),
    assumed: /several rows/,
  },
  {
    name: 'yfinance, group_by="ticker"',
    content: file(
      'Ticker,BTC-USD,BTC-USD,BTC-USD,BTC-USD,BTC-USD\nPrice,Open,High,Low,Close,Volume\nDatetime,,,,,',
      ({ t, o, h, l, c, v }) => [`${clock(t)}+00:00`, o, h, l, c, v].join(','),
    ),
    assumed: /several rows/,
  },
  {
    name: 'offsets of a time zone, as yfinance has them of exchanges',
    content: file(
      'Datetime,Open,High,Low,Close,Volume',
      ({ t, o, h, l, c, v }) => `${iso(t - DAY)} 19:00:00-05:00,${o},${h},${l},${c},${v}`,
    ),
    assumed: 'time is "Datetime"',
  },
  { name: 'Binance, headed', content: file(BINANCE, kline(1)), assumed: 'time is "open_time"' },
  { name: 'Binance, headerless, ms', content: file('', kline(1)), assumed: /klines of Binance/ },
  { name: 'Binance, headerless, µs (spot from 2025 on)', content: file('', kline(1000)), assumed: /klines of Binance/ },
  {
    name: 'python-binance, spelt with blanks',
    content: file('Open time,Open,High,Low,Close,Volume,Close time,Quote asset volume,Number of trades', (bar) =>
      kline(1)(bar).split(',').slice(0, 9).join(','),
    ),
    assumed: 'time is "Open time"',
  },
  {
    name: 'Binance, the answer of the API',
    content: JSON.stringify(BARS.map((bar) => kline(1)(bar).split(','))),
    assumed: /Binance/,
  },
  {
    name: 'ccxt arrays',
    content: JSON.stringify(BARS.map(({ t, o, h, l, c, v }) => [t, o, h, l, c, v])),
    assumed: /ccxt/,
  },
  {
    name: 'ccxt arrays within gzip, over many lines',
    content: gzipSync(
      JSON.stringify(
        BARS.map(({ t, o, h, l, c, v }) => [t, o, h, l, c, v]),
        null,
        2,
      ),
    ),
    assumed: /ccxt/,
  },
  {
    name: 'an array on each line',
    content: BARS.map(({ t, o, h, l, c, v }) => JSON.stringify([t, o, h, l, c, v])).join('\n'),
    assumed: /ccxt/,
  },
  {
    name: 'candles of the perp venue',
    content: JSON.stringify(
      BARS.map(({ t, o, h, l, c, v }) => ({
        t,
        T: t + DAY - 1,
        s: 'BTC',
        i: '1d',
        o: `${o}`,
        c: `${c}`,
        h: `${h}`,
        l: `${l}`,
        v: `${v}`,
        n: 9,
      })),
    ),
    assumed: /time is "t", open is "o"/,
  },
  {
    name: 'freqtrade and pandas: to_json(orient="records")',
    content: JSON.stringify(
      BARS.map(({ t, o, h, l, c, v }) => ({ date: t, open: o, high: h, low: l, close: c, volume: v })),
    ),
    assumed: 'time is "date"',
  },
  {
    name: 'NDJSON with start and a price in texts',
    content: BARS.map(({ t, o, h, l, c, v }) =>
      JSON.stringify({
        startTime: new Date(t).toISOString(),
        open: `${o}`,
        high: `${h}`,
        low: `${l}`,
        close: `${c}`,
        volume: v,
      }),
    ).join('\n'),
    assumed: 'time is "startTime"',
  },
  { name: 'ccxt as CSV without a header', content: file('', plain), assumed: /no header: time, open/ },
  {
    name: 'Kraken OHLCVT, headerless, seconds',
    content: file('', ({ t, o, h, l, c, v }) => [t / 1000, o, h, l, c, v, 77].join(',')),
    assumed: /Kraken/,
  },
  {
    name: 'Kraken, the rows of its API',
    content: JSON.stringify(
      BARS.map(({ t, o, h, l, c, v }) => [t / 1000, `${o}`, `${h}`, `${l}`, `${c}`, `${o}`, `${v}`, 9]),
    ),
    assumed: /vwap, volume, trades/,
  },
  {
    name: 'eight cells with a close time and a quote volume (MEXC)',
    content: JSON.stringify(
      BARS.map(({ t, o, h, l, c, v }) => [t, `${o}`, `${h}`, `${l}`, `${c}`, `${v}`, t + DAY - 1, `${o * v}`]),
    ),
    assumed: /klines of Binance/,
  },
  {
    name: 'seven cells with a turnover (Bybit, Bitget)',
    content: file('', ({ t, o, h, l, c, v }) => [t, o, h, l, c, v, o * v].join(',')),
    assumed: /quote volume/,
  },
  {
    name: 'semicolons',
    content: file('Date;Open;High;Low;Close;Volume', ({ t, o, h, l, c, v }) => [iso(t), o, h, l, c, v].join(';')),
    assumed: /semicolons part the cells/,
  },
  {
    name: 'Excel, which says its separator',
    content: `\u{FEFF}sep=;\r\n${file('Date;Open;High;Low;Close;Volume', ({ t, o, h, l, c, v }) => [iso(t), o, h, l, c, v].join(';')).replaceAll('\n', '\r\n')}\r\n`,
    assumed: /semicolons/,
  },
  {
    name: 'tabs',
    content: file('time\topen\thigh\tlow\tclose\tvolume', ({ t, o, h, l, c, v }) =>
      [t / 1000, o, h, l, c, v].join('\t'),
    ),
    assumed: /^tabs part the cells$/,
  },
  {
    name: 'CoinMarketCap: semicolons, quotes, and the close beside the open',
    content: file(
      'timeOpen;timeClose;timeHigh;timeLow;name;open;high;low;close;volume;marketCap;timestamp',
      ({ t, o, h, l, c, v }) => {
        const at = (ms: number): string => `"${new Date(ms).toISOString()}"`;
        return [at(t), at(t + DAY - 1), at(t + 5), at(t + 9), '"2781"', o, h, l, c, v, 8e11, at(t + DAY - 1)].join(';');
      },
      BARS,
    ),
    assumed: /time is "timeOpen"/,
  },
  {
    name: 'CryptoDataDownload: an address first, two volumes',
    content: `https://www.CryptoDataDownload.com\n${file('Unix,Date,Symbol,Open,High,Low,Close,Volume BTC,Volume USDT,tradecount', ({ t, o, h, l, c, v }) => [t, clock(t), 'BTC/USDT', o, h, l, c, v, o * v, 9].join(','))}`,
    assumed: /a line before the header left out; time is "Unix", volume is "Volume BTC"/,
  },
  {
    name: 'Kaggle, minutes of Bitstamp',
    content: file(
      'Timestamp,Open,High,Low,Close,Volume_(BTC),Volume_(Currency),Weighted_Price',
      ({ t, o, h, l, c, v }) => [t / 1000, o, h, l, c, v, o * v, o].join(','),
    ),
    assumed: 'volume is "Volume_(BTC)"',
  },
  {
    name: 'CryptoCompare',
    content: file('time,high,low,open,volumefrom,volumeto,close,conversionType', ({ t, o, h, l, c, v }) =>
      [t / 1000, h, l, o, v, o * v, c, 'direct'].join(','),
    ),
    assumed: 'volume is "volumefrom"',
  },
  {
    name: 'TradingView',
    content: file('time,open,high,low,close,Volume,Volume MA', ({ t, o, h, l, c, v }) =>
      [`${iso(t)}T00:00:00Z`, o, h, l, c, v, 'NaN'].join(','),
    ),
    assumed: '',
  },
  {
    name: 'Upbit: the last trade and another clock beside the open',
    content: file(
      'market,candle_date_time_utc,candle_date_time_kst,opening_price,high_price,low_price,trade_price,timestamp,candle_acc_trade_price,candle_acc_trade_volume',
      ({ t, o, h, l, c, v }) =>
        ['KRW-BTC', `${iso(t)}T00:00:00`, `${iso(t)}T09:00:00`, o, h, l, c, t + DAY - 77, o * v, v].join(','),
    ),
    assumed: /time is "candle_date_time_utc", open is "opening_price"/,
  },
  {
    name: 'CoinAPI',
    content: file(
      'time_period_start;time_period_end;time_open;time_close;price_open;price_high;price_low;price_close;volume_traded;trades_count',
      ({ t, o, h, l, c, v }) =>
        [`${iso(t)}T00:00:00.0000000Z`, `${iso(t + DAY)}T00:00:00.0000000Z`, 'x', 'x', o, h, l, c, v, 9].join(';'),
    ),
    options: { columns: { time: 'time_period_start' } },
    assumed: /time is "time_period_start", open is "price_open"/,
  },
  {
    name: 'a data frame with its index, unnamed',
    content: file(',Open,High,Low,Close,Volume', ({ t, o, h, l, c, v }) => [clock(t), o, h, l, c, v].join(',')),
    assumed: /time is ""/,
  },
  {
    name: 'units in brackets',
    content: file('Date (UTC),Open (USD),High (USD),Low (USD),Close (USD),Volume (BTC)', ({ t, o, h, l, c, v }) =>
      [`${clock(t)} UTC`, o, h, l, c, v].join(','),
    ),
    assumed: /volume is "Volume \(BTC\)"/,
  },
  {
    name: 'columns named by hand',
    content: file('Datetime,Adj,Open,High,Low,Last,Units', ({ t, o, h, l, c, v }) =>
      [clock(t), 1, o, h, l, c, v].join(','),
    ),
    options: { columns: { time: 'datetime', close: 'Last', volume: 'Units' } },
    assumed: /close is "Last", volume is "Units"/,
  },
  {
    name: 'Coinbase, headerless, by number',
    content: file('', ({ t, o, h, l, c, v }) => [t / 1000, l, h, o, c, v].join(',')),
    options: { columns: { low: '2', high: '3', open: '4' } },
    assumed: /no header/,
  },
  {
    name: 'comments before the header',
    content: `# bars of BTC\n# in UTC\n${file('ts,o,h,l,c,v', plain)}`,
    assumed: /2 lines before the header left out/,
  },
  {
    name: 'names of months',
    content: file(
      'Date,Open,High,Low,Close,Volume',
      ({ o, h, l, c, v }, i) => `"Jan 0${i + 1}, 2024",${[o, h, l, c, v].join(',')}`,
    ),
    assumed: 'time is "Date"',
  },
  {
    name: 'dates in digits',
    content: file('Date,Open,High,Low,Close,Volume', ({ o, h, l, c, v }, i) => [20240101 + i, o, h, l, c, v].join(',')),
    assumed: 'time is "Date"',
  },
  {
    name: 'dates in digits under our own names',
    content: file('timestamp,open,high,low,close,volume', ({ o, h, l, c, v }, i) =>
      [20240101 + i, o, h, l, c, v].join(','),
    ),
    assumed: '',
  },
  {
    name: 'slashes, the year first, and minutes',
    content: file('Date;Open;High;Low;Close;Volume', ({ o, h, l, c, v }, i) =>
      [`2024/1/${i + 1} 0:00`, o, h, l, c, v].join(';'),
    ),
    assumed: /semicolons/,
  },
  {
    name: 'klines whose volume counts contracts (coin-margined futures)',
    content: file('', ({ t, o, h, l, c, v }) =>
      [t, o, h, l, c, Math.round((v * o) / 100), t + DAY - 1, v, 9, 1, 1, 0].join(','),
    ),
    assumed: /contracts, close time, volume/,
  },
  {
    name: 'a volume in dollars and a turnover in coins (Bybit, inverse)',
    content: file('', ({ t, o, h, l, c, v }) => [t, o, h, l, c, Math.round(v * o), v].join(',')),
    assumed: /close, contracts, volume/,
  },
  {
    name: 'another order without a header (Bitfinex: open, close, high, low)',
    content: file('', ({ t, o, h, l, c, v }) => [t, o, c, h, l, v].join(',')),
    assumed: /Bitfinex/,
  },
];

/** Files that are refused, and what the reader says to do. */
export const REFUSED: readonly (Case & { readonly says: RegExp })[] = [
  {
    name: 'decimal commas between semicolons',
    content: 'Date;Open;High;Low;Close;Volume\n2024-01-01;42280,25;44175,5;42214,75;44167,5;18426,5\n',
    says: /row 1 column "Open": expected a number with a decimal point: .* decimal commas are not read; write 1234\.5, got "42280,25"/,
  },
  {
    name: 'decimal commas between commas',
    content: 'timestamp,open,high,low,close,volume\n1704067200000,42280,25,44175,5,42214,75,44167,5,18426,5\n',
    says: /expected 6 cells as in the header \(decimal commas are not read: write 1234\.5\), got 11/,
  },
  {
    name: 'decimal commas without a header',
    content: '2024-01-01;42280,25;44175,5;42214,75;44167,5;18426,5\n',
    says: /decimal commas are not read/,
  },
  {
    name: 'marks between thousands, and a volume in K (Investing.com)',
    content:
      '"Date","Price","Open","High","Low","Vol.","Change %"\n"2024-01-01","44,167.5","42,280.2","44,175.5","42,214.7","71.28K","1%"\n',
    says: /column "Open": expected a number without marks between thousands: write 1234\.5, got "42,280\.2"/,
  },
  {
    name: 'a volume in K',
    content: 'Date,Open,High,Low,Close,Vol.\n2024-01-01,1,1,1,1,71.28K\n',
    says: /column "Vol\.": expected a number in full: write 71280, not 71\.28K/,
  },
  {
    name: 'days and months in an unknown order (Dukascopy)',
    content: 'Gmt time,Open,High,Low,Close,Volume\n01.02.2024 00:00:00.000,1,1,1,1,1\n',
    options: { columns: { time: 'Gmt time' } },
    says: /column "Gmt time": .*write 2024-01-31/,
  },
  {
    name: 'American dates',
    content: 'Date,Open,High,Low,Close,Volume\n01/02/2024,1,1,1,1,1\n',
    says: /row 1 column "Date": .*which is day and which is month/,
  },
  {
    name: 'dates in digits, and an hour beside them (Stooq)',
    content: '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>\nBTCUSD,D,20240101,000000,1,1,1,1,1\n',
    says: /date and time in two columns: join them/,
  },
  {
    name: 'closing times only',
    content: 'close_time,open,high,low,close,volume\n1704153599999,1,1,1,1,1\n',
    says: /closing times only: .* take the length of a bar off them/,
  },
  {
    name: 'a volume in dollars only',
    content: 'Date,Open,High,Low,Close,Volume USDT\n2024-01-01,1,1,1,1,1\n',
    says: /a volume in the quote currency only: divide it by the close/,
  },
  {
    name: 'a pair of two coins, with a volume of each',
    content: 'Unix,Symbol,Open,High,Low,Close,Volume ETH,Volume BTC\n1704067200,ETH/BTC,1,1,1,1,1,1\n',
    says: /columns: \{ volume: NAME \}, got several volumes: say which/,
  },
  {
    name: 'OKX, whose vol is of contracts on some markets',
    content:
      'instrument_name,open,high,low,close,vol,vol_ccy,vol_quote,open_time,confirm\nBTC-USDT,1,1,1,1,1,1,1,1704067200000,1\n',
    says: /vol and vol_ccy: which one has units of the base/,
  },
  {
    name: 'no volume (CoinGecko)',
    content: '[[1704067200000,1,1,1,1],[1704153600000,1,1,1,1]]',
    says: /expected a header, or rows of 6, 7, 8, .* cells; else name them .*got rows of 5 cells/,
  },
  {
    name: 'eight cells that no layout has',
    content: JSON.stringify(BARS.map(({ t, o, h, l, c, v }) => [t, o, h, l, c, v, t + DAY - 1, 7.5])),
    says: /row 1: expected rows that confirm a layout \(.*kraken: .*vwap is within low and high.*; klines: .*\); if the cells are others, name them \(layout: NAME, or columns: \{ volume: NUMBER \}\), got/,
  },
  {
    name: 'several tickers side by side (yfinance)',
    content:
      'Price,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume\nTicker,BTC-USD,ETH-USD,BTC-USD,ETH-USD,BTC-USD,ETH-USD,BTC-USD,ETH-USD,BTC-USD,ETH-USD\nDate,,,,,,,,,,\n2024-01-01,1,1,1,1,1,1,1,1,1,1\n',
    says: /a row for each ticker and time \(in pandas: df\.stack\(level="Ticker"\)\), got "BTC-USD, ETH-USD"/,
  },
  {
    name: 'a zip archive',
    content: Buffer.from('PK\u0003\u0004rest', 'latin1'),
    says: /a zip archive or a workbook: unpack it/,
  },
  { name: 'UTF-16', content: Buffer.from('\u{FEFF}Date,Open', 'utf16le'), says: /UTF-16: save it as "CSV UTF-8"/ },
  { name: 'a page of HTML', content: '<!DOCTYPE html><html><body>rate limited', says: /a page of HTML/ },
  {
    name: 'an answer with its rows inside',
    content: '{"retCode":0,"result":{"list":[]}}',
    says: /expected a header with timestamp, .*, or columns: \{ time: NAME \}, got "retCode, result"/,
  },
  {
    name: 'a name that the file does not have',
    content: 'Date,Open,High,Low,Close,Volume\n2024-01-01,1,1,1,1,1\n',
    options: { columns: { close: 'Last' } },
    says: /column "Last": expected a column of that name, for close, got "Date, Open/,
  },
  {
    name: 'several coins where one is asked for',
    content: 'time,symbol,open,high,low,close,volume\n1704067200,BTC,1,1,1,1,1\n1704067200,ETH,1,1,1,1,1\n',
    says: /expected bars of one coin \(readPanel reads several/,
  },
];
