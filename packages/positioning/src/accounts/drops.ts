/** Reasons to drop an account or a position from a book. */

/**
 * Reasons to drop an account (`address`, `duplicate_account`, `equity`, `positions`) or a position (`coin`,
 * `duplicate_position`, `size`, `entry`, `leverage`, `margin`, `liquidation`): the field is invalid or a duplicate.
 * `mark`: the position's coin has no mark.
 */
export const BOOK_DROPS = [
  'address',
  'duplicate_account',
  'equity',
  'positions',
  'coin',
  'duplicate_position',
  'size',
  'entry',
  'leverage',
  'margin',
  'liquidation',
  'mark',
] as const;
/** Reason from {@link BOOK_DROPS}. */
export type BookDrop = (typeof BOOK_DROPS)[number];

/** Creates zero counts for every reason. */
export function noDrops(): Record<BookDrop, number> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the list
  return Object.fromEntries(BOOK_DROPS.map((reason) => [reason, 0])) as Record<BookDrop, number>;
}
