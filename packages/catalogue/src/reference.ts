/** Sources of formulas and rules. */

/** A book, a paper, a standard or a page. */
export interface Reference {
  /** Author and year, as in `wilder-1978`. Stable. */
  readonly id: string;
  readonly authors: string;
  readonly year: number;
  readonly title: string;
  /** Journal or publisher. */
  readonly venue: string;
  /** DOI or ISBN; null where none is known for sure. */
  readonly identifier: string | null;
  readonly kind: 'book' | 'paper' | 'standard' | 'web';
  /** Whether author, year and title were seen together in another text. It says nothing about what the work says. */
  readonly isConfirmed: boolean;
}

/** One entry of a list, in the order of {@link Reference}. */
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

/** A line by names. */
export function referenceOf([id, authors, year, title, venue, identifier, kind, seen]: ReferenceLine): Reference {
  return { id, authors, year, title, venue, identifier, kind, isConfirmed: seen === 'seen' };
}
