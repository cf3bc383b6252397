/** The coin that an operation of the perp venue is asked for. */

import { err, ok, type Result, symbolIndex } from '@barograph/core';
import { Type } from 'typebox';
import { ANY_SPELLING } from '../parameters.ts';
import type { Problem } from '../problem.ts';
import type { Published } from '../published.ts';
import { unlisted } from '../unknown-coin.ts';
import type { PerpRowWire } from './perp-row.ts';

/** The parameter. */
export const coinParameter = {
  coin: Type.String({ default: 'BTC', minLength: 1, description: ANY_SPELLING }),
};

/** The perp of a name among those that trade, or the 400 of one that does not. */
export function listedPerp(
  { records }: Pick<Published<PerpRowWire, unknown>, 'records'>,
  name: string,
): Result<PerpRowWire, Problem> {
  const coins = symbolIndex(records.map(({ value }) => value.coin));
  const coin = coins.find(name, 'coin');
  const row = records.find(({ value }) => value.coin === coin)?.value;
  return row === undefined ? err(unlisted([name], coins.suggest(name))) : ok(row);
}
