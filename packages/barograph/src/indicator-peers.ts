/**
 * Catalogue entries computed by `technicalindicators`: simple ones, outside hot paths. Its results start at the first
 * value; here they are padded to the length of the bars. It drops zeros, so averages of signed values are computed elsewhere.
 */

import { AwesomeOscillator, EMA, KST, ROC, WEMA, WilliamsR, WMA } from 'technicalindicators';
import type { Adapter } from './indicator-engines.ts';

/** Right-aligns values in a column of NaN. */
function placed(values: readonly (number | undefined)[], length: number): Float64Array {
  const column = new Float64Array(length).fill(NaN);
  const first = length - values.length;
  values.forEach((value, i) => (column[first + i] = value ?? NaN));
  return column;
}

const listed = (column: Float64Array): number[] => [...column];

/** Rate-of-change and average lengths of KST's four parts. */
const KST_PARTS = {
  ROCPer1: 10,
  ROCPer2: 15,
  ROCPer3: 20,
  ROCPer4: 30,
  SMAROCPer1: 10,
  SMAROCPer2: 10,
  SMAROCPer3: 10,
  SMAROCPer4: 15,
  signalPeriod: 9,
} as const;

/** By slug. */
export const OF_TECHNICALINDICATORS: Readonly<Record<string, Adapter>> = {
  'exponential-moving-average': ({ close }, { n }) => ({
    ema: placed(EMA.calculate({ period: n!, values: listed(close) }), close.length),
  }),
  'weighted-moving-average': ({ close }, { n }) => ({
    wma: placed(WMA.calculate({ period: n!, values: listed(close) }), close.length),
  }),
  'wilder-smoothed-average': ({ close }, { n }) => ({
    wilder: placed(WEMA.calculate({ period: n!, values: listed(close) }), close.length),
  }),
  'williams-percent-r': ({ high, low, close }, { n }) => ({
    williams_r: placed(
      WilliamsR.calculate({ period: n!, high: listed(high), low: listed(low), close: listed(close) }),
      close.length,
    ),
  }),
  'rate-of-change': ({ close }, { n }) => ({
    roc: placed(ROC.calculate({ period: n!, values: listed(close) }), close.length),
  }),
  'awesome-oscillator': ({ high, low }, { fast, slow }) => ({
    awesome: placed(
      AwesomeOscillator.calculate({ fastPeriod: fast!, slowPeriod: slow!, high: listed(high), low: listed(low) }),
      high.length,
    ),
  }),
  'know-sure-thing': ({ close }) => ({
    kst: placed(
      KST.calculate({ values: listed(close), ...KST_PARTS }).map(({ kst }) => kst),
      close.length,
    ),
  }),
};
