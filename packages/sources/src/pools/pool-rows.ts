/** Parses answers of the pools source into feed rows. */

import type { TokenAt } from '@barograph/contract';
import { tokenAddress, type Pool, type PoolChain, type PoolToken } from '@barograph/stress';
import { at } from '../upstream/payload/at.ts';
import type { Parsed } from '../upstream/payload/parsed.ts';
import { lineOf } from '../upstream/payload/text.ts';
import { createFaults, decimalOrNull, whole, type Domain, type Faults } from '../upstream/payload/values.ts';
import type { TokenPools } from '../market/pools.ts';
import { CHAINS_V1 } from './config.ts';
import type { PoolsPayload, ResourceRow, TokenPayload } from './payloads.ts';

const { longestName, networks } = CHAINS_V1;

/** Reads the values of a resource; missing values are unknown, and invalid ones are also reported. */
function reader(from: unknown, name: string, faults: Faults) {
  return {
    number: (domain: Domain, ...place: readonly string[]): number => {
      const value = at(from, ...place);
      return value === undefined ? NaN : decimalOrNull(value, domain, `${name}.${place.join('.')}`, faults);
    },
    count: (...place: readonly string[]): number => {
      const value = at(from, ...place);
      return value === undefined || value === null ? NaN : whole(value, `${name}.${place.join('.')}`, faults);
    },
  };
}

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

/** Parses an ISO-8601 UTC time to epoch ms; NaN for null, and for an invalid value, which is reported. */
function moment(value: unknown, field: string, faults: Faults): number {
  if (value === undefined || value === null) return NaN;
  const time = typeof value === 'string' && ISO.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(time) || time < 0) {
    faults.add(field, 'a moment in UTC', value);
    return NaN;
  }
  return time;
}

/** Address in an id such as `eth_0x…`, which starts with the chain's name. */
function addressOfId(chain: PoolChain, id: unknown): string | undefined {
  const prefix = `${networks[chain]}_`;
  return typeof id === 'string' && id.startsWith(prefix) ? tokenAddress(chain, id.slice(prefix.length)) : undefined;
}

/** Pool address; pools of some exchanges have a 32-byte id instead. */
function poolAddress(chain: PoolChain, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  return tokenAddress(chain, value) ?? (/^0x[\da-f]{64}$/i.test(value) ? value.toLowerCase() : undefined);
}

type Names = ReadonlyMap<string, Omit<PoolToken, 'address'>>;

/** Names of a list's tokens, by address. */
function namesOf(chain: PoolChain, rows: readonly ResourceRow[]): Names {
  const names = new Map<string, Omit<PoolToken, 'address'>>();
  for (const row of rows) {
    const address = row.type === 'token' ? addressOfId(chain, row.id) : undefined;
    if (address === undefined) continue;
    const { attributes } = row;
    names.set(address, {
      symbol: lineOf(at(attributes, 'symbol'), longestName),
      name: lineOf(at(attributes, 'name'), longestName),
    });
  }
  return names;
}

/** Tickers of a name such as `WETH / USDC 0.05%`; null when it can be split in more than one way. */
function tickersOf(name: string): readonly [string | null, string | null] {
  const parts = name.split(' / ');
  if (parts.length !== 2) return [null, null];
  return [lineOf(parts[0], longestName), lineOf(parts[1]!.replace(/ \d+(?:\.\d+)?%$/, ''), longestName)];
}

function poolOf(chain: PoolChain, row: ResourceRow, names: Names, place: string, faults: Faults): Pool | undefined {
  const { attributes, relationships } = row;
  const address = poolAddress(chain, at(attributes, 'address'));
  const base = addressOfId(chain, at(relationships, 'base_token', 'data', 'id'));
  const quote = addressOfId(chain, at(relationships, 'quote_token', 'data', 'id'));
  if (address === undefined || base === undefined || quote === undefined) {
    const id = at(row, 'id');
    // Without addresses the row's pool is unknown.
    faults.add(`${place}.address`, `addresses of the pool and both tokens on ${chain}`, id);
    return undefined;
  }
  const { number, count } = reader(attributes, place, faults);
  const name = lineOf(at(attributes, 'name'), longestName) ?? '';
  const [baseTicker, quoteTicker] = tickersOf(name);
  const token = (own: string, symbol: string | null): PoolToken => ({
    address: own,
    symbol: names.get(own)?.symbol ?? symbol,
    name: names.get(own)?.name ?? null,
  });
  return {
    chain,
    address,
    dex: lineOf(at(relationships, 'dex', 'data', 'id'), longestName),
    name,
    base: token(base, baseTicker),
    quote: token(quote, quoteTicker),
    createdAt: moment(at(attributes, 'pool_created_at'), `${place}.pool_created_at`, faults),
    price: number('zero or more', 'base_token_price_usd'),
    reserve: number('zero or more', 'reserve_in_usd'),
    volume24h: number('zero or more', 'volume_usd', 'h24'),
    marketCap: number('zero or more', 'market_cap_usd'),
    fullyDiluted: number('zero or more', 'fdv_usd'),
    change1h: number('any', 'price_change_percentage', 'h1'),
    change24h: number('any', 'price_change_percentage', 'h24'),
    buys24h: count('transactions', 'h24', 'buys'),
    sells24h: count('transactions', 'h24', 'sells'),
    buyers24h: count('transactions', 'h24', 'buyers'),
    sellers24h: count('transactions', 'h24', 'sellers'),
  };
}

function poolsOf(chain: PoolChain, rows: readonly ResourceRow[], names: Names, faults: Faults): readonly Pool[] {
  const pools = new Map<string, Pool>();
  for (const [i, row] of rows.entries()) {
    const pool = poolOf(chain, row, names, `pools[${i}]`, faults);
    if (pool !== undefined && !pools.has(pool.address)) pools.set(pool.address, pool);
  }
  return [...pools.values()];
}

/** @returns pools in answer order, without duplicates; pools without addresses are dropped and reported. */
export function parsePools(chain: PoolChain, { data, included = [] }: PoolsPayload): Parsed<readonly Pool[]> {
  const faults = createFaults();
  return { rows: poolsOf(chain, data, namesOf(chain, included), faults), fault: faults.summary() };
}

/**
 * @param address requested address.
 * @returns the token with its pools; no token when the answer describes another one, which is reported.
 */
export function parseToken(
  chain: PoolChain,
  address: string,
  { data, included = [] }: TokenPayload,
): Parsed<TokenPools> {
  const faults = createFaults();
  const { attributes } = data;
  const own = at(attributes, 'address');
  if (typeof own !== 'string' || tokenAddress(chain, own) !== address) {
    faults.add('address', address, own);
    return { rows: { token: null, pools: [] }, fault: faults.summary() };
  }
  const { number, count } = reader(attributes, 'token', faults);
  const token: TokenAt = {
    chain,
    address,
    symbol: lineOf(at(attributes, 'symbol'), longestName),
    name: lineOf(at(attributes, 'name'), longestName),
    decimals: count('decimals'),
    price: number('zero or more', 'price_usd'),
    reserve: number('zero or more', 'total_reserve_in_usd'),
    volume24h: number('zero or more', 'volume_usd', 'h24'),
    marketCap: number('zero or more', 'market_cap_usd'),
    fullyDiluted: number('zero or more', 'fdv_usd'),
  };
  const names = new Map([...namesOf(chain, included), [address, { symbol: token.symbol, name: token.name }]]);
  const pools = poolsOf(
    chain,
    included.filter(({ type }) => type === 'pool'),
    names,
    faults,
  );
  return { rows: { token, pools: pools.toSorted(byVolume) }, fault: faults.summary() };
}

/** Largest first; unknown volumes last. */
function byVolume(a: Pool, b: Pool): number {
  const known = ({ volume24h }: Pool): number => (Number.isNaN(volume24h) ? -1 : volume24h);
  return known(b) - known(a);
}
