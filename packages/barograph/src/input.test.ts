/// <reference types="node" />

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csv, daily, hourly, HOUR, lines, market, run, temporaryFolder } from './test-support.ts';

const folder = temporaryFolder();
const { put } = folder;
beforeEach(folder.make);
afterEach(folder.remove);

describe('standard input', () => {
  it('is read for -, and gives what the file gives but for the name', async () => {
    const packed = gzipSync(csv(hourly));
    const path = put('stdin.csv.gz', packed);
    for (const args of [
      ['--rows', 'all', '--format', 'csv'],
      ['--interval', '1d', '--format', 'json'],
    ]) {
      const piped = await run(['signum', '-', ...args], { stdin: [packed.subarray(0, 1000), packed.subarray(1000)] });
      expect(piped.code).toBe(0);
      expect(piped.out).toBe((await run(['signum', path, ...args])).out);
    }
  });
});

describe('--layout', () => {
  const rows = Array.from(hourly.time, (t, i) => {
    const [o, h, l, c, v] = (['open', 'high', 'low', 'close', 'volume'] as const).map((name) => hourly[name][i]!);
    return [t, o, h, l, c, v, t + HOUR - 1, 7.5].join(',');
  });

  it('says what the cells of rows without a header are; without it such rows are refused by its name', async () => {
    const path = put('X.csv', rows.join('\n'));
    const refused = await run(['volume', path]);
    expect([refused.code, refused.out, lines(refused.err).length]).toEqual([2, '', 1]);
    expect(refused.err).toContain('name them (--layout NAME, or --columns volume=NUMBER)');
    const named = await run(['volume', path, '--layout', 'klines', '--format', 'json']);
    expect([named.code, named.err]).toEqual([0, '']);
    expect(named.out).toBe((await run(['volume', put('X.csv', csv(hourly)), '--format', 'json'])).out);
  });

  it('reaches the subcommands, and is one of the layouts', async () => {
    const { code, err } = await run(['cycle', 'explain', '--btc', put('X.csv', 'x'), '--layout', 'mexc']);
    expect([code, lines(err).length]).toEqual([2, 1]);
    expect(err).toContain('Allowed choices are ohlcv, bitfinex, coinbase, ');
  });
});

describe('bad input', () => {
  const HEADER = 'timestamp,open,high,low,close,volume\n';

  it.each<[string, string | Buffer, string]>([
    ['a missing column', 'timestamp,open,high,low,close\n1,2,3,4,5\n', 'column "volume": expected a header with '],
    ['text in a number', `${HEADER}1704067200000,3,x,1,2,9\n`, 'row 1 column "high": expected a number, got "x"'],
    [
      'unsorted time',
      `${HEADER}1704067200000,3,4,1,2,9\n1704063600000,3,4,1,2,9\n`,
      'row 2 column "timestamp": expected a time after 1704067200000 (--repair sorts the rows), got 1704063600000',
    ],
    [
      'a time twice',
      `${HEADER}1704067200000,3,4,1,2,9\n1704067200000,3,4,1,2,9\n`,
      'row 2 column "timestamp": expected a time used once (--repair keeps the last of them), got 1704067200000 twice',
    ],
    [
      'a negative price',
      `${HEADER}1704067200000,3,4,-1,2,9\n`,
      'row 1 column "low": expected a finite price > 0, got -1',
    ],
    [
      'high below low',
      `${HEADER}1704067200000,3,4,5,3,9\n`,
      'row 1 column "high": expected high ≥ low 5 (--repair stretches high and low), got 4',
    ],
    ['NaN', `${HEADER}1704067200000,3,4,1,NaN,9\n`, 'row 1 column "close": expected a finite number, got "NaN"'],
    [
      'truncated gzip',
      gzipSync(HEADER.repeat(50)).subarray(0, 40),
      ': expected a whole gzip file, got a truncated one',
    ],
    ['an empty file', '', ': expected rows of bars, got an empty file'],
  ])('%s: code 2 and one line', async (_, content, message) => {
    const path = put('X.csv', content);
    const { code, out, err } = await run(['signum', path]);
    expect([code, out]).toStrictEqual([2, '']);
    expect(err.startsWith(`error: ${path}`)).toBe(true);
    expect(err).toContain(message);
    expect(lines(err)).toHaveLength(1);
  });

  it('a file that does not exist', async () => {
    const path = folder.path('nowhere.csv');
    expect(await run(['signum', path])).toStrictEqual({
      code: 2,
      out: '',
      err: `error: ${path}: expected a file, got no such file\n`,
    });
  });

  it('bars that do not make the interval', async () => {
    const path = put('X.csv', csv(hourly));
    expect((await run(['signum', path, '--interval', '5m'])).err).toBe(
      `error: --interval: expected 1h or longer, as the bars of ${path}, got "5m"\n`,
    );
    const odd = put('odd.csv', csv(market(40, 7 * HOUR)));
    expect((await run(['signum', odd, '--interval', '1d'])).err).toBe(
      `error: ${odd}: expected bars of a named interval, got a step of 25200000 ms\n`,
    );
    const few = put('few.csv', csv(market(20, HOUR)));
    expect((await run(['signum', few, '--interval', '1d'])).err).toContain('at least one complete bar of 1d, got none');
    const shifted = put('shifted.csv', csv(market(40, HOUR)).replaceAll(/^(\d+)0000,/gm, '$10001,'));
    const { code, err } = await run(['signum', shifted, '--interval', '1d']);
    expect(code).toBe(2);
    expect(err).toMatch(/row 1 column "timestamp": expected the open of a bar of 1h, got \d+\n$/);
  });

  it('--repair mends it and tells on stderr what it did', async () => {
    const good = lines(csv(daily)).slice(1);
    const rows = [
      good[1]!,
      good[0]!,
      good[2]!,
      good[2]!,
      'x,1,1,1,1,1',
      good[3]!.replace(/,[^,]*$/, ',-1'),
      ...good.slice(4),
    ];
    const path = put('X.csv', HEADER + rows.join('\n'));
    expect((await run(['signum', path])).code).toBe(2);
    const { code, out, err } = await run(['signum', path, '--repair', '--rows', 'all', '--format', 'csv']);
    expect(code).toBe(0);
    expect(lines(out)).toHaveLength(1 + 399);
    expect(lines(err)).toStrictEqual([
      `${path}: 402 rows, sorted; dropped 2 bad and 1 duplicate, mended high or low of 0`,
      `  dropped ${path} row 5 column "timestamp": expected an epoch number like the first, got "x"`,
      `  dropped ${path} row 6 column "volume": expected a finite volume ≥ 0, got -1`,
      `${path}: quality: 1 gap (gap at 2024-01-04T00:00Z; --quality lists all)`,
    ]);
  });
});

const REAL = '../shared/data/ohlcv_1h/binance_usdm_perp';

describe.skipIf(!existsSync(REAL))('a real file (needs ../shared/data)', () => {
  it('and the same bars through a pipe give one output', async () => {
    const name = readdirSync(REAL)[0]!;
    const path = join(REAL, name);
    const plain = gunzipSync(readFileSync(path));
    for (const args of [
      ['--rows', 'all', '--format', 'csv'],
      ['--interval', '1d', '--format', 'json', '--symbol', 'X'],
    ]) {
      const file = await run(['signum', path, ...args]);
      const piped = await run(['signum', '-', ...args], { stdin: [plain] });
      expect([file.code, piped.code]).toStrictEqual([0, 0]);
      expect(file.out.length).toBeGreaterThan(500);
      expect(piped.out).toBe(file.out);
    }
  });
});
