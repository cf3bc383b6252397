/** Error of coins that the perp venue does not list. */

import type { DeclaredError } from './declared-error.ts';
import { problem, type Problem } from './problem.ts';

/** Declaration for the OpenAPI document. */
export const UNKNOWN_COIN: DeclaredError = {
  code: 'unknown_coin',
  when: 'A coin that the perp venue does not list; suggestions has names that are near.',
};

/** Builds the error of unlisted names. */
export function unlisted(names: readonly string[], suggestions: readonly string[], status?: number): Problem {
  return problem('unknown_coin', `The perp venue does not list ${names.join(', ')}.`, { suggestions }, status);
}
