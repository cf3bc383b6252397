/** Simulated answers of the sources of coins, unlock schedules and pools. */

import { CHAINS_V1, type Feeds } from '@barograph/sources';
import { coinOfProtocol, POOL_CHAINS, type Pool, type PoolChain } from '@barograph/stress';
import type { Reply } from './reply.ts';

/** Base paths. */
const PATHS = { coins: '/coins/api/v3', unlocks: '/unlocks', pools: '/pools/api/v2/networks' } as const;

/** Feeds behind the answers; requests of missing feeds are not served. */
export type ReferenceFeeds = Partial<Pick<Feeds, 'coins' | 'categories' | 'unlocks' | 'pools' | 'tokenPools'>>;

/** Parsed request. */
export interface ReferenceQuestion {
  readonly of: keyof typeof PATHS;
  /** Path below the base path. */
  readonly request: string;
  readonly query: URLSearchParams;
}

/** Parses a request. @returns undefined for other paths. */
export function referenceQuestion(url: string): ReferenceQuestion | undefined {
  const { pathname, searchParams } = new URL(url, 'http://venue');
  for (const part of ['coins', 'unlocks', 'pools'] as const) {
    const base = `${PATHS[part]}/`;
    if (pathname.startsWith(base)) return { of: part, request: pathname.slice(base.length), query: searchParams };
  }
  return undefined;
}

const NOTHING: Reply = { status: 404, body: { error: 'not found' } };
const found = (body: object): Reply => ({ status: 200, body });

type Answer = (feeds: ReferenceFeeds, question: ReferenceQuestion, now: number) => Promise<Reply>;

const MOST_ROWS = 250;

const coins: Answer = async (feeds, { request, query }, now) => {
  const pulled = await feeds.coins?.pull({ asOf: now });
  if (pulled?.ok !== true) return NOTHING;
  const rows = pulled.value.rows.coins;
  if (request === 'coins/list') {
    const contractsOf = (contracts: (typeof rows)[number]['contracts']): object =>
      Object.fromEntries(contracts.map(({ chain, address }) => [chain, address]));
    return found(
      rows.map(({ id, symbol, name, contracts }) => ({ id, symbol, name, platforms: contractsOf(contracts) })),
    );
  }
  if (request === 'coins/categories') {
    const named = await feeds.categories?.pull({ asOf: now });
    return found(named?.ok === true ? named.value.rows.names.map((name) => ({ name })) : []);
  }
  if (request === 'coins/markets') {
    const size = Math.min(MOST_ROWS, Number(query.get('per_page') ?? MOST_ROWS));
    const first = (Number(query.get('page') ?? 1) - 1) * size;
    return found(
      rows.slice(first, first + size).map((coin) => ({
        id: coin.id,
        symbol: coin.symbol.toLowerCase(),
        name: coin.name,
        current_price: coin.price,
        market_cap: coin.marketCap,
        market_cap_rank: coin.rank,
        circulating_supply: coin.circulating,
        total_supply: coin.total,
        max_supply: coin.max,
        price_change_percentage_24h: coin.change24h,
        price_change_percentage_7d_in_currency: coin.change7d,
      })),
    );
  }
  const record = rows.find(({ id }) => request === `coins/${encodeURIComponent(id)}`);
  return record === undefined ? NOTHING : found({ id: record.id, categories: record.categories });
};

const unlocks: Answer = async (feeds, { request }, now) => {
  const pulled = await feeds.unlocks?.pull({ asOf: now });
  if (pulled?.ok !== true) return NOTHING;
  // The newest version of a coin comes last. A protocol without a name uses its coin.
  const newest = new Map(pulled.value.rows.schedules.map((schedule) => [schedule.coin, schedule]));
  if (request === 'emissionsProtocolsList') return found([...newest.keys()].filter((id) => coinOfProtocol(id) === id));
  const schedule = newest.get(request.replace(/^emissions\//, ''));
  if (schedule === undefined) return NOTHING;
  const events = schedule.tranches.map(({ time, tokens, section, kind }) => ({
    description: section,
    timestamp: Math.round(time / 1000),
    noOfTokens: [tokens],
    category: '',
    unlockType: kind === 'cliff' ? 'cliff' : 'step',
  }));
  return found({ gecko_id: schedule.coin, metadata: { events } });
};

/** Formats a number; null when unknown. */
const decimal = (value: number): string | null => (Number.isFinite(value) ? String(value) : null);

function poolResource(network: string, pool: Pool): object {
  const named = (type: string, id: string): object => ({ data: { type, id } });
  const { buys24h: buys, sells24h: sells, buyers24h: buyers, sellers24h: sellers } = pool;
  return {
    id: `${network}_${pool.address}`,
    type: 'pool',
    attributes: {
      address: pool.address,
      name: pool.name,
      pool_created_at: new Date(pool.createdAt).toISOString().replace(/\.\d+Z$/, 'Z'),
      base_token_price_usd: decimal(pool.price),
      reserve_in_usd: decimal(pool.reserve),
      volume_usd: { h24: decimal(pool.volume24h) },
      market_cap_usd: decimal(pool.marketCap),
      fdv_usd: decimal(pool.fullyDiluted),
      price_change_percentage: { h1: decimal(pool.change1h), h24: decimal(pool.change24h) },
      transactions: { h24: { buys, sells, buyers, sellers } },
    },
    relationships: {
      base_token: named('token', `${network}_${pool.base.address}`),
      quote_token: named('token', `${network}_${pool.quote.address}`),
      ...(pool.dex === null ? {} : { dex: named('dex', pool.dex) }),
    },
  };
}

/** Tokens of pools, without duplicates. */
function tokensOf(network: string, pools: readonly Pool[]): readonly object[] {
  const tokens = new Map(pools.flatMap(({ base, quote }) => [base, quote]).map((token) => [token.address, token]));
  return [...tokens.values()].map(({ address, symbol, name }) => ({
    id: `${network}_${address}`,
    type: 'token',
    attributes: { address, symbol, name },
    relationships: {},
  }));
}

const LISTS: Readonly<Record<string, 'trending' | 'new'>> = { trending_pools: 'trending', new_pools: 'new' };

const pools: Answer = async (feeds, { request }, now) => {
  const [network = '', what = '', address = ''] = request.split('/');
  const chain = POOL_CHAINS.find((chain: PoolChain) => CHAINS_V1.networks[chain] === network);
  if (chain === undefined) return NOTHING;
  const list = LISTS[what];
  if (list !== undefined) {
    const pulled = await feeds.pools?.pull({ list, chain, asOf: now });
    if (pulled?.ok !== true) return NOTHING;
    const rows = pulled.value.rows.pools;
    return found({ data: rows.map((pool) => poolResource(network, pool)), included: tokensOf(network, rows) });
  }
  const pulled = what === 'tokens' ? await feeds.tokenPools?.pull({ chain, address, asOf: now }) : undefined;
  const token = pulled?.ok === true ? pulled.value.rows.token : null;
  if (pulled?.ok !== true || token === null) return NOTHING;
  const attributes = {
    address,
    symbol: token.symbol,
    name: token.name,
    decimals: token.decimals,
    price_usd: decimal(token.price),
    total_reserve_in_usd: decimal(token.reserve),
    volume_usd: { h24: decimal(token.volume24h) },
    market_cap_usd: decimal(token.marketCap),
    fdv_usd: decimal(token.fullyDiluted),
  };
  return found({
    data: { id: `${network}_${address}`, type: 'token', attributes, relationships: {} },
    included: pulled.value.rows.pools.map((pool) => poolResource(network, pool)),
  });
};

const ANSWERS: Readonly<Record<keyof typeof PATHS, Answer>> = { coins, unlocks, pools };

/**
 * Answers a request.
 *
 * @param now epoch ms of the venue's clock.
 */
export async function answerReference(feeds: ReferenceFeeds, question: ReferenceQuestion, now: number): Promise<Reply> {
  return ANSWERS[question.of](feeds, question, now);
}
