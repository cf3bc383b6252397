/** SMA, RSI and Bollinger Bands against R TTR: frozen on simulated closes, live on every real bar file. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { bollinger, rsi, sma } from '@barograph/indicators';
import { candles, type Candles } from '@barograph/core';
import { readBars } from '@barograph/files';
import type { Tolerance } from '@barograph/testkit';
import { describe, expect, it } from 'vitest';

const FOLDER = 'fixtures/oracles/ttr-closes';
const COLUMNS = ['sma', 'rsi', 'lower', 'middle', 'upper', 'percentB'] as const;

interface Oracle {
  readonly oracle: string;
  readonly tolerance: Tolerance;
  readonly input: { readonly period: number; readonly close: readonly number[] };
  readonly expected: Readonly<Record<(typeof COLUMNS)[number], (number | null)[]>>;
}

function barsOf(closes: readonly number[]): Candles {
  const close = Float64Array.from(closes);
  const time = Float64Array.from(closes, (_, i) => i);
  return candles({ time, open: close, high: close, low: close, close, volume: new Float64Array(close.length) });
}

function ours(bars: Candles, period: number) {
  const { lower, middle, upper, percentB } = bollinger(bars, { period, deviations: 2 });
  return { sma: sma(bars, { period }), rsi: rsi(bars, { period }), lower, middle, upper, percentB };
}

describe('R TTR on closes, frozen', () => {
  const cases = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

  it.each(cases)('%s: SMA, RSI and the bands agree', (name) => {
    const { input, expected, tolerance, oracle } = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Oracle;
    expect(oracle).toMatch(/^TTR /);
    const bars = barsOf(input.close);
    expect(ours(bars, input.period)).toMatchOracle(expected, tolerance);
    // a sample deviation is another number: the oracle can tell them apart
    const { lower, upper } = bollinger(bars, { period: input.period, deviations: 2 });
    const sample = Math.sqrt(input.period / (input.period - 1));
    const last = input.close.length - 1;
    const width = (upper[last]! - lower[last]!) * sample;
    expect(Math.abs(width - (expected.upper[last]! - expected.lower[last]!)) / width).toBeGreaterThan(1e-3);
  });
});

const DATA = '../shared/data/ohlcv_1h';
const hasR = spawnSync('Rscript', ['-e', 'library(TTR)'], { stdio: 'ignore' }).status === 0;
const missing = existsSync(DATA) ? (hasR ? undefined : 'needs Rscript with TTR') : 'needs ../shared/data';
const files = missing === undefined ? barFiles() : [];

/** Every hourly file in the full run, one in twelve otherwise. */
function barFiles(): string[] {
  const all = readdirSync(DATA, { recursive: true, encoding: 'utf8' }).filter((file) => /\.csv(\.gz)?$/.test(file));
  return process.env['BAROGRAPH_FULL'] === '1' ? all : all.filter((_, i) => i % 12 === 0);
}

describe.skipIf(missing !== undefined)(
  `R TTR on closes, live on real bars${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    it.each(files)('%s: SMA, RSI and the bands agree within 1e-9', async (file) => {
      const read = await readBars(`${DATA}/${file}`, { repair: true });
      if (!read.ok) throw new Error(JSON.stringify(read.error));
      const { candles: bars } = read.value;
      const period = 20;
      const r = spawnSync('Rscript', [`${FOLDER}/generate.R`, String(period)], {
        input: `${[...bars.close].join('\n')}\n`,
        encoding: 'utf8',
        maxBuffer: 2 ** 30,
      });
      expect(r.stderr).toMatch(/^TTR /);
      const lines = r.stdout.trim().split('\n').slice(1);
      const expected = Object.fromEntries(
        COLUMNS.map((name, i) => [
          name,
          lines.map((line) => {
            const cell = line.split(',')[i]!;
            return cell === 'NA' || cell === 'NaN' ? NaN : Number(cell);
          }),
        ]),
      );
      const scale = bars.close.reduce((greatest, close) => Math.max(greatest, close), 0);
      const { percentB, rsi: strength, ...prices } = ours(bars, period);
      const { percentB: theirPercentB, rsi: theirRsi, ...theirPrices } = expected;
      // where the bands meet TTR divides one residue by another
      const { bandwidth } = bollinger(bars, { period, deviations: 2 });
      const apart = (column: ArrayLike<number>): number[] => Array.from(column).filter((_, i) => bandwidth[i]! > 1e-3);
      expect(prices).toMatchOracle(theirPrices, { rel: 1e-9, abs: 1e-13 * scale });
      expect(strength).toMatchOracle(theirRsi, { rel: 1e-9, abs: 1e-9 });
      expect(apart(percentB)).toMatchOracle(apart(theirPercentB!), { rel: 1e-6, abs: 1e-6 });
    });
  },
);
