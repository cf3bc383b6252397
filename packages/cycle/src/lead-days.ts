/** The days of Bitcoin under the rule of breaks. */

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
  /** The days before the quiet ones that may become a halt; null outside of such a run. */
  readonly before: BtcDays | null;
}

/** Saved days of Bitcoin. */
interface LeadSnapshot {
  readonly btc: BtcDays;
  readonly breaks?: LeadBreaks;
}

/** Days of Bitcoin at work. */
export interface LeadDays {
  /**
   * Checks the next day.
   *
   * @returns a function that commits it.
   * @throws {UsageError} a bad bar, or a day that is not after the last.
   */
  check(day: Bar): () => void;
  /** Days that a read is made of; none in a halt. */
  readonly read: BtcDays;
  readonly isHalted: boolean;
  /** Open of the last day, halted or not; null before the first. */
  readonly last: number | null;
  readonly quality: { readonly quality?: readonly BreakReason[] };
  snapshot(): LeadSnapshot;
}

/** Closes that the long average needs: with them the read has forgotten that it began anew. */
const SETTLED_DAYS = 200;

/** Days of Bitcoin, new or continued. @param config undefined: every day counts. */
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
