import { candlesOf, type Bar, type Candles } from '@barograph/core';
import { anyCandles, barsContract, barsOf, causalityContract, scaleContract } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bollinger,
  BOLLINGER_DEFAULTS,
  bollingerLookback,
  createBollinger,
  type BollingerConfig,
  type BollingerSnapshot,
} from './bollinger.ts';
import { sma } from './sma.ts';

const CONFIGS: readonly BollingerConfig[] = [
  BOLLINGER_DEFAULTS,
  { period: 2, deviations: 1 },
  { period: 5, deviations: 2.5 },
];

for (const config of CONFIGS) {
  barsContract({
    name: `Bollinger(${config.period}, ${config.deviations})`,
    create: (resume?: BollingerSnapshot) => createBollinger(config, resume),
    columns: (bars) => ({ ...bollinger(bars, config) }),
    lookback: bollingerLookback(config),
    defined: ({ middle }) => !Number.isNaN(middle),
  });
}

causalityContract({ name: 'Bollinger', columns: (bars) => ({ ...bollinger(bars, CONFIGS[2]) }) });
scaleContract({
  name: 'Bollinger',
  degree0: (bars) => {
    const { bandwidth, percentB } = bollinger(bars, CONFIGS[2]);
    return { bandwidth, percentB };
  },
  degree1: (bars) => {
    const { lower, middle, upper } = bollinger(bars, CONFIGS[2]);
    return { lower, middle, upper };
  },
});

/** Two passes over each window: the mean, then the mean squared deviation from it. */
function naive(bars: readonly Bar[], { period, deviations }: BollingerConfig) {
  const rows = bars.map(({ close }, i) => {
    if (i + 1 < period) return { mean: NaN, half: NaN, close };
    const window = bars.slice(i + 1 - period, i + 1).map((bar) => bar.close);
    const mean = window.reduce((sum, price) => sum + price, 0) / period;
    const variance = window.reduce((sum, price) => sum + (price - mean) ** 2, 0) / period;
    return { mean, half: deviations * Math.sqrt(variance), close };
  });
  return {
    middle: rows.map(({ mean }) => mean),
    bandwidth: rows.map(({ mean, half }) => (200 * half) / mean),
  };
}

const flat = (close: number, time: number): Bar => ({ time, open: close, high: close, low: close, close, volume: 1 });
const closesOf = (...closes: readonly number[]): Candles => candlesOf(closes.map(flat));

describe('Bollinger Bands', () => {
  it('equal the definition in two passes, with the deviation of a population', () => {
    fc.assert(
      fc.property(anyCandles(), fc.integer({ min: 2, max: 25 }), (bars, period) => {
        const config = { period, deviations: 2 };
        const { middle, bandwidth } = bollinger(bars, config);
        const expected = naive(barsOf(bars), config);
        expect([...middle]).toMatchOracle(expected.middle, { rel: 1e-12, abs: 0 });
        // The naive sum leaves a residue where all closes are equal; the kernel does not.
        expect([...bandwidth]).toMatchOracle(expected.bandwidth, { rel: 1e-9, abs: 1e-12 });
      }),
    );
  });

  it('of 1, 2, 3, 4 within two population deviations: 2.5 ± √5, not the 2.5 ± 2·√(5/3) of a sample', () => {
    const { lower, middle, upper, bandwidth, percentB } = bollinger(closesOf(1, 2, 3, 4), { period: 4, deviations: 2 });
    expect(middle[3]).toBe(2.5);
    expect(upper[3]).toMatchOracle(2.5 + Math.sqrt(5), { rel: 1e-15, abs: 0 });
    expect(lower[3]).toMatchOracle(2.5 - Math.sqrt(5), { rel: 1e-15, abs: 0 });
    expect(bandwidth[3]).toMatchOracle((200 * Math.sqrt(5)) / 2.5, { rel: 1e-15, abs: 0 });
    expect(percentB[3]).toMatchOracle((1.5 + Math.sqrt(5)) / (2 * Math.sqrt(5)), { rel: 1e-15, abs: 0 });
  });

  it('are in order, with a bandwidth of at least 0, in every market', () => {
    fc.assert(
      fc.property(anyCandles(), fc.constantFrom(...CONFIGS), (bars, config) => {
        const { lower, middle, upper, bandwidth } = bollinger(bars, config);
        for (let i = bollingerLookback(config); i < bars.length; i++) {
          expect(lower[i]! <= middle[i]! && middle[i]! <= upper[i]! && bandwidth[i]! >= 0).toBe(true);
        }
      }),
    );
  });

  it('have the SMA of closes in the middle, to the bit', () => {
    fc.assert(
      fc.property(anyCandles(), fc.integer({ min: 2, max: 25 }), (bars, period) => {
        expect(bollinger(bars, { period, deviations: 2 }).middle).toEqual(sma(bars, { period }));
      }),
    );
  });

  it('of equal closes meet: bandwidth exactly 0 and %b 0.5, whatever came before', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), { maxLength: 30 }),
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
        (before, price) => {
          const bars = closesOf(...before, ...Array.from({ length: 9 }, () => price));
          const last = bars.length - 1;
          const { lower, upper, bandwidth, percentB } = bollinger(bars, { period: 4, deviations: 2 });
          expect([lower[last], upper[last], bandwidth[last], percentB[last]]).toEqual([price, price, 0, 0.5]);
        },
      ),
    );
  });

  it('keep their digits where the squares of prices have none left: 60,000 ± 1e-6', () => {
    const closes = Array.from({ length: 60 }, (_, i) => 60_000 + (i % 2 === 0 ? 1e-6 : -1e-6));
    const { bandwidth } = bollinger(closesOf(...closes), { period: 20, deviations: 2 });
    const step = closes[0]! - closes[1]!; // The double nearest to 2e-6.
    expect(bandwidth[59]).toMatchOracle((200 * step) / 60_000, { rel: 1e-9, abs: 0 });
  });

  it('have a bandwidth that is not 0 as soon as one close differs', () => {
    const { bandwidth } = bollinger(closesOf(1, 1, 1, 1 + 2 ** -52), { period: 4, deviations: 2 });
    expect(bandwidth[3]).toBeGreaterThan(0);
  });

  it('with 0 deviations are the average alone', () => {
    const { lower, upper, percentB } = bollinger(closesOf(1, 2, 4), { period: 2, deviations: 0 });
    expect([lower[2], upper[2], percentB[2]]).toEqual([3, 3, 0.5]);
  });

  it('have their first row at index 19', () => {
    expect(bollingerLookback()).toBe(19);
  });

  it.each([
    [{ period: 1, deviations: 2 }, /"period" expected an integer ≥ 2, got 1/],
    [{ period: 20, deviations: -1 }, /"deviations" expected a number within 0…100, got -1/],
    [{ period: 20, deviations: NaN }, /"deviations" expected a number within 0…100, got NaN/],
  ])('refuse %j', (config, message) => {
    expect(() => bollinger(candlesOf([]), config)).toThrow(message);
    expect(() => createBollinger(config)).toThrow(message);
    expect(() => bollingerLookback(config)).toThrow(message);
  });

  it('refuse a bad bar by its field and keep their state', () => {
    const stream = createBollinger(CONFIGS[1]);
    stream.next(flat(1, 0));
    const before = stream.snapshot();
    expect(() => stream.next({ ...flat(1, 1), volume: -1 })).toThrow(/"volume" expected a finite volume ≥ 0, got -1/);
    expect(stream.snapshot()).toEqual(before);
  });

  it('refuse a snapshot of another config', () => {
    const snapshot = createBollinger(CONFIGS[1]).snapshot();
    expect(() => createBollinger(BOLLINGER_DEFAULTS, snapshot)).toThrow(
      /"resume" expected a version 1 or 2 snapshot of \{"period":20,"deviations":2\}/,
    );
  });
});
