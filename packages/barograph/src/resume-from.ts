/** A stream taken up again after a restart or a reconnect: what it knows is dropped, the rest is fed, gaps are reported. */

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
  /** Distance of two bars, ms; the least distance in `bars` when left out. */
  readonly step?: number;
  /** Gives an engine a bar; `engine.next(bar)` when left out. A tracker has `hour` or `day`. */
  readonly feed?: (engine: Engine, bar: Bar) => Output;
}

/** An engine that goes on, and what was done to it. */
export interface Resumed<Engine, Output> {
  readonly engine: Engine;
  /** Open of the last bar that the snapshot had, epoch ms; null when it had none or does not say. */
  readonly last: number | null;
  /** Bars that the snapshot knew already, dropped. */
  readonly known: number;
  /** Answers of the engine to the bars that were fed, in their order. */
  readonly outputs: readonly Output[];
  /** Bars missing between the last known bar and the end; `before` is an index in `bars`. */
  readonly gaps: readonly Gap[];
}

/** Midnight long before any market: every engine that has seen a bar refuses it. */
const LONG_AGO = -1e6 * DAY_MS;

interface Nexted {
  readonly next: (bar: Bar) => unknown;
}

/**
 * Continues an engine from its snapshot over bars that overlap with it: the bars of a REST call after a reconnect, or of a
 * file after a restart. Bars up to the last known one are dropped, the others are fed one by one, as if the stream had
 * never stopped. Gaps are reported, and left to the rule of the engine.
 *
 * @param create the factory of the engine; called twice, because the last bar is asked of a twin that is thrown away.
 * @param snapshot as its `snapshot()` gave it; undefined for a first start.
 * @param bars oldest first, each closed; the first may be before or after the last known one.
 * @throws {UsageError} of the factory for a snapshot that is not its own, of the engine for a bar that it refuses, or
 * when `step` is left out and fewer than two bars do not say it although a gap may lie before them.
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the overload without `feed` asks for it
  return (engine as Nexted).next(bar);
}

/** Time of the last bar of an engine, which is asked by a bar that it must refuse, or takes because it has none. */
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
