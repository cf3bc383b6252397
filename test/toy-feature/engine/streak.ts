/** A toy engine, as a package of engines would have it: how many hours in a row closed higher, or lower. */

import type { Bar, Candles } from '@barograph/core';

/** Thresholds of the streak. */
export const STREAK_V1 = { version: 'streak/1', minHours: 3 } as const;

/** State after the hours of one symbol. */
export interface StreakState {
  /** Hours in a row that closed higher; negative: lower; 0 after an unchanged one. */
  readonly streak: number;
  /** Hours that were followed. */
  readonly hours: number;
  /** Null before the first hour. */
  readonly close: number | null;
  /** Open of the last hour, epoch ms. */
  readonly time: number | null;
}

/** The state before the first hour. */
export const STREAK_START: StreakState = { streak: 0, hours: 0, close: null, time: null };

/** The state after an hour. */
export function nextStreak(last: StreakState, { close, time }: Pick<Bar, 'close' | 'time'>): StreakState {
  const step = last.close === null ? 0 : Math.sign(close - last.close);
  const goesOn = step !== 0 && Math.sign(last.streak) === step;
  return { streak: goesOn ? last.streak + step : step, hours: last.hours + 1, close, time };
}

/** The state after each bar of a batch. */
export function streaks({ time, close, length }: Candles): readonly StreakState[] {
  const states: StreakState[] = [];
  let state = STREAK_START;
  for (let i = 0; i < length; i++) states.push((state = nextStreak(state, { time: time[i]!, close: close[i]! })));
  return states;
}
