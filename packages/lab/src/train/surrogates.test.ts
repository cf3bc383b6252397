import { candles, DAY_MS, HOUR_MS, type Candles } from '@barograph/core';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { surrogateBars, SURROGATES, SURROGATES_V1, type Surrogate } from './surrogates.ts';

const { start } = SIMULATOR_V1;
const market = createMarket(SIMULATOR_V1).candles('BTC', 'perpdex_perp', '1h', start, start + 900 * HOUR_MS);

/** Bars with some hours taken out. */
function without(bars: Candles, missing: ReadonlySet<number>): Candles {
  const column = (of: Float64Array): Float64Array => of.filter((_, i) => !missing.has(i));
  const { time, open, high, low, close, volume } = bars;
  return candles({
    time: column(time),
    open: column(open),
    high: column(high),
    low: column(low),
    close: column(close),
    volume: column(volume),
  });
}

const some = fc.record({
  bars: fc
    .array(fc.integer({ min: 1, max: market.length - 1 }), { maxLength: 20 })
    .map((list) => without(market, new Set(list))),
  seed: fc.integer({ min: 0, max: 1_000 }),
});
const make = (bars: Candles, kind: Surrogate, seed: number): Candles =>
  surrogateBars(bars, kind, { ...SURROGATES_V1, seed });

/** Log prices of every hour around its open, and its worth; the first hour begins at its own open. */
function hoursOf({ length, open, high, low, close, volume }: Candles): readonly (readonly number[])[] {
  return Array.from({ length }, (_, i) => [
    Math.log(open[i]! / (i === 0 ? open[0]! : close[i - 1]!)),
    Math.log(high[i]! / open[i]!),
    Math.log(low[i]! / open[i]!),
    Math.log(close[i]! / open[i]!),
    volume[i]! * close[i]!,
  ]);
}

const sorted = (hours: readonly (readonly number[])[], column: number): number[] =>
  hours.map((hour) => hour[column]!).toSorted((a, b) => a - b);
const near = { rel: 1e-9, abs: 1e-12 };

describe('surrogate bars', () => {
  it.each(SURROGATES)(
    '%s: consistent bars at the same hours, from the same price, the same for the same seed',
    (kind) => {
      fc.assert(
        fc.property(some, ({ bars, seed }) => {
          // `candles` refuses invalid prices, and a high or low that does not contain open and close.
          const made = make(bars, kind, seed);
          expect(made.time).toEqual(bars.time);
          expect(made.open[0]).toBe(bars.open[0]);
          expect(make(bars, kind, seed)).toEqual(made);
          expect(make(bars, kind, seed + 1).close).not.toEqual(made.close);
        }),
        { numRuns: 12 },
      );
    },
  );

  it.each(['hours', 'days'] as const)('%s: the same hours in another order, and the same last price', (kind) => {
    fc.assert(
      fc.property(some, ({ bars, seed }) => {
        const made = make(bars, kind, seed);
        const [before, after] = [hoursOf(bars), hoursOf(made)];
        for (let column = 0; column < 5; column++) {
          expect(sorted(after, column)).toMatchOracle(sorted(before, column), near);
        }
        expect(made.close.at(-1)).toMatchOracle(bars.close.at(-1), near);
      }),
      { numRuns: 12 },
    );
  });

  it('days: whole days stay whole, other hours stay where they are', () => {
    const gap = new Set([40]);
    const bars = without(market, gap);
    const [before, after] = [hoursOf(bars), hoursOf(make(bars, 'days', 3))];
    const days = new Map<number, number[]>();
    bars.time.forEach((time, i) => {
      const day = Math.floor(time / DAY_MS);
      days.set(day, [...(days.get(day) ?? []), i]);
    });
    const close = (list: readonly (readonly number[])[], at: readonly number[]): readonly number[] =>
      at.map((i) => list[i]![3]!);
    let moved = 0;
    for (const at of days.values()) {
      if (at.length < 24 || at[0] === 0) {
        expect(close(after, at)).toMatchOracle(close(before, at), near);
        continue;
      }
      const from = [...days.values()].find(
        (other) => other.length === 24 && Math.abs(before[other[0]!]![3]! - after[at[0]!]![3]!) < 1e-12,
      )!;
      expect(close(after, at)).toMatchOracle(close(before, from), near);
      moved += Number(from[0] !== at[0]);
    }
    expect(moved).toBeGreaterThan(20);
  });

  it('signs: every range, return and volume keeps its size and its hour, and about half turn', () => {
    fc.assert(
      fc.property(some, ({ bars, seed }) => {
        const [before, after] = [hoursOf(bars), hoursOf(make(bars, 'signs', seed))];
        const sizes = (hours: readonly (readonly number[])[]): number[][] =>
          hours.map(([jump, high, low, close, notional]) => [
            Math.abs(jump!),
            high! - low!,
            Math.abs(close!),
            notional!,
          ]);
        expect(sizes(after)).toMatchOracle(sizes(before), near);
        const turned = before.filter((hour, i) => hour[3]! * after[i]![3]! < 0).length / before.length;
        expect(turned).toBeGreaterThan(0.4);
        expect(turned).toBeLessThan(0.6);
      }),
      { numRuns: 12 },
    );
  });

  it('hours: returns lose the memory of their size', () => {
    // Squares of hours that alternate between calm and wild in runs of 100.
    const runs = Float64Array.from({ length: 4_000 }, (_, i) => (Math.floor(i / 100) % 2 === 0 ? 0.001 : 0.02));
    const price = Float64Array.from(runs, (_, i) => 100 * Math.exp(i % 2 === 0 ? runs[i]! : 0));
    const open = Float64Array.from(price, (_, i) => price[Math.max(0, i - 1)]!);
    const bars = candles({
      time: Float64Array.from(runs, (_, i) => start + i * HOUR_MS),
      open,
      high: Float64Array.from(price, (close, i) => Math.max(close, open[i]!)),
      low: Float64Array.from(price, (close, i) => Math.min(close, open[i]!)),
      close: price,
      volume: new Float64Array(runs.length).fill(1),
    });
    expect(memory(bars)).toBeGreaterThan(0.9);
    expect(Math.abs(memory(surrogateBars(bars, 'hours')))).toBeLessThan(0.06);
    expect(memory(surrogateBars(bars, 'signs'))).toMatchOracle(memory(bars), { rel: 1e-6, abs: 0 });
  });

  it('takes none and one, and refuses bars beside the hour', () => {
    const empty = without(market, new Set(market.time.keys()));
    for (const kind of SURROGATES) {
      expect(surrogateBars(empty, kind)).toHaveLength(0);
      const one = without(market, new Set([...market.time.keys()].slice(1)));
      expect(surrogateBars(one, kind).close[0]).toMatchOracle(one.close[0], near);
    }
    const late = { ...market, time: market.time.map((at) => at + 1) };
    expect(() => surrogateBars(late, 'hours')).toThrow('"bars" expected full hours');
  });
});

/** Autocorrelation of the sizes of neighbouring returns. */
function memory({ close }: Candles): number {
  const sizes = Array.from(close.subarray(1), (price, i) => Math.abs(Math.log(price / close[i]!)));
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  let [both, own] = [0, 0];
  sizes.forEach((size, i) => {
    own += (size - mean) ** 2;
    if (i > 0) both += (size - mean) * (sizes[i - 1]! - mean);
  });
  return both / own;
}
