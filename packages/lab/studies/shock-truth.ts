/**
 * What a shock is, said with hindsight, and how a detector did: fixed before any number of the detector was chosen.
 *
 * A shock is a stretch in which the realised variance of 24 hours, centred, is nine times its median of the 30 days before and after
 * (without the two days next to it): volatility three times that of the months around. Stretches less than 48 hours apart are one,
 * with 12 hours on each side. Its worst hour has the greatest true range.
 */

import { HOUR_MS, quantile, type Candles } from '@barograph/core';
import type { ShockRow } from '@barograph/nowcast';

const HALF = 12;
const TIMES = 9;
const REACH = 30 * 24;
const SKIPPED = 48;
const JOINED = 48;
const LEAST = 100;
/** Every sixth hour of the months around is enough for their median. */
const STRIDE = 6;
/** Hours around a shock in which an alarm does not count as false. */
const SLACK = 24;

/** A shock: rows of its first, its last and its worst hour. */
export interface TrueShock {
  readonly first: number;
  readonly last: number;
  readonly worst: number;
}

/** Realised variance of the 24 hours around each row; NaN near the ends. */
function variances({ close, length }: Candles): Float64Array {
  const sums = new Float64Array(length + 1);
  for (let i = 0; i < length; i++) sums[i + 1] = sums[i]! + (i === 0 ? 0 : Math.log(close[i]! / close[i - 1]!) ** 2);
  return Float64Array.from({ length }, (_, i) =>
    i < HALF || i + HALF > length ? NaN : sums[i + HALF]! - sums[i - HALF]!,
  );
}

/** The shocks of a series, by hindsight. */
export function trueShocks(bars: Candles): readonly TrueShock[] {
  const { length, high, low, close } = bars;
  const variance = variances(bars);
  const around = (i: number): number[] => {
    const values: number[] = [];
    for (let j = Math.max(0, i - REACH); j < i - SKIPPED; j += STRIDE) values.push(variance[j]!);
    for (let j = i + SKIPPED; j < Math.min(length, i + REACH); j += STRIDE) values.push(variance[j]!);
    return values.filter((value) => !Number.isNaN(value));
  };
  const stretches: [first: number, last: number][] = [];
  for (let i = 0; i < length; i++) {
    const values = around(i);
    if (values.length <= LEAST || !(variance[i]! >= TIMES * quantile(values, 0.5))) continue;
    const before = stretches.at(-1);
    if (before !== undefined && i - before[1] <= JOINED) before[1] = i;
    else stretches.push([i, i]);
  }
  const range = (i: number): number => {
    const last = i === 0 ? close[i]! : close[i - 1]!;
    return Math.log(Math.max(high[i]!, last) / Math.min(low[i]!, last));
  };
  return stretches.map(([from, to]): TrueShock => {
    const [first, last] = [Math.max(0, from - HALF), Math.min(length - 1, to + HALF)];
    let worst = first;
    for (let i = first; i <= last; i++) if (range(i) > range(worst)) worst = i;
    return { first, last, worst };
  });
}

/** How a detector did. */
export interface ShockScore {
  /** Hours from the worst one of each shock to the first active one within it; undefined: missed. */
  readonly delays: readonly (number | undefined)[];
  /** Opens of the hours in which it began away from every shock. */
  readonly falseAlarms: readonly number[];
  /** Share of hours in which it was active. */
  readonly share: number;
  readonly months: number;
}

/** The rows of a detector against the shocks of the same bars. */
export function shockScore(shocks: readonly TrueShock[], rows: readonly ShockRow[]): ShockScore {
  const near = new Uint8Array(rows.length);
  for (const { first, last } of shocks) near.fill(1, Math.max(0, first - SLACK), last + SLACK + 1);
  const begins = rows.flatMap((row, i) => (row.since !== null && row.since === row.time ? [i] : []));
  const told = rows.filter(({ active }) => active !== null);
  return {
    delays: shocks.map(({ first, last, worst }) => {
      const at = rows.slice(first, last + 1).findIndex(({ active }) => active === true);
      return at < 0 ? undefined : first + at - worst;
    }),
    falseAlarms: begins.filter((i) => near[i] === 0).map((i) => rows[i]!.time),
    share: told.filter(({ active }) => active === true).length / told.length,
    months: ((rows.at(-1)!.time - rows[0]!.time) / (HOUR_MS * 24 * 365.25)) * 12,
  };
}
