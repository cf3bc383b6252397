/** Series that break recurrences: named and deterministic. */

import { candleColumns, candles, HOUR_MS, type Candles } from '@barograph/core';
import * as fc from 'fast-check';

/** Series with the name of its difficulty. */
export interface NamedCandles {
  readonly name: string;
  readonly bars: Candles;
}

const START = 1_609_718_400_000;

/** Hourly candles whose close follows `closeAt`; each bar opens at the previous close. */
function series(length: number, closeAt: (i: number) => number, wick: number = 0): Candles {
  const columns = candleColumns(length);
  for (let i = 0; i < length; i++) {
    const open = i === 0 ? closeAt(0) : closeAt(i - 1);
    const close = closeAt(i);
    columns.time[i] = START + i * HOUR_MS;
    columns.open[i] = open;
    columns.high[i] = Math.max(open, close) * (1 + wick);
    columns.low[i] = Math.min(open, close) / (1 + wick);
    columns.close[i] = close;
    columns.volume[i] = 1 + (i % 7);
  }
  return candles(columns);
}

/**
 * Lists the adversarial series, in a fixed order.
 *
 * @param lookback inputs before the first defined output: one series has exactly as many bars, another has one more.
 * @default 14
 * @example
 * adversarialBars(14).length; // → 12
 * adversarialBars(14).find(({ name }) => name === 'exactly lookback bars')?.bars.length; // → 14
 */
export function adversarialBars(lookback: number = 14): readonly NamedCandles[] {
  const length = Math.max(60, 4 * lookback);
  const rampEnd = Math.floor(length / 2);
  const alternating = (i: number): number => 100 + (i % 2 === 0 ? 1 : -1);
  return [
    { name: 'no bar', bars: series(0, () => 1) },
    { name: 'one bar', bars: series(1, () => 100, 0.01) },
    { name: 'two bars', bars: series(2, alternating, 0.01) },
    { name: 'exactly lookback bars', bars: series(lookback, alternating, 0.01) },
    { name: 'one bar more than lookback', bars: series(lookback + 1, alternating, 0.01) },
    { name: 'constant', bars: series(length, () => 0.3) },
    { name: 'alternating', bars: series(length, alternating) },
    { name: 'alternating with wicks', bars: series(length, alternating, 0.003) },
    { name: 'monotone up', bars: series(length, (i) => 1 + i / 8) },
    { name: 'monotone down', bars: series(length, (i) => 1 + (length - i) / 8) },
    // The residue of a running sum that has contained 1e9 exceeds the flat market's 1e-9.
    {
      name: 'up eighteen decades, then flat',
      bars: series(length, (i) => 10 ** (-9 + (18 * Math.min(i, rampEnd)) / rampEnd)),
    },
    {
      name: 'down eighteen decades, then flat',
      bars: series(length, (i) => 10 ** (9 - (18 * Math.min(i, rampEnd)) / rampEnd)),
    },
  ];
}

/**
 * Draws one of {@link adversarialBars}.
 * @param lookback inputs before the first defined output. @default 14
 *
 * @example
 * const fc = await import('fast-check');
 * const { isPegged } = await import('@barograph/indicators');
 * fc.assert(fc.property(adversarial(), (candles) => !isPegged('BTC', candles))); // → undefined
 */
export function adversarial(lookback?: number): fc.Arbitrary<Candles> {
  return fc.constantFrom(...adversarialBars(lookback).map(({ bars }) => bars));
}
