/** Recorded answers of the large exchange: each is read here, or stands in a list with the reason why it is not. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { readForcedFrame } from '../../src/cexa/forced-frames.ts';
import {
  parseAccounts,
  parseOpenInterest,
  parseOpenInterestHistory,
  parsePerpTickers,
  parsePremiums,
  parseSettlements,
  parseTerms,
} from '../../src/cexa/payloads-futures.ts';
import { parseKlines, parsePairs, parseTickers } from '../../src/cexa/payloads-spot.ts';
import * as payloads from '../../src/cexa/payloads.ts';
import type { Parsed } from '../../src/upstream/payload/parsed.ts';
import { shape } from '../../src/upstream/shape.ts';

const FOLDER = '../shared/data/api';
const WITHOUT = existsSync(FOLDER) ? undefined : `no ${FOLDER}`;
const FOLDERS = ['binance_spot', 'binance_futures'];

function linesOf(file: string): readonly unknown[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  if (!file.endsWith('ndjson')) return [JSON.parse(text) as unknown];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as unknown);
}

/** Names of fields that the schema does not know, and the rows. */
function read<Value, Rows>(schema: TSchema, parse: (value: Value) => Parsed<Rows>, body: unknown) {
  const drift: string[] = [];
  const shaped = shape(schema, body, (field) => drift.push(field));
  if (!shaped.ok) throw new Error(`${shaped.error.field} ${shaped.error.reason}`);
  return { ...parse(shaped.value as Value), drift };
}

const ofKlines = (interval: '1m' | '1d' | '1w') => (body: unknown) =>
  read(payloads.klinesPayload, (value: Parameters<typeof parseKlines>[0]) => parseKlines(value, interval), body);
/** A recorder that asked for one symbol got one row where all of them come as a list. */
const listed = (body: unknown): unknown => (Array.isArray(body) ? body : [body]);
const ofTickers = (body: unknown) => read(payloads.tickersPayload, parseTickers, listed(body));
const ofPairs = (body: unknown) => read(payloads.pairsPayload, parsePairs, body);
const ofPremiums = (body: unknown) => read(payloads.premiumsPayload, parsePremiums, listed(body));
const ofTerms = (body: unknown) => read(payloads.termsPayload, parseTerms, body);
const ofSettlements = (body: unknown) => read(payloads.settlementsPayload, parseSettlements, body);
const ofOpenInterest = (body: unknown) => read(payloads.openInterestPayload, parseOpenInterest, body);
const ofHistory = (body: unknown) => read(payloads.openInterestHistoryPayload, parseOpenInterestHistory, body);
const ofAccounts = (body: unknown) => read(payloads.accountsPayload, parseAccounts, body);
const ofPerpTickers = (body: unknown) => read(payloads.tickersPayload, parsePerpTickers, listed(body));

/** The reader of each file that is used. */
const USED: Readonly<
  Record<string, (body: unknown) => { readonly fault: string | undefined; readonly drift: string[] }>
> = {
  'binance_spot/jkorf_Spot_ExchangeData_GetExchangeInfo.json': ofPairs,
  'binance_spot/jkorf_Spot_ExchangeData_GetKlines.json': ofKlines('1w'),
  'binance_spot/jkorf_Spot_ExchangeData_GetTicker.json': ofTickers,
  'binance_spot/klines_1d_BTCUSDT_200rows_7cols.json': ofKlines('1d'),
  'binance_spot/nautilus_http_spot_market_exchange_info.json': ofPairs,
  'binance_spot/nautilus_http_spot_market_klines.json': ofKlines('1m'),
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetFundingInfo.json': ofTerms,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetFundingRates.json': ofSettlements,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetGlobalLongShortAccountRatio.json': ofAccounts,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetMarkPrice.json': ofPremiums,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetOpenInterest.json': ofOpenInterest,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetOpenInterestHistory.json': ofHistory,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetTicker.json': ofPerpTickers,
  'binance_futures/nautilus_http_futures_market_funding_rate.json': ofSettlements,
  'binance_futures/nautilus_http_futures_market_global_long_short_account_ratio.json': ofAccounts,
  'binance_futures/nautilus_http_futures_market_open_interest.json': ofOpenInterest,
  'binance_futures/nautilus_http_futures_market_open_interest_historical.json': ofHistory,
  'binance_futures/nautilus_http_futures_market_premium_index.json': ofPremiums,
  'binance_futures/nautilus_http_futures_market_ticker_24hr.json': ofPerpTickers,
};

/** Streams: the kind of each of their frames. */
const STREAMS: Readonly<Record<string, 'forced' | 'tick' | 'control'>> = {
  'binance_futures/nautilus_liquidation_stream.json': 'forced',
  'binance_futures/tardis_ws_forceOrder.ndjson': 'forced',
  'binance_futures/nautilus_mark_price_stream.json': 'tick',
  'binance_futures/tardis_ws_markPrice.ndjson': 'tick',
};

const TRADES = 'single trades of the large exchange are no feed';
const BOOK = 'its books are no feed';
const PRICE = 'the ticker of 24 hours has the price too';
const OTHER_BARS = 'bars of the futures, of their marks and of indexes are no feed: bars of it are of spot';
const INDEX = 'composite and asset indexes are no feed';
const POSITIONS = 'ratios of the largest traders alone are no feed';
const CLOCK = 'its clock is not asked for';
const STREAMED = 'a stream that is not subscribed to';

/** Files that nothing reads, and why. */
const UNUSED: Readonly<Record<string, string>> = {
  'binance_spot/jkorf_Spot_ExchangeData_GetAggregatedTradeHistory.json': TRADES,
  'binance_spot/jkorf_Spot_ExchangeData_GetAvgPrice.json': PRICE,
  'binance_spot/jkorf_Spot_ExchangeData_GetBookPrice.json': BOOK,
  'binance_spot/jkorf_Spot_ExchangeData_GetPrice.json': PRICE,
  'binance_spot/jkorf_Spot_ExchangeData_GetRecentTrades.json': TRADES,
  'binance_spot/jkorf_Spot_ExchangeData_GetRollingWindowTicker.json': PRICE,
  'binance_spot/jkorf_Spot_ExchangeData_GetServerTime.json': CLOCK,
  'binance_spot/nautilus_http_spot_market_agg_trades.json': TRADES,
  'binance_spot/nautilus_http_spot_market_book_ticker.json': BOOK,
  'binance_spot/nautilus_http_spot_market_depth.json': BOOK,
  'binance_spot/nautilus_http_spot_market_historical_trades.json': TRADES,
  'binance_spot/nautilus_http_spot_market_ping.json': CLOCK,
  'binance_spot/nautilus_http_spot_market_ticker_price.json': PRICE,
  'binance_spot/nautilus_http_spot_market_time.json': CLOCK,
  'binance_spot/nautilus_http_spot_market_trades.json': TRADES,
  'binance_futures/cryptofeed_ws_aggTrade__1626992742.ndjson': STREAMED,
  'binance_futures/cryptofeed_ws_kline_1m__1626992742.ndjson': STREAMED,
  'binance_futures/derived_core5_latest.json': 'reshaped by its recorder: no answer of the venue',
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetAggregatedTradeHistory.json': TRADES,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetAssetIndexes.json': INDEX,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetBookPrice.json': BOOK,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetCompositeIndexInfo.json': INDEX,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetContinuousContractKlines.json': OTHER_BARS,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetExchangeInfo.json': 'premiums name the perps that trade',
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetIndexPriceConstituents.json': INDEX,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetKlines.json': OTHER_BARS,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetMarkPriceKlines.json': OTHER_BARS,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetOrderBook.json': BOOK,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetPremiumIndexKlines.json': OTHER_BARS,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetPrice.json': PRICE,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetRecentTrades.json': TRADES,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetServerTime.json': CLOCK,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetTakerBuySellVolumeRatio.json': 'bars have the volume of takers',
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetTopLongShortAccountRatio.json': POSITIONS,
  'binance_futures/jkorf_UsdFutures_ExchangeData_GetTradeHistory.json': TRADES,
  'binance_futures/nautilus_book_ticker_stream.json': STREAMED,
  'binance_futures/nautilus_depth_update_stream.json': STREAMED,
  'binance_futures/nautilus_http_futures_market_agg_trades.json': TRADES,
  'binance_futures/nautilus_http_futures_market_asset_index.json': INDEX,
  'binance_futures/nautilus_http_futures_market_blvt_nav_kline.json': OTHER_BARS,
  'binance_futures/nautilus_http_futures_market_book_ticker.json': BOOK,
  'binance_futures/nautilus_http_futures_market_depth.json': BOOK,
  'binance_futures/nautilus_http_futures_market_exchange_info.json': 'premiums name the perps that trade',
  'binance_futures/nautilus_http_futures_market_historical_trades.json': TRADES,
  'binance_futures/nautilus_http_futures_market_index_info.json': INDEX,
  'binance_futures/nautilus_http_futures_market_index_price_klines.json': OTHER_BARS,
  'binance_futures/nautilus_http_futures_market_klines.json': OTHER_BARS,
  'binance_futures/nautilus_http_futures_market_mark_price_klines.json': OTHER_BARS,
  'binance_futures/nautilus_http_futures_market_ticker_price.json': PRICE,
  'binance_futures/nautilus_http_futures_market_top_long_short_account_ratio.json': POSITIONS,
  'binance_futures/nautilus_http_futures_market_top_long_short_position_ratio.json': POSITIONS,
  'binance_futures/nautilus_http_futures_market_trades.json': TRADES,
  'binance_futures/nautilus_kline_stream_closed.json': STREAMED,
  'binance_futures/nautilus_kline_stream_open.json': STREAMED,
  'binance_futures/nautilus_ticker_stream.json': STREAMED,
  'binance_futures/nautilus_trade_stream.json': STREAMED,
  'binance_futures/nautilus_ws_futures_book_ticker.json': STREAMED,
  'binance_futures/nautilus_ws_futures_depth_update.json': STREAMED,
  'binance_futures/nautilus_ws_futures_ticker_24hr.json': STREAMED,
  'binance_futures/nautilus_ws_futures_trade_lite.json': STREAMED,
  'binance_futures/tardis_ws_aggTrade.ndjson': STREAMED,
  'binance_futures/tardis_ws_bookTicker.ndjson': STREAMED,
  'binance_futures/tardis_ws_depthSnapshot.ndjson': 'made by its recorder, which says so',
  'binance_futures/tardis_ws_openInterest.ndjson': 'made by its recorder, which says so',
  'binance_futures/tardis_ws_ticker.ndjson': STREAMED,
  'binance_futures/tardis_ws_trade.ndjson': STREAMED,
};

describe.skipIf(WITHOUT !== undefined)(`recorded answers${WITHOUT === undefined ? '' : ` (${WITHOUT})`}`, () => {
  it('are each read or listed', () => {
    const files = FOLDERS.flatMap((folder) => readdirSync(join(FOLDER, folder)).map((file) => `${folder}/${file}`));
    const known = [...Object.keys(USED), ...Object.keys(STREAMS), ...Object.keys(UNUSED)];
    expect(files.sort()).toEqual([...known].sort());
  });

  it.each(Object.keys(USED))('%s parses whole, without a field that is not known', (file) => {
    const { fault, drift } = USED[file]!(linesOf(file)[0]);
    expect([fault, drift]).toEqual([undefined, []]);
  });

  it.each(Object.entries(STREAMS))('%s has frames of the kind %s', (file, kind) => {
    const frames = linesOf(file).map(readForcedFrame);
    expect(frames.length).toBeGreaterThan(0);
    for (const frame of frames) expect([frame.kind, frame.bad]).toEqual([kind, []]);
  });

  it('have the values that stand in them', () => {
    const klines = ofKlines('1m')(linesOf('binance_spot/nautilus_http_spot_market_klines.json')[0]).rows;
    expect(klines[0]).toEqual({
      time: 1_634_943_780_000,
      open: 60_685.22,
      high: 60_729.84,
      low: 60_670.9,
      close: 60_719.27,
      volume: 21.63272,
      quoteVolume: 1_313_200.0134041,
      trades: 617,
      takerBuy: 12.28492,
    });
    const days = ofKlines('1d')(linesOf('binance_spot/klines_1d_BTCUSDT_200rows_7cols.json')[0]).rows;
    expect(days).toHaveLength(200);
    expect(days[0]).toMatchObject({ close: 104_077.48, takerBuy: NaN, trades: NaN });
    const [pair] = ofPairs(linesOf('binance_spot/nautilus_http_spot_market_exchange_info.json')[0]).rows.pairs;
    expect(pair).toMatchObject({ status: 'TRADING', isTrading: true });
    expect([pair!.base + pair!.quote, pair!.tickSize > 0, pair!.minNotional > 0]).toEqual([pair!.symbol, true, true]);
    const perps = ofPremiums(linesOf('binance_futures/nautilus_http_futures_market_premium_index.json')[0]).rows;
    expect(perps).toEqual([
      {
        symbol: 'BTCUSDT',
        coin: 'BTC',
        mark: 11_793.63104562,
        index: 11_781.8049597,
        fundingRate: 0.00038246,
        nextFundingAt: 1_597_392_000_000,
      },
    ]);
    const prints = ofSettlements(linesOf('binance_futures/jkorf_UsdFutures_ExchangeData_GetFundingRates.json')[0]).rows;
    expect(prints.map(({ time, rate }) => [time, rate])).toEqual([
      [1_698_768_000_000, 0.0001],
      [1_698_796_800_000, 0.0001],
    ]);
    expect(
      ofAccounts(linesOf('binance_futures/nautilus_http_futures_market_global_long_short_account_ratio.json')[0]).rows,
    ).toEqual([
      { time: 1_583_139_600_000, long: 0.6622 },
      { time: 1_583_139_900_000, long: 0.6617 },
    ]);
    const [close] = readForcedFrame(linesOf('binance_futures/nautilus_liquidation_stream.json')[0]).closes;
    // It sold: a long was closed, at the mean price of what was filled.
    expect(close).toEqual({
      symbol: 'BTC',
      id: 'BTCUSDT-SELL-1568014460893',
      time: 1_568_014_460_893,
      side: 'long',
      price: 9910.12345678,
      size: 0.014,
    });
  });
});
