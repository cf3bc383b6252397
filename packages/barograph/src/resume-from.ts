/** Resumes a stream after a restart or reconnect: drops known bars, feeds the rest, reports gaps. */

import {
  barAt,
  DAY_MS,
  firstAtOrAfter,
  LateBarError,
  UsageError,
  type Bar,
  type Candles,
  type Gap,
} from '@barograph/core';

/** Options of {@link resumeFrom}. */
export interface ResumeOptions<Engine, Output> {
  /** Time between bars, ms. @default the smallest distance in `bars` */
  readonly step?: number;
  /** Feeds a bar to the engine; trackers have `hour` or `day`. @default `engine.next(bar)` */
  readonly feed?: (engine: Engine, bar: Bar) => Output;
}

/** Resumed engine, and what happened during the resume. */
export interface Resumed<Engine, Output> {
  readonly engine: Engine;
  /** Open of the snapshot's last bar, epoch ms; null when it has no bar or does not state it. */
  readonly last: number | null;
  /** Number of bars already in the snapshot, dropped. */
  readonly known: number;
  /** Outputs of the engine for the fed bars, in order. */
  readonly outputs: readonly Output[];
  /** Bars missing between the last known bar and the end; `before` is an index in `bars`. */
  readonly gaps: readonly Gap[];
}

/** Midnight before any market: an engine that has seen a bar refuses it. */
const LONG_AGO = -1e6 * DAY_MS;

interface Nexted {
  readonly next: (bar: Bar) => unknown;
}

/**
 * Continues an engine from its snapshot over overlapping bars: from a REST call after a reconnect, or a file after a
 * restart. Drops bars up to the last known one and feeds the others, as if the stream had never stopped. Gaps are
 * reported; the engine decides how to treat them.
 *
 * @param create engine factory; called twice, because a discarded twin is probed for its last bar.
 * @param snapshot result of the engine's `snapshot()`; undefined for a first start.
 * @param bars closed bars, oldest first; the first may be before or after the last known bar.
 * @throws {UsageError} when the factory refuses the snapshot, the engine refuses a bar, or `step` is missing and cannot
 * be derived from fewer than two bars although a gap may precede them.
 * @example
 * const stream = createSignum();
 * for (let i = 0; i < 250; i++) stream.next(barAt(bars, i));
 * const snapshot = stream.snapshot(); // plain JSON, kept over the restart
 * const resumed = resumeFrom((saved) => createSignum(SIGNUM_V2, saved), snapshot, bars);
 * [resumed.known, resumed.outputs.length, resumed.gaps.length]; // → [ 250, 10, 0 ]
 * resumed.outputs.at(-1)!.color === signum(bars).color.at(-1); // → true
 */
export function resumeFrom<Snapshot, Engine extends Nexted>(
  create: (snapshot?: Snapshot) => Engine,
  snapshot: Snapshot | undefined,
  bars: Candles,
  options?: { readonly step?: number },
): Resumed<Engine, ReturnType<Engine['next']>>;
export function resumeFrom<Snapshot, Engine, Output>(
  create: (snapshot?: Snapshot) => Engine,
  snapshot: Snapshot | undefined,
  bars: Candles,
  options: ResumeOptions<Engine, Output> & { readonly feed: (engine: Engine, bar: Bar) => Output },
): Resumed<Engine, Output>;
export function resumeFrom(
  create: (snapshot?: unknown) => unknown,
  snapshot: unknown,
  bars: Candles,
  { feed = nextOf, step }: ResumeOptions<unknown, unknown> = {},
): Resumed<unknown, unknown> {
  const engine = create(snapshot);
  const last = snapshot === undefined || bars.length === 0 ? null : lastOf(create(snapshot), feed, barAt(bars, 0));
  const known = last === null ? 0 : firstAtOrAfter(bars, last + 1);
  const gaps = gapsOf(bars, known, last, step);
  const outputs: unknown[] = [];
  for (let i = known; i < bars.length; i++) outputs.push(feed(engine, barAt(bars, i)));
  return { engine, last, known, outputs, gaps };
}

function nextOf(engine: unknown, bar: Bar): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- required by the overload without `feed`
  return (engine as Nexted).next(bar);
}

/** Probes an engine's last bar time with a bar that it refuses unless it has seen no bar. */
function lastOf(twin: unknown, feed: (engine: unknown, bar: Bar) => unknown, bar: Bar): number | null {
  try {
    feed(twin, { ...bar, time: LONG_AGO });
    return null;
  } catch (error) {
    if (error instanceof LateBarError) return error.last;
    throw error;
  }
}

function gapsOf(bars: Candles, known: number, last: number | null, step: number | undefined): readonly Gap[] {
  const first = last === null ? 1 : known;
  if (first >= bars.length) return [];
  const before = (i: number): number => (i === known && last !== null ? last : bars.time[i - 1]!);
  const length = step ?? leastStep(bars);
  const gaps: Gap[] = [];
  for (let i = first; i < bars.length; i++) {
    const missing = Math.round((bars.time[i]! - before(i)) / length) - 1;
    if (missing > 0) gaps.push({ time: before(i) + length, missing, before: i });
  }
  return gaps;
}

function leastStep({ time }: Candles): number {
  let least = Infinity;
  for (let i = 1; i < time.length; i++) least = Math.min(least, time[i]! - time[i - 1]!);
  if (least === Infinity) throw new UsageError('"step" expected the distance of two bars, which one bar does not say');
  return least;
}
