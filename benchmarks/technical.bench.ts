/**
 * SMA, RSI and Bollinger Bands against a plain loop that does nothing else, and against npm packages; and the cost of a
 * technical row for a service that keeps a tracker per coin. The reference loops are written here on purpose: no shared
 * code, no config, one period.
 */

import { barAt, DAY_MS, resample, sliceCandles, type Bar } from '@barograph/core';
import {
  bollinger,
  createBollinger,
  createRsi,
  createSma,
  createTechnicalTracker,
  rsi,
  sma,
  technicalRow,
} from '@barograph/indicators';
import { BollingerBands, RSI, SMA } from 'technicalindicators';
import { IndicatorsSync, tradingSignals } from './npm-peers.ts';
import { simulatedHours } from './bars.ts';
import { answer, type Timing } from './harness.ts';

const bars = simulatedHours();
const units = bars.length;
const rows: Bar[] = Array.from({ length: units }, (_, i) => barAt(bars, i));
const ixjb = new IndicatorsSync();
const close = [...bars.close];

function plainSma() {
  const n = 200;
  const { close, length } = bars;
  const out = new Float64Array(length).fill(NaN);
  let sum = 0;
  for (let i = 0; i < length; i++) {
    sum += close[i]!;
    if (i >= n) sum -= close[i - n]!;
    if (i >= n - 1) out[i] = sum / n;
  }
  return out;
}

function plainRsi() {
  const n = 14;
  const { close, length } = bars;
  const out = new Float64Array(length).fill(NaN);
  let gain = 0;
  let loss = 0;
  for (let i = 1; i < length; i++) {
    const change = close[i]! - close[i - 1]!;
    const up = change > 0 ? change : 0;
    const down = change < 0 ? -change : 0;
    gain = i <= n ? gain + up / n : (gain * (n - 1) + up) / n;
    loss = i <= n ? loss + down / n : (loss * (n - 1) + down) / n;
    if (i >= n) out[i] = (100 * gain) / (gain + loss);
  }
  return out;
}

function plainBollinger() {
  const n = 20;
  const { close, length } = bars;
  const column = (): Float64Array => new Float64Array(length).fill(NaN);
  const out = { lower: column(), middle: column(), upper: column(), bandwidth: column(), percentB: column() };
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < length; i++) {
    const price = close[i]!;
    sum += price;
    squares += price * price;
    if (i >= n) {
      const oldest = close[i - n]!;
      sum -= oldest;
      squares -= oldest * oldest;
    }
    if (i < n - 1) continue;
    const mean = sum / n;
    const half = 2 * Math.sqrt(Math.max(squares / n - mean * mean, 0));
    out.lower[i] = mean - half;
    out.middle[i] = mean;
    out.upper[i] = mean + half;
    out.bandwidth[i] = (200 * half) / mean;
    out.percentB[i] = (price - mean + half) / (2 * half);
  }
  return out;
}

// One loop per stream: a shared loop would make the calls of `next` polymorphic, unlike a caller's own loop.
function streamedSma(): number {
  const stream = createSma({ period: 200 });
  const into = { sma: 0.5 };
  let sum = 0;
  for (const bar of rows) sum += stream.next(bar, into).sma;
  return sum;
}

function streamedRsi(): number {
  const stream = createRsi();
  const into = { rsi: 0.5 };
  let sum = 0;
  for (const bar of rows) sum += stream.next(bar, into).rsi;
  return sum;
}

function streamedBollinger(): number {
  const stream = createBollinger();
  const into = { lower: 0.5, middle: 0.5, upper: 0.5, bandwidth: 0.5, percentB: 0.5 };
  let sum = 0;
  for (const bar of rows) sum += stream.next(bar, into).bandwidth;
  return sum;
}

function streamed(indicator: { update(close: number, replace: boolean): unknown }): unknown {
  let last: unknown;
  for (const price of close) last = indicator.update(price, false);
  return last;
}

const results: Record<string, Timing[]> = {};

results['sma'] = answer({
  title: `SMA(200), ${units} hourly bars, per bar`,
  units,
  reference: 'plain loop',
  cases: [
    { name: 'plain loop', run: plainSma },
    { name: 'barograph sma()', run: () => sma(bars, { period: 200 }) },
    { name: 'barograph createSma(), record reused', run: streamedSma },
    { name: '@ixjb94/indicators', run: () => ixjb.sma(close, 200) },
    { name: 'trading-signals (streaming)', run: () => streamed(new tradingSignals.SMA(200)) },
    { name: 'technicalindicators', run: () => SMA.calculate({ values: close, period: 200 }) },
  ],
});

results['rsi'] = answer({
  title: `RSI(14), ${units} hourly bars, per bar`,
  units,
  reference: 'plain loop',
  cases: [
    { name: 'plain loop', run: plainRsi },
    { name: 'barograph rsi()', run: () => rsi(bars) },
    { name: 'barograph createRsi(), record reused', run: streamedRsi },
    { name: '@ixjb94/indicators', run: () => ixjb.rsi(close, 14) },
    { name: 'trading-signals (streaming)', run: () => streamed(new tradingSignals.RSI(14)) },
    { name: 'technicalindicators', run: () => RSI.calculate({ values: close, period: 14 }) },
  ],
});

results['bollinger'] = answer({
  title: `Bollinger Bands (20, 2) with bandwidth and %b, ${units} hourly bars, per bar`,
  units,
  reference: 'plain loop',
  cases: [
    { name: 'plain loop', run: plainBollinger },
    { name: 'barograph bollinger()', run: () => bollinger(bars) },
    { name: 'barograph createBollinger(), record reused', run: streamedBollinger },
    { name: '@ixjb94/indicators (bands only)', run: () => ixjb.bbands(close, 20, 2) },
    { name: 'trading-signals (bands only, streaming)', run: () => streamed(new tradingSignals.BollingerBands(20, 2)) },
    {
      name: 'technicalindicators (bands and %b)',
      run: () => BollingerBands.calculate({ values: close, period: 20, stdDev: 2 }),
    },
  ],
});

const daily = resample(bars, '1h', '1d').bars;
const ABOUT = { symbol: 'BTC', source: 'perpdex_perp' } as const;

/** Feeds every day of the series to a tracker, with or without a row after each. */
function trackedDays(withRows: boolean): number {
  const tracker = createTechnicalTracker();
  let levels = 0;
  for (let i = 0; i < daily.length; i++) {
    const bar = barAt(daily, i);
    tracker.day(bar);
    if (withRows) levels += tracker.row(ABOUT, bar.time + DAY_MS).levels.length;
  }
  return levels;
}

const lastYears = sliceCandles(daily, daily.length - 730);
const none = sliceCandles(bars, 0, 0);
const asOf = daily.time.at(-1)! + DAY_MS;

results['technical'] = answer({
  title: `technical regime, ${daily.length} days, per day`,
  units: daily.length,
  reference: 'a day',
  rounds: 10,
  cases: [
    { name: 'a day', run: () => trackedDays(false) },
    { name: 'a day and its row', run: () => trackedDays(true) },
  ],
});
results['technical-batch'] = answer({
  title: 'technical row from the last 730 days, per row',
  units: 1,
  reference: 'technicalRow()',
  cases: [
    {
      name: 'technicalRow()',
      run: () => technicalRow({ ...ABOUT, hourly: none, daily: lastYears, asOf }),
    },
  ],
});

if (process.argv.includes('--json')) console.log(JSON.stringify(results));
