/**
 * Answers of the second perp exchange, as far as they are read. Values inside rows are of any type here: one that is wrong
 * makes that value unknown.
 *
 * @source the venue's public API reference, v5, and its recorded answers of 2022 to 2024.
 */

import { Type, type TSchema, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';

const any = Type.Optional(Type.Unknown());

/** The envelope of every list. */
export interface ListPayload<Row> {
  readonly result: { readonly list: readonly Row[]; readonly nextPageCursor?: unknown };
}
function listOf<Row>(item: TUnsafe<Row>): TUnsafe<ListPayload<Row>> {
  const result: TSchema = Type.Object({ list: Type.Array(item), category: any, symbol: any, nextPageCursor: any });
  return Type.Unsafe(Type.Object({ retCode: any, retMsg: any, retExtInfo: any, time: any, result }));
}

/** A perp now. */
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

/** A settlement. */
export type SettlementRow = Values<'fundingRate' | 'fundingRateTimestamp'>;
export const settlementsPayload: TUnsafe<ListPayload<SettlementRow>> = listOf(
  row(['fundingRate', 'fundingRateTimestamp'], ['symbol']),
);

/** A sample of open interest. */
export type SampleRow = Values<'openInterest' | 'timestamp'>;
export const samplesPayload: TUnsafe<ListPayload<SampleRow>> = listOf(row(['openInterest', 'timestamp']));

/** A trade. */
export type TradeRow = Values<'time'>;
export const tradesPayload: TUnsafe<ListPayload<TradeRow>> = listOf(
  row(
    ['time'],
    ['execId', 'symbol', 'price', 'size', 'side', 'isBlockTrade', 'isRPITrade', 'seq', 'mP', 'iP', 'mIv', 'iv'],
  ),
);

/** The error of an answer with status 200. */
export function refusalOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('retCode' in body) || body.retCode === 0) return undefined;
  const message = 'retMsg' in body && typeof body.retMsg === 'string' ? body.retMsg : 'an error without a message';
  return `${String(body.retCode)} ${message}`.slice(0, 200);
}
