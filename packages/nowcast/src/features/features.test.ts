import { candlesOf, HOUR_MS, sliceCandles, UsageError, type Bar, type Candles } from '@barograph/core';
import { anyCandles, barsContract, barsOf, causalityContract, scaleContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FEATURES_V1, type FeaturesConfig } from './config.ts';
import { createFeatures, features, FEATURES, featuresLookback } from './features.ts';
import type { FeaturesSnapshot } from './windows.ts';
import { normalQuantile } from './normal-quantile.ts';
import { observe } from './observe.ts';
import { checkStandardization, standardize, standardizeValue } from './standardize.ts';

/** Version 1 with windows that fit short series. */
const SMALL: FeaturesConfig = {
  ...FEATURES_V1,
  version: 'hmm_features/test',
  short: 4,
  long: 7,
  band: 5,
  shock: 3,
  halflives: { day: 2, week: 5, month: 11 },
  month: 20,
  rank: 30,
  minBars: 10,
};

barsContract({
  name: 'features',
  create: (resume?: FeaturesSnapshot) => createFeatures(SMALL, resume),
  columns: (bars) => features(bars, SMALL),
  lookback: featuresLookback(SMALL),
});
causalityContract({ name: 'features', columns: (bars) => features(bars, SMALL) });
scaleContract({
  name: 'features but volume',
  degree0: (bars) => {
    return Object.fromEntries(Object.entries(features(bars, SMALL)).filter(([name]) => name !== 'volume'));
  },
});

/** Every feature from its definition, over the whole past of each row. */
function naive(bars: readonly Bar[], config: FeaturesConfig): Record<string, number>[] {
  const { epsilon: e } = config;
  const log = Math.log;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const g = bars.map((bar, t) => {
    if (t === 0) return NaN;
    const gk = 0.5 * log(bar.high / bar.low) ** 2 - (2 * log(2) - 1) * log(bar.close / bar.open) ** 2;
    return Math.max(0, gk) + log(bar.open / bars[t - 1]!.close) ** 2;
  });
  const volatility = (halflife: number) => {
    const out: number[] = [];
    g.forEach((value, t) => {
      const a = 1 - 0.5 ** (1 / halflife);
      out.push(t === 0 ? NaN : t === 1 ? value : (1 - a) * out[t - 1]! + a * value);
    });
    return out.map(Math.sqrt);
  };
  const [day, week, month] = [config.halflives.day, config.halflives.week, config.halflives.month].map(volatility);
  const r = bars.map((bar, t) => (t === 0 ? NaN : log(bar.close) - log(bars[t - 1]!.close)));
  const logVolume = bars.map((_, t) =>
    log(mean(bars.slice(Math.max(0, t - config.short + 1), t + 1).map((bar) => bar.close * bar.volume)) + 1),
  );
  return bars.map((bar, t) => {
    if (t < config.minBars - 1) return Object.fromEntries(FEATURES.map((name) => [name, NaN]));
    const move = (n: number) => log(bar.close) - log(bars[t - n]!.close);
    const bend = (x: number) => 1.5 * Math.tanh(x / 1.5);
    const ranked = week!.slice(Math.max(1, t - config.rank + 1), t + 1);
    const below = ranked.filter((v) => v < week![t]!).length + 0.5 * ranked.filter((v) => v === week![t]).length;
    const logs = bars.slice(t - config.band + 1, t + 1).map((b) => log(b.close));
    const sd = Math.sqrt(mean(logs.map((x) => (x - mean(logs)) ** 2)));
    const shocks = bars.map((b, i) => {
      if (i < 2 || i > t || i <= t - config.shock) return -Infinity;
      const before = log(bars[i - 1]!.close);
      const range = Math.max(log(b.high), before) - Math.min(log(b.low), before);
      return log((range + e) / (week![i - 1]! + e));
    });
    return {
      trend24: bend(move(config.short) / (Math.sqrt(config.short) * week![t]! + e)),
      trend72: bend(move(config.long) / (Math.sqrt(config.long) * month![t]! + e)),
      volatilityRatio: log((day![t]! + e) / (month![t]! + e)),
      volatilityRank: normalQuantile(Math.min(0.99, Math.max(0.01, below / ranked.length))),
      efficiency24:
        Math.abs(move(config.short)) / (r.slice(t - config.short + 1, t + 1).reduce((s, x) => s + Math.abs(x), 0) + e),
      bandwidth48: log((4 * sd + e) / (Math.sqrt(config.band) * month![t]! + e)),
      shock6: Math.max(...shocks),
      volume: logVolume[t]! - mean(logVolume.slice(Math.max(0, t - config.month + 1), t + 1)),
    };
  });
}

describe('features', () => {
  it('equal their definitions, written out', () => {
    fc.assert(
      fc.property(anyCandles({ n: { min: 0, max: 60 } }), (bars) => {
        const columns = features(bars, SMALL);
        const rows = naive(barsOf(bars), SMALL);
        for (const name of FEATURES) {
          const expected = rows.map((row) => row[name]);
          // Differences of log prices lose digits that ratios keep, and ε is 1e-5.
          if (name !== 'volatilityRank') expect(columns[name]).toMatchOracle(expected, { rel: 1e-9, abs: 1e-9 });
        }
      }),
      { numRuns: 50 },
    );
  });

  it('rank the week’s volatility as defined, where no two are within rounding', () => {
    const bars = waves(80);
    const expected = naive(barsOf(bars), SMALL).map((row) => row['volatilityRank']);
    expect(features(bars, SMALL).volatilityRank).toMatchOracle(expected, { rel: 1e-12, abs: 1e-12 });
  });

  it('of version 1 equal their definitions on 400 bars', () => {
    const bars = waves(400);
    const columns = features(bars);
    const rows = naive(barsOf(bars), FEATURES_V1);
    for (const name of FEATURES) {
      expect(columns[name]).toMatchOracle(
        rows.map((row) => row[name]),
        { rel: 1e-9, abs: 1e-11 },
      );
    }
    expect(featuresLookback()).toBe(167);
    expect(columns.trend24.findIndex((value) => !Number.isNaN(value))).toBe(167);
  });

  it('of a market that never moves are numbers', () => {
    const flat = candlesOf(
      Array.from({ length: 40 }, (_, i) => ({ time: i, open: 1, high: 1, low: 1, close: 1, volume: 0 })),
    );
    const columns = features(flat, SMALL);
    expect(FEATURES.map((name) => columns[name][39])).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('do not know the unit of volume once it is large', () => {
    const bars = waves(60);
    const more = candlesOf(barsOf(bars).map((bar) => ({ ...bar, volume: bar.volume * 2 ** 20 })));
    expect(features(more, SMALL).volume).toMatchOracle(features(bars, SMALL).volume, { rel: 0, abs: 1e-4 });
  });

  it('turn with the market: of mirrored prices the trends change sign and nothing else changes', () => {
    const bars = waves(60);
    const mirrored = candlesOf(
      barsOf(bars).map(({ time, open, high, low, close, volume }) => ({
        time,
        open: 1 / open,
        high: 1 / low,
        low: 1 / high,
        close: 1 / close,
        volume: volume * close * close,
      })),
    );
    const up = features(bars, SMALL);
    const down = features(mirrored, SMALL);
    for (const name of FEATURES) {
      const sign = name === 'trend24' || name === 'trend72' ? -1 : 1;
      const expected = up[name].map((value) => sign * value);
      expect(down[name]).toMatchOracle(expected, { rel: 1e-9, abs: 1e-9 });
    }
  });

  it.each<[Partial<FeaturesConfig>, RegExp]>([
    [{ short: 1 }, /"short" expected an integer ≥ 2, got 1/],
    [{ minBars: 7 }, /"minBars" expected an integer ≥ 8, got 7/],
    [{ epsilon: 0 }, /"epsilon" expected a number > 0, got 0/],
    [{ rankClip: 0.6 }, /"rankClip" expected a number within/],
    [{ halflives: { day: 0, week: 1, month: 1 } }, /"halflives.day" expected a number > 0, got 0/],
  ])('refuse %o', (part, message) => {
    expect(() => features(candlesOf([]), { ...SMALL, ...part })).toThrow(message);
  });

  it('of a stream keep their averages when a bar is refused', () => {
    const [stream, other] = [createFeatures(), createFeatures()];
    const good = barsOf(waves(400));
    for (const bar of good.slice(0, 200)) [stream, other].forEach((one) => one.next(bar));
    const absurd = { ...good[200]!, open: 1e-300, low: 1e-320, high: 1e300, close: 1e300 };
    expect(() => stream.next(absurd)).toThrow(UsageError);
    expect(stream.snapshot().variances).toEqual(other.snapshot().variances);
    for (const bar of good.slice(200)) expect(() => stream.next(bar)).not.toThrow();
  });

  it('refuse a snapshot of other windows', () => {
    const snapshot = createFeatures(SMALL).snapshot();
    expect(() => createFeatures(FEATURES_V1, snapshot)).toThrow(/"resume" expected a version 1 or 2 snapshot of/);
  });
});

/** @source Python 3, statistics.NormalDist().inv_cdf */
describe('the normal quantile', () => {
  it.each([
    [1e-300, -37.0470962993612],
    [1e-20, -9.262340089798405],
    [1e-5, -4.2648907939228256],
    [0.01, -2.3263478740408408],
    [0.075, -1.4395314709384557],
    [0.2, -0.8416212335729142],
    [0.5, 0],
    [0.7, 0.5244005127080407],
    [0.99, 2.3263478740408408],
  ])('of %s is %s', (p, z) => {
    expect(normalQuantile(p)).toMatchOracle(z, { rel: 4e-16, abs: 0 });
  });

  it('has its ends, its mirror, and no values outside', () => {
    expect([0, 1, -0.1, 1.1, NaN].map(normalQuantile)).toEqual([-Infinity, Infinity, NaN, NaN, NaN]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 20 - 1 }), (k) => {
        const p = k / 2 ** 20;
        expect(normalQuantile(1 - p)).toMatchOracle(-normalQuantile(p), { rel: 1e-15, abs: 1e-16 });
      }),
    );
  });
});

describe('standardisation', () => {
  it('is robust z, clipped to ±6; a feature that was constant is never defined', () => {
    expect(standardizeValue(3, 1, 0.5)).toBe(4);
    expect([1e9, -1e9].map((x) => standardizeValue(x, 0, 1))).toEqual([6, -6]);
    expect([standardizeValue(NaN, 0, 1), standardizeValue(1, 1, 0)]).toEqual([NaN, NaN]);
    const columns = [Float64Array.of(1, NaN), Float64Array.of(5, 7)];
    expect(standardize(columns, { median: [0, 5], scale: [2, 1] })).toEqual([
      Float64Array.of(0.5, NaN),
      Float64Array.of(0, 2),
    ]);
    expect(() => standardize(columns, { median: [0], scale: [1] })).toThrow(/"columns" expected 1 features, got 2/);
  });

  it.each([
    [{ median: [0], scale: [1, 1] }, /"median" expected 2 values, got 1/],
    [{ median: [0, NaN], scale: [1, 1] }, /"median\[1\]" expected a finite number, got NaN/],
    [{ median: [0, 0], scale: [1, -1] }, /"scale\[1\]" expected a number ≥ 0, got -1/],
  ])('refuses %o', (given, message) => {
    expect(() => checkStandardization(given, 2)).toThrow(message);
  });
});

describe('observe', () => {
  const whole = waves(120);
  const without = (from: number, to: number): Candles => candlesOf(barsOf(whole).filter((_, i) => i < from || i >= to));

  it('without gaps is the features', () => {
    const { columns, missing, length, close } = observe(whole, SMALL);
    expect(columns).toEqual(FEATURES.map((name) => features(whole, SMALL)[name]));
    expect(length).toBe(120);
    expect(close).toEqual(whole.close);
    expect(missing.includes(1)).toBe(false);
  });

  it('carries the windows through a short gap, whose rows have no features', () => {
    const { columns, missing, time, close } = observe(without(50, 53), SMALL);
    expect([...missing.subarray(49, 54)]).toEqual([0, 1, 1, 1, 0]);
    expect(columns.every((column) => column.subarray(50, 53).every(Number.isNaN))).toBe(true);
    expect(columns.every((column) => !Number.isNaN(column[53]!))).toBe(true);
    expect(time[52]! - time[0]!).toBe(52 * HOUR_MS);
    expect(close[52]).toBe(whole.close[49]);
  });

  it('starts the windows anew after more than a day', () => {
    const { columns, missing } = observe(without(50, 75), SMALL);
    expect(missing.subarray(50, 75).every((flag) => flag === 1)).toBe(true);
    const rest = features(sliceCandles(whole, 75), SMALL);
    expect(columns[0]!.slice(75)).toEqual(rest.trend24);
    expect(columns[0]!.findIndex((value, i) => i >= 50 && !Number.isNaN(value))).toBe(75 + 9);
  });

  it('of nothing is nothing', () => {
    expect(observe(candlesOf([]), SMALL)).toMatchObject({ length: 0 });
  });
});

function waves(n: number): Candles {
  const bars: Bar[] = [];
  let price = 100;
  for (let i = 0; i < n; i++) {
    const open = price * (1 + 0.001 * Math.sin(i * 2.3));
    price = open * (1 + 0.02 * Math.sin(i * 1.7) + 0.01 * Math.sin(i * 0.31) + 0.003 * Math.sin(i * i));
    const [low, high] = [Math.min(open, price) * 0.995, Math.max(open, price) * (1.004 + 0.002 * Math.sin(i * 5.1))];
    bars.push({ time: i * HOUR_MS, open, high, low, close: price, volume: 1_000 * (2 + Math.sin(i * 0.7)) });
  }
  return candlesOf(bars);
}
