/** Series by the hour that revert to 0: grown at the end, never made twice. */

import { fatTailed, generator } from './random.ts';

/**
 * Opens a series: each hour keeps `persistence` of the hour before and is moved by fat-tailed noise of this deviation.
 *
 * @param key names its generator.
 * @returns the value of an hour, counted from 0.
 */
export function revertingSeries(
  key: string,
  { persistence, noise }: { readonly persistence: number; readonly noise: number },
): (hour: number) => number {
  const draw = generator(key);
  const values: number[] = [];
  let last = 0;
  return (hour) => {
    while (values.length <= hour) values.push((last = persistence * last + noise * fatTailed(draw)));
    return values[hour]!;
  };
}
