/** Sixty observations of one hour of a perp. */

import { above, below, roundSignificant } from './grid.ts';
import { MINUTES } from './minutes.ts';
import type { ObservationsConfig } from './observations-config.ts';
import { fatTailed, generator, logistic, type Draw } from './random.ts';

/** Digits of an oracle price and of a mid: fine enough for half a tick. */
const FINE_DIGITS = 7;

/** Values of a series at the start and the end of the hour. */
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

/** Path between two ends: the change comes in bursts, with noise that vanishes at the end. */
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
 * Computes the observations of an hour. They know the end of the hour, as its minute bars do, but no later hour.
 *
 * @param key key of the market, the perp and the hour, for the generator of each series.
 * @param mark closes of the hour's minutes.
 * @param funding funding at the ends of the previous and of this hour, fraction per hour.
 * @param openInterest open interest at both ends, units of the listing.
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
  // The end of an hour equals the hourly value to the bit, which a logarithm and back may not reach.
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
    mid: mark.map((price) => roundSignificant((price + (side() < 0.5 ? below(price) : above(price))) / 2, FINE_DIGITS)),
  };
}
