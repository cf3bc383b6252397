/** Hourly series that revert to 0. A few blocks of hours are kept; other blocks are drawn again on demand. */

import { kept } from './kept.ts';
import { fatTailed, resumableGenerator, type GeneratorState } from './random.ts';

/** Hours of a block, and blocks that are kept. */
const BLOCK = 512;
const KEPT_BLOCKS = 4;

/**
 * Creates a series: each hour keeps `persistence` of the previous hour and is moved by fat-tailed noise of this
 * deviation.
 *
 * @param key key of its generator.
 * @returns a function that returns the value of an hour, counted from 0.
 */
export function revertingSeries(
  key: string,
  { persistence, noise }: { readonly persistence: number; readonly noise: number },
): (hour: number) => number {
  const generator = resumableGenerator(key);
  /** Beginnings of the blocks that were made so far and of the next. */
  const begins: { readonly last: number; readonly state: GeneratorState }[] = [{ last: 0, state: generator.state() }];
  const make = (block: number): Float64Array => {
    const begin = begins[block]!;
    generator.resume(begin.state);
    let { last } = begin;
    const values = Float64Array.from(
      { length: BLOCK },
      () => (last = persistence * last + noise * fatTailed(generator.draw)),
    );
    begins[block + 1] ??= { last, state: generator.state() };
    return values;
  };
  const blockOf = kept(KEPT_BLOCKS, (block) => {
    while (begins.length <= block) make(begins.length - 1);
    return make(block);
  });
  return (hour) => blockOf(Math.floor(hour / BLOCK))[hour % BLOCK]!;
}
