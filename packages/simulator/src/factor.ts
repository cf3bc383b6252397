/**
 * Market factor: an hourly chain of regimes, and the log return given by the regime of the hour.
 *
 * return = drift − reversion · (level − level at the regime's start) − pull · level + volatility · √h · z, with z ~
 * t(5) of variance one and h a GARCH(1,1) of mean one, so that quiet hours follow quiet hours within every regime. The
 * pull to level 0 is too weak to end a trend and strong enough to keep prices plausible after ten years.
 *
 * @source T. Bollerslev, "Generalized autoregressive conditional heteroskedasticity", J. Econometrics 31 (1986).
 */

import { fatTailed, generator } from './random.ts';
import { REGIMES, type Regime, type RegimeConfig } from './regimes.ts';
import { grown } from './series.ts';

/** Typical for hourly coin returns. A sum below 1 keeps the mean of h at one; with t(5) its variance is finite too. */
const ARCH = 0.06;
const GARCH = 0.92;
/** Share of the level that reverts each hour: 1/e in half a year. */
const PULL: number = 1 / (24 * 180);

/** Factor so far. Columns are longer than `length`; only the first `length` values are valid. */
export interface Factor {
  readonly length: number;
  /** Index into `REGIMES`, per hour. */
  readonly regime: Float64Array;
  /** Log return of the hour. */
  readonly change: Float64Array;
  /** Standard deviation of the factor's return in that hour, known before it. */
  readonly spread: Float64Array;
  /** Activity √h of the hour, 1 on average. */
  readonly activity: Float64Array;
  /** Ensures that the first `hours` hours exist. Earlier hours never change. */
  extend(hours: number): void;
}

/** Picks by weight. `u` is uniform on (0, 1). */
function pick(weights: Readonly<Partial<Record<Regime, number>>>, u: number): number {
  const total = REGIMES.reduce((sum, name) => sum + (weights[name] ?? 0), 0);
  let rest = u * total;
  let last = 0;
  for (const [i, name] of REGIMES.entries()) {
    const weight = weights[name] ?? 0;
    if (weight === 0) continue;
    last = i;
    rest -= weight;
    if (rest < 0) return i;
  }
  return last;
}

/** Creates the market factor, before its first hour. */
export function createFactor(seed: string, regimes: Readonly<Record<Regime, RegimeConfig>>): Factor {
  const chain = generator(`${seed}|market|regimes`);
  const noise = generator(`${seed}|market|factor`);
  const none: Float64Array = new Float64Array(0);
  const factor = { length: 0, regime: none, change: none, spread: none, activity: none };
  let current: number = REGIMES.indexOf('range_low_vol');
  let variance = 1;
  let level = 0;
  let anchor = 0;

  const extend = (hours: number): void => {
    if (hours <= factor.length) return;
    for (const column of ['regime', 'change', 'spread', 'activity'] as const) {
      factor[column] = grown(factor[column], hours);
    }
    for (let i = factor.length; i < hours; i++) {
      if (i > 0 && chain() * regimes[REGIMES[current]!].meanHours < 1) {
        current = pick(regimes[REGIMES[current]!].next, chain());
        anchor = level;
      }
      const { drift, volatility, reversion } = regimes[REGIMES[current]!];
      const z = fatTailed(noise);
      const activity = Math.sqrt(variance);
      const spread = volatility * activity;
      const change = drift - reversion * (level - anchor) - PULL * level + spread * z;
      factor.regime[i] = current;
      factor.change[i] = change;
      factor.spread[i] = spread;
      factor.activity[i] = activity;
      level += change;
      variance = 1 - ARCH - GARCH + (ARCH * z * z + GARCH) * variance;
    }
    factor.length = hours;
  };
  return Object.assign(factor, { extend });
}
