/// <reference types="node" />

import { volatilityHistory } from '@barograph/volatility';
import { candlesOf, HOUR_MS, resample, type Candles } from '@barograph/core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMain } from '../test-support.ts';

class Sink extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

async function run(
  ...args: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  const io = { stdin: Readable.from([]), stdout, stderr, isTerminal: false, now: () => 0 };
  const code = await runMain(['volatility', ...args], io);
  return { code, out: stdout.text, err: stderr.text };
}

const DAYS = 120;
const START = Date.UTC(2025, 0, 1);
/** Hours whose ranges swell and shrink over weeks. */
function market(hours: number): Candles {
  const level = (i: number): number => 100 * (1 + 0.2 * Math.sin(i / 400));
  const list = Array.from({ length: hours }, (_, i) => {
    const [open, close] = [level(i), level(i + 1)];
    const wick = 1 + 0.004 * (1 + 0.8 * Math.sin(i / 300) + 0.2 * Math.sin(i));
    const [high, low] = [Math.max(open, close) * wick, Math.min(open, close) / wick];
    return { time: START + i * HOUR_MS, open, high, low, close, volume: 10 };
  });
  return candlesOf(list);
}
const bars = market(DAYS * 24 + 5);
let folder = '';
const file = (): string => join(folder, 'ETHUSDT.csv');
const write = (name: string, count: number): void => {
  const lines = Array.from({ length: count }, (_, i) =>
    [bars.time[i], bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]].join(','),
  );
  writeFileSync(join(folder, name), ['timestamp,open,high,low,close,volume', ...lines, ''].join('\n'));
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'barograph-volatility-'));
  write('ETHUSDT.csv', bars.length);
  write('NEW.csv', 60 * 24);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('barograph volatility', () => {
  it("gives the service's row of the last completed day", async () => {
    const { code, out } = await run(file(), '--format', 'json');
    const row = JSON.parse(out) as Record<string, unknown>;
    const [last] = volatilityHistory(resample(bars, '1h', '1d').bars, 1);
    expect(code).toBe(0);
    expect(row).toMatchObject({ symbol: 'ETH', source: 'perpdex_perp', stale_cycles: 0, is_stable: false });
    expect([row['regime'], row['rv_gk_30'], row['vol_pctile_30'], row['computed_from']]).toEqual([
      last!.regime,
      last!.rvGk30,
      last!.volPctile30,
      last!.computedFrom,
    ]);
    expect(row['notional_30']).toBeGreaterThan(0);
    expect(row['as_of']).toBe(bars.time.at(-1)! + HOUR_MS);
  });

  it('gives a row per completed day, empty where nothing is defined', async () => {
    const { out } = await run(file(), '--rows', 'all', '--format', 'csv');
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(1 + DAYS);
    expect(lines[1]).toMatch(new RegExp(`^${START},{15}[\\d.]+$`));
    expect(lines.at(-1)!.split(',')[1]).toMatch(/^(?:vol_shock|mean_reverting|compressed|expanding|normal)$/);
  });

  it('leaves coins of a folder out that have too few days for a regime', async () => {
    const { out } = await run(folder, '--format', 'json');
    expect((JSON.parse(out) as { symbol: string }[]).map(({ symbol }) => symbol)).toEqual(['ETH']);
  });

  it('ranks coins whose days ended long ago last, whatever their number', async () => {
    const rows = async (): Promise<readonly { symbol: string; stale: boolean }[]> =>
      JSON.parse((await run(folder, '--format', 'json')).out) as never;
    for (const [name, days] of [['AAA', 100], ['ABB', 95]] as const) write(`${name}.csv`, days * 24); // prettier-ignore
    const found = await rows();
    for (const name of ['AAA', 'ABB']) rmSync(join(folder, `${name}.csv`));
    expect(found.map(({ symbol }) => symbol)).toEqual(['ETH', 'AAA', 'ABB']);
    expect(found.map(({ stale }) => stale)).toEqual([false, true, true]);
  });

  it('refuses bars that have no row yet, and says how many days a row takes', async () => {
    const { code, out, err } = await run(join(folder, 'NEW.csv'));
    expect([code, out, err]).toEqual([2, '', 'error: expected a coin with at least 89 completed days, got none\n']);
  });

  it('takes other numbers, and says so in the version', async () => {
    const config = join(folder, 'config.json');
    writeFileSync(config, '{"label":{"days":90,"minDays":30}}');
    const { out } = await run(join(folder, 'NEW.csv'), '--format', 'json', '--config', config);
    expect(JSON.parse(out)).toMatchObject({ symbol: 'NEW', config_version: 'volatility-regime/custom' });
    rmSync(config);
  });
});
