/** Publications of the perp venue: the state of all perps, their mid prices, and the archive of their samples. */

import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { publication, storedNumber } from '../published.ts';
import { perpRow, type PerpRowWire } from './perp-row.ts';

/** Head of the state of all perps; its records are those that trade. */
export interface PerpsHead {
  /** Moment of the venue's answer, epoch ms. */
  readonly fetchedAt: number;
  /** Perps of the venue, delisted ones included. */
  readonly universeTotal: number;
  readonly delistedExcluded: number;
}

/** Publication of the perps of the venue. */
export const perpsPublication = publication<PerpRowWire, PerpsHead>('perps', 'perps-snapshot/1', {
  head: Type.Object({ fetchedAt: Type.Integer(), universeTotal: Type.Integer(), delistedExcluded: Type.Integer() }),
  record: perpRow.schema,
});

const of = fieldsOf<{ readonly symbol: string; readonly mid: number }>();
/** Mid price of one perp. */
export const midRow = record('PerpMid', {
  coin: of.text('The perp, as its venue names it.', ({ symbol }) => symbol),
  symbol: of.text('The same as coin.', ({ symbol }) => symbol),
  mid_price: of.number('Mean of the best bid and the best ask, USD.', ({ mid }) => mid, { minimum: 0 }),
});
/** Mid price on the wire. */
export type MidRowWire = WireOf<typeof midRow>;

/** Head of the mid prices. */
export interface MidsHead {
  /** Moment of the fetch, epoch ms. */
  readonly fetchedAt: number;
}

/** Publication of mid prices. */
export const midsPublication = publication<MidRowWire, MidsHead>('perp-mids', 'perp-mids-snapshot/1', {
  head: Type.Object({ fetchedAt: Type.Integer() }),
  record: midRow.schema,
});

/** The archive of funding and open interest; it has no records here. */
export interface PerpArchiveHead {
  /** First sample that was kept, epoch ms; null before it. */
  readonly archiveStart: number | null;
}

/** Publication of the extent of the archive of funding and open interest. */
export const perpArchivePublication = publication<never, PerpArchiveHead>('perp-archive', 'perp-archive-snapshot/1', {
  head: Type.Object({ archiveStart: storedNumber }),
  record: Type.Never(),
});
