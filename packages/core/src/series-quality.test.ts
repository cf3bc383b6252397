import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bar, Candles } from './candles.ts';
import { candlesOf } from './candles-of.ts';
import { HOUR_MS } from './interval.ts';
import { repairPrints } from './repair-prints.ts';
import { QUALITY_CODES, seriesQuality, type QualityFinding } from './series-quality.ts';

/** A walk of hours, deterministic. */
function walk(length: number, seed = 7): Bar[] {
  let state = seed;
  const draw = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  let close = 100;
  return Array.from({ length }, (_, i) => {
    const open = close;
    close = open * (1 + draw() / 50);
    const high = Math.max(open, close) * (1.003 + draw() / 200);
    const low = Math.min(open, close) * (0.997 - draw() / 200);
    return { time: i * HOUR_MS, open, high, low, close, volume: 10 + 5 * draw() };
  });
}
const codes = (bars: Candles): string[] => seriesQuality(bars).findings.map(({ code }) => code);
const sound = walk(200);
const at = fc.integer({ min: 5, max: 190 });
/** The walk with one bar changed. */
const changed = (i: number, change: (bar: Bar) => Bar): Candles =>
  candlesOf(sound.map((bar, k) => (k === i ? change(bar) : bar)));

describe('the report of a series', () => {
  it('of sound bars is empty', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        expect(codes(candlesOf(walk(200, seed)))).toEqual([]);
      }),
    );
    expect(seriesQuality(candlesOf([]))).toMatchObject({ bars: 0, step: null, findings: [] });
    expect(codes(candlesOf(sound.slice(0, 1)))).toEqual([]);
  });

  it('names one wick that no bar around it confirms, and a repair by decimal places gives the sound bars', () => {
    fc.assert(
      fc.property(at, fc.constantFrom(10, 100, 1000), fc.boolean(), (i, by, isHigh) => {
        const bars = changed(i, (bar) => (isHigh ? { ...bar, high: bar.high * by } : { ...bar, low: bar.low / by }));
        const report = seriesQuality(bars);
        expect(report.findings).toMatchObject([{ code: 'wick', index: i, bars: 1, kind: isHigh ? 'high' : 'low' }]);
        const repaired = repairPrints(bars, report);
        expect(repaired.mended).toEqual(report.findings);
        for (const column of ['open', 'high', 'low', 'close'] as const) {
          expect(repaired.bars[column][i]! / sound[i]![column]).toBeCloseTo(1, 12);
        }
        expect(codes(repaired.bars)).toEqual([]);
      }),
    );
  });

  it('cuts a wick that is no slip of the decimal point to the body', () => {
    const bars = changed(50, (bar) => ({ ...bar, high: bar.high * 2.7 }));
    const { high } = repairPrints(bars, seriesQuality(bars)).bars;
    expect(high[50]).toBe(Math.max(sound[50]!.open, sound[50]!.close));
  });

  it('takes a fall that the next bars confirm for what it is', () => {
    const crash = sound.map((bar, k) => {
      const by = k < 100 ? 1 : 0.4;
      const open = k === 100 ? bar.open : bar.open * by;
      const close = bar.close * by;
      return { ...bar, open, close, high: Math.max(open, close) * 1.002, low: Math.min(open, close) * 0.9 };
    });
    expect(codes(candlesOf(crash))).toEqual([]);
  });

  it('names a bar that jumps and comes back, and mends it', () => {
    fc.assert(
      fc.property(at, fc.constantFrom(10, 0.01, 1.9), (i, by) => {
        const bars = changed(i, ({ time, volume, ...prices }) => ({
          time,
          volume,
          open: prices.open * by,
          high: prices.high * by,
          low: prices.low * by,
          close: prices.close * by,
        }));
        const report = seriesQuality(bars);
        expect(report.findings).toMatchObject([{ code: 'jump', index: i }]);
        const repaired = repairPrints(bars, report).bars;
        expect(repaired.length).toBe(by === 1.9 ? 199 : 200);
        if (by !== 1.9) expect(repaired.close[i]! / sound[i]!.close).toBeCloseTo(1, 12);
        expect(codes(repaired).filter((code) => code !== 'gap')).toEqual([]);
      }),
    );
  });

  it('tells a redenomination from a ticker that was given away, and a rename from both', () => {
    const scaled = (by: number, missing: number): Candles =>
      candlesOf(
        sound.map((bar, k) => {
          if (k < 100) return bar;
          const time = bar.time + missing * HOUR_MS;
          return { ...bar, time, open: bar.open * by, high: bar.high * by, low: bar.low * by, close: bar.close * by };
        }),
      );
    const kinds = (bars: Candles): unknown[] => seriesQuality(bars).findings.map(({ code, kind }) => kind ?? code);
    expect(kinds(scaled(1000, 0))).toEqual(['redenomination']);
    expect(kinds(scaled(0.01, 1))).toEqual(['redenomination', 'gap']);
    expect(kinds(scaled(37_000, 0))).toEqual(['reused_ticker']);
    expect(kinds(scaled(1000, 400))).toEqual(['reused_ticker', 'gap']);
    expect(kinds(scaled(1, 2))).toEqual(['gap']);
    const mended = repairPrints(scaled(1000, 0), seriesQuality(scaled(1000, 0)));
    expect(mended.bars.close[10]! / (sound[10]!.close * 1000)).toBeCloseTo(1, 12);
    expect(mended.bars.volume[10]! * 1000).toBeCloseTo(sound[10]!.volume, 9);
    expect(codes(mended.bars)).toEqual([]);
  });

  it('counts gaps, halts, stale tails, missing volumes, duplicates, bars off the grid and partial ones', () => {
    const flat = (i: number, volume: number): Bar => {
      const { close } = sound[149]!;
      return { time: i * HOUR_MS, open: close, high: close, low: close, close, volume };
    };
    const find = (bars: readonly Bar[], how = {}): readonly QualityFinding[] =>
      seriesQuality(candlesOf(bars), how).findings;
    expect(find(sound.filter((_, i) => i < 20 || i > 24))).toMatchObject([
      { code: 'gap', bars: 5, time: 20 * HOUR_MS },
    ]);
    const first = sound.slice(0, 150);
    expect(find([...first, ...[150, 151].map((i) => flat(i, 0))])).toEqual([]);
    expect(find([...first, ...[150, 151, 152].map((i) => flat(i, 0))])).toMatchObject([
      { code: 'halt', bars: 3, index: 150 },
    ]);
    expect(find([...first, ...[150, 151, 152].map((i) => flat(i, 4))])).toMatchObject([
      { code: 'stale_tail', bars: 3 },
    ]);
    expect(find(sound.map((bar, i) => (i % 5 === 0 ? { ...bar, volume: 0 } : bar)))).toMatchObject([
      { code: 'zero_volume', bars: 40 },
    ]);
    expect(find(sound, { duplicates: 2 })).toMatchObject([{ code: 'duplicate', bars: 2 }]);
    expect(find(sound.map((bar, i) => (i === 199 ? { ...bar, time: bar.time + 37 * 60_000 } : bar)))).toMatchObject([
      { code: 'partial_last_bar', index: 199 },
      { code: 'gap' },
    ]);
    expect(
      find(sound.map((bar, i) => (i === 100 ? { ...bar, time: bar.time + 60_000 } : bar))).map(({ code }) => code),
    ).toContain('off_grid');
    expect(find(sound, { asOf: 199.5 * HOUR_MS })).toMatchObject([{ code: 'partial_last_bar' }]);
    expect(find(sound, { asOf: 260 * HOUR_MS })).toMatchObject([{ code: 'stale_tail', bars: 60 }]);
  });

  it('has a finding for each of its kinds', () => {
    expect(new Set(QUALITY_CODES).size).toBe(10);
  });

  it('is the same at every level of price', () => {
    const bars = changed(50, (bar) => ({ ...bar, high: bar.high * 10 }));
    fc.assert(
      fc.property(fc.integer({ min: -60, max: 60 }), (power) => {
        const by = 2 ** power;
        const scale = (column: Float64Array): Float64Array => column.map((price) => price * by);
        const scaled = candlesOf(
          Array.from(bars.time, (time, i) => ({
            time,
            open: scale(bars.open)[i]!,
            high: scale(bars.high)[i]!,
            low: scale(bars.low)[i]!,
            close: scale(bars.close)[i]!,
            volume: bars.volume[i]!,
          })),
        );
        expect(seriesQuality(scaled)).toEqual(seriesQuality(bars));
      }),
    );
  });
});
