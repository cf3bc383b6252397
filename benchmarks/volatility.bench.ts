/**
 * Volatility estimators against a plain loop, R's TTR, NumPy and npm packages. The reference loop computes the five
 * estimators of 24 bars at once, with `Math.log` and running sums that drift. TTR and NumPy run in processes of their
 * own and time themselves; where they are not installed their lines are missing.
 */

import { spawnSync } from 'node:child_process';
import { barAt, type Bar, type Mutable } from '@barograph/core';
import {
  allEstimators,
  closeToClose,
  createGarmanKlass,
  createYangZhang,
  garmanKlass,
  garmanKlassYangZhang,
  parkinson,
  rogersSatchell,
  yangZhang,
  type EstimatorConfig,
  type EstimatorStream,
  type VolatilityPoint,
} from '@barograph/volatility';
import { tradingSignals } from './npm-peers.ts';
import { simulatedHours } from './bars.ts';
import { answer, type Timing } from './harness.ts';

const bars = simulatedHours();
const units = bars.length;
const rows: Bar[] = Array.from({ length: units }, (_, i) => barAt(bars, i));
const config: EstimatorConfig = { window: 24, periodsPerYear: 8_760 };

/** All five in one loop with running sums, without compensation or resummation. */
function plainFive() {
  const n = 24;
  const { open, high, low, close, length } = bars;
  const column = (): Float64Array => new Float64Array(length);
  const out = { cc: column(), parkinson: column(), gk: column(), rs: column(), yz: column() };
  const ring = Array.from({ length: 6 }, () => new Float64Array(n));
  const [rs, xs, ys, rogers, jumps, returns] = ring as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const body = 2 * Math.LN2 - 1;
  const k = 0.34 / (1.34 + (n + 1) / (n - 1));
  const year = 8_760;
  let [sx, sy, syy, srs, sj, sjj, sr, srr] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < length; i++) {
    const at = i % n;
    const before = i > 0 ? close[i - 1]! : open[i]!;
    const [o, h, l, c] = [open[i]!, high[i]!, low[i]!, close[i]!];
    const x = Math.log(h / l);
    const y = Math.log(c / o);
    const u = Math.log(h / o);
    const d = Math.log(l / o);
    const j = Math.log(o / before);
    const r = Math.log(c / before);
    const term = u * (u - y) + d * (d - y);
    sx += x * x - xs[at]! * xs[at]!;
    sy += y - ys[at]!;
    syy += y * y - ys[at]! * ys[at]!;
    srs += term - rogers[at]!;
    sj += j - jumps[at]!;
    sjj += j * j - jumps[at]! * jumps[at]!;
    sr += r - returns[at]!;
    srr += r * r - returns[at]! * returns[at]!;
    xs[at] = x;
    ys[at] = y;
    rogers[at] = term;
    jumps[at] = j;
    returns[at] = r;
    out.parkinson[i] = 100 * Math.sqrt((year * sx) / (4 * Math.LN2 * n));
    out.gk[i] = 100 * Math.sqrt((year * (0.5 * sx - body * syy)) / n);
    out.rs[i] = 100 * Math.sqrt((year * srs) / n);
    out.cc[i] = 100 * Math.sqrt((year * (srr - (sr * sr) / n)) / (n - 1));
    const jumpsVariance = (sjj - (sj * sj) / n) / (n - 1);
    const bodiesVariance = (syy - (sy * sy) / n) / (n - 1);
    out.yz[i] = 100 * Math.sqrt(year * (jumpsVariance + k * bodiesVariance + ((1 - k) * srs) / n));
  }
  return { out, rs };
}

function five() {
  return [
    closeToClose(bars, config),
    parkinson(bars, config),
    garmanKlass(bars, config),
    rogersSatchell(bars, config),
    yangZhang(bars, config),
  ];
}

/** Both read the bars as CSV (open,high,low,close) and print the nanoseconds a bar of their fastest run. */
const TTR = `
  suppressPackageStartupMessages(library(TTR))
  bars <- as.matrix(read.csv(file("stdin"), colClasses = "numeric"))
  kinds <- c("close", "parkinson", "garman.klass", "rogers.satchell", "yang.zhang")
  five <- function() for (kind in kinds) volatility(bars, n = 24, calc = kind, N = 8760)
  cat(min(replicate(9, system.time(five())["elapsed"])) * 1e9 / nrow(bars))
`;

const NUMPY = `
import sys, time, numpy as np
o, h, l, c = np.loadtxt(sys.stdin, delimiter=",", skiprows=1, unpack=True)
n, year, body = 24, 8760, 2 * np.log(2) - 1
def total(x):
    s = np.cumsum(x)
    out = s.copy()
    out[n:] = s[n:] - s[:-n]
    return out
def variance(x):
    s = total(x)
    return (total(x * x) - s * s / n) / (n - 1)
def five():
    before = np.r_[o[0], c[:-1]]
    x, y, u, d, j, r = (np.log(a / b) for a, b in ((h, l), (c, o), (h, o), (l, o), (o, before), (c, before)))
    range_, rogers = total(x * x), total(u * (u - y) + d * (d - y)) / n
    k = 0.34 / (1.34 + (n + 1) / (n - 1))
    each = (variance(r), range_ / (4 * np.log(2) * n), (0.5 * range_ - body * total(y * y)) / n, rogers,
            variance(j) + k * variance(y) + (1 - k) * rogers)
    return [100 * np.sqrt(np.maximum(year * v, 0)) for v in each]
best = np.inf
for _ in range(30):
    start = time.perf_counter()
    five()
    best = min(best, time.perf_counter() - start)
print(best * 1e9 / len(c))
`;

/** Prints the time of a peer in another language next to our time for the five. */
function compare(name: string, command: string, args: readonly string[], reference: number): void {
  const lines = rows.map(({ open, high, low, close }) => `${open},${high},${low},${close}`);
  const input = ['open,high,low,close', ...lines, ''].join('\n');
  const { status, stdout } = spawnSync(command, args, { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (status !== 0) {
    console.log(`  ${name.padEnd(44)}${'not installed'.padStart(36)}`);
    return;
  }
  const nanoseconds = Number(stdout);
  const times = `${(nanoseconds / reference).toFixed(2)} x allEstimators()`;
  console.log(`  ${name.padEnd(44)}${nanoseconds.toFixed(2).padStart(10)}${times.padStart(26)}`);
}

const results: Record<string, Timing[]> = {};

results['five'] = answer({
  title: `five estimators, window 24, ${units} hourly bars, per bar for the set`,
  units,
  reference: 'plain loop',
  cases: [
    { name: 'plain loop', run: plainFive },
    { name: 'barograph allEstimators()', run: () => allEstimators(bars, config) },
    { name: 'barograph, five calls', run: five },
  ],
});

const ours = results['five'].find(({ name }) => name === 'barograph allEstimators()')!.minNs;
compare('NumPy, cumulative sums', 'python3', ['-c', NUMPY], ours);
compare('R TTR volatility(), five calls', 'Rscript', ['-e', TTR], ours);

results['one'] = answer({
  title: `one estimator, window 24, ${units} hourly bars, per bar`,
  units,
  reference: 'barograph rogersSatchell()',
  cases: [
    { name: 'barograph closeToClose()', run: () => closeToClose(bars, config) },
    { name: 'barograph parkinson()', run: () => parkinson(bars, config) },
    { name: 'barograph garmanKlass()', run: () => garmanKlass(bars, config) },
    { name: 'barograph rogersSatchell()', run: () => rogersSatchell(bars, config) },
    { name: 'barograph garmanKlassYangZhang()', run: () => garmanKlassYangZhang(bars, config) },
    { name: 'barograph yangZhang()', run: () => yangZhang(bars, config) },
    { name: 'barograph createGarmanKlass()', run: () => streamed(createGarmanKlass(config), { volatility: 0.5 }) },
    { name: 'barograph createYangZhang()', run: () => streamed(createYangZhang(config), { volatility: 0.5 }) },
    { name: 'trading-signals RogersSatchellVolatility', run: peer },
  ],
});

function streamed(stream: EstimatorStream, into: Mutable<VolatilityPoint>): number {
  let sum = 0;
  for (const bar of rows) sum += stream.next(bar, into).volatility;
  return sum;
}

function peer(): unknown {
  const indicator = new tradingSignals.RogersSatchellVolatility(24);
  let last: unknown;
  for (const bar of rows) last = indicator.update(bar, false);
  return last;
}

if (process.argv.includes('--json')) console.log(JSON.stringify(results));
