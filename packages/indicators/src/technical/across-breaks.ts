/** Technical tracker inside the rule of breaks: days of a halt do not count, long gaps restart it. */

import { assertNextBar, createBreaks, qualityOf, type Bar, type BreaksConfig, type BreaksState } from '@barograph/core';
import type { TechnicalDay, TechnicalRow, TechnicalSubject } from './row.ts';

/** Breaks among the days of a tracker. */
export interface TechnicalBreaks<Snapshot> {
  readonly state: BreaksState;
  /** Tracker before the quiet days that may become a halt; null outside such a run. */
  readonly before: Snapshot | null;
}

/** State parts of days, and of hours. */
interface Saved<Self> {
  readonly hourlyRsi: unknown;
  readonly lastHour: unknown;
  readonly breaks?: TechnicalBreaks<Self>;
}

/** Tracker parts that the rule wraps. */
interface Tracker<Snapshot> {
  day(bar: Bar): void;
  hour(bar: Bar): void;
  row(subject: TechnicalSubject, asOf: number): TechnicalRow;
  readonly history: readonly TechnicalDay[];
  snapshot(): Snapshot;
}

/**
 * Wraps a tracker in the rule of breaks.
 * @param create creates a tracker without the rule, or resumes it.
 * @throws {UsageError} when the config is invalid.
 */
export function trackerAcrossBreaks<Snapshot extends Saved<Snapshot>>(
  config: BreaksConfig,
  create: (resume?: Snapshot) => Tracker<Snapshot>,
  resume: Snapshot | undefined,
): Tracker<Snapshot> {
  const breaks = createBreaks(config, resume?.breaks?.state);
  let last = breaks.snapshot().last;
  let tracker = create(resume);
  let before = resume?.breaks?.before ?? null;

  /** Restores other days and keeps the hours. */
  const withDays = (days: Snapshot): void => {
    const { hourlyRsi, lastHour } = tracker.snapshot();
    tracker = create({ ...days, hourlyRsi, lastHour });
  };

  return {
    day: (bar) => {
      assertNextBar(bar, 'day', last ?? undefined);
      last = bar.time;
      const step = breaks.next(bar);
      if (step === 'restart') withDays(create().snapshot());
      if (breaks.quiet === 1) before = tracker.snapshot();
      if (step === 'halt') {
        if (before !== null) withDays(before);
        before = null;
        return;
      }
      if (breaks.quiet === 0) before = null;
      tracker.day(bar);
    },
    hour: (bar) => tracker.hour(bar),
    row: (subject, asOf) => {
      const row = tracker.row(subject, asOf);
      const quality = qualityOf(breaks, row.settled);
      if (!breaks.isHalted) return { ...row, ...quality };
      const { price, dailyClose, computedFrom, stale } = row;
      return { ...create().row(subject, asOf), price, dailyClose, computedFrom, stale, ...quality };
    },
    get history() {
      return tracker.history;
    },
    snapshot: () => ({ ...tracker.snapshot(), breaks: { state: breaks.snapshot(), before } }),
  };
}
