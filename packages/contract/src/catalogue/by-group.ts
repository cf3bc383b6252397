/** Rows of a catalogue by group: each answer is made once. */

import { err, ok, type Result } from '@barograph/core';
import { value, type ValueBody } from '../body.ts';
import { problem, type Problem, type ProblemExtra } from '../problem.ts';

/**
 * Answers of a list with a filter of groups, each made at its first request and kept: contents change with a release only.
 *
 * @param groups slugs of groups.
 * @param make the answer of a group; of all rows without one.
 * @param extra fields of the error of an unknown group beside its message.
 */
export function byGroup<Wire>(
  groups: readonly string[],
  make: (group: string | undefined) => Wire,
  extra: ProblemExtra = {},
): (group: string | undefined) => Result<ValueBody<Wire>, Problem> {
  const made = new Map<string | undefined, ValueBody<Wire>>();
  return (group) => {
    if (group !== undefined && !groups.includes(group)) {
      return err(problem('unknown_group', `There is no group ${group}; there are ${groups.join(', ')}.`, extra));
    }
    const kept = made.get(group) ?? value(make(group));
    made.set(group, kept);
    return ok(kept);
  };
}
