/// <reference types="node" />

import { encodeSignumRow } from '@barograph/contract';
import { barAt, candlesOf, resample, type Bar, type Candles } from '@barograph/core';
import { isPegged, signum, SIGNUM_V1, signumRow } from '@barograph/indicators';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from './main.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);

/** A market that trends up, then down, then goes nowhere; deterministic. */
function market(count: number, step: number): Candles {
  const bars: Bar[] = [];
  let open = 100;
  for (let i = 0; i < count; i++) {
    const phase = i % 300;
    const drift = phase < 100 ? 0.4 : phase < 200 ? -0.3 : 0;
    const close = Math.max(1, open + drift + Math.sin(i * 1.7) * 0.8);
    const high = Math.max(open, close) + 0.5 + 0.4 * Math.cos(i);
    const low = Math.min(open, close) - 0.5 - 0.4 * Math.sin(i * 0.7);
    bars.push({ time: START + i * step, open, high, low: Math.max(0.1, low), close, volume: 10 + (i % 13) });
    open = close;
  }
  return candlesOf(bars);
}

function csv(bars: Candles): string {
  let text = 'timestamp,open,high,low,close,volume\n';
  for (let i = 0; i < bars.length; i++) {
    text += `${bars.time[i]},${bars.open[i]},${bars.high[i]},${bars.low[i]},${bars.close[i]},${bars.volume[i]}\n`;
  }
  return text;
}

class Sink extends Writable {
  text = '';
  isTTY = false;
  columns = 80;
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

interface Run {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

interface Setting {
  readonly stdin?: Iterable<Buffer>;
  readonly isTerminal?: boolean;
  readonly now?: () => number;
}

async function run(
  args: readonly string[],
  { stdin = [], isTerminal = false, now = () => 0 }: Setting = {},
): Promise<Run> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  stderr.isTTY = isTerminal;
  const code = await main(args, { stdin: Readable.from(stdin), stdout, stderr, isTerminal, now }, '1.2.3');
  return { code, out: stdout.text, err: stderr.text };
}

const parse = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
const lines = (text: string): string[] => text.split('\n').slice(0, -1);

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-cli-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const hourly = market(24 * 60 + 7, HOUR);
const daily = market(400, 24 * HOUR);

describe('signum --as-of', () => {
  const args = (path: string, ...more: string[]) => ['signum', path, '--interval', '1d', '--format', 'json', ...more];

  it('speaks of that moment: later bars are not seen, and the row of a cut file is the same', async () => {
    const cut = candlesOf(Array.from({ length: 24 * 50 + 5 }, (_, i) => barAt(hourly, i)));
    const moment = START + (24 * 50 + 5) * HOUR;
    const asked = await run(args(put('X.csv', csv(hourly)), '--as-of', String(moment)));
    const alone = await run(args(put('X.csv', csv(cut))));
    expect(asked.code).toBe(0);
    expect(parse(asked.out)).toStrictEqual(parse(alone.out));
    const iso = await run(args(put('X.csv', csv(hourly)), '--as-of', new Date(moment).toISOString()));
    expect(iso.out).toBe(asked.out);
  });

  it('long after the last bar says that the row is stale', async () => {
    const path = put('X.csv', csv(hourly));
    expect(parse((await run(args(path))).out)['stale']).toBe(false);
    expect(parse((await run(args(path, '--as-of', '2030-01-01'))).out)['stale']).toBe(true);
  });

  it('refuses a moment before the first close, and a text that is none', async () => {
    const path = put('X.csv', csv(hourly));
    const early = await run(args(path, '--as-of', String(START + HOUR - 1)));
    expect(early).toStrictEqual({
      code: 2,
      out: '',
      err: `error: --as-of: expected a time after the first bar closed (it opens at 2024-01-01T00:00:00.000Z), got ${START + HOUR - 1}\n`,
    });
    const none = await run(args(path, '--as-of', 'soon'));
    expect([none.code, none.out]).toStrictEqual([2, '']);
    expect(none.err).toMatch(/^error: option '--as-of <time>' argument 'soon' is invalid. expected epoch ms.*\n$/);
  });
});

describe('signum --rows all', () => {
  it('has one row per bar, with empty cells while undefined and every number in full', async () => {
    const { code, out, err } = await run(['signum', put('X.csv', csv(daily)), '--rows', 'all', '--format', 'csv']);
    expect([code, err]).toStrictEqual([0, '']);
    const [header, ...rows] = lines(out);
    expect(header).toBe('timestamp,adx,plus_di,minus_di,color,days_in_color');
    expect(rows).toHaveLength(daily.length);
    expect(rows[0]).toBe(`${START},,,,,`);
    const expected = signum(daily);
    const cell = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value));
    rows.forEach((row, i) => {
      const { adx, plusDi, minusDi, color, barsInColor } = expected;
      const cells = [daily.time[i]!, adx[i]!, plusDi[i]!, minusDi[i]!].map(cell);
      expect(row).toBe([...cells, color[i] ?? '', cell(barsInColor[i]!)].join(','));
    });
    expect(new Set(expected.color)).toStrictEqual(new Set([null, 'grey', 'green', 'red']));
  });

  it('says the same in JSON and NDJSON, with null while undefined', async () => {
    const path = put('X.csv', csv(daily));
    const json = JSON.parse((await run(['signum', path, '--rows', 'all', '--format', 'json'])).out) as unknown[];
    const ndjson = lines((await run(['signum', path, '--rows', 'all', '--format', 'ndjson'])).out);
    expect(ndjson.map(parse)).toStrictEqual(json);
    expect(json).toHaveLength(daily.length);
    expect(json[0]).toStrictEqual({
      timestamp: START,
      adx: null,
      plus_di: null,
      minus_di: null,
      color: null,
      days_in_color: null,
    });
    expect(json.at(-1)).toMatchObject({ timestamp: daily.time.at(-1), adx: signum(daily).adx.at(-1) });
  });

  it('makes longer bars of complete buckets only, and says what it left out', async () => {
    const path = put('X.csv', csv(hourly));
    const { code, out, err } = await run(['signum', path, '--rows', 'all', '--format', 'csv', '--interval', '4h']);
    expect(code).toBe(0);
    expect(lines(out)).toHaveLength(1 + Math.floor(hourly.length / 4));
    expect(lines(out).at(-1)).toMatch(new RegExp(`^${START + 361 * 4 * HOUR - 4 * HOUR},`));
    expect(err).toBe(
      `${path}: 1 of 362 buckets of 4h are incomplete and left out (2024-03-01T04:00:00.000Z has 3 of 4 bars)\n`,
    );
  });
});

describe('signum --rows last', () => {
  it('of an hourly file at 1d is the row of the service, field by field', async () => {
    const { code, out } = await run(['signum', put('X.csv', csv(hourly)), '--interval', '1d', '--format', 'json']);
    expect(code).toBe(0);
    const asOf = hourly.time.at(-1)! + HOUR;
    const days = resample(hourly, '1h', '1d').bars;
    const pegged = isPegged('X', days);
    const row = encodeSignumRow(signumRow({ symbol: 'X', source: 'perpdex_perp', hourly, asOf, pegged }));
    expect(parse(out)).toStrictEqual(JSON.parse(JSON.stringify({ timestamp: days.time.at(-1), ...row })));
    expect(parse(out)).toMatchObject({ incomplete_days: 0, intraday_timeframe: '1h', color_live: expect.any(String) });
    expect(parse(out)['h4_adx']).not.toBeNull();
  });

  it('of a daily file has no hours, and agrees with the last of all rows', async () => {
    const path = put('X.csv', csv(daily));
    const last = parse((await run(['signum', path, '--format', 'ndjson'])).out);
    const all = lines((await run(['signum', path, '--rows', 'all', '--format', 'ndjson'])).out).map(parse);
    expect(last).toMatchObject(all.at(-1)!);
    expect(last).toMatchObject({
      h4_color: null,
      flip_alert: false,
      intraday_disagrees: null,
      config_version: 'signum/1',
    });
  });

  it('of other bars counts bars, and the flip is the close of its bar', async () => {
    const path = put('X.csv', csv(hourly));
    const last = parse((await run(['signum', path, '--format', 'json'])).out);
    const all = lines((await run(['signum', path, '--rows', 'all', '--format', 'ndjson'])).out).map(parse);
    expect(last).toMatchObject(all.at(-1)!);
    const age = Number(last['days_in_color']);
    expect(all.at(-age - 1)!['color']).not.toBe(last['color']);
    expect(last['flipped_at']).toBe(Number(all.at(-age)!['timestamp']) + HOUR);
  });

  it('has one header of CSV whatever the colour', async () => {
    const headers = new Set<string>();
    const colors = new Set<unknown>();
    for (const count of [90, 190, 295, 400]) {
      const path = put('X.csv', csv(market(count, 24 * HOUR)));
      headers.add(lines((await run(['signum', path, '--format', 'csv'])).out)[0]!);
      colors.add(parse((await run(['signum', path, '--format', 'json'])).out)['color']);
    }
    expect(colors).toContain('grey');
    expect(colors.size).toBeGreaterThan(1);
    expect(headers.size).toBe(1);
  });

  it('names the symbol after the file unless told, and takes the venue', async () => {
    const path = put('BTCUSDT.csv.gz', gzipSync(csv(daily)));
    expect((await run(['signum', path])).out).toMatch(/^symbol +BTCUSDT$/m);
    const { out } = await run(['signum', path, '--symbol', 'BTC', '--source', 'cexa_spot', '--format', 'json']);
    expect(parse(out)).toMatchObject({ symbol: 'BTC', source: 'cexa_spot' });
  });
});

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

describe('--config', () => {
  const score = async (config: unknown): Promise<Run> => {
    const path = put('config.json', typeof config === 'string' ? config : JSON.stringify(config));
    return run(['signum', put('X.csv', csv(daily)), '--rows', 'all', '--format', 'csv', '--config', path]);
  };

  it('puts its fields over the default and keeps the others', async () => {
    const { code, out } = await score({ adx: { period: 10, seed: 'talib' }, enter: 30 });
    expect(code).toBe(0);
    const config = { ...SIGNUM_V1, adx: { ...SIGNUM_V1.adx, period: 10, seed: 'talib' as const }, enter: 30 };
    const expected = signum(daily, config);
    expect(lines(out).at(-1)).toBe(
      [daily.time, expected.adx, expected.plusDi, expected.minusDi, expected.color, expected.barsInColor]
        .map((column) => String(column.at(-1)))
        .join(','),
    );
    expect(expected.adx.at(-1)).not.toBe(signum(daily).adx.at(-1));
  });

  it('gives other numbers another version', async () => {
    const file = put('X.csv', csv(daily));
    const version = async (config: unknown): Promise<unknown> => {
      const args = ['signum', file, '--format', 'json', '--config', put('config.json', JSON.stringify(config))];
      return parse((await run(args)).out)['config_version'];
    };
    expect(await version({ enter: 30 })).toBe('signum/custom');
    expect(await version({ enter: 25 })).toBe('signum/1');
    expect(await version({ enter: 30, version: 'signum/mine' })).toBe('signum/mine');
  });

  it.each<[unknown, string]>([
    [{ entry: 30 }, 'field "entry": expected one of version, adx, enter, exit, '],
    [{ adx: { length: 10 } }, 'field "adx.length": expected one of period, seed, onFlat, got "length"'],
    [{ enter: '30' }, 'field "enter": expected a number, got "30"'],
    [{ adx: 14 }, 'field "adx": expected an object, got 14'],
    [{ exit: 26 }, 'field "exit": expected at most "enter" 25, got 26'],
    [{ adx: { period: 1 } }, 'field "period": expected an integer ≥ 2, got 1'],
    [{ adx: { seed: 'sma' } }, 'field "seed": expected one of wilder, talib, got "sma"'],
    [[1], 'expected an object, got an array of 1'],
    ['{', 'expected JSON, got "{"'],
  ])('%j is refused by name', async (config, message) => {
    const { code, out, err } = await score(config);
    expect([code, out]).toStrictEqual([2, '']);
    expect(lines(err)).toHaveLength(1);
    expect(err).toContain(`config.json`);
    expect(err).toContain(message);
  });

  it('that is not there is said', async () => {
    const { code, err } = await run(['signum', 'X.csv', '--config', join(folder, 'nowhere.json')]);
    expect([code, err]).toStrictEqual([
      2,
      `error: ${join(folder, 'nowhere.json')}: expected a config file, got no such file\n`,
    ]);
  });
});

describe('--out', () => {
  it('writes the file whole, and nothing to standard output', async () => {
    const path = put('X.csv', csv(daily));
    const args = ['signum', path, '--rows', 'all', '--format', 'csv'];
    const target = put('scores.csv', 'what was there before');
    const { code, out } = await run([...args, '--out', target]);
    expect([code, out]).toStrictEqual([0, '']);
    expect(readFileSync(target, 'utf8')).toBe((await run(args)).out);
    expect(readdirSync(folder).sort()).toStrictEqual(['X.csv', 'scores.csv']);
  });

  it('leaves what was there when the input is bad', async () => {
    const target = put('scores.csv', 'what was there before');
    const { code } = await run(['signum', put('X.csv', 'nonsense'), '--out', target]);
    expect(code).toBe(2);
    expect(readFileSync(target, 'utf8')).toBe('what was there before');
    expect(readdirSync(folder).sort()).toStrictEqual(['X.csv', 'scores.csv']);
  });

  it('says when the file cannot be written, and leaves no half of it', async () => {
    const path = put('X.csv', csv(daily));
    const nowhere = join(folder, 'nowhere', 'scores.csv');
    expect(await run(['signum', path, '--out', nowhere])).toStrictEqual({
      code: 2,
      out: '',
      err: `error: ${nowhere}: expected a file that can be written, got ENOENT\n`,
    });
    mkdirSync(join(folder, 'taken'));
    const taken = await run(['signum', path, '--out', join(folder, 'taken')]);
    expect(taken).toMatchObject({ code: 2, out: '' });
    expect(readdirSync(folder).sort()).toStrictEqual(['X.csv', 'taken']);
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
      'row 2 column "timestamp": expected a time after 1704067200000, got 1704063600000',
    ],
    [
      'a time twice',
      `${HEADER}1704067200000,3,4,1,2,9\n1704067200000,3,4,1,2,9\n`,
      'row 2 column "timestamp": expected a time used once, got 1704067200000 twice',
    ],
    [
      'a negative price',
      `${HEADER}1704067200000,3,4,-1,2,9\n`,
      'row 1 column "low": expected a finite price > 0, got -1',
    ],
    ['high below low', `${HEADER}1704067200000,3,4,5,3,9\n`, 'row 1 column "high": expected high ≥ low 5, got 4'],
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
    const path = join(folder, 'nowhere.csv');
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
    ]);
  });
});

describe('the command line', () => {
  it('tells its version and its help', async () => {
    expect(await run(['--version'])).toStrictEqual({ code: 0, out: '1.2.3\n', err: '' });
    const help = await run(['signum', '--help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    for (const text of ['--rows', '--format', '--interval', '--config', '--out', '--repair', 'Examples:']) {
      expect(help.out).toContain(text);
    }
  });

  it.each<[string[], RegExp]>([
    [['signum', 'X.csv', '--formt', 'csv'], /^error: unknown option '--formt'\n$/],
    [['signum', 'X.csv', '--format', 'xml'], /^error: option '--format <format>' argument 'xml' is invalid.*\n$/],
    [['signum', 'X.csv', '--interval', '2h'], /^error: option '--interval <interval>' argument '2h' is invalid.*\n$/],
    [['signum'], /^error: missing required argument 'file'\n$/],
    [['signum', 'a', 'b'], /^error: too many arguments.*\n$/],
    [['signal', 'X.csv'], /^error: unknown command 'signal'\n$/],
  ])('%j is code 2 and one line', async (args, message) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toStrictEqual([2, '']);
    expect(err).toMatch(message);
  });
});

describe('the progress bar', () => {
  const slow = (): (() => number) => {
    let time = 0;
    return () => (time += 700);
  };

  it('is shown to a terminal when the work takes over a second, and taken away', async () => {
    const path = put('X.csv', csv(market(20_000, HOUR)));
    const { code, out, err } = await run(['signum', path, '--format', 'json'], { isTerminal: true, now: slow() });
    expect(code).toBe(0);
    expect(() => parse(out)).not.toThrow();
    expect(err).toContain('reading [');
    const bytes = readFileSync(path);
    const stdin = [0, 1, 2].map((third) =>
      bytes.subarray((third * bytes.length) / 3, ((third + 1) * bytes.length) / 3),
    );
    const piped = await run(['signum', '-'], { isTerminal: true, now: slow(), stdin });
    expect(piped.err).toContain(' MB');
  });

  it('is not shown for quick work, nor to a file', async () => {
    const path = put('X.csv', csv(market(20_000, HOUR)));
    expect((await run(['signum', path], { isTerminal: true })).err).toBe('');
    expect((await run(['signum', path], { now: slow() })).err).toBe('');
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
