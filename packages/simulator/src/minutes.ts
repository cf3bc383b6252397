/**
 * Sixty minutes of one hourly bar: a path that opens, peaks, bottoms and closes exactly as the hour. Seeded by listing
 * and hour, so any window gives the same bars regardless of earlier requests.
 */

import { HOUR_MS, MINUTE_MS, type Bar, type CandleColumns } from '@barograph/core';
import type { PositionSide } from './forced-close.ts';
import { PRICE_DIGITS, roundSignificant } from './grid.ts';
import type { PushedHour } from './pushed-hours.ts';
import { generator, logistic, type Draw } from './random.ts';

export const MINUTES: number = HOUR_MS / MINUTE_MS;

/** Scale of a minute's noise, as a share of the hour's range: √(1/60) of a range of about 1.6 deviations, logistic. */
const NOISE = 0.045;

/** Minute, and the price to reach within it. */
interface Knot {
  readonly minute: number;
  readonly price: number;
}

/** Longest duration of a push in minutes, and minutes within which half of it reverts. */
const PLUNGE = 4;
const REBOUND = 12;

/** Points that the path must pass: high, low and close, in the order of their minutes. */
function knots(hour: Bar, highAt: number, lowAt: number): readonly Knot[] {
  const high = { minute: highAt, price: hour.high };
  const low = { minute: lowAt, price: hour.low };
  const close = { minute: MINUTES - 1, price: hour.close };
  return highAt < lowAt ? [high, low, close] : [low, high, close];
}

/** Points of an hour with forced closes: a plunge from the first level to the extreme, and a rebound after it. */
function pushedKnots(path: readonly Knot[], hour: Bar, { closed, down, up }: PushedHour): readonly Knot[] {
  return path.flatMap((knot, i) => {
    const side = knot.price === hour.low ? 'long' : 'short';
    const push = side === 'long' ? down : -up;
    if (push === 0 || i === path.length - 1) return [knot];
    const before = knot.minute - PLUNGE;
    const after = knot.minute + REBOUND;
    const first = closed.find((position) => position.side === side)!.level;
    return [
      ...(before > (path[i - 1]?.minute ?? -1) ? [{ minute: before, price: first }] : []),
      knot,
      ...(after < path[i + 1]!.minute ? [{ minute: after, price: knot.price * Math.exp(push / 2) }] : []),
    ];
  });
}

/** Price on the grid within the hour's range. */
function inside(hour: Bar, price: number): number {
  return Math.min(hour.high, Math.max(hour.low, roundSignificant(Math.max(hour.low, price), PRICE_DIGITS)));
}

/** Closes of the minutes: a random walk that is pulled to the next knot, harder when it is near. */
function closes(hour: Bar, path: readonly Knot[], draw: Draw): Float64Array {
  const result = new Float64Array(MINUTES);
  const noise = NOISE * (hour.high - hour.low);
  let at = 0;
  let price = hour.open;
  for (let i = 0; i < MINUTES - 1; i++) {
    while (path[at]!.minute < i) at++;
    const { minute, price: target } = path[at]!;
    price = inside(hour, price + (target - price) / (minute - i + 1) + noise * logistic(draw));
    result[i] = price;
  }
  result[MINUTES - 1] = hour.close;
  return result;
}

/** Volume of the positions that an hour closed, by the minute in which the price first reaches their level. */
function forcedVolumes({ closed }: PushedHour, columns: CandleColumns, offset: number): Float64Array {
  const volumes = new Float64Array(MINUTES);
  for (const { side, level, size } of closed) {
    volumes[minuteOf(columns, offset, side, level)]! += size;
  }
  return volumes;
}

/** Minute, of the sixty starting at row `offset`, in which the price first reaches a level. */
export function minuteOf(
  { high, low }: Pick<CandleColumns, 'high' | 'low'>,
  offset: number,
  side: PositionSide,
  level: number,
): number {
  let minute = 0;
  while (side === 'long' ? low[offset + minute]! > level : high[offset + minute]! < level) minute++;
  return minute;
}

/**
 * Writes the minutes of `hour` into `columns`, starting at row `offset`.
 *
 * @param key key of the listing and the hour; the same key and hour always give the same minutes.
 * @param pushed forced closes of the hour: their volume falls in the minutes in which the price reaches their levels.
 */
export function fillMinutes(key: string, hour: Bar, columns: CandleColumns, offset: number, pushed?: PushedHour): void {
  const draw = generator(key);
  const highAt = Math.floor(draw() * MINUTES);
  const lowAt = Math.floor(draw() * MINUTES);
  const plain = knots(hour, highAt, lowAt);
  const path = closes(hour, pushed === undefined ? plain : pushedKnots(plain, hour, pushed), draw);
  const wick = (NOISE / 2) * (hour.high - hour.low);
  let open = hour.open;
  let weights = 0;
  for (let i = 0; i < MINUTES; i++) {
    const row = offset + i;
    const close = path[i]!;
    const top = inside(hour, Math.max(open, close) + wick * Math.abs(logistic(draw)));
    const bottom = inside(hour, Math.min(open, close) - wick * Math.abs(logistic(draw)));
    const weight = Math.exp(0.5 * logistic(draw));
    columns.time[row] = hour.time + i * MINUTE_MS;
    columns.open[row] = open;
    columns.high[row] = i === highAt ? hour.high : Math.max(top, open, close);
    columns.low[row] = i === lowAt ? hour.low : Math.min(bottom, open, close);
    columns.close[row] = close;
    columns.volume[row] = weight;
    weights += weight;
    open = close;
  }
  if (pushed === undefined) {
    for (let i = 0; i < MINUTES; i++) columns.volume[offset + i]! *= hour.volume / weights;
    return;
  }
  const forced = forcedVolumes(pushed, columns, offset);
  const rest = Math.max(0, hour.volume - forced.reduce((sum, volume) => sum + volume, 0));
  for (let i = 0; i < MINUTES; i++) {
    columns.volume[offset + i] = columns.volume[offset + i]! * (rest / weights) + forced[i]!;
  }
}
