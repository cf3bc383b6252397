/** The error of coins that the perp venue does not list. */

import type { DeclaredError } from './declared-error.ts';
import { problem, type Problem } from './problem.ts';

/** As the OpenAPI document declares it. */
export const UNKNOWN_COIN: DeclaredError = {
  code: 'unknown_coin',
  when: 'A coin that the perp venue does not list; suggestions has names that are near.',
};

/** The error of names that the perp venue does not list. */
export function unlisted(names: readonly string[], suggestions: readonly string[], status?: number): Problem {
  return problem('unknown_coin', `The perp venue does not list ${names.join(', ')}.`, { suggestions }, status);
}
