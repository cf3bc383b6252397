/**
 * Trend with breaks: a drift that holds between breaks and noise whose law never changes. Volatility carries no information.
 *
 * @source J. Bai, P. Perron, Estimating and testing linear models with multiple structural changes, Econometrica 66, 1998.
 */

import { type Draw, fatTailed, generator } from '@barograph/simulator';
import type { MarketGenerator } from '../market.ts';
import { barsOfReturns } from './bars-of-returns.ts';

const LABELS = ['bear', 'flat', 'bull'] as const;
/** Drift of an hour by label: a bull segment of mean length gains a fifth, about twice the deviation of its noise. */
const DRIFTS = [-0.0008, 0, 0.0008] as const;
/** Standard deviation of an hour. */
const SPREAD = 0.006;
/** Least hours between breaks, and the mean of what is added to them. */
const SEGMENT = { least: 48, mean: 192 } as const;

export const trendWithBreaks: MarketGenerator = {
  name: 'trend-breaks',
  source: 'Bai, Perron 1998',
  market: (seed, hours) => {
    const draw = (purpose: string): Draw => generator(`regime-bench|trend-breaks|${seed}|${purpose}`);
    const [breaks, noise, shape] = [draw('breaks'), draw('noise'), draw('shape')];
    const truth = new Int8Array(hours);
    let label = 1;
    for (let from = 0; from < hours;) {
      const to = from + SEGMENT.least + Math.floor(-SEGMENT.mean * Math.log(breaks()));
      truth.fill(label, from, to);
      // Either of the two others: a break always changes the drift.
      label = (label + 1 + Math.floor(2 * breaks())) % LABELS.length;
      from = to;
    }
    const returns = Float64Array.from(truth, (place) => DRIFTS[place]! + SPREAD * fatTailed(noise));
    return {
      generator: 'trend-breaks',
      bars: barsOfReturns(returns, new Float64Array(hours).fill(SPREAD), shape),
      truth,
      labels: LABELS,
    };
  },
};
