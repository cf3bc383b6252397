/** Coin sets of exchanges, to which the snapshot is restricted. */

import { err, ok, type Result } from '@barograph/core';
import { perpsOfCoins } from '@barograph/stress';
import { problem, type Problem } from '../problem.ts';
import type { NotAnswered, OtherVenues } from '../venues-port.ts';
import type { CoinRowWire, ForcedRowWire, RatedPerp } from './parts.ts';

/** Coin sets by name; `all` restricts nothing. */
export const COIN_SETS = ['perpdex', 'cexa_spot', 'dexb', 'all'] as const;
/** One of them. */
export type CoinSetName = (typeof COIN_SETS)[number];

/** Retry-After of a set that has not loaded, seconds; an hour for a set without a source. */
const RETRY_SECONDS = 5;
const NO_SOURCE_RETRY_SECONDS = 3600;

/** Coins of an exchange in its own spelling; undefined for all coins. */
export type CoinSet = ReadonlySet<string> | undefined;

function notLoaded(name: CoinSetName, { why, reason }: NotAnswered): Result<never, Problem> {
  const retryAfter = why === 'no_source' ? NO_SOURCE_RETRY_SECONDS : RETRY_SECONDS;
  const message = `The coins of ${name} have not loaded: ${reason}.`;
  return err(problem(why === 'no_source' ? 'source_unavailable' : 'warming_up', message, { retryAfter }));
}

/** Returns the coins of an exchange, or a 503 until they have loaded; never falls back to all coins. */
export async function coinSet(venues: OtherVenues, name: CoinSetName): Promise<Result<CoinSet, Problem>> {
  if (name === 'all') return ok(undefined);
  if (name === 'cexa_spot') {
    const pairs = await venues.pairs();
    if (!pairs.ok) return notLoaded(name, pairs);
    return ok(new Set(pairs.rows.filter(({ isTrading }) => isTrading).map(({ base }) => base)));
  }
  const perps = await venues.perps(name);
  return perps.ok ? ok(new Set(perps.rows.map(({ coin }) => coin))) : notLoaded(name, perps);
}

/** Ticker of a coin whose perp is listed by the thousand. */
function plain(coin: string): string {
  return /^k[A-Z\d]/.test(coin) ? coin.slice(1) : coin;
}

/** Whether a set contains a coin under any of its names. */
function has(set: ReadonlySet<string>, coin: string): boolean {
  return set.has(coin) || set.has(plain(coin)) || set.has(`k${coin}`);
}

/** Rows of the table listed by the exchange; the first of each ticker. */
export function coinsOf(set: CoinSet, rows: readonly CoinRowWire[]): readonly CoinRowWire[] {
  if (set === undefined) return rows;
  const listed = perpsOfCoins(rows, set);
  return rows.filter(({ id }) => listed.has(id));
}

/** Maximum entries of the funding and liquidation lists. */
export const LISTED = 100;

/** Perps of a coin on all venues. */
export interface CoinFunding {
  readonly coin: string;
  /** Largest absolute rate over venues, fraction of the notional per hour. */
  readonly maxRate1h: number;
  readonly perps: readonly RatedPerp[];
}

const rateOf = ({ fundingRate, intervalHours }: RatedPerp): number => Math.abs(fundingRate / intervalHours);

/** Coins by largest absolute funding rate, at most {@link LISTED}; ignores perps without a rate. */
export function fundingOf(set: CoinSet, perps: readonly RatedPerp[]): readonly CoinFunding[] {
  const byCoin = new Map<string, RatedPerp[]>();
  for (const perp of perps) {
    if (Number.isNaN(rateOf(perp)) || (set !== undefined && !has(set, perp.coin))) continue;
    byCoin.set(perp.coin, [...(byCoin.get(perp.coin) ?? []), perp]);
  }
  return [...byCoin]
    .map(([coin, perps]): CoinFunding => ({ coin, maxRate1h: Math.max(...perps.map(rateOf)), perps }))
    .toSorted((a, b) => (a.maxRate1h === b.maxRate1h ? (a.coin < b.coin ? -1 : 1) : b.maxRate1h - a.maxRate1h))
    .slice(0, LISTED);
}

/** Coins by 24-hour forced closes, at most {@link LISTED}. */
export function liquidationsOf(set: CoinSet, rows: readonly ForcedRowWire[]): readonly ForcedRowWire[] {
  return rows
    .filter(({ symbol }) => set === undefined || has(set, symbol))
    .toSorted((a, b) => (a.usd === b.usd ? (a.symbol < b.symbol ? -1 : 1) : b.usd - a.usd))
    .slice(0, LISTED);
}
