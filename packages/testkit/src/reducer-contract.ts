/** Laws of state machines, checked in *every* state that a finite alphabet of inputs can reach. */

import { deepFreeze, type Reducer } from '@barograph/core';
import { firstNotJson } from './json.ts';
import { broken, registerLaws, type Law, type TestRunner } from './law.ts';
import { describeDifference, firstDifference } from './tolerance.ts';

/** Step of the walk: from `before`, under `input`, to `state`, with `output`. */
export interface Visit<State, Input, Output> {
  readonly before: State;
  readonly input: Input;
  readonly state: State;
  readonly output: Output;
  /** Fewest inputs from the initial state to `state`. */
  readonly depth: number;
}

/** Reducer, its invariants, and the inputs that explore it. */
export interface ReducerContract<State, Input, Output> {
  readonly name: string;
  readonly reducer: Reducer<State, Input, Output>;
  /** Inputs: enough to reach every state, and few enough to try all of them in each. */
  readonly alphabet: readonly Input[];
  /**
   * Throws when a step breaks a promise of the machine; called for every step of every reachable state.
   * @default every step is permitted
   */
  readonly invariant?: (visit: Visit<State, Input, Output>) => void;
  /** Number of reachable states, if known; a change is then a failure. @default not checked */
  readonly states?: number;
  /** Number of states above which the state space counts as infinite. @default 10,000 */
  readonly maxStates?: number;
}

/** Text that is equal for states that differ only in the order of their keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * Walks breadth-first over every reachable state and checks the laws at each step: the given state and input are not
 * modified, the new state is JSON, the same state and input give the same answer twice (the second time with a state
 * that went through JSON), and the invariant holds.
 *
 * @returns the states in order of discovery, the initial one first.
 * @throws {Error} when a law is broken, or there are more than `maxStates` states.
 * @example
 * const lamp: Reducer<string, string, boolean> = {
 *   initial: 'off',
 *   step: (state, input) => ({ state: input, output: state !== input }),
 * };
 * exploreReducer({ reducer: lamp, alphabet: ['on', 'off'] }); // → [ 'off', 'on' ]
 */
export function exploreReducer<State, Input, Output>(
  contract: Omit<ReducerContract<State, Input, Output>, 'name'>,
): readonly State[] {
  const { reducer, alphabet, invariant, maxStates = 10_000 } = contract;
  const place = firstNotJson(reducer.initial);
  if (place !== undefined) broken(`the initial state is not JSON at ${place}`);
  const depths = new Map([[canonical(reducer.initial), 0]]);
  const found: { readonly state: State; readonly depth: number }[] = [{ state: deepFreeze(reducer.initial), depth: 0 }];
  // The list grows during the walk: it is the queue of the search.
  for (const { state: before, depth } of found) {
    for (const input of deepFreeze([...alphabet])) {
      const here = `after ${canonical(before)} and ${canonical(input)}`;
      const { state, output } = reducer.step(before, input);
      const wrong = firstNotJson(state);
      if (wrong !== undefined) broken(`the state is not JSON at ${wrong}, ${here}`);
      const again = reducer.step(JSON.parse(JSON.stringify(before)) as State, input);
      const difference = firstDifference({ ...again }, { state, output });
      if (difference !== undefined) broken(`a second time differs at ${describeDifference(difference)}, ${here}`);
      const key = canonical(state);
      const known = depths.get(key);
      invariant?.({ before, input, state, output, depth: known ?? depth + 1 });
      if (known !== undefined) continue;
      depths.set(key, depth + 1);
      if (depths.size > maxStates) broken(`more than ${maxStates} states, the last one ${key}`);
      found.push({ state: deepFreeze(state), depth: depth + 1 });
    }
  }
  return found.map(({ state }) => state);
}

/**
 * Returns the laws as checks, to run without registering tests.
 *
 * @example
 * const step = (state: string, input: string) => ({ state: input, output: state !== input });
 * const laws = reducerLaws({ name: 'lamp', reducer: { initial: 'off', step }, alphabet: ['on', 'off'], states: 2 });
 * checkLaws(laws); // → undefined
 */
export function reducerLaws<State, Input, Output>(contract: ReducerContract<State, Input, Output>): readonly Law[] {
  const { states } = contract;
  const laws: Law[] = [
    {
      name: 'every reachable step is pure, repeatable and JSON-safe, and keeps the invariant',
      check: () => void exploreReducer(contract),
    },
  ];
  if (states === undefined) return laws;
  return [
    ...laws,
    {
      name: `exactly ${states} states are reachable`,
      check: () => {
        const { length } = exploreReducer(contract);
        if (length !== states) broken(`${states} reachable states expected, ${length} found`);
      },
    },
  ];
}

/**
 * Registers {@link reducerLaws} as tests.
 * @param runner test runner. @default that of {@link useRunner}, else the global `describe` and `it`
 *
 * @example
 * const step = (state: string, input: string) => ({ state: input, output: state !== input });
 * const titles = new Set<string>();
 * const runner: TestRunner = { describe: (_, body) => body(), it: (title) => titles.add(title) };
 * reducerContract({ name: 'lamp', reducer: { initial: 'off', step }, alphabet: ['on', 'off'], states: 2 }, runner);
 * titles.size; // → 2
 */
export function reducerContract<State, Input, Output>(
  contract: ReducerContract<State, Input, Output>,
  runner?: TestRunner,
): void {
  registerLaws(contract.name, reducerLaws(contract), runner);
}
