/** The coin that an operation of the perp venue is asked for. */

import { err, ok, type Result } from '@barograph/core';
import { Type } from 'typebox';
import { findCoin } from '../coin-name.ts';
import type { DeclaredError } from '../declared-error.ts';
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
