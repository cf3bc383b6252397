/** Notes of both candle operations. */

import type { AdditiveNote, DeclaredError } from '../endpoint.ts';
import { problem, type Problem } from '../problem.ts';
import { API_VERSION } from '../version.ts';

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

/** The 503 of a source that did not bring something in time. */
export function late(what: string): Problem {
  return problem('source_unavailable', `The source did not bring ${what} in time.`, { retryAfter: RETRY_SECONDS });
}

/** The 400 of coins that are not listed. */
export function unknownCoin(...names: readonly string[]): Problem {
  return problem('unknown_coin', `The perp venue does not list ${names.join(', ')}.`);
}
