import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSeries } from './read-series.ts';
import type { ReadSeriesOptions } from './series.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-series-'))));
afterEach(() => rmSync(folder, { recursive: true }));

async function read(content: string | Buffer, column?: string, options?: ReadSeriesOptions) {
  const path = join(folder, 'x.csv');
  writeFileSync(path, content);
  const result = await readSeries(path, column, options);
  if (!result.ok) return result.error;
  const { column: name, assumed } = result.value;
  const rest = { time: [...result.value.time], value: [...result.value.value] };
  return assumed.length === 0 ? { column: name, ...rest } : { column: name, ...rest, assumed: assumed.join('; ') };
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
    ['when,a\n1,2\n', { code: 'missing_column', column: 'timestamp', got: '"when, a"' }],
    ['timestamp,a\n1,x\n', { code: 'missing_column', column: 'value' }],
    [`timestamp,a\n${T},1\nsoon,2\n`, { code: 'bad_value', row: 2, column: 'timestamp', got: '"soon"' }],
    [`timestamp,a\n${T},1\n${T + 1},x\n`, { code: 'bad_value', row: 2, column: 'a', expected: 'a number', got: '"x"' }],
  ])('tells what is wrong with %j', async (text, problem) => {
    expect(await read(text)).toMatchObject(problem);
  });

  /** Files as exchanges and libraries write them: each is the same two settlements. */
  const RATES = [0.0001, -0.00025];
  const TIMES = [T, T + 8 * 3_600_000];
  const rows = (line: (time: number, rate: number) => unknown): unknown[] =>
    TIMES.map((time, i) => line(time, RATES[i]!));
  const lines = (header: string, line: (time: number, rate: number) => string): string =>
    [header, ...rows(line)].join('\n');
  const iso = (time: number): string => new Date(time).toISOString();
  const time = (name: string, value: string): string => `time is "${name}", value is "${value}"`;

  it.each<[string, string, string, ReadSeriesOptions?]>([
    [
      'an archive of settlements, with the hours between them before the rate',
      lines('calc_time,funding_interval_hours,last_funding_rate', (t, r) => `${t},8,${r}`),
      time('calc_time', 'last_funding_rate'),
    ],
    [
      'an answer of settlements, numbers as texts',
      JSON.stringify(rows((t, r) => ({ symbol: 'BTCUSDT', fundingTime: t, fundingRate: `${r}`, markPrice: '61000' }))),
      time('fundingTime', 'fundingRate'),
    ],
    [
      'an answer whose newest row comes first',
      JSON.stringify(rows((t, r) => ({ symbol: 'X', fundingRate: `${r}`, fundingRateTimestamp: `${t}` })).toReversed()),
      time('fundingRateTimestamp', 'fundingRate'),
    ],
    [
      'NDJSON',
      rows((t, r) => JSON.stringify({ instId: 'X', fundingRate: r, realizedRate: 0.1, fundingTime: t })).join('\n'),
      time('fundingTime', 'fundingRate'),
    ],
    ['a data frame with its index', lines(',funding_rate', (t, r) => `${iso(t)},${r}`), time('', 'funding_rate')],
    ['one number beside the time', lines('Date,Rate', (t, r) => `${iso(t)},${r}`), time('Date', 'Rate')],
    ['semicolons', lines('time;rate', (t, r) => `${t};${r}`), `semicolons part the cells; ${time('time', 'rate')}`],
    [
      'tabs, in quotes',
      lines('"time"\t"rate"', (t, r) => `"${t}"\t"${r}"`),
      `tabs part the cells; ${time('time', 'rate')}`,
    ],
    ['no header', rows((t, r) => `${t},${r}`).join('\n'), `no header: time, value; ${time('time', 'value')}`],
    ['pairs in JSON', JSON.stringify(rows((t, r) => [t, r])), time('time', 'value')],
    [
      'columns that only their owner knows',
      lines('when,other,what', (t, r) => `${t},1,${r}`),
      '',
      { columns: { time: 'When', value: 'what' } },
    ],
  ])('reads %s', async (_, text, assumed, options) => {
    const got = await read(text, undefined, options);
    expect(got).toMatchObject({ time: TIMES, value: RATES });
    expect('assumed' in got ? got.assumed : '').toBe(assumed);
  });

  it('takes open interest in units of the coin, not in dollars', async () => {
    const header = 'create_time,symbol,sum_open_interest,sum_open_interest_value,count_long_short_ratio';
    const text = `${header}\n2024-01-01 00:05:00,BTCUSDT,84000.5,3570000000,1.9\n`;
    expect(await read(text)).toMatchObject({ column: 'sum_open_interest', value: [84000.5] });
    expect(await read(text, 'count_long_short_ratio')).toMatchObject({ value: [1.9] });
  });

  it.each([
    ['several numbers', `time,a,b\n${T},1,2\n`, { code: 'missing_column', column: 'value', got: /several: "a, b"/ }],
    ['both kinds', `time,funding_rate,open_interest\n${T},1,2\n`, { code: 'missing_column', got: /several/ }],
    ['percent signs', `time,rate\n${T},0.01\n${T + 1},0.01%\n`, { row: 2, expected: /as a fraction/ }],
    ['decimal commas', `time;rate\n${T};1\n${T + 1};0,01\n`, { row: 2, expected: /decimal commas are not read/ }],
    ['days and months that do not tell themselves', 'time,rate\n01/02/2024,1\n', { row: 1, expected: /2024-01-31/ }],
    ['a closing time alone', `close_time,rate\n${T},1\n`, { code: 'missing_column', got: /closing times only/ }],
    ['a time twice', `time,time,rate\n${T},${T},1\n`, { code: 'missing_column', expected: /there once/ }],
    ['JSON of something else', '[1,2]', { code: 'unreadable_file', got: /a list of 1/ }],
    ['rows that differ', `[[${T},1],{"a":2}]`, { code: 'bad_value', row: 2 }],
    ['no JSON', '[[1,', { code: 'unreadable_file', got: /no JSON/ }],
    ['an open quote', `time,rate\n${T},"1\n`, { code: 'bad_value', expected: /closing quote/ }],
  ] as const)('refuses %s, and says what to do', async (_, text, problem) => {
    const got: unknown = await read(text);
    const texts = Object.entries(problem).map(([key, value]) => [
      key,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]);
    expect(got).toMatchObject(Object.fromEntries(texts));
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
