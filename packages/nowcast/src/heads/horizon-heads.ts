/** The heads of one horizon, as an artifact holds them. */

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

/** Hours ahead that there are heads for. */
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
  /** Origins learnt from. */
  readonly rows: number;
  /** Whether regimes are among the inputs of the volatility, and the test that decided it; left out before `heads/3`. */
  readonly regimes?: RegimeTest;
}

/**
 * Log loss of the volatility head without regimes less that of one with them, in nats, on the last origins of training by
 * heads fitted on those before. Regimes are inputs where the whole interval is above 0.
 */
export interface RegimeTest {
  readonly used: boolean;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly level: number;
  /** Weeks that were drawn from, and the version of the bootstrap. */
  readonly blocks: number;
  readonly version: string;
}

/** Prepared heads, for hourly use. */
export interface ReadyHeads extends Readonly<Record<'nextRegime' | 'direction' | 'volatility', FillLogistic>> {
  /** Writes the inputs of the volatility, of which there are `volatilityWidth`. */
  readonly fillVolatility: FillVolatility;
  readonly volatilityWidth: number;
}

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
 * @param expects whether the model has a HAR+, which the head of the volatility must then be fed by.
 * @throws {UsageError} a head that is not what this code asks, or whose numbers are bad.
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
