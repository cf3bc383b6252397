/** The coins of an exchange: what the snapshot is trimmed to. */

import { err, ok, type Result } from '@barograph/core';
import { perpsOfCoins } from '@barograph/stress';
import { problem, type Problem } from '../problem.ts';
import type { NotAnswered, OtherVenues } from '../venues-port.ts';
import type { CoinRowWire, ForcedRowWire, RatedPerp } from './parts.ts';

/** Coin sets by name; `all` trims nothing. */
export const COIN_SETS = ['perpdex', 'cexa_spot', 'dexb', 'all'] as const;
/** One of them. */
export type CoinSetName = (typeof COIN_SETS)[number];

/** Seconds after which a set that has not loaded is worth asking for again; of one that no source has, an hour. */
const RETRY_SECONDS = 5;
const NO_SOURCE_RETRY_SECONDS = 3600;

/** Coins that an exchange lists, as it writes them; undefined: everything. */
export type CoinSet = ReadonlySet<string> | undefined;

function notLoaded(name: CoinSetName, { why, reason }: NotAnswered): Result<never, Problem> {
  const retryAfter = why === 'no_source' ? NO_SOURCE_RETRY_SECONDS : RETRY_SECONDS;
  const message = `The coins of ${name} have not loaded: ${reason}.`;
  return err(problem(why === 'no_source' ? 'source_unavailable' : 'warming_up', message, { retryAfter }));
}

/** The coins of an exchange, or the 503 of one whose coins have not loaded: never everything instead. */
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

/** The ticker of a coin that a perp lists by the thousand. */
function plain(coin: string): string {
  return /^k[A-Z\d]/.test(coin) ? coin.slice(1) : coin;
}

/** Whether a set has a coin, by whichever name. */
function has(set: ReadonlySet<string>, coin: string): boolean {
  return set.has(coin) || set.has(plain(coin)) || set.has(`k${coin}`);
}

/** Rows of the table that the exchange lists; of several with one ticker the first. */
export function coinsOf(set: CoinSet, rows: readonly CoinRowWire[]): readonly CoinRowWire[] {
  if (set === undefined) return rows;
  const listed = perpsOfCoins(rows, set);
  return rows.filter(({ id }) => listed.has(id));
}

/** Most entries of the lists of funding and liquidations, whatever the set. */
export const LISTED = 100;

/** Perps of a coin on all venues. */
export interface CoinFunding {
  readonly coin: string;
  /** Largest absolute rate of its venues, fraction of the notional an hour. */
  readonly maxRate1h: number;
  readonly perps: readonly RatedPerp[];
}

const rateOf = ({ fundingRate, intervalHours }: RatedPerp): number => Math.abs(fundingRate / intervalHours);

/** Coins by their largest absolute funding rate, at most {@link LISTED}; perps without a rate do not count. */
export function fundingOf(set: CoinSet, perps: readonly RatedPerp[]): readonly CoinFunding[] {
  const byCoin = new Map<string, RatedPerp[]>();
  for (const perp of perps) {
    if (Number.isNaN(rateOf(perp)) || (set !== undefined && !has(set, perp.coin))) continue;
    byCoin.set(perp.coin, [...(byCoin.get(perp.coin) ?? []), perp]);
  }
  return [...byCoin]
    .map(([coin, of]): CoinFunding => ({ coin, maxRate1h: Math.max(...of.map(rateOf)), perps: of }))
    .toSorted((a, b) => (a.maxRate1h === b.maxRate1h ? (a.coin < b.coin ? -1 : 1) : b.maxRate1h - a.maxRate1h))
    .slice(0, LISTED);
}

/** Coins by what was closed by force in 24 hours, at most {@link LISTED}. */
export function liquidationsOf(set: CoinSet, rows: readonly ForcedRowWire[]): readonly ForcedRowWire[] {
  return rows
    .filter(({ symbol }) => set === undefined || has(set, symbol))
    .toSorted((a, b) => (a.usd === b.usd ? (a.symbol < b.symbol ? -1 : 1) : b.usd - a.usd))
    .slice(0, LISTED);
}
