/**
 * Answers of the large exchange, as far as they are read. Fields that are known and not read stand behind those that are.
 *
 * @source the venue's public API reference (spot and USD-M futures), and its recorded answers of 2017 to 2026.
 */

import { Type, type TUnsafe } from 'typebox';
import { row, UNREAD, type Values } from '../upstream/payload/row.ts';

const rows = <Row>(of: TUnsafe<Row>): TUnsafe<readonly Row[]> => Type.Unsafe(Type.Array(of));

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
/** The last 24 hours of a pair. */
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
/** The last 24 hours of a perp: of them its notional alone is read. */
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
    // A pair has some twenty fields more, which are of orders.
    symbols: Type.Array(Type.Object({}, { additionalProperties: true })),
  }),
);

const PREMIUM = ['symbol', 'markPrice', 'indexPrice', 'lastFundingRate', 'nextFundingTime', 'time'] as const;
/** Mark, index and rate of a perp. */
export type PremiumRow = Values<(typeof PREMIUM)[number]>;
export const premiumRow: TUnsafe<PremiumRow> = row(PREMIUM, ['estimatedSettlePrice', 'interestRate']);
export const premiumsPayload: TUnsafe<readonly PremiumRow[]> = rows(premiumRow);

/** Interval of a perp whose interval is, or was, not the usual one. */
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

/** A sample of accounts: shares of those that are long and short. */
export type AccountsRow = Values<'symbol' | 'longAccount' | 'shortAccount' | 'timestamp'>;
export const accountsPayload: TUnsafe<readonly AccountsRow[]> = rows(
  row(['symbol', 'longAccount', 'shortAccount', 'timestamp'], ['longShortRatio']),
);

/** The error of an answer with status 200: a negative code and a message. */
export function refusalOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body) || !('msg' in body)) return undefined;
  const { code, msg } = body;
  if (typeof code !== 'number' || code >= 0) return undefined;
  return typeof msg === 'string' ? `${code} ${msg.slice(0, 200)}` : `${code}`;
}

/** Weight that the venue has counted of this address in the minute. */
export function usedWeight(headers: Readonly<Record<string, string | string[] | undefined>>): number | undefined {
  const used = headers['x-mbx-used-weight-1m'];
  return typeof used === 'string' && /^\d{1,9}$/.test(used) ? Number(used) : undefined;
}
