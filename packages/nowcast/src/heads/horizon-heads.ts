/** The heads of one horizon, as an artifact holds them. */

import { UsageError } from '@barograph/core';
import { REGIMES } from '../regimes.ts';
import { DIRECTION_INPUTS, DIRECTIONS, NEXT_REGIME_INPUTS, VOLATILITIES, VOLATILITY_INPUTS } from './inputs.ts';
import { checkLogisticHead, createLogistic, type Logistic, type LogisticHead } from './logistic.ts';

/** Hours ahead that there are heads for. */
export const HORIZONS = { h4: 4, h24: 24 } as const;
export type Horizon = keyof typeof HORIZONS;

export interface HorizonHeads {
  readonly nextRegime: LogisticHead;
  readonly direction: LogisticHead;
  readonly volatility: LogisticHead;
  /** Bounds of the volatility buckets: quantiles of the training hours. */
  readonly volatilityCuts: readonly number[];
  /** Origins learnt from. */
  readonly rows: number;
}

/** Prepared heads, for hourly use. */
export type ReadyHeads = Readonly<Record<'nextRegime' | 'direction' | 'volatility', Logistic>>;

export function readyHeads({ nextRegime, direction, volatility }: HorizonHeads): ReadyHeads {
  return {
    nextRegime: createLogistic(nextRegime),
    direction: createLogistic(direction),
    volatility: createLogistic(volatility),
  };
}

/** @throws {UsageError} a head that is not what this code asks, or whose numbers are bad. */
export function checkHorizonHeads({ nextRegime, direction, volatility, volatilityCuts }: HorizonHeads): void {
  checkNames('nextRegime', nextRegime, REGIMES, NEXT_REGIME_INPUTS);
  checkNames('direction', direction, DIRECTIONS, DIRECTION_INPUTS);
  checkNames('volatility', volatility, VOLATILITIES, VOLATILITY_INPUTS);
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
