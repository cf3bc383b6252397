/** The npm catalogue library on clean data (it never recovers from a flat market, and is not asked to). */

import { DAY_MS } from '@barograph/core';
import { adx, atr, bollinger, rsi, sma } from '@barograph/indicators';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { ADX, ATR, BollingerBands, RSI, SMA } from 'technicalindicators';
import { describe, expect, it } from 'vitest';

describe('technicalindicators', () => {
  const bars = createMarket(SIMULATOR_V1).candles(
    'ETH',
    'perpdex_perp',
    '1h',
    SIMULATOR_V1.start,
    SIMULATOR_V1.start + 60 * DAY_MS,
  );
  const columns = { high: [...bars.high], low: [...bars.low], close: [...bars.close] };
  const tolerance = { rel: 1e-9, abs: 1e-9 };

  it.each([5, 14])('ADX(%i) with the wilder seed, DMI agree', (period) => {
    const theirs = ADX.calculate({ ...columns, period });
    const ours = adx(bars, { period, seed: 'wilder', onFlat: 'zero' });
    const from = bars.length - theirs.length;
    expect(from).toBe(2 * period - 1);
    expect(ours.adx.subarray(from)).toMatchOracle(
      theirs.map((point) => point.adx),
      tolerance,
    );
    expect(ours.plusDi.subarray(from)).toMatchOracle(
      theirs.map((point) => point.pdi),
      tolerance,
    );
    expect(ours.minusDi.subarray(from)).toMatchOracle(
      theirs.map((point) => point.mdi),
      tolerance,
    );
  });

  it.each([5, 14])('ATR(%i) agrees', (period) => {
    const theirs = ATR.calculate({ ...columns, period });
    const from = bars.length - theirs.length;
    expect(from).toBe(period);
    expect(atr(bars, { period }).subarray(from)).toMatchOracle(theirs, tolerance);
  });

  it.each([5, 14])('SMA(%i), RSI (rounded by them to cents) and the bands with %%b agree', (period) => {
    const values = columns.close;
    const averages = SMA.calculate({ values, period });
    expect(sma(bars, { period }).subarray(period - 1)).toMatchOracle(averages, tolerance);
    const strengths = RSI.calculate({ values, period });
    expect(rsi(bars, { period }).subarray(period)).toMatchOracle(strengths, { rel: 0, abs: 0.005 + 1e-9 });
    const theirs = BollingerBands.calculate({ values, period, stdDev: 2 });
    const ours = bollinger(bars, { period, deviations: 2 });
    for (const [name, key] of [
      ['lower', 'lower'],
      ['middle', 'middle'],
      ['upper', 'upper'],
      ['percentB', 'pb'],
    ] as const) {
      expect(ours[name].subarray(period - 1)).toMatchOracle(
        theirs.map((row) => row[key]),
        tolerance,
      );
    }
  });
});
