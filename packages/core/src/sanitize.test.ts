import { anyCandles, barsOf } from '@barograph/testkit';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candleColumns, CANDLE_COLUMNS, checkCandles, type Bar, type CandleColumns } from './candles.ts';
import { BARS_V1, clipWicks, sanitizeBars } from './sanitize.ts';

function columnsOf(bars: readonly Bar[]): CandleColumns {
  const columns = candleColumns(bars.length);
  bars.forEach((bar, i) => CANDLE_COLUMNS.forEach((column) => (columns[column][i] = bar[column])));
  return columns;
}

/** Rows as a bad feed sends them: few times, so that they repeat, and numbers of every kind. */
const anyNumber = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 100 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, NaN, Infinity, -Infinity, -0, 5e-324, Number.MAX_VALUE) },
);
const mess: fc.Arbitrary<CandleColumns> = fc
  .array(
    fc.record({
      time: fc.oneof(
        { weight: 9, arbitrary: fc.nat({ max: 12 }) },
        { weight: 1, arbitrary: fc.constantFrom(NaN, 0.5) },
      ),
      open: anyNumber,
      high: anyNumber,
      low: anyNumber,
      close: anyNumber,
      volume: anyNumber,
    }),
    { maxLength: 20 },
  )
  .map(columnsOf);

const good: Bar = { time: 1, open: 10, high: 12, low: 9, close: 11, volume: 5 };

describe('sanitizeBars', () => {
  it('makes candles that pass their check out of anything', () => {
    fc.assert(fc.property(mess, (columns) => checkCandles(sanitizeBars(columns).bars).ok));
  });

  it('twice is once', () => {
    fc.assert(
      fc.property(mess, (columns) => {
        const once = sanitizeBars(columns);
        const twice = sanitizeBars(once.bars);
        expect(twice.bars).toEqual(once.bars);
        expect(twice.quality).toEqual({
          configVersion: 'bars/1',
          rejected: [],
          duplicates: 0,
          reordered: false,
          repaired: 0,
        });
      }),
    );
  });

  it('accounts for every row: kept, rejected or replaced', () => {
    fc.assert(
      fc.property(mess, (columns) => {
        const { bars, quality } = sanitizeBars(columns);
        expect(bars.length + quality.rejected.length + quality.duplicates).toBe(columns.time.length);
        const rows = quality.rejected.map((problem) => problem.row);
        expect(rows).toEqual(rows.toSorted((a, b) => a! - b!));
      }),
    );
  });

  it('leaves good bars alone, and writes into no input', () => {
    fc.assert(
      fc.property(anyCandles(), (bars) => {
        const before = barsOf(bars);
        expect(barsOf(sanitizeBars(bars).bars)).toEqual(before);
        expect(barsOf(bars)).toEqual(before);
      }),
    );
  });

  it('sorts by time and lets the last row of a time win', () => {
    const { bars, quality } = sanitizeBars(
      columnsOf([
        { ...good, time: 2, close: 10 },
        { ...good, time: 1 },
        { ...good, time: 2, close: 11.5 },
      ]),
    );
    expect(barsOf(bars)).toEqual([good, { ...good, time: 2, close: 11.5 }]);
    expect(quality).toMatchObject({ duplicates: 1, reordered: true, repaired: 0, rejected: [] });
  });

  it('does not bring back a row whose replacement is bad', () => {
    const { bars, quality } = sanitizeBars(columnsOf([good, { ...good, close: NaN }]));
    expect(bars.length).toBe(0);
    expect(quality.rejected).toEqual([
      { code: 'bad_bar', row: 2, column: 'close', expected: 'a finite price > 0', got: 'NaN' },
    ]);
  });

  it.each([
    ['open', 0, 'bad_bar', 'a finite price > 0', '0'],
    ['high', Infinity, 'bad_bar', 'a finite price > 0', 'Infinity'],
    ['low', -1, 'bad_bar', 'a finite price > 0', '-1'],
    ['close', NaN, 'bad_bar', 'a finite price > 0', 'NaN'],
    ['volume', -5, 'bad_bar', 'a finite volume ≥ 0', '-5'],
    ['time', 1.5, 'bad_value', 'an integer of epoch ms', '1.5'],
  ] as const)('rejects a row whose %s is %d, with its row and the reason', (column, value, code, expected, got) => {
    const { bars, quality } = sanitizeBars(
      columnsOf([
        { ...good, time: 0 },
        { ...good, [column]: value },
      ]),
    );
    expect([...bars.time]).toEqual([0]);
    expect(quality.rejected).toEqual([{ code, row: 2, column, expected, got }]);
  });

  it('stretches high and low to hold open and close, and counts the rows', () => {
    const { bars, quality } = sanitizeBars(
      columnsOf([
        { time: 1, open: 10, high: 10.5, low: 9, close: 11, volume: 0 },
        { time: 2, open: 10, high: 12, low: 10.2, close: 11, volume: 0 },
        { time: 3, open: 10, high: 9, low: 12, close: 11, volume: 0 },
        { ...good, time: 4 },
      ]),
    );
    expect([...bars.high]).toEqual([11, 12, 11, 12]);
    expect([...bars.low]).toEqual([9, 10, 10, 9]);
    expect(quality.repaired).toBe(3);
  });

  it('refuses columns of different lengths', () => {
    const columns = { ...columnsOf([good]), close: new Float64Array(2) };
    expect(() => sanitizeBars(columns)).toThrow(/"close" expected 1 values like "time", got 2/);
  });
});

describe('clipWicks', () => {
  it('cuts a high at 1.35 of the body and a low at 0.75, and no deeper', () => {
    const { bars } = sanitizeBars(columnsOf([{ time: 1, open: 100, high: 200, low: 0.06, close: 80, volume: 1 }]));
    const clipped = clipWicks(bars);
    expect([clipped.high[0], clipped.low[0]]).toMatchOracle([135, 60], { rel: Number.EPSILON, abs: 0 });
  });

  it('keeps wicks within the limits, bodies and volume, and is idempotent', () => {
    fc.assert(
      fc.property(anyCandles(), (bars) => {
        const clipped = clipWicks(bars);
        expect({ ...clipped, high: 0, low: 0 }).toEqual({ ...bars, high: 0, low: 0 });
        for (let i = 0; i < bars.length; i++) {
          expect(clipped.high[i]! <= bars.high[i]! && clipped.low[i]! >= bars.low[i]!).toBe(true);
        }
        expect(clipWicks(clipped)).toEqual(clipped);
        expect(clipWicks(bars, { ...BARS_V1, lowestWick: 0, highestWick: 1e300 })).toEqual(bars);
      }),
    );
  });
});
