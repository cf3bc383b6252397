/// <reference types="node" />

/** Draws of layout, unit, interval and quirk: what is read is the clean series, or the refusal names the quirk. */

import { describeProblem, INTERVALS, stepMs, type TimeUnit } from '@barograph/core';
import * as fc from 'fast-check';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ARRAYS, OBJECTS, type Cells, type FullBar } from '../test/ccxt-layouts.ts';
import { readBarsStream } from './read-bars.ts';

const RUNS = process.env['BAROGRAPH_FULL'] === '1' ? 10_000 : 400;
const FACTOR: Readonly<Record<TimeUnit, number>> = { s: 1e-3, ms: 1, us: 1e3, ns: 1e6 };

/** A clean series: a walk of prices in which the four prices of a bar differ. */
function series(seed: number, count: number, step: number): readonly FullBar[] {
  let state = seed >>> 0;
  const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const first =
    Math.floor((Date.UTC(2019, 0, 1) + random() * 1.5e11) / step) * step +
    (step === stepMs('1w') ? 4 * stepMs('1d') : 0);
  let open = 20 + 1e5 * random() ** 4;
  return Array.from({ length: count }, (_, i) => {
    const o = open;
    const c = o * (1 + 0.02 * (random() - 0.5));
    const [h, l] = [Math.max(o, c) * (1.001 + 0.01 * random()), Math.min(o, c) * (0.999 - 0.01 * random())];
    const v = 2_000 + 1_000 * random();
    open = c;
    return {
      t: first + i * step,
      o,
      h,
      l,
      c,
      v,
      q: (v * (h + l)) / 2,
      w: (h + l) / 2,
      trades: 1 + Math.floor(1e3 * random()),
      step,
    };
  });
}

/** A table before it is written: rows of cells, or objects. */
interface Table {
  readonly bars: readonly FullBar[];
  /** Names of the columns; undefined for rows without a header. */
  readonly header: readonly string[] | undefined;
  readonly rows: readonly Cells[];
  /** Place of the open time. */
  readonly time: number;
}

const HEADER = ['timestamp', 'open', 'high', 'low', 'close', 'volume'];
const FOREIGN = ['Date', 'Open', 'High', 'Low', 'Close', 'Adj Close', 'Volume'];

type Quirk = readonly [
  name: string,
  make: (table: Table, place: number) => Table,
  refusal: RegExp | undefined,
  expected?: (bars: readonly FullBar[], place: number) => readonly FullBar[],
];

const withRows = (table: Table, rows: readonly Cells[]): Table => ({ ...table, rows });
const atTime = (table: Table, change: (time: number, i: number) => number | string): Table =>
  withRows(
    table,
    table.rows.map((row, i) => row.with(table.time, change(Number(row[table.time]), i))),
  );

/** Quirks of files: what they do to a table, and the words of the refusal; without words the file is read. */
const QUIRKS: readonly Quirk[] = [
  ['none', (table) => table, undefined],
  ['newest first', (table) => withRows(table, table.rows.toReversed()), undefined],
  [
    'a gap',
    (table, place) => withRows(table, table.rows.toSpliced(place, 3)),
    undefined,
    (bars, place) => bars.toSpliced(place, 3),
  ],
  ['a row twice', (table, place) => withRows(table, table.rows.toSpliced(place, 0, table.rows[place]!)), /used once/],
  [
    'two rows exchanged',
    (table, place) => withRows(table, table.rows.toSpliced(place, 2, table.rows[place + 1]!, table.rows[place]!)),
    /a time after/,
  ],
  [
    'times rounded to four digits',
    (table) => atTime(table, (time) => Number(time.toPrecision(4)).toExponential(3)),
    /lost precision/,
  ],
  [
    'a time of another unit',
    (table) => atTime(table, (time, i) => (i === table.rows.length - 1 ? time * 1e6 : time)),
    /until the year 9999|times of one unit/,
  ],
  [
    'an empty volume',
    (table, place) =>
      withRows(
        table,
        table.rows.map((row, i) => (i === place ? row.map((cell, at) => (at === volumeAt(table) ? '' : cell)) : row)),
      ),
    /empty cell|confirm|price within|a row of/,
  ],
];

const volumeAt = ({ header, rows, bars }: Table): number =>
  header === undefined
    ? rows[0]!.findIndex((cell) => Number(cell) === bars[0]!.v)
    : header.findIndex((name) => /volume/i.test(name));

const table = fc
  .record({
    seed: fc.integer(),
    count: fc.integer({ min: 24, max: 60 }),
    step: fc.constantFrom(...INTERVALS.filter((name) => name !== '1w').map(stepMs)),
    unit: fc.constantFrom<TimeUnit>('s', 'ms', 'us', 'ns'),
    layout: fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom(...ARRAYS.filter(([name]) => !/BTC Markets|coin-margined|inverse|µs/.test(name))),
      },
      { weight: 1, arbitrary: fc.constantFrom('header', 'foreign') },
    ),
  })
  .map(({ seed, count, step, unit, layout }): Table => {
    const bars = series(seed, count, step);
    if (layout === 'header' || layout === 'foreign') {
      const rows = bars.map(({ t, o, h, l, c, v }) =>
        layout === 'header' ? [t * FACTOR[unit], o, h, l, c, v] : [t * FACTOR[unit], o, h, l, c, c - 1, v],
      );
      return { bars, header: layout === 'header' ? HEADER : FOREIGN, rows, time: 0 };
    }
    const rows = bars.map((bar) => layout[2](bar).map((cell) => (typeof cell === 'boolean' ? String(cell) : cell)));
    const time = rows[0]!.findIndex((cell) => [bars[0]!.t, bars[0]!.t / 1000].includes(Number(cell)));
    return { bars, header: undefined, rows, time };
  });

/** Ways to write a table. */
const WRITERS: Readonly<Record<string, (table: Table) => string>> = {
  csv: ({ header, rows }) =>
    [...(header === undefined ? [] : [header]), ...rows].map((row) => row.join(',')).join('\n'),
  'csv with semicolons and carriage returns': ({ header, rows }) =>
    `\uFEFF${[...(header === undefined ? [] : [header]), ...rows].map((row) => row.join(';')).join('\r\n')}\r\n`,
  'csv within quotes': ({ header, rows }) =>
    [...(header === undefined ? [] : [header]), ...rows]
      .map((row) => row.map((cell) => `"${cell}"`).join(','))
      .join('\n'),
  json: ({ header, rows }) =>
    JSON.stringify(
      header === undefined ? rows : rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]]))),
    ),
  lines: ({ header, rows }) =>
    rows
      .map((row) =>
        JSON.stringify(header === undefined ? row : Object.fromEntries(header.map((name, i) => [name, row[i]]))),
      )
      .join('\n'),
};

it(`reads the clean series or names the quirk, in ${RUNS} draws of layout, unit, interval, quirk and format`, async () => {
  const outcomes = { read: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(...QUIRKS),
      fc.nat({ max: 15 }),
      fc.constantFrom(...Object.keys(WRITERS)),
      fc.boolean(),
      async (clean, [, make, refusal, expected], offset, writer, isPacked) => {
        const place = 3 + offset;
        const text = WRITERS[writer]!(make(clean, place));
        const found = await readBarsStream(Readable.from([isPacked ? gzipSync(text) : Buffer.from(text)]), 'file');
        if (found.ok) {
          const bars = expected?.(clean.bars, place) ?? clean.bars;
          const { candles } = found.value;
          expect(refusal).toBeUndefined();
          expect([...candles.time]).toEqual(bars.map(({ t }) => t));
          expect([...candles.open, ...candles.high]).toEqual([...bars.map(({ o }) => o), ...bars.map(({ h }) => h)]);
          expect([...candles.low, ...candles.close]).toEqual([...bars.map(({ l }) => l), ...bars.map(({ c }) => c)]);
          expect([...candles.volume]).toEqual(bars.map(({ v }) => v));
          outcomes.read++;
        } else {
          // A series in which two layouts fit every row may be refused whatever its quirk is.
          expect(describeProblem(found.error)).toMatch(refusal ?? /rows that confirm one layout/);
          outcomes.refused++;
        }
      },
    ),
    { numRuns: RUNS },
  );
  // Neither side of the property is empty: half of the quirks are read.
  expect(outcomes.read).toBeGreaterThan(RUNS / 4);
  expect(outcomes.refused).toBeGreaterThan(RUNS / 4);
});

it.each(OBJECTS)('objects of %s come in any order of keys', async (_, row) => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.infiniteStream(fc.nat()), async (seed, order) => {
      const bars = series(seed, 24, stepMs('1h'));
      const keys = Object.keys(row(bars[0]!));
      const ranks = new Map(keys.map((key) => [key, order.next().value]));
      const shuffled = keys.toSorted((a, b) => ranks.get(a)! - ranks.get(b)!);
      const text = JSON.stringify(bars.map((bar) => Object.fromEntries(shuffled.map((key) => [key, row(bar)[key]]))));
      const found = await readBarsStream(Readable.from([Buffer.from(text)]), 'file');
      expect(found.ok ? [...found.value.candles.volume] : describeProblem(found.error)).toEqual(bars.map(({ v }) => v));
    }),
    { numRuns: 5 },
  );
});
