/** Payloads of the source of coins as rows of the feeds. */

import type { CoinContract, CoinRecord } from '@barograph/stress';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { createFaults, type Faults } from '../upstream/payload/values.ts';
import type { CategoryRow, DetailPayload, ListRow, MarketRow } from './payloads.ts';

/** A row of a page: everything of a coin but what other requests bring. */
export type PageRow = Omit<CoinRecord, 'categories' | 'contracts'>;

/** Longest address and name of a chain that is kept, characters. */
const LONGEST = 128;

/** A number, or null where the source has none. @returns null for anything else, which is reported. */
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

/** Categories of one coin; null among them are left out, as the source has some. */
export function parseDetail({ categories }: DetailPayload): Parsed<readonly string[]> {
  const faults = createFaults();
  const rows = categories.flatMap((name, i) => (name === null ? [] : (textOf(name, `categories[${i}]`, faults) ?? [])));
  return { rows, fault: faults.summary() };
}
