/** Start-up of indicators: a row that is called settled is that of a longer history. */

import type { IndicatorBars } from '@barograph/catalogue/compute';
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

/** A walk of days from a seed. */
const series = fc
  .tuple(fc.nat({ max: 1_000_000 }), fc.integer({ min: 450, max: 520 }))
  .map(([seed, length]): IndicatorBars => {
    let state = seed + 1;
    const draw = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647 - 0.5;
    };
    const column = (): Float64Array => new Float64Array(length);
    const bars = { time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
    let price = 100;
    for (let i = 0; i < length; i++) {
      bars.time[i] = i * 86_400_000;
      bars.open[i] = price;
      price *= 1 + draw() / 15;
      bars.close[i] = price;
      bars.high[i] = Math.max(bars.open[i]!, price) * (1.005 + draw() / 100);
      bars.low[i] = Math.min(bars.open[i]!, price) * (0.995 + draw() / 100);
      bars.volume[i] = 1000 * (1 + draw());
    }
    return bars;
  });
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
        expect(settledFrom).toBeGreaterThan(lookback);
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

  it.each(['on-balance-volume', 'accumulation-distribution-line'])(
    '%s: a sum from the first bar on never settles',
    (slug) => {
      fc.assert(
        fc.property(series, (bars) => {
          const { settledFrom, lastChange } = indicatorStart(slug, bars);
          expect(settledFrom).toBe(bars.time.length);
          expect(lastChange).toBeGreaterThan(1e-4);
        }),
        { numRuns: 5, endOnFailure: true },
      );
    },
  );

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
