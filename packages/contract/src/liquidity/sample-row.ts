/** Depth sample on the wire: the row of the book, with the fields that the sampler adds. */

import { fieldsOf, record, within, type WireOf } from '../fields.ts';
import { depthRow, type CoinDepth } from './depth-row.ts';

/** Books behind a band: the exact book, or a book with prices rounded to significant figures. */
export const BOOKS_USED = ['exact', 'figures_5', 'figures_4', 'figures_3', 'figures_2'] as const;

/** Book behind a number of a sample. */
export type BookUsed = (typeof BOOKS_USED)[number];

/** One sample of a coin. `time` is the venue's own time of the book. */
export interface DepthSample extends CoinDepth {
  /** Moment of the sample by the market's clock, epoch ms. */
  readonly sampledAt: number;
  /** Book behind each number, in the order of the bands. */
  readonly books: { readonly bids: readonly BookUsed[]; readonly asks: readonly BookUsed[] };
  /** USD; null when unknown. */
  readonly markPrice: number | null;
  /** Units of the coin; null when unknown. */
  readonly openInterest: number | null;
  /** Liquidated in the preceding 60 minutes, USD; null when unknown. */
  readonly liquidationsUsd: number | null;
  /** `fills`: only from accounts that the source watches, so a lower bound. Null without a source. */
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
    bid: books.inner(bandBooks, (books) => books.bids, 'Of the bids, by band.'),
    ask: books.inner(bandBooks, (books) => books.asks, 'Of the asks, by band.'),
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
