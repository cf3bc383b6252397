/** Random draws shared by the parts of the environment. */

import { DAY_MS } from '@barograph/core';
import { fatTailed, type Draw } from './random.ts';

/** Number of events of a rate. Uses one draw. */
export function poisson(draw: Draw, rate: number): number {
  let rest = draw();
  let share = Math.exp(-rate);
  let count = 0;
  while (rest > share && share > 0) {
    rest -= share;
    count++;
    share *= rate / count;
  }
  return count;
}

/** About lognormal, with fat tails, at most `most`. Uses two draws. */
export function skewed(draw: Draw, [median, sigma, most]: readonly [number, number, number]): number {
  return Math.min(most, median * Math.exp(sigma * fatTailed(draw)));
}

/** Draws an element of a non-empty list. Uses one draw. */
export function oneOfThem<T>(draw: Draw, list: readonly T[]): T {
  return list[Math.floor(draw() * list.length)]!;
}

/** Number of the UTC day of a moment since 1970. */
export function dayNumber(time: number): number {
  return Math.floor(time / DAY_MS);
}

/** Events after `from` and by `to`, from daily lists, oldest first. `lists(day)` is called for started days only. */
export function between<T extends { readonly time: number }>(
  lists: (day: number) => readonly T[],
  from: number,
  to: number,
  first: number,
): T[] {
  const found: T[] = [];
  for (let day = Math.max(dayNumber(from), first); day <= dayNumber(to); day++) {
    for (const draw of lists(day)) if (draw.time > from && draw.time <= to) found.push(draw);
  }
  return found;
}
