/**
 * Indicators of the catalogue against R TTR, frozen on simulated bars: the first bar of each column, and its values at every
 * fourth bar. Functions of TTR where there is one; where it has none, the formula out of its running sums, averages, ranks and
 * extremes, or out of lm(), cov() and pnorm() of R, which are other code than ours. `parabolic-sar` is not here: TTR caps a stop by the low of its own bar and moves it
 * by the extreme of the bar before, where Wilder does neither; it is held to other oracles in `catalogue-vectors.test.ts`.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { indicator, type IndicatorBars } from 'barograph/indicator';
import { describe, expect, it } from 'vitest';

const FOLDER = 'fixtures/oracles/ttr-catalogue';

interface Oracle {
  readonly oracle: string;
  readonly step: number;
  readonly input: Readonly<Record<string, readonly number[]>>;
  readonly expected: Readonly<Record<string, { readonly first: number; readonly values: readonly (number | null)[] }>>;
}

/** Share of the largest value: TTR adds to and takes from running sums, which keep a residue of all that went through. */
const EXACT = 1e-12;

/** A definition that differs, and the part of it that agrees. */
interface Difference {
  readonly why: string;
  /** TTR has first values of its own. */
  readonly begins?: number;
  /** First bar from which both agree, within {@link tolerance} of the largest value. */
  readonly from?: number;
  readonly tolerance?: number;
  /** Bars at which both mean the same. */
  readonly at?: (time: number) => boolean;
  /** Excess of TTR over ours, at every bar. */
  readonly more?: (bars: IndicatorBars) => number;
  /** Parameters with which both mean the same. */
  readonly parameters?: Readonly<Record<string, number>>;
}

const SEED: Difference = {
  why: 'TTR seeds the sums of movements with n − 1 bars and a step; Wilder with n. The step decays by 13/14 a bar',
  from: 280,
  tolerance: 1e-8,
};
const SHORT: Difference = { why: 'the bars are fewer than those of a year', parameters: { n: 200 } };
const DIFFERENCES: Readonly<Record<string, Difference>> = {
  'arnaud-legoux-moving-average': {
    why: 'TTR rounds the top of the bell down to a whole place: .75·8 is one',
    parameters: { offset: 0.75 },
  },
  'average-directional-index': SEED,
  'directional-indicators': SEED,
  aroon: { why: 'TTR begins with a window of n', begins: 24, from: 25 },
  'trend-detection-index': { why: 'TTR takes the momentum of the first n bars as 0', begins: 39, from: 59 },
  'stochastic-momentum-index': {
    why: 'TTR takes the range of the bar itself until there are n of them, and seeds the averages with it',
    begins: 25,
    from: 280,
    tolerance: 1e-8,
  },
  'on-balance-volume': { why: 'TTR begins at the volume of the first bar', more: ({ volume }) => volume[0]! },
  'volume-weighted-average-price': {
    why: 'TTR has a rolling window: of 24 hours it is the day at its last bar',
    begins: 23,
    from: 23,
    at: (time) => new Date(time).getUTCHours() === 23,
  },
  'fifty-two-week-high-ratio': SHORT,
  'rolling-max-drawdown': SHORT,
  'expected-shortfall': SHORT,
  'cointegration-residual': {
    why: 'the difference of two logarithms of prices: their rounding is 1e-15 of a price, and more of what is left',
    tolerance: 1e-10,
  },
  'bulk-volume-imbalance': { why: 'ours has the normal distribution to 7 figures', tolerance: 1e-6 },
  'williams-accumulation-distribution': { why: 'TTR begins with the second bar', begins: 1, from: 1 },
};

function barsOf(input: Oracle['input']): readonly [IndicatorBars, Float64Array] {
  const column = (name: string): Float64Array => Float64Array.from(input[name]!);
  const names = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
  const [time, open, high, low, close, volume] = names.map(column) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  return [{ time, open, high, low, close, volume }, column('benchmark')];
}

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

/** Indicators that count bars per day or year by their interval: the oracle has 365 of them a year. */
const OF_DAYS = new Set([
  'historical-volatility',
  'parkinson-volatility',
  'garman-klass-volatility',
  'rogers-satchell-volatility',
  'yang-zhang-volatility',
  'regression-momentum-score',
  'ewma-volatility',
  'har-rv-forecast',
]);

/** Those that count bars of a day: the oracle has bars of five minutes. */
const OF_FIVE_MINUTES = new Set([
  'realized-variance',
  'bipower-variation',
  'signed-jump-variation',
  'realized-skewness',
]);

describe.each(files)('R TTR, frozen: %s', (file) => {
  const { oracle, step, input, expected } = JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Oracle;
  const [bars, benchmark] = barsOf(input);
  const daily = { ...bars, time: bars.time.map((_, i) => i * 86_400_000) };
  const beside = { symbols: ['BTC'], close: [benchmark], high: [benchmark], low: [benchmark], volume: [benchmark] };

  it('has 100 indicators or more', () => {
    expect(oracle).toMatch(/^TTR /);
    expect(new Set(Object.keys(expected).map((name) => name.split('.')[0])).size).toBeGreaterThanOrEqual(100);
  });

  it.each(Object.entries(expected))('%s agrees', (name, { first, values }) => {
    const [slug, part] = name.split('.') as [string, string | undefined];
    const {
      begins,
      from = 0,
      tolerance = EXACT,
      at,
      more,
      parameters = {},
    }: Partial<Difference> = DIFFERENCES[slug] ?? {};
    const counted = OF_FIVE_MINUTES.has(slug) ? { m: 288, ...parameters } : parameters;
    const columns = indicator(slug, OF_DAYS.has(slug) ? daily : bars, { parameters: counted, beside });
    const ours = columns[part ?? Object.keys(columns)[0]!]!;
    expect(first).toBe(begins ?? ours.findIndex((value) => !Number.isNaN(value)));
    const offset = more?.(bars) ?? 0;
    const compared = values.flatMap((value, k) => {
      const i = step * (k + 1) - 1;
      return i < from || at?.(bars.time[i]!) === false ? [] : [[i, value, ours[i]! + offset] as const];
    });
    const scale = compared.reduce((most, [, value]) => Math.max(most, Math.abs(value ?? 0)), 0);
    expect(compared.filter(([, value]) => value !== null).length).toBeGreaterThan(2);
    expect(compared.map(([, , value]) => value)).toMatchOracle(
      compared.map(([, value]) => value),
      { rel: 0, abs: tolerance * scale },
    );
  });
});
