/// <reference types="node" />

import { DAY_MS } from '@barograph/core';
import { parquetReadObjects } from 'hyparquet';
import { readFileSync, readdirSync } from 'node:fs';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isTime } from './tables/columns.ts';
import { csv, daily, hourly, lines, market, parse, run, temporaryFolder } from './test-support.ts';

const folder = temporaryFolder();
beforeEach(folder.make);
afterEach(folder.remove);

const parsed = async (file: Buffer): Promise<readonly Record<string, unknown>[]> =>
  parquetReadObjects({ file: new Uint8Array(file).buffer });

/** Parquet form of a value of a line of NDJSON: a time, or records and lists as JSON. */
function inParquet([name, value]: readonly [string, unknown]): [string, unknown] {
  if (isTime(name) && value !== null) return [name, new Date(Number(value))];
  return [name, typeof value === 'object' && value !== null ? JSON.stringify(value) : value];
}

/** Takes bytes. */
class Bytes extends Writable {
  readonly parts: Buffer[] = [];
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.parts.push(chunk);
    done();
  }
}
class Terminal extends Bytes {
  readonly isTTY = true;
}

const all = (command: string, path: string): string[] => [
  ...(command === 'cycle' ? [command, '--btc', path] : [command, path]),
  '--rows',
  'all',
];

describe('--format parquet', () => {
  it.each(['signum', 'volatility', 'volume', 'technical', 'heatmap', 'meme', 'cycle', 'nowcast'])(
    'of %s has the rows that NDJSON has, cell by cell',
    async (command) => {
      const bars = command === 'nowcast' ? csv(hourly) : csv(market(500, DAY_MS));
      const args = all(command, folder.put('DOGE.csv', bars));
      const text = await run([...args, '--format', 'ndjson']);
      const target = folder.path('rows.parquet');
      expect(await run([...args, '--format', 'parquet', '--out', target])).toStrictEqual({
        code: 0,
        out: '',
        err: text.err,
      });
      // records and lists of technical have additional columns of their own
      const flat = (line: string) =>
        Object.entries(parse(line)).filter(([name]) => name !== 'sr' && name !== 'last_cross');
      const want = lines(text.out).map((line) => Object.fromEntries(flat(line).map(inParquet)));
      expect(want.length).toBeGreaterThan(300);
      expect(await parsed(readFileSync(target))).toEqual(want);
    },
  );

  it('goes to a pipe as the same bytes', async () => {
    const args = [...all('signum', folder.put('X.csv', csv(daily))), '--format', 'parquet'];
    const pipe = new Bytes();
    const target = folder.path('rows.parquet');
    await run([...args, '--out', target]);
    expect(await run(args, { stdout: pipe })).toMatchObject({ code: 0, err: '' });
    expect(Buffer.concat(pipe.parts)).toStrictEqual(readFileSync(target));
  });

  it('does not go to a terminal', async () => {
    const terminal = new Terminal();
    const args = [...all('signum', folder.put('X.csv', csv(daily))), '--format', 'parquet'];
    expect(await run(args, { stdout: terminal })).toStrictEqual({
      code: 2,
      out: '',
      err: 'error: --format parquet: expected --out or a pipe, got a terminal\n',
    });
    expect(terminal.parts).toEqual([]);
  });

  it.each(['signum', 'volatility', 'cycle', 'nowcast'])(
    'of the last row of %s is refused, and leaves no file',
    async (command) => {
      const path = folder.put('X.csv', csv(command === 'nowcast' ? hourly : market(500, DAY_MS)));
      const args = [...all(command, path).slice(0, -2), '--format', 'parquet', '--out', folder.path('row.parquet')];
      expect(await run(args)).toStrictEqual({
        code: 2,
        out: '',
        err: 'error: --format parquet: expected --rows all, got the last row\n',
      });
      expect(readdirSync(folder.path())).toEqual(['X.csv']);
    },
  );

  it('has a type for a column in which nothing stands', async () => {
    const target = folder.path('short.parquet');
    await run([
      ...all('nowcast', folder.put('X.csv', csv(market(20, 3_600_000)))),
      '--format',
      'parquet',
      '--out',
      target,
    ]);
    const rows = await parsed(readFileSync(target));
    expect(rows).toHaveLength(20);
    expect(rows.every(({ label, p_now_squeeze: p }) => label === null && p === null)).toBe(true);
  });
});
