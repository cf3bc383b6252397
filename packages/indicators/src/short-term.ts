/**
 * Short-term momentum: price changes over minutes and hours, and whether the last hour's change exceeds noise.
 *
 * The hourly change is compared with the standard deviation of an hour, scaled from the bar returns of a day as if they
 * were independent. Within ±1 such deviation there is no direction.
 */

import { HOUR_MS, MINUTE_MS, type Candles } from '@barograph/core';

/** Span of a change. */
export type ShortTermSpan = '5m' | '15m' | '1h' | '4h' | '24h';

/** Length of each span, ms. */
export const SHORT_TERM_SPANS: Readonly<Record<ShortTermSpan, number>> = Object.freeze({
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '24h': 24 * HOUR_MS,
});

/** Threshold of a direction. */
export interface ShortTermConfig {
  readonly version: `short-term/${string}`;
  /** Hourly change, in standard deviations, up to which there is no direction. */
  readonly flat: number;
  /** Fewest returns for a deviation. */
  readonly leastReturns: number;
}

/** Version 1. A changed number needs a new constant. */
export const SHORT_TERM_V1: ShortTermConfig = Object.freeze({ version: 'short-term/1', flat: 1, leastReturns: 100 });

/** Directions of momentum. */
export const MOMENTA = ['up', 'flat', 'down'] as const;
/** Direction of momentum. */
export type Momentum = (typeof MOMENTA)[number];

/** Momentum of a price. */
export interface ShortTermMomentum {
  /** Changes in percent by span; NaN when the bars do not reach back far enough. */
  readonly changes: Readonly<Record<ShortTermSpan, number>>;
  /** Last hour's change over its standard deviation; NaN when either is unknown. */
  readonly score: number;
  /** Direction; null without a score. */
  readonly momentum: Momentum | null;
}

/**
 * Close of the last bar that had closed at a moment; NaN before the first, and when a gap of at least one bar lies
 * between.
 */
function closeBy({ time, close, length }: Candles, step: number, moment: number): number {
  let i = length - 1;
  while (i >= 0 && time[i]! + step > moment) i--;
  return i >= 0 && moment - (time[i]! + step) < step ? close[i]! : NaN;
}

/**
 * Computes the momentum of a price.
 * @param bars closed bars of one interval, oldest first; a day of them covers every span.
 * @param step interval of the bars, ms.
 * @param price current price.
 * @param now epoch ms.
 * @param config parameters. @default SHORT_TERM_V1
 * @returns changes from earlier closes to `price`; all NaN without bars.
 * @example
 * const price = 1.02 * hours.close[hours.length - 1];
 * const { changes, momentum } = shortTermMomentum(hours, HOUR_MS, price, 260 * DAY_MS);
 * [changes['1h'].toFixed(2), momentum]; // → [ '2.04', 'up' ]
 */
export function shortTermMomentum(
  bars: Candles,
  step: number,
  price: number,
  now: number,
  { flat, leastReturns }: ShortTermConfig = SHORT_TERM_V1,
): ShortTermMomentum {
  const change = (span: number): number => (price / closeBy(bars, step, now - span) - 1) * 100;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the table
  const changes = Object.fromEntries(
    Object.entries(SHORT_TERM_SPANS).map(([name, span]) => [name, change(span)]),
  ) as Record<ShortTermSpan, number>;
  let [sum, count] = [0, 0];
  for (let i = 1; i < bars.length; i++) {
    if (bars.time[i]! - bars.time[i - 1]! !== step) continue;
    sum += Math.log(bars.close[i]! / bars.close[i - 1]!) ** 2;
    count++;
  }
  const deviation = count < leastReturns || sum === 0 ? NaN : Math.sqrt((sum / count) * (HOUR_MS / step));
  const score = Math.log(1 + changes['1h'] / 100) / deviation;
  const momentum = Number.isNaN(score) ? null : score > flat ? 'up' : score < -flat ? 'down' : 'flat';
  return { changes, score, momentum };
}
