/** Stream form of a column kernel: `next`, `peek` and `snapshot`, shared by all indicators. */

import { barClock, checkNextBar } from './bar-clock.ts';
import type { Bar } from './candles.ts';
import { snapshotOf, type KernelSnapshot } from './kernel-state.ts';
import type { Mutable, Stream } from './stream.ts';

/**
 * Kernel that takes one bar at a time.
 *
 * @typeParam State slots, or an object of views on them.
 */
export interface ColumnKernel<Config extends object, State, Point> {
  readonly config: Config;
  /** State of the committed bars. */
  readonly state: State;
  /** Scratch state of the same size, which `peek` overwrites. */
  readonly forming: State;
  /** Slots of a state, in the order of the snapshot. */
  readonly slotsOf: (state: State) => Float64Array;
  readonly copy: (from: State, to: State) => void;
  /** Creates the point that precedes any bar. */
  readonly empty: () => Mutable<Point>;
  /** Advances a state by a checked bar, and writes the point. */
  readonly feed: (to: State, bar: Bar, into: Mutable<Point>) => void;
}

/** Parts of a {@link ColumnKernel} whose state consists of its slots only. */
export const OF_SLOTS: {
  readonly slotsOf: (state: Float64Array) => Float64Array;
  readonly copy: (from: Float64Array, to: Float64Array) => void;
} = Object.freeze({
  slotsOf: (state) => state,
  copy: (from, to) => to.set(from),
});

/**
 * Creates the stream of a kernel. Bars are checked here: an invalid or late bar changes nothing.
 *
 * @param resume snapshot that `state` was restored from; supplies the time of the last bar.
 * @throws {UsageError} from `next` and `peek`, when a bar is invalid or not after the last.
 * @example
 * const create = (resume?: KernelSnapshot<{ period: number }>) => {
 *   const config = { period: 1 };
 *   const state = stateFrom(config, 1, resume);
 *   const feed = (slots: Float64Array, { close }: Bar, into: { change: number }) => {
 *     into.change = close - slots[0]!;
 *     slots[0] = close;
 *   };
 *   const kernel = { ...OF_SLOTS, config, state, forming: state.slice(), empty: () => ({ change: NaN }), feed };
 *   return columnStream(kernel, resume);
 * };
 * const stream = create();
 * stream.next(barAt(bars, 0));
 * stream.next(barAt(bars, 1)).change === bars.close[1] - bars.close[0]; // → true
 * create(stream.snapshot()).next(barAt(bars, 2)).change === bars.close[2] - bars.close[1]; // → true
 */
export function columnStream<Config extends object, State, Point extends object>(
  { config, state, forming, slotsOf, copy, empty, feed }: ColumnKernel<Config, State, Point>,
  resume: KernelSnapshot<Config> | undefined,
): Stream<Bar, Point, KernelSnapshot<Config>> {
  const clock = barClock(resume?.time);
  return {
    next: (bar, into = empty()) => {
      checkNextBar(bar, clock);
      feed(state, bar, into);
      clock[0] = bar.time;
      return into;
    },
    peek: (bar, into = empty()) => {
      checkNextBar(bar, clock);
      copy(state, forming);
      feed(forming, bar, into);
      return into;
    },
    snapshot: () => snapshotOf(config, slotsOf(state), clock),
  };
}
