/// <reference types="node" />

import { describeProblem } from '@barograph/core';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { BARS, DAY, READ, REFUSED, T } from '../test/dialect-cases.ts';
import type { ReadBarsOptions } from './bars-file.ts';
import { readBarsStream } from './read-bars.ts';

const read = async (content: string | Buffer, options: ReadBarsOptions = {}) =>
  readBarsStream(Readable.from([Buffer.from(content)]), 'file', options);

describe('headers and dialects of the trade', () => {
  it('are 40 at least', () => {
    expect(READ.length + REFUSED.length).toBeGreaterThanOrEqual(40);
    expect(new Set([...READ, ...REFUSED].map(({ name }) => name)).size).toBe(READ.length + REFUSED.length);
  });

  it.each(READ)('reads $name', async ({ content, options, assumed = '' }) => {
    const found = await read(content, options);
    if (!found.ok) throw new Error(describeProblem(found.error));
    const { candles, assumed: notes } = found.value;
    expect(Array.from(candles.time)).toEqual(T);
    for (const [i, bar] of BARS.entries()) {
      const { open, high, low, close, volume } = candles;
      expect([open[i], high[i], low[i], close[i], volume[i]]).toEqual([bar.o, bar.h, bar.l, bar.c, bar.v]);
    }
    if (typeof assumed === 'string') expect(notes.join('; ')).toBe(assumed);
    else expect(notes.join('; ')).toMatch(assumed);
  });

  it.each(REFUSED)('refuses $name, and says what to do', async ({ content, options, says }) => {
    const found = await read(content, options);
    expect(found.ok ? 'read' : describeProblem(found.error)).toMatch(says);
  });

  it('asks for the flag of a command where there is one', async () => {
    const found = await read('Date,Open,High,Low,Close\n2024-01-01,1,1,1,1\n', { columnsFlag: '--columns' });
    expect(found.ok ? '' : found.error.expected).toContain('or --columns volume=NAME');
  });

  it('come in any pieces, to the same bars', async () => {
    for (const { content, options } of READ) {
      const bytes = Buffer.from(content);
      const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) => bytes.subarray(7 * i, 7 * i + 7));
      const cut = await readBarsStream(Readable.from(pieces), 'file', options);
      expect(cut).toStrictEqual(await read(content, options));
    }
  });
});

describe('rows with the newest first', () => {
  const rows = [2, 1, 0].map((i) => `${T[0] + i * DAY},${i + 1},${i + 1},${i + 1},${i + 1},1`);
  const text = ['timestamp,open,high,low,close,volume', ...rows].join('\n');

  it('are turned, and the reader says so', async () => {
    const found = await read(text);
    expect(found).toMatchObject({ ok: true, value: { assumed: ['the newest row came first: turned'] } });
    expect(found.ok && Array.from(found.value.candles.close)).toEqual([1, 2, 3]);
  });

  it('keep their numbers in what is wrong with them', async () => {
    const found = await read(text.replace(/,2,2,2,2,1/, ',2,1,2,2,1'));
    expect(found).toMatchObject({ ok: false, error: { code: 'bad_bar', row: 2, column: 'high' } });
  });
});

it('a foreign header of Parquet is read as one of CSV', async () => {
  const columnData = [
    { name: 'Open time', data: BARS.map(({ t }) => BigInt(t)), type: 'INT64' as const },
    ...(['Open', 'High', 'Low', 'Close', 'Volume'] as const).map((name) => ({
      name,
      data: BARS.map((bar) => bar[name[0]!.toLowerCase() as 'o']),
      type: 'DOUBLE' as const,
    })),
  ];
  const found = await read(Buffer.from(parquetWriteBuffer({ columnData })));
  expect(found).toMatchObject({ ok: true, value: { assumed: ['time is "Open time"'], candles: { length: 2 } } });
});
