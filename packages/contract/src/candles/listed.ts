/** Resolves the perps of candle queries, shared by both operations. */

import { err, ok, type Result } from '@barograph/core';
import type { Context } from '../context.ts';
import type { AdditiveNote } from '../endpoint.ts';
import { unlisted } from '../unknown-coin.ts';
import { problem, type Problem } from '../problem.ts';
import { FIRST_RELEASE } from '../version.ts';
import { CANDLE_PULLS, type CandlePulls } from './pulls.ts';

/** Retry-After of a source that did not answer, seconds. */
export const RETRY_SECONDS = 3;
export const STATUS_NOTE: AdditiveNote = {
  date: FIRST_RELEASE,
  text: 'status and reason stand beside empty candles when the source has no bars that fine',
};
export const ofListedCoins = { family: 'perpdex', dataset: 'perp_market', ports: [CANDLE_PULLS] } as const;

/** Builds the 503 of a source that did not answer. @param what missing data, as in "The source did not bring BTC 1h in time." */
export function late(what: string): Problem {
  return problem('source_unavailable', `The source did not bring ${what} in time.`, { retryAfter: RETRY_SECONDS });
}

/** Listed perps with their candle pulls. */
interface ListedCoins {
  readonly pulls: CandlePulls;
  /** Remaining wait, real ms. */
  readonly leftMs: number;
  /** Unique perps in query order. */
  readonly coins: readonly [string, ...string[]];
}

/**
 * Resolves names to perps; returns a 400 with the unknown names, or a 503 when the listings did not arrive.
 *
 * @param waitMs maximum wait for the listings, real ms.
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
