/**
 * Wraps a stream of bars in the rule of breaks (`breaks.ts`). Every engine that reads bars runs inside this wrapper.
 */

import { barClock, checkNextBar } from './bar-clock.ts';
import { createBreaks, type BreakReason, type BreaksConfig, type BreaksState } from './breaks.ts';
import type { Bar } from './candles.ts';
import type { Mutable, Stream } from './stream.ts';

/** Engine that the wrapper drives. */
export interface Breakable<Point, Snapshot> {
  /** Creates an engine, or resumes it from a snapshot. */
  readonly create: (resume?: Snapshot) => Stream<Bar, Point, Snapshot>;
  /** Point of a bar inside a halt, for which the engine gives no label. */
  readonly silent: (bar: Bar, into?: Mutable<Point>) => Point;
}

/** JSON-safe state of an engine with its break state; `breaks` is absent without the rule. */
export type WithBreaks<Snapshot> = Snapshot & {
  readonly breaks?: {
    readonly state: BreaksState;
    /** Engine state before the quiet bars that may become a halt; null outside such a run. */
    readonly before: Snapshot | null;
  };
};

/** Breaks at the last bar of a stream. */
export interface BreakMarks {
  /** Whether the last bar is part of a halt. */
  readonly isHalted: boolean;
  /** Reason of the last restart; null before the first. */
  readonly restarted: BreaksState['restarted'];
}

/** Stream that also reports the breaks at its last bar. */
export interface AcrossBreaks<Point, Snapshot> extends Stream<Bar, Point, WithBreaks<Snapshot>>, BreakMarks {}

/**
 * Lists the breaks that affect an answer.
 *
 * @param isSettled whether the engine no longer depends on its last restart.
 * @returns `{ quality }`, or an empty record without a break: the row of a sound series has no such field.
 * @example
 * qualityOf({ isHalted: true, restarted: 'gap' }, true).quality; // → [ 'no_trade' ]
 */
export function qualityOf(
  { isHalted, restarted }: BreakMarks,
  isSettled: boolean,
): { readonly quality?: readonly BreakReason[] } {
  const quality: BreakReason[] = isHalted ? ['no_trade'] : [];
  if (restarted !== null && !isSettled) quality.push(restarted);
  return quality.length === 0 ? {} : { quality };
}

/**
 * Creates a stream that skips halts as if their bars were missing, and restarts the engine after a long gap or a change
 * of scale.
 *
 * @param config rules of breaks; undefined feeds every bar to the engine.
 * @param resume a snapshot to continue from.
 * @throws {UsageError} when the config is invalid, or (from `next` and `peek`) when a bar is invalid or not after the
 * last.
 * @example
 * const stream = acrossBreaks({ quietBars: 3, maxGap: 14, maxJump: 5 }, engine);
 */
export function acrossBreaks<Point, Snapshot extends object>(
  config: BreaksConfig | undefined,
  { create, silent }: Breakable<Point, Snapshot>,
  resume?: WithBreaks<Snapshot>,
): AcrossBreaks<Point, Snapshot> {
  let engine = create(resume);
  if (config === undefined) return Object.assign(engine, { isHalted: false, restarted: null });
  const breaks = createBreaks(config, resume?.breaks?.state);
  const clock = barClock(resume?.breaks?.state.last);
  let before = resume?.breaks?.before ?? null;
  return {
    next: (bar, into) => {
      if (bar.time > clock[0]! && breaks.isOrdinary(bar)) {
        // The engine checks the bar itself, and keeps its state when it throws.
        const point = engine.next(bar, into);
        breaks.pass(bar);
        clock[0] = bar.time;
        return point;
      }
      checkNextBar(bar, clock);
      clock[0] = bar.time;
      const step = breaks.next(bar);
      if (step === 'restart') engine = create();
      // After a restart: otherwise a halt would bring back state of the old scale.
      if (breaks.quiet === 1) before = engine.snapshot();
      if (step === 'halt') {
        if (before !== null) engine = create(before);
        before = null;
        return silent(bar, into);
      }
      if (breaks.quiet === 0) before = null;
      return engine.next(bar, into);
    },
    peek: (bar, into) => {
      checkNextBar(bar, clock);
      const step = breaks.peek(bar);
      if (step === 'halt') return silent(bar, into);
      return (step === 'restart' ? create() : engine).peek(bar, into);
    },
    get isHalted() {
      return breaks.isHalted;
    },
    get restarted() {
      return breaks.restarted;
    },
    snapshot: () => ({ ...engine.snapshot(), breaks: { state: breaks.snapshot(), before } }),
  };
}
