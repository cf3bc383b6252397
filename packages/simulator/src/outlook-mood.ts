/** Fear and greed: a daily index that follows the market. */

import { DAY_MS } from '@barograph/core';
import type { OutlookConfig } from './outlook-config.ts';
import type { OutlookMarket } from './outlook-market.ts';
import { fatTailed, generator } from './random.ts';

/** Traded days before the first index. */
const FIRST = 2;
/** Days of noise that still count: older noise has less than 0.1 % of its weight. */
const MEMORY = 30;

/**
 * Creates the index at 00:00 UTC of a day, an integer from 0 fear to 100 greed; undefined in the first days of the
 * market.
 */
export function createMood(
  seed: string,
  start: number,
  past: OutlookMarket,
  { mood }: OutlookConfig,
): (day: number) => number | undefined {
  const noiseOf = (day: number): number => fatTailed(generator(`${seed}|outlook|mood|${day}`));
  return (day) => {
    const time = day * DAY_MS;
    if (time < start + FIRST * DAY_MS) return undefined;
    let own = 0;
    for (let age = MEMORY; age >= 0; age--) own = mood.persistence * own + mood.noise * noiseOf(day - age);
    const unusual = past.liveliness(time, 7) / past.liveliness(time, 90) - 1;
    const value =
      50 + mood.monthly * past.change(time, 30) + mood.weekly * past.change(time, 7) - mood.volatility * unusual + own;
    return Math.min(100, Math.max(0, Math.round(value)));
  };
}
