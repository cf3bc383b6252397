/** Chooses the nowcast scope from the symbol: market for Bitcoin, coin otherwise. */

import { readName } from '@barograph/core';
import type { Scope } from '@barograph/nowcast';

/** Coin that drives the market scope. */
export const LEAD = 'BTC';

/** A scope, and the reason for it. */
export interface ChosenScope {
  readonly scope: Scope;
  readonly reason: string;
  /** False when the name contains no coin and the scope is a guess. */
  readonly isNamed: boolean;
}

/**
 * Chooses the scope of bars.
 *
 * @param symbol name of the bars; it may contain an interval or a venue besides the coin.
 * @param scope value of `--scope`.
 */
export function scopeOf(symbol: string, scope?: Scope): ChosenScope {
  if (scope !== undefined) return { scope, reason: `--scope ${scope}`, isNamed: true };
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
