/** Chain service of operations: answers are cached for a minute, and token lookups have a separate rate per key. */

import {
  createRecent,
  joinProvenance,
  type CallerKey,
  type DexFound,
  type DexService,
  type FoundAt,
  type NotFound,
  type PoolListed,
  type PoolsListed,
  type PromotionsListed,
  type Provenance,
  type TokenChecked,
  type TokenListed,
} from '@barograph/contract';
import { DAY_MS, MINUTE_MS } from '@barograph/core';
import { deadPool, POOL_CHAINS, type DeadPoolReason, type Pool, type PoolChain } from '@barograph/stress';
import {
  type Clock,
  within,
  type FeedName,
  type FeedQuery,
  type FeedRows,
  type Market,
  type Provided,
  shownField,
} from '@barograph/sources';
import type { ChainFeed } from '../../relay/chains.ts';
import type { Usage } from '@barograph/store';
import { DEX_V1, type DexConfig } from './config.ts';
import { createContractPerps, type ContractPerps } from './contract-perps.ts';

/** Dependencies of the service. */
export interface DexParts {
  readonly market: Market;
  readonly clock: Clock;
  /** Machine time, because rates count real minutes. */
  readonly wall: Clock;
  /** Counters over all replicas. */
  readonly usage: Pick<Usage, 'take'>;
  /** Called with each error of a source. */
  readonly report: (error: unknown) => void;
  readonly config?: DexConfig;
}

/** Cache of one kind of answers; failed lookups are repeated. */
function createKept<Found>(clock: Clock, { kept, keptMs }: DexConfig) {
  const answers = createRecent<{ readonly at: number; readonly answer: Promise<DexFound<Found>> }>(kept);
  return {
    has: (key: string): boolean => {
      const known = answers.get(key);
      return known !== undefined && clock.now() - known.at < keptMs;
    },
    of: async (key: string, make: () => Promise<DexFound<Found>>): Promise<DexFound<Found>> => {
      const at = clock.now();
      const known = answers.get(key);
      if (known !== undefined && at - known.at < keptMs) return known.answer;
      const answer = make();
      answers.set(key, { at, answer });
      const { kind } = await answer;
      if (kind === 'late' && answers.get(key)?.answer === answer) answers.delete(key);
      return answer;
    },
  };
}

/** Interleaves the rows of several queries: the first of each, then the second of each. */
function byTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

/** Consumes the rate of token lookups, counted over all replicas; undefined when allowed. */
function createRefusals(wall: Clock, usage: DexParts['usage'], { perDay, perMinute }: DexConfig) {
  const limits = { daily: perDay, perMinute };
  return async (key: CallerKey | undefined): Promise<NotFound | undefined> => {
    const now = wall.now();
    const taken = await usage.take(`token-requests ${key?.id ?? 'everybody'}`, limits, now);
    if (taken.ok) return undefined;
    const isDay = taken.refusedBy === 'day';
    const span = isDay ? DAY_MS : MINUTE_MS;
    const retryAfter = Math.max(1, Math.ceil((span - (now % span)) / 1000));
    const limit = isDay ? `${perDay} tokens in a UTC day` : `${perMinute} tokens in a minute`;
    return { kind: 'limited', retryAfter, limit };
  };
}

/** Looks up one token: cached answers are free, others count for the key. */
function createOnDemand(market: Pick<Market, 'has'>, refusal: ReturnType<typeof createRefusals>) {
  return async <Found>(
    memory: ReturnType<typeof createKept<Found>>,
    feed: FeedName,
    { chain, address }: { readonly chain: PoolChain; readonly address: string },
    key: CallerKey | undefined,
    make: () => Promise<DexFound<Found>>,
  ): Promise<DexFound<Found>> => {
    if (!market.has(feed)) return { kind: 'no_source' };
    const name = `${chain} ${address}`;
    if (!memory.has(name)) {
      const refused = await refusal(key);
      if (refused !== undefined) return refused;
    }
    return memory.of(name, make);
  };
}

/** Oldest moment and the sources of the results. */
function foundAt(
  market: Market,
  feed: FeedName,
  answers: readonly { readonly provenance: Omit<Provenance, 'feed'> }[],
): FoundAt {
  const blocks = answers.map(({ provenance }) => ({ feed, ...provenance }));
  const asOf = Math.min(...blocks.map((block) => block.asOf));
  return { asOf, dataSource: blocks[0]!.kind, ...shownField(market, joinProvenance(blocks)) };
}

function listed(pool: Pool, perps: ContractPerps | undefined): PoolListed {
  const perp = perps?.get(`${pool.chain} ${pool.base.address}`) ?? null;
  return { ...pool, perp, dead: deadPool(pool) };
}

/** Chain service of a host. */
export function createDex(parts: DexParts): DexService {
  const { market, clock, wall, usage, report, config = DEX_V1 } = parts;
  const onDemand = createOnDemand(market, createRefusals(wall, usage, config));
  const kept = {
    pools: createKept<PoolsListed>(clock, config),
    token: createKept<TokenListed>(clock, config),
    promotions: createKept<PromotionsListed>(clock, config),
    checks: createKept<TokenChecked>(clock, config),
  };

  /** Rows of a feed; undefined after a failure or timeout. */
  const pull = async <Name extends ChainFeed>(
    name: Name,
    query: FeedQuery<Name>,
  ): Promise<Provided<FeedRows<Name>> | undefined> => {
    try {
      const answer = await within(config.waitMs, market.read(name, query));
      return answer?.ok === true ? answer.value : undefined;
    } catch (error) {
      report(error);
      return undefined;
    }
  };
  const perpsOf = createContractPerps({ market, clock, waitMs: config.waitMs, report });

  return {
    pools: async (list, chain) => {
      if (!market.has('pools')) return { kind: 'no_source' };
      return kept.pools.of(`${list} ${chain ?? ''}`, async () => {
        const asOf = clock.now();
        const chains = chain === undefined ? POOL_CHAINS : [chain];
        const answers = await Promise.all(chains.map(async (chain) => pull('pools', { list, chain, asOf })));
        const came = answers.filter((answer) => answer !== undefined);
        if (came.length === 0) return { kind: 'late' };
        const found = foundAt(market, 'pools', came);
        const perps = await perpsOf(found.dataSource);
        const all = byTurns(came.map(({ pools }) => pools)).map((pool) => listed(pool, perps));
        if (list === 'new') all.sort((a, b) => newness(b) - newness(a));
        const dead = (reason: DeadPoolReason): number => all.filter((pool) => pool.dead === reason).length;
        const rows: PoolsListed = {
          pools: all.filter((pool) => pool.dead === null),
          excluded: { reserve: dead('reserve'), turnover: dead('turnover'), traders: dead('traders') },
          missing: chains.filter((_, i) => answers[i] === undefined),
          hasPerps: perps !== undefined,
        };
        return { kind: 'found', found: { ...rows, ...found } };
      });
    },
    token: async (chain, address, key) =>
      onDemand(kept.token, 'tokenPools', { chain, address }, key, async () => {
        const answer = await pull('tokenPools', { chain, address, asOf: clock.now() });
        if (answer === undefined) return { kind: 'late' };
        const { token, pools } = answer;
        if (token === null) return { kind: 'unknown' };
        const found = foundAt(market, 'tokenPools', [answer]);
        const perps = await perpsOf(found.dataSource);
        const all = pools.map((pool) => listed(pool, perps));
        const ordered = [...all.filter(({ dead }) => dead === null), ...all.filter(({ dead }) => dead !== null)];
        const perp = perps?.get(`${chain} ${address}`) ?? null;
        return { kind: 'found', found: { token, perp, pools: ordered, ...found } };
      }),
    promotions: async (list) => {
      if (!market.has('promotions')) return { kind: 'no_source' };
      return kept.promotions.of(list, async () => {
        const answer = await pull('promotions', { list, asOf: clock.now() });
        if (answer === undefined) return { kind: 'late' };
        return { kind: 'found', found: { promotions: answer.promotions, ...foundAt(market, 'promotions', [answer]) } };
      });
    },
    checks: async (chain, address, key) =>
      onDemand(kept.checks, 'tokenSecurity', { chain, address }, key, async () => {
        const answer = await pull('tokenSecurity', { chain, address, asOf: clock.now() });
        if (answer === undefined) return { kind: 'late' };
        const { token, findings, sources } = answer;
        if (token === null) return { kind: 'unknown' };
        const at = foundAt(market, 'tokenSecurity', [answer]);
        return { kind: 'found', found: { chain, address, ...token, findings, sources, ...at } };
      }),
  };
}

/** Creation time; pools without one come last. */
function newness({ createdAt }: Pool): number {
  return Number.isNaN(createdAt) ? -1 : createdAt;
}
