import { candlesOf } from '@barograph/core';
import { anyCandles, barsOf, firstNotJson, scalePrices, SCALE_POWERS } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TECHNICAL_V1, type SupportResistanceConfig } from './config.ts';
import { createPivotFinder, srLevels, type Pivot, type PivotSnapshot } from './support-resistance.ts';

const V1 = TECHNICAL_V1.levels;
const SHORT: SupportResistanceConfig = { ...V1, wing: 2, bars: 12 };

interface Extremes {
  readonly high: number;
  readonly low: number;
}

/** From the definition: every one of the last `bars` bars that exceeds `wing` bars on both sides. */
function naivePivots(rows: readonly Extremes[], { wing, bars }: SupportResistanceConfig): Pivot[] {
  const out: Pivot[] = [];
  for (let i = Math.max(wing, rows.length - bars); i + wing < rows.length; i++) {
    const others = [...rows.slice(i - wing, i), ...rows.slice(i + 1, i + wing + 1)];
    if (others.every(({ high }) => high < rows[i]!.high)) out.push({ bar: i, price: rows[i]!.high });
    if (others.every(({ low }) => low > rows[i]!.low)) out.push({ bar: i, price: rows[i]!.low });
  }
  return out;
}

const find = (rows: readonly Extremes[], config: SupportResistanceConfig, resume?: PivotSnapshot) => {
  const finder = createPivotFinder(config, resume);
  for (const { high, low } of rows) finder.next(high, low);
  return finder;
};

const extremes = fc.array(
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 4 }))
    .map(([low, more]) => ({ low, high: low + more })),
  { maxLength: 60 },
);

describe('pivots', () => {
  it('are the bars of the definition, at every bar, also when resumed through JSON', () => {
    fc.assert(
      fc.property(extremes, fc.nat(), (rows, at) => {
        const finder = createPivotFinder(SHORT);
        rows.forEach(({ high, low }, i) => {
          finder.next(high, low);
          expect(finder.pivots).toEqual(naivePivots(rows.slice(0, i + 1), SHORT));
        });
        const cut = at % (rows.length + 1);
        const snapshot = find(rows.slice(0, cut), SHORT).snapshot();
        expect(firstNotJson(snapshot)).toBeUndefined();
        const resumed = find(rows.slice(cut), SHORT, JSON.parse(JSON.stringify(snapshot)) as PivotSnapshot);
        expect(resumed.pivots).toEqual(finder.pivots);
        expect(resumed.bars).toBe(rows.length);
      }),
    );
  });

  const peak = (...highs: readonly number[]): Extremes[] => highs.map((high) => ({ high, low: 1 }));

  it('are known 3 bars after the turn and not before', () => {
    const rows = peak(2, 3, 4, 9, 4, 3, 2);
    expect(find(rows.slice(0, 6), V1).pivots).toEqual([]);
    expect(find(rows, V1).pivots).toEqual([{ bar: 3, price: 9 }]);
  });

  it('are strict: a plateau has none', () => {
    expect(find(peak(2, 3, 4, 9, 9, 3, 2, 1), V1).pivots).toEqual([]);
    expect(find(peak(9, 3, 4, 9, 4, 3, 2), V1).pivots).toEqual([]);
  });

  it('need 3 bars before them too', () => {
    expect(find(peak(3, 4, 9, 4, 3, 2, 1), V1).pivots).toEqual([]);
  });

  it('are forgotten once they are older than the last 250 bars', () => {
    const rows = [...peak(2, 3, 4, 9, 4, 3, 2), ...peak(...Array.from({ length: 300 }, () => 2))];
    expect(find(rows.slice(0, 253), V1).pivots).toEqual([{ bar: 3, price: 9 }]);
    expect(find(rows.slice(0, 254), V1).pivots).toEqual([]);
  });

  it('keep at most two in every four bars, whatever the history', () => {
    const rows = Array.from({ length: 2_000 }, (_, i) => ({ high: i % 4 === 0 ? 9 : 5, low: i % 4 === 2 ? 1 : 4 }));
    expect(find(rows, { ...V1, wing: 1 }).pivots.length).toBeLessThanOrEqual(250);
  });
});

/** Pivots of the last bar, so that all have equal weight. */
const at = (...prices: readonly number[]): Pivot[] => prices.map((price) => ({ bar: 99, price }));
const levels = (pivots: readonly Pivot[], price = 100, atr = 0) => srLevels(pivots, 100, price, atr, V1);

describe('support and resistance', () => {
  it('[#585] is up to 3 supports and 3 resistances by proximity, with signed distances', () => {
    const found = levels(at(70, 80, 85, 90, 95, 104, 108, 113, 120));
    expect(found.map(({ kind, price, strength }) => [kind, price, strength])).toEqual([
      ['resistance', 104, 1],
      ['support', 95, 1],
      ['resistance', 108, 1],
      ['support', 90, 1],
      ['resistance', 113, 1],
      ['support', 85, 1],
    ]);
    expect(found.map(({ distPct }) => distPct)).toMatchOracle([4, -5, 8, -10, 13, -15], { rel: 1e-12, abs: 0 });
  });

  it('[#585] drops what is over 30 % away, and keeps what is exactly there', () => {
    expect(levels(at(70, 130)).map(({ distPct }) => distPct)).toEqual([-30, 30]);
    expect(levels(at(69.999_999, 130.000_001))).toEqual([]);
  });

  it('joins pivots within the tolerance of a level’s mean: at it, not just above', () => {
    const pair = (second: number) => levels(at(90, second)).map(({ strength }) => strength);
    expect(pair(90.6)).toEqual([2]); // 0.6 % of 100
    expect(pair(90.600_001)).toEqual([1, 1]);
    expect(levels(at(90, 92), 100, 4).map(({ strength }) => strength)).toEqual([2]); // half an ATR of 4
    expect(levels(at(90, 92.000_001), 100, 4).map(({ strength }) => strength)).toEqual([1, 1]);
  });

  it('chains by the mean, not by the last pivot', () => {
    // 90 and 90.6 make 90.3; 91 is too far from that, though near 90.6.
    expect(levels(at(90, 90.6, 91)).map(({ price, strength }) => [price, strength])).toEqual([
      [91, 1],
      [90.3, 2],
    ]);
  });

  it('weights pivots by recency: one 90 bars old counts half', () => {
    const [level] = levels([
      { bar: 99, price: 90 },
      { bar: 9, price: 90.3 },
    ]);
    expect(level!.price).toMatchOracle((90 + 0.5 * 90.3) / 1.5, { rel: 1e-15, abs: 0 });
  });

  it('takes a level exactly at the price as a support at distance 0', () => {
    for (const price of [0.1, 100, 3e-7]) {
      const pivots = [
        { bar: 7, price },
        { bar: 50, price },
      ];
      expect(levels(pivots, price)).toEqual([{ kind: 'support', price, strength: 2, distPct: 0 }]);
    }
  });

  it('puts the stronger level first at the same distance, then the lower one', () => {
    expect(levels(at(75, 125, 125)).map(({ price }) => price)).toEqual([125, 75]);
    expect(levels(at(75, 125)).map(({ price }) => price)).toEqual([75, 125]);
  });

  it('keeps its promises for any pivots: sorted, signed, capped, within 30 %, every order of pivots alike', () => {
    const pivot = fc.record({
      bar: fc.integer({ min: 0, max: 99 }),
      price: fc.oneof(fc.integer({ min: 60, max: 140 }), fc.double({ min: 60, max: 140, noNaN: true })),
    });
    fc.assert(
      fc.property(fc.array(pivot, { maxLength: 60 }), fc.double({ min: 0, max: 8, noNaN: true }), (pivots, atr) => {
        const found = levels(pivots, 100, atr);
        expect(found).toEqual(levels(pivots.toReversed(), 100, atr));
        const distances = found.map(({ distPct }) => Math.abs(distPct));
        expect(distances).toEqual(distances.toSorted((a, b) => a - b));
        for (const { kind, price, strength, distPct } of found) {
          expect(kind === 'support' ? distPct <= 0 && price <= 100 : distPct > 0 && price > 100).toBe(true);
          expect(Math.abs(distPct)).toBeLessThanOrEqual(30);
          expect(strength).toBeGreaterThanOrEqual(1);
        }
        expect(found.reduce((sum, { strength }) => sum + strength, 0)).toBeLessThanOrEqual(pivots.length);
        for (const side of ['support', 'resistance']) {
          expect(found.filter(({ kind }) => kind === side).length).toBeLessThanOrEqual(3);
        }
      }),
    );
  });

  it('does not know the unit of price: ×2^k changes no distance, strength or kind', () => {
    let levelsFound = 0;
    fc.assert(
      fc.property(anyCandles(), fc.constantFrom(...SCALE_POWERS), (bars, power) => {
        fc.pre(bars.length > 0);
        const of = (series: typeof bars, factor: number) => {
          const finder = find(barsOf(series), SHORT);
          const price = series.close.at(-1)!;
          return srLevels(finder.pivots, finder.bars, price, 0.01 * price, SHORT).map((level) => ({
            ...level,
            price: level.price / factor,
          }));
        };
        const expected = of(bars, 1);
        levelsFound += expected.length;
        expect(of(scalePrices(bars, 2 ** power), 2 ** power)).toEqual(expected);
      }),
    );
    expect(levelsFound).toBeGreaterThan(10);
  });

  it('refuses an invalid price or ATR', () => {
    expect(() => levels([], 0)).toThrow(/"price" expected a finite price > 0, got 0/);
    expect(() => levels([], NaN)).toThrow(/"price" expected a finite price > 0, got NaN/);
    expect(() => levels([], 1, -1)).toThrow(/"atr" expected a finite number ≥ 0, got -1/);
  });
});

describe('pivots of candles', () => {
  it('do not look ahead: what comes later changes no pivot that was known', () => {
    fc.assert(
      fc.property(anyCandles(), fc.nat(), (bars, cutAt) => {
        const rows = barsOf(bars);
        const cut = cutAt % (rows.length + 1);
        const known = find(rows.slice(0, cut), { ...SHORT, bars: 1e6 }).pivots;
        const later = find(barsOf(candlesOf(rows)), { ...SHORT, bars: 1e6 }).pivots;
        expect(later.slice(0, known.length)).toEqual(known);
      }),
    );
  });
});
