/** Scores of some forecasts of the same thing, week by week: the blocks that tests and intervals are made of. */

import { WEEK_MS } from '@barograph/core';
import { createTally, type Tally, type TallyKeeper } from './tally.ts';

/** One week: every forecast has the same rows. Plain JSON. */
export interface WeekScores<Forecast extends string = string> {
  /** Weeks since 1970, whole. */
  readonly week: number;
  readonly scores: Readonly<Record<Forecast, Tally>>;
}

/** Keeper of the scores of every week. */
export interface WeekKeeper<Forecast extends string> {
  /** The tallies of the week that a time, epoch ms, is in. */
  readonly at: (time: number) => Readonly<Record<Forecast, TallyKeeper>>;
  /** Weeks that were asked for, in that order. */
  readonly weeks: () => readonly WeekScores<Forecast>[];
}

/** Creates scores of some forecasts, without weeks. */
export function createWeeks<Forecast extends string>(forecasts: readonly Forecast[]): WeekKeeper<Forecast> {
  const known = new Map<number, Readonly<Record<Forecast, TallyKeeper>>>();
  return {
    at: (time) => {
      const week = Math.floor(time / WEEK_MS);
      const tallies = known.get(week) ?? record(forecasts, createTally);
      known.set(week, tallies);
      return tallies;
    },
    weeks: () =>
      Array.from(known, ([week, tallies]) => ({
        week,
        scores: record(forecasts, (forecast) => tallies[forecast].tally()),
      })),
  };
}

function record<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Readonly<Record<Key, Value>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of these very keys
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}
