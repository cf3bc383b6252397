/** Days of Bitcoin inside the rule of breaks. */

import {
  createBreaks,
  LateBarError,
  qualityOf,
  type Bar,
  type BreakReason,
  type BreaksConfig,
  type BreaksState,
} from '@barograph/core';
import { NO_DAYS, withDay, type BtcDays } from './btc-signals.ts';

/** Breaks among the days; plain JSON. */
export interface LeadBreaks {
  readonly state: BreaksState;
  /** Days before the quiet ones that may become a halt; null outside such a run. */
  readonly before: BtcDays | null;
}

/** Saved days of Bitcoin. */
interface LeadSnapshot {
  readonly btc: BtcDays;
  readonly breaks?: LeadBreaks;
}

/** Days of Bitcoin with their breaks. */
export interface LeadDays {
  /**
   * Checks the next day.
   *
   * @returns a function that commits it.
   * @throws {UsageError} when the bar is invalid or the day is not after the last.
   */
  check(day: Bar): () => void;
  /** Days that a read uses; empty in a halt. */
  readonly read: BtcDays;
  readonly isHalted: boolean;
  /** Open of the last day, halted or not, epoch ms; null before the first. */
  readonly last: number | null;
  readonly quality: { readonly quality?: readonly BreakReason[] };
  snapshot(): LeadSnapshot;
}

/** Closes of the long average: with them the read no longer depends on the restart. */
const SETTLED_DAYS = 200;

/** Creates the days of Bitcoin, new or resumed. @param config rules of breaks; undefined counts every day. */
export function createLeadDays(config: BreaksConfig | undefined, resume: LeadSnapshot | undefined): LeadDays {
  const breaks = config === undefined ? undefined : createBreaks(config, resume?.breaks?.state);
  let days = resume?.btc ?? NO_DAYS;
  let before = resume?.breaks?.before ?? null;
  let last = resume?.breaks?.state.last ?? days.lows.at(-1)?.time ?? null;
  return {
    check: (day) => {
      if (last !== null && day.time <= last) {
        throw new LateBarError(`"time" expected a day after ${last}, got ${day.time}`, last);
      }
      const next = withDay(days, day);
      return () => {
        last = day.time;
        const step = breaks?.next(day);
        if (step === 'halt') {
          days = before ?? days;
          return;
        }
        const from = step === 'restart' ? NO_DAYS : days;
        if (breaks?.quiet === 1) before = from;
        if (breaks?.quiet === 0) before = null;
        days = from === days ? next : withDay(from, day);
      };
    },
    get read() {
      return breaks?.isHalted === true ? NO_DAYS : days;
    },
    get isHalted() {
      return breaks?.isHalted ?? false;
    },
    get last() {
      return last;
    },
    get quality() {
      return breaks === undefined ? {} : qualityOf(breaks, days.closes.length === SETTLED_DAYS);
    },
    snapshot: () => ({ btc: days, ...(breaks === undefined ? {} : { breaks: { state: breaks.snapshot(), before } }) }),
  };
}
