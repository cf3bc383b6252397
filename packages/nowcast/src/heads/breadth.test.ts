import { candlesOf, HOUR_MS } from '@barograph/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breadthAt, breadthBucket, breadthColumns, breadthOf, breadthOutlook, BREADTHS } from './breadth.ts';
import { studentT } from './student-t.ts';

const horizon = fc.constantFrom('h4' as const, 'h24' as const);
const counts = fc
  .integer({ min: 8, max: 300 })
  .chain((of) => fc.integer({ min: 0, max: of }).map((above) => ({ above, of })));

describe('the breadth of the next hours', () => {
  it('sums to 1, has its mirror, and never goes beyond none and all', () => {
    fc.assert(
      fc.property(counts, horizon, ({ above, of }, h) => {
        const p = breadthOutlook({ above, of }, h).probabilities!;
        expect(p).toHaveLength(BREADTHS.length);
        expect(p.every((one) => one >= 0 && one <= 1)).toBe(true);
        expect(p.reduce((sum, one) => sum + one, 0)).toMatchOracle(1, { rel: 0, abs: 1e-12 });
        const mirror = breadthOutlook({ above: of - above, of }, h).probabilities!;
        expect(p).toMatchOracle(mirror.toReversed(), { rel: 0, abs: 1e-12 });
        if (10 * above >= 9 * of) expect(p[2]).toBe(0);
      }),
    );
  });

  it('from half of the perps on expands less likely the wider it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 300 }), horizon, (of, h) => {
        let before = Infinity;
        for (let above = Math.ceil(of / 2); above <= of; above++) {
          const [, , expanding] = breadthOutlook({ above, of }, h).probabilities!;
          expect(expanding).toBeLessThanOrEqual(before);
          before = expanding!;
        }
      }),
    );
  });

  it('is worked by hand: 15 of 20', () => {
    const z = (k: number): number => Math.log((k + 0.5) / (20 - k + 0.5));
    const [low, high] = [13, 17].map((k) => studentT((z(k) - 0.78 * z(15)) / 1.29, 4));
    const { probabilities, provenance } = breadthOutlook({ above: 15, of: 20 }, 'h4');
    expect(probabilities).toMatchOracle([low!, high! - low!, 1 - high!], { rel: 1e-12, abs: 0 });
    expect(provenance).toEqual({
      source: 'direct',
      version: 'heads/breadth-1',
      trainedTo: Date.UTC(2023, 5, 1),
      n: 22_785,
    });
    expect([-10.01, -10, 10, 10.01].map((change) => breadthBucket(change))).toEqual([0, 1, 1, 2]);
  });

  it('says nothing of fewer than 8 perps, and refuses what is no count', () => {
    expect(breadthOutlook({ above: 7, of: 7 }, 'h4').provenance).toEqual({
      source: null,
      reason: '7 perps with an average, of 8 at least',
    });
    expect(breadthOutlook({ above: 8, of: 8 }, 'h4').probabilities).not.toBeNull();
    expect(() => breadthOutlook({ above: 9, of: 8 }, 'h4')).toThrow(/"above" expected a number within 0…8, got 9/);
    expect(() => breadthOutlook({ above: 0.5, of: 8 }, 'h4')).toThrow(/"above" expected an integer ≥ 0, got 0.5/);
  });
});

const barOf = (hour: number, close: number) => ({
  time: hour * HOUR_MS,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
});

describe('the share of perps above their average', () => {
  it('counts a close above the mean of its day, and none on it', () => {
    const flat = Array<number>(24).fill(5);
    expect(breadthOf([flat, flat.with(23, 6), flat.with(23, 4), flat.with(3, NaN), flat.slice(1)])).toEqual({
      above: 1,
      of: 3,
    });
    expect(breadthOf([])).toEqual({ above: 0, of: 0 });
  });

  it('is, hour by hour, that of the closes up to the hour', () => {
    const price = fc.integer({ min: 90, max: 110 });
    const coin = fc.record({
      start: fc.integer({ min: 0, max: 20 }),
      closes: fc.array(fc.option(price, { freq: 20 }), { maxLength: 60 }),
    });
    fc.assert(
      fc.property(fc.array(coin, { maxLength: 6 }), (coins) => {
        const panel = coins.map(({ start, closes }) =>
          candlesOf(closes.flatMap((close, i) => (close === null ? [] : [barOf(start + i, close)]))),
        );
        const { time, above, of } = breadthColumns(panel);
        time.forEach((at, t) => {
          const hour = at / HOUR_MS;
          const until = coins.map(({ start, closes }) =>
            Array.from({ length: 24 }, (_, i) => closes[hour - 23 + i - start] ?? NaN),
          );
          expect({ above: above[t], of: of[t] }).toEqual(breadthOf(until));
          expect(breadthAt(panel, at)).toEqual(breadthOf(until));
        });
      }),
    );
  });

  it('begins a day after a perp does, and ends with it: three perps by hand', () => {
    const perp = (first: number, count: number, price: (i: number) => number) =>
      candlesOf(Array.from({ length: count }, (_, i) => barOf(first + i, price(i))));
    const none = candlesOf([]);
    const panel = [perp(100, 26, (i) => 100 + i), none, perp(102, 30, (i) => 100 - i), perp(104, 24, () => 7)];
    const { time, above, of } = breadthColumns(panel);
    expect([time.length, time[0], time.at(-1)]).toEqual([32, 100 * HOUR_MS, 131 * HOUR_MS]);
    // The first coin rises in hours 123 to 125, the second falls in 125 to 131, the third is flat until 127.
    expect([...of.subarray(22)]).toEqual([0, 1, 1, 2, 1, 2, 1, 1, 1, 1]);
    expect([...above.subarray(22)]).toEqual([0, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
    const at = [...time].map((hour) => breadthAt(panel, hour));
    expect(at).toEqual([...of].map((count, t) => ({ above: above[t], of: count })));
    expect(breadthColumns([none])).toEqual({
      time: new Float64Array(0),
      above: new Uint16Array(0),
      of: new Uint16Array(0),
    });
  });

  it('refuses bars that are not on the hour', () => {
    expect(() => breadthColumns([candlesOf([barOf(0.5, 1)])])).toThrow(/"time" expected a full hour, got 1800000/);
  });
});
