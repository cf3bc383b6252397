import { anyCandles, barsOf } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barAt,
  candleColumns,
  candles,
  checkBar,
  checkCandles,
  firstAtOrAfter,
  sliceCandles,
  type Bar,
} from './candles.ts';
import { candlesOf } from './candles-of.ts';
import { UsageError } from './errors.ts';

const good: Bar = { time: 1_000, open: 10, high: 12, low: 9, close: 11, volume: 5 };

/** One changed column of one bar, the column's name, its expectation, and how it is shown. */
const BAD = [
  [{ open: 0 }, 'open', 'a finite price > 0', '0'],
  [{ high: NaN }, 'high', 'a finite price > 0', 'NaN'],
  [{ low: -1 }, 'low', 'a finite price > 0', '-1'],
  [{ close: Infinity }, 'close', 'a finite price > 0', 'Infinity'],
  [{ volume: -1 }, 'volume', 'a finite volume ≥ 0', '-1'],
  [{ volume: NaN }, 'volume', 'a finite volume ≥ 0', 'NaN'],
  [{ volume: Infinity }, 'volume', 'a finite volume ≥ 0', 'Infinity'],
  [{ high: 8 }, 'high', 'high ≥ low 9', '8'],
  [{ high: 10.5 }, 'high', 'high ≥ open and close 11', '10.5'],
  [{ low: 10.5 }, 'low', 'low ≤ open and close 10', '10.5'],
  [{ high: Infinity }, 'high', 'a finite price > 0', 'Infinity'],
  [{ open: 13 }, 'high', 'high ≥ open and close 13', '12'],
  [{ close: 8 }, 'low', 'low ≤ open and close 8', '9'],
] as const;

describe('checkCandles', () => {
  it.each(BAD)('names row and column of %o', (change, column, expected, got) => {
    const columns = candleColumns(2);
    for (const [i, bar] of [good, { ...good, time: 2_000, ...change }].entries()) {
      for (const [name, value] of Object.entries(bar)) columns[name as keyof Bar][i] = value;
    }
    expect(checkCandles(columns)).toEqual({ ok: false, error: { code: 'bad_bar', row: 2, column, expected, got } });
    expect(() => candles(columns)).toThrow(
      new UsageError(`row 2 column "${column}": expected ${expected}, got ${got}`),
    );
  });

  it('names a time that is no integer, comes twice or goes back', () => {
    const check = (time: number) => () => candlesOf([good, { ...good, time }]);
    expect(check(1_000.5)).toThrow('row 2 column "time": expected an integer of epoch ms, got 1000.5');
    expect(check(1_000)).toThrow('row 2 column "time": expected a time used once, got 1000 twice');
    expect(check(999)).toThrow('row 2 column "time": expected a time after 1000, got 999');
    expect(() => candlesOf([{ ...good, time: NaN }])).toThrow(
      'row 1 column "time": expected an integer of epoch ms, got NaN',
    );
  });

  it('shares the columns and freezes the record', () => {
    const columns = candleColumns(0);
    const result = checkCandles(columns);
    expect(result).toMatchObject({ ok: true, value: { length: 0 } });
    expect(result.ok && result.value.close === columns.close && Object.isFrozen(result.value)).toBe(true);
  });

  it('throws when columns differ in length', () => {
    expect(() => checkCandles({ ...candleColumns(2), low: new Float64Array(1) })).toThrow(
      /"low" expected 2 values like "time", got 1/,
    );
  });
});

describe('checkBar', () => {
  it.each(BAD)('refuses %o, naming the field', (change, column, expected, got) => {
    expect(() => checkBar({ ...good, ...change })).toThrow(
      new UsageError(`"${column}" expected ${expected}, got ${got}`),
    );
  });

  it('refuses a time that is no integer', () => {
    expect(() => checkBar({ ...good, time: 0.5 })).toThrow('"time" expected an integer of epoch ms, got 0.5');
  });

  it('lets pass every bar of every candles', () => {
    fc.assert(
      fc.property(anyCandles(), (bars) => {
        for (const bar of barsOf(bars)) checkBar(bar);
      }),
    );
  });
});

describe('candles', () => {
  it('of bars give the bars back', () => {
    fc.assert(
      fc.property(anyCandles(), (bars) => {
        expect({ ...candlesOf(barsOf(bars)) }).toEqual({ ...bars });
      }),
    );
  });

  it('in slices share memory and are what slices of the bars are', () => {
    fc.assert(
      fc.property(anyCandles(), fc.nat({ max: 130 }), fc.nat({ max: 130 }), (bars, a, b) => {
        const part = sliceCandles(bars, a, b);
        expect(barsOf(part)).toEqual(barsOf(bars).slice(a, b));
        expect(part.close.buffer).toBe(bars.close.buffer);
      }),
    );
    expect(sliceCandles(candlesOf([good]), 0).length).toBe(1);
  });

  it('refuse an index that is not there', () => {
    const bars = candlesOf([good]);
    for (const i of [-1, 1, 0.5, NaN]) expect(() => barAt(bars, i)).toThrow(/"i" expected an index within 0…0, got /);
    expect(barAt(bars, 0)).toEqual(good);
  });

  it('refuse an invalid length', () => {
    expect(() => candleColumns(-1)).toThrow(/"length" expected an integer ≥ 0, got -1/);
  });
});

describe('firstAtOrAfter', () => {
  it('is what a linear search finds', () => {
    fc.assert(
      fc.property(anyCandles(), fc.integer({ min: -5, max: 200 }), fc.boolean(), (bars, hours, exact) => {
        const time = 1_609_718_400_000 + hours * 3_600_000 + (exact ? 0 : 1);
        const found = bars.time.findIndex((open) => open >= time);
        expect(firstAtOrAfter(bars, time)).toBe(found === -1 ? bars.length : found);
      }),
    );
  });
});
