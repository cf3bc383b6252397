/** The coin or symbol that an operation is asked for, on all venues at once. */

import { err, ok, type Result, nearestNames } from '@barograph/core';
import { Type } from 'typebox';
import { findCoin } from '../coin-name.ts';
import type { DeclaredError } from '../declared-error.ts';
import { problem, type Problem } from '../problem.ts';
import { PERP_VENUES, type ListedPerp, type OtherVenues, type PerpNames, type PerpVenueName, type ReachedPerps } from '../venues-port.ts'; // prettier-ignore

/** Seconds after which venues that did not answer are worth asking again. */
const RETRY_SECONDS = 3;

/** The parameter of operations about a coin. */
export const coinParameter = {
  coin: Type.String({
    default: 'BTC',
    minLength: 1,
    maxLength: 40,
    description: 'A coin, any case; a USDT or -PERP suffix is tolerated. One coin per call.',
  }),
};

/** The parameter of operations about a perp of the large exchange. */
export const symbolParameter = {
  symbol: Type.String({
    default: 'BTCUSDT',
    minLength: 1,
    maxLength: 40,
    description: 'A perp as the venue writes it, any case; a coin is tolerated.',
  }),
};

/** Errors of these operations. */
export const UNKNOWN_COIN: DeclaredError = {
  code: 'unknown_coin',
  when: 'A coin or symbol that no venue lists; suggestions has names that are near.',
};
export const VENUES_AWAY: DeclaredError = {
  code: 'source_unavailable',
  when: 'No venue could say whether it lists the coin.',
};

/** Perps of a coin on all venues. */
export interface AskedCoin {
  /** In the spelling of the perp venue. */
  readonly coin: string;
  /** Answer of each venue. */
  readonly reached: Readonly<Record<PerpVenueName, ReachedPerps>>;
  /** Perp of the coin where the venue answered and lists it. */
  readonly perps: Readonly<Record<PerpVenueName, ListedPerp | undefined>>;
  /** Symbol of the coin where the venue lists it, or listed it when it was there. */
  readonly symbols: Readonly<Record<PerpVenueName, string | undefined>>;
}

function record<Value>(of: (venue: PerpVenueName) => Value): Readonly<Record<PerpVenueName, Value>> {
  return { perpdex: of('perpdex'), cexa: of('cexa'), dexb: of('dexb') };
}

const namesOf = (reached: ReachedPerps): readonly PerpNames[] => (reached.ok ? reached.rows : reached.known);

/** The perp of a name: a symbol as the venue writes it, or a coin as callers spell it. */
function named(names: readonly PerpNames[], name: string): PerpNames | undefined {
  const upper = name.toUpperCase();
  const bySymbol = names.find(({ symbol }) => symbol.toUpperCase() === upper);
  if (bySymbol !== undefined) return bySymbol;
  const coins = names.map(({ coin }) => coin);
  const coin = findCoin(coins, name);
  return names.find((one) => one.coin === coin);
}

/**
 * The coin of a name on every venue, or the error of a name that none lists: 400 where the venues that are there do not, 503
 * where one that might is away and nothing is known of it.
 */
export async function askedCoin(venues: OtherVenues, name: string): Promise<Result<AskedCoin, Problem>> {
  return coinAmong(await reachedPerps(venues), name);
}

/** Perps of every venue, asked at once. */
export async function reachedPerps(venues: OtherVenues): Promise<AskedCoin['reached']> {
  const [perpdex, cexa, dexb] = await Promise.all(PERP_VENUES.map(async (venue) => venues.perps(venue)));
  return { perpdex: perpdex!, cexa: cexa!, dexb: dexb! };
}

/** The coin of a name among the perps of the venues, as {@link askedCoin} has it. */
export function coinAmong(all: AskedCoin['reached'], name: string): Result<AskedCoin, Problem> {
  const known = PERP_VENUES.map((venue) => namesOf(all[venue]));
  const found = known.map((names) => named(names, name)).find((one) => one !== undefined);
  if (found !== undefined) {
    const ofCoin = <One extends PerpNames>(rows: readonly One[]): One | undefined =>
      rows.find(({ coin }) => coin === found.coin);
    return ok({
      coin: found.coin,
      reached: all,
      perps: record((venue) => {
        const one = all[venue];
        return one.ok ? ofCoin(one.rows) : undefined;
      }),
      symbols: record((venue) => ofCoin(namesOf(all[venue]))?.symbol),
    });
  }
  const isBlind = PERP_VENUES.some((venue) => {
    const one = all[venue];
    return !one.ok && one.why === 'away' && one.known.length === 0;
  });
  if (isBlind || known.every((names) => names.length === 0)) {
    const message = `No venue could say whether it lists ${name}.`;
    return err(problem('source_unavailable', message, { retryAfter: RETRY_SECONDS }));
  }
  const names = known.flatMap((perps, i) => perps.map((one) => (i === 0 ? one.coin : one.symbol)));
  const suggestions = nearestNames([...names, ...known.flat().map(({ coin }) => coin)], name);
  return err(problem('unknown_coin', `No venue lists ${name}.`, { suggestions }));
}
