/** Rows of a catalogue by group, each answer built once. */

import { err, ok, type Result } from '@barograph/core';
import { value, type ValueBody } from '../body.ts';
import { problem, type Problem, type ProblemExtra } from '../problem.ts';

/**
 * Answers of a list with a group filter, each built at its first request and cached: contents change only with a release.
 *
 * @param groups slugs of groups.
 * @param make builds the answer of a group; of all rows without a group.
 * @param extra additional fields of the error of an unknown group.
 */
export function byGroup<Wire>(
  groups: readonly string[],
  make: (group: string | undefined) => Wire,
  extra: ProblemExtra = {},
): (group: string | undefined) => Result<ValueBody<Wire>, Problem> {
  const cache = new Map<string | undefined, ValueBody<Wire>>();
  return (group) => {
    if (group !== undefined && !groups.includes(group)) {
      return err(problem('unknown_group', `There is no group ${group}; there are ${groups.join(', ')}.`, extra));
    }
    const kept = cache.get(group) ?? value(make(group));
    cache.set(group, kept);
    return ok(kept);
  };
}
