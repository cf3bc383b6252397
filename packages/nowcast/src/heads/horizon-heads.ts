/** Heads of one horizon, as in an artifact. */

import { UsageError } from '@barograph/core';
import { REGIMES } from '../regimes.ts';
import {
  DIRECTION_INPUTS,
  DIRECTIONS,
  EXPECTED_VOLATILITY_AND_REGIMES,
  EXPECTED_VOLATILITY_INPUTS,
  NEXT_REGIME_INPUTS,
  VOLATILITIES,
  VOLATILITY_INPUTS,
  type FillVolatility,
  fillVolatilityOf,
} from './inputs.ts';
import { checkLogisticHead, fillLogistic, type FillLogistic, type LogisticHead } from './logistic.ts';

/** Forecast horizons with heads, hours. */
export const HORIZONS = { h4: 4, h24: 24 } as const;

/** Name of a horizon, `h4` or `h24`. */
export type Horizon = keyof typeof HORIZONS;

/** Heads of a model for one horizon. */
export interface HorizonHeads {
  readonly nextRegime: LogisticHead;
  readonly direction: LogisticHead;
  readonly volatility: LogisticHead;
  /** Bounds of the volatility buckets: quantiles of the training hours. */
  readonly volatilityCuts: readonly number[];
  /** Number of training origins. */
  readonly rows: number;
  /** Whether regimes are inputs of the volatility head, and the test that decided it; absent before `heads/3`. */
  readonly regimes?: RegimeTest;
}

/**
 * Log loss of the volatility head without regimes minus that of the head with them, nats, on the last training origins
 * with heads fitted on the earlier ones. Regimes are inputs when the whole interval is above 0. The interval
 * `low`…`high` around `mean` has the confidence `level`, 0…1.
 */
export interface RegimeTest {
  readonly used: boolean;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
  /** Number of weeks in the bootstrap, and its version. */
  readonly blocks: number;
  readonly version: string;
}

/** Prepared heads for hourly use. */
export interface ReadyHeads extends Readonly<Record<'nextRegime' | 'direction' | 'volatility', FillLogistic>> {
  /** Writes the `volatilityWidth` inputs of the volatility head. */
  readonly fillVolatility: FillVolatility;
  /** Numbers that `fillVolatility` writes. */
  readonly volatilityWidth: number;
}

/** Prepares the heads of one horizon. */
export function readyHeads({ nextRegime, direction, volatility }: HorizonHeads): ReadyHeads {
  return {
    nextRegime: fillLogistic(nextRegime),
    direction: fillLogistic(direction),
    volatility: fillLogistic(volatility),
    fillVolatility: fillVolatilityOf(volatility.inputs)!,
    volatilityWidth: volatility.inputs.length,
  };
}

/**
 * Checks the heads of a horizon.
 * @param expects whether the model has a HAR+, which must then be an input of the volatility head. @default false
 * @throws {UsageError} when a head differs from what this code needs, or its numbers are invalid.
 */
export function checkHorizonHeads(
  { nextRegime, direction, volatility, volatilityCuts }: HorizonHeads,
  expects: boolean = false,
): void {
  checkNames('nextRegime', nextRegime, REGIMES, NEXT_REGIME_INPUTS);
  checkNames('direction', direction, DIRECTIONS, DIRECTION_INPUTS);
  const withRegimes = expects && volatility.inputs.length > EXPECTED_VOLATILITY_INPUTS.length;
  const fed = withRegimes ? EXPECTED_VOLATILITY_AND_REGIMES : EXPECTED_VOLATILITY_INPUTS;
  checkNames('volatility', volatility, VOLATILITIES, expects ? fed : VOLATILITY_INPUTS);
  const ascending = volatilityCuts.every((cut, i) => cut > (volatilityCuts[i - 1] ?? 0));
  if (volatilityCuts.length !== VOLATILITIES.length - 1 || !ascending) {
    throw new UsageError(`"volatilityCuts" expected 3 ascending numbers > 0, got ${volatilityCuts.join(', ')}`);
  }
}

function checkNames(name: string, head: LogisticHead, classes: readonly string[], inputs: readonly string[]): void {
  checkLogisticHead(head);
  for (const [part, expected, got] of [
    ['classes', classes, head.classes],
    ['inputs', inputs, head.inputs],
  ] as const) {
    if (expected.join() !== got.join()) {
      throw new UsageError(`"${name}.${part}" expected ${expected.join(', ')}, got ${got.join(', ')}`);
    }
  }
}
