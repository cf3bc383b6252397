/** Shared base of Wilder's recursive averages. */

/**
 * Number of inputs after which the seed weighs less than 1 % in an average of `period`: the smallest k with (1 −
 * 1/period)^k < 0.01. Earlier values depend on where the history starts.
 */
export function seedDecay(period: number): number {
  return Math.ceil(Math.log(0.01) / Math.log1p(-1 / period));
}
