/**
 * Answers of the large exchange. Each schema lists the fields that are read first, then known fields that are ignored.
 *
 * @source the venue's public API reference (spot and USD-M futures), and its recorded answers of 2017 to 2026.
 */

import { Type, type TUnsafe } from 'typebox';
import { row, UNREAD, type Values } from '../upstream/payload/row.ts';

const rows = <Row>(schema: TUnsafe<Row>): TUnsafe<readonly Row[]> => Type.Unsafe(Type.Array(schema));

/** A bar: open time, open, high, low, close, volume, close time, quote volume, trades, taker volume, its quote volume, unused. */
export type KlineCells = readonly unknown[];
export const klinesPayload: TUnsafe<readonly KlineCells[]> = Type.Unsafe(Type.Array(Type.Array(Type.Unknown())));

const TICKER = [
  'symbol',
  'lastPrice',
  'openPrice',
  'highPrice',
  'lowPrice',
  'weightedAvgPrice',
  'bidPrice',
  'askPrice',
  'volume',
  'quoteVolume',
  'count',
  'openTime',
  'closeTime',
] as const;
/** 24-hour ticker of a pair. */
export type TickerRow = Values<(typeof TICKER)[number]>;
const OTHER_TICKER_FIELDS = [
  'priceChange',
  'priceChangePercent',
  'prevClosePrice',
  'lastQty',
  'bidQty',
  'askQty',
  'firstId',
  'lastId',
];
export const tickerRow: TUnsafe<TickerRow> = row(TICKER, OTHER_TICKER_FIELDS);
export const tickersPayload: TUnsafe<readonly TickerRow[]> = rows(tickerRow);
/** 24-hour tickers of the perps; only the notional is read. */
export const perpTickersPayload: TUnsafe<readonly TickerRow[]> = rows(
  row(
    ['symbol', 'quoteVolume'],
    [...TICKER.filter((name) => name !== 'symbol' && name !== 'quoteVolume'), ...OTHER_TICKER_FIELDS],
  ),
);

const PAIR = ['symbol', 'status', 'baseAsset', 'quoteAsset', 'isSpotTradingAllowed', 'filters'] as const;
/** Terms of a pair. */
export type PairRow = Values<(typeof PAIR)[number]>;
/** Terms of all pairs. */
export interface PairsPayload {
  readonly symbols: readonly PairRow[];
}
export const pairsPayload: TUnsafe<PairsPayload> = Type.Unsafe(
  Type.Object({
    timezone: UNREAD,
    serverTime: UNREAD,
    rateLimits: UNREAD,
    exchangeFilters: UNREAD,
    sors: UNREAD,
    // A pair has some twenty more fields, which concern orders.
    symbols: Type.Array(Type.Object({}, { additionalProperties: true })),
  }),
);

const PREMIUM = ['symbol', 'markPrice', 'indexPrice', 'lastFundingRate', 'nextFundingTime', 'time'] as const;
/** Mark, index and rate of a perp. */
export type PremiumRow = Values<(typeof PREMIUM)[number]>;
export const premiumRow: TUnsafe<PremiumRow> = row(PREMIUM, ['estimatedSettlePrice', 'interestRate']);
export const premiumsPayload: TUnsafe<readonly PremiumRow[]> = rows(premiumRow);

/** Settlement interval of a perp that has, or had, an unusual one. */
export type TermsRow = Values<'symbol' | 'fundingIntervalHours'>;
export const termsPayload: TUnsafe<readonly TermsRow[]> = rows(
  row(
    ['symbol', 'fundingIntervalHours'],
    ['adjustedFundingRateCap', 'adjustedFundingRateFloor', 'disclaimer', 'updateTime'],
  ),
);

/** A settlement. */
export type SettlementRow = Values<'symbol' | 'fundingRate' | 'fundingTime'>;
export const settlementsPayload: TUnsafe<readonly SettlementRow[]> = rows(
  row(['symbol', 'fundingRate', 'fundingTime'], ['markPrice']),
);

/** Open interest of a perp now. */
export type OpenInterestNow = Values<'symbol' | 'openInterest' | 'time'>;
export const openInterestPayload: TUnsafe<OpenInterestNow> = row(['symbol', 'openInterest', 'time']);

/** A sample of open interest. */
export type OpenInterestRow = Values<'symbol' | 'sumOpenInterest' | 'sumOpenInterestValue' | 'timestamp'>;
export const openInterestHistoryPayload: TUnsafe<readonly OpenInterestRow[]> = rows(
  row(['symbol', 'sumOpenInterest', 'sumOpenInterestValue', 'timestamp'], ['CMCCirculatingSupply']),
);

/** Sample of accounts: fractions that are long and short. */
export type AccountsRow = Values<'symbol' | 'longAccount' | 'shortAccount' | 'timestamp'>;
export const accountsPayload: TUnsafe<readonly AccountsRow[]> = rows(
  row(['symbol', 'longAccount', 'shortAccount', 'timestamp'], ['longShortRatio']),
);

/** Error text of an answer with status 200: a negative code and a message. undefined without an error. */
export function refusalOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('msg' in body)) return undefined;
  const { code, msg } = body;
  if (typeof code !== 'number' || code >= 0) return undefined;
  return typeof msg === 'string' ? `${code} ${msg.slice(0, 200)}` : `${code}`;
}

/** Weight that the venue has counted for this address in the current minute; undefined when absent. */
export function usedWeight(headers: Readonly<Record<string, string | string[] | undefined>>): number | undefined {
  const used = headers['x-mbx-used-weight-1m'];
  return typeof used === 'string' && /^\d{1,9}$/.test(used) ? Number(used) : undefined;
}
