/**
 * Shared base of all rolling statistics: the checks, and the batch and stream faces of a kernel.
 *
 * Every kernel takes finite numbers only: a NaN in a window is a bug upstream, and its rolling value would be a lie.
 * A column that starts with undefined rows is given from its first defined row on.
 */

import { integerAtLeast } from '../check.ts';
import { shown, UsageError } from '../errors.ts';
import { givenColumn } from '../given-column.ts';
import { type Ring, ringValues } from '../ring.ts';
import type { Stream } from '../stream.ts';

/** Settings that all rolling windows share. */
export interface RollingOptions {
  /** Fewest numbers for a defined value, 1…window; the whole window when left out. */
  readonly minCount?: number;
}

/** JSON-safe part of every rolling state: the window's numbers, oldest first. */
export interface WindowSnapshot {
  readonly version: 1;
  readonly window: number;
  readonly values: readonly number[];
}

/**
 * A statistic of one number per input. `fill` commits; `save` and `load` are exact inverses. `fill` and `save` live as long as
 * the module: the code of a function goes with the last one that was made at its place.
 */
export interface RollingKernel<State, Snapshot> {
  readonly start: () => State;
  readonly fill: FillRows<State>;
  readonly save: (state: State) => Snapshot;
  readonly load: (snapshot: Snapshot) => State;
}

/** Takes numbers `from…from + rows` in; the value after each goes into `into`, from `at` on: maybe where they stand. */
export type FillRows<State> = (
  state: State,
  values: ArrayLike<number>,
  from: number,
  rows: number,
  into: Float64Array,
  at: number,
) => void;

/** A stream of numbers that also takes many at a time. */
export interface RollingStream<Snapshot> extends Stream<number, number, Snapshot> {
  /**
   * `next` of numbers `from…from + rows`, whose values stand in `into` from `at` on. Those may be the same places.
   *
   * @throws {UsageError} a number that is not finite; nothing changes.
   */
  readonly fill: (values: Float64Array, from: number, rows: number, into: Float64Array, at: number) => void;
}

/** The checked window and least count. @throws {UsageError} */
export function checkWindow(
  window: number,
  options: RollingOptions,
): { readonly window: number; readonly minCount: number } {
  integerAtLeast('window', window, 1);
  const minCount = integerAtLeast('minCount', options.minCount ?? window, 1);
  if (minCount > window) throw new UsageError(`"minCount" expected an integer ≤ ${window}, got ${minCount}`);
  return { window, minCount };
}

/** The part of a snapshot that all windows share. */
export function windowSnapshot(ring: Ring): WindowSnapshot {
  return { version: 1, window: ring.slots.length, values: Array.from(ringValues(ring)) };
}

/** @throws {UsageError} unless the snapshot is one of version 1 and of this window. */
export function checkSnapshot(snapshot: WindowSnapshot, window: number): void {
  if (snapshot.version !== 1) throw new UsageError(`"version" expected 1, got ${shown(snapshot.version)}`);
  if (snapshot.window !== window) {
    throw new UsageError(`"resume" expected a snapshot of window ${window}, got one of ${shown(snapshot.window)}`);
  }
}

/** The number itself, -0 as 0 (JSON has no -0). @throws {UsageError} unless it is finite. */
export function finiteInput(value: number, at?: number): number {
  if (Number.isFinite(value)) return value + 0;
  throw new UsageError(
    `${at === undefined ? '"input"' : `row ${at + 1}`} expected a finite number, got ${shown(value)}`,
  );
}

/** Loops stand in functions that live as long as the module: code of those of a stream would be compiled anew for each. */
export function allFinite(values: Float64Array, from: number, rows: number): void {
  for (let i = from; i < from + rows; i++) {
    // Called for each number, the check would box it.
    if (!(Math.abs(values[i]!) < Infinity)) finiteInput(values[i]!);
  }
}

/**
 * The batch face: a column of the length of the input, the given one if there is one.
 *
 * @throws {UsageError} naming a row that is not finite, or a column of another length.
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

/** One number as a column. */
export const ONE: Float64Array = new Float64Array(1);

function step<State, Snapshot>({ fill }: RollingKernel<State, Snapshot>, state: State, value: number): number {
  ONE[0] = finiteInput(value);
  fill(state, ONE, 0, 1, ONE, 0);
  return ONE[0];
}

/** The stream face. `peek` copies the window, so it costs as much as the window is long. */
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
