import { candlesOf, HOUR_MS, type Bar } from '@barograph/core';
import { describe, expect, it } from 'vitest';
import { closeToClose } from './close-to-close.ts';
import { garmanKlassYangZhang } from './garman-klass-yang-zhang.ts';
import { garmanKlass } from './garman-klass.ts';
import { parkinson } from './parkinson.ts';
import { rogersSatchell } from './rogers-satchell.ts';
import { bodyWeight, yangZhang } from './yang-zhang.ts';

const CONFIG = { window: 20, periodsPerYear: 365 };

function series(length: number, bar: (i: number, before: number) => Omit<Bar, 'time' | 'volume'>) {
  const bars: Bar[] = [];
  for (let i = 0; i < length; i++) bars.push({ time: i * HOUR_MS, volume: 1, ...bar(i, bars.at(-1)?.close ?? 100) });
  return candlesOf(bars);
}

describe('what the estimators are biased by', () => {
  it('a market that only rises at a steady pace has volatility for Parkinson and Garman–Klass, none for the others', () => {
    const rise = series(40, (_, open) => ({ open, high: open * 1.25, low: open, close: open * 1.25 }));
    expect(closeToClose(rise, CONFIG)[39]).toBeLessThan(1e-12);
    expect(rogersSatchell(rise, CONFIG)[39]).toBeLessThan(1e-6);
    expect(yangZhang(rise, CONFIG)[39]).toBeLessThan(1e-6);
    expect(parkinson(rise, CONFIG)[39]).toBeGreaterThan(250);
    expect(garmanKlass(rise, CONFIG)[39]).toBeGreaterThan(140);
  });

  it('a market that moves between bars only has volatility for those that see the previous close', () => {
    const jumps = series(40, (i, before) => {
      const price = i % 2 === 0 ? before * 1.1 : before / 1.1;
      return { open: price, high: price, low: price, close: price };
    });
    for (const blind of [parkinson, garmanKlass, rogersSatchell]) expect(blind(jumps, CONFIG)[39]).toBe(0);
    const seen = 100 * Math.log(1.1) * Math.sqrt(365);
    expect(garmanKlassYangZhang(jumps, CONFIG)[39]).toMatchOracle(seen, { rel: 1e-13, abs: 0 });
    for (const sees of [closeToClose, yangZhang]) {
      expect(sees(jumps, CONFIG)[39]).toMatchOracle(seen * Math.sqrt(20 / 19), { rel: 1e-13, abs: 0 });
    }
  });
});

describe('bodyWeight', () => {
  it('is 0.34 / (1.34 + (n + 1)/(n − 1)), from 0.078 at n = 2 towards 0.145', () => {
    expect(bodyWeight(2)).toBeCloseTo(0.34 / 4.34, 15);
    expect(bodyWeight(30)).toBeCloseTo(0.34 / (1.34 + 31 / 29), 15);
    expect(bodyWeight(1e9)).toBeCloseTo(0.34 / 2.34, 8);
  });
});
