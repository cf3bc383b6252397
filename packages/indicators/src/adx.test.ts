import { candlesOf, type Bar, type Candles } from '@barograph/core';
import {
  adversarialBars,
  anyCandles,
  barsContract,
  barsOf,
  causalityContract,
  scaleContract,
} from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adx, ADX_DEFAULTS, adxLookback, adxSettledAfter, createAdx, type AdxConfig, type AdxSnapshot } from './adx.ts';

const CONFIGS: readonly AdxConfig[] = [
  ADX_DEFAULTS,
  { period: 5, seed: 'talib', onFlat: 'zero' },
  { period: 2, seed: 'wilder', onFlat: 'hold' },
  { period: 3, seed: 'talib', onFlat: 'hold' },
];

const title = ({ period, seed, onFlat }: AdxConfig): string => `ADX(${period}, ${seed}, ${onFlat})`;

for (const config of CONFIGS) {
  barsContract({
    name: title(config),
    create: (resume?: AdxSnapshot) => createAdx(config, resume),
    columns: (bars) => ({ ...adx(bars, config) }),
    lookback: adxLookback(config),
    defined: (point) => !Number.isNaN(point.adx),
  });
  causalityContract({ name: title(config), columns: (bars) => ({ ...adx(bars, config) }) });
  scaleContract({ name: title(config), degree0: (bars) => ({ ...adx(bars, config) }) });
}

/** Recursions from the definitions, column by column on plain arrays; a tie is a difference below rounding. */
function naiveAdx(bars: readonly Bar[], { period: n, seed, onFlat }: AdxConfig) {
  const rows = bars.map((bar, i) => {
    const before = bars[i - 1];
    if (before === undefined) return { plus: 0, minus: 0, range: 0 };
    const up = bar.high - before.high;
    const down = before.low - bar.low;
    const tie = Math.abs(up - down) <= 8 * 2 ** -52 * (bar.high + before.high + bar.low + before.low);
    return {
      plus: !tie && up > down && up > 0 ? up : 0,
      minus: !tie && down > up && down > 0 ? down : 0,
      range: Math.max(bar.high - bar.low, Math.abs(bar.high - before.close), Math.abs(bar.low - before.close)),
    };
  });
  const wilder = (values: readonly number[]): number[] => {
    const out: number[] = values.map(() => NaN);
    const first = values.slice(1, seed === 'wilder' ? n + 1 : n).reduce((sum, value) => sum + value, 0);
    for (let i = n; i < values.length; i++) {
      const before = i === n ? first : out[i - 1]!;
      out[i] = i === n && seed === 'wilder' ? first : before - before / n + values[i]!;
    }
    return out;
  };
  const plus = wilder(rows.map((row) => row.plus));
  const minus = wilder(rows.map((row) => row.minus));
  const range = wilder(rows.map((row) => row.range));
  const di = (movement: readonly number[]) =>
    movement.map((value, i) => (range[i] === 0 ? 0 : 100 * (value / range[i]!)));
  const adxs: number[] = bars.map(() => NaN);
  const dxs = plus.map((up, i) => {
    const both = up + minus[i]!;
    return both === 0 ? NaN : 100 * (Math.abs(up - minus[i]!) / both);
  });
  for (let i = 2 * n - 1; i < bars.length; i++) {
    const dx = Number.isNaN(dxs[i]!) ? undefined : dxs[i]!;
    if (i === 2 * n - 1) {
      adxs[i] = dxs.slice(n, i + 1).reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0) / n;
    } else {
      adxs[i] = (adxs[i - 1]! * (n - 1) + (dx ?? (onFlat === 'hold' ? adxs[i - 1]! : 0))) / n;
    }
  }
  return { adx: adxs, plusDi: di(plus), minusDi: di(minus) };
}

const values = (bars: Candles, config: AdxConfig) => {
  const columns = adx(bars, config);
  return { adx: [...columns.adx], plusDi: [...columns.plusDi], minusDi: [...columns.minusDi] };
};

describe('ADX and DMI', () => {
  it.each(CONFIGS.map((config) => [title(config), config] as const))(
    '%s equals the definition, written out, to the bit',
    (_, config) => {
      fc.assert(
        fc.property(anyCandles(), (bars) => {
          expect(values(bars, config)).toStrictEqual(naiveAdx(barsOf(bars), config));
        }),
      );
    },
  );

  it('stays within 0…100 exactly, in every market', () => {
    fc.assert(
      fc.property(anyCandles(), fc.constantFrom(...CONFIGS), (bars, config) => {
        for (const column of Object.values(values(bars, config))) {
          for (const value of column) {
            if (!Number.isNaN(value)) expect(value >= 0 && value <= 100).toBe(true);
          }
        }
      }),
    );
  });

  it('swaps +DI and −DI and keeps ADX when the market is turned upside down', () => {
    fc.assert(
      fc.property(gridCandles(), (bars) => {
        const mirror = 1_024; // Prices are multiples of 1/8 below it, so mirrored prices are exact.
        const flipped = candlesOf(
          barsOf(bars).map((bar) => ({
            ...bar,
            open: mirror - bar.open,
            high: mirror - bar.low,
            low: mirror - bar.high,
            close: mirror - bar.close,
          })),
        );
        const config: AdxConfig = { ...ADX_DEFAULTS, period: 4 };
        const [straight, mirrored] = [adx(bars, config), adx(flipped, config)];
        expect([...mirrored.adx]).toMatchOracle([...straight.adx]);
        expect([...mirrored.plusDi]).toMatchOracle([...straight.minusDi]);
        expect([...mirrored.minusDi]).toMatchOracle([...straight.plusDi]);
      }),
    );
  });

  it('of strictly rising highs and lows has +DI > 0, −DI = 0 and ADX = 100', () => {
    const { bars } = adversarialBars().find(({ name }) => name === 'monotone up')!;
    const last = bars.length - 1;
    const columns = adx(bars);
    expect(columns.plusDi[last]).toBeGreaterThan(0);
    expect(columns.minusDi[last]).toBe(0);
    expect(columns.adx[last]).toBe(100);
  });

  it('of a market that never moved is 0, not NaN', () => {
    const { bars } = adversarialBars().find(({ name }) => name === 'constant')!;
    const last = bars.length - 1;
    expect(adx(bars).adx[last]).toBe(0);
    expect(adx(bars).plusDi[last]).toBe(0);
    expect(adx(bars).minusDi[last]).toBe(0);
  });

  it('takes a tie of both movements as no movement, also when rounding hides the tie', () => {
    const bar = (time: number, high: number, low: number): Bar => ({
      time,
      open: high,
      high,
      low,
      close: low,
      volume: 1,
    });
    // 0.3 − 0.2 and 0.2 − 0.1 differ in the last bit, yet both sides moved by a tenth
    const bars = candlesOf([bar(0, 0.2, 0.2), bar(1, 0.3, 0.1), bar(2, 0.4, 0.05)]);
    expect(0.3 - 0.2).not.toBe(0.2 - 0.1);
    const { plusDi, minusDi } = adx(bars, { period: 2, seed: 'wilder', onFlat: 'zero' });
    const range = 0.3 - 0.1 + (0.4 - 0.05);
    expect(plusDi[2]).toBeCloseTo((100 * (0.4 - 0.3)) / range, 10);
    expect(minusDi[2]).toBe(0);
  });

  it('measures a tie against all four prices, from the first bar to long after the warm-up', () => {
    // Highs rise by a little more than lows fall: 4 · 100 · 2^-49 is 7.1e-13.
    const widening = (more: number): Candles =>
      candlesOf(
        Array.from({ length: 40 }, (_, i) => {
          const [high, low] = [100 + (1 + i) * (1 + more), 99 - i];
          return { time: i, open: 100, high, low, close: 100, volume: 1 };
        }),
      );
    const config = { period: 5, seed: 'wilder', onFlat: 'zero' } as const;
    const [tied, rising] = [adx(widening(5e-13), config), adx(widening(9e-13), config)];
    for (let i = 5; i < 40; i++) {
      expect([tied.plusDi[i], tied.minusDi[i]]).toEqual([0, 0]);
      expect(rising.plusDi[i]).toBeGreaterThan(1);
      expect(rising.minusDi[i]).toBe(0);
    }
  });

  it('is 0 and not unknown while nothing moves, within the warm-up too', () => {
    const flat = candlesOf(Array.from({ length: 12 }, (_, i) => ({ time: i, open: 1, high: 1, low: 1, close: 1, volume: 0 }))); // prettier-ignore
    const { plusDi, minusDi } = adx(flat, { period: 5, seed: 'wilder', onFlat: 'zero' });
    expect(Array.from(plusDi)).toEqual([...Array<number>(5).fill(NaN), ...Array<number>(7).fill(0)]);
    expect(minusDi).toEqual(plusDi);
  });

  it('holds ADX through a dead start on demand, and lets it be 0 by default', () => {
    const dead: Bar[] = Array.from({ length: 8 }, (_, i) => ({
      time: i,
      open: 1,
      high: 1,
      low: 1,
      close: 1,
      volume: 0,
    }));
    const config = { period: 2, seed: 'wilder' } as const;
    const resumed = (onFlat: 'zero' | 'hold') => {
      const start = { version: 1, config: { ...config, onFlat }, state: [8, 1, 1, 1, 0, 0, 0, 60] } as const;
      return createAdx({ ...config, onFlat }, start).next(dead[7]!).adx;
    };
    expect(resumed('hold')).toBe(60);
    expect(resumed('zero')).toBe(30);
  });

  it('with either seed differs at the start and agrees later', () => {
    const bars = candlesOf(
      Array.from({ length: 300 }, (_, i) => {
        const close = 100 + 10 * Math.sin(i / 9) + 3 * Math.sin(i * 1.3);
        const open = 100 + 10 * Math.sin((i - 1) / 9) + 3 * Math.sin((i - 1) * 1.3);
        return { time: i, open, high: Math.max(open, close) + 0.5, low: Math.min(open, close) - 0.4, close, volume: 1 };
      }),
    );
    const difference = (i: number): number =>
      Math.abs(adx(bars).adx[i]! - adx(bars, { ...ADX_DEFAULTS, seed: 'talib' }).adx[i]!);
    expect(difference(27)).toBeGreaterThan(1e-3);
    expect(difference(299)).toBeLessThan(1e-6);
  });

  it('has its first DI at index 14, its first ADX at 27, and is settled 63 bars later', () => {
    expect(adxLookback()).toBe(27);
    expect(adxSettledAfter()).toBe(27 + 63);
    const { bars } = adversarialBars().find(({ name }) => name === 'alternating with wicks')!;
    const columns = adx(bars);
    expect(columns.plusDi.findIndex((value) => !Number.isNaN(value))).toBe(14);
    expect(columns.adx.findIndex((value) => !Number.isNaN(value))).toBe(27);
  });

  it.each([
    [{ ...ADX_DEFAULTS, period: 1 }, /"period" expected an integer ≥ 2, got 1/],
    [{ ...ADX_DEFAULTS, seed: 'tulip' }, /"seed" expected one of wilder, talib, got "tulip"/],
    [{ ...ADX_DEFAULTS, onFlat: 'nan' }, /"onFlat" expected one of zero, hold, got "nan"/],
  ])('refuses %j', (config, message) => {
    expect(() => adx(candlesOf([]), config as AdxConfig)).toThrow(message);
    expect(() => createAdx(config as AdxConfig)).toThrow(message);
    expect(() => adxLookback(config as AdxConfig)).toThrow(message);
  });

  it('refuses a snapshot of another config, of another version, and one that was damaged', () => {
    const snapshot = createAdx().snapshot();
    const message = /"resume" expected a version 1 or 2 snapshot of \{"period":14/;
    expect(() => createAdx({ ...ADX_DEFAULTS, seed: 'talib' }, snapshot)).toThrow(
      /"resume" expected a version 1 or 2 snapshot of \{"period":14,"seed":"talib"/,
    );
    expect(() => createAdx(ADX_DEFAULTS, { ...snapshot, version: 3 as 2 })).toThrow(message);
    expect(() => createAdx(ADX_DEFAULTS, { ...snapshot, time: 0.5 })).toThrow(message);
    expect(() => createAdx(ADX_DEFAULTS, { ...snapshot, state: snapshot.state.slice(1) })).toThrow(message);
    expect(() => createAdx(ADX_DEFAULTS, { ...snapshot, state: snapshot.state.map(() => NaN) })).toThrow(message);
  });
});

/** Candles on a grid of eighths between 1 and 1,000: prices, differences and mirrors are exact. */
function gridCandles(): fc.Arbitrary<Candles> {
  const price = fc.integer({ min: 8, max: 8_000 }).map((eighths) => eighths / 8);
  return fc.array(fc.tuple(price, price, price, price), { maxLength: 60 }).map((rows) =>
    candlesOf(
      rows.map(([a, b, c, d], time) => {
        const sorted = [a, b, c, d].sort((x, y) => x - y);
        return { time, open: a, close: b, low: sorted[0]!, high: sorted[3]!, volume: 1 };
      }),
    ),
  );
}
