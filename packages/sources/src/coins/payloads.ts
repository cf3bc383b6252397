/**
 * Answers of the source of coins, and their parsers.
 *
 * @source the vendor's public API reference, and its recorded answers of 2024 to 2026.
 */

import { Type, type TUnsafe } from 'typebox';
import { row, type Values } from '../upstream/payload/row.ts';
import type { CoinContract, CoinRecord } from '@barograph/stress';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { createFaults, type Faults } from '../upstream/payload/values.ts';

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

/** Categories of one coin. Most of `coins/{id}` is ignored, without counting as drift. */
export interface DetailPayload {
  readonly id: string;
  readonly categories: readonly unknown[];
}
export const detailPayload: TUnsafe<DetailPayload> = Type.Unsafe(
  Type.Object({ id: Type.String(), categories: Type.Array(Type.Unknown()) }, { additionalProperties: true }),
);

/** Error text of an answer with status 200; undefined without an error. */
export function refusalOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('status' in body)) return undefined;
  const { status } = body;
  if (typeof status !== 'object' || status === null || !('error_message' in status)) return undefined;
  return String(status.error_message).slice(0, 200);
}

/** Row of a page: a coin without the fields of other requests. */
export type PageRow = Omit<CoinRecord, 'categories' | 'contracts'>;

/** Maximum length of an address or chain name, characters. */
const LONGEST = 128;

/** Reads a nullable number. Anything else is reported and becomes null. */
function numberOf(value: unknown, field: string, faults: Faults): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  faults.add(field, 'a number or null', value);
  return null;
}

function textOf(value: unknown, field: string, faults: Faults): string | undefined {
  if (typeof value === 'string' && value.trim() !== '') return value;
  faults.add(field, 'a text', value);
  return undefined;
}

/** A page of the table, tickers in capitals. A coin without id or ticker is reported and left out. */
export function parseMarkets(payload: readonly MarketRow[]): Parsed<readonly PageRow[]> {
  const faults = createFaults();
  const rows = payload.flatMap((row, i): PageRow[] => {
    const id = textOf(row.id, `[${i}].id`, faults);
    const symbol = textOf(row.symbol, `[${i}].symbol`, faults);
    if (id === undefined || symbol === undefined) return [];
    const number = (name: keyof MarketRow): number | null => numberOf(row[name], `${id}.${name}`, faults);
    return [
      {
        id,
        symbol: symbol.toUpperCase(),
        name: typeof row.name === 'string' ? row.name : symbol,
        rank: number('market_cap_rank'),
        price: number('current_price'),
        marketCap: number('market_cap'),
        circulating: number('circulating_supply'),
        total: number('total_supply'),
        max: number('max_supply'),
        change24h: number('price_change_percentage_24h'),
        change7d: number('price_change_percentage_7d_in_currency'),
      },
    ];
  });
  return { rows, fault: faults.summary() };
}

/** Names of all categories. */
export function parseCategories(payload: readonly CategoryRow[]): Parsed<readonly string[]> {
  const faults = createFaults();
  const rows = payload.flatMap(({ name }, i) => textOf(name, `[${i}].name`, faults) ?? []);
  return { rows, fault: faults.summary() };
}

/** Contracts of each coin that has any. */
export function parseContracts(payload: readonly ListRow[]): Parsed<ReadonlyMap<string, readonly CoinContract[]>> {
  const faults = createFaults();
  const rows = new Map<string, readonly CoinContract[]>();
  for (const [i, { id, platforms }] of payload.entries()) {
    const coin = textOf(id, `[${i}].id`, faults);
    if (coin === undefined || platforms === undefined || platforms === null) continue;
    if (typeof platforms !== 'object' || Array.isArray(platforms)) {
      faults.add(`${coin}.platforms`, 'chains with addresses', platforms);
      continue;
    }
    const contracts = Object.entries(platforms).flatMap(([chain, address]: [string, unknown]) =>
      typeof address === 'string' && address !== '' && chain !== '' && address.length + chain.length <= LONGEST
        ? [{ chain, address }]
        : [],
    );
    if (contracts.length > 0) rows.set(coin, contracts);
  }
  return { rows, fault: faults.summary() };
}

/** Categories of one coin, without the nulls that the source sends. */
export function parseDetail({ categories }: DetailPayload): Parsed<readonly string[]> {
  const faults = createFaults();
  const rows = categories.flatMap((name, i) => (name === null ? [] : (textOf(name, `categories[${i}]`, faults) ?? [])));
  return { rows, fault: faults.summary() };
}
