import { candlesOf, HOUR_MS, sliceCandles, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { barsOf } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';
import { HAR_V1 } from '../har/config.ts';
import { derivativeRows } from '../har/derivatives.ts';
import { harSeries } from '../har/series.ts';
import { checkFeaturesConfig, FEATURES_V1, FEATURES_V2, type FeaturesConfig } from './config.ts';
import { createFeatures, features, FEATURES, type Feature } from './features.ts';
import { afterGap, checkGapsConfig, GAPS_V1, type GapsConfig } from './gaps.ts';
import { normalQuantile } from './normal-quantile.ts';
import { observe, observeDerivatives } from './observe.ts';
import { checkStandardization } from './standardize.ts';

/** Version 1 with windows of a few days. */
const SMALL: FeaturesConfig = {
  ...FEATURES_V1,
  version: 'hmm_features/test',
  short: 3,
  long: 4,
  band: 4,
  shock: 2,
  month: 8,
  rank: 30,
  minBars: 6,
};
const KEEPING: GapsConfig = { version: 'gaps/test', rankHours: 40, volumeHours: 50 };
const { start } = SIMULATOR_V1;
const whole = createMarket().candles('BTC', 'perpdex_perp', '1h', start, start + 300 * HOUR_MS);
/** Bars 0 to 99, and bars from after the gap on. */
const withGap = (missing: number): Candles =>
  candlesOf([...barsOf(sliceCandles(whole, 0, 100)), ...barsOf(sliceCandles(whole, 100 + missing, 300))]);

describe('windows after a gap', () => {
  const live = createFeatures(SMALL);
  for (const bar of barsOf(sliceCandles(whole, 0, 60))) live.next(bar);
  const before = live.snapshot();
  const empty = { ...createFeatures(SMALL).snapshot(), time: before.time };

  it('are those of a first bar, but for the ranks and the levels that a gap so long may leave', () => {
    expect(before.rank.values.length).toBeGreaterThan(20);
    const sum = before.level.values.reduce((total, value) => total + value, 0);
    const rank = { ...empty.rank, values: before.rank.values };
    const level = { ...empty.level, values: before.level.values, sum, peak: Math.abs(sum) };
    expect(afterGap(before, 40, KEEPING)).toEqual({ ...empty, rank, level });
    expect(afterGap(before, 41, KEEPING)).toEqual({ ...empty, level });
    expect(afterGap(before, 50, KEEPING)).toEqual({ ...empty, level });
    expect(afterGap(before, 51, KEEPING)).toEqual(empty);
    expect(afterGap(before, 1, GAPS_V1)).toEqual(empty);
    const older = { ...before, version: 1 as const };
    Reflect.deleteProperty(older, 'time');
    expect(afterGap(older, 51, KEEPING)).toEqual({ ...empty, time: null });
  });

  it('of ranks that are kept have the rank of the week among more hours, and every other feature of the run alone', () => {
    const rowsOf = (gaps: GapsConfig, missing: number) => observe(withGap(missing), SMALL, { gaps });
    const differing = (gaps: GapsConfig, missing: number): Feature[] => {
      const { columns } = rowsOf(gaps, missing);
      const alone = observe(sliceCandles(whole, 100 + missing, 300), SMALL).columns;
      return FEATURES.filter((_, i) => columns[i]!.subarray(100 + missing).join() !== alone[i]!.join());
    };
    expect(differing(GAPS_V1, 25)).toEqual([]);
    expect(differing(KEEPING, 40)).toEqual(['volatilityRank', 'volume']);
    expect(differing(KEEPING, 41)).toEqual(['volume']);
    expect(differing(KEEPING, 51)).toEqual([]);
    expect(rowsOf(KEEPING, 40).missing.reduce((sum, one) => sum + one, 0)).toBe(40);
    const { close, length } = rowsOf(GAPS_V1, 40);
    expect(length).toBe(300);
    expect([...close.subarray(99, 140)]).toEqual(Array.from({ length: 41 }, () => whole.close[99]));
  });
});

describe('what the features are asked by', () => {
  it('a stream goes on from snapshots of versions 1 and 2 and of no other', () => {
    const saved = createFeatures(SMALL).snapshot();
    expect(() => createFeatures(SMALL, saved)).not.toThrow();
    expect(() => createFeatures(SMALL, { ...saved, version: 1 })).not.toThrow();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a newer release would have written
    const newer = { ...saved, version: 3 as 2 };
    expect(() => createFeatures(SMALL, newer)).toThrow('"resume" expected a version 1 or 2 snapshot');
  });

  it('the rank of a week that is the wildest, or the calmest, of all is bounded by the clip', () => {
    const bar = (i: number, wild: number) => {
      const [open, high] = [100, 100 * (1 + 0.001 * wild)];
      return { time: i * HOUR_MS, open, high, low: open, close: open, volume: 1 };
    };
    const rankOf = (wild: (i: number) => number): number =>
      features(candlesOf(Array.from({ length: 80 }, (_, i) => bar(i, wild(i)))), { ...SMALL, rank: 90 })
        .volatilityRank[79]!;
    expect(rankOf((i) => 1 + i)).toBe(normalQuantile(0.99));
    expect(rankOf((i) => 100 - i)).toBe(normalQuantile(0.01));
  });

  it('configs need as many bars as their longest window and one, and name a variance that there is', () => {
    const windows = { ...SMALL, short: 3, long: 3, band: 3, shock: 5 };
    expect(checkFeaturesConfig({ ...windows, minBars: 7 }).minBars).toBe(7);
    expect(() => checkFeaturesConfig({ ...windows, minBars: 6 })).toThrow('"minBars"');
    expect(checkFeaturesConfig(FEATURES_V2)).toBe(FEATURES_V2);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a file may hold
    const other = { ...SMALL, variance: 'parkinson' as 'garman-klass-yang-zhang' };
    expect(() => checkFeaturesConfig(other)).toThrow('"variance" expected garman-klass-yang-zhang or nothing');
    expect(checkGapsConfig(KEEPING)).toBe(KEEPING);
    expect(() => checkGapsConfig({ ...KEEPING, volumeHours: -1 })).toThrow('"volumeHours" expected an integer ≥ 0');
    expect(() => checkStandardization({ median: [0], scale: [0] }, 1)).not.toThrow();
  });
});

describe('rows with funding and open interest', () => {
  const rowsWithHar = () => observe(whole, SMALL, { har: HAR_V1 });
  const columns = { funding: new Float64Array(300).fill(1e-5), openInterest: Float64Array.from(whole.close) };

  it('are those of HAR+ with five inputs more', () => {
    const rows = rowsWithHar();
    expect(rows.har).toEqual(harSeries(whole));
    const given = observeDerivatives(rows, columns);
    expect(given).toEqual({ ...rows, har: { ...rows.har, derivatives: derivativeRows(columns) } });
    expect(observe(whole, SMALL).har).toBeUndefined();
    expect(observe(candlesOf([]), SMALL, { har: HAR_V1 })).not.toHaveProperty('har');
  });

  it('are refused without rows of HAR+, or with columns of other hours', () => {
    expect(() => observeDerivatives(observe(whole, SMALL), columns)).toThrow(
      '"observations.har" expected rows of HAR+',
    );
    const short = { funding: columns.funding.subarray(1), openInterest: columns.openInterest.subarray(1) };
    expect(() => observeDerivatives(rowsWithHar(), short)).toThrow('"funding" expected 300 hours, got 299');
  });
});
