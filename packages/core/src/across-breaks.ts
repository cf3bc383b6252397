/** A stream of bars under the rule of breaks (`breaks.ts`): what every engine that reads bars is wrapped in. */

import { barClock, checkNextBar } from './bar-clock.ts';
import { createBreaks, type BreakReason, type BreaksConfig, type BreaksState } from './breaks.ts';
import type { Bar } from './candles.ts';
import type { Mutable, Stream } from './stream.ts';

/** The engine inside. */
export interface Breakable<Point, Snapshot> {
  /** A new engine, or one that goes on from a snapshot. */
  readonly create: (resume?: Snapshot) => Stream<Bar, Point, Snapshot>;
  /** The point of a bar that nothing is said of. */
  readonly silent: (bar: Bar, into?: Mutable<Point>) => Point;
}

/** JSON-safe state of an engine, with where breaks stand; left out without the rule. */
export type WithBreaks<Snapshot> = Snapshot & {
  readonly breaks?: {
    readonly state: BreaksState;
    /** The engine before the quiet bars that may become a halt; null outside of such a run. */
    readonly before: Snapshot | null;
  };
};

/** Breaks at the last bar of a stream. */
export interface BreakMarks {
  /** Whether the last bar is part of a halt. */
  readonly isHalted: boolean;
  /** Reason of the last restart; null before one. */
  readonly restarted: BreaksState['restarted'];
}

/** A stream, and the breaks at its last bar. */
export interface AcrossBreaks<Point, Snapshot> extends Stream<Bar, Point, WithBreaks<Snapshot>>, BreakMarks {}

/**
 * Breaks that an answer suffers from.
 *
 * @param isSettled whether the engine has forgotten that it began anew.
 * @returns a record without the field when there is none: a sound row does not have it.
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
 * An engine that goes on behind a halt as if its bars were missing, and begins anew behind a long gap or a change of scale.
 *
 * @param config undefined: the engine as it is, for which every bar counts.
 * @param resume a snapshot to continue from.
 * @throws {UsageError} a bad config, or (from `next` and `peek`) a bar that is bad or not after the last.
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
      // After a restart: a halt of another scale must not bring the old scale back.
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
