/// <reference types="node" />

import { describeProblem } from '@barograph/core';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { BarsFile, ReadBarsOptions } from './bars-file.ts';
import { LAYOUT_NAMES, LAYOUTS } from './layouts.ts';
import { readBarsStream } from './read-bars.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);
type Cells = readonly (number | string)[];

/** Rows of a wave of prices. @param behind the cells after the close. */
const rowsOf = (count: number, behind: (bar: { t: number; low: number; high: number; v: number }) => Cells): Cells[] =>
  Array.from({ length: count }, (_, i) => {
    const [t, p] = [START + i * HOUR, 100 + 10 * Math.sin(i / 30)];
    const bar = { t, low: p - 1, high: p + 1, v: 2.5 + (i % 24) / 8 };
    return [t, p, bar.high, bar.low, p + 0.5, ...behind(bar)];
  });
const kraken = ({ low, high, v }: { low: number; high: number; v: number }): Cells => [(low + high) / 2, v, 9];
const klines = ({ t, low, v }: { t: number; low: number; v: number }): Cells => [v, t + HOUR - 1, v * low];

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
const volumes = async (text: string, options?: ReadBarsOptions): Promise<readonly number[] | string> => {
  const found = await read(text, options);
  return typeof found === 'string' ? found : Array.from(found.candles.volume);
};

describe.each(Object.entries(texts))('rows without a header, as %s', (_, write) => {
  const count = 5_000; // several blocks of the reader of plain rows

  it.each([
    ['kraken', kraken],
    ['klines', klines],
  ] as const)('are read by the layout that every row confirms: %s', async (_name, behind) => {
    const rows = rowsOf(count, behind);
    const at = _name === 'kraken' ? 6 : 5;
    expect(await volumes(write(rows))).toEqual(rows.map((row) => row[at]));
  });

  it('are refused at the first row that does not confirm the layout', async () => {
    const rows = rowsOf(count, kraken).map((row, i) => (i === 4_321 ? row.with(5, 2.5) : row));
    expect(await read(write(rows))).toMatch(
      /^file row 4322: expected a row of time, open, high, low, close, vwap, volume, trades \(Kraken\): vwap is within low and high .*, got volume .*, 2\.5 in cell 6, 9 in cell 8$/,
    );
    const repaired = await read(write(rows), { repair: true });
    expect(repaired).toMatchObject({ rows: count, repairs: { dropped: [{ row: 4_322 }] } });
  });

  it('keep hours without trades, whatever Kraken writes for their vwap', async () => {
    for (const vwap of [0, 99.5, 42_000]) {
      const rows = rowsOf(9, kraken).map((row, i) => (i % 4 === 0 ? [...row.slice(0, 5), vwap, 0, 0] : row));
      expect(await volumes(write(rows))).toEqual(rows.map((row) => row[6]));
    }
    const quiet = rowsOf(9, klines).map((row, i) => (i % 4 === 0 ? row.with(5, 0).with(7, 0) : row));
    expect(await volumes(write(quiet))).toEqual(quiet.map((row) => row[5]));
  });

  it('are read by the layout that the caller names, without a check', async () => {
    const rows = rowsOf(9, ({ v }) => [v, 7, 0.5]);
    expect(await read(write(rows))).toMatch(/layout: NAME/);
    expect(await read(write(rows), { layoutFlag: '--layout', columnsFlag: '--columns' })).toMatch(
      /name them \(--layout NAME, or --columns volume=NUMBER\)/,
    );
    expect(await volumes(write(rows), { layout: 'klines' })).toEqual(rows.map((row) => row[5]));
    expect(await volumes(write(rows), { layout: 'kraken' })).toEqual(rows.map(() => 7));
    expect(await volumes(write(rows), { columns: { volume: '8' } })).toEqual(rows.map(() => 0.5));
    expect(await read(write(rows), { layout: 'klines' })).toMatchObject({ assumed: [] });
  });

  it('are refused where a mapping takes the cell that would confirm the layout', async () => {
    expect(await read(write(rowsOf(9, klines)), { columns: { close: '8' } })).toMatch(/expected rows of kraken/);
  });
});

it('a layout that is named has the cells that it names', async () => {
  expect(await read(csv(rowsOf(3, ({ v }) => [v])), { layout: 'kraken' })).toMatch(
    /got rows of 6 cells without a header/,
  );
});

it('a name that is no layout is refused', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a caller without types may write
  const layout = 'mexc' as 'kraken';
  await expect(read(csv(rowsOf(3, klines)), { layout })).rejects.toThrow(
    '"layout" expected one of ohlcv, ohlcvt, kraken, klines, got "mexc"',
  );
});

it('every layout confirms its own rows and refuses those of another', () => {
  const bar = { t: START, low: 99, high: 101, v: 2.5 };
  const rows = {
    ohlcv: [2.5],
    ohlcvt: [2.5, 9],
    kraken: kraken(bar),
    klines: klines(bar),
  };
  for (const name of LAYOUT_NAMES) {
    for (const other of LAYOUT_NAMES) {
      if (LAYOUTS[name].widths.every((width) => width !== 5 + rows[other].length)) continue;
      const cells = [START, 100, 101, 99, 100.5, ...rows[other]].map(Number);
      const { volume, witnesses, confirms } = LAYOUTS[name];
      expect(confirms([...cells.slice(0, 5), cells[volume]!, ...witnesses.map((at) => cells[at]!)])).toBe(
        name === other,
      );
    }
  }
});
