/**
 * Kernels against a plain loop that does nothing else, and against npm packages. The reference loops are written here
 * on purpose: no shared code, no config, one period.
 */

import { barAt, rollingRank, type Bar, type Mutable } from '@barograph/core';
import { adx, ADX_DEFAULTS, atr, createAdx, createAtr, type AdxPoint, type AtrPoint } from '@barograph/indicators';
import { ADX, ATR } from 'technicalindicators';
import { simulatedHours } from './bars.ts';
import { answer, type Timing } from './harness.ts';
import { IndicatorsSync, tradingSignals } from './npm-peers.ts';

const bars = simulatedHours();
const units = bars.length;
const rows: Bar[] = Array.from({ length: units }, (_, i) => barAt(bars, i));
const ixjb = new IndicatorsSync();
const high = [...bars.high];
const low = [...bars.low];
const close = [...bars.close];

function plainAdx() {
  const n = 14;
  const { high, low, close, length } = bars;
  const out = { adx: new Float64Array(length), plus: new Float64Array(length), minus: new Float64Array(length) };
  let plus = 0;
  let minus = 0;
  let range = 0;
  let average = 0;
  for (let i = 1; i < length; i++) {
    const up = high[i]! - high[i - 1]!;
    const down = low[i - 1]! - low[i]!;
    const p = up > down && up > 0 ? up : 0;
    const m = down > up && down > 0 ? down : 0;
    const r = Math.max(high[i]!, close[i - 1]!) - Math.min(low[i]!, close[i - 1]!);
    plus = i > n ? plus - plus / n + p : plus + p;
    minus = i > n ? minus - minus / n + m : minus + m;
    range = i > n ? range - range / n + r : range + r;
    if (i < n) continue;
    out.plus[i] = (100 * plus) / range;
    out.minus[i] = (100 * minus) / range;
    const dx = (100 * Math.abs(plus - minus)) / (plus + minus);
    average = i < 2 * n ? average + dx / n : (average * (n - 1) + dx) / n;
    out.adx[i] = average;
  }
  return out;
}

function plainAtr() {
  const n = 14;
  const { high, low, close, length } = bars;
  const out = new Float64Array(length);
  let average = 0;
  for (let i = 1; i < length; i++) {
    const r = Math.max(high[i]!, close[i - 1]!) - Math.min(low[i]!, close[i - 1]!);
    average = i <= n ? average + r / n : (average * (n - 1) + r) / n;
    out[i] = average;
  }
  return out;
}

function plainRank(window: number) {
  const { close, length } = bars;
  const out = new Float64Array(length);
  for (let i = window - 1; i < length; i++) {
    let below = 0;
    let same = 0;
    const x = close[i]!;
    for (let j = i - window + 1; j <= i; j++) {
      if (close[j]! < x) below++;
      else if (close[j]! === x) same++;
    }
    out[i] = (100 * (below + 0.5 * same)) / window;
  }
  return out;
}

// One loop per stream: a shared loop would make the calls of `next` polymorphic, unlike a caller's own loop.
function streamedAdx(into?: Mutable<AdxPoint>): number {
  const stream = createAdx();
  let sum = 0;
  for (const bar of rows) sum += stream.next(bar, into).plusDi;
  return sum;
}

function streamedAtr(into?: Mutable<AtrPoint>): number {
  const stream = createAtr();
  let sum = 0;
  for (const bar of rows) sum += stream.next(bar, into).atr;
  return sum;
}

const results: Record<string, Timing[]> = {};

const givenAdx = adx(bars);
results['adx'] = answer({
  title: `ADX(14) and both DI, ${units} hourly bars, per bar`,
  units,
  reference: 'plain loop',
  cases: [
    { name: 'plain loop', run: plainAdx },
    { name: 'barograph adx()', run: () => adx(bars) },
    { name: 'barograph adx() into given columns', run: () => adx(bars, ADX_DEFAULTS, givenAdx) },
    {
      name: 'barograph createAdx(), record reused',
      run: () => streamedAdx({ adx: 0.5, plusDi: 0.5, minusDi: 0.5 }),
    },
    { name: 'barograph createAdx(), record per bar', run: () => streamedAdx() },
    { name: '@ixjb94/indicators (ADX only)', run: () => ixjb.adx(high, low, 14) },
    { name: 'trading-signals (ADX and DI, streaming)', run: () => streamed(new tradingSignals.ADX(14)) },
    { name: 'technicalindicators', run: () => ADX.calculate({ high, low, close, period: 14 }) },
  ],
});

results['atr'] = answer({
  title: `ATR(14), ${units} hourly bars, per bar`,
  units,
  reference: 'plain loop',
  cases: [
    { name: 'plain loop', run: plainAtr },
    { name: 'barograph atr()', run: () => atr(bars) },
    { name: 'barograph createAtr(), record reused', run: () => streamedAtr({ atr: 0.5 }) },
    { name: '@ixjb94/indicators', run: () => ixjb.atr(high, low, close, 14) },
    { name: 'trading-signals (streaming)', run: () => streamed(new tradingSignals.ATR(14)) },
    { name: 'technicalindicators', run: () => ATR.calculate({ high, low, close, period: 14 }) },
  ],
});

for (const window of [20, 90, 365, 2160]) {
  results[`rank-${window}`] = answer({
    title: `rolling percentile rank, window ${window}, ${units} values, per value`,
    units,
    reference: 'plain loop',
    rounds: window > 400 ? 5 : 15,
    cases: [
      { name: 'plain loop', run: () => plainRank(window) },
      { name: 'barograph rollingRank()', run: () => rollingRank(bars.close, window) },
    ],
  });
}

function streamed(indicator: { update(bar: Bar, replace: boolean): unknown }): unknown {
  let last: unknown;
  for (const bar of rows) last = indicator.update(bar, false);
  return last;
}

if (process.argv.includes('--json')) console.log(JSON.stringify(results));
