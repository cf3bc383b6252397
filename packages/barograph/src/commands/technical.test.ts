/// <reference types="node" />

import { encodeTechnicalRow } from '@barograph/contract';
import { candlesOf, resample, type Bar, type Candles } from '@barograph/core';
import { sma, technicalRow } from '@barograph/indicators';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMain } from '../test-support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2024, 0, 1);

/** Bars that swing; deterministic. */
function market(count: number, step: number, price: number): Candles {
  const bars: Bar[] = [];
  let open = price;
  for (let i = 0; i < count; i++) {
    const close = open * (1 + 0.01 * Math.sin(i * 0.7) + 0.002 * Math.cos(i / 40));
    const [low, high] = [
      Math.min(open, close) * (0.99 - (i % 3) / 1e3),
      Math.max(open, close) * (1.01 + (i % 4) / 1e3),
    ];
    bars.push({ time: START + i * step, open, high, low, close, volume: 5 });
    open = close;
  }
  return candlesOf(bars);
}

class Sink extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

async function run(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; err: string }> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  const io = { stdin: Readable.from([]), stdout, stderr, isTerminal: false, now: () => 0 };
  return { code: await runMain(['technical', ...args], io), out: stdout.text, err: stderr.text };
}

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-technical-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, bars: Candles): string {
  const lines = Array.from(
    bars.time,
    (time, i) => `${time},${bars.open[i]},${bars.high[i]},${bars.low[i]},${bars.close[i]},${bars.volume[i]}`,
  );
  const path = join(folder, name);
  writeFileSync(path, ['timestamp,open,high,low,close,volume', ...lines, ''].join('\n'));
  return path;
}

const HOURS = market(30 * 24 + 5, HOUR, 100);
const DAYS = market(260, DAY, 100);

describe('barograph technical', () => {
  it('prints the row that the engine makes of the same bars', async () => {
    const { code, out } = await run(put('BTCUSDT.csv', HOURS), '--format', 'json');
    const asOf = START + (30 * 24 + 5) * HOUR;
    const { bars: daily } = resample(HOURS, '1h', '1d');
    const row = technicalRow({ symbol: 'BTC', source: 'perpdex_perp', hourly: HOURS, daily, asOf });
    expect([row.rsi1d, row.rsi1h, row.bbBandwidth].includes(null)).toBe(false);
    expect([code, JSON.parse(out)]).toEqual([0, { ...encodeTechnicalRow(row), as_of: asOf }]);
  });

  it('lists a folder by symbol, a stale coin of one day too', async () => {
    put('ZEC.csv', DAYS);
    put('ADA.csv', market(1, DAY, 2));
    const { out } = await run(folder, '--format', 'json');
    expect(JSON.parse(out)).toMatchObject([
      { symbol: 'ADA', sma_200: null, price: expect.any(Number) as number, sr: [] },
      { symbol: 'ZEC', sma_200: expect.any(Number) as number },
    ]);
  });

  it('has a row of every completed day', async () => {
    const { out } = await run(put('BTC.csv', DAYS), '--rows', 'all', '--format', 'ndjson');
    const rows = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.length).toBe(260);
    const average = sma(DAYS, { period: 200 });
    expect(rows.map((row) => row['sma_200'])).toEqual(Array.from(average, (x) => (Number.isNaN(x) ? null : x)));
    expect(rows[198]).toMatchObject({ timestamp: START + 198 * DAY, ma_state: null });
    expect(rows[259]).toMatchObject({ ma_state: expect.any(String) as string, bb: expect.any(String) as string });
  });

  it('has no record and no list in a cell of CSV, and the same names for the last row and for all', async () => {
    const path = put('BTCUSDT.csv', HOURS);
    const [last, all, folderRows] = await Promise.all([
      run(path, '--format', 'csv'),
      run(path, '--rows', 'all', '--format', 'csv'),
      run(folder, '--format', 'csv'),
    ]);
    const header = ({ out }: { readonly out: string }): readonly string[] => out.split('\n', 1)[0]!.split(',');
    for (const { code, out } of [last, all, folderRows]) {
      expect(code).toBe(0);
      expect(out).not.toMatch(/[[{]/);
    }
    const opened = (names: readonly string[]) =>
      names.filter((name) => /^(last_cross|support|resistance|sr)/.test(name));
    expect(opened(header(last))).toHaveLength(3 + 2 * 3 * 3);
    expect(opened(header(all))).toEqual(opened(header(last)));
    expect(header(folderRows).toSorted()).toEqual(header(last).toSorted());
    const { sr } = JSON.parse((await run(path, '--format', 'json')).out) as { sr: { kind: string; price: number }[] };
    const cells = last.out.split('\n')[1]!.split(',');
    const nearest = sr.find(({ kind }) => kind === 'resistance');
    expect(cells[header(last).indexOf('resistance_1_price')]).toBe(String(nearest!.price));
  });

  it('takes other numbers from a file, and refuses impossible ones by their field', async () => {
    const path = put('BTC.csv', DAYS);
    const config = join(folder, 'config.json');
    writeFileSync(config, '{"crossDays":3}');
    expect(JSON.parse((await run(path, '--format', 'json', '--config', config)).out)).toMatchObject({
      config_version: 'technical/custom',
    });
    writeFileSync(config, '{"crossDays":0}');
    const { code, err } = await run(path, '--config', config);
    expect([code, err]).toEqual([2, `error: ${config} field "crossDays": expected an integer ≥ 1, got 0\n`]);
  });
});
