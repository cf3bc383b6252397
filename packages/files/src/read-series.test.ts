import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSeries } from './read-series.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-series-'))));
afterEach(() => rmSync(folder, { recursive: true }));

async function read(content: string | Buffer, column?: string) {
  const path = join(folder, 'x.csv');
  writeFileSync(path, content);
  const result = await readSeries(path, column);
  if (!result.ok) return result.error;
  return { column: result.value.column, time: [...result.value.time], value: [...result.value.value] };
}

const DAY = 86_400_000;
const T = 1_600_000_000_000;

describe('readSeries', () => {
  it('reads the first column of numbers, sorted, without the rows that have none', async () => {
    const text = `symbol,timestamp,a,b\nX,${T + DAY},2,9\nX,${T},1,8\nX,${T + 2 * DAY},,7\n`;
    expect(await read(text)).toEqual({ column: 'a', time: [T, T + DAY], value: [1, 2] });
    expect(await read(text, 'b')).toEqual({ column: 'b', time: [T, T + DAY, T + 2 * DAY], value: [8, 9, 7] });
  });

  it('averages rows of one time, takes ISO times, seconds and gzip', async () => {
    const text = 'timestamp,rate\r\n2024-01-01,1\r\n2024-01-01,3\r\n2024-01-02T00:00Z,5\r\n';
    const want = { column: 'rate', time: [Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2)], value: [2, 5] };
    expect(await read(text)).toEqual(want);
    expect(await read(gzipSync(text))).toEqual(want);
    expect(await read(`timestamp,v\n${T / 1000},1\n`)).toMatchObject({ time: [T] });
  });

  it.each([
    ['', { code: 'empty_file' }],
    ['timestamp,a\n', { code: 'empty_file' }],
    ['time,a\n1,2\n', { code: 'missing_column', column: 'timestamp', got: 'time, a' }],
    ['timestamp,a\n1,x\n', { code: 'missing_column', column: 'value' }],
    [`timestamp,a\n${T},1\nsoon,2\n`, { code: 'bad_value', row: 2, column: 'timestamp', got: '"soon"' }],
    [`timestamp,a\n${T},1\n${T + 1},x\n`, { code: 'bad_value', row: 2, column: 'a', expected: 'a number', got: '"x"' }],
  ])('tells what is wrong with %j', async (text, problem) => {
    expect(await read(text)).toMatchObject(problem);
  });

  it('reads in a worker: the event loop goes on, past the deadline the file is a problem, a signal ends it', async () => {
    const rows = Array.from({ length: 400_000 }, (_, i) => `${T + i * 60_000},${i}`);
    const path = join(folder, 'long.csv');
    writeFileSync(path, `timestamp,a\n${rows.join('\n')}\n`);
    const limits = { version: 'read-limits/test', baseMs: 20, msPerMegabyte: 0 } as const;
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const whole = await readSeries(path);
    clearInterval(timer);
    expect(whole.ok && whole.value.time.length).toBe(400_000);
    expect(ticks).toBeGreaterThan(10);
    expect(await readSeries(path, 'a', { limits })).toMatchObject({
      ok: false,
      error: { code: 'unreadable_file', file: path, got: 'no end of it' },
    });
    const controller = new AbortController();
    const reading = readSeries(path, 'a', { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 5);
    await expect(reading).rejects.toThrow('enough');
  });

  it('tells that a file is not there, and that a column is not', async () => {
    const missing = await readSeries(join(folder, 'none.csv'));
    expect(missing).toMatchObject({ ok: false, error: { code: 'missing_file' } });
    expect(await read(`timestamp,a\n${T},1\n`, 'b')).toMatchObject({ code: 'missing_column', column: 'b' });
  });
});
