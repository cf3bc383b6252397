/** Expected volatility of a coin: HAR+ of the model, or an exponential average for a model without it. */

import { HOUR_MS, type Bar } from '@barograph/core';
import { createHar, createReturnVolatility, modelFor, type NowcastModel } from '@barograph/nowcast';
import type { RiskHorizon } from './config.ts';

/** Sources of expected volatility. */
export const VOLATILITY_SOURCES = ['har', 'ewma'] as const;

/** Source of a panel's expected volatility. */
export type VolatilitySource = (typeof VOLATILITY_SOURCES)[number];

/** Missing hours after which an average restarts; more have the same effect. */
const MOST_MISSING = 25;

/** Source of a model's volatility. */
export function sourceOf({ har }: NowcastModel): VolatilitySource {
  return har === null ? 'ewma' : 'har';
}

/**
 * Creates the expected volatility, bar by bar. Without HAR+ it is that of returns with a half-life of 24 hours for the
 * next 4, and of 48 hours for the next 24.
 */
export function createExpected(model: NowcastModel, coin: string): (bar: Bar) => Readonly<Record<RiskHorizon, number>> {
  const own = modelFor(model, coin).har;
  if (own !== null) {
    const stream = createHar(own.fit, own.config);
    return (bar) => stream.next(bar);
  }
  const average = createReturnVolatility();
  let last = NaN;
  return ({ time, close }) => {
    const missing = Math.min(MOST_MISSING, (time - last) / HOUR_MS - 1);
    for (let hour = 0; hour < missing; hour++) average.next(NaN);
    last = time;
    const { h24, h48 } = average.next(close);
    return { h4: h24, h24: h48 };
  };
}
