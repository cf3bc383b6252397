/** A depth sample on the wire: the row of the book, and what the sampler put beside it. */

import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { depthRow, type CoinDepth } from './depth-row.ts';

/** Books that a band may be measured in: the exact one, or one whose prices are rounded to significant figures. */
export const BOOKS_USED = ['exact', 'figures_5', 'figures_4', 'figures_3', 'figures_2'] as const;

/** Book that a number of a sample was read from. */
export type BookUsed = (typeof BOOKS_USED)[number];

/** One sample of a coin. `time` is the venue's own time of the book. */
export interface DepthSample extends CoinDepth {
  /** Moment of the sample by the market's clock, epoch ms. */
  readonly sampledAt: number;
  /** Book behind each number, in the order of the bands. */
  readonly books: { readonly bids: readonly BookUsed[]; readonly asks: readonly BookUsed[] };
  /** USD; null where not known. */
  readonly markPrice: number | null;
  /** Units of the coin; null where not known. */
  readonly openInterest: number | null;
  /** Closed by force in the 60 minutes before, USD; null where it is not known of all of them. */
  readonly liquidationsUsd: number | null;
  /** `fills`: of the accounts that the source watches alone, so a lower bound. Null without a source. */
  readonly liquidationsBasis: 'venue' | 'fills' | null;
}

const used = fieldsOf<readonly BookUsed[]>();
const bandBook = (name: string, at: number) =>
  used.choice(BOOKS_USED, `Book of ${name}.`, (books) => books[at] ?? 'exact');
const bandBooks = record(null, {
  '10bps': bandBook('10 bps', 0),
  '25bps': bandBook('25 bps', 1),
  '50bps': bandBook('50 bps', 2),
  '100bps': bandBook('100 bps', 3),
});
const books = fieldsOf<DepthSample['books']>();
const sides = record(
  null,
  {
    bid: books.inner(bandBooks, (of) => of.bids, 'Of the bids, by band.'),
    ask: books.inner(bandBooks, (of) => of.asks, 'Of the asks, by band.'),
  },
  'Book that each depth was measured in: the exact one, or one of prices rounded outward to so many significant figures, which reaches farther and is a lower bound within a step of it.',
);

const row = fieldsOf<DepthSample>();
/** A {@link depthRow} with moment, mark and books of the sample. */
export const depthSampleRow = record('DepthSample', {
  ...within((sample: DepthSample): CoinDepth => sample, depthRow.fields),
  sampled_at: row.moment('When the sample was taken.', (sample) => sample.sampledAt),
  mark_price: row.numberOrNull('USD; null when not known.', (sample) => sample.markPrice),
  depth_books: row.inner(sides, (sample) => sample.books),
});
/** A sample on the wire. */
export type DepthSampleWire = WireOf<typeof depthSampleRow>;
