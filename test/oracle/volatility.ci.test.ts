/** The six volatility estimators against R TTR: frozen on simulated bars, live on real bar files. */

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { candles, type CandleColumn, type Candles } from '@barograph/core';
import { readBars } from '@barograph/files';
import type { Tolerance } from '@barograph/testkit';
import {
  closeToClose,
  garmanKlass,
  garmanKlassYangZhang,
  parkinson,
  rogersSatchell,
  yangZhang,
  type EstimatorConfig,
} from '@barograph/volatility';
import { describe, expect, it } from 'vitest';

const FOLDER = 'fixtures/oracles/ttr-volatility';
const ESTIMATORS = { closeToClose, parkinson, garmanKlass, rogersSatchell, garmanKlassYangZhang, yangZhang };
const NAMES = Object.keys(ESTIMATORS) as (keyof typeof ESTIMATORS)[];

interface Oracle {
  readonly oracle: string;
  readonly tolerance: Tolerance;
  readonly input: EstimatorConfig & Readonly<Record<CandleColumn, number[]>>;
  readonly expected: Readonly<Record<keyof typeof ESTIMATORS, (number | null)[]>>;
}

/** Fractions a year, as TTR gives them. */
function ours(bars: Candles, { window, periodsPerYear }: EstimatorConfig): Record<string, Float64Array> {
  const fractions = (name: keyof typeof ESTIMATORS): Float64Array =>
    ESTIMATORS[name](bars, { window, periodsPerYear }).map((percent) => percent / 100);
  return Object.fromEntries(NAMES.map((name) => [name, fractions(name)]));
}

describe('R TTR, frozen', () => {
  it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.json')))('%s: all six estimators agree', (name) => {
    const { input, expected, tolerance, oracle } = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Oracle;
    expect(oracle).toMatch(/^TTR /);
    const column = (values: readonly number[]): Float64Array => Float64Array.from(values);
    const bars = candles({
      time: column(input.time),
      open: column(input.open),
      high: column(input.high),
      low: column(input.low),
      close: column(input.close),
      volume: column(input.volume),
    });
    expect(ours(bars, input)).toMatchOracle(expected, tolerance);
    // the oracle can tell a window from the next: TTR's "close" with one return less is another number
    const shorter = closeToClose(bars, { ...input, window: input.window + 1 });
    expect(Math.abs(shorter.at(-1)! / 100 / expected.closeToClose.at(-1)! - 1)).toBeGreaterThan(1e-6);
  });
});

const HOURLY = '../shared/data/ohlcv_1h/binance_usdm_perp';
const DAILY = '../shared/data/ohlcv_1d/yahoo';
const hasR = spawnSync('Rscript', ['-e', 'library(TTR)'], { stdio: 'ignore' }).status === 0;
const hasData = existsSync(HOURLY) && existsSync(DAILY);
const missing = hasData ? (hasR ? undefined : 'needs Rscript with TTR') : 'needs ../shared/data';
const files =
  missing === undefined
    ? [...some(DAILY, { window: 30, periodsPerYear: 365 }), ...some(HOURLY, { window: 24, periodsPerYear: 8_760 })]
    : [];

/** Every file of a folder in the full run, one in sixteen otherwise. */
function some(folder: string, config: EstimatorConfig) {
  const all = readdirSync(folder).map((name) => ({ name, file: `${folder}/${name}`, config }));
  return process.env['BAROGRAPH_FULL'] === '1' ? all : all.filter((_, i) => i % 16 === 0);
}

const head = (columns: Readonly<Record<string, ArrayLike<number>>>): Record<string, number[]> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, Array.from(column).slice(0, 500)]));

describe.skipIf(missing !== undefined)(
  `R TTR, live on real bars${missing === undefined ? '' : ` (${missing})`}`,
  () => {
    it.each(files)(
      '$name: all six estimators agree within 1e-12 over 500 bars, 1e-10 over all',
      async ({ file, config }) => {
        const read = await readBars(file, { repair: true });
        if (!read.ok) throw new Error(JSON.stringify(read.error));
        const bars = read.value.candles;
        const prices = [bars.open, bars.high, bars.low, bars.close];
        const rows = Array.from({ length: bars.length }, (_, i) => prices.map((column) => column[i]!).join(','));
        const r = spawnSync('Rscript', [`${FOLDER}/generate.R`, `${config.window}`, `${config.periodsPerYear}`], {
          input: ['open,high,low,close', ...rows, ''].join('\n'),
          encoding: 'utf8',
          maxBuffer: 2 ** 30,
        });
        expect(r.stderr).toMatch(/^TTR /);
        const [header, ...lines] = r.stdout.trim().split('\n');
        const cells = lines.map((line) =>
          line.split(',').map((cell) => (cell === 'NA' || cell === 'NaN' ? NaN : Number(cell))),
        );
        const expected = Object.fromEntries(header!.split(',').map((name, at) => [name, cells.map((row) => row[at]!)]));
        const volatility = ours(bars, config);
        expect(head(volatility)).toMatchOracle(head(expected), { rel: 1e-12, abs: 0 });
        // Later errors are TTR's: its running sums subtract terms and are never recomputed.
        expect(volatility).toMatchOracle(expected, { rel: 1e-10, abs: 0 });
      },
    );
  },
);
