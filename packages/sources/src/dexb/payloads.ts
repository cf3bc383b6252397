/**
 * Answers of the second perp exchange, limited to the fields in use. Values inside rows may have any type: an invalid one is
 * unknown.
 *
 * @source the venue's public API reference, v5, and its recorded answers of 2022 to 2024.
 */

import { Type, type TSchema, type TUnsafe } from 'typebox';
import { row, UNREAD, type Values } from '../upstream/payload/row.ts';
import { HOUR_MS } from '@barograph/core';
import { baseCoin } from '../market/base-coin.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { createFaults, decimal, type Faults } from '../upstream/payload/values.ts';
import type { VenuePerp } from '../market/venues.ts';

/** Envelope of every list. */
export interface ListPayload<Row> {
  readonly result: { readonly list: readonly Row[]; readonly nextPageCursor?: unknown };
}
function listOf<Row>(item: TUnsafe<Row>): TUnsafe<ListPayload<Row>> {
  const result: TSchema = Type.Object({
    list: Type.Array(item),
    category: UNREAD,
    symbol: UNREAD,
    nextPageCursor: UNREAD,
  });
  return Type.Unsafe(Type.Object({ retCode: UNREAD, retMsg: UNREAD, retExtInfo: UNREAD, time: UNREAD, result }));
}

/** Current values of a perp. */
export type TickerRow = Values<
  | 'symbol'
  | 'markPrice'
  | 'indexPrice'
  | 'fundingRate'
  | 'nextFundingTime'
  | 'fundingIntervalHour'
  | 'openInterest'
  | 'turnover24h'
>;
export const tickersPayload: TUnsafe<ListPayload<TickerRow>> = listOf(
  row(
    [
      'symbol',
      'markPrice',
      'indexPrice',
      'fundingRate',
      'nextFundingTime',
      'fundingIntervalHour',
      'openInterest',
      'turnover24h',
    ],
    [
      'lastPrice',
      'prevPrice24h',
      'price24hPcnt',
      'highPrice24h',
      'lowPrice24h',
      'prevPrice1h',
      'openInterestValue',
      'volume24h',
      'predictedDeliveryPrice',
      'basisRate',
      'basis',
      'basisRateYear',
      'deliveryFeeRate',
      'deliveryTime',
      'ask1Size',
      'bid1Price',
      'ask1Price',
      'bid1Size',
      'preOpenPrice',
      'preQty',
      'curPreListingPhase',
      'fundingCap',
    ],
  ),
);

/** Terms of a perp. */
export type InstrumentRow = Values<
  'symbol' | 'contractType' | 'status' | 'baseCoin' | 'quoteCoin' | 'fundingInterval' | 'symbolType'
>;
export const instrumentsPayload: TUnsafe<ListPayload<InstrumentRow>> = listOf(
  row(
    ['symbol', 'contractType', 'status', 'baseCoin', 'quoteCoin', 'fundingInterval', 'symbolType'],
    [
      'launchTime',
      'deliveryTime',
      'deliveryFeeRate',
      'priceScale',
      'leverageFilter',
      'priceFilter',
      'lotSizeFilter',
      'unifiedMarginTrade',
      'settleCoin',
      'copyTrading',
      'upperFundingRate',
      'lowerFundingRate',
      'isPreListing',
      'preListingInfo',
      'riskParameters',
      'displayName',
      'symbolId',
      'forbidUplWithdrawal',
    ],
  ),
);

/** Settlement. */
export type SettlementRow = Values<'fundingRate' | 'fundingRateTimestamp'>;
export const settlementsPayload: TUnsafe<ListPayload<SettlementRow>> = listOf(
  row(['fundingRate', 'fundingRateTimestamp'], ['symbol']),
);

/** Sample of open interest. */
export type SampleRow = Values<'openInterest' | 'timestamp'>;
export const samplesPayload: TUnsafe<ListPayload<SampleRow>> = listOf(row(['openInterest', 'timestamp']));

/** Trade. */
export type TradeRow = Values<'time'>;
export const tradesPayload: TUnsafe<ListPayload<TradeRow>> = listOf(
  row(
    ['time'],
    ['execId', 'symbol', 'price', 'size', 'side', 'isBlockTrade', 'isRPITrade', 'seq', 'mP', 'iP', 'mIv', 'iv'],
  ),
);

/** Error text of an answer with status 200; undefined without an error. */
export function refusalOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('retCode' in body) || body.retCode === 0) return undefined;
  const message = 'retMsg' in body && typeof body.retMsg === 'string' ? body.retMsg : 'an error without a message';
  return `${String(body.retCode)} ${message}`.slice(0, 200);
}

/** Perp that trades against a dollar. */
export interface Instrument {
  readonly symbol: string;
  readonly coin: string;
  /** Coins per unit of the venue. */
  readonly factor: number;
  readonly quote: 'USDT' | 'USDC';
  /** Hours between settlements; NaN when the venue does not state it. */
  readonly intervalHours: number;
}

/** Value at a time. */
export interface Timed {
  /** Epoch ms. */
  readonly time: number;
  readonly value: number;
}

const MINUTES = 60;
const LONGEST_HOURS = 24;
const QUOTES = ['USDT', 'USDC'] as const;

/** Parses a time that the venue writes as text. @returns NaN for an invalid value, which is reported. */
function moment(value: unknown, field: string, faults: Faults): number {
  const time = typeof value === 'string' && /^\d{1,14}$/.test(value) ? Number(value) : NaN;
  if (time > 0) return time;
  faults.add(field, 'epoch ms as text', value);
  return NaN;
}

/** Converts minutes to hours. @returns NaN for an invalid interval, which is reported. */
function hoursOf(value: unknown, field: string, faults: Faults): number {
  const hours = typeof value === 'number' ? value / MINUTES : NaN;
  if (Number.isInteger(hours) && hours >= 1 && hours <= LONGEST_HOURS) return hours;
  faults.add(field, 'minutes of 1 to 24 hours', value);
  return NaN;
}

/** Perps that trade against a dollar, one per coin: the USDT perp when there are several. Dated futures and stocks are dropped. */
export function parseInstruments(payloads: readonly ListPayload<InstrumentRow>[]): Parsed<readonly Instrument[]> {
  const faults = createFaults();
  const byCoin = new Map<string, Instrument>();
  for (const row of payloads.flatMap(({ result }) => result.list)) {
    const { symbol, contractType, status, baseCoin: base, quoteCoin, fundingInterval, symbolType } = row;
    if (contractType !== 'LinearPerpetual' || status !== 'Trading' || symbolType === 'stock') continue;
    const quote = QUOTES.find((quote) => quote === quoteCoin);
    if (quote === undefined) continue;
    if (
      typeof symbol !== 'string' ||
      typeof base !== 'string' ||
      !/^\w{1,40}$/.test(symbol) ||
      !/^\w{1,30}$/.test(base)
    ) {
      faults.add('symbol', 'a name, and one of its coin', symbol);
      continue;
    }
    const { coin, factor } = baseCoin(base);
    const intervalHours = hoursOf(fundingInterval, `${symbol}.fundingInterval`, faults);
    if (quote === 'USDT' || !byCoin.has(coin)) byCoin.set(coin, { symbol, coin, factor, quote, intervalHours });
  }
  return { rows: [...byCoin.values()], fault: faults.summary() };
}

/** Current perps in instrument order; drops perps without a ticker. */
export function parseTickers(
  { result }: ListPayload<TickerRow>,
  instruments: readonly Instrument[],
): Parsed<readonly VenuePerp[]> {
  const faults = createFaults();
  const rows = new Map(result.list.map((row) => [row.symbol, row]));
  const perps = instruments.flatMap(({ symbol, coin, factor, intervalHours }): VenuePerp[] => {
    const row = rows.get(symbol);
    if (row === undefined) return [];
    const hours = typeof row.fundingIntervalHour === 'string' ? Number(row.fundingIntervalHour) : NaN;
    const stated = Number.isInteger(hours) && hours >= 1 && hours <= LONGEST_HOURS ? hours : NaN;
    return [
      {
        symbol,
        coin,
        mark: decimal(row.markPrice, 'above zero', `${symbol}.markPrice`, faults) / factor,
        index: decimal(row.indexPrice, 'above zero', `${symbol}.indexPrice`, faults) / factor,
        fundingRate: decimal(row.fundingRate, 'any', `${symbol}.fundingRate`, faults),
        intervalHours: Number.isNaN(intervalHours) ? stated : intervalHours,
        nextFundingAt: moment(row.nextFundingTime, `${symbol}.nextFundingTime`, faults),
        openInterest: decimal(row.openInterest, 'zero or more', `${symbol}.openInterest`, faults) * factor,
        dayNotional: decimal(row.turnover24h, 'zero or more', `${symbol}.turnover24h`, faults),
      },
    ];
  });
  return { rows: perps, fault: faults.summary() };
}

function timed(rows: readonly (readonly [time: unknown, value: unknown])[], domain: 'any' | 'zero or more') {
  const faults = createFaults();
  const byTime = new Map<number, Timed>();
  for (const [i, [at, rate]] of rows.entries()) {
    const time = moment(at, `list[${i}].timestamp`, faults);
    const value = decimal(rate, domain, `list[${i}].value`, faults);
    if (!Number.isNaN(time) && !Number.isNaN(value)) byTime.set(time, { time, value });
  }
  return { rows: [...byTime.values()].sort((a, b) => a.time - b.time), fault: faults.summary() };
}

/** Valid settlements in time order, without duplicates. */
export function parseSettlements({ result }: ListPayload<SettlementRow>): Parsed<readonly Timed[]> {
  return timed(
    result.list.map((row) => [row.fundingRateTimestamp, row.fundingRate]),
    'any',
  );
}

/** Samples of open interest in units of the venue, in time order, without duplicates. */
export function parseSamples({ result }: ListPayload<SampleRow>): Parsed<readonly Timed[]> {
  return timed(
    result.list.map((row) => [row.timestamp, row.openInterest]),
    'zero or more',
  );
}

/** Hours since the previous settlement; NaN for the first, and when not a whole number. */
export function intervalsOf(rows: readonly Timed[]): Float64Array {
  return Float64Array.from(rows, ({ time }, i) => {
    const hours = i === 0 ? NaN : (time - rows[i - 1]!.time) / HOUR_MS;
    return Number.isInteger(hours) && hours <= LONGEST_HOURS ? hours : NaN;
  });
}
