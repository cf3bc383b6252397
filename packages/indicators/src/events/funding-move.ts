/**
 * Detects moves of a funding rate as a pure state machine, one print per step. It reports a rate far enough from the
 * last reported one, and the first print of every hour in any case. The very first print is not reported, because it
 * has no reference.
 *
 * The hourly report is a rule of the service; the threshold is our own choice.
 */

import { finite, HOUR_MS, UsageError, type Reducer } from '@barograph/core';
import { checkTime } from './window.ts';

/** Parameters of funding moves. */
export interface FundingMoveConfig {
  readonly version: `funding-move/${string}`;
  /** Least change to report, fraction per hour, > 0. */
  readonly minChange: number;
}

/** Threshold of a funding event, version 1. */
export const FUNDING_MOVE_V1: FundingMoveConfig = Object.freeze({ version: 'funding-move/1', minChange: 1e-7 });

/** Funding rate printed at a moment, epoch ms. */
export interface FundingPrint {
  readonly time: number;
  /** Funding rate, fraction per hour. */
  readonly rate1h: number;
}

/** Reported funding print. */
export interface FundingMove {
  /** Rate per hour, a fraction of the notional. */
  readonly rate1h: number;
  /** Rate last reported; for the first report, that of the first print. */
  readonly prevRate1h: number;
  /** Whether it is the first print of a UTC hour. */
  readonly settle: boolean;
}

/** Rate last reported, and time of the last print, epoch ms; null before the first. Plain JSON. */
export interface FundingMoveState {
  readonly last: { readonly time: number; readonly reported: number } | null;
}

/** Rounds to twelve decimals: far below any printed rate, far above the rounding of doubles. */
const RATE_SCALE = 1e12;
const change = (from: number, to: number): number => Math.abs(Math.round((to - from) * RATE_SCALE) / RATE_SCALE);
const hourOf = (time: number): number => Math.floor(time / HOUR_MS);

/**
 * Creates the state machine, one step per print; a step returns the move or null.
 *
 * @param config parameters. @default FUNDING_MOVE_V1
 * @throws {UsageError} when the config is invalid; from `step`, when the rate is not finite or its time is not after
 * the previous one.
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
