/// <reference types="node" />

import { candlesOf, type Bar } from '@barograph/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csv, HOUR, lines, market, parse, run, START, temporaryFolder } from '../test-support.ts';

const folder = temporaryFolder();
const { put } = folder;
beforeEach(folder.make);
afterEach(folder.remove);

const DAYS = 130;
const alive = market(24 * DAYS, HOUR);
const bars = Array.from(alive.time, (_, i): Bar => ({
  time: alive.time[i]!,
  open: alive.open[i]!,
  high: alive.high[i]!,
  low: alive.low[i]!,
  close: alive.close[i]!,
  volume: alive.volume[i]!,
}));
const price = bars.at(-1)!.close;
const quiet = (days: number): Bar[] =>
  Array.from({ length: 24 * days }, (_, i) => ({
    time: START + (24 * DAYS + i) * HOUR,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 0,
  }));
/** The market again, so many days after its end. */
const behind = (days: number): Bar[] =>
  bars
    .slice(0, 24 * 10)
    .map((bar) => ({ ...bar, time: bar.time + (DAYS + days) * 24 * HOUR, low: Math.max(bar.low, price / 4) }));

const dead = csv(candlesOf([...bars, ...quiet(20)]));

describe('a coin that stopped trading', () => {
  it.each([
    ['signum', ['--interval', '1d'], ['color', 'adx', 'days_in_color']],
    ['volatility', [], ['regime', 'raw_regime', 'rv_gk_30', 'rv_gk_7', 'days_in_regime']],
    ['technical', [], ['ma_state', 'bb', 'rsi_1d_zone', 'range_zone', 'days_in_state', 'bb_bandwidth']],
    ['nowcast', [], ['regime', 'p_now']],
  ])('%s says no_trade, and nothing else of the market', async (command, flags, fields) => {
    const { code, out } = await run([command, put('XYZ.csv', dead), ...flags, '--format', 'json']);
    const row = parse(out);
    expect([code, row['quality']]).toEqual([0, ['no_trade']]);
    expect(fields.map((field) => [field, row[field]])).toEqual(fields.map((field) => [field, null]));
  });

  it('has in tables the words of the reason', async () => {
    const { out } = await run(['signum', put('XYZ.csv', dead), '--interval', '1d', '--format', 'csv']);
    const [header, row] = lines(out).map((line) => line.split(','));
    expect(row![header!.indexOf('quality')]).toBe('no_trade');
  });

  it('keeps the rows of its life', async () => {
    for (const [command, flags, rows] of [
      ['signum', ['--interval', '1d'], DAYS],
      ['volatility', [], DAYS],
      ['technical', [], DAYS],
      ['nowcast', [], 24 * DAYS],
    ] as const) {
      const all = async (name: string, text: string): Promise<readonly string[]> =>
        lines((await run([command, put(name, text), ...flags, '--rows', 'all', '--format', 'csv'])).out);
      const [whole, part] = [await all('XYZ.csv', dead), await all('XYZ.csv', csv(alive))];
      // Header, and the hours or days before the first quiet one.
      expect([command, whole.slice(0, rows)]).toEqual([command, part.slice(0, rows)]);
    }
  });
});

describe('a halt that ends', () => {
  it.each([4, 40])('of %i days is the same written as bars and left out', async (days) => {
    const [flat, missing] = [
      csv(candlesOf([...bars, ...quiet(days), ...behind(days)])),
      csv(candlesOf([...bars, ...behind(days)])),
    ];
    for (const command of ['signum', 'volatility', 'technical']) {
      const flags = command === 'signum' ? ['--interval', '1d'] : [];
      const tail = async (name: string, text: string): Promise<readonly string[]> =>
        lines((await run([command, put(name, text), ...flags, '--rows', 'all', '--format', 'csv'])).out).slice(-10);
      expect([command, await tail('A.csv', flat)]).toEqual([command, await tail('B.csv', missing)]);
    }
  });

  it('says that it began anew while it is young', async () => {
    const text = csv(candlesOf([...bars, ...behind(40)]));
    const row = parse((await run(['signum', put('XYZ.csv', text), '--interval', '1d', '--format', 'json'])).out);
    expect([row['color'], row['quality']]).toEqual([null, ['gap']]);
  });
});
