/** The perps of a question about candles, as their venue names them, and what both operations say of them. */

import { err, ok, type Result } from '@barograph/core';
import type { Context } from '../context.ts';
import type { AdditiveNote } from '../endpoint.ts';
import { unlisted } from '../unknown-coin.ts';
import { problem, type Problem } from '../problem.ts';
import { FIRST_RELEASE } from '../version.ts';
import { CANDLE_PULLS, type CandlePulls } from './pulls.ts';

/** Seconds after which a source that did not answer is worth asking again. */
export const RETRY_SECONDS = 3;
export const STATUS_NOTE: AdditiveNote = {
  date: FIRST_RELEASE,
  text: 'status and reason stand beside empty candles when the source has no bars that fine',
};
export const ofListedCoins = { family: 'perpdex', dataset: 'perp_market', ports: [CANDLE_PULLS] } as const;

/** The 503 of a source that did not answer. @param what as in "The source did not bring BTC 1h in time." */
export function late(what: string): Problem {
  return problem('source_unavailable', `The source did not bring ${what} in time.`, { retryAfter: RETRY_SECONDS });
}

/** Listed perps, and the pulls that bring their bars. */
interface ListedCoins {
  readonly pulls: CandlePulls;
  /** Real ms that are left of the patience. */
  readonly leftMs: number;
  /** Each once, in the order of the question. */
  readonly coins: readonly [string, ...string[]];
}

/**
 * The perps of one or more names, the 400 that names those without one, or the 503 of listings that did not come.
 *
 * @param waitMs patience with the listings, real ms.
 */
export async function listedCoins(
  context: Context,
  names: readonly string[],
  waitMs: number,
): Promise<Result<ListedCoins, Problem>> {
  const pulls = context.use(CANDLE_PULLS);
  const found = await pulls.coinsOf(names, waitMs);
  if (found === undefined) return err(late('its listings'));
  const strangers = names.filter((_, i) => found.coins[i] === undefined);
  const [first, ...others] = new Set(found.coins.flatMap((coin) => coin ?? []));
  if (first === undefined || strangers.length > 0) {
    return err(unlisted(strangers, found.suggestions));
  }
  return ok({ pulls, leftMs: found.leftMs, coins: [first, ...others] });
}
