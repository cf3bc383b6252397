/** Sources of formulas and rules. */

/** Book, paper, standard or page. */
export interface Reference {
  /** Identifier from author and year, such as `wilder-1978`. Stable. */
  readonly id: string;
  readonly authors: string;
  readonly year: number;
  readonly title: string;
  /** Journal or publisher. */
  readonly venue: string;
  /** DOI or ISBN; null when none is known with certainty. */
  readonly identifier: string | null;
  readonly kind: 'book' | 'paper' | 'standard' | 'web';
  /**
   * Whether author, year and title were found together in another text. This does not confirm the content of the work.
   */
  readonly isConfirmed: boolean;
}

/** Entry of a list, in the order of {@link Reference}. */
export type ReferenceLine = readonly [
  id: string,
  authors: string,
  year: number,
  title: string,
  venue: string,
  identifier: string | null,
  kind: Reference['kind'],
  confirmed: 'seen' | 'not seen',
];

/** Converts a line to a record. */
export function referenceOf([id, authors, year, title, venue, identifier, kind, seen]: ReferenceLine): Reference {
  return { id, authors, year, title, venue, identifier, kind, isConfirmed: seen === 'seen' };
}
