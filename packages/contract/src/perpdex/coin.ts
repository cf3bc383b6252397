/** The coin that an operation of the perp venue is asked for. */

import { err, ok, type Result } from '@barograph/core';
import { Type } from 'typebox';
import type { Context } from '../context.ts';
import type { DeclaredError } from '../endpoint.ts';
import { problem, type Problem } from '../problem.ts';
import { PERP_VENUE } from './venue-port.ts';

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

/** The listed perp of a name, or the 400 of one that is not listed. */
export async function listedCoin(context: Context, name: string): Promise<Result<string, Problem>> {
  const coin = await context.use(PERP_VENUE).coinOf(name);
  if (coin !== undefined) return ok(coin);
  return err(problem('unknown_coin', `The perp venue does not list ${name}.`));
}
