/** Difference between this machine's clock and the venue's, from the bars of the stream. */

import { MINUTE_MS } from '@barograph/core';

/** Estimate of the difference. */
export interface Skew {
  /** @param open open of the bar, by the venue's clock; both epoch ms. */
  observe(open: number, receivedAt: number): void;
  /** Takes the lead of this machine's clock by an answer to a request, ms: the estimate until the stream has named enough bars. */
  answered(aheadMs: number): void;
  /** Lead of this machine's clock, ms; negative when it is behind; 0 while nothing is measured. */
  aheadMs(): number;
  /**
   * Moment that the venue's clock had surely not passed at a moment of this machine's clock, by the bars that were named
   * before it; Infinity where none were. Both epoch ms.
   */
  notPassed(local: number): number;
  /** Moment of the newest naming, epoch ms; -Infinity without any. */
  lastNaming(): number;
}

/** A minute that bars are named of. */
interface Naming {
  readonly open: number;
  /** First naming of this turn, by this machine's clock. */
  readonly at: number;
  /** Moment at which it was named first, where that was late; bars before it settle from there on. */
  readonly lateSince: number;
}

/** Minutes that an estimate is made from. */
const SEEN = 5;
/** Least number of them. */
const LEAST = 3;
/** Turns of minutes that are kept: gaps ask for what was named before them. */
const TURNS = 32;
const LAST_OF_MINUTE_MS = MINUTE_MS - 1;
/** An open so far before the newest one is of a clock that was set back, and no late frame. */
const SET_BACK_MS = 600_000;

/**
 * A bar cannot be named before it opens, and of many perps one trades soon after a minute begins: the delay of the first
 * naming of a minute is how far this clock is ahead, and the way of the message. The median of some minutes, for after a
 * break, or of one perp alone, a minute is first named when it is half over.
 *
 * The median learns of a clock that was set back after three minutes. Until then the minute that is named says that the next one
 * has not begun, whatever this machine's clock says.
 *
 * @param settleMs time after its close at which the last update of a bar has come.
 */
export function createSkew(settleMs: number): Skew {
  let delays: number[] = [];
  let answeredMs = 0;
  let newest = -Infinity;
  let namings: readonly Naming[] = [];
  let lastNaming = -Infinity;
  const name = (open: number, at: number): void => {
    lastNaming = at;
    if (namings.at(-1)?.open === open) return;
    const isLate = open > newest && at - open > settleMs;
    const before = namings.findLast((one) => one.open === open);
    namings = [...namings, { open, at, lateSince: isLate ? at : (before?.lateSince ?? -Infinity) }].slice(-TURNS);
  };
  return {
    observe: (open, receivedAt) => {
      name(open, receivedAt);
      const isSetBack = open < newest - SET_BACK_MS;
      if (open <= newest && !isSetBack) return;
      newest = open;
      delays = [...delays, receivedAt - open].slice(-SEEN);
    },
    notPassed: (local) => {
      const named = namings.findLast(({ at }) => at <= local);
      if (named === undefined) return Infinity;
      return named.open + Math.min(local - named.lateSince, LAST_OF_MINUTE_MS);
    },
    lastNaming: () => lastNaming,
    answered: (aheadMs) => {
      answeredMs = aheadMs;
    },
    aheadMs: () =>
      delays.length < LEAST ? answeredMs : delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)]!,
  };
}
