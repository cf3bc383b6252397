/** Catalogue entries computed by this library's engines. */

import type { Computation } from '@barograph/catalogue/compute';
import { candles, type Candles } from '@barograph/core';
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

export type Adapter = Computation['compute'];

/** Converts percent per year (engines) to fractions (catalogue). */
const estimator =
  (compute: (bars: Candles, config?: EstimatorConfig) => Float64Array): Adapter =>
  (bars, { n, A }) => ({
    volatility: compute(candles(bars), { ...ESTIMATOR_DEFAULTS, window: n!, periodsPerYear: A! }).map(
      (value) => value / 100,
    ),
  });

const COLOURS: Readonly<Record<string, number>> = { green: 1, grey: 0, red: -1 };

/** By slug. */
export const OF_BAROGRAPH: Readonly<Record<string, Adapter>> = {
  'simple-moving-average': (bars, { n }) => ({ sma: sma(candles(bars), { period: n! }) }),
  'average-true-range': (bars, { n }) => ({ atr: atr(candles(bars), { period: n! }) }),
  'relative-strength-index': (bars, { n }) => ({ rsi: rsi(candles(bars), { period: n! }) }),
  'average-directional-index': (bars, { n }) => ({
    adx: adx(candles(bars), { ...ADX_DEFAULTS, period: n! }).adx,
  }),
  'directional-indicators': (bars, { n }) => {
    const { plusDi, minusDi } = adx(candles(bars), { ...ADX_DEFAULTS, period: n! });
    return { plus_di: plusDi, minus_di: minusDi };
  },
  'signum-colour': (bars, { n }) => {
    const { color } = signum(candles(bars), { ...SIGNUM_V1, adx: { ...SIGNUM_V1.adx, period: n! } });
    return { colour: Float64Array.from(color, (name) => (name === null ? NaN : COLOURS[name]!)) };
  },
  'bollinger-bands': (bars, { n, k }) => {
    const { middle, upper, lower } = bollinger(candles(bars), { period: n!, deviations: k! });
    return { middle, upper, lower };
  },
  'percent-b': (bars, { n, k }) => ({
    percent_b: bollinger(candles(bars), { period: n!, deviations: k! }).percentB,
  }),
  'bollinger-bandwidth': (bars, { n, k }) => ({
    bandwidth: bollinger(candles(bars), { period: n!, deviations: k! }).bandwidth.map((percent) => percent / 100),
  }),
  'historical-volatility': estimator(closeToClose),
  'parkinson-volatility': estimator(parkinson),
  'garman-klass-volatility': estimator(garmanKlass),
  'rogers-satchell-volatility': estimator(rogersSatchell),
  'yang-zhang-volatility': estimator(yangZhang),
};
