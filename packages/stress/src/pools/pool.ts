/** Pool of a decentralised exchange, as readers deliver it. */

import type { PoolChain } from './chain.ts';

/** Token of a pool. Its creator chooses the names: tickers are not unique, and prove nothing. */
export interface PoolToken {
  /** Address in the form of `tokenAddress`. */
  readonly address: string;
  /** Ticker; null when unknown. */
  readonly symbol: string | null;
  /** Name; null when unknown. */
  readonly name: string | null;
}

/** Current state of a pool. Numbers are NaN when unknown. */
export interface Pool {
  readonly chain: PoolChain;
  /** Address of the pool; on chains with one contract for all pools, its identifier there. */
  readonly address: string;
  /** Exchange of the pool; null when unknown. */
  readonly dex: string | null;
  readonly name: string;
  readonly base: PoolToken;
  readonly quote: PoolToken;
  /** Creation time, epoch ms. */
  readonly createdAt: number;
  /** Price of the base token, USD. */
  readonly price: number;
  /** Value of both sides, USD. */
  readonly reserve: number;
  /** Volume of the last 24 hours, USD. */
  readonly volume24h: number;
  /** Market cap of the base token, USD. */
  readonly marketCap: number;
  /** Fully diluted value of the base token, USD. */
  readonly fullyDiluted: number;
  /** Price change over 1 hour, percent. */
  readonly change1h: number;
  /** Price change over 24 hours, percent. */
  readonly change24h: number;
  /** Buys, sells, and distinct buyers and sellers of the last 24 hours. */
  readonly buys24h: number;
  readonly sells24h: number;
  readonly buyers24h: number;
  readonly sellers24h: number;
}
