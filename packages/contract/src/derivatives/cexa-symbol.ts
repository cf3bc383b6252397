/** The perp of the large exchange that an operation is asked for. */

import { err, ok, pairName, readName, type Result } from '@barograph/core';
import { fieldsOf } from '../fields.ts';
import { problem, type Problem } from '../problem.ts';
import type { ListedPerp, NotAnswered, OtherVenues, Reached } from '../venues-port.ts';
import { coinAmong, reachedPerps } from './asked.ts';

/** Quote of the perps that a coin stands for. */
const QUOTE = 'USDT';

/** A perp of the large exchange. */
export interface CexaPerp {
  /** As the venue writes it; as a caller would, where the venue does not list it. */
  readonly symbol: string;
  /** Null where no list of the venue says it. */
  readonly coin: string | null;
  /** Undefined unless the venue answered and lists it. */
  readonly perp: ListedPerp | undefined;
  /** Answer of the venue to the question for its perps. */
  readonly listing: Reached<unknown>;
  /** Set where the venue answered and does not list it, though another venue has the coin. */
  readonly isElsewhere: boolean;
}

/** The name as the venue would write it. */
function spelled(name: string): string {
  const read = readName(name);
  if (read === undefined) return `${name.toUpperCase()}${QUOTE}`;
  // A future ends on a day: it is not the perp of its coin.
  const isPerp = read.kind !== 'future' && read.kind !== 'option';
  return isPerp ? pairName(read, read.quote ?? QUOTE)! : name.toUpperCase();
}

/** The perp of a name, or the error of a name that no venue lists. A source of history alone lists nothing: it decides itself. */
export async function cexaPerp(venues: OtherVenues, name: string): Promise<Result<CexaPerp, Problem>> {
  const reached = await reachedPerps(venues);
  const listing = reached.cexa;
  if (!listing.ok && listing.why === 'no_source') {
    return ok({ symbol: spelled(name), coin: null, perp: undefined, listing, isElsewhere: false });
  }
  const asked = coinAmong(reached, name, QUOTE);
  if (!asked.ok) return asked;
  const { coin, perps, symbols } = asked.value;
  const symbol = symbols.cexa ?? spelled(name);
  return ok({ symbol, coin, perp: perps.cexa, listing, isElsewhere: listing.ok && perps.cexa === undefined });
}

/** Rows of the perp, or the error of a name that the source of history does not know either. */
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

const of = fieldsOf<Pick<CexaPerp, 'symbol' | 'coin'>>();
/** Names of the perp. */
export const perpFields = {
  symbol: of.text('The perp, as its venue writes it.', ({ symbol }) => symbol),
  coin: of.textOrNull('The coin, in the spelling of the perp venue; null where no list says it.', ({ coin }) => coin),
};
