/** Pools, tokens, promotions and checks of the seeded market. */

import { ok } from '@barograph/core';
import type { Pools, SimulatedPool, SimulatedToken } from '@barograph/simulator';
import { TOKEN_CHECKS, type Pool, type PoolToken, type TokenFinding } from '@barograph/stress';
import type { Feeds } from '../market/feeds.ts';

/** Pools per list, as in the live source. */
const LISTED = 20;
/** Promotions per list. */
const PROMOTED = 30;

const tokenOf = ({ address, symbol, name }: SimulatedToken): PoolToken => ({ address, symbol, name });

function poolOf({ base, quote, ...pool }: SimulatedPool): Pool {
  const value = base.supply * pool.price;
  return {
    ...pool,
    dex: 'simulated',
    name: `${base.symbol} / ${quote.symbol}`,
    base: tokenOf(base),
    quote: tokenOf(quote),
    // The simulator does not model a coin's float.
    marketCap: base.coin === null ? value : NaN,
    fullyDiluted: base.coin === null ? value : NaN,
  };
}

/** Feeds of chains. Trending pools are sorted by volume. */
export function createSimulatedPools(
  pools: Pools,
): Pick<Feeds, 'pools' | 'tokenPools' | 'promotions' | 'tokenSecurity'> {
  return {
    pools: {
      pull: async ({ list, chain, asOf }) => {
        const found = pools.pools(chain, asOf).map(poolOf);
        const order = list === 'new' ? (pool: Pool): number => pool.createdAt : (pool: Pool): number => pool.volume24h;
        found.sort((a, b) => order(b) - order(a));
        return ok({ rows: { pools: found.slice(0, LISTED) }, asOf });
      },
    },
    tokenPools: {
      pull: async ({ chain, address, asOf }) => {
        const token = pools.token(chain, address, asOf);
        if (token === undefined) return ok({ rows: { token: null, pools: [] }, asOf });
        const own = pools
          .pools(chain, asOf)
          .map(poolOf)
          .filter(({ base, quote }) => base.address === address || quote.address === address)
          .sort((a, b) => b.volume24h - a.volume24h)
          .slice(0, LISTED);
        const sum = (read: (pool: Pool) => number): number => own.reduce((total, pool) => total + read(pool), 0);
        const ofBase = own.find(({ base }) => base.address === address);
        const { symbol, name, decimals } = token;
        const row = {
          chain,
          address,
          symbol,
          name,
          decimals,
          price: ofBase?.price ?? NaN,
          reserve: sum((pool) => pool.reserve),
          volume24h: sum((pool) => pool.volume24h),
          marketCap: ofBase?.marketCap ?? NaN,
          fullyDiluted: ofBase?.fullyDiluted ?? NaN,
        };
        return ok({ rows: { token: row, pools: own }, asOf });
      },
    },
    promotions: {
      pull: async ({ list, asOf }) => {
        const all = pools.promotions(asOf);
        const ofToken = new Map(
          all.toReversed().map((promotion) => [`${promotion.kind} ${promotion.token.address}`, promotion]),
        );
        const boosted = [...ofToken.values()].filter(({ kind }) => kind === 'boost').sort((a, b) => b.total - a.total);
        const shown = (list === 'top' ? boosted : all).slice(0, PROMOTED);
        const promotions = shown.map(({ token, kind, amount, total }) => ({
          chain: token.chain,
          address: token.address,
          kind,
          description: `${token.name}, made by the simulator.`,
          url: null,
          amount: kind === 'boost' ? amount : NaN,
          total: kind === 'boost' ? total : NaN,
          isTakeover: null,
        }));
        return ok({ rows: { promotions }, asOf });
      },
    },
    tokenSecurity: {
      pull: async ({ chain, address, asOf }) => {
        const token = pools.token(chain, address, asOf);
        const sources = [{ source: 'simulated', state: token === undefined ? 'unknown' : 'ok', reason: null }] as const;
        if (token === undefined) return ok({ rows: { token: null, findings: [], sources }, asOf });
        const checks = new Map((pools.checks(chain, address, asOf) ?? []).map((check) => [check.check, check]));
        const findings = TOKEN_CHECKS.flatMap((check): TokenFinding[] => {
          const found = checks.get(check);
          return found === undefined ? [] : [{ check, source: 'simulated', state: found.state, value: found.value }];
        });
        const { symbol, name, decimals, supply } = token;
        const holders = checks.get('few_holders')?.value ?? NaN;
        const facts = { symbol, name, decimals, supply: `${supply}${'0'.repeat(decimals)}`, holders };
        return ok({ rows: { token: facts, findings, sources }, asOf });
      },
    },
  };
}

/** Perps by contract address of their coins: `chain address` → symbol. */
export function simulatedPerps({ coinTokens }: Pools, perps: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    coinTokens.flatMap(({ chain, address, coin }) => {
      const symbol = coin === null ? undefined : perps.get(coin);
      return symbol === undefined ? [] : [[`${chain} ${address}`, symbol] as const];
    }),
  );
}
