/**
 * Detects moves of a mark price over about a minute as a pure state machine, one observation per step.
 *
 * The reference is the mark of the last reported move for `windowMs`; after that, the stored observation closest to
 * `windowMs` ago, within the tolerance. A reported move becomes the reference at once, so a continuing move is reported
 * again only after moving as far again: 1 % in a minute gives at most ten moves of 0.10 %. After a gap nothing is
 * reported until a reference exists again.
 *
 * The threshold and the minute are those of the service; memory, tolerance and re-arming are our own reading of
 * "about".
 */

import { finite, integerAtLeast, UsageError, within, type Reducer } from '@barograph/core';
import { checkTime, closestToAge } from './window.ts';

/** Parameters of price moves. */
export interface PriceMoveConfig {
  readonly version: `price-move/${string}`;
  /** Least move, percent, > 0. */
  readonly minPct: number;
  readonly windowMs: number;
  /** Permitted deviation of a reference's age from the window, as a fraction of the window, within 0…1. */
  readonly tolerance: number;
}

/** Window and threshold of price moves, version 1. */
export const PRICE_MOVE_V1: PriceMoveConfig = Object.freeze({
  version: 'price-move/1',
  minPct: 0.1,
  windowMs: 60_000,
  tolerance: 0.2,
});

/** Mark price in quote units at a moment, epoch ms. */
export interface MarkSample {
  readonly time: number;
  readonly price: number;
}

/** Move above the threshold. */
export interface PriceMove {
  /** Signed change, percent, to nine decimals: from 100 to 100.1 is exactly 0.1. */
  readonly pct: number;
  /** Price of the observation. */
  readonly price: number;
  /** Price of the reference. */
  readonly prevPrice: number;
  /** Time from the reference to the observation, ms. */
  readonly windowMs: number;
}

/** Possible references, oldest first. Plain JSON. */
export interface PriceMoveState {
  readonly kept: readonly MarkSample[];
  /** Time of the last reported move, epoch ms; null before the first. */
  readonly reportedAt: number | null;
}

/** Rounds to nine decimals: far below any tick, far above the rounding of doubles. */
const PCT_SCALE = 1e9;

/**
 * Change from `prevPrice` to `price` in percent, to nine decimals.
 *
 * @example
 * movePct(100, 101); // → 1
 */
export function movePct(prevPrice: number, price: number): number {
  return Math.round(((price - prevPrice) / prevPrice) * 100 * PCT_SCALE) / PCT_SCALE;
}

/**
 * Creates the state machine, one step per observation; a step returns the move or null.
 *
 * @param config parameters. @default PRICE_MOVE_V1
 * @throws {UsageError} when the config is invalid; from `step`, when the price is not finite and positive, or its time
 * is not after the previous one.
 * @example
 * const { initial, step } = priceMove();
 * const { state } = step(initial, { time: 0, price: 60_000 });
 * step(state, { time: PRICE_MOVE_V1.windowMs, price: 60_900 }).output?.pct; // → 1.5
 */
export function priceMove(
  config: PriceMoveConfig = PRICE_MOVE_V1,
): Reducer<PriceMoveState, MarkSample, PriceMove | null> {
  const { minPct, windowMs, tolerance } = check(config);
  const slack = windowMs * tolerance;

  const referenceOf = ({ kept, reportedAt }: PriceMoveState, now: number): MarkSample | undefined => {
    if (reportedAt !== null && now - reportedAt <= windowMs) return kept.find(({ time }) => time === reportedAt);
    return closestToAge(kept, now, windowMs, slack);
  };

  return {
    initial: { kept: [], reportedAt: null },
    step: (state, sample) => {
      const { time, price } = checkSample(sample, state.kept.at(-1));
      const reference = referenceOf(state, time);
      const pct = reference === undefined ? 0 : movePct(reference.price, price);
      if (reference !== undefined && Math.abs(pct) >= minPct) {
        const move = { pct, price, prevPrice: reference.price, windowMs: time - reference.time };
        return { state: { kept: [{ time, price }], reportedAt: time }, output: move };
      }
      // A later observation may refer back at most by the window and its tolerance.
      const kept = [...state.kept.filter((old) => time - old.time <= windowMs + slack), { time, price }];
      return { state: { kept, reportedAt: state.reportedAt }, output: null };
    },
  };
}

function check(config: PriceMoveConfig): PriceMoveConfig {
  if (!(finite('minPct', config.minPct) > 0)) {
    throw new UsageError(`"minPct" expected a number > 0, got ${config.minPct}`);
  }
  integerAtLeast('windowMs', config.windowMs, 1);
  within('tolerance', config.tolerance, 0, 1);
  return config;
}

function checkSample({ time, price }: MarkSample, last: MarkSample | undefined): MarkSample {
  checkTime(time, last);
  if (!(finite('price', price) > 0)) throw new UsageError(`"price" expected a number > 0, got ${price}`);
  return { time, price };
}
