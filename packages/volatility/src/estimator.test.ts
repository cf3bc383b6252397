/** Laws shared by all six estimators; laws of a single one are in its own test file. */

import { candlesOf, DAY_MS, HOUR_MS, sliceCandles, type Bar, type Candles } from '@barograph/core';
import { anyCandles, barsContract, barsOf, causalityContract, ohlcv, scaleContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { closeToClose, closeToCloseLookback, createCloseToClose } from './close-to-close.ts';
import { BATCH, ESTIMATOR_DEFAULTS, type EstimatorConfig, type EstimatorSnapshot } from './estimator.ts';
import {
  createGarmanKlassYangZhang,
  garmanKlassYangZhang,
  garmanKlassYangZhangLookback,
} from './garman-klass-yang-zhang.ts';
import { createGarmanKlass, garmanKlass, garmanKlassLookback } from './garman-klass.ts';
import { createParkinson, parkinson, parkinsonLookback } from './parkinson.ts';
import { createRogersSatchell, rogersSatchell, rogersSatchellLookback } from './rogers-satchell.ts';
import { createYangZhang, yangZhang, yangZhangLookback } from './yang-zhang.ts';

/** ln(a/b) by a different method: log1p of the exact difference. */
const ln = (a: number, b: number): number =>
  Math.abs(a - b) < b / 2 ? Math.log1p((a - b) / b) : Math.log(a) - Math.log(b);
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
function sampleVariance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

interface Pair {
  readonly bar: Bar;
  readonly before: number;
}

const jump = ({ bar, before }: Pair): number => ln(bar.open, before);
const body = ({ bar }: Pair): number => ln(bar.close, bar.open);
const range = ({ bar }: Pair): number => ln(bar.high, bar.low);
const rogers = ({ bar: { open, high, low, close } }: Pair): number =>
  ln(high, close) * ln(high, open) + ln(low, close) * ln(low, open);
const garman = (pair: Pair): number => 0.5 * range(pair) ** 2 - (2 * Math.log(2) - 1) * body(pair) ** 2;

/** Each estimator with its definition, computed over the bars of one window and the closes before them. */
const ESTIMATORS = [
  {
    name: 'close-to-close',
    batch: closeToClose,
    create: createCloseToClose,
    lookback: closeToCloseLookback,
    least: 2,
    before: true,
    variance: (window: readonly Pair[]) => sampleVariance(window.map(({ bar, before }) => ln(bar.close, before))),
  },
  {
    name: 'Parkinson',
    batch: parkinson,
    create: createParkinson,
    lookback: parkinsonLookback,
    least: 1,
    before: false,
    variance: (window: readonly Pair[]) => mean(window.map((pair) => range(pair) ** 2)) / (4 * Math.log(2)),
  },
  {
    name: 'Garman–Klass',
    batch: garmanKlass,
    create: createGarmanKlass,
    lookback: garmanKlassLookback,
    least: 1,
    before: false,
    variance: (window: readonly Pair[]) => mean(window.map(garman)),
  },
  {
    name: 'Rogers–Satchell',
    batch: rogersSatchell,
    create: createRogersSatchell,
    lookback: rogersSatchellLookback,
    least: 1,
    before: false,
    variance: (window: readonly Pair[]) => mean(window.map(rogers)),
  },
  {
    name: 'Garman–Klass–Yang–Zhang',
    batch: garmanKlassYangZhang,
    create: createGarmanKlassYangZhang,
    lookback: garmanKlassYangZhangLookback,
    least: 1,
    before: true,
    variance: (window: readonly Pair[]) => mean(window.map((pair) => jump(pair) ** 2 + garman(pair))),
  },
  {
    name: 'Yang–Zhang',
    batch: yangZhang,
    create: createYangZhang,
    lookback: yangZhangLookback,
    least: 2,
    before: true,
    variance: (window: readonly Pair[]) => {
      const n = window.length;
      const k = 0.34 / (1.34 + (n + 1) / (n - 1));
      const [jumps, bodies] = [sampleVariance(window.map(jump)), sampleVariance(window.map(body))];
      return jumps + k * bodies + (1 - k) * mean(window.map(rogers));
    },
  },
] as const;

type Estimator = (typeof ESTIMATORS)[number];

function pairs(bars: Candles): Pair[] {
  const rows = barsOf(bars);
  return rows.map((bar, i) => ({ bar, before: rows[i - 1]?.close ?? NaN }));
}

/** The definition at every row with a full window. */
function naive({ variance, before }: Estimator, bars: Candles, { window, periodsPerYear }: EstimatorConfig): number[] {
  return pairs(bars).map((_, i, all) => {
    const from = i - window + 1;
    if (from < (before ? 1 : 0)) return NaN;
    return 100 * Math.sqrt(periodsPerYear * variance(all.slice(from, i + 1)));
  });
}

/** Largest effect of one unit of rounding in the largest move of the series, in percent a year. */
function rounding(bars: Candles, { periodsPerYear }: EstimatorConfig): number {
  const moves = pairs(bars).map((pair) => Math.max(range(pair), Math.abs(jump(pair)) || 0));
  return 1e-14 * 100 * Math.sqrt(periodsPerYear) * Math.max(0, ...moves);
}

/** Several windows of 5 are enough for the laws. */
const FEW = anyCandles({ n: { min: 0, max: 40 } });
const PLAIN: EstimatorConfig = { window: 5, periodsPerYear: 365 };
const STRICT: EstimatorConfig = { window: 5, periodsPerYear: 8_760, maxSpan: 6, stepMs: HOUR_MS };

for (const { name, batch, create, lookback } of ESTIMATORS) {
  barsContract({
    name,
    create: (resume?: EstimatorSnapshot) => create(PLAIN, resume),
    columns: (bars) => ({ volatility: batch(bars, PLAIN) }),
    bars: FEW,
    lookback: lookback(PLAIN),
    defined: ({ volatility }) => !Number.isNaN(volatility),
  });
  causalityContract({ name, columns: (bars) => ({ volatility: batch(bars, STRICT) }) });
  scaleContract({ name, degree0: (bars) => ({ volatility: batch(bars, PLAIN) }) });
}

// One of each kind tests what the kinds share: the span, and the smallest window.
barsContract({
  name: 'Parkinson of windows that span at most 6 hours',
  create: (resume?: EstimatorSnapshot) => createParkinson(STRICT, resume),
  columns: (bars) => ({ volatility: parkinson(bars, STRICT) }),
  bars: FEW,
});
barsContract({
  name: 'close-to-close of windows that span at most 6 hours',
  create: (resume?: EstimatorSnapshot) => createCloseToClose(STRICT, resume),
  columns: (bars) => ({ volatility: closeToClose(bars, STRICT) }),
  bars: FEW,
});
barsContract({
  name: 'Parkinson(1)',
  create: (resume?: EstimatorSnapshot) => createParkinson({ ...PLAIN, window: 1 }, resume),
  columns: (bars) => ({ volatility: parkinson(bars, { ...PLAIN, window: 1 }) }),
  bars: FEW,
  lookback: 0,
  defined: ({ volatility }) => !Number.isNaN(volatility),
});

const LONG = longSeries();

describe.each(ESTIMATORS)('$name', (estimator) => {
  const { batch, create, lookback, least, before } = estimator;

  it('equals the definition, written out', () => {
    fc.assert(
      fc.property(anyCandles(), fc.integer({ min: least, max: 20 }), (bars, window) => {
        const config = { window, periodsPerYear: 365 };
        const tolerance = { rel: 1e-12, abs: rounding(bars, config) };
        expect(batch(bars, config)).toMatchOracle(naive(estimator, bars, config), tolerance);
      }),
    );
  });

  it('is exactly 0 over a window in which nothing moved, whatever came before', () => {
    const wild = fc.sample(ohlcv({ regime: 'wild', n: 50, gaps: false }), { numRuns: 1, seed: 3 })[0]!;
    const price = wild.close[49]!;
    const still = Array.from({ length: 40 }, (_, i) => flatBar(wild.time[49]! + (i + 1) * HOUR_MS, price));
    const volatility = batch(candlesOf([...barsOf(wild), ...still]), { window: 7, periodsPerYear: 365 });
    expect(volatility[49]).toBeGreaterThan(0);
    expect(new Set(volatility.subarray(57))).toEqual(new Set([0]));
  });

  it('is undefined for one bar and a window of more', () => {
    expect([...batch(candlesOf([flatBar(0, 1)]), { window: 7, periodsPerYear: 365 })]).toEqual([NaN]);
  });

  it('has the last digits right after 1e5 bars, calm right after wild', () => {
    const bars = LONG;
    const config = { window: 30, periodsPerYear: 365 };
    const volatility = batch(bars, config);
    for (let i = 40; i < bars.length; i += 997) {
      const expected = naive(estimator, sliceCandles(bars, i - 30, i + 1), config).at(-1);
      expect(volatility[i]).toMatchOracle(expected, { rel: 1e-12, abs: 0 });
    }
  });

  it('is the same to the bit bar by bar where the batch face starts its next batch', () => {
    const stream = create(PLAIN);
    const streamed = barsOf(sliceCandles(LONG, 0, BATCH + 20)).map((bar) => stream.next(bar).volatility);
    expect([...batch(LONG, PLAIN).subarray(0, BATCH + 20)]).toEqual(streamed);
  });

  it(`knows the time that a window spans: ${before ? 'from the close before it' : 'from the open of its first bar'}`, () => {
    const days = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 15, 16, 17, 18, 19];
    const bars = candlesOf(days.map((day, i) => ({ ...flatBar(day * DAY_MS, 100 + i), high: 130 })));
    const config = { window: 4, periodsPerYear: 365, maxSpan: 6 };
    const free = batch(bars, { window: 4, periodsPerYear: 365 });
    const spans = days.map((day, i) => day - (days[before ? i - 4 : i - 3] ?? NaN) + (before ? 0 : 1));
    expect(new Set(spans.filter((span) => !Number.isNaN(span)))).toEqual(new Set([4, 6, 7]));
    expect([...batch(bars, config)]).toEqual(spans.map((span, i) => (span <= 6 ? free[i] : NaN)));
    expect(batch(bars, { ...config, stepMs: 2 * DAY_MS })).toEqual(free);
  });

  it(`refuses a window below ${least}, and other bad configs, by the field's name`, () => {
    const none = candlesOf([]);
    for (const window of [least - 1, -3, 2.5, NaN, Infinity]) {
      const message = new RegExp(`"window" expected an integer ≥ ${least}, got`);
      expect(() => batch(none, { window, periodsPerYear: 365 })).toThrow(message);
      expect(() => create({ window, periodsPerYear: 365 })).toThrow(message);
      expect(() => lookback({ window, periodsPerYear: 365 })).toThrow(message);
    }
    for (const periodsPerYear of [0, -1, NaN, Infinity]) {
      expect(() => batch(none, { window: 7, periodsPerYear })).toThrow(
        /"periodsPerYear" expected a finite number > 0, got/,
      );
    }
    const config = { window: 7, periodsPerYear: 365 };
    expect(() => batch(none, { ...config, maxSpan: 6 })).toThrow(/"maxSpan" expected an integer ≥ 7, got 6/);
    expect(() => batch(none, { ...config, stepMs: 0 })).toThrow(/"stepMs" expected an integer ≥ 1, got 0/);
  });

  it('refuses a bad bar by its field and keeps its state, and a snapshot of another window', () => {
    const stream = create();
    stream.next(flatBar(0, 100));
    const kept = stream.snapshot();
    expect(() => stream.next({ ...flatBar(1, 100), low: NaN })).toThrow(/"low" expected a finite price > 0, got NaN/);
    expect(() => stream.peek({ ...flatBar(1, 100), low: NaN })).toThrow(/"low" expected a finite price > 0, got NaN/);
    expect(stream.snapshot()).toEqual(kept);
    expect(() => create({ window: 7, periodsPerYear: 365 }, kept)).toThrow(
      /"resume" expected a version 1 or 2 snapshot of \{"window":7,"periodsPerYear":365\}/,
    );
  });

  it('takes thirty days of a market that never closes when not told otherwise', () => {
    expect(lookback()).toBe(lookback(ESTIMATOR_DEFAULTS));
    expect(lookback()).toBe(before ? 30 : 29);
  });
});

function flatBar(time: number, price: number): Bar {
  return { time, open: price, high: price, low: price, close: price, volume: 1 };
}

/** 1e5 bars whose moves fall from 10 % to a millionth and rise again, with gaps between bars, every 500 bars. */
function longSeries(): Candles {
  const bars: Bar[] = [];
  let close = 100;
  for (let i = 0; i < 100_000; i++) {
    const size = 0.1 * 10 ** (-5 * Math.sin((Math.PI * (i % 500)) / 500) ** 2);
    const open = close * (1 + 0.3 * size * Math.sin(i * 2.3));
    close = open * (1 + size * Math.sin(i * 1.7 + Math.sin(i * 0.01)));
    close *= close > 1e4 ? 0.5 : close < 1 ? 2 : 1;
    const high = Math.max(open, close) * (1 + 0.4 * size);
    const low = Math.min(open, close) * (1 - 0.3 * size);
    bars.push({ time: i * HOUR_MS, open, high, low, close, volume: 1 });
  }
  return candlesOf(bars);
}
