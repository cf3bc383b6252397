/**
 * Shared base of all rolling statistics: the checks, and the batch and stream forms of a kernel.
 *
 * Kernels take finite numbers only: a NaN in a window is a bug upstream, and its rolling value would be wrong. Pass a
 * column that starts with undefined rows from its first defined row.
 */

import { integerAtLeast } from '../check.ts';
import { shown, UsageError } from '../errors.ts';
import { givenColumn } from '../given-column.ts';
import { type Ring, ringValues } from '../ring.ts';
import type { Stream } from '../stream.ts';

/** Options that all rolling windows share. */
export interface RollingOptions {
  /** Fewest numbers for a defined value, 1…window. @default the whole window */
  readonly minCount?: number;
}

/** JSON-safe part of every rolling state: the numbers of the window, oldest first. */
export interface WindowSnapshot {
  readonly version: 1;
  readonly window: number;
  readonly values: readonly number[];
}

/**
 * Statistic with one output per input. `fill` commits; `save` and `load` are exact inverses. `fill` and `save` are
 * module functions, because V8 drops compiled code of a closure with its last instance.
 */
export interface RollingKernel<State, Snapshot> {
  readonly start: () => State;
  readonly fill: FillRows<State>;
  readonly save: (state: State) => Snapshot;
  readonly load: (snapshot: Snapshot) => State;
}

/**
 * Takes numbers `from…from + rows` and writes the value after each to `into`, starting at `at`; both may be the same
 * memory.
 */
export type FillRows<State> = (
  state: State,
  values: ArrayLike<number>,
  from: number,
  rows: number,
  into: Float64Array,
  at: number,
) => void;

/** Stream of numbers that also takes many at a time. */
export interface RollingStream<Snapshot> extends Stream<number, number, Snapshot> {
  /**
   * Applies `next` to numbers `from…from + rows` and writes their values to `into`, starting at `at`. Both may be the
   * same memory.
   *
   * @throws {UsageError} when a number is not finite; the state is then unchanged.
   */
  readonly fill: (values: Float64Array, from: number, rows: number, into: Float64Array, at: number) => void;
}

/** Checks window and least count, and returns both. @throws {UsageError} when one is invalid. */
export function checkWindow(
  window: number,
  options: RollingOptions,
): { readonly window: number; readonly minCount: number } {
  integerAtLeast('window', window, 1);
  const minCount = integerAtLeast('minCount', options.minCount ?? window, 1);
  if (minCount > window) throw new UsageError(`"minCount" expected an integer ≤ ${window}, got ${minCount}`);
  return { window, minCount };
}

/** Snapshot part that all windows share. */
export function windowSnapshot(ring: Ring): WindowSnapshot {
  return { version: 1, window: ring.slots.length, values: Array.from(ringValues(ring)) };
}

/**
 * Checks a snapshot.
 * @throws {UsageError} unless the snapshot has version 1 and this window.
 */
export function checkSnapshot(snapshot: WindowSnapshot, window: number): void {
  if (snapshot.version !== 1) throw new UsageError(`"version" expected 1, got ${shown(snapshot.version)}`);
  if (snapshot.window !== window) {
    throw new UsageError(`"resume" expected a snapshot of window ${window}, got one of ${shown(snapshot.window)}`);
  }
}

/** Returns the number, with -0 as 0 (JSON has no -0). @throws {UsageError} unless it is finite. */
export function finiteInput(value: number, at?: number): number {
  if (Number.isFinite(value)) return value + 0;
  throw new UsageError(
    `${at === undefined ? '"input"' : `row ${at + 1}`} expected a finite number, got ${shown(value)}`,
  );
}

/**
 * Checks that numbers are finite. Loops live in module functions: those of a closure would be compiled again for each
 * stream.
 */
export function allFinite(values: Float64Array, from: number, rows: number): void {
  for (let i = from; i < from + rows; i++) {
    // A call for each number would box it.
    if (!(Math.abs(values[i]!) < Infinity)) finiteInput(values[i]!);
  }
}

/**
 * Batch form of a kernel: fills the given column or a new one.
 *
 * @throws {UsageError} when a number is not finite (the message names its row) or the column has another length.
 */
export function columnOf<State, Snapshot>(
  kernel: RollingKernel<State, Snapshot>,
  values: ArrayLike<number>,
  into?: Float64Array,
): Float64Array {
  const out = givenColumn('into', values.length, into);
  const state = kernel.start();
  for (let i = 0; i < values.length; i++) finiteInput(values[i]!, i);
  kernel.fill(state, values, 0, values.length, out, 0);
  return out;
}

/** Column for a single number. */
export const ONE: Float64Array = new Float64Array(1);

function step<State, Snapshot>({ fill }: RollingKernel<State, Snapshot>, state: State, value: number): number {
  ONE[0] = finiteInput(value);
  fill(state, ONE, 0, 1, ONE, 0);
  return ONE[0];
}

/** Stream form of a kernel. `peek` copies the window, so it costs O(window). */
export function streamOf<State, Snapshot>(
  kernel: RollingKernel<State, Snapshot>,
  resume: Snapshot | undefined,
): RollingStream<Snapshot> {
  const state = resume === undefined ? kernel.start() : kernel.load(resume);
  return {
    next: (value) => step(kernel, state, value),
    fill: (values, from, rows, into, at) => {
      allFinite(values, from, rows);
      kernel.fill(state, values, from, rows, into, at);
    },
    peek: (value) => step(kernel, kernel.load(kernel.save(state)), value),
    snapshot: () => kernel.save(state),
  };
}
