/** Real market days for the long-horizon classifier, stitched from the daily and hourly files of the data folder. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { barAt, resample, type Bar, type Candles } from '@barograph/core';
import type { CoinDay, MarketDay } from '@barograph/cycle';
import { coinOfFile, readBars, symbolOf } from '@barograph/files';
import { isPegged } from '@barograph/indicators';

/** The folder of real data. */
export const DATA = '../shared/data';

/** Reason why no history is available; undefined when it is available. */
export const missingHistory = existsSync(`${DATA}/ohlcv_1d`) ? undefined : 'needs ../shared/data';

interface Priced {
  readonly close: number;
  readonly dollarVolume: number;
  /** Primary exchange, so that volumes are comparable; the other exchanges fill gaps. */
  readonly isExchange: boolean;
}

/** Minimum coins of the primary exchange per day; below it, other exchanges fill in. */
const ENOUGH = 30;
const FIAT = new Set(['EUR', 'GBP', 'AUD', 'TRY', 'BRL', 'RUB', 'UAH', 'NGN', 'BIDR', 'IDRT', 'VAI', 'UST', 'USTC']);

/** The days of Bitcoin from 2014-09, with the coins whose bars the folder has. */
export async function marketHistory(): Promise<readonly MarketDay[]> {
  const coins = new Map<string, Map<number, Priced>>();
  const put = (symbol: string, time: number, priced: Priced): void => {
    const days = coins.get(symbol) ?? new Map<number, Priced>();
    if (!days.has(time)) days.set(time, priced);
    coins.set(symbol, days);
  };
  spotUniverse(put);
  const folder = `${DATA}/ohlcv_1h/binance_usdm_perp`;
  for (const name of readdirSync(folder)) {
    const { bars } = resample(await candlesOf(`${folder}/${name}`), '1h', '1d');
    for (let i = 0; i < bars.length; i++) {
      const dollarVolume = bars.close[i]! * bars.volume[i]!;
      put(coinOfFile(symbolOf(name)), bars.time[i]!, { close: bars.close[i]!, dollarVolume, isExchange: true });
    }
  }
  const btc: Bar[] = [];
  for (const name of readdirSync(`${DATA}/ohlcv_1d/yahoo`)) {
    const symbol = coinOfFile(symbolOf(name));
    const bars = await candlesOf(`${DATA}/ohlcv_1d/yahoo/${name}`);
    for (let i = 0; i < bars.length; i++) {
      if (symbol === 'BTC') btc.push(barAt(bars, i));
      // volume is in USD there
      put(symbol, bars.time[i]!, { close: bars.close[i]!, dollarVolume: bars.volume[i]!, isExchange: false });
    }
  }
  return btc.map((day) => ({ btc: day, coins: coinsOf(coins, day.time) }));
}

/** Bars of a file. */
export async function candlesOf(path: string): Promise<Candles> {
  const read = await readBars(path, { repair: true });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.candles;
}

/** `timestamp,symbol,open,high,low,close,volume` of all pairs, without fiat, pegs and leveraged tokens. */
function spotUniverse(put: (symbol: string, time: number, priced: Priced) => void): void {
  const text = gunzipSync(readFileSync(`${DATA}/ohlcv_1d/binance_spot_universe_2021-04_2023-12.csv.gz`)).toString();
  const rows = text.trim().split('\n').slice(1);
  const pairs = new Set(rows.map((row) => row.split(',', 2)[1]!));
  for (const row of rows) {
    const [time, pair, , , , close, volume] = row.split(',');
    const symbol = coinOfFile(pair!);
    const leveraged = /^(.+)(?:UP|DOWN|BULL|BEAR)$/.exec(symbol)?.[1];
    if (FIAT.has(symbol) || isPegged(symbol, NO_BARS) || (leveraged !== undefined && pairs.has(`${leveraged}USDT`))) {
      continue;
    }
    put(symbol, Number(time), {
      close: Number(close),
      dollarVolume: Number(close) * Number(volume),
      isExchange: true,
    });
  }
}

const NO_BARS = {
  length: 0,
  time: new Float64Array(),
  open: new Float64Array(),
  high: new Float64Array(),
  low: new Float64Array(),
  close: new Float64Array(),
  volume: new Float64Array(),
};

function coinsOf(coins: ReadonlyMap<string, ReadonlyMap<number, Priced>>, time: number): readonly CoinDay[] {
  const all: (CoinDay & { readonly isExchange: boolean })[] = [];
  for (const [symbol, days] of coins) {
    const day = days.get(time);
    if (day !== undefined) all.push({ symbol, ...day });
  }
  const exchange = all.filter(({ isExchange }) => isExchange);
  return exchange.length >= ENOUGH ? exchange : all;
}
