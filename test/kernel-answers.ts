/** Engine results by kernels and by JavaScript, in a form that threads and browsers can send. */

import { kernelsInUse, rollingRank, useKernels, type Candles } from '@barograph/core';
import { adx, bollinger } from '@barograph/indicators';
import { hasKernels, withoutKernels } from '@barograph/kernels';
import { createHmm, filter, smooth, type HmmParameters } from '@barograph/nowcast';
import { allEstimators } from '@barograph/volatility';
import { notingKernels } from '../packages/kernels/test/noting.ts';

/** Columns of bars as lists, which any realm reads back to the bit. */
export type BarLists = Readonly<Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', readonly number[]>>;

/** 64-bit patterns of columns, in hexadecimal, by the name of the column. */
export type Patterns = Readonly<Record<string, string>>;

export interface Answers {
  /** Whether kernels run here. */
  readonly hasKernels: boolean;
  /** Kernels that did work. */
  readonly did: readonly string[];
  readonly byKernels: Patterns;
  readonly byJavaScript: Patterns;
}

const D = 8;
const STATES = 6;
const list = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

/** A law over moves of the last hours in percent: the states differ in their spread. */
const LAW: HmmParameters = {
  version: 'moves/1',
  labels: ['any'],
  features: list(D, (i) => `move${i + 1}`),
  nu: 5,
  beta: 0.25,
  states: list(STATES, (k) => ({
    label: 0,
    mean: list(D, (i) => (k - 2.5) * 0.1 * (i + 1)),
    scaleCholesky: list(D, (i) => list(i + 1, (j) => (i === j ? 0.4 * (k + 1) : 0.02 * (j + 1)))),
  })),
  initial: list(STATES, () => 1 / STATES),
  transition: list(STATES, (i) => list(STATES, (j) => (i === j ? 0.5 : 0.1))),
};

/** One pattern for every NaN, as JavaScript has it. */
function patternOf(column: Float64Array): string {
  const bits = new BigUint64Array(column.map((x) => (x === x ? x : NaN)).buffer);
  return [...bits].map((pattern) => pattern.toString(16)).join();
}

/** Logarithms as an engine computes them: by the kernel when it accepts, else individually. */
function logsOf(values: Float64Array): Float64Array {
  const logs = values.slice();
  return kernelsInUse()?.fillLogs(logs) === true ? logs : values.map(Math.log);
}

function patternsOf(bars: Candles): Patterns {
  const { close, length } = bars;
  const moves = list(D, (i) =>
    Float64Array.from({ length }, (_, t) => (t <= i ? NaN : 100 * (close[t]! / close[t - i - 1]! - 1))),
  );
  const hmm = createHmm(LAW);
  const filtered = filter(hmm, moves);
  const columns: Record<string, Float64Array> = {
    ...adx(bars),
    ...bollinger(bars),
    ...allEstimators(bars),
    logs: logsOf(close),
    rank: rollingRank(close, 90),
    longRank: rollingRank(close, 365),
    filtered: filtered.probabilities,
    likelihood: filtered.logLikelihood,
    smoothed: smooth(hmm, filtered).probabilities,
  };
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, patternOf(column)]));
}

/** @returns everything, computed both ways in the thread that asks. */
export function answersOf(lists: BarLists): Answers {
  const { time, open, high, low, close, volume } = lists;
  const column = (values: readonly number[]): Float64Array => Float64Array.from(values);
  const bars: Candles = {
    length: time.length,
    time: column(time),
    open: column(open),
    high: column(high),
    low: column(low),
    close: column(close),
    volume: column(volume),
  };
  const did = new Set<string>();
  const before = useKernels(notingKernels(did));
  try {
    const byKernels = patternsOf(bars);
    const byJavaScript = withoutKernels(() => patternsOf(bars));
    return { hasKernels: hasKernels(), did: [...did].toSorted(), byKernels, byJavaScript };
  } finally {
    useKernels(before);
  }
}
