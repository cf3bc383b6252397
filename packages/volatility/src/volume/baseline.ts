/** Baseline of settled days that a volume is compared with, inside the rule of breaks. */

import {
  acrossBreaks,
  type AcrossBreaks,
  type Bar,
  type BreaksConfig,
  type Stream,
  type WithBreaks,
} from '@barograph/core';
import { createNotional30, NOTIONAL_DAYS, notionalOf, type Notional30Snapshot } from './notional30.ts';
import type { NotionalDay } from './row.ts';

/** Settled days and their mean. */
export interface Baseline {
  /** Settled days, at most 30, oldest first. */
  readonly days: readonly NotionalDay[];
  /** Mean notional of the days, quote units; NaN below 7. */
  readonly average: number;
}

/** JSON-safe state of the days of a {@link createBaseline}. */
export interface BaselineSnapshot {
  readonly days: readonly NotionalDay[];
  readonly mean: Notional30Snapshot;
}

/** Stream of baselines; each output is the baseline that the day was compared with. */
export interface BaselineStream extends Omit<AcrossBreaks<Baseline, BaselineSnapshot>, 'peek'> {
  /** Baseline including the last day; in a halt, the one before it. */
  current(): Baseline;
}

interface Days extends Stream<Bar, Baseline, BaselineSnapshot> {
  current(): Baseline;
}

/** Days without a rule of breaks. */
function createDays(resume?: BaselineSnapshot): Days {
  let days = resume?.days ?? [];
  const mean = createNotional30(resume?.mean);
  const current = (): Baseline => ({ days, average: mean.value });
  return {
    next: (bar) => {
      const before = current();
      mean.next(bar);
      days = [...days.slice(1 - NOTIONAL_DAYS), { time: bar.time, notional: notionalOf(bar) }];
      return before;
    },
    peek: current,
    current,
    snapshot: () => ({ days: [...days], mean: mean.snapshot() }),
  };
}

/**
 * Creates a baseline, new or resumed. `next` returns the days that had settled before the bar.
 *
 * @param breaks rules of breaks; undefined counts every day.
 */
export function createBaseline(
  breaks: BreaksConfig | undefined,
  resume?: WithBreaks<BaselineSnapshot>,
): BaselineStream {
  let days = createDays();
  const stream = acrossBreaks<Baseline, BaselineSnapshot>(
    breaks,
    { create: (from) => (days = createDays(from)), silent: () => days.current() },
    resume,
  );
  return Object.assign(stream, { current: () => days.current() });
}
