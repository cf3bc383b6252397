/// <reference types="node" />

import { encodeSignumRow } from '@barograph/contract';
import { barAt, candlesOf, resample } from '@barograph/core';
import { isPegged, signum, SIGNUM_V1, signumRow } from '@barograph/indicators';
import { mkdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csv, daily, hourly, HOUR, lines, market, parse, run, START, temporaryFolder } from '../test-support.ts';
import { signumWork } from './signum-bars.ts';

const folder = temporaryFolder();
const { put } = folder;
beforeEach(folder.make);
afterEach(folder.remove);

describe('signum --at', () => {
  const args = (path: string, ...more: string[]) => ['signum', path, '--interval', '1d', '--format', 'json', ...more];

  it('speaks of that moment: later bars are not seen, and the row of a cut file is the same', async () => {
    const cut = candlesOf(Array.from({ length: 24 * 50 + 5 }, (_, i) => barAt(hourly, i)));
    const moment = START + (24 * 50 + 5) * HOUR;
    const past = await run(args(put('X.csv', csv(hourly)), '--at', String(moment)));
    const alone = await run(args(put('X.csv', csv(cut))));
    expect(past.code).toBe(0);
    expect(parse(past.out)).toStrictEqual(parse(alone.out));
    const iso = await run(args(put('X.csv', csv(hourly)), '--at', new Date(moment).toISOString()));
    expect(iso.out).toBe(past.out);
  });

  it('long after the last bar says that the row is stale', async () => {
    const path = put('X.csv', csv(hourly));
    expect(parse((await run(args(path))).out)['stale']).toBe(false);
    expect(parse((await run(args(path, '--at', '2030-01-01'))).out)['stale']).toBe(true);
  });

  it('refuses a moment before the first close, and a text that is none', async () => {
    const path = put('X.csv', csv(hourly));
    const early = await run(args(path, '--at', String(START + HOUR - 1)));
    expect(early).toStrictEqual({
      code: 2,
      out: '',
      err: `error: --at: expected a time after the first bar closed (it opens at 2024-01-01T00:00:00.000Z), got ${START + HOUR - 1}\n`,
    });
    const none = await run(args(path, '--at', 'soon'));
    expect([none.code, none.out]).toStrictEqual([2, '']);
    expect(none.err).toMatch(/^error: option '--at <time>' argument 'soon' is invalid. expected epoch ms.*\n$/);
  });
});

describe('signum --rows all', () => {
  it('has one row per bar, with empty cells while undefined and every number in full', async () => {
    const { code, out, err } = await run(['signum', put('X.csv', csv(daily)), '--rows', 'all', '--format', 'csv']);
    expect([code, err]).toStrictEqual([0, '']);
    const [header, ...rows] = lines(out);
    expect(header).toBe('timestamp,adx,plus_di,minus_di,color,days_in_color,close');
    expect(rows).toHaveLength(daily.length);
    expect(rows[0]).toBe(`${START},,,,,,${daily.close[0]}`);
    const expected = signum(daily);
    const cell = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value));
    rows.forEach((row, i) => {
      const { adx, plusDi, minusDi, color, barsInColor } = expected;
      const cells = [daily.time[i]!, adx[i]!, plusDi[i]!, minusDi[i]!].map(cell);
      expect(row).toBe([...cells, color[i] ?? '', cell(barsInColor[i]!), cell(daily.close[i]!)].join(','));
    });
    expect(new Set(expected.color)).toStrictEqual(new Set([null, 'grey', 'green', 'red']));
  });

  it('says moments as ISO-8601 on request', async () => {
    const path = put('X.csv', csv(daily));
    const args = ['signum', path, '--rows', 'all', '--times', 'iso', '--format'];
    const first = new Date(START).toISOString();
    expect(lines((await run([...args, 'csv'])).out)[1]).toMatch(new RegExp(`^${first},`));
    expect(parse(lines((await run([...args, 'ndjson'])).out)[0]!)['timestamp']).toBe(first);
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
      close: daily.close[0],
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

describe('signum of many bars', () => {
  it('is the whole series, part by part', async () => {
    const bars = market(40_000, HOUR);
    const { adx, plusDi, minusDi, color, barsInColor } = signum(bars);
    const work = await signumWork(SIGNUM_V1);
    const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
    let at = 0;
    let differing = 0;
    for (const row of work(bars)) {
      const { timestamp, close, ...rest } = row;
      const same =
        timestamp === bars.time[at] &&
        close === bars.close[at] &&
        rest['adx'] === orNull(adx[at]!) &&
        rest['plus_di'] === orNull(plusDi[at]!) &&
        rest['minus_di'] === orNull(minusDi[at]!) &&
        rest['color'] === color[at] &&
        rest['days_in_color'] === orNull(barsInColor[at]!);
      if (!same) differing++;
      at++;
    }
    expect([at, differing]).toEqual([40_000, 0]);
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
    const { close, ...lastBar } = all.at(-1)!;
    expect(close).toBe(daily.close.at(-1));
    expect(last).toMatchObject(lastBar);
    expect(last).toMatchObject({
      h4_color: null,
      flip_alert: false,
      intraday_disagrees: null,
      config_version: 'signum/2',
    });
  });

  it('of other bars counts bars, and the flip is the close of its bar', async () => {
    const path = put('X.csv', csv(hourly));
    const last = parse((await run(['signum', path, '--format', 'json'])).out);
    const all = lines((await run(['signum', path, '--rows', 'all', '--format', 'ndjson'])).out).map(parse);
    const { close, ...lastBar } = all.at(-1)!;
    expect(close).toBe(hourly.close.at(-1));
    expect(last).toMatchObject(lastBar);
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

  it('names the coin after the file unless told, and takes the venue', async () => {
    const path = put('BTCUSDT.csv.gz', gzipSync(csv(daily)));
    expect((await run(['signum', path])).out).toMatch(/^symbol +BTC$/m);
    const { out } = await run(['signum', path, '--symbol', 'WBTC', '--source', 'cexa_spot', '--format', 'json']);
    expect(parse(out)).toMatchObject({ symbol: 'WBTC', source: 'cexa_spot' });
  });
});

describe('[12.18] signum without --interval', () => {
  it('says on standard error that it counts hours of hourly bars, and nothing of days', async () => {
    const hours = put('H.csv', csv(hourly));
    const warned = await run(['signum', hours]);
    expect([warned.code, warned.err]).toEqual([
      0,
      `${hours}: days_in_color counts hours, for the bars are scored as they are; --interval 1d makes days\n`,
    ]);
    expect((await run(['signum', hours, '--interval', '1h'])).err).toBe('');
    expect((await run(['signum', put('D.csv', csv(daily))])).err).toBe('');
  });
});

describe('[12.18] signum of a folder', () => {
  it('has the row of each file at the last close of all, and every bar under its symbol', async () => {
    mkdirSync(folder.path('bars'));
    const files = [
      put('bars/AAAUSDT.csv', csv(market(200, 24 * HOUR))),
      put('bars/BBB.csv', csv(market(300, 24 * HOUR))),
    ];
    const at = String(START + 300 * 24 * HOUR);
    const { code, out, err } = await run(['signum', folder.path('bars'), '--format', 'ndjson']);
    expect([code, err]).toEqual([0, '']);
    const alone = await Promise.all(
      files.map(async (file) => parse((await run(['signum', file, '--format', 'ndjson', '--at', at])).out)),
    );
    expect(lines(out).map(parse)).toEqual(alone);
    expect(alone.map(({ symbol, stale }) => [symbol, stale])).toEqual([
      ['AAA', true],
      ['BBB', false],
    ]);
    const all = await run(['signum', folder.path('bars'), '--rows', 'all', '--format', 'csv']);
    const [header, ...rows] = lines(all.out);
    expect(header).toBe('symbol,timestamp,adx,plus_di,minus_di,color,days_in_color,close');
    expect(rows.map((row) => row.split(',')[0]).filter((name) => name === 'AAA')).toHaveLength(200);
    expect(rows).toHaveLength(500);
  });
});
