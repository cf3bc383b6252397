/** Dead pools: nobody can trade in them, or a few trade with themselves. */

import { deepFreeze, UsageError, within } from '@barograph/core';
import type { Pool } from './pool.ts';

/** Parameters of the rule. */
export interface DeadPoolConfig {
  readonly version: `dead-pool/${string}`;
  /** Reserve below which a pool is not tradable, USD. */
  readonly leastReserve: number;
  /** Highest plausible 24-hour volume over reserve. */
  readonly mostTurnover: number;
  /** Volume at which the number of traders is checked, USD: a young pool may have few. */
  readonly crowdFrom: number;
  /** Fewest distinct buyers, and sellers, for such a volume to be real. */
  readonly leastTraders: number;
}

/**
 * Version 1: our own numbers. A reserve of 1,000 USD moves by some 10 % on an order of 50 USD. Pools of pegged pairs
 * turn over up to some ten times a day, the busiest memes some hundred times.
 */
export const DEAD_POOL_V1: DeadPoolConfig = deepFreeze({
  version: 'dead-pool/1',
  leastReserve: 1000,
  mostTurnover: 1000,
  crowdFrom: 100_000,
  leastTraders: 10,
});

/** Reasons, in the order of the checks. */
export const DEAD_POOL_REASONS = ['reserve', 'turnover', 'traders'] as const;
/** Reason for a dead pool. */
export type DeadPoolReason = (typeof DEAD_POOL_REASONS)[number];

/**
 * Checks a config and returns it.
 * @throws {UsageError} when a field is invalid; the message names field, expectation and value.
 * @example
 * checkDeadPoolConfig({ ...DEAD_POOL_V1, version: 'dead-pool/mine', leastReserve: 5_000 }).leastReserve; // → 5000
 */
export function checkDeadPoolConfig(config: DeadPoolConfig): DeadPoolConfig {
  within('leastReserve', config.leastReserve, 0, 1e12);
  within('crowdFrom', config.crowdFrom, 0, 1e15);
  within('leastTraders', config.leastTraders, 0, 1e6);
  if (!(config.mostTurnover > 0)) {
    throw new UsageError(`"mostTurnover" expected a number above 0, got ${config.mostTurnover}`);
  }
  return config;
}

/**
 * Returns why a pool is dead: `reserve`, it is nearly empty; `turnover`, more was traded than its reserve can carry;
 * `traders`, a handful of them made all of it. Unknown values never count against a pool.
 *
 * @param config parameters. @default DEAD_POOL_V1
 * @returns the reason; null when the pool is alive as far as known.
 * @example
 * deadPool({ reserve: 0.0115, volume24h: 64_813_742, buyers24h: 2020, sellers24h: 33 }); // 'reserve'
 */
export function deadPool(
  pool: Pick<Pool, 'reserve' | 'volume24h' | 'buyers24h' | 'sellers24h'>,
  config: DeadPoolConfig = DEAD_POOL_V1,
): DeadPoolReason | null {
  const { reserve, volume24h, buyers24h, sellers24h } = pool;
  const { leastReserve, mostTurnover, crowdFrom, leastTraders } = config;
  if (reserve < leastReserve) return 'reserve';
  if (volume24h > mostTurnover * reserve) return 'turnover';
  if (volume24h >= crowdFrom && (buyers24h < leastTraders || sellers24h < leastTraders)) return 'traders';
  return null;
}
