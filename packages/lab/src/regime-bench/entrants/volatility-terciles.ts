/** Terciles of daily realised variance: the simple rule that a model must beat. */

import { barAt, type Bar, createRollingSum } from '@barograph/core';
import type { Entrant } from '../entrant.ts';
import { returnStream } from '../returns.ts';
import { tercileRule } from '../terciles.ts';

const HOURS = 24;

/** Sum of squared returns over the last day; NaN during the first day. */
function dailyVariance(): (bar: Bar) => number {
  const returns = returnStream();
  const sum = createRollingSum(HOURS);
  return (bar) => {
    const change = returns(bar);
    return Number.isNaN(change) ? NaN : sum.next(change * change);
  };
}

/**
 * Label: tercile of the training hours' daily variance that contains the hour's variance.
 *
 * @source Realised variance: T. G. Andersen, T. Bollerslev, International Economic Review 39, 1998. The thirds are a rule
 * of practice.
 */
export const volatilityTerciles: Entrant = {
  name: 'volatility-terciles',
  source: 'rule of practice: thirds of 24 h realised variance',
  labels: 3,
  fit: (training) => {
    const variance = dailyVariance();
    const labelOf = tercileRule(Array.from({ length: training.length }, (_, t) => variance(barAt(training, t))));
    return () => {
      const live = dailyVariance();
      return { next: (bar) => labelOf(live(bar)) };
    };
  },
};
