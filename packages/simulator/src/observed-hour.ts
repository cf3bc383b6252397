/** The sixty observations of one hour of a perp. */

import { above, below, roundSignificant } from './grid.ts';
import { MINUTES } from './minutes.ts';
import type { ObservationsConfig } from './observations-config.ts';
import { fatTailed, generator, logistic, type Draw } from './random.ts';

/** Digits of an oracle price and of a mid: fine enough for half a tick. */
const FINE_DIGITS = 7;

/** A series of the hour between what the hour before ended with and what this one ends with. */
interface Ends {
  readonly from: number;
  readonly to: number;
}

/** Observations of an hour, minute by minute. */
export interface ObservedHour {
  readonly fundingRate: Float64Array;
  readonly openInterest: Float64Array;
  readonly oracle: Float64Array;
  readonly mid: Float64Array;
  readonly premium: Float64Array;
}

/** A path between two ends: the change comes in bursts, with noise about it that is tied down at the end. */
function path(draw: Draw, { from, to }: Ends, bursts: number, noise: number): Float64Array {
  const clock = new Float64Array(MINUTES);
  const walk = new Float64Array(MINUTES);
  let [elapsed, place] = [0, 0];
  for (let i = 0; i < MINUTES; i++) {
    clock[i] = elapsed += Math.exp(bursts * logistic(draw));
    walk[i] = place += noise * fatTailed(draw);
  }
  const values = clock.map((at, i) => from + ((to - from) * at) / elapsed + (walk[i]! - (place * (i + 1)) / MINUTES));
  values[MINUTES - 1] = to;
  return values;
}

/**
 * Makes the observations of an hour. They know how the hour ends, as its minute bars do, and nothing of any later hour.
 *
 * @param key names the market, the perp and the hour; a generator for each series is made of it.
 * @param mark closes of the hour's minutes.
 * @param funding fractions per hour at the ends of the hour before and of this one.
 * @param openInterest units of the listing, likewise.
 */
export function observeHour(
  key: string,
  mark: Float64Array,
  funding: Ends,
  openInterest: Ends,
  { bursts, noise, premium: law }: ObservationsConfig,
): ObservedHour {
  const fundingRate = path(generator(`${key}|funding`), funding, bursts, noise.funding);
  const logs = { from: Math.log(openInterest.from), to: Math.log(openInterest.to) };
  const levels = path(generator(`${key}|open interest`), logs, bursts, noise.openInterest).map(Math.exp);
  // The end of an hour is the hourly value to the bit, which a logarithm and back need not be.
  levels[MINUTES - 1] = openInterest.to;
  const premiumNoise = generator(`${key}|premium`);
  const side = generator(`${key}|mid`);
  const premium = fundingRate.map((rate) => {
    const level = law.hours * (rate - law.interest) + law.noise * logistic(premiumNoise);
    return Math.min(law.most, Math.max(-law.most, level));
  });
  return {
    fundingRate,
    openInterest: levels,
    premium,
    oracle: mark.map((price, i) => roundSignificant(price / (1 + premium[i]!), FINE_DIGITS)),
    mid: mark.map((price) =>
      roundSignificant((price + (side() < 0.5 ? below(price) : above(price))) / 2, FINE_DIGITS),
    ),
  };
}
