/** Last closes by calendar day: the close exactly n days ago is one look-up, with or without holes. */

import { DAY_MS, LateBarError, UsageError } from '@barograph/core';

/** Stored days, including the last: enough for a 30-day change. */
const KEPT = 31;

/** Closes by the open of their UTC day. */
export interface DayCloses {
  /** Commits a day; days arrive in order. */
  push(time: number, close: number): void;
  /** Close of the day `days` before the last; NaN when that day is missing, or over 30 days back. */
  back(days: number): number;
  /**
   * Returns of the last 30 days, fractions, oldest first.
   *
   * @returns the returns; null unless all 31 closes exist.
   */
  returns(): Float64Array | null;
  /** Open of the last day, epoch ms; null before the first. */
  readonly last: number | null;
  snapshot(): DayClosesSnapshot;
}

/** JSON-safe state: open and close of the stored days, oldest first. */
export type DayClosesSnapshot = readonly (readonly [time: number, close: number])[];

function slotOf(time: number): number {
  const slot = (time / DAY_MS) % KEPT;
  return slot < 0 ? slot + KEPT : slot;
}

/** Creates day closes, new or resumed. */
export function createDayCloses(resume: DayClosesSnapshot = []): DayCloses {
  const times = new Float64Array(KEPT).fill(NaN);
  const closes = new Float64Array(KEPT);
  let last: number | null = null;

  function push(time: number, close: number): void {
    const isDay = Number.isSafeInteger(time) && time % DAY_MS === 0;
    if (!isDay || (last !== null && time <= last)) {
      const message = `"time" expected a full UTC day after ${last}, got ${time}`;
      throw isDay && last !== null ? new LateBarError(message, last) : new UsageError(message);
    }
    times[slotOf(time)] = time;
    closes[slotOf(time)] = close;
    last = time;
  }
  function back(days: number): number {
    if (last === null) return NaN;
    const time = last - days * DAY_MS;
    const slot = slotOf(time);
    return times[slot] === time ? closes[slot]! : NaN;
  }
  for (const [time, close] of resume) push(time, close);
  return {
    push,
    back,
    returns: () => {
      const returns = new Float64Array(KEPT - 1);
      for (let i = 0; i < returns.length; i++) {
        const days = returns.length - i;
        returns[i] = back(days - 1) / back(days) - 1;
        if (Number.isNaN(returns[i])) return null;
      }
      return returns;
    },
    get last() {
      return last;
    },
    snapshot: () => {
      const kept: [number, number][] = [];
      for (let days = KEPT - 1; days >= 0; days--) {
        const close = back(days);
        if (last !== null && !Number.isNaN(close)) kept.push([last - days * DAY_MS, close]);
      }
      return kept;
    },
  };
}
