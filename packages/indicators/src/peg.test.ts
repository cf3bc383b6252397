import { candlesOf, DAY_MS, type Candles } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { isPegged } from './peg.ts';

const closes = (values: readonly number[]): Candles =>
  candlesOf(values.map((close, i) => ({ time: i * DAY_MS, open: close, high: close, low: close, close, volume: 1 })));
const days = (count: number, closeAt: (i: number) => number): Candles =>
  closes(Array.from({ length: count }, (_, i) => closeAt(i)));

describe('pegs', () => {
  it('are known by name, in any case: stablecoins and wrapped twins', () => {
    expect(isPegged('USDC', closes([]))).toBe(true);
    expect(isPegged('usdc', closes([]))).toBe(true);
    expect(
      isPegged(
        'WBTC',
        days(60, (i) => 60_000 + 900 * i),
      ),
    ).toBe(true);
    expect(isPegged('BTC', closes([]))).toBe(false);
  });

  it('are seen by 30 days of closes that hug 1 and hardly move', () => {
    expect(
      isPegged(
        'NEWUSD',
        days(31, (i) => 1 + 0.0005 * (i % 2)),
      ),
    ).toBe(true);
    expect(
      isPegged(
        'NEWUSD',
        days(30, () => 1),
      ),
    ).toBe(false);
  });

  it('are not coins that merely trade near 1, or that hug another number', () => {
    expect(
      isPegged(
        'XRP',
        days(60, (i) => 1 + 0.009 * (i % 2)),
      ),
    ).toBe(false); // Daily moves of 0.9 %.
    expect(
      isPegged(
        'GOLD',
        days(60, () => 1.02),
      ),
    ).toBe(false);
    expect(
      isPegged(
        'DRIFT',
        days(60, (i) => 0.5 + i / 60),
      ),
    ).toBe(false);
  });
});
