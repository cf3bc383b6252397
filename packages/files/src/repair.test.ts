import type { DataProblem } from '@barograph/core';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { BarsFile } from './bars-file.ts';
import { readBarsStream } from './read-bars.ts';

const HEADER = 'Timestamp,open,high,low,close,volume';
const T = 1_704_067_200_000;
const row = (hour: number, cells = '3,4,1,2,9'): string => `${T + hour * 3_600_000},${cells}`;

async function repaired(...rows: readonly string[]): Promise<BarsFile> {
  const text = [HEADER, ...rows].join('\n');
  const result = await readBarsStream(Readable.from([Buffer.from(text)]), 'mem', { repair: true });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe('reading with repair', () => {
  it('leaves good bars as they are and says so', async () => {
    const file = await repaired(row(0), row(1), row(2));
    expect(file.rows).toBe(3);
    expect(file.candles.length).toBe(3);
    expect(file.repairs).toStrictEqual({
      configVersion: 'bars/1',
      dropped: [],
      duplicates: 0,
      reordered: false,
      repaired: 0,
      mended: [],
    });
  });

  it('sorts, keeps the last of a time, and stretches high and low', async () => {
    const file = await repaired(row(2), row(0), row(1, '3,4,1,2,7'), row(1, '5,4,6,2,8'));
    expect(Array.from(file.candles.time)).toStrictEqual([T, T + 3_600_000, T + 7_200_000]);
    expect([file.candles.high[1], file.candles.low[1], file.candles.volume[1]]).toStrictEqual([5, 2, 8]);
    expect(file).toMatchObject({ rows: 4, repairs: { dropped: [], duplicates: 1, reordered: true, repaired: 1 } });
  });

  it('lists every dropped row with its number in the file, unreadable and bad ones alike', async () => {
    const file = await repaired(
      'noon,3,4,1,2,9',
      row(0),
      row(1, '3,4,-1,2,9'),
      row(2, '3,4,1'),
      row(3, 'NaN,4,1,2,9'),
      row(4, '0,4,1,2,9'),
      row(5),
      row(6, '3,4,1,2,x'),
      row(7, '3,4,1,2,-1'),
    );
    expect(file.rows).toBe(9);
    expect(Array.from(file.candles.time)).toStrictEqual([T, T + 5 * 3_600_000]);
    const dropped = file.repairs!.dropped.map(({ row: at, column, code }: DataProblem) => [at, column, code]);
    expect(dropped).toStrictEqual([
      [1, 'Timestamp', 'bad_value'],
      [3, 'low', 'bad_bar'],
      [4, 'close', 'bad_value'],
      [5, 'open', 'bad_value'],
      [6, 'open', 'bad_bar'],
      [8, 'volume', 'bad_value'],
      [9, 'volume', 'bad_bar'],
    ]);
  });

  it('mends NDJSON, too', async () => {
    const good = { timestamp: T, open: 3, high: 4, low: 1, close: 2, volume: 9 };
    const text = `${JSON.stringify({ ...good, low: null })}\nnonsense\n${JSON.stringify(good)}\n`;
    const result = await readBarsStream(Readable.from([Buffer.from(text)]), 'mem', { repair: true });
    expect(result).toMatchObject({ ok: true, value: { rows: 3, repairs: { dropped: [{ row: 1 }, { row: 2 }] } } });
  });

  it('does not mend what is no file of bars', async () => {
    const read = (text: string): ReturnType<typeof readBarsStream> =>
      readBarsStream(Readable.from([Buffer.from(text)]), 'mem', { repair: true });
    expect(await read('time,open\n1,2\n')).toMatchObject({ ok: false, error: { code: 'missing_column' } });
    expect(await read(`${HEADER}\n`)).toMatchObject({ ok: false, error: { code: 'empty_file', got: 'a header only' } });
    expect(await read(`${HEADER}\nx,3,4,1,2,9\n${row(1, '0,4,1,2,9')}\n`)).toStrictEqual({
      ok: false,
      error: {
        file: 'mem',
        code: 'empty_file',
        expected: 'at least one row that can be mended',
        got: 'none of 2',
      },
    });
  });
});
