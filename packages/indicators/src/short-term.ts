/**
 * Short-term momentum: changes of a price over minutes and hours, and whether that of the last hour is more than noise.
 *
 * The change of an hour is set against the standard deviation that the returns of the bars of a day would give an hour if they
 * were independent. Between −1 and 1 such deviations there is no direction.
 */

import { HOUR_MS, MINUTE_MS, type Candles } from '@barograph/core';

/** A span of change. */
export type ShortTermSpan = '5m' | '15m' | '1h' | '4h' | '24h';

/** Spans by name, ms. */
export const SHORT_TERM_SPANS: Readonly<Record<ShortTermSpan, number>> = Object.freeze({
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '24h': 24 * HOUR_MS,
});

/** Threshold of the direction. */
export interface ShortTermConfig {
  readonly version: `short-term/${string}`;
  /** Standard deviations of an hour within which there is no direction. */
  readonly flat: number;
  /** Fewest returns that a deviation is made of. */
  readonly leastReturns: number;
}

/** A changed number is a new constant. */
export const SHORT_TERM_V1: ShortTermConfig = Object.freeze({ version: 'short-term/1', flat: 1, leastReturns: 100 });

/** Directions. */
export const MOMENTA = ['up', 'flat', 'down'] as const;
/** A direction. */
export type Momentum = (typeof MOMENTA)[number];

/** Momentum of a price. */
export interface ShortTermMomentum {
  /** Percent by span; NaN where the bars do not reach back. */
  readonly changes: Readonly<Record<ShortTermSpan, number>>;
  /** Change of the last hour over its standard deviation; NaN where either is not known. */
  readonly score: number;
  /** Null where there is no score. */
  readonly momentum: Momentum | null;
}

/** Close of the last bar that had closed by a moment; NaN before the first, and where a gap of a bar or more lies between. */
function closeBy({ time, close, length }: Candles, step: number, moment: number): number {
  let i = length - 1;
  while (i >= 0 && time[i]! + step > moment) i--;
  return i >= 0 && moment - (time[i]! + step) < step ? close[i]! : NaN;
}

/**
 * @param bars closed bars of one interval, oldest first, of at least a day for every span.
 * @param step their interval, ms.
 * @param price the price now.
 * @param now epoch ms.
 * @returns changes to the price from the closes before; all NaN of no bars.
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
