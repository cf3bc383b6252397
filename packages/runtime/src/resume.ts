/** States that go on: read once, parsed one by one, replaced by a new beginning where that fails. */

import { jsonText } from '@barograph/store';
import type { RunLog, StateKey, StateText } from './producer.ts';

/** A state as it was stored, parsed. */
export interface ResumedState<State> {
  readonly asOf: number;
  readonly state: State;
}

/** The JSON of a stored state. It was written under the key that it was read by, so its type is that of its writer. */
export function parsedState<State>({ asOf, json }: StateText): ResumedState<State> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written under the same name and version
  return { asOf, state: JSON.parse(json) as State };
}

/**
 * Resumes from a stored state, or starts anew: without a stored state, or when it is not resumable.
 *
 * @typeParam State what the caller wrote under the key of `stored`.
 * @param create throws on a state that it cannot go on from.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- of a state that is read back, the caller knows the type
export function resumed<State, Value>(
  stored: StateText | undefined,
  create: (resume?: State) => Value,
  log: RunLog,
): { readonly value: Value; readonly asOf: number | null } {
  if (stored === undefined) return { value: create(), asOf: null };
  try {
    const { asOf, state } = parsedState<State>(stored);
    return { value: create(state), asOf };
  } catch (error) {
    const { name, version, scope } = stored;
    log.warn({ err: error, state: name, version, scope }, 'state not resumable; recomputing from bars');
    return { value: create(), asOf: null };
  }
}

/** A state as text, fit for the store. */
export function stateText(key: StateKey, scope: string, asOf: number, state: unknown): StateText {
  return { name: key.name, version: key.version, scope, asOf, json: jsonText(state) };
}
