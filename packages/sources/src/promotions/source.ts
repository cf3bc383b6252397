/**
 * Promotions: pages of tokens that were bought, and boosts.
 *
 * @source DexScreener's public API reference (`token-profiles`, `token-boosts`), and its recorded answers of 2026.
 */

import type { Promotion } from '@barograph/contract';
import { err, ok } from '@barograph/core';
import { POOL_CHAINS, tokenAddress } from '@barograph/stress';
import { Type, type TUnsafe } from 'typebox';
import type { Feeds } from '../market/feeds.ts';
import type { Answered, Parsed } from '../upstream/payload/parsed.ts';
import { row, type Values } from '../upstream/payload/row.ts';
import { lineOf, webPage } from '../upstream/payload/text.ts';
import { createFaults, type Faults } from '../upstream/payload/values.ts';
import type { Source } from '../market/source.ts';
import { describeUpstreamProblem } from '../upstream/problem.ts';
import { CHAINS_V1, type ChainsConfig } from '../pools/config.ts';
import { createAskedState, createOutside, type OutsideParts } from '../pools/outside.ts';

/** A token that was promoted. */
export type PromotionRow = Values<
  'chainId' | 'tokenAddress' | 'description' | 'url' | 'amount' | 'totalAmount' | 'cto'
>;
export const promotionsPayload: TUnsafe<readonly PromotionRow[]> = Type.Unsafe(
  Type.Array(
    row(
      ['chainId', 'tokenAddress', 'description', 'url', 'amount', 'totalAmount', 'cto'],
      ['icon', 'header', 'openGraph', 'links', 'updatedAt'],
    ),
  ),
);

const CHAIN = /^[a-z\d-]{1,40}$/;
const ADDRESS = /^[\w:.-]{1,128}$/;

/** Addresses of chains that pools are read of have one spelling; of others any that could be one. */
function addressOf(chain: string, text: string): string | undefined {
  const known = POOL_CHAINS.find((poolChain) => poolChain === chain);
  if (known !== undefined) return tokenAddress(known, text);
  return ADDRESS.test(text) ? text : undefined;
}

function boosts(value: unknown, field: string, faults: Faults): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  faults.add(field, 'a number of zero or more', value);
  return NaN;
}

/** @returns promotions in answer order; promotions without chain and address are reported and dropped. */
export function parsePromotions(
  kind: Promotion['kind'],
  payload: readonly PromotionRow[],
): Parsed<readonly Promotion[]> {
  const faults = createFaults();
  const rows = payload.flatMap(({ chainId: chain, tokenAddress: text, ...own }, i): Promotion[] => {
    const isChain = typeof chain === 'string' && CHAIN.test(chain);
    const address = isChain && typeof text === 'string' ? addressOf(chain, text) : undefined;
    if (!isChain || address === undefined) {
      faults.add(`[${i}].tokenAddress`, 'a chain and an address on it', isChain ? text : chain);
      return [];
    }
    const isBoost = kind === 'boost';
    return [
      {
        chain,
        address,
        kind,
        description: lineOf(own.description, CHAINS_V1.longestText),
        url: webPage(own.url),
        amount: isBoost && own.amount !== undefined ? boosts(own.amount, `[${i}].amount`, faults) : NaN,
        total: isBoost ? boosts(own.totalAmount, `[${i}].totalAmount`, faults) : NaN,
        isTakeover: typeof own.cto === 'boolean' ? own.cto : null,
      },
    ];
  });
  return { rows, fault: faults.summary() };
}

const PATHS = {
  profiles: '/token-profiles/latest/v1',
  boosts: '/token-boosts/latest/v1',
  top: '/token-boosts/top/v1',
} as const;

function inTurn(a: readonly Promotion[], b: readonly Promotion[]): readonly Promotion[] {
  const longest = Math.max(a.length, b.length);
  return Array.from({ length: longest }, (_, i) => [...a.slice(i, i + 1), ...b.slice(i, i + 1)]).flat();
}

/** Largest total first; unknown totals last. */
function byTotal(a: Promotion, b: Promotion): number {
  const known = ({ total }: Promotion): number => (Number.isNaN(total) ? -1 : total);
  return known(b) - known(a);
}

/**
 * The source of promotions. Only the leader opens it, because requests count against a limit.
 *
 * @throws {UsageError} when an address is not `http` or `https`.
 * @example
 * const source = createPromotionsSource({ url, clock, log });
 */
export function createPromotionsSource(parts: OutsideParts, config: ChainsConfig = CHAINS_V1): Source {
  const outside = createOutside('promotions', config.budgets.promotions, parts);
  const state = createAskedState(parts.clock);
  const ask = async (path: string, kind: Promotion['kind']): Promise<Answered<Parsed<readonly Promotion[]>>> => {
    const answer = await outside.request({ path, weight: 1, schema: promotionsPayload });
    state.record(answer);
    return answer.ok ? ok({ ...answer.value, value: parsePromotions(kind, answer.value.value) }) : answer;
  };
  const feeds: Pick<Feeds, 'promotions'> = {
    promotions: {
      pull: async ({ list }) => {
        if (list === 'top') {
          const top = await ask(PATHS.top, 'boost');
          if (!top.ok) return err({ code: 'stale_source', reason: describeUpstreamProblem(top.error) });
          const { value, fetchedAt } = top.value;
          const promotions = value.rows.toSorted(byTotal);
          return ok({ rows: { promotions }, asOf: fetchedAt, ...(value.fault === undefined ? {} : { isStale: true }) });
        }
        const [profiles, bought] = await Promise.all([ask(PATHS.profiles, 'profile'), ask(PATHS.boosts, 'boost')]);
        if (!profiles.ok && !bought.ok) {
          return err({ code: 'stale_source', reason: describeUpstreamProblem(profiles.error) });
        }
        const came = [profiles, bought].flatMap((answer) => (answer.ok ? [answer.value] : []));
        const [one = [], other = []] = [profiles, bought].map((each) => (each.ok ? each.value.value.rows : []));
        // One half alone is worth showing, but it is not all.
        const isWhole = came.length === 2 && came.every(({ value }) => value.fault === undefined);
        const asOf = Math.min(...came.map(({ fetchedAt }) => fetchedAt));
        return ok({ rows: { promotions: inTurn(one, other) }, asOf, ...(isWhole ? {} : { isStale: true }) });
      },
    },
  };
  return {
    id: 'promotions',
    kind: 'live',
    countsRequests: true,
    feeds,
    start: async () => outside.start(),
    close: async () => outside.close(),
    upstreams: () => [outside.reading()],
    state: (now) => [state.state('promotions', now)],
  };
}
