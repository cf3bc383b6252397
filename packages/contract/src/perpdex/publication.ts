/** Publications of the perp venue: the state of all perps, their mid prices, and the archive of their samples. */

import { Type } from 'typebox';
import { fieldsOf, record, type WireOf } from '../fields.ts';
import { publication, storedNumber } from '../published.ts';
import { perpRow, type PerpRowWire } from './perp-row.ts';

/** Head of the state of all perps; its records are the trading perps. */
export interface PerpsHead {
  /** Time of the venue's answer, epoch ms. */
  readonly fetchedAt: number;
  /** Perps of the venue, including delisted ones. */
  readonly universeTotal: number;
  readonly delistedExcluded: number;
}

/** Publication of the perps of the venue. */
export const perpsPublication = publication<PerpRowWire, PerpsHead>('perps', 'perps-snapshot/1', {
  head: Type.Object({ fetchedAt: Type.Integer(), universeTotal: Type.Integer(), delistedExcluded: Type.Integer() }),
  record: perpRow.schema,
});

const field = fieldsOf<{ readonly symbol: string; readonly mid: number }>();
/** Mid price of one perp. */
export const midRow = record('PerpMid', {
  coin: field.text('The perp, as its venue names it.', ({ symbol }) => symbol),
  symbol: field.text('The same as coin.', ({ symbol }) => symbol),
  mid_price: field.number('Mean of the best bid and the best ask, USD.', ({ mid }) => mid, { minimum: 0 }),
});
/** Mid price of one coin on the wire. */
export type MidRowWire = WireOf<typeof midRow>;

/** Head of the mid prices. */
export interface MidsHead {
  /** Time of the fetch, epoch ms. */
  readonly fetchedAt: number;
}

/** Publication of mid prices. */
export const midsPublication = publication<MidRowWire, MidsHead>('perp-mids', 'perp-mids-snapshot/1', {
  head: Type.Object({ fetchedAt: Type.Integer() }),
  record: midRow.schema,
});

/** Extent of the archive of funding and open interest; the publication has no records. */
export interface PerpArchiveHead {
  /** First stored sample, epoch ms; null without one. */
  readonly archiveStart: number | null;
}

/** Publication of the extent of the archive of funding and open interest. */
export const perpArchivePublication = publication<never, PerpArchiveHead>('perp-archive', 'perp-archive-snapshot/1', {
  head: Type.Object({ archiveStart: storedNumber }),
  record: Type.Never(),
});
