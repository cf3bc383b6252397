/** Resolves the coin of a perp venue request. */

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

/** Resolves a name to a trading perp, or returns a 400. */
export function listedPerp(
  { records }: Pick<Published<PerpRowWire, unknown>, 'records'>,
  name: string,
): Result<PerpRowWire, Problem> {
  const coins = symbolIndex(records.map(({ value }) => value.coin));
  const coin = coins.find(name, 'coin');
  const row = records.find(({ value }) => value.coin === coin)?.value;
  return row === undefined ? err(unlisted([name], coins.suggest(name))) : ok(row);
}
