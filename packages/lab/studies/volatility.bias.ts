/**
 * Bias and scatter of each estimator. Two answers:
 *
 * 1. Against realised variance: UTC days made of real 1- and 5-minute bars, beside the sum of the squared 5-minute (and
 *    1-minute) returns of the same days. Needs the bar files in `../shared/data`.
 * 2. Against the truth: bars of a seeded random walk with few steps, with a drift, and with a jump between bars.
 *
 * Bias is the mean of estimate / truth. Efficiency is the squared coefficient of variation of estimate / truth, that of
 * the squared return (or of close-to-close) over that of the estimator: how many days of the one a day of the other is
 * worth, were both unbiased.
 *
 * Run: node --conditions=source --import tsx packages/lab/studies/volatility.bias.ts
 */

import { existsSync, readdirSync } from 'node:fs';
import { bucketOpen, candlesOf, DAY_MS, MINUTE_MS, type Bar, type Candles } from '@barograph/core';
import { readBars } from '@barograph/files';
import {
  closeToClose,
  garmanKlass,
  garmanKlassYangZhang,
  logRatio,
  parkinson,
  rogersSatchell,
  yangZhang,
} from '@barograph/volatility';
import { mean, sampleVariance } from './statistics.ts';

/** Consecutive bars, and the variance that each really had. */
interface Series {
  readonly bars: Candles;
  readonly truth: readonly number[];
}

/** Names of the estimators with the column of each, percent a period. */
type Columns = Readonly<Record<string, Float64Array>>;

const squaredReturn = ({ close, length }: Candles): Float64Array =>
  Float64Array.from({ length }, (_, i) => (i === 0 ? NaN : 100 * Math.abs(logRatio(close[i]!, close[i - 1]!))));

/** Estimators of a window; the first is the one that the others' efficiency is measured by. */
function estimate(bars: Candles, window: number): Columns {
  const config = { window, periodsPerYear: 1 };
  return {
    ...(window === 1 ? { 'squared return': squaredReturn(bars) } : { 'close-to-close': closeToClose(bars, config) }),
    Parkinson: parkinson(bars, config),
    'Garman–Klass': garmanKlass(bars, config),
    'Rogers–Satchell': rogersSatchell(bars, config),
    'Garman–Klass–Yang–Zhang': garmanKlassYangZhang(bars, config),
    ...(window === 1 ? {} : { 'Yang–Zhang': yangZhang(bars, config) }),
  };
}

/** Estimate / truth of every window of every series, by estimator. */
function ratios(all: readonly Series[], window: number): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const { bars, truth } of all) {
    for (const [name, column] of Object.entries(estimate(bars, window))) {
      const list = found.get(name) ?? [];
      found.set(name, list);
      for (let i = window; i < bars.length; i++) {
        list.push((column[i]! / 100) ** 2 / mean(truth.slice(i - window + 1, i + 1)));
      }
    }
  }
  return found;
}

function print(title: string, all: readonly Series[]): void {
  for (const window of [1, 7]) {
    const found = ratios(all, window);
    const scatter = [...found].map(([name, list]) => {
      const [bias, variance] = [mean(list), sampleVariance(list)];
      return { name, bias, error: Math.sqrt(variance / list.length), relative: variance / bias ** 2 };
    });
    console.log(`\n${title}: ${found.get('Parkinson')!.length} windows of ${window}`);
    for (const { name, bias, error, relative } of scatter) {
      const spread = window === 1 ? ` ± ${error.toFixed(3)}` : ''; // windows of 7 overlap: no simple error
      const efficiency = (scatter[0]!.relative / relative).toFixed(2);
      console.log(`  ${name.padEnd(26)}bias ${bias.toFixed(3)}${spread}   efficiency ${efficiency}`);
    }
  }
}

/**
 * The runs of days in a file that have at least 95 % of their bars. A minute without a trade is no bar: the last price
 * stands.
 *
 * @param step length of the file's bars, ms.
 * @param every length of the returns that are squared, ms.
 */
function daysOf(bars: Candles, step: number, every: number): Series[] {
  const runs: { bars: Bar[]; truth: number[] }[] = [];
  for (let from = 0; from < bars.length;) {
    const time = bucketOpen(bars.time[from]!, DAY_MS);
    let to = from;
    while (to < bars.length && bars.time[to]! < time + DAY_MS) to++;
    if (to - from >= 0.95 * (DAY_MS / step)) {
      const last = runs.at(-1)?.bars.at(-1);
      const follows = last !== undefined && last.time === time - DAY_MS;
      if (!follows) runs.push({ bars: [], truth: [] });
      const { bar, realised } = day(bars, from, to, every, follows ? last.close : bars.open[from]!);
      runs.at(-1)!.bars.push({ ...bar, time });
      runs.at(-1)!.truth.push(realised);
    }
    from = to;
  }
  return runs.map((run) => ({ bars: candlesOf(run.bars), truth: run.truth }));
}

function day(bars: Candles, from: number, to: number, every: number, before: number) {
  const open = bars.open[from]!;
  let [high, low, realised, last] = [open, open, 0, before];
  for (let i = from; i < to; i++) {
    high = Math.max(high, bars.high[i]!);
    low = Math.min(low, bars.low[i]!);
    const next = i + 1 < to ? bars.time[i + 1]! : Infinity;
    if (next < bucketOpen(bars.time[i]!, every) + every) continue;
    realised += logRatio(bars.close[i]!, last) ** 2;
    last = bars.close[i]!;
  }
  return { bar: { open, high, low, close: last, volume: 0 }, realised };
}

async function filesOf(folder: string): Promise<Candles[]> {
  const path = `../shared/data/${folder}`;
  if (!existsSync(path)) return [];
  const read = await Promise.all(readdirSync(path).map((file) => readBars(`${path}/${file}`, { repair: true })));
  return read.map((result) => {
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value.candles;
  });
}

/** Uniform in [0, 1). @source splitmix32, after G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014. */
function uniforms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Bars of a walk of variance 1e-4 a bar, the share `jump` of it between bars; drift in standard deviations a bar. */
function walk({ steps, drift = 0, jump = 0 }: { steps: number; drift?: number; jump?: number }): Series[] {
  const sigma = 0.01;
  const uniform = uniforms(1);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const bars: Bar[] = [];
  let price = 0;
  for (let k = 0; k < 20_000; k++) {
    price += sigma * Math.sqrt(jump) * normal();
    const open = price;
    let [high, low] = [open, open];
    for (let i = 0; i < steps; i++) {
      price += sigma * (Math.sqrt((1 - jump) / steps) * normal() + drift / steps);
      high = Math.max(high, price);
      low = Math.min(low, price);
    }
    const [o, h, l, c] = [open, high, low, price].map(Math.exp) as [number, number, number, number];
    bars.push({ time: k * DAY_MS, open: o, high: h, low: l, close: c, volume: 0 });
  }
  return [{ bars: candlesOf(bars), truth: bars.map(() => sigma ** 2) }];
}

const minutes = await filesOf('ohlcv_1m');
const fives = await filesOf('ohlcv_5m');
if (minutes.length > 0) {
  const step = 5 * MINUTE_MS;
  const both = [
    ...minutes.flatMap((bars) => daysOf(bars, MINUTE_MS, step)),
    ...fives.flatMap((bars) => daysOf(bars, step, step)),
  ];
  print('real days against 5-minute returns', both);
  const one = minutes.flatMap((bars) => daysOf(bars, MINUTE_MS, MINUTE_MS));
  print('real days of 1-minute bars against 1-minute returns', one);
} else {
  console.log('no ../shared/data: real days are skipped');
}
for (const steps of [1_000, 100, 10]) print(`random walk of ${steps} steps a bar`, walk({ steps }));
print('random walk, drift of half a standard deviation a bar', walk({ steps: 1_000, drift: 0.5 }));
print('random walk, a quarter of the variance between bars', walk({ steps: 1_000, jump: 0.25 }));
