/** The npm catalogue library on clean data (it never recovers from a flat market, and is not asked to). */

import { DAY_MS } from '@barograph/core';
import { adx, atr } from '@barograph/indicators';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { ADX, ATR } from 'technicalindicators';
import { describe, expect, it } from 'vitest';

describe('technicalindicators', () => {
  const bars = createMarket().candles(
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
});
