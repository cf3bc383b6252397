/// <reference types="node" />

import { anyVolumeRow, heatmapRecord } from '@barograph/contract';
import { candlesOf, resample, type Bar, type Candles } from '@barograph/core';
import { heatmapRow, signumRow } from '@barograph/indicators';
import { notional30, volumeRow } from '@barograph/volatility';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMain } from '../test-support.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);

/** Hours that swing; deterministic. */
function market(hours: number, price: number, volume: number): Candles {
  const bars: Bar[] = [];
  let open = price;
  for (let i = 0; i < hours; i++) {
    const close = open * (1 + 0.01 * Math.sin(i * 0.7) + 0.001);
    const [low, high] = [Math.min(open, close) * 0.99, Math.max(open, close) * 1.01];
    bars.push({ time: START + i * HOUR, open, high, low, close, volume: volume * (1 + (i % 5)) });
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
  const code = await runMain(args, { stdin: Readable.from([]), stdout, stderr, isTerminal: false, now: () => 0 });
  return { code, out: stdout.text, err: stderr.text };
}

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'barograph-volume-'))));
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

const BTC = market(40 * 24 + 5, 100, 1_000);
const ETH = market(40 * 24 + 5, 10, 1_000);
const AS_OF = START + (40 * 24 + 5) * HOUR;
const days = (bars: Candles): Candles => resample(bars, '1h', '1d').bars;
const about = { symbol: 'BTC', source: 'perpdex_perp' } as const;

describe('barograph volume', () => {
  it('prints the row that the engine makes of the same bars', async () => {
    const { code, out } = await run('volume', put('BTCUSDT.csv', BTC), '--format', 'json');
    const row = volumeRow({ ...about, hourly: BTC, daily: days(BTC), asOf: AS_OF });
    expect(row.band).not.toBe('unknown');
    expect([code, JSON.parse(out)]).toEqual([0, { ...anyVolumeRow.encode(row), as_of: AS_OF }]);
  });

  it('lists a folder by multiplier, those without one last', async () => {
    put('NEW.csv', market(5 * 24, 7, 1));
    put('BTC.csv', BTC);
    put('DEEP.csv', market(40 * 24 + 5, 10, 5));
    const { out } = await run('volume', folder, '--format', 'json');
    const rows = JSON.parse(out) as { symbol: string; multiplier: number | null }[];
    expect(rows.map(({ symbol }) => symbol).at(-1)).toBe('NEW');
    expect(rows[0]!.multiplier).toBeGreaterThanOrEqual(rows[1]!.multiplier!);
  });

  it('holds each day against the days before it, from days alone too', async () => {
    const file = put('BTC_1d.csv', days(BTC));
    const { out } = await run('volume', file, '--rows', 'all', '--format', 'csv');
    const rows = out.trimEnd().split('\n');
    expect(rows[0]).toBe('timestamp,notional,avg_volume_30d,median_volume_30d,multiplier,multiplier_median,band,close');
    expect([rows.length, /,,,,,unknown,[\d.]+$/.test(rows[7]!), /,normal,[\d.]+$/.test(rows[8]!)]).toEqual([
      41,
      true,
      true,
    ]);
    const last = await run('volume', file, '--format', 'json');
    expect(JSON.parse(last.out)).toMatchObject({ volume_24h: null, multiplier: null, band: 'unknown' });
  });

  it('takes other edges from a file and says so in the version, and refuses edges that do not ascend', async () => {
    const file = put('BTC.csv', BTC);
    const config = join(folder, 'config.json');
    writeFileSync(config, '{"from":{"extreme":4}}');
    const { out } = await run('volume', file, '--format', 'json', '--config', config);
    expect(JSON.parse(out)).toMatchObject({ config_version: 'volume/custom' });
    writeFileSync(config, '{"from":{"extreme":1}}');
    const { code, err } = await run('volume', file, '--config', config);
    expect([code, err]).toEqual([2, `error: ${config} field "from.extreme": expected a number > 2.5, got 1\n`]);
  });
});

describe('barograph heatmap', () => {
  it('prints the row that the engine makes of the same bars', async () => {
    const { code, out } = await run('heatmap', put('BTC.csv', BTC), '--format', 'json');
    const signum = signumRow({ ...about, hourly: BTC, asOf: AS_OF });
    const liquidity = notional30(days(BTC)).at(-1)!;
    const row = heatmapRow({ signum, notional30: liquidity, hourly: BTC, daily: days(BTC), asOf: AS_OF });
    expect(row.pct24h).not.toBeNull();
    expect([code, JSON.parse(out)]).toEqual([0, { ...heatmapRecord.encode(row), as_of: AS_OF }]);
  });

  it('lists a folder by notional, without pegged coins', async () => {
    put('ETH.csv', ETH);
    put('USDC.csv', ETH);
    put('BTC.csv', BTC);
    const { out } = await run('heatmap', folder, '--format', 'csv');
    expect(out.split('\n').map((line) => line.split(',')[0])).toEqual(['symbol', 'BTC', 'ETH', '']);
  });

  it('says of each completed day what days can say', async () => {
    const file = put('BTC_1d.csv', days(BTC));
    const { out } = await run('heatmap', file, '--rows', 'all', '--format', 'json');
    const rows = JSON.parse(out) as Record<string, unknown>[];
    expect(rows.length).toBe(40);
    expect(rows[0]).toMatchObject({ pct_24h: null, signum: null, notional_30: null, above_sma200: null });
    const [close, before] = [days(BTC).close[39]!, days(BTC).close[38]!];
    const liquidity = notional30(days(BTC))[39];
    expect(rows[39]).toMatchObject({ price: close, pct_24h: 100 * (close / before - 1), notional_30: liquidity });
    const config = join(folder, 'config.json');
    writeFileSync(config, '{"smaDays":2}');
    const short = await run('heatmap', file, '--rows', 'all', '--format', 'json', '--config', config);
    expect((JSON.parse(short.out) as unknown[])[39]).toMatchObject({ above_sma200: close > (close + before) / 2 });
  });
});
