/** Faults of an order book, with field and level. */

import { shown, type DataProblem } from '@barograph/core';

/** Reasons to refuse a book, for counting. */
export const BOOK_REASONS = ['one_sided', 'crossed', 'bad_level', 'unsorted'] as const;

/** Reason to refuse a book. */
export type BookReason = (typeof BOOK_REASONS)[number];

/** First fault of a book. `column` is the field (`bids.price`), `row` the level, 1 at the best. */
export interface BookProblem extends DataProblem {
  readonly reason: BookReason;
  readonly column: string;
}

/** Describes the fault of a level. */
export function levelProblem(
  name: 'bids' | 'asks',
  price: Float64Array,
  size: Float64Array,
  level: number,
): BookProblem {
  const isAmount = (value: number): boolean => value > 0 && value < Infinity;
  if (!isAmount(price[level]!)) return badLevel(`${name}.price`, level, price[level]!);
  if (!isAmount(size[level]!)) return badLevel(`${name}.size`, level, size[level]!);
  return unsorted(name, level, price);
}

/** Finds the level at which the sum of a side overflows. */
export function overflow(name: 'bids' | 'asks', price: Float64Array, size: Float64Array): BookProblem {
  let sum = 0;
  const at = price.findIndex((one, i) => (sum += one * size[i]!) === Infinity);
  return badLevel(`${name}.size`, at, size[at]!, 'a size whose notional does not overflow');
}

/** Problem of an empty side. */
export const oneSided = (column: 'bids' | 'asks'): BookProblem => ({
  code: 'bad_value',
  reason: 'one_sided',
  column,
  expected: 'at least one level',
  got: 'none',
});

/** Problem of best prices that cross or touch. */
export const crossed = (bid: number, ask: number): BookProblem => ({
  code: 'bad_value',
  reason: 'crossed',
  row: 1,
  column: 'asks.price',
  expected: `a price above the best bid ${bid}`,
  got: shown(ask),
});

const badLevel = (column: string, level: number, got: number, expected = 'a finite number > 0'): BookProblem => ({
  code: 'bad_value',
  reason: 'bad_level',
  row: level + 1,
  column,
  expected,
  got: shown(got),
});

const unsorted = (side: 'bids' | 'asks', level: number, price: Float64Array): BookProblem => ({
  code: 'bad_order',
  reason: 'unsorted',
  row: level + 1,
  column: `${side}.price`,
  expected: `a price ${side === 'bids' ? 'below' : 'above'} ${price[level - 1]}`,
  got: shown(price[level]),
});
