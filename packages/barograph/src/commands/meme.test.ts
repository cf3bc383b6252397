import { isReadyMemeRow, memeDay, memeRow as memeRecord } from '@barograph/contract';
import { candlesOf, DAY_MS, sliceCandles, type Bar, type Candles } from '@barograph/core';
import { memeDays, memeRow } from '@barograph/stress';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMain } from '../test-support.ts';

const START = Date.UTC(2024, 0, 1);

/** Quiet for 140 days, then a month that doubles on growing volume; deterministic. */
function days(count: number): Candles {
  const bars: Bar[] = [];
  let open = 1;
  for (let i = 0; i < count; i++) {
    const close = open * (i < 140 ? 1 + 0.01 * Math.sin(i * 1.7) : 1.12);
    const [high, low] = [Math.max(open, close) * 1.01, Math.min(open, close) * 0.99];
    bars.push({ time: START + i * DAY_MS, open, high, low, close, volume: i < 140 ? 10 : 40 });
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

async function run(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  const io = { stdin: Readable.from([]), stdout, stderr, isTerminal: false, now: () => 0 };
  const code = await runMain(['meme', ...args], io);
  return { code, out: stdout.text, err: stderr.text };
}

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-meme-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, bars: Candles): string {
  const path = join(folder, name);
  const row = (_: unknown, i: number): string =>
    [bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume].map((column) => column[i]).join(',');
  const lines = Array.from({ length: bars.length }, row);
  writeFileSync(path, ['timestamp,open,high,low,close,volume', ...lines, ''].join('\n'));
  return path;
}

const parse = (text: string): unknown => JSON.parse(text);

describe('barograph meme', () => {
  const bars = days(150);
  const asOf = START + 150 * DAY_MS;
  const facts = { source: 'perpdex_perp', fundingRate: null, oiUsd: null } as const;

  it('says of a file what the library says', async () => {
    const { code, out } = await run(put('kPEPE.csv', bars), '--format', 'json');
    const found = memeRow({ symbol: 'kPEPE', pdSymbol: 'kPEPE', ...facts, daily: bars, asOf });
    const row = isReadyMemeRow(found) ? memeRecord.encode(found) : undefined;
    expect([code, parse(out)]).toEqual([0, { ...row, as_of: asOf }]);
    expect(row).toMatchObject({ regime: 'euphoric', prev_regime: 'ignition' });
  });

  it('lists the memes of a folder, and no other coin', async () => {
    put('kPEPE.csv', bars);
    put('DOGEUSDT.csv', days(60));
    put('BTCUSDT.csv', bars);
    const { out } = await run(folder, '--format', 'json', '--at', String(asOf));
    expect(parse(out)).toMatchObject([
      { symbol: 'kPEPE', stale: false },
      { symbol: 'DOGE', pd_symbol: 'DOGE', stale: true },
    ]);
  });

  it('gives the last row funding and open interest of a folder, and none that are too old', async () => {
    const derivatives = join(folder, 'derivatives');
    for (const [kind, value] of [
      ['funding', 8e-4],
      ['open-interest', 1e6],
    ] as const) {
      mkdirSync(join(derivatives, kind), { recursive: true });
      const rows = [16, 8, 0].map((hours) => `${asOf - hours * 3_600_000},${value}`);
      writeFileSync(join(derivatives, kind, 'WIFUSDT.csv'), ['timestamp,value', ...rows, ''].join('\n'));
    }
    const report = async (...more: string[]) => {
      const { out } = await run(put('WIF.csv', bars), '--format', 'json', '--derivatives', derivatives, ...more);
      return parse(out) as { funding_rate: number | null; oi_usd: number | null };
    };
    expect(await report()).toMatchObject({ funding_rate: 1e-4, oi_usd: 1e6 * bars.close.at(-1)! });
    expect(await report('--at', String(asOf + 12 * 3_600_000))).toMatchObject({ funding_rate: null });
    expect(await report('--at', String(asOf + 27 * 3_600_000))).toMatchObject({ oi_usd: null });
  });

  it('has a row for every completed day, under the names of the service', async () => {
    const { out } = await run(put('WIF.csv', bars), '--rows', 'all', '--format', 'ndjson');
    const lines = out.trim().split('\n').map(parse);
    expect(lines).toEqual(memeDays(bars).map(memeDay.encode));
    const { out: csv } = await run(put('WIF.csv', sliceCandles(bars, 0, 21)), '--rows', 'all', '--format', 'csv');
    expect(csv.split('\n')[0]).toBe(memeDay.columns.join(','));
  });

  it('takes other numbers from a file', async () => {
    const config = join(folder, 'config.json');
    writeFileSync(config, JSON.stringify({ euphoric: { ret7dFrom: 1000 } }));
    const { out } = await run(put('WIF.csv', bars), '--format', 'json', '--config', config);
    expect(parse(out)).toMatchObject({ regime: 'ignition', config_version: 'meme/custom' });
    writeFileSync(config, JSON.stringify({ highDays: 0 }));
    const { code, err } = await run(put('WIF.csv', bars), '--config', config);
    expect([code, err]).toEqual([2, `error: ${config} field "highDays": expected an integer ≥ 1, got 0\n`]);
  });

  it('says so when there is no meme coin with days enough', async () => {
    const { code, err } = await run(put('WIF.csv', sliceCandles(bars, 0, 19)));
    expect([code, err]).toEqual([2, expect.stringContaining('expected a meme coin with at least 20 completed days')]);
    put('BTC.csv', bars);
    put('ETH.csv', bars);
    rmSync(join(folder, 'WIF.csv'));
    expect((await run(folder)).code).toBe(2);
  });
});
