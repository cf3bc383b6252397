/** Resolves the coin or symbol of a request on all venues. */

import { err, ok, readName, resolveSymbol, type Result, symbolIndex } from '@barograph/core';
import { Type } from 'typebox';
import type { DeclaredError } from '../declared-error.ts';
import { ANY_SPELLING } from '../parameters.ts';
import { problem, type Problem } from '../problem.ts';
import { PERP_VENUES, type ListedPerp, type OtherVenues, type PerpNames, type PerpVenueName, type ReachedPerps } from '../venues-port.ts'; // prettier-ignore

/** Retry-After of venues that did not answer, seconds. */
const RETRY_SECONDS = 3;

/** Parameter of operations on a coin. */
export const coinParameter = {
  coin: Type.String({
    default: 'BTC',
    minLength: 1,
    maxLength: 40,
    description: `A coin. ${ANY_SPELLING} One coin per call.`,
  }),
};

/** Parameter of operations on a perp of the large exchange. */
export const symbolParameter = {
  symbol: Type.String({
    default: 'BTCUSDT',
    minLength: 1,
    maxLength: 40,
    description:
      'A perp, any case, as the venue writes it or in another usual spelling: BTC-USDT-SWAP. A coin is tolerated.',
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
  /** Coin in the spelling of the perp venue. */
  readonly coin: string;
  /** Answer of each venue. */
  readonly reached: Readonly<Record<PerpVenueName, ReachedPerps>>;
  /** Perp of the coin by venue; absent when the venue did not answer or does not list it. */
  readonly perps: Readonly<Record<PerpVenueName, ListedPerp | undefined>>;
  /** Symbol of the coin by venue, current or last known; absent when not listed. */
  readonly symbols: Readonly<Record<PerpVenueName, string | undefined>>;
}

function record<Value>(valueOf: (venue: PerpVenueName) => Value): Readonly<Record<PerpVenueName, Value>> {
  return { perpdex: valueOf('perpdex'), cexa: valueOf('cexa'), dexb: valueOf('dexb') };
}

const namesOf = (reached: ReachedPerps): readonly PerpNames[] => (reached.ok ? reached.rows : reached.known);

/**
 * Resolves a name to a perp, by the venue's symbol or by coin.
 *
 * @param quote quote of the pairs of a coin. @default all dollars
 */
function named(names: readonly PerpNames[], name: string, quote?: string): PerpNames | undefined {
  const pair = resolveSymbol(names.map(({ symbol }) => symbol), name, 'pair'); // prettier-ignore
  if (pair !== undefined) return names.find(({ symbol }) => symbol === pair);
  const own = readName(name)?.quote ?? null;
  if (quote !== undefined && own !== null && own !== quote) return undefined;
  const coin = resolveSymbol(names.map((name) => name.coin), name); // prettier-ignore
  return coin === undefined ? undefined : names.find((name) => name.coin === coin);
}

/**
 * Resolves a name to a coin on every venue, or returns the error of an unlisted name: a 400, or a 503
 * while a venue that might list it is unavailable.
 */
export async function askedCoin(venues: OtherVenues, name: string): Promise<Result<AskedCoin, Problem>> {
  return coinAmong(await reachedPerps(venues), name);
}

/** Requests the perps of all venues concurrently. */
export async function reachedPerps(venues: OtherVenues): Promise<AskedCoin['reached']> {
  const [perpdex, cexa, dexb] = await Promise.all(PERP_VENUES.map(async (venue) => venues.perps(venue)));
  return { perpdex: perpdex!, cexa: cexa!, dexb: dexb! };
}

/**
 * Resolves a name to a coin among the perps of the venues, like {@link askedCoin}.
 *
 * @param quote quote of the pairs of a coin. @default all dollars
 */
export function coinAmong(all: AskedCoin['reached'], name: string, quote?: string): Result<AskedCoin, Problem> {
  const known = PERP_VENUES.map((venue) => namesOf(all[venue]));
  const found = known.map((names) => named(names, name, quote)).find((found) => found !== undefined);
  if (found !== undefined) {
    const ofCoin = <One extends PerpNames>(rows: readonly One[]): One | undefined =>
      rows.find(({ coin }) => coin === found.coin);
    return ok({
      coin: found.coin,
      reached: all,
      perps: record((venue) => {
        const answer = all[venue];
        return answer.ok ? ofCoin(answer.rows) : undefined;
      }),
      symbols: record((venue) => ofCoin(namesOf(all[venue]))?.symbol),
    });
  }
  const isBlind = PERP_VENUES.some((venue) => {
    const answer = all[venue];
    return !answer.ok && answer.why === 'away' && answer.known.length === 0;
  });
  if (isBlind || known.every((names) => names.length === 0)) {
    const message = `No venue could say whether it lists ${name}.`;
    return err(problem('source_unavailable', message, { retryAfter: RETRY_SECONDS }));
  }
  const names = known.flatMap((perps, i) => perps.map((perp) => (i === 0 ? perp.coin : perp.symbol)));
  const suggestions = symbolIndex([...names, ...known.flat().map(({ coin }) => coin)]).suggest(name);
  return err(problem('unknown_coin', `No venue lists ${name}.`, { suggestions }));
}
