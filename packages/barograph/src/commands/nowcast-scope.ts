/** Scope of a nowcast by the name of its bars: those of Bitcoin are the market's, all others a coin's. */

import { readName } from '@barograph/core';
import type { Scope } from '@barograph/nowcast';

/** Coin whose hours are the market's. */
export const LEAD = 'BTC';

/** A scope, and the reason for it. */
export interface ChosenScope {
  readonly scope: Scope;
  /** One phrase for people. */
  readonly reason: string;
  /** False where the name says no coin: then the scope is a guess. */
  readonly isNamed: boolean;
}

/**
 * Chooses the scope of bars.
 *
 * @param symbol of the bars; a name may say an interval or a venue beside the coin.
 * @param asked value of `--scope`.
 */
export function scopeOf(symbol: string, asked?: Scope): ChosenScope {
  if (asked !== undefined) return { scope: asked, reason: `--scope ${asked}`, isNamed: true };
  const read = readName(symbol);
  const isOption = read?.kind === 'option';
  const first = symbol.split(/[_-]/, 1)[0];
  if ((read?.base === LEAD && read.multiple === 1 && !isOption) || (read === undefined && first === LEAD)) {
    return { scope: 'market', reason: `bars of ${LEAD} are the market's`, isNamed: true };
  }
  if (read === undefined || isOption) {
    const hint = `--symbol ${LEAD} or --scope market reads them as the market's`;
    return { scope: 'coin', reason: `the name ${JSON.stringify(symbol)} says no coin; ${hint}`, isNamed: false };
  }
  return { scope: 'coin', reason: `${symbol} is not ${LEAD}, whose bars are the market's`, isNamed: true };
}
