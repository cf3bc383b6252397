/** Coins of a reference table: valid rows, and the faults of a source. */

import { checkSupplyConfig, SUPPLY_V1, type SupplyConfig } from './config.ts';

/** Token contract on a chain. */
export interface CoinContract {
  /** Chain, as the source names it: `ethereum`, `solana`. */
  readonly chain: string;
  readonly address: string;
}

/** Coin as a source delivers it. Unknown numbers are null or NaN; prices in USD, changes in percent. */
export interface CoinRecord {
  /** Identifier, unique in the table; tickers are not. */
  readonly id: string;
  /** Ticker. */
  readonly symbol: string;
  readonly name: string;
  /** Rank by market cap, from 1. */
  readonly rank: number | null;
  readonly price: number | null;
  readonly marketCap: number | null;
  /** Circulating supply, tokens. */
  readonly circulating: number | null;
  readonly total: number | null;
  /** Maximum supply, tokens; null when uncapped. */
  readonly max: number | null;
  readonly change24h: number | null;
  readonly change7d: number | null;
  readonly categories: readonly string[];
  readonly contracts: readonly CoinContract[];
}

/** Reasons why a field is null, or a row is dropped. */
export const COIN_FAULTS = [
  'no_id',
  'duplicate_id',
  'bad_rank',
  'bad_price',
  'other_token_price',
  'bad_market_cap',
  'bad_circulating',
  'bad_total',
  'bad_max',
  'bad_change',
] as const;
/** Reason of a fault. */
export type CoinFault = (typeof COIN_FAULTS)[number];

/** Valid rows, with a count of faults. */
export interface CoinTable {
  /** Coins by rank, unranked ones last, then by id. */
  readonly coins: readonly CoinRecord[];
  /** Number of rows by reason; absent reasons did not occur. */
  readonly faults: Readonly<Partial<Record<CoinFault, number>>>;
}

/** Null for an unknown value; undefined for an impossible one. */
function positive(value: number | null): number | null | undefined {
  if (value === null || Number.isNaN(value)) return null;
  return value > 0 && value < Infinity ? value : undefined;
}

function byRank(a: CoinRecord, b: CoinRecord): number {
  const [first, second] = [a.rank ?? Infinity, b.rank ?? Infinity];
  if (first !== second) return first < second ? -1 : 1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

// Invisible and direction-changing characters, and line ends: a name is one line, read from left to right.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Cleans external text to one line without invisible characters, at most `most` characters. It is not escaped: that
 * depends on the output format.
 * @returns one line of at most `most` characters.
 *
 * @example
 * outsideText('Pepe\u202e\n Coin of the very long name', 12); // → 'Pepe Coin o…'
 */
export function outsideText(text: string, most: number): string {
  const plain = text
    .slice(0, 8 * most)
    .replaceAll(UNSEEN, '')
    .trim();
  const characters = Array.from(plain);
  return characters.length <= most ? plain : `${characters.slice(0, most - 1).join('')}…`;
}

/** Chooses between two rows with one id: the better rank, then the larger market cap, then the first by its text. */
function better(a: CoinRecord, b: CoinRecord): CoinRecord {
  const ranks = [a.rank ?? Infinity, b.rank ?? Infinity] as const;
  if (ranks[0] !== ranks[1]) return ranks[0] < ranks[1] ? a : b;
  const caps = [a.marketCap ?? 0, b.marketCap ?? 0] as const;
  if (caps[0] !== caps[1]) return caps[0] > caps[1] ? a : b;
  return JSON.stringify(a) <= JSON.stringify(b) ? a : b;
}

/**
 * Builds a table from the rows of a source. An impossible field becomes null with its reason counted, and the row
 * stays: a supply that is infinite or not above 0, or a price that does not match market cap over circulating supply.
 * Only one of two rows with the same id stays. The order of the rows does not matter.
 *
 * @param config parameters. @default SUPPLY_V1
 * @throws {UsageError} when the config is invalid.
 * @example
 * const { coins, faults } = coinTable([{ id: 'arbitrum', symbol: 'ARB', name: 'Arbitrum', rank: 96, price: 0.17,
 *   marketCap: 994e6, circulating: 5.83e9, total: 1e10, max: 1e10, change24h: null, change7d: null, categories: [],
 *   contracts: [] }]);
 */
export function coinTable(rows: readonly CoinRecord[], config: SupplyConfig = SUPPLY_V1): CoinTable {
  checkSupplyConfig(config);
  const counts = new Map<CoinFault, number>();
  const fault = (reason: CoinFault): null => {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return null;
  };
  const checked = (value: number | null, reason: CoinFault): number | null => {
    const known = positive(value);
    return known === undefined ? fault(reason) : known;
  };
  const change = (value: number | null): number | null => {
    if (value === null || Number.isNaN(value)) return null;
    return value >= -100 && value < Infinity ? value : fault('bad_change');
  };
  const table = new Map<string, CoinRecord>();
  for (const row of rows) {
    const id = outsideText(row.id, config.nameLength);
    const symbol = outsideText(row.symbol, config.symbolLength);
    const name = outsideText(row.name, config.nameLength);
    if (id === '' || symbol === '') {
      fault('no_id');
      continue;
    }
    const rank = checked(row.rank, 'bad_rank');
    const circulating = checked(row.circulating, 'bad_circulating');
    const marketCap = checked(row.marketCap, 'bad_market_cap');
    const price = checked(row.price, 'bad_price');
    const ratio = price === null || circulating === null || marketCap === null ? 1 : (price * circulating) / marketCap;
    const isOther = ratio > config.capTolerance || ratio < 1 / config.capTolerance;
    const coin: CoinRecord = {
      id,
      symbol,
      name: name === '' ? symbol : name,
      rank: rank === null || Number.isInteger(rank) ? rank : fault('bad_rank'),
      price: isOther ? fault('other_token_price') : price,
      marketCap,
      circulating,
      total: checked(row.total, 'bad_total'),
      max: checked(row.max, 'bad_max'),
      change24h: change(row.change24h),
      change7d: change(row.change7d),
      categories: row.categories.map((name) => outsideText(name, config.nameLength)).filter((name) => name !== ''),
      contracts: row.contracts,
    };
    const known = table.get(id);
    if (known !== undefined) fault('duplicate_id');
    table.set(id, known === undefined ? coin : better(known, coin));
  }
  return { coins: [...table.values()].sort(byRank), faults: Object.fromEntries(counts) };
}
