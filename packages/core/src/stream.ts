/** The two shapes of everything that runs bar by bar. */

/**
 * An algorithm fed one input at a time. Its batch twin gives the same numbers to the bit.
 *
 * Inputs that have a time come in order: one whose time is not after that of the last committed input (a bar repeated
 * after a reconnect, or a late one) throws a `UsageError` that names both times, from `next` and from `peek`, and the
 * stream stays as it was. A snapshot keeps the last time, so that this holds after a restart too; a snapshot saved
 * before times were kept is still read, and then any time may come first.
 *
 * @typeParam Snapshot JSON-safe state: `JSON.parse(JSON.stringify(s))` resumes exactly.
 */
export interface Stream<Input, Output, Snapshot> {
  /**
   * Commits a closed bar. `into` is filled and returned when given, so that a hot loop allocates nothing.
   *
   * @throws {UsageError} a bad input, or one whose time is not after the last; nothing is committed then.
   */
  next(input: Input, into?: Mutable<Output>): Output;
  /**
   * Value that `next` would return for a bar that is still forming. Commits nothing.
   *
   * @throws {UsageError} as `next` does.
   */
  peek(input: Input, into?: Mutable<Output>): Output;
  /** The state so far. Give it to the factory to continue. */
  snapshot(): Snapshot;
}

/** The same record with writable fields, for callers who reuse one. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * A pure state machine: regimes, rules and scores, which run once per closed bar.
 * `state` is plain JSON (no NaN, no Date, no class) and is never written to.
 */
export interface Reducer<State, Input, Output> {
  readonly initial: State;
  readonly step: (state: State, input: Input) => { readonly state: State; readonly output: Output };
}

/**
 * Feeds `inputs` to a reducer from `from` on; the outputs in order, and the last state.
 *
 * @example
 * fold({ initial: 0, step: (sum, x) => ({ state: sum + x, output: sum + x }) }, [1, 2, 3]).outputs; // → [ 1, 3, 6 ]
 */
export function fold<State, Input, Output>(
  reducer: Reducer<State, Input, Output>,
  inputs: Iterable<Input>,
  from: State = reducer.initial,
): { readonly state: State; readonly outputs: Output[] } {
  let state = from;
  const outputs: Output[] = [];
  for (const input of inputs) {
    const step = reducer.step(state, input);
    state = step.state;
    outputs.push(step.output);
  }
  return { state, outputs };
}
