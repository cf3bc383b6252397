/** The perps of a question about candles, as their venue names them, and what both operations say of them. */

import { err, ok, type Result } from '@barograph/core';
import type { Context } from '../context.ts';
import type { AdditiveNote, DeclaredError } from '../endpoint.ts';
import { problem, type Problem } from '../problem.ts';
import { API_VERSION } from '../version.ts';
import { CANDLE_PULLS, type CandlePulls } from './pulls.ts';

/** Seconds after which a source that did not answer is worth asking again. */
export const RETRY_SECONDS = 3;
export const UNKNOWN_COIN: DeclaredError = {
  code: 'unknown_coin',
  when: 'A coin that the perp venue does not list.',
};
export const STATUS_NOTE: AdditiveNote = {
  date: API_VERSION,
  text: 'status and reason stand beside empty candles when the source has no bars that fine',
};
export const ofListedCoins = { family: 'perpdex', access: 'key', ports: [CANDLE_PULLS] } as const;

/** Listed perps, and the pulls that bring their bars. */
interface ListedCoins {
  readonly pulls: CandlePulls;
  /** Each once, in the order of the question. */
  readonly coins: readonly [string, ...string[]];
}

/** The perps of one or more names, or the 400 that names those without one. */
export async function listedCoins(context: Context, names: readonly string[]): Promise<Result<ListedCoins, Problem>> {
  const pulls = context.use(CANDLE_PULLS);
  const named = await pulls.coinsOf(names);
  const strangers = names.filter((_, i) => named[i] === undefined);
  const [first, ...others] = new Set(named.flatMap((coin) => coin ?? []));
  if (first === undefined || strangers.length > 0) {
    return err(problem('unknown_coin', `The perp venue does not list ${strangers.join(', ')}.`));
  }
  return ok({ pulls, coins: [first, ...others] });
}
