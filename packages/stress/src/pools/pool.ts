/** A pool of a decentralised exchange, as its readers see it. */

import type { PoolChain } from './chain.ts';

/** One of the two tokens of a pool. Names come from the maker of the token: tickers are not unique, and prove nothing. */
export interface PoolToken {
  /** As `tokenAddress` spells it. */
  readonly address: string;
  /** Null where it is not known. */
  readonly symbol: string | null;
  /** Null where it is not known. */
  readonly name: string | null;
}

/** A pool now. Numbers are NaN where they are not known. */
export interface Pool {
  readonly chain: PoolChain;
  /** Address of the pool; on chains of one contract for all pools, its identity there. */
  readonly address: string;
  /** Exchange that the pool belongs to; null where it is not known. */
  readonly dex: string | null;
  readonly name: string;
  readonly base: PoolToken;
  readonly quote: PoolToken;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Price of the base token, USD. */
  readonly price: number;
  /** Value of both sides, USD. */
  readonly reserve: number;
  /** USD, of the last 24 hours. */
  readonly volume24h: number;
  /** Of the base token, USD. */
  readonly marketCap: number;
  /** Of all units of the base token, USD. */
  readonly fullyDiluted: number;
  /** Percent. */
  readonly change1h: number;
  /** Percent. */
  readonly change24h: number;
  /** Trades and different traders of the last 24 hours. */
  readonly buys24h: number;
  readonly sells24h: number;
  readonly buyers24h: number;
  readonly sellers24h: number;
}
