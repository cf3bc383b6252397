/** Difference between this machine's clock and the venue's, measured by the stream's bars. */

import { MINUTE_MS } from '@barograph/core';

/** Estimate of the clock difference. */
export interface Skew {
  /** @param open open of the bar, by the venue's clock; both epoch ms. */
  observe(open: number, receivedAt: number): void;
  /** Uses this machine's lead from an answer's date, ms, until the stream has shown enough bars. */
  answered(aheadMs: number): void;
  /** Lead of this machine's clock, ms; negative when it is behind; 0 without a measurement. */
  aheadMs(): number;
  /**
   * Upper bound of the venue's clock at a time of this machine's clock, from bars seen before; Infinity without bars. Both epoch
   * ms.
   */
  notPassed(local: number): number;
  /** Time when a bar was last seen, epoch ms; -Infinity without bars. */
  lastNaming(): number;
}

/** Minute of seen bars. */
interface Naming {
  readonly open: number;
  /** Time of its first bar in this turn, by this machine's clock. */
  readonly at: number;
  /** Time of its first bar, when that was late; earlier bars settle from then. */
  readonly lateSince: number;
}

/** Minutes behind an estimate. */
const SEEN = 5;
/** Minimum minutes of an estimate. */
const LEAST = 3;
/** Turns of minutes in memory, because gaps query what was seen before them. */
const TURNS = 32;
const LAST_OF_MINUTE_MS = MINUTE_MS - 1;
/** An open this far before the newest means that the clock was set back, not that the frame is late. */
const SET_BACK_MS = 600_000;

/**
 * A bar cannot appear before it opens, and among many perps one trades soon after each minute begins. The delay of a minute's
 * first bar is therefore this clock's lead plus the network delay. The estimate is the median of several minutes, because after a
 * break, or with a single perp, the first bar of a minute may arrive halfway through it.
 *
 * The median detects a clock that was set back after three minutes. Until then, the current minute shows that the next one has not
 * begun, whatever this machine's clock says.
 *
 * @param settleMs time after its close by which a bar's last update has arrived.
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
    const before = namings.findLast((naming) => naming.open === open);
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
