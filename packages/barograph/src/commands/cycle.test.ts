/// <reference types="node" />

import { encodeCycleDay } from '@barograph/contract';
import { DAY_MS, resample } from '@barograph/core';
import { CYCLE_TAXONOMY, cycleDays, marketDays } from '@barograph/cycle';
import { createMarket, SIMULATOR_V1 } from '@barograph/simulator';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runMain } from '../test-support.ts';
import { labelName } from '../tables/columns.ts';

class Sink extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

async function run(...args: readonly string[]) {
  const [stdout, stderr] = [new Sink(), new Sink()];
  const io = { stdin: Readable.from([]), stdout, stderr, isTerminal: false, now: () => 0 };
  const code = await runMain(['cycle', ...args], io);
  return { code, out: stdout.text, err: stderr.text };
}

const SYMBOLS = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'ADA', 'AVAX', 'LINK', 'LTC', 'DOT'];
const DAYS = 320;
const market = createMarket(SIMULATOR_V1);
const universe = SYMBOLS.map((symbol) => {
  const to = SIMULATOR_V1.start + DAYS * DAY_MS;
  const hours = market.candles(symbol, 'perpdex_perp', '1h', SIMULATOR_V1.start, to);
  return { symbol, daily: resample(hours, '1h', '1d').bars };
});
let folder = '';
const btc = (): string => join(folder, 'BTC.csv');

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'barograph-cycle-'));
  mkdirSync(join(folder, 'none'));
  for (const { symbol, daily } of universe) {
    const lines = Array.from(daily.time, (time, i) =>
      [time, daily.open[i], daily.high[i], daily.low[i], daily.close[i], daily.volume[i]].join(','),
    );
    writeFileSync(join(folder, `${symbol}.csv`), ['timestamp,open,high,low,close,volume', ...lines, ''].join('\n'));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const rows = (text: string): Readonly<Record<string, unknown>>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
const flat = ({ scores, ...row }: ReturnType<typeof encodeCycleDay>): Readonly<Record<string, unknown>> => ({
  ...row,
  ...scores,
});

describe('barograph cycle', () => {
  it('says day by day what the library says', async () => {
    const { code, out } = await run('--btc', btc(), '--universe', folder, '--rows', 'all', '--format', 'ndjson');
    expect(code).toBe(0);
    const read = cycleDays(marketDays(universe[0]!.daily, universe));
    const report = rows(out);
    for (const [i, day] of read.entries()) {
      const own = flat(encodeCycleDay(day));
      const unnamed = Object.entries(own).filter(([name]) => !/^score_\d+$/.test(name));
      expect(report[i]).toMatchObject({ ...Object.fromEntries(unnamed), close: universe[0]!.daily.close[i]! });
      expect(Object.keys(report[i]!).filter((name) => /^score_\d+$/.test(name))).toEqual([]);
      for (const { id, name } of CYCLE_TAXONOMY) {
        expect(report[i]![`score_${labelName(name)}`], name).toBe(own[`score_${id}`]);
      }
    }
    expect(report).toHaveLength(read.length);
    expect(read.at(-1)!.report).toBeDefined();
  });

  it('gives the last day whole as JSON, and knows nothing of later days', async () => {
    const asOf = String(SIMULATOR_V1.start + 300 * DAY_MS);
    const { out } = await run('--btc', btc(), '--universe', folder, '--format', 'json', '--at', asOf);
    const last = JSON.parse(out) as { id: number; as_of: string; signals: { b200: number } };
    const read = cycleDays(marketDays(universe[0]!.daily, universe))[299]!.report!;
    expect([last.id, last.as_of]).toEqual([read.regime, new Date(read.at).toISOString()]);
    expect(last.signals.b200).toBe(read.signals.b200);
  });

  it('takes optional series', async () => {
    const path = join(folder, 'none', 'supply.csv');
    const lines = Array.from({ length: DAYS + 1 }, (_, i) => `${SIMULATOR_V1.start + i * DAY_MS},${100 + i}`);
    writeFileSync(path, ['timestamp,usd', ...lines, ''].join('\n'));
    const { out } = await run('--btc', btc(), '--stablecoins', path, '--format', 'json');
    const { signals } = JSON.parse(out) as { signals: Record<string, number | null> };
    expect(signals['stable90']).toMatchOracle(100 * (420 / 330 - 1), { rel: 1e-12, abs: 0 });
    expect(signals['b200']).toBeNull();
    const bad = await run('--btc', btc(), '--funding', join(folder, 'no.csv'));
    expect([bad.code, bad.err]).toEqual([2, expect.stringMatching(/no.csv: expected .*, got no such file/)]);
  });

  it('explains a day', async () => {
    const at = new Date(SIMULATOR_V1.start + 310 * DAY_MS).toISOString().slice(0, 10);
    const { code, out } = await run('explain', '--btc', btc(), '--universe', folder, '--at', at);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^${at}  .+ \\(regime \\d+\\), bias `));
    expect(out).toMatch(/\nPending {2}/);
    expect(out).toMatch(/\nBreadth {2}10 coins \(cycle-breadth\/3\)/);
    expect(out).toMatch(/\nCutoffs, the nearest to flipping first\n/);
    expect(out).not.toMatch(/NaN|undefined|null/);
  });

  it('says what is missing', async () => {
    expect(await run()).toEqual({ code: 2, out: '', err: 'error: --btc: expected a file of bars, got nothing\n' });
    const early = await run('explain', '--btc', btc(), '--at', '2019-01-01');
    expect([early.code, early.err]).toEqual([2, expect.stringMatching(/expected a time after the first bar closed/)]);
    const short = new Date(SIMULATOR_V1.start + 3 * DAY_MS).toISOString();
    expect((await run('--btc', btc(), '--at', short)).err).toMatch(/BTC.csv: expected enough days for a regime, got 3/);
    expect((await run('--btc', folder)).err).toMatch(/--btc: expected a file of bars, got a folder/);
  });

  it('[12.18] says what Bitcoin alone leaves open, and labels the days that it can judge', async () => {
    const path = join(folder, 'none', 'alone.csv');
    // a bull market of 500 days, and a bear market after it
    const closeOf = (i: number): number => 100 * Math.exp(0.004 * Math.min(i, 500) - 0.006 * Math.max(0, i - 500));
    const days = Array.from({ length: 720 }, (_, i) => {
      const [open, close] = [closeOf(i - 1), closeOf(i) * (1 + 0.002 * Math.sin(i))];
      const [high, low] = [1.01 * Math.max(open, close), 0.99 * Math.min(open, close)];
      return [SIMULATOR_V1.start + i * DAY_MS, open, high, low, close, 1].join(',');
    });
    writeFileSync(path, ['timestamp,open,high,low,close,volume', ...days, ''].join('\n'));
    const at = new Date(SIMULATOR_V1.start + 480 * DAY_MS).toISOString();
    const bull = await run('--btc', path, '--at', at, '--format', 'json');
    expect([bull.code, bull.err]).toEqual([
      0,
      `${path}: no regime of that day without breadth, it may be BTC-Led Bull, Broadening Bull, Broad Bull, Speculative Euphoria; --universe, the bars of the other coins, tells them apart\n`,
    ]);
    expect(JSON.parse(bull.out)).toMatchObject({ committed: null, raw: null, open: '6 7 8 9', breadth: 'unavailable' });
    const bear = await run('--btc', path, '--format', 'json');
    expect(JSON.parse(bear.out)).toMatchObject({
      id: 2,
      breadth: 'unavailable',
      breadth_reads: [],
      universe: { n: 1, version: 'cycle-breadth/3' },
      signals: { b200: null },
    });
    expect([bear.code, bear.err]).toEqual([0, '']);
    const rest = await run('--btc', path, '--rows', 'all', '--format', 'ndjson');
    const report = rows(rest.out) as { committed: number | null; breadth: string; open: string | null }[];
    expect(report.every(({ breadth }) => breadth === 'unavailable')).toBe(true);
    expect(report.filter(({ committed }) => committed === 2).length).toBeGreaterThan(50);
  });
});
