/** Probability of backtest overfitting: how often the best of some strategies is below the median on the hours left out. */

import { integerAtLeast, UsageError } from '@barograph/core';
import { sharpe } from './sharpe.ts';

/** All choices of half of the blocks, as lists of their places. */
function halves(blocks: number, from = 0, wanted: number = blocks / 2): readonly (readonly number[])[] {
  if (wanted === 0) return [[]];
  if (from + wanted > blocks) return [];
  const withIt = halves(blocks, from + 1, wanted - 1).map((rest) => [from, ...rest]);
  return [...withIt, ...halves(blocks, from + 1, wanted)];
}

/**
 * Share of the choices of half of the blocks in which the strategy with the best Sharpe ratio there has at most the median
 * ratio in the other half.
 *
 * @param strategies returns by period, of the same periods; at least 2.
 * @param blocks even number of blocks of neighbouring periods; the rest of the division is left out at the end.
 * @returns within 0…1: about ½ for strategies that differ by chance alone.
 * @throws {UsageError} fewer than two strategies, an odd number of blocks, or fewer than two periods for each.
 * @source D. H. Bailey, J. M. Borwein, M. López de Prado, Q. J. Zhu, The probability of backtest overfitting, Journal of
 * Computational Finance 20, 2017.
 */
export function overfitting(strategies: readonly Float64Array[], blocks: number): number {
  integerAtLeast('blocks', blocks, 2);
  if (blocks % 2 !== 0) throw new UsageError(`"blocks" expected an even number, got ${blocks}`);
  if (strategies.length < 2) throw new UsageError(`"strategies" expected at least 2, got ${strategies.length}`);
  const size = Math.floor(strategies[0]!.length / blocks);
  if (size < 2) throw new UsageError(`"strategies[0]" expected ${2 * blocks} periods, got ${strategies[0]!.length}`);
  const ratios = (places: readonly number[]): readonly number[] =>
    strategies.map((returns) =>
      sharpe(places.flatMap((place) => [...returns.subarray(place * size, (place + 1) * size)])),
    );
  const choices = halves(blocks);
  const all = Array.from({ length: blocks }, (_, place) => place);
  const failures = choices.filter((inside) => {
    const [seen, unseen] = [ratios(inside), ratios(all.filter((place) => !inside.includes(place)))];
    const chosen = unseen[seen.indexOf(Math.max(...seen))]!;
    // Ties share the middle of their ranks.
    const rank =
      unseen.filter((ratio) => ratio < chosen).length + (unseen.filter((ratio) => ratio === chosen).length + 1) / 2;
    return rank <= (strategies.length + 1) / 2;
  });
  return failures.length / choices.length;
}
