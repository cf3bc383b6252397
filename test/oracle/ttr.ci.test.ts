/** ADX, DMI, ATR and the rolling rank against R TTR: frozen on simulated bars, live on every real bar file. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { adx, atr, type AdxConfig } from '@barograph/indicators';
import { candles, rollingRank, type Candles, type CandleColumn } from '@barograph/core';
import { readBars } from '@barograph/files';
import type { Tolerance } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';

const FOLDER = 'fixtures/oracles/ttr';

interface Oracle {
  readonly oracle: string;
  readonly tolerance: Tolerance;
  readonly input: { readonly period: number; readonly window: number } & Readonly<Record<CandleColumn, number[]>>;
  readonly expected: Readonly<Record<'adx' | 'plusDi' | 'minusDi' | 'atr' | 'rank', (number | null)[]>>;
}

function ours(bars: Candles, period: number, seed: AdxConfig['seed'] = 'talib') {
  return { ...adx(bars, { period, seed, onFlat: 'zero' }), atr: atr(bars, { period }) };
}

describe('R TTR, frozen', () => {
  it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.json')))('%s: ADX, DMI, ATR and rank agree', (name) => {
    const { input, expected, tolerance, oracle } = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Oracle;
    expect(oracle).toMatch(/^TTR /);
    const { time, open, high, low, close, volume, period, window } = input;
    const column = (values: readonly number[]): Float64Array => Float64Array.from(values);
    const bars = candles({
      time: column(time),
      open: column(open),
      high: column(high),
      low: column(low),
      close: column(close),
      volume: column(volume),
    });
    const { rank, ...columns } = expected;
    expect(ours(bars, period)).toMatchOracle(columns, tolerance);
    expect(rollingRank(bars.close, window)).toMatchOracle(rank, { rel: 1e-14, abs: 0 });
    // the two seeds are different numbers: the oracle can tell them apart
    const defined = expected.adx.findIndex((value) => value !== null);
    const wilder = ours(bars, period, 'wilder').adx[defined]!;
    expect(Math.abs(wilder - expected.adx[defined]!)).toBeGreaterThan(1e-6);
  });
});

const DATA = '../shared/data/ohlcv_1h';
const hasR = spawnSync('Rscript', ['-e', 'library(TTR)'], { stdio: 'ignore' }).status === 0;
const missing = existsSync(DATA) ? (hasR ? undefined : 'needs Rscript with TTR') : 'needs ../shared/data';
const files = missing === undefined ? barFiles() : [];

/**
 * Prices in whole ticks. TTR compares the two movements with `>`, so on prices like 0.3 and 0.2 a tie turns on the last
 * bit; in ticks every difference is exact, and both libraries see the same ties. ADX and DI do not know the unit.
 */
function inTicks(bars: Candles): Candles {
  const prices = [bars.open, bars.high, bars.low, bars.close];
  const exact = (digits: number): boolean =>
    prices.every((column) => column.every((price) => Math.round(price * 10 ** digits) / 10 ** digits === price));
  const digits = Array.from({ length: 15 }, (_, d) => d).find(exact);
  if (digits === undefined) throw new Error('no number of decimals writes these prices');
  const ticks = (column: Float64Array): Float64Array => column.map((price) => Math.round(price * 10 ** digits));
  return candles({
    time: bars.time,
    open: ticks(bars.open),
    high: ticks(bars.high),
    low: ticks(bars.low),
    close: ticks(bars.close),
    volume: bars.volume,
  });
}

/** Every hourly file in the full run, one in ten otherwise. */
function barFiles(): string[] {
  const all = readdirSync(DATA).flatMap((folder) =>
    readdirSync(`${DATA}/${folder}`).map((file) => `${folder}/${file}`),
  );
  return process.env['BAROGRAPH_FULL'] === '1' ? all : all.filter((_, i) => i % 10 === 0);
}

describe.skipIf(missing !== undefined)(
  `R TTR, live on real bars${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    it.each(files)('%s: ADX with the talib seed, DMI and ATR agree within 1e-9', async (file) => {
      const read = await readBars(`${DATA}/${file}`, { repair: true });
      if (!read.ok) throw new Error(JSON.stringify(read.error));
      const bars = inTicks(read.value.candles);
      const rows = Array.from(bars.close, (close, i) => `${bars.high[i]!},${bars.low[i]!},${close}`);
      const r = spawnSync('Rscript', [`${FOLDER}/generate.R`, '14', '90'], {
        input: ['high,low,close', ...rows, ''].join('\n'),
        encoding: 'utf8',
        maxBuffer: 2 ** 30,
      });
      expect(r.stderr).toMatch(/^TTR /);
      const lines = r.stdout.trim().split('\n').slice(1);
      expect(lines.length).toBe(bars.length);
      const column = (index: number): number[] =>
        lines.map((line) => {
          const cell = line.split(',')[index]!;
          return cell === 'NA' || cell === 'NaN' ? NaN : Number(cell);
        });
      const { adx: strength, plusDi, minusDi, atr: range } = ours(bars, 14);
      const tolerance = { rel: 1e-9, abs: 1e-11 };
      expect(plusDi).toMatchOracle(column(1), tolerance);
      expect(minusDi).toMatchOracle(column(2), tolerance);
      expect(range).toMatchOracle(column(3), tolerance);
      expect(strength).toMatchOracle(column(0), tolerance);
    });
  },
);
