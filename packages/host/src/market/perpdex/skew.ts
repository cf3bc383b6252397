/** Difference between this machine's clock and the venue's, from the bars of the stream. */

/** Estimate of the difference. */
export interface Skew {
  /** @param open open of the bar, by the venue's clock; both epoch ms. */
  observe(open: number, receivedAt: number): void;
  /** How far this machine's clock is ahead, ms; negative when it is behind; 0 while nothing says otherwise. */
  aheadMs(): number;
}

/** New bars that an estimate is made from. */
const SEEN = 50;

/**
 * A bar cannot be named before it opens: a negative delay says that this clock is behind by at least as much. Of many perps
 * one trades soon after a minute begins: the least delay is how far this clock is ahead, and the way of the message.
 */
export function createSkew(): Skew {
  const delays: number[] = [];
  let newest = -Infinity;
  return {
    observe: (open, receivedAt) => {
      if (open <= newest) return;
      newest = open;
      delays.push(receivedAt - open);
      if (delays.length > SEEN) delays.shift();
    },
    aheadMs: () => (delays.length < 3 ? 0 : Math.min(...delays.slice(-10))),
  };
}
