/** Parsers of spot payloads into feed rows. */

import { bucketOpen, candlesOf, DAY_MS, stepMs, type Bar, type Interval } from '@barograph/core';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { type Faults, createFaults, decimal, epochTime, whole } from '../upstream/payload/values.ts';
import type { PairBars, SpotPair, SpotPairs, SpotTicker, SpotTickers } from '../market/venues.ts';
import type { KlineCells, PairRow, PairsPayload, TickerRow } from './payloads.ts';

/** Bar with the venue's trade statistics; NaN when absent. */
export interface Kline extends Bar {
  readonly quoteVolume: number;
  readonly trades: number;
  readonly takerBuy: number;
}

function isBar({ time, open, high, low, close, volume }: Bar): boolean {
  if ([time, open, high, low, close, volume].some(Number.isNaN)) return false;
  return high >= Math.max(open, close) && low <= Math.min(open, close);
}

function klineOf(cells: KlineCells, faults: Faults): Kline {
  const at = (name: string): string => `bar ${String(cells[0])}.${name}`;
  const volume = decimal(cells[5], 'zero or more', at('volume'), faults);
  // Recorders that keep only prices cut a row after its close time.
  const isCut = cells.length <= 7;
  const takerBuy = isCut ? NaN : decimal(cells[9], 'zero or more', at('taker volume'), faults);
  if (takerBuy > volume) faults.add(at('taker volume'), `at most the volume ${volume}`, cells[9]);
  return {
    time: epochTime(cells[0], 'bar.time', faults),
    open: decimal(cells[1], 'above zero', at('open'), faults),
    high: decimal(cells[2], 'above zero', at('high'), faults),
    low: decimal(cells[3], 'above zero', at('low'), faults),
    close: decimal(cells[4], 'above zero', at('close'), faults),
    volume,
    quoteVolume: isCut ? NaN : decimal(cells[7], 'zero or more', at('quote volume'), faults),
    trades: isCut ? NaN : whole(cells[8], at('trades'), faults),
    takerBuy: takerBuy > volume ? NaN : takerBuy,
  };
}

/**
 * @param now time of the answer, epoch ms. A bar that opens more than a day later has the wrong unit or clock.
 * @returns bars in time order; of duplicates the later in the answer. A bar with invalid prices is dropped and becomes a gap;
 *   other invalid values of a bar are NaN.
 */
export function parseKlines(
  payload: readonly KlineCells[],
  interval: Interval,
  now: number = Infinity,
): Parsed<readonly Kline[]> {
  const faults = createFaults();
  const step = stepMs(interval);
  const bars = new Map<number, Kline>();
  for (const cells of payload) {
    const bar = klineOf(cells, faults);
    if (!isBar(bar)) {
      if (!Number.isNaN(bar.time)) faults.add(`bar ${bar.time}`, 'prices within low and high', cells);
    } else if (bar.time > now + DAY_MS) faults.add('bar.time', 'at most a day ahead of now', bar.time);
    else if (bucketOpen(bar.time, step) !== bar.time) faults.add('bar.time', `the open of ${interval}`, bar.time);
    else bars.set(bar.time, bar);
  }
  return { rows: [...bars.values()].sort((a, b) => a.time - b.time), fault: faults.summary() };
}

/** Bars in the shape of the feed: bars closed by `asOf`, epoch ms, and the open bar. */
export function pairBarsOf(bars: readonly Kline[], interval: Interval, asOf: number): PairBars {
  const step = stepMs(interval);
  const closed = bars.filter(({ time }) => time + step <= asOf);
  const open = bars.find(({ time }) => time <= asOf && time + step > asOf);
  const column = (name: 'takerBuy' | 'quoteVolume' | 'trades'): Float64Array =>
    Float64Array.from(closed, (bar) => bar[name]);
  return {
    closed: candlesOf(closed),
    takerBuy: column('takerBuy'),
    quoteVolume: column('quoteVolume'),
    trades: column('trades'),
    forming: open === undefined ? undefined : barOf(open),
  };
}

/** Drops the trade statistics of a bar. */
export function barOf({ time, open, high, low, close, volume }: Kline): Bar {
  return { time, open, high, low, close, volume };
}

/** Parses a positive number; NaN for 0, which the venue writes without a price. */
function priceOrNone(value: unknown, field: string, faults: Faults): number {
  const price = decimal(value, 'zero or more', field, faults);
  return price > 0 ? price : NaN;
}

function tickerOf(row: TickerRow, symbol: string, faults: Faults): SpotTicker {
  const at = (name: string): string => `${symbol}.${name}`;
  const price = (name: keyof TickerRow): number => priceOrNone(row[name], at(name), faults);
  return {
    symbol,
    last: price('lastPrice'),
    open: price('openPrice'),
    high: price('highPrice'),
    low: price('lowPrice'),
    mean: price('weightedAvgPrice'),
    bid: price('bidPrice'),
    ask: price('askPrice'),
    volume: decimal(row.volume, 'zero or more', at('volume'), faults),
    quoteVolume: decimal(row.quoteVolume, 'zero or more', at('quoteVolume'), faults),
    trades: whole(row.count, at('count'), faults),
    from: epochTime(row.openTime, at('openTime'), faults),
    to: epochTime(row.closeTime, at('closeTime'), faults),
  };
}

/** Whether the numbers of a pair are consistent. Unknown values are consistent with everything, but prices are required. */
function isConsistent({ last, open, high, low, bid, ask, from, to }: SpotTicker): boolean {
  if (!(high >= Math.max(last, open) && low <= Math.min(last, open)) || Number.isNaN(from) || !(to > from))
    return false;
  return !(bid > ask);
}

/** @returns valid pairs in answer order, and the number of invalid pairs, most of which have a price of 0. */
export function parseTickers(payload: readonly TickerRow[]): Parsed<SpotTickers> {
  const faults = createFaults();
  const tickers = new Map<string, SpotTicker>();
  for (const [i, row] of payload.entries()) {
    const { symbol } = row;
    if (typeof symbol !== 'string' || symbol === '' || tickers.has(symbol)) {
      faults.add(`[${i}].symbol`, 'a name of its own', symbol);
      continue;
    }
    const ticker = tickerOf(row, symbol, faults);
    if (isConsistent(ticker)) tickers.set(symbol, ticker);
  }
  return {
    rows: { tickers: [...tickers.values()], leftOut: payload.length - tickers.size },
    fault: faults.summary(),
  };
}

/** Returns a lookup of filters by name; ignores filters that are not objects. */
function filtersOf(value: unknown): (type: string) => Readonly<Record<string, unknown>> {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value is checked where it is read
  const records = list.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null);
  return (type) => records.find(({ filterType }) => filterType === type) ?? {};
}

/** Parses an optional limit; NaN when absent or 0, which means no limit. */
function limitOf(value: unknown, field: string, faults: Faults): number {
  return value === undefined ? NaN : priceOrNone(value, field, faults);
}

function pairOf({ status, baseAsset, quoteAsset, filters }: PairRow, symbol: string, faults: Faults): SpotPair {
  const at = (name: string): string => `${symbol}.${name}`;
  const filter = filtersOf(filters);
  const text = (value: unknown, name: string): string => {
    if (typeof value === 'string' && value !== '') return value;
    faults.add(at(name), 'a name', value);
    return '';
  };
  const lot = filter('LOT_SIZE');
  const notional = [filter('NOTIONAL'), filter('MIN_NOTIONAL')].map(({ minNotional }) => minNotional);
  const word = text(status, 'status');
  return {
    symbol,
    base: text(baseAsset, 'baseAsset'),
    quote: text(quoteAsset, 'quoteAsset'),
    status: word,
    isTrading: word === 'TRADING',
    tickSize: limitOf(filter('PRICE_FILTER')['tickSize'], at('tickSize'), faults),
    stepSize: limitOf(lot['stepSize'], at('stepSize'), faults),
    minQuantity: limitOf(lot['minQty'], at('minQty'), faults),
    minNotional: limitOf(notional[0] ?? notional[1], at('minNotional'), faults),
  };
}

/** @returns pairs with a base and a quote, in answer order, without duplicates. */
export function parsePairs({ symbols }: PairsPayload): Parsed<SpotPairs> {
  const faults = createFaults();
  const pairs = new Map<string, SpotPair>();
  for (const [i, row] of symbols.entries()) {
    const { symbol } = row;
    if (typeof symbol !== 'string' || symbol === '' || pairs.has(symbol)) {
      faults.add(`symbols[${i}].symbol`, 'a name of its own', symbol);
      continue;
    }
    const pair = pairOf(row, symbol, faults);
    if (pair.base !== '' && pair.quote !== '') pairs.set(symbol, pair);
  }
  return { rows: { pairs: [...pairs.values()] }, fault: faults.summary() };
}
