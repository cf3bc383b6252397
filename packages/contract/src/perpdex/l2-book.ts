/** GET /perpdex/l2-book: the order book of one perp. */

import { err, ok } from '@barograph/core';
import { Type } from 'typebox';
import { value } from '../body.ts';
import { fieldsOf, record } from '../fields.ts';
import { operation } from '../operation.ts';
import { problem } from '../problem.ts';
import { provenanced, withProvenance } from '../shapes/provenance.ts';
import { WARMING_UP } from '../shapes/warming.ts';
import { coinParameter, listedPerp } from './coin.ts';
import { UNKNOWN_COIN } from '../unknown-coin.ts';
import { perpsPublication } from './publication.ts';
import { builtFields, NO_SOURCE, noSource, published, type Built } from './snapshot.ts';
import { PERP_VENUE, type BookFound, type BookLevel } from './venue-port.ts';

/** Retry-After when a source does not answer, seconds. */
const RETRY_SECONDS = 3;

const levelField = fieldsOf<BookLevel>();
const level = record('BookLevel', {
  px: levelField.number('Price, USD.', ({ price }) => price, { exclusiveMinimum: 0 }),
  sz: levelField.number('Units of the coin.', ({ size }) => size, { minimum: 0 }),
  orders: levelField.integerOrNull('Orders of the level; null where the venue does not say.', ({ orders }) => orders, {
    minimum: 0,
  }),
});

interface Found extends Built {
  readonly coin: string;
  readonly book: BookFound;
}
/** Best bid and best ask; null when a side is empty. */
function best({ book: { bids, asks } }: Found): { readonly bid: number; readonly ask: number } | null {
  const [bid] = bids;
  const [ask] = asks;
  return bid === undefined || ask === undefined ? null : { bid: bid.price, ask: ask.price };
}
function midOf(found: Found): number | null {
  const top = best(found);
  return top === null ? null : (top.bid + top.ask) / 2;
}
const field = fieldsOf<Found>();

/** The answer. */
export const l2BookReply = record('PerpBook', {
  coin: field.text('The perp, as its venue names it.', ({ coin }) => coin),
  symbol: field.text('The same as coin.', ({ coin }) => coin),
  ts: field.momentOrNull(
    "The venue's own time of the snapshot; null only where it gives none.",
    ({ book }) => book.time,
  ),
  bids: field.items(level, 'Best first.', ({ book }) => book.bids),
  asks: field.items(level, 'Best first.', ({ book }) => book.asks),
  mid_price: field.numberOrNull('Mean of best bid and best ask, USD; null when a side is empty.', midOf),
  spread_bps: field.numberOrNull(
    'Best ask less best bid, basis points of the mid; null when a side is empty.',
    (found) => {
      const top = best(found);
      return top === null ? null : ((top.ask - top.bid) / midOf(found)!) * 10_000;
    },
  ),
  as_of: field.moment('When the venue was asked.', ({ book }) => book.fetchedAt),
  ...builtFields,
});

export const perpBook = operation('perpdex.l2_book', {
  path: '/perpdex/l2-book',
  family: 'perpdex',
  dataset: 'perp_market',
  summary: 'The order book of one perp, up to 20 levels a side.',
  description: 'Equal requests within 3 s get the same snapshot, whichever replica answers.',
  query: Type.Object(coinParameter),
  reply: withProvenance(l2BookReply.schema),
  errors: [UNKNOWN_COIN, WARMING_UP, NO_SOURCE],
  answer: async (context, { query }) => {
    const venue = context.use(PERP_VENUE);
    if (!venue.has('book')) return err(noSource('order books'));
    const perps = published(context, perpsPublication, 'contexts', 'perps');
    if (!perps.ok) return perps;
    const listed = listedPerp(perps.value, query.coin);
    if (!listed.ok) return listed;
    const { coin } = listed.value;
    const book = await venue.book(coin);
    if (book === undefined) {
      const message = `The source did not bring the book of ${coin} in time.`;
      return err(problem('source_unavailable', message, { retryAfter: RETRY_SECONDS }));
    }
    const dataSource = book.provenance?.[0]?.kind ?? context.dataSource;
    return ok(value(provenanced(l2BookReply.encode({ coin, book, generatedAt: context.now(), dataSource }), book)));
  },
});
