/** Resolves the perp of the large exchange in a request. */

import { err, ok, pairName, readName, type Result } from '@barograph/core';
import { fieldsOf } from '../fields.ts';
import { problem, type Problem } from '../problem.ts';
import type { ListedPerp, NotAnswered, OtherVenues, Reached } from '../venues-port.ts';
import { coinAmong, reachedPerps } from './asked.ts';

/** Quote of a coin's perps. */
const QUOTE = 'USDT';

/** A perp of the large exchange. */
export interface CexaPerp {
  /** Symbol in the venue's spelling, or in the usual spelling when not listed. */
  readonly symbol: string;
  /** null when unknown. */
  readonly coin: string | null;
  /** undefined unless the venue answered and lists it. */
  readonly perp: ListedPerp | undefined;
  /** Answer of the venue with its perps. */
  readonly listing: Reached<unknown>;
  /** Set when the venue answered and does not list it, but another venue does. */
  readonly isElsewhere: boolean;
}

/** Name in the venue's spelling. */
function spelled(name: string): string {
  const read = readName(name);
  if (read === undefined) return `${name.toUpperCase()}${QUOTE}`;
  // A dated future is not the perp of its coin.
  const isPerp = read.kind !== 'future' && read.kind !== 'option';
  return isPerp ? pairName(read, read.quote ?? QUOTE)! : name.toUpperCase();
}

/** Resolves a name to a perp, or returns the error of an unlisted name. A source with history only has no list and decides itself. */
export async function cexaPerp(venues: OtherVenues, name: string): Promise<Result<CexaPerp, Problem>> {
  const reached = await reachedPerps(venues);
  const listing = reached.cexa;
  if (!listing.ok && listing.why === 'no_source') {
    return ok({ symbol: spelled(name), coin: null, perp: undefined, listing, isElsewhere: false });
  }
  const lookup = coinAmong(reached, name, QUOTE);
  if (!lookup.ok) return lookup;
  const { coin, perps, symbols } = lookup.value;
  const symbol = symbols.cexa ?? spelled(name);
  return ok({ symbol, coin, perp: perps.cexa, listing, isElsewhere: listing.ok && perps.cexa === undefined });
}

/** Rows of the perp, or the error of a name that is also unknown to the source of history. */
export async function cexaRows<Rows>(
  { symbol, coin, isElsewhere, listing }: CexaPerp,
  pull: () => Promise<Reached<Rows>>,
): Promise<Result<Reached<Rows>, Problem>> {
  if (isElsewhere) return ok(elsewhere(symbol, listing.asOf));
  const reached = await pull();
  if (!reached.ok && reached.why === 'unlisted' && coin === null) {
    return err(problem('unknown_coin', `No venue lists ${symbol}.`, { suggestions: [] }));
  }
  return ok(reached);
}

/** Answer about a perp that the venue does not list. */
export function elsewhere(symbol: string, asOf: number | null): NotAnswered {
  return { ok: false, why: 'unlisted', reason: `cexa has no perp ${symbol}`, asOf };
}

const field = fieldsOf<Pick<CexaPerp, 'symbol' | 'coin'>>();
/** Names of the perp. */
export const perpFields = {
  symbol: field.text('The perp, as its venue writes it.', ({ symbol }) => symbol),
  coin: field.textOrNull(
    'The coin, in the spelling of the perp venue; null where no list says it.',
    ({ coin }) => coin,
  ),
};
