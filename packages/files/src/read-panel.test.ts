/// <reference types="node" />

/** A long file with a column of symbols. */

import { describeProblem } from '@barograph/core';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { DAY, T } from '../test/dialect-cases.ts';
import type { ReadBarsOptions } from './bars-file.ts';
import { parquetTable } from './parquet-table.ts';
import { readPanelStream } from './read-panel.ts';

describe('a long file with a column of symbols', () => {
  const panel = async (content: string | Buffer, options: ReadBarsOptions = {}) =>
    readPanelStream(Readable.from([Buffer.from(content)]), 'panel.csv', options);
  const line = (symbol: string, day: number, close: number): string =>
    `${T[0] + day * DAY},${symbol},${close},${close},${close},${close},1`;
  const iso = (time: string): string => new Date(Number(time)).toISOString();
  const HEADER = 'timestamp,symbol,open,high,low,close,volume';
  const byCoin = [line('BTC', 0, 1), line('BTC', 1, 2), line('ETH', 0, 3), line('ETH', 1, 4)];
  const byTime = [byCoin[0]!, byCoin[2]!, byCoin[1]!, byCoin[3]!];

  it.each([
    ['sorted by coin', byCoin],
    ['sorted by time', byTime],
  ])('is a coin each, %s', async (_, rows) => {
    const found = await panel([HEADER, ...rows].join('\n'));
    if (!found.ok) throw new Error(describeProblem(found.error));
    const closes = found.value.files.map(({ symbol, candles }) => [symbol, ...candles.close]);
    expect(closes).toEqual([
      ['BTC', 1, 2],
      ['ETH', 3, 4],
    ]);
  });

  it('is the same as NDJSON and as Parquet', async () => {
    const records = byTime.map((row) => {
      const [timestamp, symbol, ...prices] = row.split(',');
      const [open, high, low, close, volume] = prices.map(Number);
      return {
        timestamp: Number(timestamp),
        symbol: symbol!,
        open: open!,
        high: high!,
        low: low!,
        close: close!,
        volume: volume!,
      };
    });
    const names = ['timestamp', 'symbol', 'open', 'high', 'low', 'close', 'volume'] as const;
    const parquet = Buffer.concat([
      ...parquetTable(
        names.map((name) => ({ name, type: name === 'timestamp' ? name : name === 'symbol' ? 'text' : 'number' })),
        records.map((record) => names.map((name) => record[name])),
      ),
    ]);
    const csv = await panel([HEADER, ...byTime].join('\n'));
    const bars = (found: typeof csv) =>
      found.ok ? found.value.files.map(({ symbol, candles }) => ({ symbol, candles })) : found;
    expect(bars(await panel(records.map((record) => JSON.stringify(record)).join('\n')))).toStrictEqual(bars(csv));
    expect(bars(await panel(JSON.stringify(records)))).toStrictEqual(bars(csv));
    expect(bars(await panel(parquet))).toStrictEqual(bars(csv));
  });

  it('names the row of the file that is wrong, and mends coin by coin', async () => {
    const bad = [...byTime.slice(0, 3), byTime[3]!.replace(',4,4,4,4,', ',4,3,4,4,')];
    const text = [HEADER, ...bad].join('\n');
    expect(await panel(text)).toMatchObject({ ok: false, error: { code: 'bad_bar', row: 4, column: 'high' } });
    const mended = await panel([HEADER, ...bad, line('ETH', 1, 9), 'x,BTC,1,1,1,1,1'].join('\n'), { repair: true });
    expect(mended.ok && mended.value.files.map(({ symbol, repairs }) => ({ symbol, repairs }))).toMatchObject([
      { symbol: 'BTC', repairs: { dropped: [{ row: 6 }], duplicates: 0 } },
      { symbol: 'ETH', repairs: { dropped: [], duplicates: 1 } },
    ]);
  });

  it('is one series where the names are left out, and one coin where it has one', async () => {
    const renamed = [HEADER, line('MATIC', 0, 1), line('POL', 1, 2)].join('\n');
    expect((await panel(renamed)).ok && (await panel(renamed))).toMatchObject({ value: { files: [{}, {}] } });
    const renamedColumn = await panel(renamed, { columns: { symbol: '' } });
    expect(
      renamedColumn.ok && renamedColumn.value.files.map(({ symbol, candles }) => [symbol, ...candles.close]),
    ).toEqual([['panel', 1, 2]]);
    const single = await panel(['Date,Ticker,Open,High,Low,Close,Volume', '2024-01-01,BTC-USD,1,1,1,1,1'].join('\n'));
    expect(single.ok && single.value.files.map(({ symbol }) => symbol)).toEqual(['BTC-USD']);
  });

  it('has its names in the column that is asked for, and says that it wants one', async () => {
    const text = [
      'Datetime,Contract,Open,High,Low,Close,Volume',
      ...byTime.map((row) => row.replace(/^\d+/, iso)),
    ].join('\n');
    const unasked = await panel(text, { columnsFlag: '--columns' });
    expect(unasked.ok ? '' : describeProblem(unasked.error)).toBe(
      'panel.csv row 2 column "Datetime": expected a time used once; if these are several coins, --columns symbol=NAME, got 1704067200000 twice',
    );
    const found = await panel(text, { columns: { symbol: 'contract' } });
    expect(found.ok && found.value.files.map(({ symbol, candles }) => [symbol, ...candles.close])).toEqual([
      ['BTC', 1, 2],
      ['ETH', 3, 4],
    ]);
    const missing = await panel(text, { columns: { symbol: 'Coin' } });
    expect(missing.ok ? '' : describeProblem(missing.error)).toContain('expected a column of that name, for symbol');
  });

  it('is refused where two names are one coin, or a row has none', async () => {
    const two = await panel([HEADER, line('BTC', 0, 1), line('BTCUSDT', 0, 1)].join('\n'));
    expect(two.ok ? '' : describeProblem(two.error)).toBe(
      'panel.csv: expected one name for each coin, got "BTC and BTCUSDT"',
    );
    const none = await panel([HEADER, line('BTC', 0, 1), line('', 0, 1)].join('\n'));
    expect(none.ok ? '' : none.error.got).toBe('rows without a name');
  });
});
