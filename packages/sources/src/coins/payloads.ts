/**
 * Answers of the source of coins, as far as they are read.
 *
 * @source the vendor's public API reference, and its recorded answers of 2024 to 2026.
 */

import { Type, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';

/** A coin of `coins/markets`. */
export type MarketRow = Values<
  | 'id'
  | 'symbol'
  | 'name'
  | 'current_price'
  | 'market_cap'
  | 'market_cap_rank'
  | 'circulating_supply'
  | 'total_supply'
  | 'max_supply'
  | 'price_change_percentage_24h'
  | 'price_change_percentage_7d_in_currency'
>;
/** Fields that are known and not read. */
const UNREAD = [
  'image',
  'fully_diluted_valuation',
  'total_volume',
  'high_24h',
  'low_24h',
  'price_change_24h',
  'market_cap_change_24h',
  'market_cap_change_percentage_24h',
  'ath',
  'ath_change_percentage',
  'ath_date',
  'atl',
  'atl_change_percentage',
  'atl_date',
  'roi',
  'last_updated',
  'market_cap_rank_with_rehypothecated',
  'sparkline_in_7d',
  'price_change_percentage_1h_in_currency',
  'price_change_percentage_24h_in_currency',
  'price_change_percentage_14d_in_currency',
  'price_change_percentage_30d_in_currency',
  'price_change_percentage_200d_in_currency',
  'price_change_percentage_1y_in_currency',
];
export const marketsPayload: TUnsafe<readonly MarketRow[]> = Type.Unsafe(
  Type.Array(
    row(
      [
        'id',
        'symbol',
        'name',
        'current_price',
        'market_cap',
        'market_cap_rank',
        'circulating_supply',
        'total_supply',
        'max_supply',
        'price_change_percentage_24h',
        'price_change_percentage_7d_in_currency',
      ],
      UNREAD,
    ),
  ),
);

/** A category of `coins/categories`. */
export type CategoryRow = Values<'name'>;
export const categoriesPayload: TUnsafe<readonly CategoryRow[]> = Type.Unsafe(
  Type.Array(
    row(
      ['name'],
      [
        'id',
        'market_cap',
        'market_cap_change_24h',
        'content',
        'top_3_coins_id',
        'top_3_coins',
        'volume_24h',
        'updated_at',
      ],
    ),
  ),
);

/** A coin of `coins/list?include_platform=true`. */
export type ListRow = Values<'id' | 'platforms'>;
export const listPayload: TUnsafe<readonly ListRow[]> = Type.Unsafe(
  Type.Array(row(['id', 'platforms'], ['symbol', 'name'])),
);

/** Categories of one coin. Most of `coins/{id}` is not read, and none of it is drift. */
export interface DetailPayload {
  readonly id: string;
  readonly categories: readonly unknown[];
}
export const detailPayload: TUnsafe<DetailPayload> = Type.Unsafe(
  Type.Object({ id: Type.String(), categories: Type.Array(Type.Unknown()) }, { additionalProperties: true }),
);

/** The error of an answer with status 200. */
export function refusalOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('status' in body)) return undefined;
  const { status } = body;
  if (typeof status !== 'object' || status === null || !('error_message' in status)) return undefined;
  return String(status.error_message).slice(0, 200);
}
