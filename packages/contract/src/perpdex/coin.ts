/** The coin that an operation of the perp venue is asked for. */

import { err, ok, type Result } from '@barograph/core';
import { Type } from 'typebox';
import type { DeclaredError } from '../endpoint.ts';
import { problem, type Problem } from '../problem.ts';
import type { Published } from '../published.ts';
import type { PerpRowWire } from './perp-row.ts';

/** The parameter; `symbol` is its alias. */
export const coinParameter = {
  coin: Type.String({ default: 'BTC', minLength: 1, description: 'Any case; a USDT or -PERP suffix is tolerated.' }),
};
/** Aliases of the parameter. */
export const COIN_ALIASES = { symbol: 'coin' } as const;

/** As the OpenAPI document declares it. */
export const UNKNOWN_COIN: DeclaredError = {
  code: 'unknown_coin',
  when: 'A coin that the perp venue does not list.',
};

const SUFFIX = /(?:-PERP|USDT)$/i;

/**
 * The listed name: exact, then without regard to case, then the same without a USDT or -PERP suffix.
 *
 * @returns undefined when the venue lists nothing like it.
 */
export function findCoin(symbols: readonly string[], name: string): string | undefined {
  const find = (text: string): string | undefined => {
    const upper = text.toUpperCase();
    return symbols.find((symbol) => symbol === text) ?? symbols.find((symbol) => symbol.toUpperCase() === upper);
  };
  return find(name) ?? find(name.replace(SUFFIX, ''));
}

/** A perp of a thousand coins: kPEPE. */
const THOUSANDS = /^k[A-Z\d]/;

/**
 * The same, but of a perp of a thousand coins only the first letter may be of any case: KPEPE is kPEPE, kpepe is nothing.
 *
 * @returns undefined when the venue lists nothing like it.
 */
export function findCasedCoin(symbols: readonly string[], name: string): string | undefined {
  const find = (text: string): string | undefined => {
    if (symbols.includes(text)) return text;
    const thousands = `k${text.slice(1)}`;
    if (/^k/i.test(text) && THOUSANDS.test(thousands) && symbols.includes(thousands)) return thousands;
    const upper = text.toUpperCase();
    return symbols.find((symbol) => !THOUSANDS.test(symbol) && symbol.toUpperCase() === upper);
  };
  return find(name) ?? find(name.replace(SUFFIX, ''));
}

/** The perp of a name among those that trade, or the 400 of one that does not. */
export function listedPerp(
  { records }: Pick<Published<PerpRowWire, unknown>, 'records'>,
  name: string,
): Result<PerpRowWire, Problem> {
  const coin = findCoin(
    records.map(({ value }) => value.coin),
    name,
  );
  const row = records.find(({ value }) => value.coin === coin)?.value;
  return row === undefined ? err(problem('unknown_coin', `The perp venue does not list ${name}.`)) : ok(row);
}
