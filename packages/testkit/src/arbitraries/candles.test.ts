import { checkCandles, HOUR_MS, type Candles } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adversarialBars } from './adversarial.ts';
import { anyCandles } from './candles.ts';
import { ohlcv } from './ohlcv.ts';

/** Returns whether at least one of 300 draws (from a fixed seed) has the trait. */
function occurs(trait: (bars: Candles) => boolean, arbitrary: fc.Arbitrary<Candles> = ohlcv()): boolean {
  return fc.sample(arbitrary, { numRuns: 300, seed: 7 }).some(trait);
}

const someBar = (test: (bars: Candles, i: number) => boolean) => (bars: Candles) =>
  Array.from({ length: bars.length }, (_, i) => i).some((i) => test(bars, i));

describe('ohlcv', () => {
  it('gives candles that pass their check, of every kind and interval', () => {
    const options = fc.record({
      regime: fc.constantFrom('any' as const, 'calm' as const, 'wild' as const, 'up' as const, 'down' as const),
      interval: fc.constantFrom('1m' as const, '1h' as const, '1d' as const, '1w' as const),
      gaps: fc.boolean(),
    });
    fc.assert(
      fc.property(
        options.chain((chosen) => anyCandles(chosen)),
        (bars) => checkCandles(bars).ok,
      ),
    );
  });

  it('has as many bars as asked for', () => {
    fc.assert(fc.property(ohlcv({ n: 37 }), (bars) => bars.length === 37));
    fc.assert(fc.property(ohlcv({ n: { min: 3, max: 5 } }), (bars) => bars.length >= 3 && bars.length <= 5));
  });

  it('leaves bars out only when gaps are allowed', () => {
    const gap = someBar((bars, i) => i > 0 && bars.time[i]! - bars.time[i - 1]! > HOUR_MS);
    expect(occurs(gap)).toBe(true);
    expect(occurs(gap, ohlcv({ gaps: false }))).toBe(false);
  });

  it('draws flat bars, idle bars, long wicks, runs of one price and one-tick markets', () => {
    expect(occurs(someBar((bars, i) => bars.high[i] === bars.low[i]))).toBe(true);
    expect(occurs(someBar((bars, i) => bars.volume[i] === 0))).toBe(true);
    expect(occurs(someBar((bars, i) => bars.high[i]! > 1.2 * Math.max(bars.open[i]!, bars.close[i]!)))).toBe(true);
    expect(
      occurs(
        (bars) =>
          bars.length >= 30 &&
          bars.close.some((_, i) => new Set(bars.close.slice(i, i + 30)).size === 1 && i + 30 <= bars.length),
      ),
    ).toBe(true);
    const prices = (bars: Candles): number => new Set([...bars.open, ...bars.high, ...bars.low, ...bars.close]).size;
    expect(occurs((bars) => bars.length > 50 && prices(bars) === 2)).toBe(true);
  });

  it('draws coins priced below 1e-6 and above 1e4', () => {
    expect(occurs(someBar((bars, i) => bars.close[i]! < 1e-6))).toBe(true);
    expect(occurs(someBar((bars, i) => bars.close[i]! > 1e4))).toBe(true);
  });

  it('drifts up or down when asked to', () => {
    const rise = (bars: Candles): number => Math.log(bars.close[bars.length - 1]! / bars.open[0]!);
    const total = (regime: 'up' | 'down'): number =>
      fc
        .sample(ohlcv({ regime, n: 100 }), { numRuns: 50, seed: 7 })
        .filter((bars) => rise(bars) !== 0)
        .reduce((sum, bars) => sum + Math.sign(rise(bars)), 0);
    expect(total('up')).toBeGreaterThan(25);
    expect(total('down')).toBeLessThan(-25);
  });

  it('shrinks to the fewest and stillest bars that still show a fault', () => {
    const run = fc.check(
      fc.property(ohlcv(), (bars) => !bars.volume.includes(0)),
      { seed: 7, numRuns: 1_000 },
    );
    const [smallest] = run.counterexample ?? [];
    expect(smallest?.length).toBe(1);
    expect([smallest?.open[0], smallest?.high[0], smallest?.low[0], smallest?.close[0]]).toEqual([1, 1, 1, 1]);
  });
});

describe('adversarialBars', () => {
  it('passes the check in every series, for several lookbacks', () => {
    for (const lookback of [1, 14, 27, 100]) {
      for (const { name, bars } of adversarialBars(lookback))
        expect([name, checkCandles(bars).ok]).toEqual([name, true]);
    }
  });

  it('has a series of exactly the lookback, and of one bar more', () => {
    const lengths = new Map(adversarialBars(27).map(({ name, bars }) => [name, bars.length]));
    expect(lengths.get('exactly lookback bars')).toBe(27);
    expect(lengths.get('one bar more than lookback')).toBe(28);
  });

  it('climbs eighteen decades and then stands still', () => {
    const halt = adversarialBars().find(({ name }) => name === 'up eighteen decades, then flat')!.bars;
    expect(halt.close[0]).toMatchOracle(1e-9, { rel: 1e-12, abs: 0 });
    expect(new Set(halt.close.slice(-20))).toEqual(new Set([1e9]));
  });
});
