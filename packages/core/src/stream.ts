/** The two forms of every algorithm that runs bar by bar. */

/**
 * Algorithm that takes one input at a time. Its batch twin gives the same numbers to the bit.
 *
 * Inputs with a time come in order: `next` and `peek` throw a `UsageError` that names both times for an input not after
 * the last committed one (a bar repeated after a reconnect, or a late one), and the stream keeps its state. A snapshot
 * stores the last time, so this also holds after a restart; an older snapshot without the time is still read, and the
 * first input may then have any time.
 *
 * @typeParam Snapshot JSON-safe state: `JSON.parse(JSON.stringify(s))` resumes exactly.
 */
export interface Stream<Input, Output, Snapshot> {
  /**
   * Commits a closed bar. Fills and returns `into` when given, so that a hot loop allocates nothing.
   *
   * @throws {UsageError} when the input is invalid or not after the last; nothing is then committed.
   */
  next(input: Input, into?: Mutable<Output>): Output;
  /**
   * Returns what `next` would for a bar that is still forming. Commits nothing.
   *
   * @throws {UsageError} as `next` does.
   */
  peek(input: Input, into?: Mutable<Output>): Output;
  /** Current state. Pass it to the factory to resume. */
  snapshot(): Snapshot;
}

/** Same record with writable fields, for callers that reuse it. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Pure state machine for regimes, rules and scores, which advance once per closed bar. `state` is plain JSON (no NaN,
 * no Date, no class) and is never modified.
 */
export interface Reducer<State, Input, Output> {
  readonly initial: State;
  readonly step: (state: State, input: Input) => { readonly state: State; readonly output: Output };
}

/**
 * Feeds `inputs` to a reducer; returns the outputs in order, and the last state.
 *
 * @param from state to start in. @default reducer.initial
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
