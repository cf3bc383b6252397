/** Entries of the catalogue that the engines of this library compute. */

import type { Computation, IndicatorBars } from '@barograph/catalogue/compute';
import { candlesOf, type Candles } from '@barograph/core';
import { adx, ADX_DEFAULTS, atr, bollinger, rsi, signum, SIGNUM_V1, sma } from '@barograph/indicators';
import {
  closeToClose,
  ESTIMATOR_DEFAULTS,
  garmanKlass,
  parkinson,
  rogersSatchell,
  yangZhang,
  type EstimatorConfig,
} from '@barograph/volatility';

/** Computes an entry. */
export type Adapter = Computation['compute'];

function candlesFrom({ time, open, high, low, close, volume }: IndicatorBars): Candles {
  return candlesOf(
    Array.from(time, (_, i) => ({
      time: time[i]!,
      open: open[i]!,
      high: high[i]!,
      low: low[i]!,
      close: close[i]!,
      volume: volume[i]!,
    })),
  );
}

/** Engines say percent a year, the catalogue fractions. */
const estimator =
  (of: (bars: Candles, config?: EstimatorConfig) => Float64Array): Adapter =>
  (bars, { n, A }) => ({
    volatility: of(candlesFrom(bars), { ...ESTIMATOR_DEFAULTS, window: n!, periodsPerYear: A! }).map(
      (value) => value / 100,
    ),
  });

const COLOURS: Readonly<Record<string, number>> = { green: 1, grey: 0, red: -1 };

/** By slug. */
export const OF_BAROGRAPH: Readonly<Record<string, Adapter>> = {
  'simple-moving-average': (bars, { n }) => ({ sma: sma(candlesFrom(bars), { period: n! }) }),
  'average-true-range': (bars, { n }) => ({ atr: atr(candlesFrom(bars), { period: n! }) }),
  'relative-strength-index': (bars, { n }) => ({ rsi: rsi(candlesFrom(bars), { period: n! }) }),
  'average-directional-index': (bars, { n }) => ({
    adx: adx(candlesFrom(bars), { ...ADX_DEFAULTS, period: n! }).adx,
  }),
  'directional-indicators': (bars, { n }) => {
    const { plusDi, minusDi } = adx(candlesFrom(bars), { ...ADX_DEFAULTS, period: n! });
    return { plus_di: plusDi, minus_di: minusDi };
  },
  'signum-colour': (bars, { n }) => {
    const { color } = signum(candlesFrom(bars), { ...SIGNUM_V1, adx: { ...SIGNUM_V1.adx, period: n! } });
    return { colour: Float64Array.from(color, (name) => (name === null ? NaN : COLOURS[name]!)) };
  },
  'bollinger-bands': (bars, { n, k }) => {
    const { middle, upper, lower } = bollinger(candlesFrom(bars), { period: n!, deviations: k! });
    return { middle, upper, lower };
  },
  'percent-b': (bars, { n, k }) => ({
    percent_b: bollinger(candlesFrom(bars), { period: n!, deviations: k! }).percentB,
  }),
  'bollinger-bandwidth': (bars, { n, k }) => ({
    bandwidth: bollinger(candlesFrom(bars), { period: n!, deviations: k! }).bandwidth.map((percent) => percent / 100),
  }),
  'historical-volatility': estimator(closeToClose),
  'parkinson-volatility': estimator(parkinson),
  'garman-klass-volatility': estimator(garmanKlass),
  'rogers-satchell-volatility': estimator(rogersSatchell),
  'yang-zhang-volatility': estimator(yangZhang),
};
