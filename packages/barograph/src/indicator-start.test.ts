/** Start-up of indicators: a row that is called settled is that of a longer history. */

import type { IndicatorBars } from '@barograph/catalogue/compute';
import { ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { beforeEach, afterEach, describe, expect, it } from 'vitest';
import { indicator, indicatorStart } from './indicator.ts';
import { csv, daily, run, temporaryFolder } from './test-support.ts';

const folder = temporaryFolder();
beforeEach(folder.make);
afterEach(folder.remove);

const SMOOTHED = [
  'exponential-moving-average',
  'average-true-range',
  'relative-strength-index',
  'macd',
  'trix',
  'kalman-level',
];
const WINDOWS = ['simple-moving-average', 'bollinger-bands', 'stochastic-oscillator', 'donchian-channel'];
const SUMS = ['on-balance-volume'];

const series = ohlcv({ n: { min: 450, max: 520 }, interval: '1d', regime: 'calm', gaps: false });
const without = (bars: IndicatorBars, count: number): IndicatorBars => {
  const { time, open, high, low, close, volume } = bars;
  const cut = (column: Float64Array): Float64Array => column.subarray(count);
  return { time: cut(time), open: cut(open), high: cut(high), low: cut(low), close: cut(close), volume: cut(volume) };
};

describe('the start of an indicator', () => {
  it.each(SMOOTHED)('%s: settled rows are those of a history that began a hundred bars before', (slug) => {
    fc.assert(
      fc.property(series, fc.integer({ min: 80, max: 120 }), (bars, before) => {
        const whole = indicator(slug, bars);
        const short = without(bars, before);
        const columns = indicator(slug, short);
        const { lookback, settledFrom } = indicatorStart(slug, short);
        expect(settledFrom).toBeGreaterThanOrEqual(lookback);
        for (const [name, column] of Object.entries(columns)) {
          const usual =
            column.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : Math.abs(value)), 0) / column.length;
          for (let row = settledFrom; row < column.length; row++) {
            const longer = whole[name]![row + before]!;
            expect(Math.abs(column[row]! - longer)).toBeLessThanOrEqual(1e-4 * Math.max(Math.abs(longer), usual));
          }
        }
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  it.each(WINDOWS)('%s: a window is settled with its first value', (slug) => {
    fc.assert(
      fc.property(series, (bars) => {
        const { lookback, settledFrom, lastChange } = indicatorStart(slug, bars);
        expect([settledFrom, lastChange < 1e-6]).toEqual([lookback, true]);
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });

  it.each(SUMS)('%s: a sum from the first bar on never settles', (slug) => {
    const { settledFrom, lastChange } = indicatorStart(slug, daily);
    expect(settledFrom).toBe(daily.length);
    expect(lastChange).toBeGreaterThan(0.001);
  });

  it('is said on standard error: since when, or that the last value is not settled', async () => {
    const long = folder.put('BTC.csv', csv(daily));
    const { settledFrom } = indicatorStart('supertrend', daily);
    const all = await run(['indicator', 'supertrend', long]);
    expect(all.err).toContain(`settled from row ${settledFrom + 1} of ${daily.length} on`);
    expect(all.err).toContain(new Date(daily.time[settledFrom]!).toISOString());
    expect((await run(['indicator', 'supertrend', long, '--rows', 'last'])).err).not.toContain('settled');
    expect((await run(['indicator', 'simple-moving-average', long])).err).not.toContain('settled');

    const sum = await run(['indicator', 'on-balance-volume', long, '--rows', 'last']);
    expect(sum.err).toMatch(/on-balance-volume: the last value is not settled: .* changes by [\d.]+ %/);
  });
});
