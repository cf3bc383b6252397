/** The pools source: lists of pools by chain, and single tokens with their pools. */

import { err, ok } from '@barograph/core';
import type { Feeds } from '../market/feeds.ts';
import type { Source } from '../market/source.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import { CHAINS_V1, type ChainsConfig } from './config.ts';
import { createAskedState, createOutside, type OutsideParts } from './outside.ts';
import { poolsPayload, tokenPayload } from './payloads.ts';
import { parsePools, parseToken } from './pool-rows.ts';

const LISTS = { trending: 'trending_pools', new: 'new_pools' } as const;

/**
 * Creates the pools source. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createPoolsSource({ url, clock, log });
 */
export function createPoolsSource(parts: OutsideParts, config: ChainsConfig = CHAINS_V1): Source {
  const outside = createOutside('pools', config.budgets.pools, parts);
  const state = { pools: createAskedState(parts.clock), tokenPools: createAskedState(parts.clock) };
  const feeds: Pick<Feeds, 'pools' | 'tokenPools'> = {
    pools: {
      pull: async ({ list, chain }) => {
        const path = `/api/v2/networks/${config.networks[chain]}/${LISTS[list]}`;
        const query = { include: 'base_token,quote_token,dex', page: '1' };
        const answer = await outside.request({ path, query, weight: 1, schema: poolsPayload });
        state.pools.record(answer);
        if (!answer.ok) return err({ code: 'stale_source', reason: describeUpstreamProblem(answer.error) });
        const { rows, fault } = parsePools(chain, answer.value.value);
        return ok({ rows: { pools: rows }, asOf: answer.value.fetchedAt, ...staleIf(fault) });
      },
    },
    tokenPools: {
      pull: async ({ chain, address }) => {
        const path = `/api/v2/networks/${config.networks[chain]}/tokens/${address}`;
        const answer = await outside.request({
          path,
          query: { include: 'top_pools' },
          weight: 1,
          schema: tokenPayload,
        });
        if (!answer.ok && answer.error.status === 404) {
          return ok({ rows: { token: null, pools: [] }, asOf: parts.clock.now() });
        }
        state.tokenPools.record(answer);
        if (!answer.ok) return err({ code: 'stale_source', reason: describeUpstreamProblem(answer.error) });
        const { rows, fault } = parseToken(chain, address, answer.value.value);
        if (rows.token === null) return err({ code: 'stale_source', reason: `pools: ${fault ?? 'no token'}` });
        return ok({ rows, asOf: answer.value.fetchedAt, ...staleIf(fault) });
      },
    },
  };
  return {
    id: 'pools',
    kind: 'live',
    countsRequests: true,
    feeds,
    start: async () => outside.start(),
    close: async () => outside.close(),
    upstreams: () => [outside.reading()],
    state: (now) => [state.pools.state('pools', now), state.tokenPools.state('tokenPools', now)],
  };
}

/** Marks an answer with invalid values as incomplete; its other values stay valid. */
function staleIf(fault: string | undefined): { readonly isStale?: true } {
  return fault === undefined ? {} : { isStale: true };
}
