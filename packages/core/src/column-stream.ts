/** The stream face of a kernel over columns: next, peek and snapshot, the same for every indicator. */

import { barClock, checkNextBar } from './bar-clock.ts';
import type { Bar } from './candles.ts';
import { snapshotOf, type KernelSnapshot } from './kernel-state.ts';
import type { Mutable, Stream } from './stream.ts';

/**
 * A kernel that takes one bar at a time.
 *
 * @typeParam State slots, or an object of views on them.
 */
export interface ColumnKernel<Config extends object, State, Point> {
  readonly config: Config;
  /** State that the stream goes on from. */
  readonly state: State;
  /** Another one of the same size, which `peek` writes over. */
  readonly forming: State;
  /** The slots of a state, as the snapshot keeps them. */
  readonly slotsOf: (state: State) => Float64Array;
  readonly copy: (from: State, to: State) => void;
  /** A point before any bar. */
  readonly empty: () => Mutable<Point>;
  /** Advances a state by a bar that was checked, and writes the point. */
  readonly feed: (to: State, bar: Bar, into: Mutable<Point>) => void;
}

/** The parts of a {@link ColumnKernel} whose state is its slots. */
export const OF_SLOTS: {
  readonly slotsOf: (state: Float64Array) => Float64Array;
  readonly copy: (from: Float64Array, to: Float64Array) => void;
} = Object.freeze({
  slotsOf: (state) => state,
  copy: (from, to) => to.set(from),
});

/**
 * Makes the stream of a kernel. Bars are checked here: a bad one, or one that is not after the last, changes nothing.
 *
 * @param resume the snapshot that `state` was made from; its time is that of the last bar.
 * @throws {UsageError} from `next` and `peek`: a bar that is bad or not after the last.
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
