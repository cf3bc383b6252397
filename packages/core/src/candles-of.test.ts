import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candlesOf, type CandlesInput } from './candles-of.ts';
import { CANDLE_COLUMNS } from './candles.ts';
import { INTERVALS, stepMs } from './interval.ts';
import { LATEST_TIME, type TimeUnit } from './time-unit.ts';

const START = Date.UTC(2024, 0, 1);
const FACTOR: Readonly<Record<TimeUnit, number>> = { s: 1e-3, ms: 1, us: 1e3, ns: 1e6 };
const rowsOf = (count: number, step: number): readonly (readonly number[])[] =>
  Array.from({ length: count }, (_, i) => [START + i * step, 100 + i, 103 + i, 98 + i, 101 + i, 5 + i]);
const columnsOf = (rows: readonly (readonly number[])[]): Record<string, number[]> =>
  Object.fromEntries(CANDLE_COLUMNS.map((name, at) => [name, rows.map((row) => row[at]!)]));
/** Table with the interface of Arrow tables. */
const arrow = (columns: Readonly<Record<string, readonly unknown[]>>): CandlesInput => ({
  schema: { fields: Object.keys(columns).map((name) => ({ name })) },
  getChild: (name: string) => ({ length: columns[name]!.length, at: (row: number) => columns[name]![row] }),
});

/** Forms in which programs have bars. */
const WAYS: Readonly<Record<string, (rows: readonly (readonly number[])[]) => CandlesInput>> = {
  bars: (rows) => rows.map((row) => Object.fromEntries(CANDLE_COLUMNS.map((name, at) => [name, row[at]]))) as never,
  'rows of ccxt': (rows) => rows,
  'rows of doubles': (rows) => rows.map((row) => Float64Array.from(row) as never),
  'rows of Bitfinex': (rows) => rows.map(([t, o, h, l, c, v]) => [t, o, c, h, l, v]),
  'rows of MEXC, in texts': (rows) =>
    rows.map(([t, o, h, l, c, v]) => [
      t,
      `${o}`,
      `${h}`,
      `${l}`,
      `${c}`,
      `${v}`,
      t! + (rows[1]![0]! - rows[0]![0]!) - 1,
      `${v! * o!}`,
    ]),
  lists: columnsOf,
  doubles: (rows) =>
    Object.fromEntries(Object.entries(columnsOf(rows)).map(([name, list]) => [name, Float64Array.from(list)])),
  bigints: (rows) => ({ ...columnsOf(rows), time: rows.map(([time]) => BigInt(time!)) }),
  'capitals, and Date': (rows) => {
    const { time, ...others } = columnsOf(rows);
    const capital = Object.entries(others).map(([name, list]) => [name[0]!.toUpperCase() + name.slice(1), list]);
    return { Date: time, ...Object.fromEntries(capital) } as never;
  },
  'a table of Arrow': (rows) => arrow(columnsOf(rows)),
};

describe('candlesOf', () => {
  it.each(Object.keys(WAYS))('takes %s, in any unit of time', (name) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...INTERVALS.map(stepMs)),
        fc.constantFrom<TimeUnit>('s', 'ms', 'us', 'ns'),
        fc.integer({ min: 3, max: 30 }),
        (step, unit, count) => {
          const rows = rowsOf(count, step);
          const written = rows.map(([time, ...others]) => [time! * FACTOR[unit], ...others]);
          const found = candlesOf(WAYS[name]!(written));
          for (const [at, column] of CANDLE_COLUMNS.entries())
            expect([...found[column]]).toEqual(rows.map((row) => row[at]));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('takes times of 1970 for ms where their step is an interval in ms', () => {
    expect([...candlesOf(rowsOf(3, 60_000).map(([, ...row], i) => [i * 60_000, ...row])).time]).toEqual([
      0, 60_000, 120_000,
    ]);
  });

  it('does not copy columns of doubles', () => {
    const columns = WAYS['doubles']!(rowsOf(5, 60_000)) as Record<string, Float64Array>;
    const found = candlesOf(columns);
    for (const column of CANDLE_COLUMNS) expect(found[column]).toBe(columns[column]);
  });

  it('refuses what is not clear, and says what', () => {
    const swapped = rowsOf(9, 60_000).map(([t, o, , l, , v]) => [t!, l!, o!, o!, l!, v!]);
    expect(() => candlesOf(swapped)).toThrow(
      /rows that confirm one layout, or its name: name it \(layout: NAME\), got rows that confirm bitfinex .* and coinbase/,
    );
    expect(candlesOf(swapped, { layout: 'bitfinex' }).length).toBe(9);
    expect(() => candlesOf([[START, 1, 2]])).toThrow(/rows of 3 cells/);
    expect(() => candlesOf([...rowsOf(3, 60_000), [1]])).toThrow('row 4 expected 6 cells like the first, got 1');
    expect(() =>
      candlesOf([{ time: LATEST_TIME + 1, open: 1, high: 1, low: 1, close: 1, volume: 1 }], { unit: 'ms' }),
    ).toThrow(/epoch ms until the year 9999/);
    expect(() => candlesOf({ time: ['soon'], open: [1], high: [1], low: [1], close: [1], volume: [1] })).toThrow(
      '"time" row 1 expected a moment, got "soon"',
    );
  });
});
