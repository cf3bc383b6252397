/** Pools that no one can trade in, or in which a few trade with themselves. */

import { deepFreeze, UsageError, within } from '@barograph/core';
import type { Pool } from './pool.ts';

/** Numbers of the rule. */
export interface DeadPoolConfig {
  readonly version: `dead-pool/${string}`;
  /** Reserve below which a pool cannot be traded in, USD. */
  readonly leastReserve: number;
  /** Volume of 24 hours over reserve, above which the volume cannot have met this reserve. */
  readonly mostTurnover: number;
  /** Volume from which the number of traders is asked for, USD: a young pool may have few. */
  readonly crowdFrom: number;
  /** Different buyers, and different sellers, below which such a volume is made up. */
  readonly leastTraders: number;
}

/**
 * Version 1: our own numbers. A reserve of 1,000 USD moves by some 10 % at an order of 50 USD. Pools of pegged pairs turn over
 * up to some ten times a day, the busiest memes some hundred times.
 */
export const DEAD_POOL_V1: DeadPoolConfig = deepFreeze({
  version: 'dead-pool/1',
  leastReserve: 1000,
  mostTurnover: 1000,
  crowdFrom: 100_000,
  leastTraders: 10,
});

/** Reasons, in the order in which they are looked for. */
export const DEAD_POOL_REASONS = ['reserve', 'turnover', 'traders'] as const;
/** A reason. */
export type DeadPoolReason = (typeof DEAD_POOL_REASONS)[number];

/**
 * @throws {UsageError} naming the field, the expected and the actual value.
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
 * Reason why a pool is dead: `reserve`, there is next to nothing in it; `turnover`, more was traded than its reserve can carry;
 * `traders`, a handful of them made all of it. What is not known speaks against no pool.
 *
 * @returns null of a pool that is alive, as far as is known.
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
