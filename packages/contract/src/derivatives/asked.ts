/** The coin or symbol that an operation is asked for, on all venues at once. */

import { err, ok, readName, resolveSymbol, type Result, symbolIndex } from '@barograph/core';
import { Type } from 'typebox';
import type { DeclaredError } from '../declared-error.ts';
import { ANY_SPELLING } from '../parameters.ts';
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
    description: `A coin. ${ANY_SPELLING} One coin per call.`,
  }),
};

/** The parameter of operations about a perp of the large exchange. */
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

/**
 * The perp of a name: a symbol of the venue, or a coin.
 *
 * @param quote of the pairs that stand for a coin; all dollars when left out.
 */
function named(names: readonly PerpNames[], name: string, quote?: string): PerpNames | undefined {
  const pair = resolveSymbol(names.map(({ symbol }) => symbol), name, 'pair'); // prettier-ignore
  if (pair !== undefined) return names.find(({ symbol }) => symbol === pair);
  const own = readName(name)?.quote ?? null;
  if (quote !== undefined && own !== null && own !== quote) return undefined;
  const coin = resolveSymbol(names.map((one) => one.coin), name); // prettier-ignore
  return coin === undefined ? undefined : names.find((one) => one.coin === coin);
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

/**
 * The coin of a name among the perps of the venues, as {@link askedCoin} has it.
 *
 * @param quote of the pairs that stand for a coin; all dollars when left out.
 */
export function coinAmong(all: AskedCoin['reached'], name: string, quote?: string): Result<AskedCoin, Problem> {
  const known = PERP_VENUES.map((venue) => namesOf(all[venue]));
  const found = known.map((names) => named(names, name, quote)).find((one) => one !== undefined);
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
  const suggestions = symbolIndex([...names, ...known.flat().map(({ coin }) => coin)]).suggest(name);
  return err(problem('unknown_coin', `No venue lists ${name}.`, { suggestions }));
}
