/** Price levels derived from days and swings. */

import type { ComputedColumns, IndicatorBars } from './computation.ts';
import { columnOf, windowed } from './series.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** Columns of NaN, by name. */
function blank(length: number, names: readonly string[]): Record<string, Float64Array> {
  return Object.fromEntries(names.map((name) => [name, new Float64Array(length).fill(NaN)]));
}

/** Floor pivots of each UTC day from the complete previous day; unknown when bars are missing at its start. */
export function pivots({ time, high, low, close }: IndicatorBars): ComputedColumns {
  const out = blank(time.length, ['pivot', 'r1', 's1', 'r2', 's2']);
  let day = { of: NaN, high: -Infinity, low: Infinity, close: NaN, isWhole: false };
  let levels: readonly number[] = [];
  time.forEach((now, i) => {
    if (dayOf(now) !== day.of) {
      const pivot = (day.high + day.low + day.close) / 3;
      const range = day.high - day.low;
      levels =
        day.isWhole && dayOf(now) === day.of + 1
          ? [pivot, 2 * pivot - day.low, 2 * pivot - day.high, pivot + range, pivot - range]
          : [];
      day = { of: dayOf(now), high: -Infinity, low: Infinity, close: NaN, isWhole: now % DAY_MS === 0 };
    }
    day = { ...day, high: Math.max(day.high, high[i]!), low: Math.min(day.low, low[i]!), close: close[i]! };
    Object.values(out).forEach((column, k) => (column[i] = levels[k] ?? NaN));
  });
  return out;
}

/** Retracements of the swing between the extremes of each window; the newest of equal ones counts. */
export function retracements({ high, low }: IndicatorBars, n: number): ComputedColumns {
  const fractions: Readonly<Record<string, number>> = {
    half: 0.5,
    level_236: 0.236,
    level_382: 0.382,
    level_618: 0.618,
    level_786: 0.786,
  };
  const out = blank(high.length, Object.keys(fractions));
  for (let t = n - 1; t < high.length; t++) {
    let [top, bottom] = [t - n + 1, t - n + 1];
    for (let i = t - n + 1; i <= t; i++) {
      if (high[i]! >= high[top]!) top = i;
      if (low[i]! <= low[bottom]!) bottom = i;
    }
    const [end, begin] = top >= bottom ? [high[top]!, low[bottom]!] : [low[bottom]!, high[top]!];
    for (const [name, share] of Object.entries(fractions)) out[name]![t] = end + share * (begin - end);
  }
  return out;
}

/** Lows and highs beyond `k` neighbours on each side, reported `k` bars later. */
export function fractals({ high, low }: IndicatorBars, k: number): Float64Array {
  return windowed(high, 2 * k + 1, (from, to) => {
    const at = from + k;
    let [isTop, isBottom] = [true, true];
    for (let i = from; i <= to; i++) {
      if (i === at) continue;
      if (high[i]! >= high[at]!) isTop = false;
      if (low[i]! <= low[at]!) isBottom = false;
    }
    return isTop === isBottom ? 0 : isBottom ? 1 : -1;
  });
}

/** Direction of the swing, and the extreme that its start confirmed. */
export function zigzag({ high, low }: IndicatorBars, percent: number): ComputedColumns {
  let [side, top, bottom, confirmed] = [0, -Infinity, Infinity, NaN];
  const extreme = new Float64Array(high.length);
  const direction = columnOf(high.length, (i) => {
    top = Math.max(top, high[i]!);
    bottom = Math.min(bottom, low[i]!);
    if (side >= 0 && low[i]! <= top * (1 - percent / 100)) {
      [side, confirmed, bottom, top] = [-1, top, low[i]!, high[i]!];
    } else if (side <= 0 && high[i]! >= bottom * (1 + percent / 100)) {
      [side, confirmed, top, bottom] = [1, bottom, high[i]!, low[i]!];
    }
    extreme[i] = confirmed;
    return side;
  });
  return { direction, extreme };
}

/** High and low of the first minutes of each UTC day, and the position of the close in them. */
export function openingRange({ time, high, low, close }: IndicatorBars, minutes: number): ComputedColumns {
  const out = blank(time.length, ['place', 'range_high', 'range_low']);
  let [day, top, bottom] = [NaN, -Infinity, Infinity];
  time.forEach((now, i) => {
    if (dayOf(now) !== day) [day, top, bottom] = [dayOf(now), -Infinity, Infinity];
    const isWithin = (at: number | undefined): boolean => at !== undefined && (at % DAY_MS) / MINUTE_MS < minutes;
    if (isWithin(now)) [top, bottom] = [Math.max(top, high[i]!), Math.min(bottom, low[i]!)];
    // The distance to the next bar is assumed to equal that to the previous one: the next bar may not exist yet.
    const step = i === 0 ? (time[1] ?? NaN) - now : now - time[i - 1]!;
    const isOver = !(isWithin(now) && (now % DAY_MS) + step < minutes * MINUTE_MS);
    if (!isOver || top <= bottom) return;
    out['place']![i] = (close[i]! - bottom) / (top - bottom);
    out['range_high']![i] = top;
    out['range_low']![i] = bottom;
  });
  return out;
}
