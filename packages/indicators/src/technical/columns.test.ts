import { barAt, candlesOf, DAY_MS, type Candles } from '@barograph/core';
import { ohlcv } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { technicalColumns, type TechnicalColumns } from './columns.ts';
import { TECHNICAL_V1, type TechnicalConfig } from './config.ts';
import { technicalHistory } from './technical.ts';
import { createTechnicalTracker } from './tracker.ts';

/** Short and sensitive, so that a few weeks reach every field. */
const EAGER: TechnicalConfig = {
  ...TECHNICAL_V1,
  version: 'technical/test',
  averages: { short: 2, middle: 4, long: 7 },
  crossDays: 2,
  rsi: { period: 3 },
  bollinger: { period: 4, deviations: 2 },
  bandwidthBars: 12,
  bandwidthMinBars: 5,
  expandDays: 2,
  rangeBars: 5,
  historyDays: 6,
};
const ABOUT = { symbol: 'BTC', source: 'perpdex_perp' } as const;
const days = (n: number) => ohlcv({ n: { min: 0, max: n }, interval: '1d', regime: 'wild' });
const nullAt = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Fields of the row at the close of each day, by the tracker. */
function ofTracker(daily: Candles, config: TechnicalConfig) {
  const tracker = createTechnicalTracker(config);
  const rows = Array.from({ length: daily.length }, (_, i) => {
    tracker.day(barAt(daily, i));
    return tracker.row(ABOUT, daily.time[i]! + DAY_MS);
  });
  return { rows, history: tracker.history };
}

const rowAt = (columns: TechnicalColumns, i: number): object =>
  Object.fromEntries(
    Object.entries(columns).map(([field, column]) => {
      const value: unknown = column[i];
      return [field, typeof value === 'number' ? nullAt(value) : value];
    }),
  );

describe('the technical regime in columns', () => {
  it.each([
    ['by short windows', EAGER, 60],
    ['by those of version 1', TECHNICAL_V1, 320],
  ] as const)('is that of the tracker at the close of every day, to the bit, %s', (_, config, most) => {
    fc.assert(
      fc.property(days(most), (daily) => {
        const { rows, history } = ofTracker(daily, config);
        const columns = technicalColumns(daily, config);
        for (const [i, row] of rows.entries()) expect(row).toMatchObject(rowAt(columns, i));
        expect(technicalHistory(daily, config)).toStrictEqual(history);
        const again = technicalColumns(daily, config, columns);
        expect(again.sma200).toBe(columns.sma200);
        expect(again).toStrictEqual(technicalColumns(daily, config));
      }),
      { numRuns: most > 100 ? 6 : 20 },
    );
  });

  it('has no rank on days without a bandwidth, whose prices are too large to square, and goes on after them', () => {
    const bars = Array.from({ length: 60 }, (_, i) => {
      const open = (100 + (i % 7)) * (i >= 20 && i < 30 ? 1e298 : 1);
      return { time: i * DAY_MS, open, high: open * 1.02, low: open * 0.97, close: open * 1.01, volume: 1 };
    });
    const daily = candlesOf(bars);
    const { rows, history } = ofTracker(daily, EAGER);
    const columns = technicalColumns(daily, EAGER);
    expect(columns.bbBandwidth[24]).toBeNaN();
    for (const [i, row] of rows.entries()) expect(row).toMatchObject(rowAt(columns, i));
    expect(technicalHistory(daily, EAGER)).toStrictEqual(history);
  });

  it('names the invalid bar, as the tracker does', () => {
    const bar = { time: 0, open: 1, high: 2, low: 1, close: 2, volume: 1 };
    const daily = candlesOf([bar, { ...bar, time: DAY_MS + 1 }]);
    for (const of of [technicalColumns, technicalHistory]) {
      expect(() => of(daily)).toThrow(/"time" expected a full day after 0, got 86400001/);
      expect(() => of(daily, { ...EAGER, crossDays: 0 })).toThrow(/"crossDays" expected/);
    }
    expect(() => technicalColumns(candlesOf([bar]), EAGER, technicalColumns(candlesOf([]), EAGER))).toThrow(
      /"into.sma50" expected 1 rows, got 0/,
    );
  });
});
