/**
 * Moves of a funding rate, as a pure machine that is fed one print at a time: a rate that is far enough from the one
 * last reported, and the first print of every new hour, whatever it says. The first print of all is reported by no one:
 * there is nothing that it could have moved from.
 *
 * That the first print of an hour is an event of its own is the service's; how far is far enough is our own reading.
 */

import { finite, HOUR_MS, UsageError, type Reducer } from '@barograph/core';
import { checkTime } from './window.ts';

/** Numbers of funding moves. */
export interface FundingMoveConfig {
  readonly version: `funding-move/${string}`;
  /** Least change, fraction per hour, > 0. */
  readonly minChange: number;
}

/** Least change of funding that is an event, version 1. */
export const FUNDING_MOVE_V1: FundingMoveConfig = Object.freeze({ version: 'funding-move/1', minChange: 1e-7 });

/** A funding rate as it was printed at a moment, epoch ms. */
export interface FundingPrint {
  readonly time: number;
  /** Fraction per hour. */
  readonly rate1h: number;
}

/** A funding print to report. */
export interface FundingMove {
  readonly rate1h: number;
  /** The one last reported; of the first report, the first print. */
  readonly prevRate1h: number;
  /** The first print of a new UTC hour. */
  readonly settle: boolean;
}

/** Plain JSON: the rate last reported and the moment of the last print, epoch ms; null before the first. */
export interface FundingMoveState {
  readonly last: { readonly time: number; readonly reported: number } | null;
}

/** Twelve decimals: far below any rate that is printed, far above the rounding of doubles. */
const RATE_SCALE = 1e12;
const change = (from: number, to: number): number => Math.abs(Math.round((to - from) * RATE_SCALE) / RATE_SCALE);
const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

/**
 * State machine of one step per print; returns the move, or null.
 *
 * @throws {UsageError} a bad config; from `step`, a rate that is not finite, or a time that is not after the one
 * before.
 * @example
 * fold(fundingMove(), [{ time: 0, rate1h: 1e-5 }]).outputs; // → [ null ]
 */
export function fundingMove(
  config: FundingMoveConfig = FUNDING_MOVE_V1,
): Reducer<FundingMoveState, FundingPrint, FundingMove | null> {
  const { minChange } = config;
  if (!(finite('minChange', minChange) > 0)) {
    throw new UsageError(`"minChange" expected a number > 0, got ${minChange}`);
  }
  return {
    initial: { last: null },
    step: ({ last }, { time, rate1h }) => {
      checkTime(time, last ?? undefined);
      finite('rate1h', rate1h);
      if (last === null) return { state: { last: { time, reported: rate1h } }, output: null };
      const settle = hourOf(time) > hourOf(last.time);
      if (!settle && change(last.reported, rate1h) < minChange) {
        return { state: { last: { time, reported: last.reported } }, output: null };
      }
      const move = { rate1h, prevRate1h: last.reported, settle };
      return { state: { last: { time, reported: rate1h } }, output: move };
    },
  };
}
