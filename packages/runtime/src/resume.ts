/** Resumes from stored states, parsed one by one; starts again when a state cannot be read. */

import { jsonText } from '@barograph/store';
import type { RunLog, StateKey, StateText } from './producer.ts';

/** Stored state after parsing. */
export interface ResumedState<State> {
  readonly asOf: number;
  readonly state: State;
}

/** Parses a stored state. Only the writer of its key has written it, so the type is the writer's. */
export function parsedState<State>({ asOf, json }: StateText): ResumedState<State> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written under the same name and version
  return { asOf, state: JSON.parse(json) as State };
}

/**
 * Resumes from a stored state. Starts from nothing without a stored state or when it is not resumable.
 *
 * @typeParam State what the caller wrote under the key of `stored`.
 * @param create throws for a state that it cannot resume from.
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

/** Encodes a state as text for the store. */
export function stateText(key: StateKey, scope: string, asOf: number, state: unknown): StateText {
  return { name: key.name, version: key.version, scope, asOf, json: jsonText(state) };
}
