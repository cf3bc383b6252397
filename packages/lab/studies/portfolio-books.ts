/** Random books of the study of portfolio risk: weights in units of capital, the same notional at every origin. */

import seedrandom from 'seedrandom';

/** Kinds of books, as many of each. */
export const BOOK_KINDS = ['long only', 'long/short', 'levered', 'concentrated'] as const;
export type BookKind = (typeof BOOK_KINDS)[number];

/** A book of the study. */
export interface StudyBook {
  readonly kind: BookKind;
  /** Notional over capital of each coin, negative for a short; 0 for coins without a position. */
  readonly weights: Float64Array;
  readonly positions: number;
}

/** Books of one seed. */
export interface BookOptions {
  readonly seed: string;
  /** Books of each kind. */
  readonly each: number;
  /** Coins to choose among. */
  readonly coins: number;
}

/** Most positions of a book, if there are as many coins. */
const MOST = 30;

/**
 * Draws books.
 *
 * - Long only: 2 to 30 coins, exponential weights, all of the capital.
 * - Long/short: the same, each side by a fair coin.
 * - Levered: 2 to 30 coins, cross margin, gross 2 to 10 times the capital; as much short as long.
 * - Concentrated: 2 to 5 coins, 60 to 90 % of the capital in one, 30 % of the positions short.
 */
export function randomBooks({ seed, each, coins }: BookOptions): readonly StudyBook[] {
  return BOOK_KINDS.flatMap((kind) =>
    Array.from({ length: each }, (_, i) => randomBook(kind, coins, seedrandom.alea(`${seed}|${kind}|${i}`))),
  );
}

function randomBook(kind: BookKind, coins: number, uniform: () => number): StudyBook {
  const most = Math.min(kind === 'concentrated' ? 5 : MOST, coins);
  const positions = 2 + Math.floor(uniform() * (most - 1));
  const places = Array.from({ length: coins }, (_, i) => ({ i, key: uniform() }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, positions)
    .map(({ i }) => i);
  const sizes = places.map(() => -Math.log(1 - uniform()));
  const isLong = places.map((_, p) => (kind === 'levered' ? p % 2 === 0 : kind === 'long only' || uniform() < (kind === 'concentrated' ? 0.7 : 0.5))); // prettier-ignore
  const gross = kind === 'levered' ? 2 + 8 * uniform() : 1;
  const largest = 0.6 + 0.3 * uniform();
  const sumOf = (isIn: (p: number) => boolean): number =>
    sizes.reduce((sum, size, p) => (isIn(p) ? sum + size : sum), 0);
  const shareOf = (p: number): number => {
    if (kind === 'levered') return sizes[p]! / sumOf((other) => isLong[other] === isLong[p]) / 2;
    if (kind !== 'concentrated') return sizes[p]! / sumOf(() => true);
    return p === 0 ? largest : ((1 - largest) * sizes[p]!) / sumOf((other) => other > 0);
  };
  const weights = new Float64Array(coins);
  for (const [p, place] of places.entries()) weights[place] = (isLong[p] ? 1 : -1) * gross * shareOf(p);
  return { kind, weights, positions };
}
