/** Parameters of a perp within the hour: fills, depth of the book, forced closes. Part of a market's config. */

import { deepFreeze, integerAtLeast, UsageError, within } from '@barograph/core';
import { DERIVATIVES_V1 } from './derivatives-config.ts';
import { OBSERVATIONS_V1 } from './observations-config.ts';
import type { LeverageTiers } from './perp-terms.ts';
import { REGIMES, type Regime } from './regimes.ts';

/** Parameters of fills. */
export interface FillsLaw {
  /** Fills of a minute, as a multiple of the square root of its notional in quote units. */
  readonly rate: number;
  /** Most fills of a minute without those of forced closes. */
  readonly most: number;
  /** Pareto exponent of sizes: smaller values give a fatter tail. */
  readonly tail: number;
  /** Lean of the side: a fill is a buy with probability ½ + lean · (close − open) / (high − low) of its minute. */
  readonly lean: number;
}

/** Parameters of depth: the notional on a side of the book within 1 % of mid. */
export interface DepthLaw {
  /** Typical depth, as a share of the daily quote volume. */
  readonly share: number;
  /** Multiplier of each regime; the result is divided by the activity of the market to the power of `activity`. */
  readonly regimes: Readonly<Record<Regime, number>>;
  readonly activity: number;
  /**
   * Notional per basis point: rises from mid to `far` times that at `farBps`, is constant from there, and ends at
   * `endBps`. Within 1 % of mid it is the depth of the moment.
   */
  readonly profile: { readonly far: number; readonly farBps: number; readonly endBps: number };
  /** Scale of the logistic noise on the log of a size; sizes are divided by its mean. */
  readonly noise: number;
  /** Retreat of each side in ticks: this multiple of the shortfall of the present depth, relative to it. */
  readonly spreadTicks: number;
  /**
   * Drain by forced closes: the depth of a side is divided by 1 + `strength` · Σ notional / typical depth, where the
   * notional of a close, at the price of the market's start, halves every `halfLifeMs`. The other side counts `spill`
   * of it.
   */
  readonly drain: { readonly strength: number; readonly halfLifeMs: number; readonly spill: number };
}

/** Parameters of leveraged positions and of the effects of their forced closes. */
export interface ForcedLaw {
  /** Mean notional of the positions of a side, as a share of the mean open interest. */
  readonly share: number;
  /** Mean open interest, days of the typical quote volume. */
  readonly openInterestDays: number;
  /** Hours between openings on each side; a day is a multiple. */
  readonly everyHours: number;
  /** Mean holding time of a position without forced close, exponential, and the longest. */
  readonly holdHours: number;
  readonly mostHoldHours: number;
  /** Scale of the logistic noise on the log of a size. */
  readonly noise: number;
  /** Leverages and their weights, ascending; those above the perp's largest count as it. */
  readonly leverage: readonly (readonly [leverage: number, weight: number])[];
  /** Largest leverage of a perp; the maintenance margin is half of its initial margin. */
  readonly maxLeverage: LeverageTiers;
  /**
   * Impact: a close pushes the log price by `impact` · 1 % · notional / depth at that moment. Its notional is at the
   * price of the market's start, as are the typical depth and the mean open interest: prices may rise tenfold in years.
   */
  readonly impact: number;
  /** Share of a push that is left at the end of its hour, and share of the rest that reverts each hour. */
  readonly kept: number;
  readonly recovery: number;
  /** Bound on the push of an hour, log price. */
  readonly mostPush: number;
  /**
   * Cascades: closes of a side belong together while at most `gapMs` is between them; at `share` of the mean open
   * interest they are a cascade.
   */
  readonly cascade: { readonly gapMs: number; readonly share: number };
}

/** Parameters of a market with fills, regimes of depth and forced closes. */
export interface Microstructure {
  /** Most decimals of a size; it has as many as the start price has digits before the point. */
  readonly sizeDecimals: number;
  readonly fills: FillsLaw;
  readonly depth: DepthLaw;
  readonly forced: ForcedLaw;
}

/** Parameters of `simulator/2`. */
export const MICROSTRUCTURE_V2: Microstructure = deepFreeze({
  sizeDecimals: OBSERVATIONS_V1.sizeDecimals,
  fills: { rate: 0.2, most: 2000, tail: 1.3, lean: 0.35 },
  depth: {
    share: 0.03,
    regimes: {
      strong_trend_bull: 1,
      strong_trend_bear: 0.9,
      range_low_vol: 1.15,
      choppy_high_vol: 0.75,
      vol_spike: 0.35,
      squeeze: 1.25,
    },
    activity: 0.5,
    profile: { far: 3, farBps: 20, endBps: 300 },
    noise: 0.25,
    spreadTicks: 1,
    drain: { strength: 2, halfLifeMs: 5_400_000, spill: 0.3 },
  },
  forced: {
    share: 0.35,
    openInterestDays: DERIVATIVES_V1.openInterest.days,
    everyHours: 3,
    holdHours: 120,
    mostHoldHours: 480,
    noise: 0.25,
    leverage: [
      [2, 0.25],
      [3, 0.25],
      [5, 0.25],
      [10, 0.17],
      [20, 0.06],
      [40, 0.02],
    ],
    maxLeverage: OBSERVATIONS_V1.leverage,
    impact: 0.5,
    kept: 0.35,
    recovery: 0.25,
    mostPush: 0.12,
    cascade: { gapMs: 900_000, share: 0.04 },
  },
});

const at = (name: string): string => `microstructure.${name}`;

function checkForced(forced: ForcedLaw): void {
  for (const name of ['share', 'openInterestDays', 'impact', 'mostPush'] as const) {
    within(at(`forced.${name}`), forced[name], 0, 10);
  }
  within(at('forced.noise'), forced.noise, 0, 0.9);
  for (const name of ['kept', 'recovery'] as const) within(at(`forced.${name}`), forced[name], 0, 1);
  if (24 % integerAtLeast(at('forced.everyHours'), forced.everyHours, 1) !== 0) {
    throw new UsageError(`"${at('forced.everyHours')}" expected a divisor of a day, got ${forced.everyHours}`);
  }
  within(at('forced.holdHours'), forced.holdHours, 1, 1e4);
  integerAtLeast(at('forced.mostHoldHours'), forced.mostHoldHours, 1);
  forced.leverage.forEach(([leverage, weight], i) => {
    within(at(`forced.leverage[${i}]`), leverage, i === 0 ? 1 : forced.leverage[i - 1]![0], 1000);
    within(at(`forced.leverage[${i}].weight`), weight, Number.MIN_VALUE, 1e6);
  });
  if (forced.leverage.length === 0) throw new UsageError(`"${at('forced.leverage')}" expected a leverage, got none`);
  if (forced.maxLeverage.at(-1)?.[0] !== 0) {
    throw new UsageError(`"${at('forced.maxLeverage')}" expected a last entry for a quote volume of 0`);
  }
  within(at('forced.cascade.gapMs'), forced.cascade.gapMs, 0, 1e9);
  within(at('forced.cascade.share'), forced.cascade.share, 0, 1);
}

/** Checks the parameters. @throws {UsageError} when one is invalid; the message names the field. */
export function checkMicrostructure({ sizeDecimals, fills, depth, forced }: Microstructure): void {
  within(at('sizeDecimals'), integerAtLeast(at('sizeDecimals'), sizeDecimals, 0), 0, 8);
  within(at('fills.rate'), fills.rate, 0, 100);
  within(at('fills.most'), integerAtLeast(at('fills.most'), fills.most, 1), 1, 5000);
  within(at('fills.tail'), fills.tail, 0.5, 100);
  within(at('fills.lean'), fills.lean, 0, 0.5);
  within(at('depth.share'), depth.share, 1e-6, 10);
  for (const name of REGIMES) within(at(`depth.regimes.${name}`), depth.regimes[name], 1e-3, 100);
  within(at('depth.activity'), depth.activity, 0, 4);
  within(at('depth.profile.far'), depth.profile.far, 0, 1000);
  within(at('depth.profile.farBps'), depth.profile.farBps, 0, 100);
  within(at('depth.profile.endBps'), depth.profile.endBps, 100, 5000);
  within(at('depth.noise'), depth.noise, 0, 0.9);
  within(at('depth.spreadTicks'), depth.spreadTicks, 0, 100);
  within(at('depth.drain.strength'), depth.drain.strength, 0, 100);
  within(at('depth.drain.halfLifeMs'), depth.drain.halfLifeMs, 1000, 1e9);
  within(at('depth.drain.spill'), depth.drain.spill, 0, 1);
  checkForced(forced);
}
