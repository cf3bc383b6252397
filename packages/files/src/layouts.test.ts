/// <reference types="node" />

import { describeProblem, LAYOUT_NAMES, LAYOUTS } from '@barograph/core';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ARRAYS, OBJECTS, type Cells, type FullBar } from '../test/ccxt-layouts.ts';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { readBars, readBarsStream } from './read-bars.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);

/** Hours of a wave of prices, in which open, high, low and close differ. */
const hours = (count: number): readonly FullBar[] =>
  Array.from({ length: count }, (_, i) => {
    const [t, o] = [START + i * HOUR, 100 + 10 * Math.sin(i / 30)];
    const c = o + (i % 2 === 0 ? 0.5 : -0.25);
    const [h, l, v] = [o + 1 + (i % 3) / 10, o - 1, 2500.5 + (i % 24) * 125];
    const w = (h + l) / 2;
    return { t, o, h, l, c, v, q: v * w, w, trades: 9 + (i % 5), step: HOUR };
  });

const csv = (rows: readonly Cells[]): string => rows.map((row) => row.join(',')).join('\n');
const texts = {
  csv,
  json: JSON.stringify,
  lines: (rows: readonly Cells[]) => rows.map((row) => JSON.stringify(row)).join('\n'),
};

async function read(text: string, options: ReadBarsOptions = {}): Promise<BarsFile | string> {
  const found = await readBarsStream(Readable.from([Buffer.from(text)]), 'file', options);
  return found.ok ? found.value : describeProblem(found.error);
}

/** The numbers of the bars that were read; the reason when they were not. */
const numbers = async (text: string, options?: ReadBarsOptions): Promise<readonly (readonly number[])[] | string> => {
  const found = await read(text, options);
  if (typeof found === 'string') return found;
  const { time, open, high, low, close, volume } = found.candles;
  return Array.from(time, (t, i) => [t, open[i]!, high[i]!, low[i]!, close[i]!, volume[i]!]);
};
const sixOf = (bars: readonly FullBar[]) => bars.map(({ t, o, h, l, c, v }) => [t, o, h, l, c, v]);
const rowOf = (exchange: string): ((bar: FullBar) => Cells) => ARRAYS.find(([name]) => name === exchange)![2];

describe.each(Object.entries(texts))('rows of exchanges without a header, as %s', (_, write) => {
  it.each(ARRAYS)('%s: layout %s', async (_exchange, layout, row) => {
    const bars = hours(40);
    expect(await numbers(write(bars.map(row)))).toEqual(sixOf(bars));
    expect(await numbers(write(bars.map(row)), { layout: layout as 'kraken' })).toEqual(sixOf(bars));
  });

  it.each(['Kraken', 'Binance'])(
    'are read in blocks, and refused at the first row that does not confirm: %s',
    async (name) => {
      const bars = hours(5_000); // several blocks of the reader of plain rows
      const rows = bars.map(rowOf(name)).map((row) => row.map(Number));
      expect(await numbers(write(rows))).toEqual(sixOf(bars));
      const at = name === 'Kraken' ? 5 : 7;
      const broken = rows.map((row, i) => (i === 4_321 ? row.with(at, 2.5) : row));
      expect(await read(write(broken))).toMatch(
        /^file row 4322: expected a row of time, open, high, low, close, .*; if the cells are others, name them .*, got volume .* 2\.5 in cell/,
      );
      expect(await read(write(broken), { repair: true })).toMatchObject({
        rows: 5_000,
        repairs: { dropped: [{ row: 4_322 }] },
      });
    },
  );

  it('keep hours without trades, whatever Kraken writes for their vwap', async () => {
    for (const vwap of [0, 99.5, 42_000]) {
      const quiet = hours(9).map((bar, i) => (i % 4 === 0 ? { ...bar, w: vwap, v: 0, q: 0, trades: 0 } : bar));
      for (const name of ['Kraken', 'MEXC', 'Gate', 'Bybit'])
        expect(await numbers(write(quiet.map(rowOf(name))))).toEqual(sixOf(quiet));
    }
  });

  it('are read by the layout that the caller names, without a check', async () => {
    const bars = hours(9);
    const rows = bars.map(({ t, o, h, l, c, v }) => [t, o, h, l, c, v, 7, 0.5]);
    expect(await read(write(rows))).toMatch(/layout: NAME/);
    expect(await read(write(rows), { layoutFlag: '--layout', columnsFlag: '--columns' })).toMatch(
      /name them \(--layout NAME, or --columns volume=NUMBER\)/,
    );
    const volumes = async (options: ReadBarsOptions) => {
      const found = await numbers(write(rows), options);
      return typeof found === 'string' ? found : found.map((row) => row[5]);
    };
    expect(await volumes({ layout: 'klines' })).toEqual(bars.map(({ v }) => v));
    expect(await volumes({ layout: 'kraken' })).toEqual(bars.map(() => 7));
    expect(await volumes({ columns: { volume: '8' } })).toEqual(bars.map(() => 0.5));
    expect(await read(write(rows), { layout: 'klines' })).toMatchObject({ assumed: [] });
  });

  it('are refused where a mapping takes the cell that would confirm the layout', async () => {
    expect(await read(write(hours(9).map(rowOf('MEXC'))), { columns: { close: '8' } })).toMatch(/expected .*cells/);
  });

  it('are refused where two layouts are confirmed: low is the open, and high the close', async () => {
    const bars = hours(20).map((bar) => ({ ...bar, o: bar.l, c: bar.h }));
    const rows = bars.map(rowOf('Bitfinex'));
    expect(await read(write(rows), { layoutFlag: '--layout' })).toMatch(
      /expected rows that confirm one layout, or its name: name them \(--layout NAME\), got rows that confirm bitfinex .* and coinbase/,
    );
    for (const layout of ['bitfinex', 'coinbase'] as const)
      expect(typeof (await read(write(rows), { layout }))).toBe('object');
  });

  it('of a peg, where price is 1, tell contracts from coins unless both are whole numbers', async () => {
    const bars = hours(20).map((bar) => ({ ...bar, o: 1, h: 1.001, l: 0.999, c: 1, w: 1, q: bar.v * 1.0005 }));
    expect(await numbers(write(bars.map(rowOf('OKX spot'))))).toEqual(sixOf(bars));
    expect(await numbers(write(bars.map(rowOf('Binance'))))).toEqual(sixOf(bars));
    expect(await numbers(write(bars.map(rowOf('Bybit'))))).toEqual(sixOf(bars));
    const whole = bars.map((bar) => ({ ...bar, v: Math.round(bar.v), q: Math.round(bar.v) * 1.0005 }));
    expect(await read(write(whole.map(rowOf('Bybit'))))).toMatch(/confirm turnover .* and inverse/);
  });

  it('that are flat in every layout are the same numbers', async () => {
    const bars = hours(20).map((bar) => ({ ...bar, o: 100, h: 100, l: 100, c: 100 }));
    expect(await numbers(write(bars.map(rowOf('ccxt itself'))))).toEqual(sixOf(bars));
  });
});

describe('rows of exchanges that are objects', () => {
  it.each(OBJECTS)('%s', async (_exchange, row) => {
    const bars = hours(40);
    expect(await numbers(JSON.stringify(bars.map(row)))).toEqual(sixOf(bars));
    expect(await numbers(bars.map((bar) => JSON.stringify(row(bar))).join('\n'))).toEqual(sixOf(bars));
  });
});

it('every layout has a case', () => {
  expect([...new Set(ARRAYS.map(([, layout]) => layout))].sort()).toEqual([...LAYOUT_NAMES].sort());
  for (const name of LAYOUT_NAMES)
    for (const cells of LAYOUTS[name].cells) expect(cells).toMatch(/^(?:[tohlcvqwneibrzypkx](?: |$))+$/);
});

it('a layout that is named has the cells that it names', async () => {
  const rows = hours(3).map(rowOf('ccxt itself'));
  expect(await read(csv(rows), { layout: 'kraken' })).toMatch(
    /expected rows of 8 cells, as kraken has them, got rows of 6 cells/,
  );
});

it('a name that is no layout is refused', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a caller without types may write
  const layout = 'mexc' as 'kraken';
  await expect(read(csv(hours(3).map(rowOf('MEXC'))), { layout })).rejects.toThrow(
    '"layout" expected one of ohlcv, bitfinex, coinbase, ',
  );
});

const CASES = '../shared/cases/layouts';

describe.skipIf(!existsSync(CASES))('cases of layouts (needs ../shared/cases)', () => {
  it('layouts/01: of eight cells the sixth is the volume, not the close time', async () => {
    const found = await readBars(join(CASES, '01-eight-cells/BTCUSDT.json'));
    expect(found.ok && found.value.candles.volume[0]).toBe(29.1147);
  });

  it('layouts/02: an empty volume is refused with its row and column, and 0 is a volume', async () => {
    const file = join(CASES, '02-empty-volume/BTCUSDT.csv');
    expect(await readBars(file)).toMatchObject({
      ok: false,
      error: { row: 4, column: 'volume', got: 'an empty cell' },
    });
    expect(await read('timestamp,open,high,low,close,volume\n1704067200000,1,1,1,1,0\n')).toMatchObject({ rows: 1 });
  });
});
