import { candlesOf, DAY_MS, fold, hasBreaks, type Bar } from '@barograph/core';
import {
  anyCandles,
  barsContract,
  barsOf,
  breaksContract,
  causalityContract,
  ohlcv,
  scaleContract,
} from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adx, ADX_DEFAULTS } from '../adx.ts';
import { SIGNUM_COLORS, signumColor } from './color.ts';
import { SIGNUM_V1, SIGNUM_V2, signumLookback, type SignumConfig } from './config.ts';
import { createSignum, signum, signumBlocks, signumCodes, signumHistory, type SignumSnapshot } from './signum.ts';

/** Short and sensitive, so that short series flip often. */
const EAGER: SignumConfig = {
  ...SIGNUM_V1,
  version: 'signum/test',
  adx: { ...ADX_DEFAULTS, period: 2 },
  enter: 20,
  exit: 15,
  margin: 1,
};

const columns = (config: SignumConfig) => (bars: Parameters<typeof signum>[0]) => {
  const { barsInColor, ...rest } = signum(bars, config);
  return { ...rest, barsInColor: Array.from(barsInColor, (value) => (Number.isNaN(value) ? null : value)) };
};

for (const config of [SIGNUM_V1, EAGER]) {
  barsContract({
    name: `SIGNUM_RGG ${config.version}`,
    create: (resume?: SignumSnapshot) => createSignum(config, resume),
    columns: columns(config),
    lookback: signumLookback(config),
    defined: ({ color }) => color !== null,
  });
  causalityContract({ name: `SIGNUM_RGG ${config.version}`, columns: columns(config) });
  scaleContract({ name: `SIGNUM_RGG ${config.version}`, degree0: columns(config) });
}

/** Rule of breaks over a short memory, so that short series trigger it. */
const BROKEN: SignumConfig = { ...EAGER, version: 'signum/broken', breaks: { quietBars: 2, maxGap: 3, maxJump: 5 } };

barsContract({
  name: 'SIGNUM_RGG with breaks',
  create: (resume?: SignumSnapshot) => createSignum(BROKEN, resume),
  columns: columns(BROKEN),
});
causalityContract({ name: 'SIGNUM_RGG with breaks', columns: columns(BROKEN) });
for (const config of [SIGNUM_V2, BROKEN]) {
  breaksContract({
    name: `SIGNUM_RGG ${config.version}`,
    create: (resume) => createSignum(config, resume as SignumSnapshot | undefined),
    breaks: config.breaks!,
    label: ({ color }) => color,
    step: DAY_MS,
    lookback: signumLookback(config),
  });
}

describe('SIGNUM_RGG version 2', () => {
  it('equals version 1 to the bit on bars without a break', () => {
    fc.assert(
      fc.property(ohlcv({ n: { min: 30, max: 90 }, interval: '1d' }), (bars) => {
        fc.pre(!hasBreaks(bars, SIGNUM_V2.breaks!));
        expect(signumCodes(bars, SIGNUM_V2)).toStrictEqual(signumCodes(bars, SIGNUM_V1));
      }),
    );
  });

  it('says of a halt that nothing trades, and of a row behind a gap why it is young', () => {
    const at = (i: number, price: number, volume: number): Bar => {
      const wick = volume === 0 ? 0 : 1;
      return { time: i * DAY_MS, open: price, high: price + wick, low: price - wick, close: price, volume };
    };
    const stream = createSignum();
    let last = stream.next(at(0, 100, 5));
    for (let i = 1; i < 60; i++) last = stream.next(at(i, 100 + i, 5));
    expect([last.color, last.barsInColor]).toEqual(['green', 32]);
    const colors = Array.from({ length: 20 }, (_, i) => stream.next(at(60 + i, 159, 0)).color);
    expect(colors).toEqual(['green', 'green', ...Array.from({ length: 18 }, () => null)]);
    expect([stream.isHalted, stream.restarted]).toEqual([true, null]);
    expect(stream.next(at(80, 159, 5)).color).toBeNull();
    expect([stream.isHalted, stream.restarted]).toEqual([false, 'gap']);
  });
});

describe('SIGNUM_RGG over bars', () => {
  it('has as codes and as texts what the reducer says of ADX, bar by bar', () => {
    fc.assert(
      fc.property(anyCandles(), fc.constantFrom(SIGNUM_V1, EAGER), (bars, config) => {
        const points = adx(bars, config.adx);
        const inputs = Array.from(bars.time, (time, i) => ({
          time,
          adx: points.adx[i]!,
          plusDi: points.plusDi[i]!,
          minusDi: points.minusDi[i]!,
        }));
        const { outputs } = fold(signumColor(config), inputs);
        const { colorCode, ...codes } = signumCodes(bars, config);
        const { color, ...texts } = signum(bars, config);
        expect(color).toStrictEqual(outputs.map((output) => output.color));
        expect(Array.from(colorCode, (code) => SIGNUM_COLORS[code] ?? null)).toStrictEqual(color);
        expect(Array.from(codes.barsInColor)).toStrictEqual(outputs.map(({ barsInColor }) => barsInColor ?? NaN));
        expect(texts).toStrictEqual(codes);
        expect(texts).toMatchObject({ ...points });
        const stream = createSignum(config);
        expect(barsOf(bars).map((bar) => stream.next(bar).flipBar)).toStrictEqual(
          outputs.map(({ flipBar }) => flipBar),
        );
      }),
    );
  });

  it('is in blocks of any length what it is in one, and leaves what is behind a block', () => {
    fc.assert(
      fc.property(
        ohlcv({ n: { min: 1, max: 160 }, regime: 'wild' }),
        fc.constantFrom(SIGNUM_V1, EAGER),
        fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 6 }),
        (bars, config, lengths) => {
          const next = signumBlocks(config);
          const whole = signumCodes(bars, config);
          const ends = [...lengths.map((_, i) => lengths.slice(0, i + 1).reduce((sum, n) => sum + n, 0)), bars.length];
          let from = 0;
          for (const end of ends.map((at) => Math.min(at, bars.length))) {
            const part = <T extends Float64Array | Int8Array>(of: T): T => of.slice(from, end) as T;
            const into = signumCodes({ ...bars, length: end - from }, config);
            next({ high: part(bars.high), low: part(bars.low), close: part(bars.close) }, into);
            expect(into).toStrictEqual({
              adx: part(whole.adx),
              plusDi: part(whole.plusDi),
              minusDi: part(whole.minusDi),
              colorCode: part(whole.colorCode),
              barsInColor: part(whole.barsInColor),
            });
            from = end;
          }
        },
      ),
    );
  });

  it('counts bars in colour from 1 on the flip bar, and names that bar', () => {
    let flips = 0;
    fc.assert(
      fc.property(ohlcv({ n: { min: 20, max: 120 }, regime: 'wild' }), (bars) => {
        const { color, barsInColor } = signum(bars, EAGER);
        const stream = createSignum(EAGER);
        let flipBar: number | null = null;
        for (const [i, bar] of barsOf(bars).entries()) {
          const point = stream.next(bar);
          if (color[i] === null) {
            expect(point.flipBar).toBeNull();
            continue;
          }
          const same = i > 0 && color[i] === color[i - 1];
          if (!same && color[i - 1] !== null && i > 0) {
            flipBar = bar.time;
            flips++;
          }
          expect(barsInColor[i]).toBe(same ? barsInColor[i - 1]! + 1 : 1);
          expect(point.flipBar).toBe(flipBar);
        }
      }),
    );
    expect(flips).toBeGreaterThan(10);
  });

  it('says settled once the seed of ADX weighs less than 1 %', () => {
    const bar = (i: number) => ({ time: i, open: 10, high: 11 + (i % 3), low: 9 - (i % 2), close: 10, volume: 1 });
    const stream = createSignum();
    const settled = Array.from({ length: 100 }, (_, i) => stream.next(bar(i)).settled);
    expect(settled.indexOf(true)).toBe(27 + 63);
    expect(settled.lastIndexOf(false)).toBe(27 + 62);
  });

  it('gives the history of the last bars, scored on all of them', () => {
    fc.assert(
      fc.property(anyCandles(), fc.integer({ min: 1, max: 80 }), (bars, count) => {
        const all = columns(EAGER)(bars);
        const rows = signumHistory(bars, count, EAGER);
        expect(rows.length).toBe(Math.min(count, bars.length));
        rows.forEach((row, k) => {
          const i = bars.length - rows.length + k;
          expect(row.time).toBe(bars.time[i]);
          expect(row.close).toBe(bars.close[i]);
          expect(row.color).toBe(all.color[i]);
          expect(row.barsInColor).toBe(all.barsInColor[i]);
          expect([row.adx, row.plusDi, row.minusDi]).toMatchOracle([all.adx[i], all.plusDi[i], all.minusDi[i]]);
        });
        expect(JSON.stringify(rows)).toBe(JSON.stringify(JSON.parse(JSON.stringify(rows))));
      }),
    );
  });

  it('refuses a snapshot of another config', () => {
    expect(() => createSignum(SIGNUM_V1, createSignum(EAGER).snapshot())).toThrow(
      /"resume" expected a version 1 snapshot of \{"version":"signum\/1"/,
    );
  });

  it('of no bars is no rows', () => {
    expect(signum(candlesOf([])).color).toEqual([]);
    expect(signumHistory(candlesOf([]), 60)).toEqual([]);
  });
});
