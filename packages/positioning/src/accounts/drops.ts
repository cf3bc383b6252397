/** Reasons for leaving an account or a position out of a book. */

/**
 * Reasons for dropping an account (`address`, `duplicate_account`, `equity`, `positions`) or a position (`coin`,
 * `duplicate_position`, `size`, `entry`, `leverage`, `margin`, `liquidation`): that field is not what it must be, or came
 * twice. `mark`: the coin of the position has no mark.
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
/** One of {@link BOOK_DROPS}. */
export type BookDrop = (typeof BOOK_DROPS)[number];

/** A count of 0 for every reason. */
export function noDrops(): Record<BookDrop, number> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the list
  return Object.fromEntries(BOOK_DROPS.map((reason) => [reason, 0])) as Record<BookDrop, number>;
}
