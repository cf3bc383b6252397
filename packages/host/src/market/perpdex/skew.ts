/** Difference between this machine's clock and the venue's, from the bars of the stream. */

/** Estimate of the difference. */
export interface Skew {
  /** @param open open of the bar, by the venue's clock; both epoch ms. */
  observe(open: number, receivedAt: number): void;
  /** Lead of this machine's clock, ms; negative when it is behind; 0 while nothing says otherwise. */
  aheadMs(): number;
}

/** Minutes that an estimate is made from. */
const SEEN = 5;
/** Least number of them. */
const LEAST = 3;
/** An open so far before the newest one is of a clock that was set back, and no late frame. */
const SET_BACK_MS = 600_000;

/**
 * A bar cannot be named before it opens, and of many perps one trades soon after a minute begins: the delay of the first
 * naming of a minute is how far this clock is ahead, and the way of the message. The median of some minutes, for after a
 * break, or of one perp alone, a minute is first named when it is half over.
 */
export function createSkew(): Skew {
  let delays: number[] = [];
  let newest = -Infinity;
  return {
    observe: (open, receivedAt) => {
      const isSetBack = open < newest - SET_BACK_MS;
      if (open <= newest && !isSetBack) return;
      newest = open;
      delays = [...delays, receivedAt - open].slice(-SEEN);
    },
    aheadMs: () => (delays.length < LEAST ? 0 : delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)]!),
  };
}
